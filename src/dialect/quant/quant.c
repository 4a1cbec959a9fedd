// quant: the table of ops, their verifiers and folds.
//
// types.c has the notation of the types, params.c what they mean.

#include "dialect/quant/quant.h"

#include "dialect/quant/hooks.h"
#include "ir/diagnostic.h"

// A cast undoes the one before it where it gives the type that that one was from. Quantizing loses, but what it
// loses is not asked for: upstream folds that too.
static tern_fold_status_t fold_inverse(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  (void)operands;
  static const struct {
    const tern_op_row_t *row, *inverse;
  } inverses[] = {
      {TERN_QUANT(DCAST), TERN_QUANT(QCAST)},
      {TERN_QUANT(QCAST), TERN_QUANT(DCAST)},
      {TERN_QUANT(SCAST), TERN_QUANT(SCAST)},
  };
  tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
  for (size_t i = 0; source && i < sizeof(inverses) / sizeof(inverses[0]); ++i) {
    if (!tern_op_is(op, inverses[i].row) || !tern_op_is(source, inverses[i].inverse)) continue;
    if (tern_op_operand(source, 0)->type != tern_op_result(op, 0)->type) return TERN_FOLD_FAILED;
    out_results[0].value = tern_op_operand(source, 0);
    return TERN_FOLD_REPLACED;
  }
  return TERN_FOLD_FAILED;
}

// Both scalars, both unranked, or both of the same shape.
static bool have_same_form(const tern_type_t *a, const tern_type_t *b) {
  bool is_tensor = a->kind == TERN_TYPE_TENSOR;
  if (a->kind == TERN_TYPE_UNRANKED_TENSOR || b->kind == TERN_TYPE_UNRANKED_TENSOR) return a->kind == b->kind;
  if (is_tensor != (b->kind == TERN_TYPE_TENSOR)) return false;
  return !is_tensor || tern_type_with_element(a, tern_type_element(b)) == b;
}

static bool check_form(const tern_op_t *op) {
  if (have_same_form(tern_op_operand(op, 0)->type, tern_op_result(op, 0)->type)) return true;
  return tern_op_error(op,
                       "failed to verify that input and result are both scalars or both tensors with matching shape");
}

static bool check_fit(const tern_op_t *op, const tern_type_t *type) {
  const char *message;
  return tern_quant_fits(type, &message) || (tern_emit_error(op->loc, "%s", message), false);
}

static bool verify_cast(const tern_op_t *op) {
  if (!check_form(op)) return false;
  const tern_type_t *input = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  const tern_type_t *quantized = tern_quant_is_quantized(input) ? input : result;
  const tern_type_t *plain = quantized == input ? result : input;
  tern_quant_params_t params;
  tern_quant_read(quantized, &params);
  if (params.expressed != tern_type_element(plain)) {
    tern_emit_error(op->loc, "expressed type in quantized type expected to match float type");
    return false;
  }
  return check_fit(op, quantized);
}

static bool verify_storage_cast(const tern_op_t *op) {
  if (!check_form(op)) return false;
  const tern_type_t *input = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  if (tern_quant_is_quantized(input) == tern_quant_is_quantized(result)) {
    return tern_op_error(op, "failed to verify that input must be integer and result must be quantized, or vice versa");
  }
  const tern_type_t *quantized = tern_quant_is_quantized(input) ? input : result;
  const tern_type_t *plain = quantized == input ? result : input;
  if (tern_quant_storage_type(quantized) != plain) {
    tern_emit_error(op->loc, "storage type in quantized type expected to match integer type");
    return false;
  }
  return check_fit(op, quantized);
}

const tern_op_row_t tern_quant_ops[] = {
#define OP(ID, NAME, ...) [TERN_QUANT_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/quant/quant_ops.def"
#undef OP
};

const tern_dialect_t tern_quant_dialect = {
    .name = "quant",
    .summary = "Quantized numbers",
    .ops = tern_quant_ops,
    .op_count = TERN_QUANT_OP_COUNT,
    .types = tern_quant_types,
    .type_count = TERN_QUANT_TYPE_COUNT,
    .encoding = &tern_quant_encoding,
};

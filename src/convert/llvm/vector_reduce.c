// Reductions of vectors to the llvm dialect (upstream: VectorToLLVM), with a mask too.

#include "convert/llvm/vector_private.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"

// How the accumulator comes in: into the intrinsic itself, by an op, or by a comparison and a choice.
static const struct reduction {
  int64_t kind;
  bool is_float;
  const tern_op_row_t *reduce, *combine, *masked;
  int64_t predicate;  // of the comparison, where there is no `combine`
} reductions[] = {
    {TERN_VECTOR_KIND_ADD, false, TERN_LLVM(INTR_VECTOR_REDUCE_ADD), TERN_LLVM(ADD), TERN_LLVM(INTR_VP_REDUCE_ADD), 0},
    {TERN_VECTOR_KIND_MUL, false, TERN_LLVM(INTR_VECTOR_REDUCE_MUL), TERN_LLVM(MUL), TERN_LLVM(INTR_VP_REDUCE_MUL), 0},
    {TERN_VECTOR_KIND_AND, false, TERN_LLVM(INTR_VECTOR_REDUCE_AND), TERN_LLVM(AND), TERN_LLVM(INTR_VP_REDUCE_AND), 0},
    {TERN_VECTOR_KIND_OR, false, TERN_LLVM(INTR_VECTOR_REDUCE_OR), TERN_LLVM(OR), TERN_LLVM(INTR_VP_REDUCE_OR), 0},
    {TERN_VECTOR_KIND_XOR, false, TERN_LLVM(INTR_VECTOR_REDUCE_XOR), TERN_LLVM(XOR), TERN_LLVM(INTR_VP_REDUCE_XOR), 0},
    {TERN_VECTOR_KIND_MINUI, false, TERN_LLVM(INTR_VECTOR_REDUCE_UMIN), NULL, TERN_LLVM(INTR_VP_REDUCE_UMIN),
     TERN_CMPI_ULE},
    {TERN_VECTOR_KIND_MINSI, false, TERN_LLVM(INTR_VECTOR_REDUCE_SMIN), NULL, TERN_LLVM(INTR_VP_REDUCE_SMIN),
     TERN_CMPI_SLE},
    {TERN_VECTOR_KIND_MAXUI, false, TERN_LLVM(INTR_VECTOR_REDUCE_UMAX), NULL, TERN_LLVM(INTR_VP_REDUCE_UMAX),
     TERN_CMPI_UGE},
    {TERN_VECTOR_KIND_MAXSI, false, TERN_LLVM(INTR_VECTOR_REDUCE_SMAX), NULL, TERN_LLVM(INTR_VP_REDUCE_SMAX),
     TERN_CMPI_SGE},
    {TERN_VECTOR_KIND_ADD, true, TERN_LLVM(INTR_VECTOR_REDUCE_FADD), NULL, TERN_LLVM(INTR_VP_REDUCE_FADD), 0},
    {TERN_VECTOR_KIND_MUL, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMUL), NULL, TERN_LLVM(INTR_VP_REDUCE_FMUL), 0},
    {TERN_VECTOR_KIND_MINNUMF, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMIN), TERN_LLVM(INTR_MINNUM),
     TERN_LLVM(INTR_VP_REDUCE_FMIN), 0},
    {TERN_VECTOR_KIND_MAXNUMF, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMAX), TERN_LLVM(INTR_MAXNUM),
     TERN_LLVM(INTR_VP_REDUCE_FMAX), 0},
    {TERN_VECTOR_KIND_MINIMUMF, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMINIMUM), TERN_LLVM(INTR_MINIMUM), NULL, 0},
    {TERN_VECTOR_KIND_MAXIMUMF, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMAXIMUM), TERN_LLVM(INTR_MAXIMUM), NULL, 0},
};

static const struct reduction *find_reduction(const tern_op_t *op, bool is_float) {
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "kind"));
  for (size_t i = 0; i < sizeof reductions / sizeof reductions[0]; ++i) {
    if (reductions[i].kind == kind && reductions[i].is_float == is_float) return &reductions[i];
  }
  return NULL;
}

static bool is_sum_or_product(const struct reduction *row) {
  return row->kind == TERN_VECTOR_KIND_ADD || row->kind == TERN_VECTOR_KIND_MUL;
}

// --- without a mask ---

static const tern_attr_t *flags_of(const tern_op_t *op, const struct reduction *row, tern_conversion_t *conversion) {
  const tern_llvm_vector_options_t *options = conversion->user;
  int64_t flags = tern_enum_attr_value(tern_op_attr(op, "fastmath"));
  if (options && options->reassociates_reductions && is_sum_or_product(row)) {
    int64_t reassociates;
    if (tern_enum_case_value(TERN_LLVM_ENUM(FASTMATH), TERN_STR("reassoc"), &reassociates)) flags |= reassociates;
  }
  return tern_enum_attr_get(tern_op_context(op), TERN_LLVM_ENUM(FASTMATH), flags);
}

static tern_value_t *combine(tern_builder_t *b, const struct reduction *row, tern_value_t *acc, tern_value_t *value) {
  if (row->is_float) return tern_llvm_make(b, row->combine, acc->type, TERN_VALUES(value, acc));
  if (row->combine) return tern_llvm_make(b, row->combine, acc->type, TERN_VALUES(acc, value));
  const tern_attr_t *predicate = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ICMP_PREDICATE), row->predicate);
  tern_value_t *is_acc = tern_build_value(b, TERN_LLVM(ICMP), .operands = TERN_VALUES(acc, value),
                                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                                          .attrs = TERN_ATTRS({"predicate", predicate}));
  return tern_llvm_make(b, TERN_LLVM(SELECT), acc->type, TERN_VALUES(is_acc, acc, value));
}

static bool lower_reduction(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (!type || tern_type_rank(tern_op_operand(op, 0)->type) > 1) return false;
  bool is_float = tern_type_is_float(type);
  const struct reduction *row = find_reduction(op, is_float);
  if (!row) return false;
  tern_value_t *vector = operands.values[0], *acc = operands.count > 1 ? operands.values[1] : NULL;
  tern_named_attr_t attrs[] = {{"fastmathFlags", NULL}};
  if (is_float) attrs[0].attr = flags_of(op, row, conversion);
  if (is_float && is_sum_or_product(row)) {
    if (!acc) {
      double start = row->kind == TERN_VECTOR_KIND_ADD ? 0.0 : 1.0;
      acc = tern_llvm_build_constant(b, type, tern_float_attr_get(type, start));
    }
    return tern_conversion_replace_value(conversion, op,
                                         tern_build_value(b, row->reduce, .operands = TERN_VALUES(acc, vector),
                                                          .types = TERN_TYPES(type), .attrs = {attrs, 1}));
  }
  tern_value_t *value = tern_build_value(b, row->reduce, .operands = TERN_VALUES(vector), .types = TERN_TYPES(type),
                                         .attrs = {attrs, is_float ? 1 : 0});
  return tern_conversion_replace_value(conversion, op, acc ? combine(b, row, acc, value) : value);
}

// --- with a mask ---

// What changes nothing: where there is no accumulator, the reduction starts from it.
static const tern_attr_t *neutral_value(const struct reduction *row, const tern_type_t *type) {
  if (row->is_float) {
    switch (row->kind) {
      case TERN_VECTOR_KIND_ADD: return tern_float_attr_get(type, 0.0);
      case TERN_VECTOR_KIND_MUL: return tern_float_attr_get(type, 1.0);
      case TERN_VECTOR_KIND_MINNUMF: return tern_float_attr_get(type, -__builtin_nan(""));
      default: return tern_float_attr_get(type, __builtin_nan(""));
    }
  }
  uint32_t width = tern_integer_type_width(type);
  int64_t least = width > 63 ? INT64_MIN : -(INT64_C(1) << (width - 1));
  switch (row->kind) {
    case TERN_VECTOR_KIND_MUL: return tern_integer_attr_get(type, 1);
    case TERN_VECTOR_KIND_AND:
    case TERN_VECTOR_KIND_MINUI: return tern_integer_attr_get(type, -1);
    case TERN_VECTOR_KIND_MINSI: return tern_integer_attr_get(type, ~least);
    case TERN_VECTOR_KIND_MAXSI: return tern_integer_attr_get(type, least);
    default: return tern_integer_attr_get(type, 0);
  }
}

// The number of lanes: a constant, times vscale if the vector is scalable.
static tern_value_t *lane_count(tern_builder_t *b, const tern_type_t *vector) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *count = tern_llvm_make_int(b, i32, tern_type_dim(vector, 0));
  if (!tern_vector_type_scalable_mask(vector)) return count;
  tern_value_t *scale = tern_build_value(b, TERN_VECTOR(VSCALE), .types = TERN_TYPES(tern_index_type_get(b->context)));
  scale = tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(scale), .types = TERN_TYPES(i32));
  return tern_build_value(b, TERN_ARITH(MULI), .operands = TERN_VALUES(count, scale));
}

// The negative number next to zero.
static const tern_attr_t *least_negative(const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  uint64_t words[2] = {1, 0};
  words[(width - 1) / 64] |= UINT64_C(1) << (width - 1) % 64;
  return tern_float_attr_get_bits(type, words);
}

// The largest finite number: the bits just below infinity.
static const tern_attr_t *largest_finite(const tern_type_t *type) {
  const tern_attr_t *infinity = tern_float_attr_get(type, __builtin_inf());
  uint64_t words[2] = {infinity->params[1], infinity->param_count > 2 ? infinity->params[2] : 0};
  if (words[0]-- == 0) --words[1];
  // Of the 80 bits the first of the fraction is written out.
  if (type->kind == TERN_TYPE_F80) words[0] = UINT64_MAX;
  return tern_float_attr_get_bits(type, words);
}

// There is no predicated form: lanes that are masked off take a value first. Upstream's value for maximumf is the
// negative number next to zero, and IR is to be the same.
static tern_value_t *select_lanes(tern_builder_t *b, const struct reduction *row, tern_value_t *vector,
                                  tern_value_t *mask) {
  const tern_type_t *element = tern_type_element(vector->type);
  const tern_attr_t *value = row->kind == TERN_VECTOR_KIND_MAXIMUMF ? least_negative(element) : largest_finite(element);
  tern_value_t *fill =
      tern_llvm_build_constant(b, vector->type, tern_dense_elements_attr_get_splat(vector->type, value));
  return tern_llvm_make(b, TERN_LLVM(SELECT), vector->type, TERN_VALUES(mask, vector, fill));
}

static tern_value_t *reduce_selected(tern_conversion_t *conversion, tern_op_t *op, const struct reduction *row,
                                     tern_value_t *mask) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  tern_value_t *vector = tern_conversion_remapped(conversion, tern_op_operand(op, 0));
  tern_value_t *start = op->operand_count > 1 ? tern_conversion_remapped(conversion, tern_op_operand(op, 1)) : NULL;
  vector = select_lanes(b, row, vector, mask);
  tern_value_t *value = tern_build_value(b, row->reduce, .operands = TERN_VALUES(vector), .types = TERN_TYPES(type),
                                         .attrs = TERN_ATTRS({"fastmathFlags", flags_of(op, row, conversion)}));
  return start ? combine(b, row, start, value) : value;
}

static bool lower_masked_reduction(tern_op_t *mask_op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_block_t *body = tern_op_body(mask_op, 0);
  tern_op_t *op = body ? body->first_op : NULL;
  if (!op || !tern_op_is(op, TERN_VECTOR(REDUCTION)) || mask_op->result_count != 1) return false;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (!type || tern_type_rank(tern_op_operand(op, 0)->type) != 1) return false;
  const struct reduction *row = find_reduction(op, tern_type_is_float(type));
  if (!row) return false;
  if (!row->masked) {
    return tern_conversion_replace_value(conversion, mask_op, reduce_selected(conversion, op, row, operands.values[0]));
  }
  tern_value_t *vector = tern_conversion_remapped(conversion, tern_op_operand(op, 0));
  tern_value_t *start = op->operand_count > 1 ? tern_conversion_remapped(conversion, tern_op_operand(op, 1)) : NULL;
  if (!start) start = tern_llvm_build_constant(b, type, neutral_value(row, type));
  tern_value_t *count = lane_count(b, vector->type);
  return tern_conversion_replace_value(
      conversion, mask_op, tern_llvm_make(b, row->masked, type, TERN_VALUES(start, vector, operands.values[0], count)));
}

const tern_conversion_pattern_t tern_llvm_vector_reduce_patterns[] = {
    {"reduction", TERN_VECTOR(REDUCTION), 1, lower_reduction},
    {"masked-reduction", TERN_VECTOR(MASK), 1, lower_masked_reduction},
    {0},
};

// --relayout-tritongpu: ops of ttng that stand among ops of tt get the encodings that their hardware needs.
//
//   %c = builtin.unrealized_conversion_cast %e       =>      %c = ttg.convert_layout %e : ... -> tensor<128x64xf32, #linear>
//   ttng.tmem_store %c, %m, %true                            ttng.tmem_store %c, %m, %true
//
// For programs that were converted with --convert-triton-to-tritongpu=enable-source-remat=true, which leaves such ops with casts: stores,
// loads and allocations of tensor memory, and rows that are gathered and scattered. Other tensors get the encodings that all have in the
// beginning.
//
// Source: upstream's pass of the same name.

#include "convert/triton/to_ttg/type_converter.h"
#include "dialect/builtin/builtin.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/tmem_access.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// Where an operand that is a tensor stands, and which memory it moves to.
static const struct {
  int op;
  const char *tensor, *memory;  // `memory` NULL: the operand says which rows; "": the op's result
} takers[] = {{TERN_TTNG_TMEM_STORE, "src", "dst"},
              {TERN_TTNG_TMEM_ALLOC, "src", ""},
              {TERN_TTNG_ASYNC_TMA_GATHER, "x_offsets", NULL},
              {TERN_TTNG_ASYNC_TMA_SCATTER, "x_offsets", NULL}};
enum { TAKER_COUNT = sizeof takers / sizeof takers[0] };

static size_t taker_of(const tern_op_t *op) {
  size_t i = 0;
  while (i < TAKER_COUNT && !tern_op_is(op, &tern_ttng_ops[takers[i].op])) ++i;
  return i;
}

static bool has_tensor(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TMEM_LOAD)) || taker_of(op) < TAKER_COUNT;
}

static tern_ttg_machine_t machine_of(const tern_op_t *op) {
  return (tern_ttg_machine_t){.warps = tern_ttg_lookup_num_warps(op),
                              .threads = tern_ttg_lookup_threads_per_warp(op),
                              .ctas = tern_ttg_lookup_num_ctas(op)};
}

// The encoding of a tensor that moves to such memory; NULL after an error.
static const tern_attr_t *memory_encoding(const tern_op_t *op, const tern_type_t *tensor, const tern_type_t *memory) {
  const tern_attr_t *dealt = tern_tensor_type_encoding(tensor);
  if (!dealt)
    dealt = tern_ttg_default_encoding(tensor->context, tern_type_dims(tensor), tern_type_rank(tensor), machine_of(op));
  const tern_attr_t *encoding = tern_tmem_layout(op, dealt, memory, TERN_TMEM_ROW_A_LANE);
  if (encoding) return encoding;
  tern_op_error(op, "moves a tensor that no instruction of tensor memory moves");
  tern_emit_note(op->loc, "tensors of two dimensions are moved by at least four warps, each of which has 32 rows");
  return NULL;
}

// The value before it was cast to a type without an encoding.
static tern_value_t *skip_casts(tern_value_t *value) {
  for (tern_op_t *op; (op = tern_value_defined_by(value, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)));) {
    if (op->operand_count != 1 || tern_op_operand(op, 0)->type->kind != TERN_TYPE_TENSOR) break;
    value = tern_op_operand(op, 0);
  }
  return value;
}

static bool relayout_operand(tern_op_t *op, size_t taker) {
  size_t start, count;
  tern_op_operands_named(op, takers[taker].tensor, &start, &count);
  if (!count || tern_ttg_type_encoding(tern_op_operand(op, start)->type)) return true;
  tern_value_t *value = tern_op_operand(op, start), *source = skip_casts(value);
  const char *memory = takers[taker].memory;
  if (!tern_ttg_type_encoding(source->type)) {
    tern_op_error(op, "takes a tensor that has no encoding");
    tern_emit_note(op->loc, "--convert-triton-to-tritongpu=enable-source-remat=true gives it one before this pass");
    return false;
  }
  const tern_attr_t *encoding = NULL;
  if (memory) {
    const tern_type_t *type = *memory ? tern_op_operand_named(op, memory)->type : op->results[0].type;
    encoding = memory_encoding(op, source->type, type);
  } else {
    encoding = tern_ttg_rows_encoding(tern_op_context(op), machine_of(op));
  }
  if (!encoding) return false;
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *cast = source == value ? NULL : tern_value_defining_op(value);
  tern_op_set_operand(op, start, tern_ttg_build_convert(&b, source, encoding));
  if (cast && !tern_value_has_uses(&cast->results[0])) tern_op_destroy(cast);
  return true;
}

// Conversions of what is loaded, from no encoding to the one that all have, were made for those that take it.
static void replace_conversions(tern_value_t *old, tern_value_t *made) {
  for (tern_operand_t *use = old->first_use, *next = NULL; use; use = next) {
    next = use->next;
    tern_op_t *owner = use->owner;
    if (owner == tern_value_defining_op(made)) continue;
    bool is_conversion =
        tern_op_is(owner, TERN_TTG(CONVERT_LAYOUT)) || tern_op_is(owner, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST));
    if (is_conversion && owner->results[0].type == made->type) {
      tern_value_replace_all_uses(&owner->results[0], made);
      tern_op_destroy(owner);
    } else {
      tern_operand_set(use, made);
    }
  }
}

static bool relayout_load(tern_op_t *op) {
  tern_value_t *result = &op->results[0];
  const tern_type_t *type = result->type;
  if (tern_tensor_type_encoding(type)) return true;
  const tern_attr_t *encoding = memory_encoding(op, type, tern_op_operand(op, 0)->type);
  if (!encoding) return false;
  const tern_attr_t *others =
      tern_ttg_default_encoding(type->context, tern_type_dims(type), tern_type_rank(type), machine_of(op));
  result->type = tern_ttg_with_encoding(type, encoding);
  tern_builder_t b = tern_builder_after(op);
  replace_conversions(result, tern_ttg_build_convert(&b, result, others));
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(module, TERN_PREORDER, has_tensor);
  bool is_done = true;
  for (size_t i = 0; i < ops.count && is_done; ++i) {
    size_t taker = taker_of(ops.values[i]);
    is_done = taker < TAKER_COUNT ? relayout_operand(ops.values[i], taker) : relayout_load(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return is_done;
}

const tern_pass_def_t tern_relayout_tritongpu_pass = {
    .flag = "relayout-tritongpu",
    .name = "RelayoutTritonGPU",
    .anchor = "builtin.module",
    .summary = "Give tensors of ttng's ops the encodings that their hardware needs",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

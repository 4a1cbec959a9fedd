// --relayout-tritongpu: encodings for the tensors of ttng's ops, which --convert-triton-to-tritongpu left without (upstream's pass of the
// name). It runs behind it, with `enable-source-remat`, where encodings were taken away to choose new ones.
//
//   %r = ttng.tmem_load %m : ... -> tensor<128x64xf32>
// becomes
//   %t = ttng.tmem_load %m : ... -> tensor<128x64xf32, #linear>
//   %r = ttg.convert_layout %t : tensor<128x64xf32, #linear> -> tensor<128x64xf32, #blocked>
//
// The instructions of tensor memory reach some tensors alone, and TMA takes rows in fours.

#include "convert/triton/to_ttg/type_converter.h"
#include "dialect/builtin/builtin.h"
#include "dialect/ttng/tmem_access.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool lacks_encoding(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_TENSOR && !tern_tensor_type_encoding(value->type);
}

static const tern_type_t *default_type(const tern_type_t *type, tern_ttg_machine_t machine) {
  return tern_ttg_with_encoding(
      type, tern_ttg_default_encoding(type->context, tern_type_dims(type), tern_type_rank(type), machine));
}

// The tensor in the encoding that it has got, of which the value may be a cast.
static tern_value_t *encoded(tern_builder_t *b, tern_value_t *value, tern_ttg_machine_t machine) {
  if (!lacks_encoding(value)) return value;
  const tern_op_t *cast = tern_value_defined_by(value, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST));
  if (cast && cast->operand_count == 1 && !lacks_encoding(tern_op_operand(cast, 0))) return tern_op_operand(cast, 0);
  return tern_ttg_build_convert(b, value, tern_tensor_type_encoding(default_type(value->type, machine)));
}

// The encoding in which a tensor goes to and from tensor memory; NULL after an error.
static const tern_attr_t *tmem_encoding(const tern_op_t *op, const tern_type_t *tensor, const tern_type_t *memory,
                                        tern_ttg_machine_t machine) {
  const tern_attr_t *encodings[TERN_TMEM_MAX_LAYOUTS];
  if (tern_tmem_compatible_layouts(op, default_type(tensor, machine), memory, encodings) > 0) return encodings[0];
  tern_op_error(op, "has no encoding in which %lld warps reach its tensor memory", (long long)machine.warps);
  tern_emit_note(op->loc, "four warps and more see all rows");
  return NULL;
}

static void set_operand(tern_op_t *op, size_t index, const tern_attr_t *encoding, tern_ttg_machine_t machine) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *value = encoded(&b, tern_op_operand(op, index), machine);
  tern_op_set_operand(op, index, tern_ttg_build_convert(&b, value, encoding));
}

static bool relayout_load(tern_op_t *op, tern_ttg_machine_t machine) {
  tern_value_t *result = tern_op_result(op, 0);
  const tern_type_t *type = default_type(result->type, machine);
  const tern_attr_t *encoding = tmem_encoding(op, result->type, tern_op_operand(op, 0)->type, machine);
  if (!encoding) return false;
  result->type = tern_ttg_with_encoding(result->type, encoding);
  tern_builder_t b = tern_builder_after(op);
  tern_value_t *converted = tern_ttg_build_convert(&b, result, tern_tensor_type_encoding(type));
  tern_value_replace_all_uses(result, converted);
  tern_op_set_operand(tern_value_defining_op(converted), 0, result);
  return true;
}

static bool relayout_source(tern_op_t *op, const char *source, const tern_type_t *memory, tern_ttg_machine_t machine) {
  size_t index, count;
  tern_op_operands_named(op, source, &index, &count);
  const tern_attr_t *encoding = tmem_encoding(op, tern_op_operand(op, index)->type, memory, machine);
  if (encoding) set_operand(op, index, encoding, machine);
  return encoding != NULL;
}

static bool needs_encoding(const tern_op_t *op) {
  if (!tern_str_starts_with(tern_op_name(op), TERN_STR("ttng."))) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (lacks_encoding(tern_op_operand(op, i))) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (lacks_encoding(tern_op_result(op, i))) return true;
  }
  return false;
}

static bool relayout(tern_op_t *op, tern_ttg_machine_t machine) {
  if (tern_op_is(op, TERN_TTNG(TMEM_LOAD))) return relayout_load(op, machine);
  if (tern_op_is(op, TERN_TTNG(TMEM_ALLOC))) return relayout_source(op, "src", tern_op_result(op, 0)->type, machine);
  if (tern_op_is(op, TERN_TTNG(TMEM_STORE))) return relayout_source(op, "src", tern_op_operand(op, 0)->type, machine);
  if (tern_op_is(op, TERN_TTNG(ASYNC_TMA_GATHER)) || tern_op_is(op, TERN_TTNG(ASYNC_TMA_SCATTER))) {
    set_operand(op, 1, tern_ttg_rows_encoding(tern_op_context(op), machine), machine);
    return true;
  }
  tern_op_error(op, "has a tensor without an encoding, and none is known for it");
  tern_emit_note(op->loc,
                 "tensors of tmem_alloc, tmem_load, tmem_store, async_tma_gather and async_tma_scatter get encodings");
  return false;
}

static void erase_dead_cast(tern_op_t *op) {
  if (tern_op_is(op, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)) && tern_op_has_no_uses(op)) tern_op_destroy(op);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_ttg_machine_t machine = {.warps = tern_ttg_lookup_num_warps(module),
                                .threads = tern_ttg_lookup_threads_per_warp(module),
                                .ctas = tern_ttg_lookup_num_ctas(module)};
  if (machine.warps <= 0) return tern_op_error(module, "has no attribute 'ttg.num-warps'");
  tern_op_list_t ops = tern_op_collect(module, TERN_PREORDER, needs_encoding);
  bool is_right = true;
  for (size_t i = 0; i < ops.count && is_right; ++i) is_right = relayout(ops.values[i], machine);
  tern_vec_deinitialize(&ops);
  if (is_right) tern_op_visit(module, TERN_POSTORDER, NULL, erase_dead_cast);
  return is_right;
}

const tern_pass_def_t tern_relayout_tritongpu_pass = {
    .flag = "relayout-tritongpu",
    .name = "RelayoutTritonGPU",
    .anchor = "builtin.module",
    .summary = "Give the tensors of ttng's ops encodings that their instructions reach",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, &tern_ttng_dialect, NULL},
    .run = run,
};

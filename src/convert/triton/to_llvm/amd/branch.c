// See branch.h (upstream: MaskedOpsToLLVM).

#include "convert/triton/to_llvm/amd/branch.h"

#include <assert.h>

tern_triton_branch_t tern_triton_begin_if(tern_conversion_t *conversion, tern_value_t *condition) {
  tern_builder_t *b = tern_triton_builder(conversion);
  assert(b->before && "conversions build before the op that they convert");
  tern_triton_branch_t branch = {.before = b->block, .next = b->before, .condition = condition};
  branch.after = tern_conversion_split_block(conversion, b->before);
  branch.body = tern_conversion_add_block(conversion, branch.before->parent, branch.after);
  tern_builder_set_end(b, branch.body);
  return branch;
}

tern_value_t *tern_triton_end_if(tern_conversion_t *conversion, const tern_triton_branch_t *branch, tern_value_t *value,
                                 tern_value_t *otherwise) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_block_t *body = branch->body, *after = branch->after;
  tern_values_t values = {&value, value ? 1 : 0};
  tern_build(b, TERN_LLVM(BR), .operands = values, .successors = &after, .successor_count = 1);
  tern_builder_set_end(b, branch->before);
  tern_build(b, TERN_LLVM(COND_BR), .operands = {(tern_value_t *[]){branch->condition, otherwise}, value ? 2 : 1},
             .segments = (int32_t[]){1, 0, value ? 1 : 0}, .successors = (tern_block_t *[]){body, after},
             .successor_count = 2);
  tern_value_t *result = value ? tern_block_add_arg(after, value->type, branch->next->loc) : NULL;
  tern_builder_set_before(b, branch->next);
  return result;
}

// --- memory ---

bool tern_triton_holds_always(const tern_value_t *condition) {
  int64_t number;
  return !condition || (tern_emit_is_constant(condition, &number) && number);
}

static void set_flags(tern_builder_t *b, tern_op_t *op, tern_triton_memory_flags_t flags) {
  const tern_attr_t *unit = tern_unit_attr_get(b->context);
  if (flags.alignment) tern_op_set_attr(op, "alignment", tern_integer_attr_get(tern_emit_i(b, 64), flags.alignment));
  if (flags.is_volatile) tern_op_set_attr(op, "volatile_", unit);
  if (flags.is_nontemporal) tern_op_set_attr(op, "nontemporal", unit);
}

tern_value_t *tern_triton_load_if(tern_conversion_t *conversion, tern_value_t *condition, const tern_type_t *type,
                                  tern_value_t *pointer, tern_value_t *otherwise, tern_triton_memory_flags_t flags) {
  tern_builder_t *b = tern_triton_builder(conversion);
  bool is_always = tern_triton_holds_always(condition);
  tern_triton_branch_t branch = {0};
  if (!is_always && !otherwise) otherwise = tern_emit_zero(b, type);
  if (!is_always) branch = tern_triton_begin_if(conversion, condition);
  tern_value_t *value = tern_emit_load(b, type, pointer);
  set_flags(b, tern_value_defining_op(value), flags);
  return is_always ? value : tern_triton_end_if(conversion, &branch, value, otherwise);
}

void tern_triton_store_if(tern_conversion_t *conversion, tern_value_t *condition, tern_value_t *value,
                          tern_value_t *pointer, tern_triton_memory_flags_t flags) {
  tern_builder_t *b = tern_triton_builder(conversion);
  bool is_always = tern_triton_holds_always(condition);
  tern_triton_branch_t branch = {0};
  if (!is_always) branch = tern_triton_begin_if(conversion, condition);
  set_flags(b, tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, pointer), .types = {0}), flags);
  if (!is_always) tern_triton_end_if(conversion, &branch, NULL, NULL);
}

// ttg: folds (upstream: Ops.cpp), and what ops do to memory.

#include "dialect/ttg/hooks.h"

#define FOLD(NAME)                                                                           \
  tern_fold_status_t tern_ttg_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                          tern_fold_result_t *out_results)

static tern_fold_status_t give_value(tern_fold_result_t *out_results, tern_value_t *value) {
  out_results[0].value = value;
  return TERN_FOLD_REPLACED;
}

static tern_value_t *source(const tern_op_t *op) { return tern_op_operand(op, 0); }

// Memory that nobody writes to, with what was read from such memory, is that memory.
FOLD(local_alloc) {
  (void)operands;
  const tern_type_t *type = op->results[0].type;
  if (!op->operand_count || tern_memdesc_read(type).is_mutable) return TERN_FOLD_FAILED;
  const tern_op_t *load = tern_value_defined_by(source(op), TERN_TTG(LOCAL_LOAD));
  return load && source(load)->type == type ? give_value(out_results, source(load)) : TERN_FOLD_FAILED;
}

FOLD(memdesc_trans) {
  (void)operands;
  const tern_attr_t *order = tern_op_attr(op, "order");
  size_t rank = tern_int_list_attr_count(order);
  bool is_identity = true;
  for (size_t d = 0; d < rank; ++d) is_identity &= tern_int_list_attr_at(order, d) == (int64_t)d;
  if (is_identity && source(op)->type == op->results[0].type) return give_value(out_results, source(op));
  const tern_op_t *inner = tern_value_defined_by(source(op), TERN_TTG(MEMDESC_TRANS));
  int32_t joined[32];
  if (!inner || rank > sizeof(joined) / sizeof(joined[0])) return TERN_FOLD_FAILED;
  const tern_attr_t *first = tern_op_attr(inner, "order");
  for (size_t d = 0; d < rank; ++d)
    joined[d] = (int32_t)tern_int_list_attr_at(first, (size_t)tern_int_list_attr_at(order, d));
  tern_op_set_attr(op, "order", tern_dense_i32_array_attr_get(tern_op_context(op), joined, rank));
  tern_op_set_operand(op, 0, source(inner));
  return TERN_FOLD_IN_PLACE;
}

FOLD(memdesc_reinterpret) {
  (void)operands;
  return source(op)->type == op->results[0].type ? give_value(out_results, source(op)) : TERN_FOLD_FAILED;
}

// Memory that nobody writes to is as good as a value until it is said where it lies.
tern_traits_t tern_ttg_local_alloc_effects(const tern_op_t *op) {
  bool is_placed = tern_dictionary_attr_lookup(op->attrs, TERN_STR("allocation.offset")) != NULL;
  if (!tern_memdesc_read(op->results[0].type).is_mutable && !is_placed) return 0;
  return op->operand_count ? TERN_TRAIT_MEM_ALLOC | TERN_TRAIT_MEM_WRITE : TERN_TRAIT_MEM_ALLOC;
}

// ub: the table of ops, and the poison attribute.

#include "dialect/ub/ub.h"

static tern_fold_status_t fold_poison(tern_op_t *op, const tern_attr_t *const *operands,
                                      tern_fold_result_t *out_results) {
  (void)operands;
  out_results[0].attr = tern_op_attr(op, "value");
  return out_results[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  if (value->kind != TERN_ATTR_DIALECT || value->row != &tern_ub_attrs[0]) return NULL;
  tern_op_state_t state = {.def = tern_op_def_of(context, TERN_UB(POISON)),
                           .loc = loc,
                           .result_types = TERN_TYPES(type),
                           .attrs = TERN_ATTRS({"value", value})};
  return tern_op_create(context, &state);
}

const tern_attr_row_t tern_ub_attrs[] = {{.name = "ub.poison", .summary = "The poison value"}};

const tern_attr_t *tern_ub_poison_attr(tern_context_t *context) {
  return tern_dialect_attr_get(context, &tern_ub_attrs[0], NULL, 0);
}

const tern_op_row_t tern_ub_ops[] = {
#define OP(ID, NAME, ...) [TERN_UB_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/ub/ub_ops.def"
#undef OP
};

const tern_dialect_t tern_ub_dialect = {
    .name = "ub",
    .summary = "Undefined behaviour as values",
    .ops = tern_ub_ops,
    .op_count = TERN_UB_OP_COUNT,
    .attrs = tern_ub_attrs,
    .attr_count = sizeof(tern_ub_attrs) / sizeof(tern_ub_attrs[0]),
    .materialize_constant = materialize_constant,
};

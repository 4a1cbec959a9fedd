// The util dialect: its table.

#include "dialect/util/util.h"

#include "dialect/arith/arith.h"
#include "dialect/common/shaped_syntax.h"
#include "dialect/util/hooks.h"
#include "ir/symbol.h"

tern_op_t *tern_util_global_of(const tern_op_t *op) {
  tern_op_t *global = tern_symbol_lookup_nearest(op, tern_op_attr(op, "global"));
  return global && tern_op_is(global, TERN_UTIL(GLOBAL)) ? global : NULL;
}

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_op_row_t tern_util_ops[] = {
#define OP(ID, NAME, ...) [TERN_UTIL_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/util/util_ops.def"
#undef OP
};

const tern_dialect_t tern_util_dialect = {
    .name = "util",
    .summary = "Globals, functions, byte buffers and lists of the host program",
    .ops = tern_util_ops,
    .op_count = TERN_UTIL_OP_COUNT,
    .types = tern_util_types,
    .type_count = TERN_UTIL_TYPE_VARIANT + 1,
    .attrs = tern_util_attrs,
    .attr_count = TERN_UTIL_ATTR_COUNT,
    .materialize_constant = materialize_constant,
};

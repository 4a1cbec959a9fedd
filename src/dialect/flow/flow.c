// The flow dialect: its table, and what is asked about executables.

#include "dialect/flow/flow.h"

#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/common/shaped_syntax.h"
#include "dialect/flow/hooks.h"
#include "ir/symbol.h"

tern_op_t *tern_flow_executable_module(const tern_op_t *executable) {
  tern_block_t *body = tern_op_body(executable, 0);
  if (!body) return NULL;
  tern_block_for_each_op(body, inner) {
    if (tern_op_is(inner, TERN_BUILTIN(MODULE))) return inner;
  }
  return NULL;
}

tern_op_t *tern_flow_resolve_export(const tern_op_t *from, const tern_attr_t *entry_point) {
  tern_op_t *found = tern_symbol_lookup_nearest(from, entry_point);
  return found && tern_op_is(found, TERN_FLOW(EXECUTABLE_EXPORT)) ? found : NULL;
}

tern_op_t *tern_flow_export_function(const tern_op_t *export_op) {
  const tern_op_t *executable = tern_op_parent(export_op);
  tern_op_t *module = executable ? tern_flow_executable_module(executable) : NULL;
  return module ? tern_symbol_lookup_ref_in(module, tern_op_attr(export_op, "function_ref")) : NULL;
}

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_op_row_t tern_flow_ops[] = {
#define OP(ID, NAME, ...) [TERN_FLOW_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/flow/flow_ops.def"
#undef OP
};

const tern_type_row_t tern_flow_types[] = {{.name = "flow.channel", .summary = "a channel of collective operations"}};

const tern_attr_row_t tern_flow_attrs[] = {{.name = "flow.parameter.named",
                                            .summary = "a value that is kept outside of the module",
                                            .parse = tern_flow_parse_parameter,
                                            .print = tern_flow_print_parameter,
                                            .is_typed = true}};

// Numbers are those of IREE.
static const tern_enum_case_t element_types[] = {{"i8", 0},  {"u8", 1},  {"i16", 2},  {"u16", 3},
                                                 {"i32", 4}, {"u32", 5}, {"i64", 6},  {"u64", 7},
                                                 {"f16", 8}, {"f32", 9}, {"f64", 10}, {"bf16", 11}};
static const tern_enum_case_t reductions[] = {{"none", 0},    {"sum", 1},     {"product", 2},
                                              {"minimum", 3}, {"maximum", 4}, {"average", 5}};

static const tern_enum_row_t enums[] = {
    {.name = "flow.collective_element_type",
     .storage_width = 32,
     .cases = element_types,
     .case_count = sizeof element_types / sizeof element_types[0]},
    {.name = "flow.collective_reduction_op",
     .storage_width = 32,
     .cases = reductions,
     .case_count = sizeof reductions / sizeof reductions[0]},
};

const tern_dialect_t tern_flow_dialect = {
    .name = "flow",
    .summary = "Dispatches and the tensors that flow between them",
    .ops = tern_flow_ops,
    .op_count = TERN_FLOW_OP_COUNT,
    .types = tern_flow_types,
    .type_count = 1,
    .attrs = tern_flow_attrs,
    .attr_count = 1,
    .enums = enums,
    .enum_count = 2,
    .materialize_constant = materialize_constant,
};

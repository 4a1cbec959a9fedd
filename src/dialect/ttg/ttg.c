// ttg: the tables.

#include "dialect/ttg/ttg.h"

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/hooks.h"

const tern_attr_row_t tern_ttg_attrs[] = {
#define ENCODING(ID, SYNTAX, NAME, ALIAS, SUMMARY, ...)     \
  [TERN_TTG_ATTR_##ID] = {.name = NAME,                     \
                          .summary = SUMMARY,               \
                          .parse = tern_ttg_parse_##SYNTAX, \
                          .print = tern_ttg_print_##SYNTAX, \
                          .alias = ALIAS},
#include "dialect/ttg/ttg_encodings.def"
#undef ENCODING
    [TERN_TTG_ATTR_SHARED_MEMORY] = {.name = "ttg.shared_memory",
                                     .summary = "The memory that the threads of a block share",
                                     .parse = tern_ttg_parse_shared_memory,
                                     .print = tern_ttg_print_shared_memory,
                                     .alias = "smem"},
};

const tern_type_row_t tern_ttg_types[] = {
    [TERN_TTG_TYPE_MEMDESC] =
        {.name = "ttg.memdesc",
         .summary = "memory descriptor type (`::mlir::triton::gpu::MemDescType`) in Triton IR type system",
         .parse = tern_ttg_parse_type,
         .print = tern_ttg_print_type,
         .element = tern_ttg_type_element},
    [TERN_TTG_TYPE_ASYNC_TOKEN] = {.name = "ttg.async.token", .summary = "async token type"},
};

const tern_op_row_t tern_ttg_ops[] = {
#define OP(ID, NAME, ...) [TERN_TTG_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/ttg/ttg_ops.def"
#undef OP
};

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_dialect_t tern_ttg_dialect = {
    .name = "ttg",
    .summary = "Triton's programs with tensors dealt to threads, and shared memory",
    .ops = tern_ttg_ops,
    .op_count = TERN_TTG_OP_COUNT,
    .types = tern_ttg_types,
    .type_count = TERN_TTG_TYPE_COUNT,
    .attrs = tern_ttg_attrs,
    .attr_count = TERN_TTG_ATTR_COUNT,
    .materialize_constant = materialize_constant,
    .verify_op = tern_ttg_verify_layouts,
    .custom_directives = tern_ttg_directives,
    .custom_directive_count = TERN_TTG_DIRECTIVE_COUNT,
    .verify_op_attr = tern_ttg_verify_op_attr,
};

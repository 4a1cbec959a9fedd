// ttng: the tables.

#include "dialect/ttng/ttng.h"

#include "dialect/arith/arith.h"
#include "dialect/ttng/hooks.h"

const tern_attr_row_t tern_ttng_attrs[] = {
    [TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING] = {.name = "ttng.tensor_memory_encoding",
                                               .summary = "Rows and columns of tensor memory",
                                               .parse = tern_ttng_parse_encoding,
                                               .print = tern_ttng_print_encoding,
                                               .alias = "tmem"},
    [TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING] = {.name = "ttng.tensor_memory_scales_encoding",
                                                      .summary = "Scales in tensor memory, for all four warps",
                                                      .parse = tern_ttng_parse_encoding,
                                                      .print = tern_ttng_print_encoding,
                                                      .alias = "tmem_scales"},
    [TERN_TTNG_ATTR_TENSOR_MEMORY] = {.name = "ttng.tensor_memory",
                                      .summary = "The memory that holds the sums of tc_gen5_mma",
                                      .parse = tern_ttng_parse_tensor_memory,
                                      .print = tern_ttng_print_tensor_memory},
};

const tern_op_row_t tern_ttng_ops[] = {
#define OP(ID, NAME, ...) [TERN_TTNG_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/ttng/ttng_ops.def"
#undef OP
};

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_dialect_t tern_ttng_dialect = {
    .name = "ttng",
    .summary = "What only NVIDIA's chips have of Triton's programs",
    .ops = tern_ttng_ops,
    .op_count = TERN_TTNG_OP_COUNT,
    .attrs = tern_ttng_attrs,
    .attr_count = TERN_TTNG_ATTR_COUNT,
    .materialize_constant = materialize_constant,
    .verify_op = tern_ttg_verify_layouts,
    .custom_directives = tern_ttng_directives,
    .custom_directive_count = TERN_TTNG_DIRECTIVE_COUNT,
};

// linalg: the table of ops and enums.

#include "dialect/linalg/linalg.h"

#include "dialect/arith/arith.h"
#include "dialect/linalg/description.h"
#include "dialect/linalg/hooks.h"

// Constants are arith's.
static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)
#define ENUM(NAME, CLASS, ATTR_CLASS)                                                                       \
  .name = "linalg." NAME, .attr_name = "linalg." NAME, .storage_width = 32, .class_name = "::mlir::" CLASS, \
  .attr_class_name = ATTR_CLASS
#define FUNCTION(NAME, CLASS) ENUM(NAME, "linalg::" CLASS, CLASS "Attr")

const tern_enum_row_t tern_linalg_enums[] = {
    [TERN_LINALG_ENUM_ITERATOR_TYPE] = {ENUM("iterator_type", "utils::IteratorType", "IteratorTypeEnum"),
                                        CASES({"parallel", TERN_ITERATOR_PARALLEL},
                                              {"reduction", TERN_ITERATOR_REDUCTION})},
    [TERN_LINALG_ENUM_TYPE_FN] = {FUNCTION("type_fn", "TypeFn"), CASES({"cast_signed", TERN_LINALG_CAST_SIGNED},
                                                                       {"cast_unsigned", TERN_LINALG_CAST_UNSIGNED})},
    [TERN_LINALG_ENUM_UNARY_FN] = {FUNCTION("unary_fn", "UnaryFn"),
                                   CASES({"exp", 0}, {"log", 1}, {"abs", 2}, {"ceil", 3}, {"floor", 4}, {"negf", 5},
                                         {"reciprocal", 6}, {"round", 7}, {"sqrt", 8}, {"rsqrt", 9}, {"square", 10},
                                         {"tanh", 11}, {"erf", 12})},
    [TERN_LINALG_ENUM_BINARY_FN] = {FUNCTION("binary_fn", "BinaryFn"),
                                    CASES({"add", 0}, {"sub", 1}, {"mul", 2}, {"div", 3}, {"div_unsigned", 4},
                                          {"max_signed", 5}, {"min_signed", 6}, {"max_unsigned", 7},
                                          {"min_unsigned", 8}, {"powf", 9})},
    [TERN_LINALG_ENUM_TERNARY_FN] = {FUNCTION("ternary_fn", "TernaryFn"), CASES({"select", 0})},
    [TERN_LINALG_ENUM_ELEMENTWISE_KIND] =
        {FUNCTION("elementwise_kind", "ElementwiseKind"),
         CASES({"exp", 0}, {"log", 1}, {"abs", 2}, {"ceil", 3}, {"floor", 4}, {"negf", 5}, {"reciprocal", 6},
               {"round", 7}, {"sqrt", 8}, {"rsqrt", 9}, {"square", 10}, {"tanh", 11}, {"erf", 12}, {"add", 13},
               {"sub", 14}, {"mul", 15}, {"div", 16}, {"div_unsigned", 17}, {"max_signed", 18}, {"min_signed", 19},
               {"max_unsigned", 20}, {"min_unsigned", 21}, {"powf", 22}, {"select", 23})},
    [TERN_LINALG_ENUM_WINOGRAD_FMR] = {.name = "linalg.winograd_fmr",
                                       .storage_width = 32,
                                       CASES({"F_2_3", 0}, {"F_4_3", 1}, {"F_2_5", 2})},
};

const tern_op_row_t tern_linalg_ops[] = {
#define OP(ID, NAME, ...) [TERN_LINALG_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/linalg/linalg_ops.def"
#undef OP
};

const tern_dialect_t tern_linalg_dialect = {
    .name = "linalg",
    .summary = "Structured operations on tensors and buffers",
    .ops = tern_linalg_ops,
    .op_count = TERN_LINALG_OP_COUNT,
    .enums = tern_linalg_enums,
    .enum_count = TERN_LINALG_ENUM_COUNT,
    .materialize_constant = materialize_constant,
};

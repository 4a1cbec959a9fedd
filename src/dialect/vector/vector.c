// vector: the table of ops, enums.

#include "dialect/vector/vector.h"

const tern_attr_t *tern_vector_kind_attr(tern_context_t *context, int64_t kind) {
  return tern_enum_attr_get(context, TERN_VECTOR_ENUM(KIND), kind);
}

#define CASES(...) \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)

const tern_enum_row_t tern_vector_enums[] = {
    [TERN_VECTOR_ENUM_KIND] = {.name = "vector.kind",
                               .attr_name = "vector.kind",
                               .storage_width = 32,
                               CASES({"add", TERN_VECTOR_KIND_ADD}, {"mul", TERN_VECTOR_KIND_MUL},
                                     {"minui", TERN_VECTOR_KIND_MINUI}, {"minsi", TERN_VECTOR_KIND_MINSI},
                                     {"minnumf", TERN_VECTOR_KIND_MINNUMF}, {"maxui", TERN_VECTOR_KIND_MAXUI},
                                     {"maxsi", TERN_VECTOR_KIND_MAXSI}, {"maxnumf", TERN_VECTOR_KIND_MAXNUMF},
                                     {"and", TERN_VECTOR_KIND_AND}, {"or", TERN_VECTOR_KIND_OR},
                                     {"xor", TERN_VECTOR_KIND_XOR}, {"minimumf", TERN_VECTOR_KIND_MINIMUMF},
                                     {"maximumf", TERN_VECTOR_KIND_MAXIMUMF})},
    [TERN_VECTOR_ENUM_ITERATOR_TYPE] = {.name = "vector.iterator_type",
                                        .attr_name = "vector.iterator_type",
                                        .storage_width = 32,
                                        CASES({"parallel", 0}, {"reduction", 1})},
    [TERN_VECTOR_ENUM_PRINT_PUNCTUATION] = {.name = "vector.punctuation",
                                            .attr_name = "vector.punctuation",
                                            .storage_width = 32,
                                            CASES({"no_punctuation", 0}, {"newline", 1}, {"comma", 2}, {"open", 3},
                                                  {"close", 4})},
};

const tern_op_row_t tern_vector_ops[] = {
#define OP(ID, NAME, ...) [TERN_VECTOR_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/vector/vector_ops.def"
#undef OP
};

const tern_dialect_t tern_vector_dialect = {
    .name = "vector",
    .summary = "Operations on vectors of any rank",
    .ops = tern_vector_ops,
    .op_count = TERN_VECTOR_OP_COUNT,
    .enums = tern_vector_enums,
    .enum_count = TERN_VECTOR_ENUM_COUNT,
};

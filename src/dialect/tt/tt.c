// tt: the tables.

#include "dialect/tt/tt.h"

#include "asm/format/function.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/tt/hooks.h"

const tern_enum_row_t tern_tt_enums[] = {
#define ENUM(ID, NAME, ...)                                                \
  [TERN_TT_ENUM_##ID] = {.name = NAME,                                     \
                         .storage_width = 32,                              \
                         .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
                         .case_count = sizeof((const tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)},
#include "dialect/tt/tt_enums.def"
#undef ENUM
};

const tern_type_row_t tern_tt_types[] = {
    [TERN_TT_TYPE_PTR] = {.name = "tt.ptr",
                          .summary = "ptr",
                          .parse = tern_tt_parse_type,
                          .print = tern_tt_print_type,
                          .element = tern_tt_type_inside},
    [TERN_TT_TYPE_TENSORDESC] =
        {.name = "tt.tensordesc",
         .summary = "Tensor descriptor type (`::mlir::triton::TensorDescType`) in Triton IR type system",
         .parse = tern_tt_parse_type,
         .print = tern_tt_print_type},
};

const tern_op_row_t tern_tt_ops[] = {
#define OP(ID, NAME, ...) [TERN_TT_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/tt/tt_ops.def"
#undef OP
};

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_dialect_t tern_tt_dialect = {
    .name = "tt",
    .summary = "Triton's programs on tensors and pointers",
    .ops = tern_tt_ops,
    .op_count = TERN_TT_OP_COUNT,
    .types = tern_tt_types,
    .type_count = TERN_TT_TYPE_COUNT,
    .enums = tern_tt_enums,
    .enum_count = TERN_TT_ENUM_COUNT,
    .materialize_constant = materialize_constant,
    .verify_op = tern_tt_verify_tensors,
    .custom_directives = tern_tt_directives,
    .custom_directive_count = TERN_TT_DIRECTIVE_COUNT,
};

const tern_type_t *tern_tt_pointer_get(const tern_type_t *pointee, int64_t address_space) {
  uint64_t params[] = {(uint64_t)(uintptr_t)pointee, (uint64_t)address_space};
  return tern_dialect_type_get(pointee->context, &tern_tt_types[TERN_TT_TYPE_PTR], params, 2);
}

const tern_type_t *tern_tt_signless(const tern_type_t *element) {
  return tern_type_is_integer(element) ? tern_i_type_get(element->context, tern_integer_type_width(element)) : element;
}

bool tern_tt_is_block_pointer(const tern_type_t *type) {
  return tern_type_is_tt(type, TERN_TT_TYPE_PTR) && tern_tt_type_inside(type)->kind == TERN_TYPE_TENSOR;
}

// The interpreter dialect.

#include "dialect/interpreter/interpreter.h"

const tern_op_row_t tern_interpreter_ops[] = {
#define OP(ID, NAME, ...) [TERN_INTERPRETER_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/interpreter/interpreter_ops.def"
#undef OP
};

const tern_dialect_t tern_interpreter_dialect = {
    .name = "interpreter",
    .summary = "What tests of StableHLO's interpreter ask of it",
    .ops = tern_interpreter_ops,
    .op_count = TERN_INTERPRETER_OP_COUNT,
};

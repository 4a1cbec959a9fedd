// What the rows of spirv's families share. Private to src/dialect/spirv.

#ifndef TERN_DIALECT_SPIRV_ROWS_H_
#define TERN_DIALECT_SPIRV_ROWS_H_

#include "asm/format/function.h"
#include "dialect/spirv/row_hooks.h"

// Constraints of operands and results.
#define INTEGERS "SPIRV_ScalarOrVectorOf<SPIRV_Integer>"
#define INT32S "SPIRV_ScalarOrVectorOf<SPIRV_Int32>"
#define FLOATS "SPIRV_ScalarOrVectorOf<SPIRV_Float>"
#define FLOATS_16_32 "SPIRV_ScalarOrVectorOf<SPIRV_Float16or32>"
#define BOOLS "SPIRV_ScalarOrVectorOf<SPIRV_Bool>"
#define INTEGERS_OR_MATRIX "SPIRV_ScalarOrVectorOrCoopMatrixOf<SPIRV_Integer>"
#define FLOATS_OR_MATRIX "SPIRV_ScalarOrVectorOrCoopMatrixOf<SPIRV_Float>"
#define ANY_FLOATS_OR_MATRIX "SPIRV_ScalarOrVectorOrCoopMatrixOf<SPIRV_AnyFloat>"

// spirv.SpecConstantOperation may hold the op.
#define SPEC_CONSTANT .extra = &tern_spirv_spec_constant_op

// A value of an example.
#define VALUE(NAME, TYPE) "%" NAME " = \"test.value\"() : () -> " TYPE "\n"

#endif  // TERN_DIALECT_SPIRV_ROWS_H_

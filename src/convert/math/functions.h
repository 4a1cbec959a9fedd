// Functions that take the place of ops: found by name or declared. Private to src/convert/math.

#ifndef TERN_CONVERT_MATH_FUNCTIONS_H_
#define TERN_CONVERT_MATH_FUNCTIONS_H_

#include "rewrite/conversion.h"

// Replaces `op` by a call of `name`, a private function of its operand and result types, which is declared at the start
// of the symbol table around if it is not there; `is_pure`: with llvm.readnone.
bool tern_math_replace_by_call(tern_conversion_t *conversion, tern_op_t *op, const char *name, bool is_pure);
// Replaces `op` on vectors by ops of its row on the elements, whose results are inserted into zeros. False if it is not
// on vectors, or they are scalable.
bool tern_math_replace_by_elements(tern_conversion_t *conversion, tern_op_t *op);

#endif  // TERN_CONVERT_MATH_FUNCTIONS_H_

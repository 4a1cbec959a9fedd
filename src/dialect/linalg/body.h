// Bodies of named ops, made from the postfix programs of their descriptions (upstream: OpDSL's region builders).
//
// Words of a program:
//   0 1 2 ...          the element of input i
//   out                the element of the output
//   i0 i1 ...          linalg.index
//   12345:i64          a constant
//   cast castu         casts the top of the stack to the output's element type, signed or unsigned
//   castattr           the same, signedness by the op's `cast` attribute
//   cast:f64 cast:i32  casts to this type
//   add mul exp ...    functions of UnaryFn, BinaryFn and TernaryFn

#ifndef TERN_DIALECT_LINALG_BODY_H_
#define TERN_DIALECT_LINALG_BODY_H_

#include "rewrite/builder.h"

// Fills `body`, whose arguments are there, and ends it with linalg.yield. False and a static message if the program
// makes no sense for the types (`out_types` then has the two types that the message is about, or NULLs).
bool tern_linalg_fill_body(tern_builder_t *builder, tern_block_t *body, const char *program, bool is_unsigned_cast,
                           const char **out_message, const tern_type_t *out_types[2]);
// The program of an element-wise kind (a case name of ElementwiseKind).
const char *tern_linalg_elementwise_program(int64_t kind);
// How many inputs the kind has: 1, 2 or 3.
size_t tern_linalg_elementwise_arity(int64_t kind);

#endif  // TERN_DIALECT_LINALG_BODY_H_

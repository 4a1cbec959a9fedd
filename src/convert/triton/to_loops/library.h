// Functions of NVIDIA's libdevice in terms of arith and math, for processors and for GPUs alike.

#ifndef TERN_CONVERT_TRITON_TO_LOOPS_LIBRARY_H_
#define TERN_CONVERT_TRITON_TO_LOOPS_LIBRARY_H_

#include "rewrite/builder.h"

// What the function `name` gives for `operands`, numbers or vectors: a value of `type`. NULL, and nothing is built, for a name that
// is not known, or that only the C library has a function for.
tern_value_t *tern_libdevice_build(tern_builder_t *builder, tern_str_t name, const tern_type_t *type,
                                   tern_values_t operands);

#endif  // TERN_CONVERT_TRITON_TO_LOOPS_LIBRARY_H_

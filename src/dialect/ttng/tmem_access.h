// Which tensors the instructions of tensor memory reach: a lane sees its rows alone, in one of five patterns (upstream:
// TensorMemoryUtils.cpp, Dialect.cpp).

#ifndef TERN_DIALECT_TTNG_TMEM_ACCESS_H_
#define TERN_DIALECT_TTNG_TMEM_ACCESS_H_

#include "dialect/ttng/ttng.h"

enum { TERN_TMEM_MAX_LAYOUTS = 5 };

// Can a tensor with an encoding of ttg be loaded from such tensor memory, and stored there?
bool tern_tmem_is_compatible(const tern_op_t *op, const tern_type_t *tensor, const tern_type_t *memdesc);
// Encodings that a tensor of the type's shape could have instead, with the warps around `op`; how many there are. `out_encodings` has room
// for TERN_TMEM_MAX_LAYOUTS.
size_t tern_tmem_compatible_layouts(const tern_op_t *op, const tern_type_t *tensor, const tern_type_t *memdesc,
                                    const tern_attr_t **out_encodings);

#endif  // TERN_DIALECT_TTNG_TMEM_ACCESS_H_

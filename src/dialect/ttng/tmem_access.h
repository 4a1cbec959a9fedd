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

// The patterns that passes choose themselves: each lane has a row; 16 rows of 256 bits in lanes, as products have them; and with eight
// warps rows before columns, so that sums along rows stay within a warp.
typedef enum tern_tmem_pattern {
  TERN_TMEM_ROW_A_LANE,
  TERN_TMEM_ROWS_OF_PRODUCTS,
  TERN_TMEM_LONG_ROWS
} tern_tmem_pattern_t;
// The encoding of a tensor that is loaded so, dealt to the blocks of a cluster as `encoding` does it; NULL: there is none.
const tern_attr_t *tern_tmem_layout(const tern_op_t *op, const tern_attr_t *encoding, const tern_type_t *memdesc,
                                    tern_tmem_pattern_t pattern);

#endif  // TERN_DIALECT_TTNG_TMEM_ACCESS_H_

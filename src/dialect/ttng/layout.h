// Encodings of tensor memory as linear layouts (analysis/layout/linear_layout.h): row, col -> dim0, dim1, as Triton 3.6 has it.
//
// Columns are counted in elements. A column that leads nowhere holds nothing; rows 32 and 64 that lead nowhere hold what row 0 does. All
// functions are pure and thread-safe.

#ifndef TERN_DIALECT_TTNG_LAYOUT_H_
#define TERN_DIALECT_TTNG_LAYOUT_H_

#include "analysis/layout/linear_layout.h"
#include "dialect/ttng/ttng.h"

#define TERN_LAYOUT_ROW "row"
#define TERN_LAYOUT_COLUMN "col"

// The layout of tensor memory of `shape`: two powers of two. Blocks of a cluster are further columns.
tern_layout_t tern_ttng_layout(const tern_attr_t *encoding, const int64_t *shape);
// Of a descriptor of tensor memory: of its allocation's last two dimensions.
tern_layout_t tern_ttng_type_layout(const tern_type_t *type);

// What tensor memory of this type needs of a block's: rows, and columns of 32 bits.
typedef struct tern_tensor_memory_size {
  int64_t rows, columns;
} tern_tensor_memory_size_t;
tern_tensor_memory_size_t tern_ttng_size(const tern_type_t *memdesc);

#endif  // TERN_DIALECT_TTNG_LAYOUT_H_

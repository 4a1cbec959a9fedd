// Pointers and masks for a block of an array in memory, as ops of tt.

#ifndef TERN_TRANSFORM_TT_BLOCK_ACCESS_H_
#define TERN_TRANSFORM_TT_BLOCK_ACCESS_H_

#include "rewrite/builder.h"

enum { TERN_TT_BLOCK_MAX_RANK = 16 };

// The array and where in it the block is: for each dimension its size, its stride, and which indices the block has there. All
// are i64. Ranges are tensors of as many dimensions as the block, of size one but in their own; those that are NULL are made
// from `offsets` when they are first needed.
typedef struct tern_tt_block {
  tern_value_t *base;  // a pointer
  size_t rank;
  const int64_t *dims;  // of the block
  tern_value_t *const *sizes, *const *strides, *const *offsets;
  tern_value_t *ranges[TERN_TT_BLOCK_MAX_RANK];
} tern_tt_block_t;

// Makes the ranges of all dimensions now.
void tern_tt_block_ranges(tern_builder_t *b, tern_tt_block_t *block);
// Pointers to all elements of the block.
tern_value_t *tern_tt_block_pointers(tern_builder_t *b, tern_tt_block_t *block);
// Narrows `mask`, which is NULL at first, to those elements that are inside of the array in dimension `dim`.
tern_value_t *tern_tt_block_mask(tern_builder_t *b, tern_tt_block_t *block, size_t dim, tern_value_t *mask);
// A vector as a tensor of `rank` dimensions, of size one but in `dim`.
tern_value_t *tern_tt_expand_along(tern_builder_t *b, tern_value_t *vector, size_t dim, size_t rank);

#endif  // TERN_TRANSFORM_TT_BLOCK_ACCESS_H_

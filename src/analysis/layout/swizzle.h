// The layout of shared memory for a tensor that threads write in one layout and read in another, so that vectors are as
// wide as both allow and no access meets a bank twice (source: arXiv 2505.23819, the section on optimal swizzling).
//
//   the elements of a vector           what registers of both have in common, up to 16 bytes
//   the rest of a bank's word          where that is less than 4 bytes: registers of one of them
//   segments                           words of the same bank: chosen so that they have nothing in common with the lanes
//                                      that are served together, neither the writer's nor the reader's
//   banks                              everything else
//
// Lanes that are served together are P for the writer and Q for the reader, subspaces of what is left beside a word.
// Words meet in a bank if their difference is in the span of segments. The largest subspace that has nothing in common
// with P and with Q is spanned by a complement of P + Q and by sums of a vector of P with one of Q, neither of which is in
// both; it leaves no more than P or Q has, which the banks have room for. So there is always such a layout.

#ifndef TERN_ANALYSIS_LAYOUT_SWIZZLE_H_
#define TERN_ANALYSIS_LAYOUT_SWIZZLE_H_

#include "analysis/layout/linear_layout.h"

#define TERN_LAYOUT_ELEMENT "element"
#define TERN_LAYOUT_ACCESS "access"

// What the threads of the writer, or of the reader, do.
typedef struct tern_swizzle_side {
  size_t vector_bits;       // the logarithm of how many elements are moved at once
  tern_layout_t registers;  // element, access -> register: of the vector of each access
  tern_layout_t offsets;    // access, lane, warp, block -> offset of its first element, a multiple of the vector's size
  tern_layout_t copies;     // register -> register: the one that is moved for it; another only where both have the same
} tern_swizzle_side_t;

typedef struct tern_swizzle {
  const char *error;     // NULL, or why there is none
  tern_layout_t memory;  // offset (in elements), block -> the outputs of the writer; one to one within a block
  tern_swizzle_side_t writer, reader;
} tern_swizzle_t;

// The layout for elements of `element_bits` (8, 16, 32, 64 or 128). Errors: the layouts are not those of one distributed
// tensor (tern_distributed_read()), a block has other elements in one than in the other, or elements have another size.
tern_swizzle_t tern_swizzle_choose(const tern_layout_t *writer, const tern_layout_t *reader, size_t element_bits);

#endif  // TERN_ANALYSIS_LAYOUT_SWIZZLE_H_

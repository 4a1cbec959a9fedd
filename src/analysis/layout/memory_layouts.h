// Layouts of shared memory that others have decided on, offset (in elements) -> dim0, dim1 and so on, and what it costs
// threads to access them. Where there is a choice, see analysis/layout/swizzle.h. All functions are pure and thread-safe.

#ifndef TERN_ANALYSIS_LAYOUT_MEMORY_LAYOUTS_H_
#define TERN_ANALYSIS_LAYOUT_MEMORY_LAYOUTS_H_

#include "analysis/layout/linear_layout.h"

// A tensor of `shape` (powers of two) in the order of dimensions `order`, the fastest first. Lines along order[0] are cut
// into groups of `vec` elements, which change places within their line: group g of line l lies where group
// g ^ (l / per_phase mod max_phase) would (Triton: swizzled_shared). Lines are counted along order[1]. With a max_phase of 1
// nothing changes places. Errors: a number is no power of two, or lines have fewer groups than there are phases.
tern_layout_t tern_layout_swizzled(size_t rank, const int64_t *shape, const size_t *order, int64_t vec,
                                   int64_t per_phase, int64_t max_phase);

// A tile of two dimensions in lines along dimension `along`, in which groups of 16 bytes change places so that as many
// lines below each other as are read at once, which are eight, meet all banks. Lines of less than 16 bytes stay as they are.
tern_layout_t tern_layout_swizzled_lines(const int64_t shape[2], size_t along, size_t element_bits);

// What copies of tensor maps (TMA) leave behind, and wgmma reads: boxes of all rows by `swizzle_bytes` (32, 64 or 128; 16: no
// swizzle), one behind the other, in which groups of 16 bytes change places so that eight rows below each other meet all
// banks. `rows` and `columns` are those of the tile, columns the faster; its outputs are dim0 and dim1.
tern_layout_t tern_layout_boxes(int64_t rows, int64_t columns, size_t element_bits, size_t swizzle_bytes);

// Accesses of a warp whose threads have `threads` (a distributed layout) to a memory in the layout `memory`.
typedef struct tern_access_cost {
  const char *error;       // NULL, or why there is none: of tern_layout_invert_and_compose()
  size_t vector_elements;  // that are next to each other in registers and in memory, at most 16 bytes
  size_t accesses;         // by which each register is moved once
  size_t wavefronts;       // of one access; all cost the same
  size_t least;            // wavefronts of one that meets no bank twice
} tern_access_cost_t;

tern_access_cost_t tern_access_cost(const tern_layout_t *threads, const tern_layout_t *memory, size_t element_bits);

#endif  // TERN_ANALYSIS_LAYOUT_MEMORY_LAYOUTS_H_

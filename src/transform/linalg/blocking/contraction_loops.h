// What the passes that cut contractions on buffers to fit caches and registers have in common: which loop is which, loops over
// pieces of them, memory for copies.

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_CONTRACTION_LOOPS_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_CONTRACTION_LOOPS_H_

#include "transform/linalg/tile_structured.h"

// A contraction with one loop of each role but for batches, and for loops of one iteration that it adds up along. Columns are the innermost loop of the output.
typedef struct tern_contraction_loops {
  tern_op_t *op;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  bool is_one[TERN_LINALG_MAX_LOOPS];  // loops that a tile takes one iteration of: batches
  bool has_rows;
  size_t rows, columns, depth;  // loops
  size_t wide;                  // the input that has columns
} tern_contraction_loops_t;

// False: the op is no such contraction, or it is known to be empty.
bool tern_contraction_loops_find(tern_op_t *op, tern_contraction_loops_t *out_loops);
// Which dimension of operand `position` is the loop; the rank if none is.
size_t tern_contraction_dimension_of(const tern_op_t *op, size_t position, size_t loop);
bool tern_contraction_is_innermost(const tern_op_t *op, size_t position, size_t loop);
// Is it the last but one of two or more?
bool tern_contraction_has_rows_along(const tern_op_t *op, size_t position, size_t loop);
// Do neighbours along `loop` lie so far apart that the nearest cache has few places for them: at a multiple of half a page, or
// nobody knows how far?
bool tern_contraction_shares_sets(const tern_op_t *op, size_t position, size_t loop);
// The most that a loop can run to, or TERN_DYNAMIC.
int64_t tern_contraction_bound_of(const tern_contraction_loops_t *loops, size_t loop);
// As many steps as `limit` at a time would take, equally long but for rounding up to `unit`, which is the least.
int64_t tern_contraction_balance(int64_t extent, int64_t limit, int64_t unit);
// The fill right before the op of what it adds to, or NULL.
tern_op_t *tern_contraction_find_fill(const tern_contraction_loops_t *loops);

// A loop over pieces of `step` of the op's loop `dimension`, which the tile is set to. NULL: there is only one piece, which may be
// shorter.
tern_op_t *tern_contraction_begin_cut(tern_builder_t *builder, const tern_contraction_loops_t *loops, size_t dimension,
                                      int64_t step, tern_tile_t *tile);
void tern_contraction_end_cut(tern_builder_t *builder, tern_op_t *loop);
// The indices of operand `position` at these offsets of loops, in `storage`.
tern_values_t tern_contraction_build_indices(tern_builder_t *builder, const tern_op_t *op, size_t position,
                                             tern_value_t *const *offsets, tern_value_t **storage);
// Temporary memory, at the start of a line of the cache.
tern_value_t *tern_contraction_build_memory(tern_builder_t *builder, const tern_type_t *element, const int64_t *dims,
                                            size_t rank);

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_CONTRACTION_LOOPS_H_

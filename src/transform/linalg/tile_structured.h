// Slicing structured ops: the part of each operand that a tile of the loops touches, and the op on those parts.
//
// Source of the tiling arithmetic: upstream's TilingInterface for structured ops (Linalg/Utils/Utils.cpp,
// computeSliceParameters).

#ifndef TERN_TRANSFORM_LINALG_TILE_STRUCTURED_H_
#define TERN_TRANSFORM_LINALG_TILE_STRUCTURED_H_

#include "dialect/linalg/structured.h"

// A box of an op's loop space: per loop where it starts and how long it is. NULL: the loop is taken whole.
typedef struct tern_tile {
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS];
  tern_value_t *sizes[TERN_LINALG_MAX_LOOPS];
} tern_tile_t;

// The op is on buffers and its maps only grow with every loop, so that a box of loops touches a box of each operand.
bool tern_linalg_can_slice(const tern_op_t *op);
// Elements of operand `position`, from the first to the last along each dimension, that a tile touches that has `sizes`
// iterations of the loops.
int64_t tern_linalg_count_touched(const tern_op_t *op, size_t position, const int64_t *sizes);
// The loop that neighbours of operand `position` in memory belong to. False if these are no elements of one dimension, or that is no loop.
bool tern_linalg_contiguous_loop(const tern_op_t *op, size_t position, size_t *out_loop);
// The extent of a loop: `extent` as a constant, or where it is TERN_DYNAMIC the dimension that gives it.
tern_value_t *tern_tile_build_extent(tern_builder_t *builder, const tern_op_t *op, size_t loop, int64_t extent);
// The part of operand `position` that the tile touches, or the operand itself if it is no memref. NULL (nothing made) if the
// extents of the loops do not follow from the operands.
tern_value_t *tern_tile_build_operand(tern_builder_t *builder, const tern_op_t *op, size_t position,
                                      const tern_tile_t *tile);
// The op on the parts of its operands that the tile touches. linalg.index keeps its meaning. NULL (nothing made) if
// the extents of the loops do not follow from the operands.
tern_op_t *tern_tile_build_op(tern_builder_t *builder, const tern_op_t *op, const tern_tile_t *tile);

#endif  // TERN_TRANSFORM_LINALG_TILE_STRUCTURED_H_

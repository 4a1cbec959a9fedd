// Cutting structured ops, on tensors or buffers, into tiles: the op on the slices of its operands that a box of its loops
// touches, and the loops around it.
//
// Source: upstream's TilingInterface of structured ops and its SCF drivers (SCF/Transforms/TileUsingInterface.cpp). Sizes and
// offsets are computed in arith, where upstream uses affine maps.

#ifndef TERN_TRANSFORM_SCRIPT_TILE_H_
#define TERN_TRANSFORM_SCRIPT_TILE_H_

#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/structured.h"

// A box of an op's loops. Loops that are not tiled are taken whole.
typedef struct tern_box {
  bool is_tiled[TERN_LINALG_MAX_LOOPS];
  tern_mixed_index_t offsets[TERN_LINALG_MAX_LOOPS], sizes[TERN_LINALG_MAX_LOOPS];
} tern_box_t;

// Can the op be tiled: a structured op on tensors or on buffers only, the extents of whose loops are known from its operands?
bool tern_can_tile(const tern_op_t *op);
// Extents of all loops, as numbers or as tensor.dim and memref.dim at the builder.
void tern_tile_extents(tern_builder_t *b, const tern_op_t *op, tern_mixed_index_t *out_extents);
// The op on the tile. On tensors `dests` are the tensors that take the place of its outputs, and `out_slices` (one per result)
// say where the results belong in them.
tern_op_t *tern_tile_box(tern_builder_t *b, const tern_op_t *op, const tern_box_t *box, tern_value_t *const *dests,
                         tern_slice_t *out_slices);
// The slice of operand `position` that the box touches. False: all of the operand.
bool tern_tile_operand_slice(tern_builder_t *b, const tern_op_t *op, const tern_box_t *box, size_t position,
                             tern_value_t *operand, tern_slice_t *out_slice);
// The box whose result `index` is `slice`: the output's map has to be a projected permutation. False: there is none.
bool tern_tile_box_of_result(const tern_op_t *op, size_t index, const tern_slice_t *slice, tern_box_t *out_box);

// min(size, extent - offset), where it is not known to be `size`: a multiple of `size` with a rest below it.
tern_mixed_index_t tern_tile_bounded_size(tern_builder_t *b, tern_mixed_index_t size, tern_mixed_index_t extent,
                                          tern_value_t *offset);

typedef struct tern_tiled {
  tern_op_t *op;                            // the tiled op
  tern_op_t *loops[TERN_LINALG_MAX_LOOPS];  // the outermost first
  size_t loop_count;
} tern_tiled_t;

// Puts scf.for loops around the tiled op and replaces the op. Sizes of 0 leave loops whole; `order` (or NULL) says which loop
// of the op is the outermost and so on.
void tern_tile_using_for(tern_op_t *op, const tern_mixed_index_t *sizes, const size_t *order, tern_tiled_t *out_tiled);
// One scf.forall. With `threads` the sizes are numbers of threads. The op is on tensors.
void tern_tile_using_forall(tern_op_t *op, const tern_mixed_index_t *sizes, bool threads, const tern_attr_t *mapping,
                            tern_tiled_t *out_tiled);

// Puts the tile of `producer` that `slice_op` (a tensor.extract_slice inside of `loop`) takes into its place. The slice is of
// the producer's result, or of what the loops carry and the result is where that starts. Returns the tile; NULL: not possible.
tern_op_t *tern_tile_fuse_producer(tern_op_t *producer, tern_op_t *slice_op, tern_op_t *loop);

#endif  // TERN_TRANSFORM_SCRIPT_TILE_H_

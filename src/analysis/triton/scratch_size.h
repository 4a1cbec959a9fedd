// How much shared memory an op needs for itself while it runs, in bytes, as Triton 3.6 has it.

#ifndef TERN_ANALYSIS_TRITON_SCRATCH_SIZE_H_
#define TERN_ANALYSIS_TRITON_SCRATCH_SIZE_H_

#include "analysis/layout/transit.h"
#include "ir/op.h"

// Of conversions, reductions, scans, gathers, histograms, atomics and descriptors that are made on the device; 0 of others.
// `tiles`: the instructions that conversions have. False after an error: an encoding has no layout for its shape.
bool tern_tt_scratch_size(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes);

// What the values that ttg.warp_specialize hands to its partitions take.
bool tern_ttg_capture_size(const tern_op_t *op, int64_t *out_bytes);
// The warps of all partitions of one.
int64_t tern_ttg_partition_warps(const tern_op_t *op);

// --- questions that the code for these ops asks, too ---

// Bits of an element in memory: of pointers 64, of others at least 8.
size_t tern_tt_memory_bits(const tern_type_t *element);
// Warps along the dimension that a reduction reduces.
int64_t tern_tt_reduce_warps(const tern_layout_t *layout, size_t axis);
// Bits of the block's number that go along that dimension. What threads tell those of other blocks lies behind `bytes` for warps, from
// the byte on that the second function gives: the elements of each thread's results.
uint64_t tern_tt_reduce_blocks(const tern_layout_t *layout, size_t axis);
int64_t tern_tt_reduce_blocks_start(int64_t bytes);
// Does each warp have all that its elements of the result may be, with the same lanes along the other dimensions?
bool tern_tt_gather_is_local(const tern_layout_t *source, const tern_layout_t *indices, size_t axis);

// A scan along one dimension, by numbers of registers, lanes, warps, and repetitions of all those.
typedef struct tern_scan_shape {
  size_t rank, axis;
  int64_t registers[TERN_LAYOUT_MAX_DIMS], lanes[TERN_LAYOUT_MAX_DIMS], warps[TERN_LAYOUT_MAX_DIMS];
  int64_t blocks[TERN_LAYOUT_MAX_DIMS];
} tern_scan_shape_t;
tern_scan_shape_t tern_tt_scan_shape(const tern_layout_t *layout, const int64_t *shape, size_t axis);
// Bytes for what warps tell one another. Behind them, from the byte on that tern_tt_reduce_blocks_start() gives, lies what blocks tell.
int64_t tern_tt_scan_bytes_of_warps(const tern_op_t *op, const tern_layout_t *layout);

#endif  // TERN_ANALYSIS_TRITON_SCRATCH_SIZE_H_

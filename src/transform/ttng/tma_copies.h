// Copies by tensor maps in the place of reads and writes of tensor descriptors, for passes that wait for them in different ways.

#ifndef TERN_TRANSFORM_TTNG_TMA_COPIES_H_
#define TERN_TRANSFORM_TTNG_TMA_COPIES_H_

#include "rewrite/builder.h"
#include "transform/ttng/descriptors.h"

enum { TERN_TMA_TENSORMAP_BYTES = 128 };

// Does the op read a block, or rows, of a descriptor's array?
bool tern_tma_reads(const tern_op_t *op);
// Of a read or write: how the moved tensor lies in shared memory. NULL: the descriptor does not say it.
const tern_attr_t *tern_tma_memory_encoding(const tern_op_t *op);
// How many bytes a block moves.
int64_t tern_tma_bytes(const tern_op_t *op);
// The copy that a read becomes, counted by the barrier, and the one that a write becomes.
void tern_tma_build_read(tern_builder_t *b, const tern_op_t *op, tern_value_t *barrier, tern_value_t *memory,
                         tern_value_t *pred);
void tern_tma_build_write(tern_builder_t *b, const tern_op_t *op, tern_value_t *memory);
// Writes the tensor map of a descriptor that `op` makes to `place`.
void tern_tma_build_tensormap(tern_builder_t *b, const tern_op_t *op, tern_value_t *place, const tern_tensormap_t *map);

// Does the op give other views of memory?
bool tern_tma_is_view(const tern_op_t *op);
// After `memory` became such that may be written to.
void tern_tma_make_views_mutable(tern_value_t *memory);

#endif  // TERN_TRANSFORM_TTNG_TMA_COPIES_H_

// A layout of a distributed tensor by its four kinds of inputs, as choices over pairs of layouts need it.

#ifndef TERN_ANALYSIS_LAYOUT_DISTRIBUTED_H_
#define TERN_ANALYSIS_LAYOUT_DISTRIBUTED_H_

#include "analysis/layout/f2.h"
#include "analysis/layout/linear_layout.h"

// The bases of each input, zeros too, as words of the same outputs; an input that is not there has none.
typedef struct tern_distributed {
  tern_f2_list_t registers, lanes, warps, blocks;
} tern_distributed_t;

// Reads two layouts, which have the same outputs in any order, as many lanes, warps and blocks, and each element
// somewhere. The words are of the outputs of the first. NULL, or what is wrong.
const char *tern_distributed_read(const tern_layout_t *first, const tern_layout_t *second, tern_distributed_t out[2]);
// What registers, lanes and warps span: a block's part of the tensor.
tern_f2_span_t tern_distributed_span(const tern_distributed_t *layout);
// Has each block the same elements in both?
bool tern_distributed_same_blocks(const tern_distributed_t layouts[2]);
// Where registers of a thread have the same: register -> the first that has it. `out_distinct`: those without others
// before them, bit by bit.
tern_layout_t tern_distributed_copies(const tern_distributed_t *layout, uint64_t *out_distinct);

#endif  // TERN_ANALYSIS_LAYOUT_DISTRIBUTED_H_

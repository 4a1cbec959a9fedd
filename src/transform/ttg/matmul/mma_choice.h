// Which matrix instruction does a product, and how its sums are dealt to warps (upstream: supportMMA, warpsPerTile and
// mmaVersionToInstrShape).

#ifndef TERN_TRANSFORM_TTG_MMA_CHOICE_H_
#define TERN_TRANSFORM_TTG_MMA_CHOICE_H_

#include "dialect/ttg/blocked.h"

// The version of NVIDIA's instructions for a tt.dot: 5 (tcgen05), 3 (wgmma), 2 (mma.sync); 0: none does it, as it is.
int64_t tern_ttg_mma_version(const tern_op_t *dot, int64_t capability, bool has_tensor_memory);
// The encoding of a product's sums: of tt.dot, or of tt.dot_scaled with version 2.
const tern_attr_t *tern_ttg_mma_encoding(tern_op_t *dot, int64_t version, int64_t capability);
// As how many bits elements of the operand are loaded, before they are widened and joined.
int64_t tern_ttg_loaded_bits(const tern_value_t *operand);
// Is what is multiplied loaded, or given from outside, but for changes of layout?
bool tern_ttg_is_loaded(const tern_value_t *operand);

#endif  // TERN_TRANSFORM_TTG_MMA_CHOICE_H_

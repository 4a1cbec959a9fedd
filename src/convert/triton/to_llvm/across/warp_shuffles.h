// Conversions of layouts within warps by shuffles, as analysis/layout/warp_moves.h takes them apart.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_ACROSS_WARP_SHUFFLES_H_
#define TERN_CONVERT_TRITON_TO_LLVM_ACROSS_WARP_SHUFFLES_H_

#include "convert/triton/to_llvm/to_llvm.h"

// The elements in layout `result`, of which `values` are those in layout `source`. tern_layout_shuffles() is true of them.
tern_values_t tern_triton_shuffle_warps(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t values,
                                        const tern_layout_t *source, const tern_layout_t *result);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_ACROSS_WARP_SHUFFLES_H_

// How the bits of an input go along the dimensions of a tensor (Triton 3.6: LinearEncodingAttr's getters). Outputs are
// dim0, dim1 ..., in this order; lists have a number for each of them. All functions are pure and thread-safe.

#ifndef TERN_ANALYSIS_LAYOUT_ALONG_H_
#define TERN_ANALYSIS_LAYOUT_ALONG_H_

#include "analysis/layout/linear_layout.h"

// How many places input `in` has along each dimension; bits that lead nowhere count for none.
void tern_layout_sizes_along(const tern_layout_t *layout, const char *in, int64_t *out_sizes);
// The order that the bits of `in` go along dimensions in, and behind those the others, in the order of `default_order` (NULL: the
// last dimension first).
void tern_layout_order_along(const tern_layout_t *layout, const char *in, const size_t *default_order,
                             size_t *out_order);
// How many neighbours each register has in registers along each dimension, the fastest first.
void tern_layout_contiguous_registers(const tern_layout_t *layout, int64_t *out_sizes);

#endif  // TERN_ANALYSIS_LAYOUT_ALONG_H_

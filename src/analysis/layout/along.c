// See along.h.

#include "analysis/layout/along.h"

// The dimension that a word goes along first, or `count`: none.
static size_t dim_of(const tern_layout_dims_t *outs, uint64_t word) {
  size_t dim = 0;
  while (dim < outs->count && tern_layout_get(outs, dim, word) == 0) ++dim;
  return dim;
}

void tern_layout_sizes_along(const tern_layout_t *layout, const char *in, int64_t *out_sizes) {
  size_t position = tern_layout_find(&layout->ins, in);
  for (size_t d = 0; d < layout->outs.count; ++d) out_sizes[d] = 1;
  if (position == layout->ins.count) return;
  size_t first = tern_layout_bits_before(&layout->ins, position);
  for (size_t bit = 0; bit < layout->ins.values[position].bits; ++bit) {
    size_t dim = dim_of(&layout->outs, layout->bases[first + bit]);
    if (dim < layout->outs.count) out_sizes[dim] *= 2;
  }
}

void tern_layout_order_along(const tern_layout_t *layout, const char *in, const size_t *default_order,
                             size_t *out_order) {
  size_t position = tern_layout_find(&layout->ins, in), rank = layout->outs.count, count = 0;
  bool is_taken[TERN_LAYOUT_MAX_DIMS] = {false};
  size_t bits = position < layout->ins.count ? layout->ins.values[position].bits : 0;
  for (size_t bit = 0; bit < bits; ++bit) {
    size_t dim = dim_of(&layout->outs, layout->bases[tern_layout_bits_before(&layout->ins, position) + bit]);
    if (dim == rank || is_taken[dim]) continue;
    is_taken[dim] = true;
    out_order[count++] = dim;
  }
  for (size_t i = 0; i < rank; ++i) {
    size_t dim = default_order ? default_order[i] : rank - 1 - i;
    if (!is_taken[dim]) out_order[count++] = dim;
  }
}

void tern_layout_contiguous_registers(const tern_layout_t *layout, int64_t *out_sizes) {
  size_t order[TERN_LAYOUT_MAX_DIMS], position = tern_layout_find(&layout->ins, TERN_LAYOUT_REGISTER), bit = 0;
  size_t bits = position < layout->ins.count ? layout->ins.values[position].bits : 0;
  tern_layout_order_along(layout, TERN_LAYOUT_REGISTER, NULL, order);
  for (size_t d = 0; d < layout->outs.count; ++d) out_sizes[d] = 1;
  for (size_t i = 0; i < layout->outs.count; ++i) {
    size_t dim = order[i];
    int64_t size = INT64_C(1) << layout->outs.values[dim].bits;
    for (; bit < bits && out_sizes[dim] < size; ++bit, out_sizes[dim] *= 2) {
      uint64_t word = layout->bases[tern_layout_bits_before(&layout->ins, position) + bit];
      if (word != tern_layout_set(&layout->outs, dim, 0, (uint64_t)out_sizes[dim]) || word == 0) break;
    }
  }
}

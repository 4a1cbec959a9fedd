// A scatter as it is lowered, and the way of lowering it that is for devices with many invocations.

#ifndef TERN_CONVERT_STABLEHLO_SCATTER_H_
#define TERN_CONVERT_STABLEHLO_SCATTER_H_

#include "convert/stablehlo/lowering.h"

// Of a scatter that is for a device with many invocations: an i64, the bits of the widest integers that it has atomics for. Of one
// whose sums of floats may be added up in any order by those: a unit.
#define TERN_SCATTER_ATOMIC_BITS "tern.atomic_bits"
#define TERN_SCATTER_ANY_ORDER "tern.any_order"

typedef struct tern_scatter {
  tern_hlo_lowering_t *l;
  tern_hlo_dims_t window, inserted, input_batching, indices_batching, index_map;
  size_t index_vector_dim;
  size_t count;  // of inputs, and of updates
  size_t rank, indices_rank, update_rank;
  tern_value_t *const *inputs, *indices, *const *updates;
  const tern_type_t *index_element;  // as written
  tern_extent_t input_sizes[TERN_HLO_MAX_LOOPS], update_sizes[TERN_HLO_MAX_LOOPS];
  size_t update_dims[TERN_HLO_MAX_LOOPS];   // of the window dimensions of the input
  bool is_window[TERN_HLO_MAX_LOOPS];       // by input dimension
  bool is_independent[TERN_HLO_MAX_LOOPS];  // likewise
  tern_value_t *place[TERN_HLO_MAX_LOOPS];  // in the updates
  tern_hlo_body_t body;
} tern_scatter_t;

// Is `dim` in the list, and where?
static inline bool tern_scatter_lists(tern_hlo_dims_t dims, size_t dim, size_t *out_position) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] != (int64_t)dim) continue;
    if (out_position) *out_position = i;
    return true;
  }
  return false;
}

// The updates sorted by their place, so that each place can go through its own (scatter_sorted.c). False, with nothing built, for
// scatters that it is not for: few updates, windows that indices move, sizes that are not known.
bool tern_scatter_build_sorted(tern_scatter_t *s, tern_value_t **out_results);

#endif  // TERN_CONVERT_STABLEHLO_SCATTER_H_

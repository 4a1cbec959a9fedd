// See memory_layouts.h.

#include "analysis/layout/memory_layouts.h"

#include "analysis/layout/bank_conflicts.h"

enum { GROUP_BITS = 128, BANK_LINE_BYTES = TERN_BANK_COUNT * TERN_BANK_BYTES };

static bool is_power_of_two(int64_t size) { return size > 0 && (size & (size - 1)) == 0; }

// Lines as they are, offset by offset.
static tern_layout_t make_lines(size_t rank, const int64_t *shape, const size_t *order) {
  tern_layout_t layout = tern_layout_empty();
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] >= rank) return tern_layout_failed("the order does not have each dimension once");
    const char *name = tern_layout_dim_name(order[i]);
    if (tern_layout_find(&layout.outs, name) < layout.outs.count) {
      return tern_layout_failed("the order does not have each dimension once");
    }
    tern_layout_t line = tern_layout_identity_1d(shape[order[i]], TERN_LAYOUT_OFFSET, name);
    layout = tern_layout_product(&layout, &line);
  }
  return layout;
}

tern_layout_t tern_layout_swizzled(size_t rank, const int64_t *shape, const size_t *order, int64_t vec,
                                   int64_t per_phase, int64_t max_phase) {
  const char *names[TERN_LAYOUT_MAX_DIMS];
  if (rank == 0 || rank > TERN_LAYOUT_MAX_DIMS)
    return tern_layout_failed("the order does not have each dimension once");
  tern_layout_t layout = make_lines(rank, shape, order);
  if (layout.error) return layout;
  if (!is_power_of_two(vec) || !is_power_of_two(per_phase) || !is_power_of_two(max_phase)) {
    return tern_layout_failed("the numbers of a swizzle are not powers of two");
  }
  if (max_phase > 1 && (rank < 2 || vec > shape[order[0]] / max_phase)) {
    return tern_layout_failed("a line of the swizzle has fewer groups than there are phases");
  }
  // The offset that a line's group 0 has is another group's place.
  size_t first = layout.outs.values[0].bits, count = rank > 1 ? layout.outs.values[1].bits : 0;
  for (size_t bit = 0; bit < count; ++bit) {
    int64_t phase = (INT64_C(1) << bit) / per_phase % max_phase;
    layout.bases[first + bit] ^= (uint64_t)(phase * vec);
  }
  for (size_t i = 0; i < rank; ++i) names[i] = tern_layout_dim_name(i);
  return tern_layout_transpose_outs(&layout, (tern_layout_names_t){names, rank});
}

tern_layout_t tern_layout_swizzled_lines(const int64_t shape[2], size_t along, size_t element_bits) {
  const size_t order[] = {along, 1 - along};
  if (element_bits < 8 || element_bits > GROUP_BITS || element_bits & (element_bits - 1)) {
    return tern_layout_failed("elements in memory have 8, 16, 32, 64 or 128 bits");
  }
  int64_t bytes = shape[along] * (int64_t)element_bits / 8, width = bytes < BANK_LINE_BYTES ? bytes : BANK_LINE_BYTES;
  if (width < GROUP_BITS / 8) return tern_layout_swizzled(2, shape, order, 1, 1, 1);
  return tern_layout_swizzled(2, shape, order, GROUP_BITS / (int64_t)element_bits, BANK_LINE_BYTES / width,
                              width * 8 / GROUP_BITS);
}

tern_layout_t tern_layout_boxes(int64_t rows, int64_t columns, size_t element_bits, size_t swizzle_bytes) {
  if (swizzle_bytes < 16 || swizzle_bytes > BANK_LINE_BYTES || swizzle_bytes & (swizzle_bytes - 1)) {
    return tern_layout_failed("boxes have rows of 16, 32, 64 or 128 bytes");
  }
  int64_t width = (int64_t)(8 * swizzle_bytes / (element_bits ? element_bits : 1));
  tern_layout_t box = tern_layout_swizzled_lines((const int64_t[]){rows, width}, 1, element_bits);
  if (box.error) return box;
  if (columns < width) return tern_layout_failed("the tile has fewer columns than a box");
  tern_layout_t boxes = tern_layout_identity_1d(columns / width, TERN_LAYOUT_OFFSET, tern_layout_dim_name(1));
  return tern_layout_product(&box, &boxes);
}

// --- costs ---

// `layout` with the input `name` as its first.
static tern_layout_t with_first_in(const tern_layout_t *layout, const char *name) {
  const char *names[TERN_LAYOUT_MAX_DIMS] = {name};
  size_t count = 1, position = tern_layout_find(&layout->ins, name);
  if (position == layout->ins.count) return *layout;
  for (size_t i = 0; i < layout->ins.count; ++i) {
    if (i != position) names[count++] = layout->ins.values[i].name;
  }
  return tern_layout_transpose_ins(layout, (tern_layout_names_t){names, count});
}

tern_access_cost_t tern_access_cost(const tern_layout_t *threads, const tern_layout_t *memory, size_t element_bits) {
  tern_layout_t offsets = tern_layout_invert_and_compose(threads, memory);
  if (offsets.error) return (tern_access_cost_t){.error = offsets.error};
  offsets = with_first_in(&offsets, TERN_LAYOUT_REGISTER);
  size_t registers = tern_layout_bits(&offsets.ins, TERN_LAYOUT_REGISTER);
  tern_access_cost_t cost = {.vector_elements = registers ? (size_t)tern_layout_consecutive(&offsets) : 1};
  while (cost.vector_elements > 1 && cost.vector_elements * element_bits > GROUP_BITS) cost.vector_elements /= 2;
  size_t bytes = cost.vector_elements * element_bits / 8, position = tern_layout_find(&offsets.ins, TERN_LAYOUT_LANE);
  size_t lanes = (size_t)1 << tern_layout_bits(&offsets.ins, TERN_LAYOUT_LANE), phase = tern_bank_phase_lanes(bytes);
  uint64_t addresses[TERN_BANK_MAX_LANES] = {0};
  if (lanes > TERN_BANK_MAX_LANES) return (tern_access_cost_t){.error = "a warp has at most 64 lanes"};
  // Other registers and warps add the same (exclusive or) to all addresses: that exchanges banks, but parts none.
  for (size_t lane = 1; lane < lanes; ++lane) {
    uint64_t place = tern_layout_apply_flat(&offsets, tern_layout_set(&offsets.ins, position, 0, lane));
    addresses[lane] = place * element_bits / 8;
  }
  cost.accesses = ((size_t)1 << registers) / cost.vector_elements;
  cost.wavefronts = tern_bank_count_wavefronts(addresses, lanes, bytes);
  cost.least = (lanes + phase - 1) / phase;
  return cost;
}

// What the tests of layouts share: random layouts from a fixed seed, points by the names of dimensions, and checks that
// show the layouts that they failed for.

#ifndef TERN_TEST_UNIT_LAYOUT_FIXTURE_H_
#define TERN_TEST_UNIT_LAYOUT_FIXTURE_H_

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/layout/linear_layout.h"

static uint64_t layout_random_state;

// A number below `bound`.
static inline int64_t layout_random(int64_t bound) {
  layout_random_state = layout_random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int64_t)((layout_random_state >> 33) % (uint64_t)bound);
}

// Some of the names, in a random order, with up to `most` bits each and `all` together.
static inline tern_layout_dims_t layout_random_dims(const char *const *names, size_t count, int64_t most, size_t all) {
  tern_layout_dims_t dims = {0};
  size_t first = (size_t)layout_random((int64_t)count);
  for (size_t i = 0; i < count; ++i) {
    if (layout_random(4) == 0) continue;
    size_t bits = (size_t)layout_random(most + 1), left = all - tern_layout_bits_before(&dims, dims.count);
    tern_layout_append_dim(&dims, names[(first + i) % count], bits < left ? bits : left);
  }
  return dims;
}

// Any map: some bases are zeros, some repeat, most are neither.
static inline tern_layout_t layout_random_map(const tern_layout_dims_t *ins, const tern_layout_dims_t *outs) {
  tern_layout_t layout = {.ins = *ins, .outs = *outs};
  size_t bits = tern_layout_out_bits(&layout);
  for (size_t i = 0; i < tern_layout_in_bits(&layout); ++i) {
    int64_t kind = layout_random(4);
    layout.bases[i] = (uint64_t)layout_random(INT64_C(1) << bits);
    if (kind == 0) layout.bases[i] = 0;
    if (kind == 1 && bits) layout.bases[i] = UINT64_C(1) << layout_random((int64_t)bits);
  }
  return layout;
}

static const char *const layout_in_names[] = {"register", "lane", "warp"};
static const char *const layout_out_names[] = {"dim0", "dim1", "dim2"};

static inline tern_layout_t layout_random_any(size_t most_in, size_t most_out) {
  tern_layout_dims_t ins = layout_random_dims(layout_in_names, 3, 3, most_in);
  tern_layout_dims_t outs = layout_random_dims(layout_out_names, 3, 3, most_out);
  return layout_random_map(&ins, &outs);
}

// One to one: bits are permuted, and then added to each other.
static inline tern_layout_t layout_random_invertible(const tern_layout_dims_t *ins, const tern_layout_dims_t *outs) {
  tern_layout_t layout = {.ins = *ins, .outs = *outs};
  size_t bits = tern_layout_in_bits(&layout);
  for (size_t i = 0; i < bits; ++i) layout.bases[i] = UINT64_C(1) << i;
  for (size_t step = 0; bits > 1 && step < 4 * bits; ++step) {
    size_t x = (size_t)layout_random((int64_t)bits), y = (size_t)layout_random((int64_t)bits);
    if (x != y) layout.bases[x] ^= layout.bases[y];
  }
  return layout;
}

// How many bits a distributed layout has.
typedef struct layout_shape {
  size_t registers, lanes, warps, blocks, outs;
} layout_shape_t;

static inline void layout_shuffle(uint64_t *values, size_t count) {
  for (size_t i = count; i > 1; --i) {
    size_t k = (size_t)layout_random((int64_t)i);
    uint64_t value = values[k];
    values[k] = values[i - 1];
    values[i - 1] = value;
  }
}

// Each element somewhere: bits of the outputs are dealt to those of the inputs, of which some get none. Blocks, the last
// ones, have the highest bits or nothing. Where it `is_mixed`, bases are sums instead, and what would have none repeats
// others.
static inline tern_layout_t layout_random_distributed(const layout_shape_t *shape, bool is_mixed) {
  tern_layout_t layout = {0};
  size_t own = shape->registers + shape->lanes + shape->warps, inner = shape->outs - shape->blocks;
  tern_layout_append_dim(&layout.ins, "register", shape->registers);
  tern_layout_append_dim(&layout.ins, "lane", shape->lanes);
  tern_layout_append_dim(&layout.ins, "warp", shape->warps);
  tern_layout_append_dim(&layout.ins, "block", shape->blocks);
  tern_layout_append_dim(&layout.outs, "dim0", shape->outs / 2);
  tern_layout_append_dim(&layout.outs, "dim1", shape->outs - shape->outs / 2);
  for (size_t i = 0; i < inner; ++i) layout.bases[i] = UINT64_C(1) << i;
  for (size_t i = 0; is_mixed && inner > 1 && i < 4 * inner; ++i) {
    size_t x = (size_t)layout_random((int64_t)inner), y = (size_t)layout_random((int64_t)inner);
    if (x != y) layout.bases[x] ^= layout.bases[y];
  }
  for (size_t i = inner; is_mixed && i < own; ++i) {
    layout.bases[i] = layout_random(2) ? 0 : (uint64_t)layout_random(INT64_C(1) << inner);
  }
  layout_shuffle(layout.bases, own);
  for (size_t i = 0; i < shape->blocks; ++i) layout.bases[own + i] = UINT64_C(1) << (inner + i);
  return layout;
}

// --- points: numbers by the names of dimensions ---

typedef struct layout_point {
  const tern_layout_dims_t *dims;  // borrowed
  int64_t numbers[TERN_LAYOUT_MAX_DIMS];
} layout_point_t;

// Number `index` of all points: the first dimension is the fastest.
static inline layout_point_t layout_point(const tern_layout_dims_t *dims, int64_t index) {
  layout_point_t point = {.dims = dims};
  for (size_t i = 0; i < dims->count; ++i) {
    int64_t size = INT64_C(1) << dims->values[i].bits;
    point.numbers[i] = index % size;
    index /= size;
  }
  return point;
}

static inline int64_t layout_index(const layout_point_t *point) {
  int64_t index = 0;
  for (size_t i = point->dims->count; i-- > 0;) {
    index = index * (INT64_C(1) << point->dims->values[i].bits) + point->numbers[i];
  }
  return index;
}

// 0 where there is no such dimension.
static inline int64_t layout_number(const layout_point_t *point, const char *name) {
  for (size_t i = 0; i < point->dims->count; ++i) {
    if (strcmp(point->dims->values[i].name, name) == 0) return point->numbers[i];
  }
  return 0;
}

static inline int64_t layout_size(const tern_layout_dims_t *dims) {
  int64_t size = 1;
  for (size_t i = 0; i < dims->count; ++i) size *= INT64_C(1) << dims->values[i].bits;
  return size;
}

static inline layout_point_t layout_apply(const tern_layout_t *layout, const layout_point_t *in) {
  layout_point_t ordered = {.dims = &layout->ins}, out = {.dims = &layout->outs};
  for (size_t i = 0; i < layout->ins.count; ++i) ordered.numbers[i] = layout_number(in, layout->ins.values[i].name);
  tern_layout_apply(layout, ordered.numbers, out.numbers);
  return out;
}

// The same numbers in all dimensions that either has.
static inline bool layout_same(const layout_point_t *x, const layout_point_t *y) {
  for (size_t i = 0; i < x->dims->count; ++i) {
    if (x->numbers[i] != layout_number(y, x->dims->values[i].name)) return false;
  }
  for (size_t i = 0; i < y->dims->count; ++i) {
    if (y->numbers[i] != layout_number(x, y->dims->values[i].name)) return false;
  }
  return true;
}

// Are the maps the same but for the order of dimensions?
static inline bool layout_same_map(const tern_layout_t *x, const tern_layout_t *y) {
  for (int64_t i = 0; i < layout_size(&x->ins); ++i) {
    layout_point_t in = layout_point(&x->ins, i), out = layout_apply(x, &in), own = layout_apply(y, &in);
    if (!layout_same(&out, &own)) return false;
  }
  return layout_size(&x->ins) == layout_size(&y->ins) && layout_size(&x->outs) == layout_size(&y->outs);
}

// --- checks ---

static inline void layout_show(const char *name, const tern_layout_t *layout) {
  tern_string_builder_t sb = {0};
  tern_layout_append_text(&sb, layout);
  print_error("%s:\n%s", name, sb.data);
  tern_string_builder_deinitialize(&sb);
}

// Fails with the two layouts, and a number that says where.
#define LAYOUT_CHECK(condition, x, y, at)                                \
  do {                                                                   \
    if (!(condition)) {                                                  \
      layout_show(#x, x);                                                \
      layout_show(#y, y);                                                \
      fail_msg("%s does not hold at %lld", #condition, (long long)(at)); \
    }                                                                    \
  } while (0)

#define LAYOUT_FAILS(layout, message)                   \
  do {                                                  \
    tern_layout_t failed_ = (layout);                   \
    if (!failed_.error) layout_show(#layout, &failed_); \
    assert_non_null(failed_.error);                     \
    assert_string_equal(failed_.error, message);        \
  } while (0)

#endif  // TERN_TEST_UNIT_LAYOUT_FIXTURE_H_

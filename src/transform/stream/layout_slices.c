// --iree-stream-layout-slices: computes the offsets of stream.resource.pack.
//
//   %p:3 = stream.resource.pack slices({ [0, 1] = %c100, [1, 2] = %c50 })   ->   %c192, %c0, %c128
//
// Source: upstream's pass of the same name. Slices of constant size are placed one after the other, each in the smallest
// gap that its interval leaves free (the strategy of TensorFlow Lite's arena). Upstream takes the slices in the order of
// their intervals only; here the order by falling size is tried too (greedy by size, Pisarchyk and Lee: Efficient Memory
// Management for Deep Neural Net Inference, 2020), and the one that needs less memory is taken. Slices of dynamic size
// share memory only with slices of the same size value; they come behind the constant ones.

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/util/util.h"
#include "pass/pass.h"
#include "transform/stream/allocation.h"
#include "transform/stream/placed_slices.h"

typedef struct slice {
  int64_t first, last;  // ends included
  tern_value_t *size, *result;
  size_t index;
  int64_t bytes;   // constant size, as much as it takes; 0: dynamic
  int64_t offset;  // where it was placed
} slice_t;

typedef TERN_VEC(slice_t *) slice_vec_t;

static bool meet(const slice_t *a, const slice_t *b) { return a->last >= b->first && b->last >= a->first; }

static bool align_up(int64_t value, int64_t alignment, int64_t *out_value) {
  if (__builtin_add_overflow(value, alignment - 1, &value)) return false;
  *out_value = value - value % alignment;
  return true;
}

// --- constant sizes ---

static bool are_in_order(slice_t *const *slices, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    if (slices[i]->first < slices[i - 1]->first) return false;
  }
  return true;
}

// Places the slices in this order, as long as they need less than `limit` bytes; false if they do not.
static bool place_all(slice_t *const *slices, size_t count, int64_t alignment, int64_t limit, int64_t *out_total) {
  tern_placed_slices_t placed = {.alignment = alignment, .comes_in_order = are_in_order(slices, count)};
  int64_t total = 0;
  bool is_ok = true;
  for (size_t i = 0; i < count && is_ok; ++i) {
    slice_t *slice = slices[i];
    int64_t end = 0;
    is_ok = tern_placed_slices_find(&placed, slice->first, slice->last, slice->bytes, &slice->offset) &&
            !__builtin_add_overflow(slice->offset, slice->bytes, &end);
    if (end > total) total = end;
    is_ok = is_ok && total < limit;
    tern_placed_slices_add(&placed, (tern_placed_slice_t){slice->first, slice->last, slice->offset, end});
  }
  tern_placed_slices_deinitialize(&placed);
  *out_total = total;
  return is_ok;
}

static int compare_sizes(const void *a, const void *b) {
  const slice_t *left = *(slice_t *const *)a, *right = *(slice_t *const *)b;
  if (left->bytes != right->bytes) return left->bytes > right->bytes ? -1 : 1;
  return left->index < right->index ? -1 : 1;
}

static bool layout_static(slice_vec_t *slices, int64_t alignment, int64_t *out_total) {
  int64_t by_size_total;
  if (slices->count == 0) return *out_total = 0, true;
  if (!place_all(slices->values, slices->count, alignment, INT64_MAX, out_total)) return false;
  slice_vec_t by_size = {0};
  int64_t *offsets = tern_realloc_array(NULL, slices->count, sizeof(*offsets));
  for (size_t i = 0; i < slices->count; ++i) {
    tern_vec_push(&by_size, slices->values[i]);
    offsets[i] = slices->values[i]->offset;
  }
  qsort(by_size.values, by_size.count, sizeof(by_size.values[0]), compare_sizes);
  if (place_all(by_size.values, by_size.count, alignment, *out_total, &by_size_total)) {
    *out_total = by_size_total;
  } else {
    for (size_t i = 0; i < slices->count; ++i) slices->values[i]->offset = offsets[i];
  }
  tern_vec_deinitialize(&by_size);
  free(offsets);
  return true;
}

// --- dynamic sizes ---

static tern_value_t *build_align(tern_builder_t *builder, tern_value_t *value, int64_t alignment) {
  if (alignment <= 1) return value;
  return tern_build_value(builder, TERN_UTIL(ALIGN),
                          .operands = TERN_VALUES(value, tern_arith_constant_index(builder, alignment)),
                          .types = TERN_TYPES(value->type));
}

// Slices of one size, in bins of slices that do not meet; returns the end of the last bin.
static tern_value_t *layout_bucket(slice_t *const *bucket, size_t count, tern_value_t *offset, int64_t alignment,
                                   tern_builder_t *builder) {
  TERN_VEC(tern_value_t *) bins = {0};  // their offsets
  tern_value_t *bytes = build_align(builder, bucket[0]->size, alignment);
  for (size_t i = 0; i < count; ++i) {
    size_t bin = 0;
    for (bool is_free = false; bin < bins.count && !is_free; bin += !is_free) {
      is_free = true;
      for (size_t k = 0; k < i && is_free; ++k) {
        is_free = bucket[k]->offset != (int64_t)bin || !meet(bucket[k], bucket[i]);
      }
    }
    if (bin == bins.count) {
      tern_vec_push(&bins, offset);
      offset = tern_stream_add(builder, offset, bytes);
    }
    bucket[i]->offset = (int64_t)bin;
    tern_value_replace_all_uses(bucket[i]->result, bins.values[bin]);
  }
  tern_vec_deinitialize(&bins);
  return offset;
}

static int compare_intervals(const void *a, const void *b) {
  const slice_t *left = *(slice_t *const *)a, *right = *(slice_t *const *)b;
  if (left->first != right->first) return left->first < right->first ? -1 : 1;
  if (left->last != right->last) return left->last < right->last ? -1 : 1;
  return left->index < right->index ? -1 : 1;
}

static tern_value_t *layout_dynamic(slice_vec_t *slices, tern_value_t *offset, int64_t alignment,
                                    tern_builder_t *builder) {
  qsort(slices->values, slices->count, sizeof(slices->values[0]), compare_intervals);
  slice_vec_t bucket = {0};
  for (size_t i = 0; i < slices->count; ++i) {
    tern_value_t *size = slices->values[i]->size;
    if (!size) continue;  // done with the first of its size
    bucket.count = 0;
    for (size_t k = i; k < slices->count; ++k) {
      if (slices->values[k]->size == size) tern_vec_push(&bucket, slices->values[k]);
    }
    offset = layout_bucket(bucket.values, bucket.count, offset, alignment, builder);
    for (size_t k = 0; k < bucket.count; ++k) bucket.values[k]->size = NULL;
  }
  tern_vec_deinitialize(&bucket);
  return offset;
}

// --- packs ---

static bool layout_pack(tern_op_t *pack) {
  tern_stream_resource_config_t config = tern_stream_resource_config_lookup(pack);
  int64_t alignment = config.min_buffer_offset_alignment > 0 ? config.min_buffer_offset_alignment : 1;
  int64_t range_alignment = config.min_buffer_range_alignment > 0 ? config.min_buffer_range_alignment : 1;
  const tern_attr_t *intervals = tern_op_attr(pack, "lifetime_intervals");
  size_t start, count;
  tern_op_operands_named(pack, "dynamic_slice_sizes", &start, &count);
  slice_t *slices = tern_realloc_array(NULL, count + 1, sizeof(*slices));
  slice_vec_t statics = {0}, dynamics = {0};
  int64_t total = 0;
  bool is_ok = true;
  for (size_t i = 0; i < count && is_ok; ++i) {
    slices[i] = (slice_t){.first = tern_int_list_attr_at(intervals, 2 * i),
                          .last = tern_int_list_attr_at(intervals, 2 * i + 1),
                          .size = tern_op_operand(pack, start + i),
                          .result = tern_op_result(pack, i + 1),
                          .index = i};
    bool is_static = tern_value_constant_int(slices[i].size, &slices[i].bytes);
    if (is_static) is_ok = slices[i].bytes >= 0 && align_up(slices[i].bytes, range_alignment, &slices[i].bytes);
    tern_vec_push(is_static ? &statics : &dynamics, &slices[i]);
  }
  is_ok = is_ok && layout_static(&statics, alignment, &total) && align_up(total, range_alignment, &total);
  if (!is_ok) {
    tern_op_error(pack, "needs more bytes than an index can count");
  } else {
    tern_builder_t builder = tern_builder_before(pack);
    tern_value_t *base = tern_op_operand_named(pack, "offset");
    if (!base) base = tern_arith_constant_index(&builder, 0);
    for (size_t i = 0; i < statics.count; ++i) {
      tern_value_t *offset = tern_arith_constant_index(&builder, statics.values[i]->offset);
      tern_value_replace_all_uses(statics.values[i]->result, tern_stream_add(&builder, base, offset));
    }
    if (dynamics.count > 0) align_up(total, alignment, &total);
    tern_value_t *end = tern_stream_add(&builder, base, tern_arith_constant_index(&builder, total));
    if (dynamics.count > 0) {
      int64_t stride = alignment > range_alignment ? alignment : range_alignment;
      end = layout_dynamic(&dynamics, end, stride, &builder);
    }
    tern_value_replace_all_uses(tern_op_result(pack, 0), end);
    tern_op_destroy(pack);
  }
  tern_vec_deinitialize(&statics);
  tern_vec_deinitialize(&dynamics);
  free(slices);
  return is_ok;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_STREAM(RESOURCE_PACK))) return TERN_WALK_ADVANCE;
  tern_pass_count(user, 0, 1);
  return layout_pack(op) ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static bool run(tern_op_t *op, tern_pass_t *pass) { return tern_op_walk_post(op, visit, pass) != TERN_WALK_INTERRUPT; }

const tern_pass_def_t tern_stream_layout_slices_pass = {
    .flag = "iree-stream-layout-slices",
    .name = "LayoutSlicesPass",
    .summary = "Give slices places in one allocation by their lifetimes, as arithmetic on their sizes",
    .description =
        "Slices of constant size get constant offsets: the placement by intervals or the one by falling size, "
        "whichever needs less memory. Offsets are aligned as the closest stream.resources attribute asks.",
    .statistics = (const char *const[]){"num-packs - Number of packs laid out", NULL},
    .run = run,
};

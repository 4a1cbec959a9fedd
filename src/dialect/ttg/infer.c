// ttg: encodings of results, found so that nothing has to move (upstream: TritonGPUInferLayoutInterface of Dialect.cpp).
//
// Blocked encodings and the like give encodings of their own kind, because these are the shorter ones; any other encoding
// gives the linear one of its layout.

#include <string.h>

#include "dialect/ttg/blocked.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS };

static const tern_attr_t *fail(const char **out_error, const char *message) {
  *out_error = message;
  return NULL;
}

// --- layouts in other forms ---

// Output `i` of the result is output `order[i]`.
static tern_layout_t permute(const tern_layout_t *layout, const size_t *order) {
  const char *names[MAX_RANK];
  tern_layout_dims_t outs = {0};
  if (layout->error) return *layout;
  for (size_t i = 0; i < layout->outs.count; ++i) {
    names[i] = tern_layout_dim_name(order[i]);
    tern_layout_append_dim(&outs, tern_layout_dim_name(i), tern_layout_bits(&layout->outs, names[i]));
  }
  tern_layout_t result = tern_layout_transpose_outs(layout, (tern_layout_names_t){names, layout->outs.count});
  return tern_layout_reshape_outs(&result, &outs);
}

// The elements in the order of the last dimension, as those of another shape.
static tern_layout_t reshape(const tern_layout_t *layout, const int64_t *shape, size_t rank) {
  const char *names[MAX_RANK];
  tern_layout_dims_t outs = {0};
  size_t count = layout->outs.count;
  if (layout->error) return *layout;
  for (size_t i = 0; i < count; ++i) names[i] = tern_layout_dim_name(count - 1 - i);
  tern_layout_t result = tern_layout_transpose_outs(layout, (tern_layout_names_t){names, count});
  for (size_t d = rank; d-- > 0;) {
    if (shape[d] <= 0) return tern_layout_failed("the size of a dimension is not a power of two");
    tern_layout_append_dim(&outs, tern_layout_dim_name(d), (size_t)__builtin_ctzll((unsigned long long)shape[d]));
  }
  result = tern_layout_reshape_outs(&result, &outs);
  for (size_t d = 0; d < rank; ++d) names[d] = tern_layout_dim_name(d);
  return tern_layout_transpose_outs(&result, (tern_layout_names_t){names, rank});
}

static const tern_attr_t *linear_of(const tern_attr_t *encoding, const tern_layout_t *layout, const char **out_error) {
  if (layout->error) return fail(out_error, layout->error);
  if (tern_ttg_is_distributed(encoding)) return tern_ttg_linear_get(encoding->context, layout);
  return tern_ttg_shared_linear_get(encoding->context, layout, tern_ttg_alignment(encoding));
}

// --- lists of encodings ---

static tern_ttg_value_t list_value(const tern_attr_t *encoding, tern_ttg_field_t field, const int64_t *values,
                                   size_t count) {
  return (tern_ttg_value_t){field, tern_ttg_list(encoding->context, values, count)};
}

// Number `i` is what was number `order[i]`, of each line of `order`'s length.
static tern_ttg_value_t permuted(const tern_attr_t *encoding, tern_ttg_field_t field, const size_t *order,
                                 size_t rank) {
  int64_t values[TERN_LAYOUT_MAX_BITS * MAX_RANK];
  size_t count = tern_ttg_count(encoding, field);
  for (size_t i = 0; i < count; ++i) values[i] = tern_ttg_at(encoding, field, i / rank * rank + order[i % rank]);
  return list_value(encoding, field, values, count);
}

// The order of dimensions that are called otherwise.
static tern_ttg_value_t renamed_order(const tern_attr_t *encoding, const size_t *order, size_t rank) {
  int64_t values[MAX_RANK];
  size_t inverse[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) inverse[order[i]] = i;
  for (size_t i = 0; i < rank; ++i) values[i] = (int64_t)inverse[tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i)];
  return list_value(encoding, TERN_TTG_FIELD_ORDER, values, rank);
}

// --- tt.trans ---

static const tern_attr_t *trans_padded(const tern_attr_t *encoding, const size_t *order) {
  size_t rank = tern_ttg_rank(encoding);
  tern_ttg_value_t values[] = {permuted(encoding, TERN_TTG_FIELD_OFFSET, order, rank),
                               permuted(encoding, TERN_TTG_FIELD_BLOCK, order, rank)};
  return tern_ttg_encoding_with(encoding, values, 2);
}

static const tern_attr_t *trans_blocked(const tern_attr_t *encoding, const size_t *order) {
  size_t rank = tern_ttg_rank(encoding);
  tern_ttg_value_t values[] = {permuted(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, order, rank),
                               permuted(encoding, TERN_TTG_FIELD_THREADS_PER_WARP, order, rank),
                               permuted(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, order, rank),
                               permuted(encoding, TERN_TTG_FIELD_CGA_LAYOUT, order, rank),
                               renamed_order(encoding, order, rank)};
  return tern_ttg_encoding_with(encoding, values, 5);
}

static const tern_attr_t *trans_swizzled(const tern_attr_t *encoding, const size_t *order) {
  size_t rank = tern_ttg_rank(encoding);
  tern_ttg_value_t values[] = {permuted(encoding, TERN_TTG_FIELD_CGA_LAYOUT, order, rank),
                               renamed_order(encoding, order, rank)};
  return tern_ttg_encoding_with(encoding, values, 2);
}

static const tern_attr_t *trans_nvmma(const tern_attr_t *encoding, const size_t *order) {
  tern_ttg_value_t values[] = {permuted(encoding, TERN_TTG_FIELD_CGA_LAYOUT, order, 2),
                               {TERN_TTG_FIELD_TRANSPOSED, !tern_ttg_number(encoding, TERN_TTG_FIELD_TRANSPOSED)}};
  return tern_ttg_encoding_with(encoding, values, 2);
}

const tern_attr_t *tern_ttg_infer_trans(const tern_attr_t *encoding, const int64_t *shape, const tern_attr_t *order,
                                        const char **out_error) {
  size_t rank = tern_int_list_attr_count(order), dims[MAX_RANK];
  bool is_identity = true;
  if (!tern_ttg_is_encoding(encoding)) return encoding;
  for (size_t i = 0; i < rank; ++i) is_identity &= tern_int_list_attr_at(order, i) == (int64_t)i;
  if (is_identity) return encoding;
  if (rank > MAX_RANK || rank != tern_ttg_rank(encoding))
    return fail(out_error, "rank of encoding does not match order");
  for (size_t i = 0; i < rank; ++i) dims[i] = (size_t)tern_int_list_attr_at(order, i);
  switch (tern_ttg_attr_id(encoding)) {
    case TERN_TTG_ATTR_BLOCKED: return trans_blocked(encoding, dims);
    case TERN_TTG_ATTR_SWIZZLED_SHARED: return trans_swizzled(encoding, dims);
    case TERN_TTG_ATTR_PADDED_SHARED: return trans_padded(encoding, dims);
    case TERN_TTG_ATTR_NVMMA_SHARED:
      if (rank == 2) return trans_nvmma(encoding, dims);
      break;
    default: break;
  }
  tern_layout_t layout = tern_ttg_layout(encoding, shape);
  layout = permute(&layout, dims);
  return linear_of(encoding, &layout, out_error);
}

// --- tt.expand_dims, tt.reduce ---

const tern_attr_t *tern_ttg_infer_expand_dims(const tern_attr_t *encoding, size_t axis, const char **out_error) {
  if (!tern_ttg_is_encoding(encoding)) return encoding;
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SLICE))
    return fail(out_error, "ExpandDimsOp operand encoding must be SliceEncodingAttr");
  if (tern_ttg_number(encoding, TERN_TTG_FIELD_DIM) != (int64_t)axis)
    return fail(out_error, "Incompatible slice dimension for ExpandDimsOp operand");
  return tern_ttg_parent(encoding);
}

const tern_attr_t *tern_ttg_infer_reduce(const tern_attr_t *encoding, size_t axis) {
  if (!tern_ttg_is_encoding(encoding)) return encoding;
  return tern_ttg_encoding_get(
      encoding->context, TERN_TTG_ATTR_SLICE,
      TERN_TTG_VALUES({TERN_TTG_FIELD_DIM, axis}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)encoding}));
}

// --- tt.join, tt.split ---

// Each line of numbers with one more at its end.
static tern_ttg_value_t widened(const tern_attr_t *encoding, tern_ttg_field_t field, size_t rank, int64_t last) {
  int64_t values[TERN_LAYOUT_MAX_BITS * MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < tern_ttg_count(encoding, field); ++i) {
    values[count++] = tern_ttg_at(encoding, field, i);
    if (i % rank == rank - 1) values[count++] = last;
  }
  return list_value(encoding, field, values, count);
}

static tern_ttg_value_t narrowed(const tern_attr_t *encoding, tern_ttg_field_t field, size_t rank) {
  int64_t values[TERN_LAYOUT_MAX_BITS * MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < tern_ttg_count(encoding, field); ++i) {
    if (i % rank != rank - 1) values[count++] = tern_ttg_at(encoding, field, i);
  }
  return list_value(encoding, field, values, count);
}

static const tern_attr_t *join_blocked(const tern_attr_t *encoding, size_t rank) {
  int64_t order[MAX_RANK + 1] = {(int64_t)rank};
  for (size_t i = 0; i < rank; ++i) order[i + 1] = tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i);
  tern_ttg_value_t values[] = {widened(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, rank, 2),
                               widened(encoding, TERN_TTG_FIELD_THREADS_PER_WARP, rank, 1),
                               widened(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, rank, 1),
                               widened(encoding, TERN_TTG_FIELD_CGA_LAYOUT, rank, 0),
                               list_value(encoding, TERN_TTG_FIELD_ORDER, order, rank + 1)};
  return tern_ttg_encoding_with(encoding, values, 5);
}

// A slice of what splits into it again is joined to that.
static const tern_attr_t *join_slice(const tern_attr_t *encoding, const int64_t *shape, size_t rank) {
  int64_t joined[MAX_RANK];
  const char *error = NULL;
  if (tern_ttg_number(encoding, TERN_TTG_FIELD_DIM) != (int64_t)rank || rank + 1 > MAX_RANK) return NULL;
  memcpy(joined, shape, rank * sizeof(int64_t));
  joined[rank] = 2;
  const tern_attr_t *parent = tern_ttg_parent(encoding), *split = tern_ttg_infer_split(parent, joined, &error);
  if (!split) return NULL;
  return tern_ttg_same_layout(shape, split, encoding) ? parent : NULL;
}

const tern_attr_t *tern_ttg_infer_join(const tern_attr_t *encoding, const int64_t *shape, const char **out_error) {
  const char *names[MAX_RANK];
  if (!tern_ttg_is_encoding(encoding)) return encoding;
  size_t rank = tern_ttg_rank(encoding);
  if (rank + 1 > MAX_RANK) return fail(out_error, "a layout has at most eight dimensions");
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) return join_blocked(encoding, rank);
  const tern_attr_t *parent =
      tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SLICE) ? join_slice(encoding, shape, rank) : NULL;
  if (parent) return parent;
  tern_layout_t layout = tern_ttg_layout(encoding, shape);
  tern_layout_t pair = tern_layout_identity_1d(2, TERN_LAYOUT_REGISTER, tern_layout_dim_name(rank));
  layout = tern_layout_product(&pair, &layout);
  for (size_t d = 0; d <= rank; ++d) names[d] = tern_layout_dim_name(d);
  layout = tern_layout_transpose_outs(&layout, (tern_layout_names_t){names, rank + 1});
  return linear_of(encoding, &layout, out_error);
}

// The layout of every second element along `axis`: the register that is the neighbour is left out. An error: there is none.
static tern_layout_t halve(const tern_layout_t *layout, size_t axis) {
  static const char *const missing =
      "Fp4ToFpOp/SplitOp requires at least 2 elements per thread in the axis/last dimension";
  if (layout->error) return *layout;
  tern_layout_t result = {.outs = layout->outs};
  size_t made = 0, at = 0, bits = layout->outs.values[axis].bits;
  for (size_t i = 0; i < layout->ins.count; ++i) {
    bool is_register = strcmp(layout->ins.values[i].name, TERN_LAYOUT_REGISTER) == 0;
    size_t kept = 0;
    for (size_t bit = 0; bit < layout->ins.values[i].bits; ++bit, ++at) {
      uint64_t place = tern_layout_get(&layout->outs, axis, layout->bases[at]);
      if (is_register && place == 1) continue;
      result.bases[made++] = tern_layout_set(&layout->outs, axis, layout->bases[at], place / 2);
      ++kept;
    }
    tern_layout_append_dim(&result.ins, layout->ins.values[i].name, kept);
  }
  if (made == at || bits == 0) return tern_layout_failed(missing);
  return tern_layout_resize_out(&result, layout->outs.values[axis].name, INT64_C(1) << (bits - 1));
}

static bool splits_simply(const tern_attr_t *encoding, size_t rank) {
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) return false;
  for (size_t i = rank - 1; i < tern_ttg_count(encoding, TERN_TTG_FIELD_CGA_LAYOUT); i += rank) {
    if (tern_ttg_at(encoding, TERN_TTG_FIELD_CGA_LAYOUT, i)) return false;
  }
  return tern_ttg_at(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, rank - 1) == 2 &&
         tern_ttg_at(encoding, TERN_TTG_FIELD_THREADS_PER_WARP, rank - 1) == 1 &&
         tern_ttg_at(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, rank - 1) == 1;
}

const tern_attr_t *tern_ttg_infer_split(const tern_attr_t *encoding, const int64_t *shape, const char **out_error) {
  if (!tern_ttg_is_encoding(encoding)) return encoding;
  size_t rank = tern_ttg_rank(encoding), count = 0;
  if (rank < 2) return fail(out_error, "a tensor that is split has at least two dimensions");
  if (splits_simply(encoding, rank)) {
    int64_t order[MAX_RANK];
    for (size_t i = 0; i < rank; ++i) {
      int64_t dim = tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i);
      if (dim != (int64_t)rank - 1) order[count++] = dim;
    }
    tern_ttg_value_t values[] = {narrowed(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, rank),
                                 narrowed(encoding, TERN_TTG_FIELD_THREADS_PER_WARP, rank),
                                 narrowed(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, rank),
                                 narrowed(encoding, TERN_TTG_FIELD_CGA_LAYOUT, rank),
                                 list_value(encoding, TERN_TTG_FIELD_ORDER, order, count)};
    return tern_ttg_encoding_with(encoding, values, 5);
  }
  tern_layout_t layout = tern_ttg_layout(encoding, shape);
  layout = halve(&layout, rank - 1);
  if (layout.error) return fail(out_error, layout.error);
  tern_layout_dims_t outs = layout.outs;
  outs.count = rank - 1;
  layout = tern_layout_reshape_outs(&layout, &outs);
  return linear_of(encoding, &layout, out_error);
}

// --- ttg.fp4_to_fp ---

// Blocked encodings and operands stay such where pairs lie along the dimension that registers go along first. NULL: they do not.
static const tern_attr_t *fp4_of_kind(const tern_attr_t *encoding, const int64_t *shape, size_t axis, bool is_result) {
  tern_ttg_share_t share;
  bool is_operand = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP);
  if (!is_operand && !tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) return NULL;
  if (!tern_ttg_share_of(encoding, shape, &share) || axis >= share.rank || share.order[axis] != 0) return NULL;
  int64_t sizes[MAX_RANK];
  size_t count = is_operand ? 1 : share.rank, place = is_operand ? 0 : axis;
  sizes[0] = is_operand ? tern_ttg_number(encoding, TERN_TTG_FIELD_K_WIDTH) : 0;
  for (size_t d = 0; d < count && !is_operand; ++d) sizes[d] = tern_ttg_at(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, d);
  if (is_result && sizes[place] < 2) return NULL;
  sizes[place] = is_result ? sizes[place] / 2 : sizes[place] * 2;
  tern_ttg_value_t width = {TERN_TTG_FIELD_K_WIDTH, (uint64_t)sizes[0]};
  if (is_operand) return tern_ttg_encoding_with(encoding, &width, 1);
  tern_ttg_value_t list = list_value(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, sizes, count);
  return tern_ttg_encoding_with(encoding, &list, 1);
}

const tern_attr_t *tern_ttg_infer_fp4_source(const tern_attr_t *encoding, const int64_t *shape, size_t axis,
                                             const char **out_error) {
  const tern_attr_t *kept = fp4_of_kind(encoding, shape, axis, true);
  if (kept) return kept;
  tern_layout_t layout = tern_ttg_layout(encoding, shape);
  layout = halve(&layout, axis);
  return linear_of(encoding, &layout, out_error);
}

const tern_attr_t *tern_ttg_infer_fp4_result(const tern_attr_t *encoding, const int64_t *shape, size_t axis,
                                             const char **out_error) {
  const char *names[MAX_RANK];
  const tern_attr_t *kept = fp4_of_kind(encoding, shape, axis, false);
  if (kept) return kept;
  tern_layout_t layout = tern_ttg_layout(encoding, shape);
  tern_layout_t pair = tern_layout_identity_1d(2, TERN_LAYOUT_REGISTER, tern_layout_dim_name(axis));
  size_t rank = layout.outs.count;
  layout = tern_layout_product(&pair, &layout);
  for (size_t d = 0; d < rank; ++d) names[d] = tern_layout_dim_name(d);
  layout = tern_layout_transpose_outs(&layout, (tern_layout_names_t){names, rank});
  return linear_of(encoding, &layout, out_error);
}

// --- tt.reshape, ttg.memdesc_reshape ---

const tern_attr_t *tern_ttg_infer_reshape(const tern_attr_t *encoding, const int64_t *shape,
                                          const int64_t *result_shape, size_t result_rank, const char **out_error) {
  if (!tern_ttg_is_encoding(encoding)) return encoding;
  size_t rank = tern_ttg_rank(encoding);
  if (result_rank > MAX_RANK) return fail(out_error, "a layout has at most eight dimensions");
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) {
    if (rank == result_rank && memcmp(shape, result_shape, rank * sizeof(int64_t)) == 0) return encoding;
    tern_ttg_machine_t machine = {tern_ttg_warps_per_cta(encoding), tern_ttg_threads_per_warp(encoding),
                                  tern_ttg_ctas_per_cga(encoding)};
    if (encoding == tern_ttg_default_encoding(encoding->context, shape, rank, machine))
      return tern_ttg_default_encoding(encoding->context, result_shape, result_rank, machine);
    const tern_attr_t *blocked = tern_ttg_reshape_blocked(encoding, shape, result_shape, result_rank);
    if (blocked) return blocked;
  }
  tern_layout_t layout = tern_ttg_layout(encoding, shape);
  layout = reshape(&layout, result_shape, result_rank);
  return linear_of(encoding, &layout, out_error);
}

// What copies of tensor maps leave behind stays such where the fastest dimension does. NULL: it does not.
static const tern_attr_t *reshape_nvmma(const tern_attr_t *encoding, const tern_layout_t *layout, const int64_t *shape,
                                        const int64_t *result_shape, size_t result_rank) {
  bool is_transposed = tern_ttg_number(encoding, TERN_TTG_FIELD_TRANSPOSED) != 0;
  int64_t from = is_transposed ? shape[0] : shape[tern_ttg_rank(encoding) - 1];
  int64_t to = is_transposed ? result_shape[0] : result_shape[result_rank - 1];
  if (tern_ttg_ctas_per_cga(encoding) != 1 || from != to) return NULL;
  tern_ttg_value_t rank = {TERN_TTG_FIELD_RANK, result_rank};
  const tern_attr_t *candidate = tern_ttg_encoding_with(encoding, &rank, 1);
  tern_layout_t own = tern_ttg_layout(candidate, result_shape);
  return tern_layout_equal(&own, layout) ? candidate : NULL;
}

const tern_attr_t *tern_ttg_infer_memory_reshape(const tern_attr_t *encoding, const int64_t *shape,
                                                 const int64_t *result_shape, size_t result_rank,
                                                 const char **out_error) {
  if (result_rank > MAX_RANK || !result_rank) return fail(out_error, "a layout has one to eight dimensions");
  tern_layout_t layout = tern_ttg_layout(encoding, shape);
  layout = reshape(&layout, result_shape, result_rank);
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED)) {
    const tern_attr_t *kept = reshape_nvmma(encoding, &layout, shape, result_shape, result_rank);
    if (kept) return kept;
  }
  const tern_attr_t *linear = linear_of(encoding, &layout, out_error);
  if (!linear || !tern_attr_is_ttg(encoding, TERN_TTG_ATTR_PADDED_SHARED)) return linear;
  tern_ttg_value_t values[] = {{TERN_TTG_FIELD_RANK, result_rank},
                               {TERN_TTG_FIELD_OFFSET, (uint64_t)tern_ttg_number(linear, TERN_TTG_FIELD_OFFSET)},
                               {TERN_TTG_FIELD_BLOCK, (uint64_t)tern_ttg_number(linear, TERN_TTG_FIELD_BLOCK)}};
  return tern_ttg_encoding_with(encoding, values, 3);
}

// --- tt.dot ---

const char *tern_ttg_check_dot_operand(const tern_attr_t *operand, size_t index, const tern_attr_t *result) {
  bool is_operand = tern_attr_is_ttg(operand, TERN_TTG_ATTR_DOT_OP);
  bool is_wgmma =
      tern_attr_is_ttg(result, TERN_TTG_ATTR_NVIDIA_MMA) && tern_ttg_number(result, TERN_TTG_FIELD_VERSION_MAJOR) == 3;
  if (is_wgmma) {
    bool is_first = is_operand && index == 0 && tern_attr_is_ttg(tern_ttg_parent(operand), TERN_TTG_ATTR_NVIDIA_MMA);
    bool is_memory =
        tern_attr_is_ttg(operand, TERN_TTG_ATTR_NVMMA_SHARED) || tern_attr_is_ttg(operand, TERN_TTG_ATTR_SHARED_LINEAR);
    return is_first || is_memory ? NULL : "unexpected operand layout for NvidiaMmaEncodingAttr v3";
  }
  if (!is_operand) return "Dot's a/b's encoding should be of DotOperandEncodingAttr";
  if (tern_ttg_number(operand, TERN_TTG_FIELD_OP_IDX) != (int64_t)index) return "Wrong opIdx";
  return tern_ttg_parent(operand) == result ? NULL : "Incompatible parent encoding";
}

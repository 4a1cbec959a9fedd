// Lists of static and dynamic index values.

#include "dialect/common/dynamic_index_list.h"

#include <inttypes.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"

tern_mixed_index_t tern_mixed_of(tern_value_t *value) {
  int64_t constant;
  return tern_value_constant_int(value, &constant) ? tern_mixed_static(constant) : tern_mixed_dynamic(value);
}

bool tern_mixed_constant(tern_mixed_index_t entry, int64_t *out_value) {
  if (entry.value == TERN_DYNAMIC) return entry.dynamic && tern_value_constant_int(entry.dynamic, out_value);
  *out_value = entry.value;
  return true;
}

bool tern_mixed_equal(tern_mixed_index_t a, tern_mixed_index_t b) {
  int64_t a_value, b_value;
  if (tern_mixed_constant(a, &a_value) && tern_mixed_constant(b, &b_value)) return a_value == b_value;
  return a.value == TERN_DYNAMIC && b.value == TERN_DYNAMIC && a.dynamic == b.dynamic;
}

tern_value_t *tern_mixed_build(tern_builder_t *builder, tern_mixed_index_t entry) {
  return entry.value == TERN_DYNAMIC ? entry.dynamic : tern_build_index(builder, entry.value);
}

size_t tern_index_list_count(const tern_op_t *op, const char *static_name) {
  return tern_int_list_attr_count(tern_op_attr(op, static_name));
}

bool tern_index_list_read(const tern_op_t *op, const char *name, const char *static_name,
                          tern_mixed_index_t *out_entries, size_t capacity) {
  const tern_attr_t *statics = tern_op_attr(op, static_name);
  size_t start, operand_count, next = 0, count = tern_int_list_attr_count(statics);
  tern_op_operands_named(op, name, &start, &operand_count);
  if (count > capacity) return false;
  for (size_t i = 0; i < count; i++) {
    int64_t value = tern_int_list_attr_at(statics, i);
    if (value == TERN_DYNAMIC && next == operand_count) return false;
    out_entries[i] =
        value == TERN_DYNAMIC ? tern_mixed_dynamic(tern_op_operand(op, start + next++)) : tern_mixed_static(value);
  }
  return next == operand_count;
}

bool tern_index_list_verify(const tern_op_t *op, const char *name, const char *static_name, const char *what,
                            size_t expected) {
  const tern_attr_t *statics = tern_op_attr(op, static_name);
  size_t start, operand_count, dynamic_count = 0, count = tern_int_list_attr_count(statics);
  tern_op_operands_named(op, name, &start, &operand_count);
  if (count != expected) return tern_emit_error(op->loc, "expected %zu %s values, got %zu", expected, what, count);
  if (count > TERN_INDEX_LIST_MAX)
    return tern_op_error(op, "has %zu %s values, but at most %d are supported", count, what, TERN_INDEX_LIST_MAX);
  for (size_t i = 0; i < count; i++) dynamic_count += tern_int_list_attr_at(statics, i) == TERN_DYNAMIC;
  return dynamic_count == operand_count ||
         tern_emit_error(op->loc, "expected %zu dynamic %s values", dynamic_count, what);
}

bool tern_index_list_is_folded(const tern_op_t *op, const char *name) {
  size_t start, count;
  int64_t value;
  tern_op_operands_named(op, name, &start, &count);
  for (size_t i = 0; i < count; i++)
    if (tern_value_constant_int(tern_op_operand(op, start + i), &value)) return false;
  return true;
}

// --- slices ---

static const struct {
  const char *name, *static_name, *what;
} slice_lists[] = {{"offsets", "static_offsets", "offset"},
                   {"sizes", "static_sizes", "size"},
                   {"strides", "static_strides", "stride"}};

bool tern_slice_read(const tern_op_t *op, tern_slice_t *out_slice) {
  tern_mixed_index_t *lists[] = {out_slice->offsets, out_slice->sizes, out_slice->strides};
  out_slice->count = tern_index_list_count(op, "static_sizes");
  for (size_t i = 0; i < 3; i++)
    if (!tern_index_list_read(op, slice_lists[i].name, slice_lists[i].static_name, lists[i], TERN_INDEX_LIST_MAX))
      return false;
  return true;
}

static bool fold_entry(tern_mixed_index_t *entry, bool may_be_negative) {
  int64_t value;
  if (entry->value != TERN_DYNAMIC || !tern_mixed_constant(*entry, &value)) return false;
  if (!may_be_negative && value < 0) return false;
  *entry = tern_mixed_static(value);
  return true;
}

static bool has_zero_operand(const tern_mixed_index_t *entries, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int64_t value;
    if (entries[i].value == TERN_DYNAMIC && tern_mixed_constant(entries[i], &value) && value == 0) return true;
  }
  return false;
}

bool tern_slice_fold_constants(tern_slice_t *slice) {
  // Sizes and offsets may not become negative, strides not 0. Such constants stay operands, and with a stride of 0, as
  // upstream has it, the other strides do.
  bool is_changed = false, folds_strides = !has_zero_operand(slice->strides, slice->count);
  for (size_t i = 0; i < slice->count; i++) {
    is_changed |= fold_entry(&slice->offsets[i], false);
    is_changed |= fold_entry(&slice->sizes[i], false);
    is_changed |= folds_strides && fold_entry(&slice->strides[i], true);
  }
  return is_changed;
}

void tern_slice_statics(const tern_slice_t *slice, int64_t *out_offsets, int64_t *out_sizes, int64_t *out_strides) {
  for (size_t i = 0; i < slice->count; i++) {
    if (out_offsets) out_offsets[i] = slice->offsets[i].value;
    if (out_sizes) out_sizes[i] = slice->sizes[i].value;
    if (out_strides) out_strides[i] = slice->strides[i].value;
  }
}

// As many operands as the three lists have dynamic entries, and lists that are equally long; an offset may stand alone.
static bool verify_lists(const tern_op_t *op, bool has_one_offset) {
  static const size_t order[] = {1, 2, 0};
  size_t counts[3];
  for (size_t i = 0; i < 3; i++) {
    const tern_attr_t *statics = tern_op_attr(op, slice_lists[order[i]].static_name);
    size_t start, operand_count, dynamic_count = 0, count = tern_int_list_attr_count(statics);
    tern_op_operands_named(op, slice_lists[order[i]].name, &start, &operand_count);
    for (size_t j = 0; j < count; j++) dynamic_count += tern_int_list_attr_at(statics, j) == TERN_DYNAMIC;
    if (operand_count != dynamic_count)
      return tern_emit_error(
          op->loc, "expected the number of '%s' to match the number of dynamic entries in '%s' (%zu vs %zu)",
          slice_lists[order[i]].name, slice_lists[order[i]].static_name, operand_count, dynamic_count);
    counts[order[i]] = count;
  }
  for (size_t i = has_one_offset && counts[0] == 1; i < 2; i++)
    if (counts[i] != counts[i + 1])
      return tern_emit_error(op->loc,
                             "expected mixed %s rank to match mixed %s rank (%zu vs %zu) so the rank of the "
                             "result type is well-formed.",
                             slice_lists[i].name, slice_lists[i + 1].name, counts[i], counts[i + 1]);
  return true;
}

static bool verify_slice(const tern_op_t *op, size_t rank, bool has_one_offset) {
  if (!verify_lists(op, has_one_offset)) return false;
  for (size_t i = 0; i < 3; i++)
    if (!tern_index_list_verify(op, slice_lists[i].name, slice_lists[i].static_name, slice_lists[i].what,
                                i == 0 && has_one_offset ? 1 : rank))
      return false;
  for (size_t list = 0; list < 2; list++) {
    const tern_attr_t *statics = tern_op_attr(op, slice_lists[list].static_name);
    for (size_t i = 0; i < tern_int_list_attr_count(statics); i++) {
      int64_t value = tern_int_list_attr_at(statics, i);
      if (value < 0 && value != TERN_DYNAMIC)
        return tern_emit_error(op->loc, "expected %s to be non-negative, but got %" PRId64, slice_lists[list].name,
                               value);
    }
  }
  return true;
}

bool tern_slice_verify(const tern_op_t *op, size_t rank) { return verify_slice(op, rank, false); }

bool tern_slice_verify_one_offset(const tern_op_t *op, size_t rank) { return verify_slice(op, rank, true); }

bool tern_slice_verify_bounds(const tern_op_t *op, const int64_t *shape) {
  const tern_attr_t *offsets = tern_op_attr(op, "static_offsets"), *sizes = tern_op_attr(op, "static_sizes");
  const tern_attr_t *strides = tern_op_attr(op, "static_strides");
  for (size_t i = 0; i < tern_int_list_attr_count(sizes); i++) {
    int64_t offset = tern_int_list_attr_at(offsets, i), size = tern_int_list_attr_at(sizes, i);
    int64_t stride = tern_int_list_attr_at(strides, i), last;
    if (shape[i] == TERN_DYNAMIC || offset == TERN_DYNAMIC) continue;
    if (offset >= shape[i])
      return tern_emit_error(op->loc, "offset %zu is out-of-bounds: %" PRId64 " >= %" PRId64, i, offset, shape[i]);
    if (size == TERN_DYNAMIC || stride == TERN_DYNAMIC || size == 0) continue;
    if (__builtin_mul_overflow(size - 1, stride, &last) || __builtin_add_overflow(last, offset, &last) ||
        last >= shape[i] || last < 0)
      return tern_emit_error(op->loc, "slice along dimension %zu runs out-of-bounds: %" PRId64 " >= %" PRId64, i, last,
                             shape[i]);
  }
  return true;
}

bool tern_slice_may_be_within(const tern_slice_t *slice, const tern_type_t *type) {
  if (!tern_type_is_ranked(type) || tern_type_rank(type) != slice->count) return true;
  for (size_t i = 0; i < slice->count; i++) {
    int64_t extent = tern_type_dim(type, i), offset = slice->offsets[i].value, size = slice->sizes[i].value;
    int64_t stride = slice->strides[i].value, last;
    if (extent == TERN_DYNAMIC || offset == TERN_DYNAMIC) continue;
    if (offset >= extent) return false;
    if (size == TERN_DYNAMIC || stride == TERN_DYNAMIC || size == 0) continue;
    if (__builtin_mul_overflow(size - 1, stride, &last) || __builtin_add_overflow(last, offset, &last) || last < 0 ||
        last >= extent)
      return false;
  }
  return true;
}

bool tern_slice_is_whole(const tern_slice_t *slice, const tern_type_t *type) {
  if (!tern_type_is_ranked(type) || tern_type_rank(type) != slice->count) return false;
  for (size_t i = 0; i < slice->count; i++) {
    int64_t value;
    if (!tern_mixed_constant(slice->offsets[i], &value) || value != 0) return false;
    if (!tern_mixed_constant(slice->strides[i], &value) || value != 1) return false;
    if (!tern_mixed_constant(slice->sizes[i], &value) || value != tern_type_dim(type, i)) return false;
  }
  return true;
}

const tern_attr_t *tern_index_list_split(tern_context_t *context, const tern_mixed_index_t *entries, size_t count,
                                         tern_value_t **operands, size_t *inout_count, int32_t *out_segment) {
  int64_t statics[TERN_INDEX_LIST_MAX];
  *out_segment = 0;
  for (size_t i = 0; i < count; ++i) {
    statics[i] = entries[i].value;
    if (entries[i].value != TERN_DYNAMIC) continue;
    operands[(*inout_count)++] = entries[i].dynamic;
    ++*out_segment;
  }
  return tern_dense_i64_array_attr_get(context, statics, count);
}

const tern_type_t *tern_index_list_staticize(const tern_type_t *type, const tern_op_t *op, size_t first,
                                             tern_value_t **out_rest, size_t *out_count) {
  int64_t dims[TERN_INDEX_LIST_MAX], size;
  size_t rank = tern_type_rank(type), next = first;
  bool is_changed = false;
  *out_count = 0;
  if (rank > TERN_INDEX_LIST_MAX) return NULL;
  for (size_t i = 0; i < rank; i++) {
    dims[i] = tern_type_dim(type, i);
    if (dims[i] != TERN_DYNAMIC) continue;
    tern_value_t *operand = tern_op_operand(op, next++);
    if (tern_value_constant_int(operand, &size) && size >= 0) {
      dims[i] = size;
      is_changed = true;
    } else {
      out_rest[(*out_count)++] = operand;
    }
  }
  return is_changed ? tern_type_with_shape(type, dims, rank) : NULL;
}

tern_op_t *tern_slice_build(tern_builder_t *builder, const tern_op_row_t *row, const tern_type_t *type,
                            tern_values_t leading, const tern_slice_t *slice) {
  tern_context_t *context = builder->context;
  const tern_mixed_index_t *lists[] = {slice->offsets, slice->sizes, slice->strides};
  tern_value_t *operands[2 + 3 * TERN_INDEX_LIST_MAX];
  tern_named_attr_t attrs[3];
  int32_t segments[5];
  size_t count = 0, segment_count = 0;
  for (size_t i = 0; i < leading.count; i++) {
    operands[count++] = leading.values[i];
    segments[segment_count++] = 1;
  }
  for (size_t list = 0; list < 3; list++) {
    const tern_attr_t *statics =
        tern_index_list_split(context, lists[list], slice->count, operands, &count, &segments[segment_count++]);
    attrs[list] = (tern_named_attr_t){slice_lists[list].static_name, statics};
  }
  return tern_build(builder, row, .operands = {operands, count}, .types = {&type, type ? 1 : 0}, .attrs = {attrs, 3},
                    .segments = segments);
}

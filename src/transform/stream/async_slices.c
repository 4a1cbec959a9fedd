#include "transform/stream/async_slices.h"

#include "analysis/divisor.h"
#include "analysis/stream/ownership.h"
#include "base/integer.h"
#include "dialect/arith/index_math.h"
#include "dialect/stream/stream.h"
#include "rewrite/builder.h"

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

static size_t start_of(const tern_op_t *op, const char *group) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return start;
}

static bool is_staging(const tern_value_t *value) {
  return tern_stream_resource_type_lifetime(value->type) == TERN_STREAM_LIFETIME_STAGING;
}

// The operand `index` of a dispatch is its range number `out_range`, which it reads.
static bool find_range(const tern_op_t *dispatch, size_t index, size_t *out_range) {
  size_t start = start_of(dispatch, "resource_operands");
  if (index < start || tern_stream_writes_operand(dispatch, index)) return false;
  *out_range = 0;
  for (size_t i = start; i < index; ++i) *out_range += tern_type_is_stream_resource(tern_op_operand(dispatch, i)->type);
  return true;
}

static bool fold_into_dispatch(tern_op_t *dispatch, size_t index, const tern_op_t *slice) {
  size_t range;
  if (!find_range(dispatch, index, &range)) return false;
  size_t offset_index = start_of(dispatch, "resource_operand_offsets") + range;
  size_t end_index = start_of(dispatch, "resource_operand_ends") + range;
  tern_value_t *base = named(slice, "source_offset"), *offset = tern_op_operand(dispatch, offset_index);
  int64_t alignment = tern_stream_resource_config_lookup(dispatch).min_buffer_offset_alignment;
  int64_t divisor = tern_gcd(tern_value_divisor(base), tern_value_divisor(offset));
  if (divisor % alignment != 0) return false;
  tern_builder_t builder = tern_builder_before(dispatch);
  tern_op_set_operand(dispatch, offset_index, tern_build_index_add(&builder, base, offset));
  tern_op_set_operand(dispatch, end_index, tern_build_index_add(&builder, base, tern_op_operand(dispatch, end_index)));
  tern_op_set_operand(dispatch, start_of(dispatch, "resource_operand_sizes") + range, named(slice, "source_size"));
  tern_op_set_operand(dispatch, index, named(slice, "source"));
  return true;
}

// The update with a slice is a copy.
static bool fold_into_update(tern_op_t *update, const tern_op_t *slice) {
  if (named(update, "target") == &slice->results[0]) return false;
  tern_builder_t builder = tern_builder_before(update);
  tern_op_t *copy = tern_build(
      &builder, TERN_STREAM(ASYNC_COPY),
      .operands = TERN_VALUES(named(update, "target"), named(update, "target_size"), named(update, "target_offset"),
                              named(update, "target_end"), named(slice, "source"), named(slice, "source_size"),
                              named(slice, "source_offset"), named(slice, "source_end"), named(update, "update_size")),
      .types = TERN_TYPES(update->results[0].type));
  tern_op_set_attr(copy, "affinity", tern_op_attr(update, "affinity"));
  tern_value_replace_all_uses(&update->results[0], &copy->results[0]);
  tern_op_destroy(update);
  return true;
}

// Copies and slices have one source, with an offset and an end.
static bool fold_into_reader(tern_op_t *reader, size_t index, const tern_op_t *slice) {
  if (index != start_of(reader, "source")) return false;
  tern_builder_t builder = tern_builder_before(reader);
  tern_value_t *base = named(slice, "source_offset");
  static const char *const moved[] = {"source_offset", "source_end"};
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *sum = tern_build_index_add(&builder, base, named(reader, moved[i]));
    tern_op_set_operand(reader, start_of(reader, moved[i]), sum);
  }
  tern_op_set_operand(reader, start_of(reader, "source_size"), named(slice, "source_size"));
  tern_op_set_operand(reader, index, named(slice, "source"));
  return true;
}

static bool fold_into(tern_operand_t *use, const tern_op_t *slice) {
  tern_op_t *op = use->owner;
  size_t index = tern_operand_index(use);
  if (op->def->dialect != &tern_stream_dialect || tern_op_def_slot(op->def, TERN_STR("affinity")) < 0) return false;
  if (tern_op_attr(op, "affinity") != tern_op_attr(slice, "affinity")) return false;
  if (tern_op_is(op, TERN_STREAM(ASYNC_DISPATCH))) return fold_into_dispatch(op, index, slice);
  if (tern_op_is(op, TERN_STREAM(ASYNC_UPDATE))) return fold_into_update(op, slice);
  bool is_reader = tern_op_is(op, TERN_STREAM(ASYNC_COPY)) || tern_op_is(op, TERN_STREAM(ASYNC_SLICE));
  return is_reader && fold_into_reader(op, index, slice);
}

// A value may have as many slices as there are ops.
static bool is_only_read(const tern_value_t *value, tern_map_t *only_read) {
  enum { READ = 1, WRITTEN = 2 };
  uintptr_t known = (uintptr_t)tern_map_get(only_read, value);
  if (!known) {
    known = tern_stream_is_only_read(value) ? READ : WRITTEN;
    tern_map_set(only_read, value, (void *)known);
  }
  return known == READ;
}

size_t tern_stream_elide_slice(tern_op_t *slice, tern_map_t *only_read) {
  const tern_value_t *source = named(slice, "source");
  size_t count = 0;
  if (is_staging(source) || is_staging(&slice->results[0]) || !is_only_read(source, only_read)) return 0;
  for (tern_operand_t *use = slice->results[0].first_use; use;) {
    tern_operand_t *next = use->next;
    bool is_folded = fold_into(use, slice);
    count += is_folded;
    // An op may use the slice several times.
    use = is_folded ? slice->results[0].first_use : next;
  }
  return count;
}

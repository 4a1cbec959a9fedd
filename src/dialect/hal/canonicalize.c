// hal: canonical forms. Ranges of ranges are taken from the buffer itself, fences that wait for nothing go.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "dialect/util/util.h"
#include "rewrite/rewriter.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

static tern_op_t *defined_by(const tern_value_t *value, const tern_op_row_t *row) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row) ? op : NULL;
}

static tern_value_t *add(tern_rewriter_t *rewriter, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *left = tern_value_constant(lhs), *right = tern_value_constant(rhs);
  if (tern_attr_is_integer(left) && !tern_integer_attr_value(left)) return rhs;
  if (tern_attr_is_integer(right) && !tern_integer_attr_value(right)) return lhs;
  return tern_build_value(&rewriter->builder, TERN_ARITH(ADDI), .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *make_i32(tern_rewriter_t *rewriter, int64_t value) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(rewriter->builder.context, 32), value);
  return tern_build_value(&rewriter->builder, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", attr}));
}

// --- allocators ---

bool tern_hal_canonicalize_allocator_select(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t devices, device_count, queues, queue_count;
  tern_op_operands_named(op, "devices", &devices, &device_count);
  tern_op_operands_named(op, "queue_affinities", &queues, &queue_count);
  if (device_count != 1) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(op, devices), tern_op_operand(op, queues)));
  return true;
}

void tern_hal_memory_properties(int64_t lifetime, int64_t *out_types, int64_t *out_usage) {
  *out_types = TERN_HAL_MEMORY_DEVICE_LOCAL;
  *out_usage = TERN_HAL_USAGE_TRANSFER | TERN_HAL_USAGE_DISPATCH_STORAGE;
  if (lifetime == TERN_HAL_LIFETIME_STAGING) {
    *out_types = TERN_HAL_MEMORY_HOST_LOCAL | TERN_HAL_MEMORY_DEVICE_VISIBLE;
    *out_usage = TERN_HAL_USAGE_TRANSFER | TERN_HAL_USAGE_MAPPING;
  } else if (lifetime == TERN_HAL_LIFETIME_CONSTANT) {
    *out_usage |= TERN_HAL_USAGE_SHARING_IMMUTABLE;
  }
}

// Every device that there is keeps buffers of a lifetime in the same kind of memory, so the affinity does not matter.
bool tern_hal_canonicalize_memory_properties(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_context_t *context = tern_op_context(op);
  int64_t types, usage;
  tern_hal_memory_properties(tern_enum_attr_value(tern_op_attr(op, "lifetime")), &types, &usage);
  tern_value_t *memory_types =
      tern_build_value(&rewriter->builder, TERN_HAL(MEMORY_TYPE), .types = TERN_TYPES(tern_i_type_get(context, 32)),
                       .attrs = TERN_ATTRS({"type", tern_enum_attr_get(context, TERN_HAL_ENUM(MEMORY_TYPE), types)}));
  tern_value_t *buffer_usage =
      tern_build_value(&rewriter->builder, TERN_HAL(BUFFER_USAGE), .types = TERN_TYPES(tern_i_type_get(context, 32)),
                       .attrs = TERN_ATTRS({"usage", tern_enum_attr_get(context, TERN_HAL_ENUM(BUFFER_USAGE), usage)}));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(memory_types, buffer_usage));
  return true;
}

// --- buffers ---

static tern_value_t *make_subspan(tern_rewriter_t *rewriter, tern_value_t *buffer, tern_value_t *offset,
                                  tern_value_t *length) {
  return tern_build_value(&rewriter->builder, TERN_HAL(BUFFER_SUBSPAN), .operands = TERN_VALUES(buffer, offset, length),
                          .types = TERN_TYPES(buffer->type));
}

// The range at operands `buffer` and `offset` as one of the buffer that it is a range of.
static bool look_through_subspan(tern_op_t *op, tern_rewriter_t *rewriter, size_t buffer, size_t offset) {
  tern_op_t *span = defined_by(tern_op_operand(op, buffer), TERN_HAL(BUFFER_SUBSPAN));
  if (!span) return false;
  tern_value_t *sum = add(rewriter, tern_op_operand(span, 1), tern_op_operand(op, offset));
  tern_op_set_operand(op, offset, sum);
  tern_op_set_operand(op, buffer, tern_op_operand(span, 0));
  return true;
}

bool tern_hal_canonicalize_buffer_subspan(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!look_through_subspan(op, rewriter, 0, 1)) return false;
  tern_rewriter_modified(rewriter, op);
  return true;
}

bool tern_hal_canonicalize_buffer_view_create(tern_op_t *op, tern_rewriter_t *rewriter) {
  return tern_hal_canonicalize_buffer_subspan(op, rewriter);
}

bool tern_hal_canonicalize_buffer_view_buffer(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *view = defined_by(tern_op_operand(op, 0), TERN_HAL(BUFFER_VIEW_CREATE));
  if (!view) return false;
  tern_value_t *range =
      make_subspan(rewriter, tern_op_operand(view, 0), tern_op_operand(view, 1), tern_op_operand(view, 2));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(range));
  return true;
}

// --- commands ---

static bool has_group(const tern_op_t *op, const char *name) {
  for (size_t i = 0; i < op->def->operand_count; ++i) {
    if (tern_str_equal_cstr(tern_ident_str(op->def->operands[i].name), name)) return true;
  }
  return false;
}

bool tern_hal_canonicalize_subspan_operands(tern_op_t *op, tern_rewriter_t *rewriter) {
  static const char *const pairs[][2] = {{"source_buffer", "source_offset"}, {"target_buffer", "target_offset"}};
  bool is_changed = false;
  for (size_t i = 0; i < 2; ++i) {
    size_t buffer, offset, count;
    if (!has_group(op, pairs[i][0])) continue;
    tern_op_operands_named(op, pairs[i][0], &buffer, &count);
    tern_op_operands_named(op, pairs[i][1], &offset, &count);
    is_changed |= look_through_subspan(op, rewriter, buffer, offset);
  }
  if (is_changed) tern_rewriter_modified(rewriter, op);
  return is_changed;
}

bool tern_hal_canonicalize_binding_subspans(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t buffers, offsets, count, offset_count;
  bool is_changed = false;
  tern_op_operands_named(op, "binding_buffers", &buffers, &count);
  tern_op_operands_named(op, "binding_offsets", &offsets, &offset_count);
  for (size_t i = 0; i < count && i < offset_count; ++i) {
    is_changed |= look_through_subspan(op, rewriter, buffers + i, offsets + i);
  }
  if (is_changed) tern_rewriter_modified(rewriter, op);
  return is_changed;
}

// --- fences ---

static bool is_null(const tern_value_t *value) { return defined_by(value, TERN_UTIL(NULL)) != NULL; }

bool tern_hal_canonicalize_queue_barrier(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *wait = tern_op_operand_named(op, "wait_fence"), *signal = tern_op_operand_named(op, "signal_fence");
  if (!is_null(wait)) return false;
  if (!is_null(signal)) tern_build(&rewriter->builder, TERN_HAL(FENCE_SIGNAL), .operands = TERN_VALUES(signal));
  tern_rewriter_erase(rewriter, op);
  return true;
}

// A fence that is only ever signaled is of no use.
bool tern_hal_canonicalize_fence_create(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *fence = tern_op_result(op, 0);
  tern_value_for_each_use(fence, use) {
    if (!tern_op_is(use->owner, TERN_HAL(FENCE_SIGNAL))) return false;
  }
  while (fence->first_use) tern_rewriter_erase(rewriter, fence->first_use->owner);
  tern_rewriter_erase(rewriter, op);
  return true;
}

bool tern_hal_canonicalize_fence_signal(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!is_null(tern_op_operand(op, 0))) return false;
  tern_rewriter_erase(rewriter, op);
  return true;
}

// The fences among operands `start`.. without nulls and doubles.
static void collect_fences(const tern_op_t *op, size_t start, value_vec_t *out_fences) {
  for (size_t i = start; i < op->operand_count; ++i) {
    tern_value_t *fence = tern_op_operand(op, i);
    bool is_known = is_null(fence);
    for (size_t j = 0; j < out_fences->count && !is_known; ++j) is_known = out_fences->values[j] == fence;
    if (!is_known) tern_vec_push(out_fences, fence);
  }
}

// Leaves only fences that count; `*out_is_empty` if there are none.
static bool simplify_fences(tern_op_t *op, tern_rewriter_t *rewriter, size_t start, bool *out_is_empty) {
  value_vec_t fences = {0};
  for (size_t i = 0; i < start; ++i) tern_vec_push(&fences, tern_op_operand(op, i));
  collect_fences(op, start, &fences);
  bool is_changed = fences.count != op->operand_count;
  *out_is_empty = fences.count == start;
  if (is_changed && !*out_is_empty) {
    tern_op_set_operands(op, (tern_values_t){fences.values, fences.count});
    tern_rewriter_modified(rewriter, op);
  }
  tern_vec_deinitialize(&fences);
  return is_changed;
}

bool tern_hal_canonicalize_fence_operands(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_empty, is_changed = simplify_fences(op, rewriter, 0, &is_empty);
  if (!is_empty) return is_changed;
  tern_value_t *null =
      tern_build_value(&rewriter->builder, TERN_UTIL(NULL), .types = TERN_TYPES(tern_op_result(op, 0)->type));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(null));
  return true;
}

bool tern_hal_canonicalize_fence_await(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_empty, is_changed = simplify_fences(op, rewriter, 1, &is_empty);
  if (!is_empty) return is_changed;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(make_i32(rewriter, 0)));
  return true;
}

// Operands, use lists, and the named groups of operands and results.

#include <assert.h>
#include <string.h>

#include "ir/context.h"
#include "ir/op.h"
#include "ir/op_private.h"
#include "ir/watcher.h"

// --- uses ---

void tern_operand_set(tern_operand_t *operand, tern_value_t *value) {
  if (operand->value == value) return;
  tern_operand_unlink(operand);
  tern_operand_link(operand, value);
}

void tern_value_replace_all_uses(tern_value_t *value, tern_value_t *replacement) {
  if (value == replacement) return;
  tern_watch_replacement(value, replacement);
  while (value->first_use) {
    tern_operand_t *use = value->first_use;
    tern_operand_unlink(use);
    tern_operand_link(use, replacement);
  }
}

bool tern_op_has_no_uses(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (op->results[i].first_use) return false;
  }
  return true;
}

void tern_op_drop_all_uses_of_operands(tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_operand_unlink(&op->operands[i]);
    op->operands[i].value = NULL;
  }
}

tern_block_t *tern_value_block(const tern_value_t *value) {
  return value->is_block_argument ? (tern_block_t *)value->owner : ((tern_op_t *)value->owner)->block;
}

bool tern_value_is_defined_outside(const tern_value_t *value, const tern_op_t *op) {
  const tern_block_t *block = tern_value_block(value);
  const tern_op_t *holder = block ? tern_block_parent_op(block) : NULL;
  return !holder || !tern_op_is_within(holder, op);
}

const tern_attr_t *tern_value_loc(const tern_value_t *value) {
  return value->is_block_argument ? value->arg_loc : ((tern_op_t *)value->owner)->loc;
}

// --- the operand list ---

void tern_op_set_operand(tern_op_t *op, size_t index, tern_value_t *value) {
  assert(index < op->operand_count);
  tern_operand_set(&op->operands[index], value);
}

// Moves `count` operands from `source` to `target` (which may overlap), keeping their places in use lists.
static void move_operands(tern_operand_t *target, tern_operand_t *source, size_t count) {
  if (target == source || count == 0) return;
  memmove(target, source, count * sizeof(*target));
  // A link that pointed into the moved range is mended by its neighbour: every moved operand tells both neighbours its
  // new address. Neighbours that moved too have moved by the same distance, so first correct the links themselves.
  uintptr_t begin = (uintptr_t)source, end = (uintptr_t)(source + count);
  uintptr_t distance = (uintptr_t)target - begin;
  for (size_t i = 0; i < count; ++i) {
    tern_operand_t *operand = &target[i];
    if ((uintptr_t)operand->next >= begin && (uintptr_t)operand->next < end) {
      operand->next = (tern_operand_t *)((uintptr_t)operand->next + distance);
    }
    if ((uintptr_t)operand->prev >= begin && (uintptr_t)operand->prev < end) {
      operand->prev = (tern_operand_t **)((uintptr_t)operand->prev + distance);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    tern_operand_t *operand = &target[i];
    if (operand->prev) *operand->prev = operand;
    if (operand->next) operand->next->prev = &operand->next;
  }
}

static void reserve_operands(tern_op_t *op, size_t needed) {
  if (needed <= op->operand_capacity) return;
  size_t capacity = (size_t)op->operand_capacity * 2 > needed ? (size_t)op->operand_capacity * 2 : needed + 2;
  if (capacity > UINT32_MAX / sizeof(tern_operand_t)) tern_out_of_memory(SIZE_MAX);
  tern_pool_t *pool = tern_context_pool(tern_op_context(op));
  tern_operand_t *operands = tern_pool_alloc(pool, capacity * sizeof(*operands));
  move_operands(operands, op->operands, op->operand_count);
  if (op->owns_operands) tern_pool_free(pool, op->operands, op->operand_capacity * sizeof(*operands));
  op->operands = operands;
  op->operand_capacity = (uint32_t)capacity;
  op->owns_operands = true;
}

void tern_op_insert_operands(tern_op_t *op, size_t index, tern_values_t values) {
  assert(index <= op->operand_count);
  if (values.count == 0) return;
  reserve_operands(op, op->operand_count + values.count);
  move_operands(op->operands + index + values.count, op->operands + index, op->operand_count - index);
  for (size_t i = 0; i < values.count; ++i) {
    op->operands[index + i] = (tern_operand_t){.owner = op};
    tern_operand_link(&op->operands[index + i], values.values[i]);
  }
  op->operand_count += (uint32_t)values.count;
}

void tern_op_erase_operands(tern_op_t *op, size_t index, size_t count) {
  assert(index <= op->operand_count && count <= op->operand_count - index);
  if (count == 0) return;
  for (size_t i = 0; i < count; ++i) tern_operand_unlink(&op->operands[index + i]);
  move_operands(op->operands + index, op->operands + index + count, op->operand_count - index - count);
  op->operand_count -= (uint32_t)count;
}

void tern_op_set_operands(tern_op_t *op, tern_values_t values) {
  size_t shared_count = op->operand_count < values.count ? op->operand_count : values.count;
  for (size_t i = 0; i < shared_count; ++i) tern_operand_set(&op->operands[i], values.values[i]);
  if (op->operand_count > values.count) {
    tern_op_erase_operands(op, values.count, op->operand_count - values.count);
  } else if (op->operand_count < values.count) {
    tern_op_insert_operands(op, op->operand_count,
                            (tern_values_t){values.values + shared_count, values.count - shared_count});
  }
}

// --- groups ---

// Start and size by a segment-size attribute. False if the attribute is not as it should be.
static bool find_segment(const tern_attr_t *sizes, size_t group, size_t group_count, size_t total, size_t *out_start,
                         size_t *out_count) {
  if (!sizes || sizes->kind != TERN_ATTR_DENSE_ARRAY || tern_dense_array_attr_count(sizes) != group_count) return false;
  // As tern_op_set_segment_sizes() makes them; what was written otherwise has other elements.
  const tern_type_t *type = tern_attr_type(sizes);
  const int32_t *words = tern_type_is_i(type, 32) ? tern_dense_array_attr_data(sizes) : NULL;
  size_t start = 0;
  for (size_t i = 0; i <= group; ++i) {
    int64_t size = words ? words[i] : tern_dense_array_attr_int(sizes, i);
    if (size < 0 || (uint64_t)size > total - start) return false;
    if (i == group) {
      *out_start = start;
      *out_count = (size_t)size;
      return true;
    }
    start += (size_t)size;
  }
  return false;
}

// Where group number `group` of `defs` lies among `total` values. Never outside of them, whatever the op looks like.
static void find_group(const tern_value_def_t *defs, size_t def_count, const tern_attr_t *sizes, size_t group,
                       size_t total, size_t *out_start, size_t *out_count) {
  assert(group < def_count);
  *out_start = *out_count = 0;
  if (sizes && find_segment(sizes, group, def_count, total, out_start, out_count)) return;
  size_t open_count = 0, open_before = 0, fixed_before = 0;
  for (size_t i = 0; i < def_count; ++i) {
    bool is_open = defs[i].arity != TERN_ARITY_ONE;
    open_count += is_open;
    if (i < group) {
      open_before += is_open;
      fixed_before += !is_open;
    }
  }
  size_t fixed_count = def_count - open_count;
  size_t open_size = open_count && total > fixed_count ? (total - fixed_count) / open_count : 0;
  size_t start = fixed_before + open_before * open_size;
  size_t count = defs[group].arity == TERN_ARITY_ONE ? 1 : open_size;
  *out_start = start < total ? start : total;
  *out_count = count < total - *out_start ? count : total - *out_start;
}

void tern_op_operand_group(const tern_op_t *op, size_t group, size_t *out_start, size_t *out_count) {
  const tern_op_def_t *def = op->def;
  const tern_attr_t *sizes = def->operand_segments_slot >= 0 ? op->slots[def->operand_segments_slot] : NULL;
  find_group(def->operands, def->operand_count, sizes, group, op->operand_count, out_start, out_count);
}

void tern_op_result_group(const tern_op_t *op, size_t group, size_t *out_start, size_t *out_count) {
  const tern_op_def_t *def = op->def;
  const tern_attr_t *sizes = def->result_segments_slot >= 0 ? op->slots[def->result_segments_slot] : NULL;
  find_group(def->results, def->result_count, sizes, group, op->result_count, out_start, out_count);
}

bool tern_op_find_operands(const tern_op_t *op, const char *name, size_t *out_start, size_t *out_count) {
  *out_start = *out_count = 0;
  for (size_t i = 0; i < op->def->operand_count; ++i) {
    if (strcmp(op->def->operands[i].name->data, name) != 0) continue;
    tern_op_operand_group(op, i, out_start, out_count);
    return true;
  }
  return false;
}

void tern_op_operands_named(const tern_op_t *op, const char *name, size_t *out_start, size_t *out_count) {
  bool is_found = tern_op_find_operands(op, name, out_start, out_count);
  assert(is_found && "the row has no operand of this name");
  (void)is_found;
}

tern_value_t *tern_op_operand_named(const tern_op_t *op, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return count ? op->operands[start].value : NULL;
}

enum { MAX_GROUPS = 16 };

// Sets the sizes of groups if the op has them, with that of the named group changed by `change`, in front of a change of the operands.
static void resize_group(tern_op_t *op, const char *name, int64_t change) {
  int32_t sizes[MAX_GROUPS];
  size_t start, count, group_start, group_count, groups = op->def->operand_count;
  if (op->def->operand_segments_slot < 0) return;
  assert(groups <= MAX_GROUPS);
  tern_op_operands_named(op, name, &start, &count);
  for (size_t i = 0; i < groups; ++i) {
    tern_op_operand_group(op, i, &group_start, &group_count);
    bool is_named = strcmp(op->def->operands[i].name->data, name) == 0;
    sizes[i] = (int32_t)((int64_t)group_count + (is_named ? change : 0));
  }
  tern_op_set_segment_sizes(op, sizes, groups);
}

void tern_op_append_to_group(tern_op_t *op, const char *name, tern_value_t *value) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  resize_group(op, name, 1);
  tern_op_insert_operands(op, start + count, TERN_VALUES(value));
}

void tern_op_erase_group(tern_op_t *op, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  if (!count) return;
  resize_group(op, name, -(int64_t)count);
  tern_op_erase_operands(op, start, count);
}

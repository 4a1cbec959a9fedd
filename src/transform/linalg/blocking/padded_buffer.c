// Padded temporaries.

#include "transform/linalg/blocking/padded_buffer.h"

#include "analysis/memory_location.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"

// Is the memref only asked for its size, and read, by structured ops behind `copy`?
static bool is_only_read(const tern_value_t *memref, const tern_padded_buffer_t *buffer) {
  tern_value_for_each_use(memref, use) {
    tern_op_t *user = use->owner, *outer = user;
    if (user == buffer->fill || user == buffer->middle || tern_op_is(user, TERN_MEMREF(DIM))) continue;
    while (outer && outer->block != buffer->copy->block) outer = tern_op_parent(outer);
    if (!outer || !tern_op_is_before(buffer->copy, outer)) return false;
    if (tern_op_is(user, TERN_MEMREF(SUBVIEW))) {
      if (!is_only_read(tern_op_result(user, 0), buffer)) return false;
    } else if (!tern_is_linalg(user) || tern_operand_index(use) >= tern_linalg_input_count(user)) {
      return false;
    }
  }
  return true;
}

// The part of the memory that a lone copy writes: all of its source, at constant places.
static bool match_middle(tern_op_t *view, tern_padded_buffer_t *buffer) {
  tern_slice_t slice;
  tern_value_t *result = tern_op_result(view, 0);
  if (!tern_slice_read(view, &slice) || slice.count != tern_type_rank(result->type) ||
      !tern_type_has_static_shape(result->type) || !tern_value_has_one_use(result)) {
    return false;
  }
  tern_op_t *copy = result->first_use->owner;
  if (!tern_op_is(copy, TERN_LINALG(COPY)) || tern_linalg_output(copy, 0) != result) return false;
  if (tern_linalg_input(copy, 0)->type->kind != TERN_TYPE_MEMREF) return false;
  for (size_t d = 0; d < slice.count; ++d) {
    if (slice.offsets[d].value == TERN_DYNAMIC || slice.strides[d].value != 1) return false;
    buffer->low[d] = slice.offsets[d].value;
  }
  buffer->middle = view;
  buffer->copy = copy;
  return true;
}

static bool match(tern_op_t *memory, tern_padded_buffer_t *buffer) {
  *buffer = (tern_padded_buffer_t){.memory = memory};
  tern_value_t *value = tern_op_result(memory, 0);
  if (!tern_type_has_static_shape(value->type)) return false;
  tern_value_for_each_use(value, use) {
    tern_op_t *user = use->owner;
    if (user->block != memory->block) continue;
    if (tern_op_is(user, TERN_LINALG(FILL))) buffer->fill = user;
    if (!buffer->copy && tern_op_is(user, TERN_MEMREF(SUBVIEW))) match_middle(user, buffer);
  }
  return buffer->fill && buffer->copy && buffer->copy->block == memory->block &&
         tern_op_is_before(buffer->fill, buffer->copy) && is_only_read(value, buffer);
}

typedef struct writes {
  const tern_op_t *copy;
  const tern_value_t *base;
} writes_t;

// Something else than the copy that may write what is copied.
static tern_walk_result_t find_write(tern_op_t *op, void *user) {
  const writes_t *writes = user;
  bool is_linalg = tern_is_linalg(op), is_around = op->region_count > 0 && !is_linalg;
  if (op == writes->copy || is_around || !(tern_op_effects(op) & TERN_TRAIT_MEM_WRITE)) return TERN_WALK_ADVANCE;
  if (!is_linalg) return tern_op_may_touch(op, writes->base) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    const tern_value_t *base = tern_memory_base(tern_linalg_output(op, i));
    if (tern_memory_bases_alias(base, writes->base) != TERN_NO_ALIAS) return TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_SKIP;
}

void tern_padded_buffers_find(tern_op_t *func, tern_padded_buffers_t *out_buffers) {
  *out_buffers = (tern_padded_buffers_t){0};
  if (tern_region_is_empty(&func->regions[0])) return;
  tern_block_for_each_op(func->regions[0].first_block, op) {
    tern_padded_buffer_t buffer;
    if (!tern_op_is(op, TERN_MEMREF(ALLOCA)) || !match(op, &buffer)) continue;
    writes_t writes = {buffer.copy, tern_memory_base(tern_linalg_input(buffer.copy, 0))};
    if (tern_op_walk_pre(func, find_write, &writes) == TERN_WALK_INTERRUPT) continue;
    tern_vec_push(out_buffers, buffer);
  }
}

void tern_padded_buffers_detach(const tern_padded_buffers_t *buffers) {
  for (size_t i = 0; i < buffers->count; ++i) {
    const tern_padded_buffer_t *buffer = &buffers->values[i];
    tern_op_move_before(buffer->memory, buffer->copy);
    tern_op_remove(buffer->fill);
    tern_op_remove(buffer->middle);
    tern_op_remove(buffer->copy);
  }
}

void tern_padded_buffers_attach(const tern_padded_buffers_t *buffers) {
  for (size_t i = 0; i < buffers->count; ++i) {
    const tern_padded_buffer_t *buffer = &buffers->values[i];
    tern_op_t *next = buffer->memory->next;
    tern_op_insert(buffer->fill, next->block, next);
    tern_op_insert(buffer->middle, next->block, next);
    tern_op_insert(buffer->copy, next->block, next);
  }
}

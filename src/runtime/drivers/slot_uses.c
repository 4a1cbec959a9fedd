// What the commands of a command buffer do with slots.

#include "runtime/drivers/slot_uses.h"

#include "runtime/buffer.h"

bool tern_slot_uses_note(tern_slot_uses_t *uses, size_t slot, tern_buffer_range_t range, size_t alignment,
                         bool is_written) {
  while (uses->count <= slot) {
    if (!tern_vec_try_push(uses, (tern_slot_use_t){.alignment = 1})) return false;
  }
  if (!range.size) return true;
  tern_slot_use_t *use = &uses->values[slot];
  bool is_first = use->begin == use->end;
  if (is_first || range.offset < use->begin) use->begin = range.offset;
  if (is_first || range.offset + range.size > use->end) use->end = range.offset + range.size;
  if (alignment > use->alignment) use->alignment = alignment;
  use->is_written |= is_written;
  return true;
}

static bool may_overlap(const tern_slot_use_t *left, tern_buffer_range_t left_range, const tern_slot_use_t *right,
                        tern_buffer_range_t right_range) {
  if (left_range.buffer != right_range.buffer || (!left->is_written && !right->is_written)) return false;
  return left_range.offset + left->begin < right_range.offset + right->end &&
         right_range.offset + right->begin < left_range.offset + left->end;
}

bool tern_slot_uses_fit(const tern_slot_uses_t *list, const struct tern_driver_t *driver,
                        const tern_buffer_range_t *table, size_t table_size) {
  const tern_slot_use_t *uses = list->values;
  tern_buffer_usage_t usage = TERN_BUFFER_USAGE_DISPATCH | TERN_BUFFER_USAGE_TRANSFER;
  if (list->count > table_size) return false;
  for (size_t i = 0; i < list->count; ++i) {
    const tern_buffer_t *buffer = table[i].buffer;
    if (uses[i].begin == uses[i].end) continue;
    if (!buffer || buffer->driver != driver || (buffer->usage & usage) != usage) return false;
    if (table[i].offset > buffer->size || table[i].size > buffer->size - table[i].offset) return false;
    if (uses[i].end > table[i].size) return false;
    if ((buffer->alignment | table[i].offset) & (uses[i].alignment - 1)) return false;
    for (size_t j = 0; j < i; ++j) {
      if (uses[j].begin != uses[j].end && may_overlap(&uses[j], table[j], &uses[i], table[i])) return false;
    }
  }
  return true;
}

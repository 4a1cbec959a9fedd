// When buffers live: where a value that may see them is live (live_range.h).

#include "analysis/triton/allocation.h"
#include "analysis/triton/live_range.h"
#include "ir/op_list.h"

static void extend(tern_shared_buffer_t *buffer, tern_live_range_t range) {
  if (range.start < buffer->start) buffer->start = range.start;
  if (range.end > buffer->end) buffer->end = range.end;
}

void tern_allocation_find_ranges(tern_function_allocation_t *allocation) {
  tern_live_numbers_t s = tern_live_numbers_of(allocation->function);
  for (size_t i = 0; i < allocation->buffers.count; ++i) {
    tern_shared_buffer_t *buffer = &allocation->buffers.values[i];
    size_t number = tern_live_number(&s, buffer->owner);
    buffer->start = buffer->kind == TERN_BUFFER_EXPLICIT ? SIZE_MAX : number;
    buffer->end = buffer->kind == TERN_BUFFER_EXPLICIT ? 0 : number + 1;
    // Partitions are told there what to do, at any time.
    if (buffer->owner == allocation->function) {
      buffer->start = 0;
      buffer->end = SIZE_MAX;
    }
  }
  const tern_shared_aliases_t *aliases = &allocation->aliases;
  for (size_t i = 0; i < aliases->numbers.entry_count; ++i) {
    const tern_value_t *value = aliases->numbers.entries[i].key;
    if (value->is_block_argument && !tern_value_has_uses(value)) continue;
    tern_live_range_t range = tern_live_range_of(&s, value);
    for (size_t k = 0; k < aliases->allocs.count; ++k) {
      if (!tern_shared_aliases_has(aliases, value, k)) continue;
      uintptr_t number = (uintptr_t)tern_map_get(&allocation->explicits, aliases->allocs.values[k]);
      if (number) extend(&allocation->buffers.values[number - 1], range);
    }
  }
  tern_live_numbers_deinitialize(&s);
}

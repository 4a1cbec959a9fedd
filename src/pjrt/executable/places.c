// Which results of a program share memory.

#include "pjrt/executable/places.h"

#include <stdlib.h>

// Memory that somebody has: a whole buffer of an argument's, or where a result begins.
typedef struct place_t {
  const tern_buffer_t *buffer;
  size_t offset;
  storage_t *storage;
} place_t;

enum { WHOLE_BUFFER = -1, TABLE_MAX_ON_STACK = 64 };

// The entry for a place in a table with empty ones, whose size is a power of two.
static place_t *find(place_t *table, size_t size, const tern_buffer_t *buffer, size_t offset) {
  size_t i = ((uintptr_t)buffer / 16 * 31 + offset / 64 * 17) & (size - 1);
  while (table[i].buffer && (table[i].buffer != buffer || table[i].offset != offset)) i = (i + 1) & (size - 1);
  return &table[i];
}

// Memory of arguments is not written while other storages have it, too, which count as users of theirs.
static void share(storage_t *storage, storage_t *other) {
  atomic_store(&storage->is_borrowed, true);
  atomic_store(&other->is_borrowed, true);
}

static void mark(place_t *table, size_t size, storage_t *const *arguments, size_t argument_count,
                 storage_t *const *results, const tern_variant_t *values, size_t result_count) {
  for (size_t i = 0; i < argument_count; ++i) {
    // What only this run still has, the result has alone once that is over: it took an argument's memory.
    if (!arguments[i]->is_borrowed && atomic_load(&arguments[i]->references) == 1) continue;
    const tern_buffer_t *buffer = tern_buffer_view_range(arguments[i]->view).buffer;
    *find(table, size, buffer, (size_t)WHOLE_BUFFER) = (place_t){buffer, (size_t)WHOLE_BUFFER, arguments[i]};
  }
  for (size_t i = 0; i < result_count; ++i) {
    if (values[i].kind != TERN_VARIANT_BUFFER_VIEW) continue;
    tern_buffer_range_t range = tern_buffer_view_range(values[i].as.buffer_view);
    place_t *argument = find(table, size, range.buffer, (size_t)WHOLE_BUFFER);
    if (argument->buffer) share(results[i], argument->storage);
    place_t *place = find(table, size, range.buffer, range.offset);
    if (place->buffer) share(results[i], place->storage);
    *place = (place_t){range.buffer, range.offset, results[i]};
  }
}

PJRT_Error *tern_pjrt_mark_shared(storage_t *const *arguments, size_t argument_count, storage_t *const *results,
                                  const tern_variant_t *values, size_t result_count) {
  size_t size = 4;
  while (size < 2 * (argument_count + result_count)) size *= 2;
  place_t on_stack[TABLE_MAX_ON_STACK] = {{0}};
  place_t *table = size <= TABLE_MAX_ON_STACK ? on_stack : calloc(size, sizeof(*table));
  if (!table) return tern_pjrt_no_memory();
  mark(table, size, arguments, argument_count, results, values, result_count);
  if (table != on_stack) free(table);
  return NULL;
}

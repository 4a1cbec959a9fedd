// Which results of a program share memory.

#include "pjrt/executable/places.h"

#include <stdlib.h>

#include "pjrt/buffer/view.h"

// Memory that somebody has: a whole buffer of an argument's, or where a result begins.
typedef struct place_t {
  const tern_buffer_t *buffer;
  size_t offset;
} place_t;

#define WHOLE_BUFFER SIZE_MAX
enum { TABLE_MAX_ON_STACK = 64 };

// The entry for a place in a table with empty ones, whose size is a power of two.
static place_t *find(place_t *table, size_t size, const tern_buffer_t *buffer, size_t offset) {
  size_t i = ((uintptr_t)buffer / 16 * 31 + offset / 64 * 17) & (size - 1);
  while (table[i].buffer && (table[i].buffer != buffer || table[i].offset != offset)) i = (i + 1) & (size - 1);
  return &table[i];
}

static void add_arguments(place_t *table, size_t size, storage_t *const *arguments, size_t argument_count) {
  for (size_t i = 0; i < argument_count; ++i) {
    // What only this run still has, a result may have instead.
    if (!arguments[i]->is_borrowed && atomic_load(&arguments[i]->references) == 1) continue;
    const tern_buffer_t *buffer = tern_buffer_view_range(arguments[i]->view).buffer;
    *find(table, size, buffer, WHOLE_BUFFER) = (place_t){buffer, WHOLE_BUFFER};
  }
}

static PJRT_Error *separate(place_t *table, size_t size, memory_t *memory, tern_variant_t *values,
                            size_t result_count) {
  for (size_t i = 0; i < result_count; ++i) {
    if (values[i].kind != TERN_VARIANT_BUFFER_VIEW) continue;
    tern_buffer_view_t *view = values[i].as.buffer_view;
    tern_buffer_range_t range = tern_buffer_view_range(view);
    place_t *place = find(table, size, range.buffer, range.offset);
    bool is_shared = place->buffer || find(table, size, range.buffer, WHOLE_BUFFER)->buffer;
    *place = (place_t){range.buffer, range.offset};
    if (!is_shared || range.size == 0) continue;
    tern_buffer_view_t *copy;
    TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_view_copy(memory, true, view, &copy));
    tern_buffer_view_release(view);
    values[i].as.buffer_view = copy;
  }
  return NULL;
}

PJRT_Error *tern_pjrt_separate_results(memory_t *memory, storage_t *const *arguments, size_t argument_count,
                                       tern_variant_t *values, size_t result_count) {
  size_t size = 4;
  while (size < 2 * (argument_count + result_count)) size *= 2;
  place_t on_stack[TABLE_MAX_ON_STACK] = {{0}};
  place_t *table = size <= TABLE_MAX_ON_STACK ? on_stack : calloc(size, sizeof(*table));
  if (!table) return tern_pjrt_no_memory();
  add_arguments(table, size, arguments, argument_count);
  PJRT_Error *error = separate(table, size, memory, values, result_count);
  if (table != on_stack) free(table);
  return error;
}

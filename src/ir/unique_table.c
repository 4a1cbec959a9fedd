// Growth of the uniquing tables. Stored hashes make it a walk over the slots alone: no object is touched.

#include "ir/unique_table.h"

#include <stdlib.h>

#include "base/arena.h"

static void allocate_slots(tern_unique_table_t *table, size_t slot_count) {
  // Zeroed by the system: big tables have untouched zero pages.
  table->slots = tern_calloc(slot_count, sizeof(table->slots[0]));
  table->mask = slot_count - 1;
}

static void place(tern_unique_table_t *table, tern_unique_slot_t slot) {
  size_t index = tern_unique_first(table, slot.hash);
  while (table->slots[index].object) index = tern_unique_next(table, index);
  table->slots[index] = slot;
}

static void grow(tern_unique_table_t *table) {
  tern_unique_slot_t *old = table->slots;
  size_t old_count = table->mask + 1;
  allocate_slots(table, old_count * 2);
  for (size_t i = 0; i < old_count; ++i) {
    if (old[i].object) place(table, old[i]);
  }
  free(old);
}

void tern_unique_table_initialize(tern_unique_table_t *table, size_t capacity) {
  table->count = 0;
  allocate_slots(table, capacity);
}

void tern_unique_table_deinitialize(tern_unique_table_t *table) {
  free(table->slots);
  *table = (tern_unique_table_t){0};
}

void tern_unique_insert(tern_unique_table_t *table, uint32_t hash, const void *object) {
  if ((table->count + 1) * 4 > (table->mask + 1) * 3) grow(table);
  place(table, (tern_unique_slot_t){object, hash});
  ++table->count;
}

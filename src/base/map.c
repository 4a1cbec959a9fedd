// Insertion-ordered hash map: a dense array of entries and an open-addressed index into it.
//
// Removing only blanks the entry, so the index needs no tombstones of its own and a caller may remove while it walks
// the entries; blanks are squeezed out when the array is full.

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { FIRST_CAPACITY = 8 };  // entries; the index has twice as many slots

// The finisher of MurmurHash3: every bit of the key reaches the low bits, which choose the slot.
static uint64_t hash_key(const void *key) {
  uint64_t hash = (uint64_t)(uintptr_t)key;
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccdULL;
  hash ^= hash >> 33;
  hash *= 0xc4ceb9fe1a85ec53ULL;
  hash ^= hash >> 33;
  return hash;
}

static tern_map_entry_t *find_entry(const tern_map_t *map, const void *key) {
  if (!map->live_count) return NULL;
  size_t mask = map->slot_count - 1;
  for (size_t slot = hash_key(key) & mask; map->slots[slot]; slot = (slot + 1) & mask) {
    tern_map_entry_t *entry = &map->entries[map->slots[slot] - 1];
    if (entry->key == key) return entry;
  }
  return NULL;
}

static void index_entry(tern_map_t *map, size_t entry_index) {
  size_t mask = map->slot_count - 1;
  size_t slot = hash_key(map->entries[entry_index].key) & mask;
  while (map->slots[slot]) slot = (slot + 1) & mask;
  map->slots[slot] = (uint32_t)(entry_index + 1);
}

static void squeeze_entries(tern_map_t *map) {
  size_t kept = 0;
  for (size_t i = 0; i < map->entry_count; ++i) {
    if (map->entries[i].key) map->entries[kept++] = map->entries[i];
  }
  map->entry_count = kept;
}

// Makes room for one more entry: squeezes where at least half of the entries are blank, doubles otherwise.
static void make_room(tern_map_t *map) {
  if (map->entry_count < map->entry_capacity) return;
  squeeze_entries(map);
  if (map->entry_count * 2 > map->entry_capacity || !map->entry_capacity) {
    size_t capacity = map->entry_capacity ? map->entry_capacity * 2 : FIRST_CAPACITY;
    if (capacity >= UINT32_MAX) tern_out_of_memory(capacity);
    map->entries = tern_realloc_array(map->entries, capacity, sizeof(map->entries[0]));
    map->slots = tern_realloc_array(map->slots, capacity * 2, sizeof(map->slots[0]));
    map->entry_capacity = capacity;
    map->slot_count = capacity * 2;
  }
  memset(map->slots, 0, map->slot_count * sizeof(map->slots[0]));
  for (size_t i = 0; i < map->entry_count; ++i) index_entry(map, i);
}

void tern_map_deinitialize(tern_map_t *map) {
  free(map->entries);
  free(map->slots);
  *map = (tern_map_t){0};
}

void tern_map_clear(tern_map_t *map) {
  if (map->entry_count) memset(map->slots, 0, map->slot_count * sizeof(map->slots[0]));
  map->entry_count = 0;
  map->live_count = 0;
}

void *tern_map_get(const tern_map_t *map, const void *key) {
  const tern_map_entry_t *entry = find_entry(map, key);
  return entry ? entry->value : NULL;
}

bool tern_map_contains(const tern_map_t *map, const void *key) { return find_entry(map, key) != NULL; }

bool tern_map_set(tern_map_t *map, const void *key, void *value) {
  tern_map_entry_t *entry = find_entry(map, key);
  if (entry) {
    entry->value = value;
    return false;
  }
  make_room(map);
  map->entries[map->entry_count] = (tern_map_entry_t){key, value};
  index_entry(map, map->entry_count);
  ++map->entry_count;
  ++map->live_count;
  return true;
}

// Empties a slot and moves up those behind it that were pushed past it, so that look-ups never walk over removed keys.
static void empty_slot(tern_map_t *map, size_t hole) {
  size_t mask = map->slot_count - 1;
  for (size_t slot = (hole + 1) & mask; map->slots[slot]; slot = (slot + 1) & mask) {
    size_t home = hash_key(map->entries[map->slots[slot] - 1].key) & mask;
    if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
    map->slots[hole] = map->slots[slot];
    hole = slot;
  }
  map->slots[hole] = 0;
}

bool tern_map_remove(tern_map_t *map, const void *key) {
  tern_map_entry_t *entry = find_entry(map, key);
  if (!entry) return false;
  uint32_t number = (uint32_t)(entry - map->entries) + 1;
  size_t mask = map->slot_count - 1;
  size_t slot = hash_key(key) & mask;
  while (map->slots[slot] != number) slot = (slot + 1) & mask;
  empty_slot(map, slot);
  *entry = (tern_map_entry_t){0};
  --map->live_count;
  return true;
}

// Hash map from pointers (or other word-sized keys) to pointers. Iteration order is insertion order, so no output
// ever depends on an address.

#ifndef TERN_BASE_MAP_H_
#define TERN_BASE_MAP_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tern_map_entry_t {
  const void *key;  // NULL in an entry that was removed
  void *value;
} tern_map_entry_t;

// Zero-initialise to start. Keys must not be NULL. Thread-compatible.
typedef struct tern_map_t {
  tern_map_entry_t *entries;  // owned, in insertion order
  size_t entry_count;         // entries in use, removed ones included
  size_t live_count;          // entries that hold a key
  size_t entry_capacity;
  uint32_t *slots;    // owned, open addressing: index of an entry plus one, 0 for empty
  size_t slot_count;  // a power of two, or 0
} tern_map_t;

void tern_map_deinitialize(tern_map_t *map);
void tern_map_clear(tern_map_t *map);
// The value stored under `key`, or NULL.
void *tern_map_get(const tern_map_t *map, const void *key);
bool tern_map_contains(const tern_map_t *map, const void *key);
// Stores `value` under `key`, replacing what was there. Returns true if the key is new.
bool tern_map_set(tern_map_t *map, const void *key, void *value);
// Removes `key`; true if it was there.
bool tern_map_remove(tern_map_t *map, const void *key);

#endif  // TERN_BASE_MAP_H_

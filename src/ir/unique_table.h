// The hash tables behind uniquing: open addressing over (hash, object) pairs. The table knows no keys; a caller probes
// with its own comparison and inserts what it did not find:
//
//   for (size_t i = tern_unique_first(&table, hash); table.slots[i].object; i = tern_unique_next(&table, i)) {
//     if (table.slots[i].hash == hash && is_wanted(table.slots[i].object)) return table.slots[i].object;
//   }
//   tern_unique_insert(&table, hash, make());
//
// Nothing is ever removed, and nobody walks a table: addresses and hashes never reach an output.

#ifndef TERN_IR_UNIQUE_TABLE_H_
#define TERN_IR_UNIQUE_TABLE_H_

#include <stddef.h>
#include <stdint.h>

typedef struct tern_unique_slot {
  const void *object;  // borrowed; NULL: empty
  uint32_t hash;
} tern_unique_slot_t;

// Initialise with tern_unique_table_initialize. Thread-compatible.
typedef struct tern_unique_table {
  tern_unique_slot_t *slots;  // owned; mask + 1 of them, at least a quarter of them empty
  size_t mask;
  size_t count;
} tern_unique_table_t;

// Makes room for about `capacity` objects (a power of two).
void tern_unique_table_initialize(tern_unique_table_t *table, size_t capacity);
void tern_unique_table_deinitialize(tern_unique_table_t *table);
// Adds an object that is not in the table.
void tern_unique_insert(tern_unique_table_t *table, uint32_t hash, const void *object);

static inline size_t tern_unique_first(const tern_unique_table_t *table, uint32_t hash) { return hash & table->mask; }
static inline size_t tern_unique_next(const tern_unique_table_t *table, size_t index) {
  return (index + 1) & table->mask;
}

// Hashing of word lists: feed words one by one, then finish.
static inline uint64_t tern_hash_word(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 32);
}
static inline uint32_t tern_hash_finish(uint64_t hash) {
  hash *= UINT64_C(0xc4ceb9fe1a85ec53);
  return (uint32_t)(hash >> 32);
}

#endif  // TERN_IR_UNIQUE_TABLE_H_

// Races between programs: see race.h. The newest touch of each kind is kept of a byte: since a program's touches come in order,
// who is in order with the newest is in order with those of the same program before it.

#include "interpreter/triton/race.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

// The touches of a block of memory, in pages that come with the first touch: three for each byte.
enum { PAGE_BYTES = 1024, KINDS = 3 };
typedef struct shadow {
  size_t page_count;
  touch_t *pages[];
} shadow_t;

void tern_triton_races_initialize(races_t *races, uint32_t program_count) {
  *races = (races_t){.program_count = program_count};
}

void tern_triton_races_deinitialize(races_t *races) {
  for (size_t k = 0; k < races->shadows.entry_count; ++k) {
    shadow_t *shadow = races->shadows.entries[k].value;
    for (size_t page = 0; page < shadow->page_count; ++page) free(shadow->pages[page]);
    free(shadow);
  }
  for (size_t k = 0; k < races->releases.entry_count; ++k) free(races->releases.entries[k].value);
  tern_map_deinitialize(&races->shadows);
  tern_map_deinitialize(&races->releases);
  tern_map_deinitialize(&races->op_numbers);
  tern_vec_deinitialize(&races->ops);
  free(races->known);
}

void tern_triton_races_begin(races_t *races, uint32_t program) {
  races->program = program;
  races->step = 1;
  free(races->known);
  races->known = NULL;
}

// Is what `touch` tells certainly over?
static bool is_before(const races_t *races, touch_t touch) {
  uint32_t program = touch.program - 1;
  return touch.program == 0 || program == races->program || (races->known && touch.step <= races->known[program]);
}

static uint16_t number_of_op(races_t *races, const tern_op_t *op) {
  uintptr_t known = (uintptr_t)tern_map_get(&races->op_numbers, op);
  if (known) return (uint16_t)(known - 1);
  if (races->ops.count == UINT16_MAX) return UINT16_MAX - 1;
  tern_vec_push(&races->ops, op);
  tern_map_set(&races->op_numbers, op, (void *)races->ops.count);
  return (uint16_t)(races->ops.count - 1);
}

static shadow_t *shadow_of(races_t *races, uint64_t memory, size_t size) {
  const void *key = (const void *)(uintptr_t)memory;
  shadow_t *shadow = tern_map_get(&races->shadows, key);
  if (shadow) return shadow;
  size_t page_count = size / PAGE_BYTES + 1, bytes = sizeof *shadow + page_count * sizeof *shadow->pages;
  shadow = memset(tern_malloc(bytes), 0, bytes);
  shadow->page_count = page_count;
  tern_map_set(&races->shadows, key, shadow);
  return shadow;
}

static touch_t *touches_of(shadow_t *shadow, size_t offset) {
  touch_t **page = &shadow->pages[offset / PAGE_BYTES];
  size_t bytes = (size_t)PAGE_BYTES * KINDS * sizeof **page;
  if (!*page) *page = memset(tern_malloc(bytes), 0, bytes);
  return *page + offset % PAGE_BYTES * KINDS;
}

static void report(races_t *races, touch_t earlier, access_t first, const tern_op_t *op, access_t second,
                   uint64_t address) {
  if (races->count++) return;
  races->first = races->ops.values[earlier.op];
  races->first_program = earlier.program - 1;
  races->first_access = first;
  races->second = op;
  races->second_program = races->program;
  races->second_access = second;
  races->address = address;
}

void tern_triton_races_note(races_t *races, const tern_op_t *op, uint64_t memory, size_t size, size_t offset,
                            size_t bytes, access_t access) {
  if (races->program_count < 2) return;
  shadow_t *shadow = shadow_of(races, memory, size);
  uint16_t number = number_of_op(races, op);
  for (size_t k = offset; k < offset + bytes; ++k) {
    touch_t *touches = touches_of(shadow, k);
    for (access_t other = ACCESS_READ; other <= ACCESS_ATOMIC; ++other) {
      bool writes = access == ACCESS_WRITE || other == ACCESS_WRITE;
      if (writes && !is_before(races, touches[other])) report(races, touches[other], other, op, access, memory + k);
    }
    uint16_t step = races->step < UINT16_MAX ? (uint16_t)races->step : UINT16_MAX;
    touches[access] = (touch_t){races->program + 1, step, number};
  }
}

static uint32_t *new_steps(const races_t *races) {
  size_t bytes = (size_t)races->program_count * sizeof(uint32_t);
  return memset(tern_malloc(bytes), 0, bytes);
}

// NULL if nobody released the word.
static uint32_t *released_at(const races_t *races, uint64_t address) {
  return tern_map_get(&races->releases, (const void *)(uintptr_t)address);
}

static void join(uint32_t *to, const uint32_t *from, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) to[k] = to[k] > from[k] ? to[k] : from[k];
}

void tern_triton_races_acquire(races_t *races, uint64_t address) {
  const uint32_t *released = released_at(races, address);
  if (races->program_count < 2 || !released) return;
  if (!races->known) races->known = new_steps(races);
  join(races->known, released, races->program_count);
}

void tern_triton_races_release(races_t *races, uint64_t address) {
  if (races->program_count < 2) return;
  uint32_t *released = released_at(races, address);
  if (!released) {
    released = new_steps(races);
    tern_map_set(&races->releases, (const void *)(uintptr_t)address, released);
  }
  if (races->known) join(released, races->known, races->program_count);
  released[races->program] = races->step++;
}

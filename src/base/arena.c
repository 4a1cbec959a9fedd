// Arenas and pools.
//
// Under AddressSanitizer, bytes that nobody owns are poisoned: the unused rest of a block, a gap after each
// allocation, what was rewound, and every block on a free list but its link. So a use of an erased op is reported like
// a use after free() would be.

#include "base/arena.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/small.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define POISONS 1
#endif
#if defined(POISONS)
#include <sanitizer/asan_interface.h>
#define POISON(address, size) ASAN_POISON_MEMORY_REGION((address), (size))
#define UNPOISON(address, size) ASAN_UNPOISON_MEMORY_REGION((address), (size))
#define GAP_SIZE ((size_t)16)
#else
#define POISON(address, size) ((void)(address), (void)(size))
#define UNPOISON(address, size) ((void)(address), (void)(size))
#define GAP_SIZE ((size_t)0)
#endif

#define ALIGNMENT ((size_t)16)
#define FIRST_BLOCK_SIZE ((size_t)16 << 10)
#define LAST_BLOCK_SIZE ((size_t)1 << 20)
#define LARGEST_POOLED_SIZE (TERN_POOL_CLASS_COUNT * ALIGNMENT)

// One block of an arena; its memory follows, after rounding up to the alignment.
typedef struct tern_arena_block_t {
  struct tern_arena_block_t *next;  // owned, the next older block
  char *limit;                      // end of the block's memory
} tern_arena_block_t;

// One large block of a pool; the caller's memory follows.
typedef struct tern_pool_large_t {
  _Alignas(16) struct tern_pool_large_t *next;
  struct tern_pool_large_t *previous;
} tern_pool_large_t;

static size_t round_up(size_t size) {
  if (size > SIZE_MAX / 2) tern_out_of_memory(size);
  return (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
}

static char *block_memory(tern_arena_block_t *block) {
  uintptr_t end_of_header = (uintptr_t)(block + 1);
  return (char *)block + sizeof(*block) + ((ALIGNMENT - end_of_header % ALIGNMENT) % ALIGNMENT);
}

_Noreturn void tern_out_of_memory(size_t size) {
  // The small runtime has no room for words.
  if (!TERN_SMALL) fprintf(stderr, "tern: out of memory (%zu bytes)\n", size);
  abort();
}

void *tern_malloc(size_t size) {
  void *block = malloc(size);
  if (!block && size) tern_out_of_memory(size);
  return block;
}

void *tern_calloc(size_t count, size_t element_size) {
  void *block = calloc(count, element_size);
  if (!block && count && element_size) tern_out_of_memory(count * element_size);
  return block;
}

char *tern_strdup(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(tern_malloc(size), text, size);
}

void *tern_realloc_array(void *block, size_t count, size_t element_size) {
  size_t size;
  if (__builtin_mul_overflow(count, element_size, &size)) tern_out_of_memory(SIZE_MAX);
  void *resized = realloc(block, size);
  if (!resized && size) tern_out_of_memory(size);
  return resized;
}

void tern_arena_initialize(tern_arena_t *arena) { *arena = (tern_arena_t){.next_block_size = FIRST_BLOCK_SIZE}; }

static void free_blocks_until(tern_arena_t *arena, tern_arena_block_t *last) {
  while (arena->blocks != last) {
    tern_arena_block_t *block = arena->blocks;
    assert(block && "the mark is not of this arena, or older than a rewind");
    arena->blocks = block->next;
    UNPOISON(block_memory(block), (size_t)(block->limit - block_memory(block)));
    free(block);
  }
}

void tern_arena_deinitialize(tern_arena_t *arena) {
  free_blocks_until(arena, NULL);
  *arena = (tern_arena_t){.next_block_size = FIRST_BLOCK_SIZE};
}

static bool push_block(tern_arena_t *arena, size_t needed) {
  size_t memory_size = arena->next_block_size ? arena->next_block_size : FIRST_BLOCK_SIZE;
  size_t next_block_size = memory_size < LAST_BLOCK_SIZE ? memory_size * 2 : memory_size;
  if (memory_size < needed) memory_size = needed;
  tern_arena_block_t *block = malloc(sizeof(*block) + ALIGNMENT + memory_size);
  if (!block) return false;
  arena->next_block_size = next_block_size;
  block->next = arena->blocks;
  block->limit = block_memory(block) + memory_size;
  arena->blocks = block;
  arena->cursor = block_memory(block);
  arena->limit = block->limit;
  POISON(arena->cursor, memory_size);
  return true;
}

void *tern_arena_try_alloc(tern_arena_t *arena, size_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  size_t rounded = round_up(size) + GAP_SIZE;
  if (!arena->cursor || rounded > (size_t)(arena->limit - arena->cursor)) {
    if (!push_block(arena, rounded)) return NULL;
  }
  void *memory = arena->cursor;
  arena->cursor += rounded;
  UNPOISON(memory, size);
  return memory;
}

void *tern_arena_try_alloc_zeroed(tern_arena_t *arena, size_t count, size_t element_size) {
  size_t size;
  if (__builtin_mul_overflow(count, element_size, &size)) return NULL;
  void *memory = tern_arena_try_alloc(arena, size);
  return memory ? memset(memory, 0, size) : NULL;
}

void *tern_arena_try_copy(tern_arena_t *arena, const void *data, size_t size) {
  void *memory = tern_arena_try_alloc(arena, size);
  if (memory && size) memcpy(memory, data, size);
  return memory;
}

void *tern_arena_alloc(tern_arena_t *arena, size_t size) {
  void *memory = tern_arena_try_alloc(arena, size);
  if (!memory) tern_out_of_memory(size);
  return memory;
}

void *tern_arena_alloc_zeroed(tern_arena_t *arena, size_t size) {
  return memset(tern_arena_alloc(arena, size), 0, size);
}

void *tern_arena_alloc_array(tern_arena_t *arena, size_t count, size_t element_size) {
  size_t size;
  if (__builtin_mul_overflow(count, element_size, &size)) tern_out_of_memory(SIZE_MAX);
  return tern_arena_alloc(arena, size);
}

void *tern_arena_copy(tern_arena_t *arena, const void *data, size_t size) {
  void *memory = tern_arena_alloc(arena, size);
  if (size) memcpy(memory, data, size);
  return memory;
}

tern_arena_mark_t tern_arena_mark(const tern_arena_t *arena) {
  return (tern_arena_mark_t){arena->blocks, arena->cursor};
}

void tern_arena_rewind(tern_arena_t *arena, tern_arena_mark_t mark) {
  free_blocks_until(arena, mark.block);
  arena->cursor = mark.cursor;
  arena->limit = mark.block ? mark.block->limit : NULL;
  if (mark.block) POISON(arena->cursor, (size_t)(arena->limit - arena->cursor));
}

void tern_pool_initialize(tern_pool_t *pool) {
  memset(pool, 0, sizeof(*pool));
  tern_arena_initialize(&pool->arena);
}

void tern_pool_deinitialize(tern_pool_t *pool) {
  for (tern_pool_large_t *block = pool->large; block;) {
    tern_pool_large_t *next = block->next;
    free(block);
    block = next;
  }
  tern_arena_deinitialize(&pool->arena);
  memset(pool->free_lists, 0, sizeof(pool->free_lists));
  pool->large = NULL;
  pool->used_size = pool->turnover = 0;
}

static void *allocate_large(tern_pool_t *pool, size_t size) {
  tern_pool_large_t *block = tern_malloc(sizeof(*block) + round_up(size));
  block->next = pool->large;
  block->previous = NULL;
  if (block->next) block->next->previous = block;
  pool->large = block;
  return block + 1;
}

static void free_large(tern_pool_t *pool, void *memory) {
  tern_pool_large_t *block = (tern_pool_large_t *)memory - 1;
  if (block->next) block->next->previous = block->previous;
  if (block->previous) {
    block->previous->next = block->next;
  } else {
    pool->large = block->next;
  }
  free(block);
}

// The free list that serves `size` bytes, which is at most LARGEST_POOLED_SIZE.
static size_t class_index(size_t size) { return size ? (size - 1) / ALIGNMENT : 0; }

void *tern_pool_alloc(tern_pool_t *pool, size_t size) {
  if (size > LARGEST_POOLED_SIZE) return allocate_large(pool, size);
  size_t index = class_index(size);
  pool->used_size += (index + 1) * ALIGNMENT;
  pool->turnover += (index + 1) * ALIGNMENT;
  void *block = pool->free_lists[index];
  if (!block) {
    block = tern_arena_alloc(&pool->arena, (index + 1) * ALIGNMENT);
    POISON(block, (index + 1) * ALIGNMENT);
  } else {
    memcpy(&pool->free_lists[index], block, sizeof(void *));
    POISON(block, sizeof(void *));
  }
  UNPOISON(block, size);
  return block;
}

void tern_pool_free(tern_pool_t *pool, void *block, size_t size) {
  if (!block) return;
  if (size > LARGEST_POOLED_SIZE) {
    free_large(pool, block);
    return;
  }
  size_t index = class_index(size);
  pool->used_size -= (index + 1) * ALIGNMENT;
  POISON(block, (index + 1) * ALIGNMENT);
  UNPOISON(block, sizeof(void *));
  memcpy(block, &pool->free_lists[index], sizeof(void *));
  pool->free_lists[index] = block;
}

bool tern_pool_is_pooled(size_t size) { return size <= LARGEST_POOLED_SIZE; }

void tern_pool_begin_move(tern_pool_t *pool, tern_pool_t *out_old) {
  *out_old = *pool;
  tern_pool_initialize(pool);
  pool->arena.next_block_size = out_old->arena.next_block_size;
  pool->large = out_old->large;
  out_old->large = NULL;
}

// Takes the block that `memory` lies in out of the arena; NULL if there is none.
static tern_arena_block_t *take_block_around(tern_arena_t *arena, const char *memory) {
  for (tern_arena_block_t **link = &arena->blocks; *link; link = &(*link)->next) {
    tern_arena_block_t *block = *link;
    if ((uintptr_t)memory < (uintptr_t)block_memory(block) || (uintptr_t)memory >= (uintptr_t)block->limit) continue;
    *link = block->next;
    block->next = NULL;
    return block;
  }
  return NULL;
}

void tern_pool_end_move(tern_pool_t *pool, tern_pool_t *old, const void *kept, size_t kept_size) {
  size_t left = old->used_size;
  if (kept_size <= LARGEST_POOLED_SIZE) left -= (class_index(kept_size) + 1) * ALIGNMENT;
  tern_arena_block_t **last = &pool->arena.blocks;
  while (*last) last = &(*last)->next;
  *last = left ? old->arena.blocks : take_block_around(&old->arena, kept);
  pool->used_size += old->used_size;
  pool->turnover = 0;
  if (left) {
    memcpy(pool->free_lists, old->free_lists, sizeof(pool->free_lists));
  } else {
    tern_pool_deinitialize(old);
  }
}

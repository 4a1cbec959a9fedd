// Arenas: memory that is freed all at once, and pools: memory in size classes with free lists.
//
// What becomes of memory that runs out is decided here, once for each side (scripts/check-memory.py watches over it):
//
// - The compiler allocates with the functions of this file, and the containers that grow by them (vec.h, map.h, string.h).
//   None of them gives NULL: without memory tern_out_of_memory() says so on standard error and aborts, so that no op, kernel or
//   file is left half made, and what guards a pass (a crash reproducer) finds it as it does a crash. This is the one place where
//   a library of ours ends the process; nothing useful can be unwound without memory.
// - The runtime is a guest in other programs: it calls malloc() and its like, or the allocator that its caller gave
//   (runtime/vm/object.h), looks at each result, gives back what it has made so far, and returns TERN_OUT_OF_MEMORY. The texts of
//   failures are the exception: one that cannot be copied is left out. Its arenas and lists grow by functions that are called
//   `try`; its texts are the containers above.
// - What both sides share and may be large, such as whole files (file.h), gives a status.
// - A tool says that it has no memory and ends (tools/common/memory.h).

#ifndef TERN_BASE_ARENA_H_
#define TERN_BASE_ARENA_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bump allocator over a list of blocks. Thread-compatible.
typedef struct tern_arena_t {
  struct tern_arena_block_t *blocks;  // owned, newest first
  char *cursor;                       // next free byte of the newest block
  char *limit;                        // end of the newest block
  size_t next_block_size;             // bytes; doubles up to a cap
} tern_arena_t;

// A point to which an arena can be rewound.
typedef struct tern_arena_mark_t {
  struct tern_arena_block_t *block;
  char *cursor;
} tern_arena_mark_t;

void tern_arena_initialize(tern_arena_t *arena);
void tern_arena_deinitialize(tern_arena_t *arena);

// Returns `size` uninitialised bytes aligned to 16. Never NULL.
void *tern_arena_alloc(tern_arena_t *arena, size_t size);
// The same, zeroed.
void *tern_arena_alloc_zeroed(tern_arena_t *arena, size_t size);
// Returns room for `count` elements of `element_size` bytes; a product that overflows is out of memory.
void *tern_arena_alloc_array(tern_arena_t *arena, size_t count, size_t element_size);
// Copies `size` bytes into the arena. `data` may be NULL if `size` is 0.
void *tern_arena_copy(tern_arena_t *arena, const void *data, size_t size);

// For the runtime: NULL without memory, and the arena is as it was.
void *tern_arena_try_alloc(tern_arena_t *arena, size_t size);
// Zeroed room for `count` elements of `element_size` bytes.
void *tern_arena_try_alloc_zeroed(tern_arena_t *arena, size_t count, size_t element_size);
void *tern_arena_try_copy(tern_arena_t *arena, const void *data, size_t size);

tern_arena_mark_t tern_arena_mark(const tern_arena_t *arena);
// Frees everything allocated since `mark`.
void tern_arena_rewind(tern_arena_t *arena, tern_arena_mark_t mark);

// Size-class allocator: blocks of up to 1 KiB are recycled through free lists of 16-byte classes, larger ones come
// from malloc and are freed on their own. Thread-compatible.
#define TERN_POOL_CLASS_COUNT 64
typedef struct tern_pool_t {
  tern_arena_t arena;                       // backs the size classes
  void *free_lists[TERN_POOL_CLASS_COUNT];  // singly linked through the first word
  struct tern_pool_large_t *large;          // doubly linked list of large blocks
  size_t used_size;                         // bytes of the size classes that are in use
  size_t turnover;                          // bytes of them that were given out since the last move
} tern_pool_t;

void tern_pool_initialize(tern_pool_t *pool);
// Frees every block, also those still in use.
void tern_pool_deinitialize(tern_pool_t *pool);
// Returns `size` uninitialised bytes aligned to 16. Never NULL.
void *tern_pool_alloc(tern_pool_t *pool, size_t size);
// Gives back a block; `size` is the size it was asked for. NULL is ignored.
void tern_pool_free(tern_pool_t *pool, void *block, size_t size);
// True for sizes that are of a class. Larger blocks are not worth moving.
bool tern_pool_is_pooled(size_t size);
// For who moves what lies in a pool, so that what is used together lies together. Until the move ends, blocks of size classes
// come from fresh memory; those from before are in `out_old`, and are given back to it.
void tern_pool_begin_move(tern_pool_t *pool, tern_pool_t *out_old);
// Frees the old memory, but for what lies around the block at `kept`, which stays in use. If more than that block of
// `kept_size` bytes is still in use, all of it stays, for what is asked for next.
void tern_pool_end_move(tern_pool_t *pool, tern_pool_t *old, const void *kept, size_t kept_size);

// Reports that memory ran out and aborts.
_Noreturn void tern_out_of_memory(size_t size);
// malloc, calloc and realloc with checked products; never NULL for a size above 0. Freed with free().
void *tern_malloc(size_t size);
void *tern_calloc(size_t count, size_t element_size);
void *tern_realloc_array(void *block, size_t count, size_t element_size);
// strdup; never NULL.
char *tern_strdup(const char *text);

#endif  // TERN_BASE_ARENA_H_

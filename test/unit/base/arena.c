// Arenas and pools: alignment, rewinding, reuse, large blocks.

#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void aligns_every_size(void **state) {
  (void)state;
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  for (size_t size = 0; size < 300; ++size) {
    char *memory = tern_arena_alloc(&arena, size);
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % 16, 0);
    memset(memory, 0x5a, size);
  }
  tern_arena_deinitialize(&arena);
}

static void keeps_blocks_apart(void **state) {
  (void)state;
  enum { COUNT = 2000 };
  unsigned char *blocks[COUNT];
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  for (int i = 0; i < COUNT; ++i) {
    blocks[i] = tern_arena_alloc(&arena, (size_t)(i % 97) + 1);
    memset(blocks[i], i & 0xff, (size_t)(i % 97) + 1);
  }
  for (int i = 0; i < COUNT; ++i) {
    for (int j = 0; j <= i % 97; ++j) assert_int_equal(blocks[i][j], i & 0xff);
  }
  tern_arena_deinitialize(&arena);
}

static void serves_sizes_past_a_block(void **state) {
  (void)state;
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  tern_arena_alloc(&arena, 1);
  size_t size = (size_t)5 << 20;
  unsigned char *large = tern_arena_alloc_zeroed(&arena, size);
  assert_int_equal(large[0], 0);
  assert_int_equal(large[size - 1], 0);
  int *array = tern_arena_alloc_array(&arena, 1000, sizeof(int));
  array[999] = 7;
  assert_memory_equal(tern_arena_copy(&arena, "terns", 6), "terns", 6);
  assert_non_null(tern_arena_copy(&arena, NULL, 0));
  tern_arena_deinitialize(&arena);
}

static void rewinds_within_a_block(void **state) {
  (void)state;
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  char *kept = tern_arena_copy(&arena, "kept", 5);
  tern_arena_mark_t mark = tern_arena_mark(&arena);
  void *dropped = tern_arena_alloc(&arena, 64);
  tern_arena_rewind(&arena, mark);
  assert_ptr_equal(tern_arena_alloc(&arena, 64), dropped);
  assert_string_equal(kept, "kept");
  tern_arena_deinitialize(&arena);
}

static void rewinds_across_blocks(void **state) {
  (void)state;
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  tern_arena_mark_t empty = tern_arena_mark(&arena);
  char *kept = tern_arena_copy(&arena, "kept", 5);
  tern_arena_mark_t mark = tern_arena_mark(&arena);
  for (int i = 0; i < 1000; ++i) tern_arena_alloc(&arena, 1000);
  tern_arena_rewind(&arena, mark);
  assert_ptr_equal(arena.blocks, mark.block);
  assert_string_equal(kept, "kept");
  tern_arena_rewind(&arena, empty);
  assert_null(arena.blocks);
  assert_non_null(tern_arena_alloc(&arena, 10));
  tern_arena_deinitialize(&arena);
}

static void recycles_freed_blocks(void **state) {
  (void)state;
  tern_pool_t pool;
  tern_pool_initialize(&pool);
  void *first = tern_pool_alloc(&pool, 33);
  void *second = tern_pool_alloc(&pool, 48);
  tern_pool_free(&pool, first, 33);
  tern_pool_free(&pool, second, 48);
  assert_ptr_equal(tern_pool_alloc(&pool, 40), second);
  assert_ptr_equal(tern_pool_alloc(&pool, 40), first);
  tern_pool_free(&pool, NULL, 8);
  tern_pool_deinitialize(&pool);
}

static void keeps_size_classes_apart(void **state) {
  (void)state;
  tern_pool_t pool;
  tern_pool_initialize(&pool);
  void *small = tern_pool_alloc(&pool, 16);
  tern_pool_free(&pool, small, 16);
  assert_ptr_not_equal(tern_pool_alloc(&pool, 17), small);
  assert_ptr_equal(tern_pool_alloc(&pool, 0), small);
  tern_pool_deinitialize(&pool);
}

static void frees_large_blocks_in_any_order(void **state) {
  (void)state;
  tern_pool_t pool;
  tern_pool_initialize(&pool);
  void *blocks[4];
  for (int i = 0; i < 4; ++i) {
    blocks[i] = tern_pool_alloc(&pool, 1025 + (size_t)i * 5000);
    assert_int_equal((uintptr_t)blocks[i] % 16, 0);
    memset(blocks[i], i, 1025 + (size_t)i * 5000);
  }
  tern_pool_free(&pool, blocks[1], 1025 + 5000);
  tern_pool_free(&pool, blocks[3], 1025 + 15000);
  tern_pool_free(&pool, blocks[0], 1025);
  assert_non_null(pool.large);
  tern_pool_free(&pool, blocks[2], 1025 + 10000);
  assert_null(pool.large);
  tern_pool_alloc(&pool, 4000);
  tern_pool_deinitialize(&pool);
}

// A move leaves one block of the old memory in use, and the others are freed; or several, and then nothing of it is.
static void moves_to_fresh_memory(void **state) {
  (void)state;
  enum { COUNT = 3000 };
  tern_pool_t pool, old;
  tern_pool_initialize(&pool);
  char *blocks[COUNT], *large = tern_pool_alloc(&pool, 5000);
  for (size_t i = 0; i < COUNT; ++i) blocks[i] = memset(tern_pool_alloc(&pool, 100), (int)i, 100);
  for (size_t left = 1; left <= 2; ++left) {
    tern_pool_begin_move(&pool, &old);
    for (size_t i = left; i < COUNT; ++i) {
      char *fresh = memcpy(tern_pool_alloc(&pool, 100), blocks[i], 100);
      tern_pool_free(&old, blocks[i], 100);
      blocks[i] = fresh;
    }
    tern_pool_end_move(&pool, &old, blocks[0], 100);
    assert_int_equal(pool.used_size, COUNT * 112);
    assert_int_equal(pool.turnover, 0);
    for (size_t i = 0; i < COUNT; ++i) assert_int_equal(blocks[i][99], (char)i);
  }
  assert_true(tern_pool_is_pooled(1024) && !tern_pool_is_pooled(1025));
  // What was left is reused.
  void *freed = blocks[1];
  tern_pool_free(&pool, freed, 100);
  assert_ptr_equal(tern_pool_alloc(&pool, 100), freed);
  tern_pool_free(&pool, large, 5000);
  for (size_t i = 0; i < COUNT; ++i) tern_pool_free(&pool, blocks[i], 100);
  assert_int_equal(pool.used_size, 0);
  tern_pool_deinitialize(&pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(aligns_every_size),         cmocka_unit_test(keeps_blocks_apart),
      cmocka_unit_test(serves_sizes_past_a_block), cmocka_unit_test(rewinds_within_a_block),
      cmocka_unit_test(rewinds_across_blocks),     cmocka_unit_test(recycles_freed_blocks),
      cmocka_unit_test(keeps_size_classes_apart),  cmocka_unit_test(frees_large_blocks_in_any_order),
      cmocka_unit_test(moves_to_fresh_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

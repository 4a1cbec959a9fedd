// Dominators against a definition by brute force, on random graphs; questions about values and ops.

#include "ir/dominance.h"

#include <stdlib.h>

#include "ir_test_dialect.h"

enum { MAX_BLOCKS = 24 };

typedef struct graph {
  size_t count;
  size_t successor_count[MAX_BLOCKS];
  size_t successors[MAX_BLOCKS][3];
} graph_t;

// Reachable from block 0 without going through `avoided`.
static void mark_reachable(const graph_t *graph, size_t avoided, bool *reached) {
  size_t stack[MAX_BLOCKS], depth = 0;
  memset(reached, 0, MAX_BLOCKS * sizeof(*reached));
  if (avoided == 0) return;
  reached[0] = true;
  stack[depth++] = 0;
  while (depth) {
    size_t block = stack[--depth];
    for (size_t i = 0; i < graph->successor_count[block]; ++i) {
      size_t next = graph->successors[block][i];
      if (next == avoided || reached[next]) continue;
      reached[next] = true;
      stack[depth++] = next;
    }
  }
}

static uint32_t next_random(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static void agrees_with_the_definition(void **state) {
  fixture_t *f = *state;
  uint32_t seed = 1;
  for (int round = 0; round < 300; ++round) {
    graph_t graph = {.count = 1 + next_random(&seed) % MAX_BLOCKS};
    tern_op_t *op = add(f, f->top, T(ISOLATED), .region_count = 1);
    tern_block_t *blocks[MAX_BLOCKS];
    for (size_t i = 0; i < graph.count; ++i) blocks[i] = tern_region_add_block(&op->regions[0]);
    for (size_t i = 0; i < graph.count; ++i) {
      tern_block_t *successors[3];
      graph.successor_count[i] = next_random(&seed) % 4;
      for (size_t j = 0; j < graph.successor_count[i]; ++j) {
        size_t next = next_random(&seed) % graph.count;
        graph.successors[i][j] = next;
        successors[j] = blocks[next];
      }
      add(f, blocks[i], T(FREE), .successors = successors, .successor_count = graph.successor_count[i]);
    }
    tern_dominance_t *dominance = tern_dominance_create();
    bool reachable[MAX_BLOCKS], without[MAX_BLOCKS];
    mark_reachable(&graph, SIZE_MAX, reachable);
    for (size_t a = 0; a < graph.count; ++a) {
      mark_reachable(&graph, a, without);
      assert_int_equal(tern_dominance_is_reachable(dominance, blocks[a]), reachable[a]);
      for (size_t b = 0; b < graph.count; ++b) {
        bool expected = a == b || !reachable[b] || (reachable[a] && !without[b]);
        assert_int_equal(tern_dominance_block_dominates(dominance, blocks[a], blocks[b]), expected);
      }
    }
    tern_dominance_destroy(dominance);
    tern_op_destroy(op);
  }
}

// All blocks of a long chain branch to one exit: quadratic for the iterative algorithm, deep for a recursive search.
static void handles_long_chains(void **state) {
  fixture_t *f = *state;
  enum { COUNT = 200000 };
  tern_op_t *op = add(f, f->top, T(ISOLATED), .region_count = 1);
  tern_block_t *first = tern_region_add_block(&op->regions[0]), *block = first;
  tern_block_t *exit = tern_region_add_block(&op->regions[0]);
  for (size_t i = 0; i < COUNT; ++i) {
    tern_block_t *next = tern_block_create(f->context);
    tern_block_insert(next, &op->regions[0], exit);
    add(f, block, T(FREE), .successors = (tern_block_t *[]){exit, next}, .successor_count = 2);
    block = next;
  }
  tern_dominance_t *dominance = tern_dominance_create();
  assert_true(tern_dominance_block_dominates(dominance, first->next, block));
  assert_true(tern_dominance_block_dominates(dominance, first, exit));
  assert_false(tern_dominance_block_dominates(dominance, first->next, exit));
  tern_dominance_destroy(dominance);
}

static void answers_for_values_and_ops(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(f->i32));
  tern_block_t *next = tern_region_add_block(entry->parent), *dead = tern_region_add_block(entry->parent);
  tern_value_t *x = add_const(f, entry, f->i32);
  tern_op_t *loop = add(f, entry, T(LOOP), .region_count = 1);
  tern_block_t *inner = tern_region_add_block(&loop->regions[0]);
  tern_value_t *y = add_const(f, inner, f->i32);
  tern_op_t *branch = add(f, entry, T(BR), .successors = &next, .successor_count = 1);
  tern_op_t *end = add(f, next, T(RETURN), 0), *unreachable = add(f, dead, T(RETURN), 0);
  tern_op_t *x_op = tern_value_defining_op(x), *y_op = tern_value_defining_op(y);
  tern_dominance_t *dominance = tern_dominance_create();
  assert_true(tern_dominance_value_dominates(dominance, x, y_op));
  assert_true(tern_dominance_value_dominates(dominance, x, end));
  assert_true(tern_dominance_value_dominates(dominance, x, unreachable));
  assert_true(tern_dominance_value_dominates(dominance, entry->args[0], y_op));
  assert_false(tern_dominance_value_dominates(dominance, y, branch));
  assert_false(tern_dominance_value_dominates(dominance, x, x_op));
  assert_true(tern_dominance_op_dominates(dominance, x_op, x_op));
  assert_true(tern_dominance_op_dominates(dominance, loop, y_op));
  assert_false(tern_dominance_op_dominates(dominance, branch, x_op));
  assert_false(tern_dominance_is_reachable(dominance, dead));
  // In a graph region, order is no matter.
  tern_value_t *late = add_const(f, f->top, f->i32);
  assert_true(tern_dominance_value_dominates(dominance, late, f->top->first_op));
  tern_dominance_destroy(dominance);
  tern_dominance_destroy(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      fixture_test(agrees_with_the_definition),
      fixture_test(handles_long_chains),
      fixture_test(answers_for_values_and_ops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Grid programs: from a function to words, and what the words compute.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "asm/parser.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "pipeline/dispatch/grid_program.h"
#include "pipeline/registry.h"
#include "runtime/grid.h"

static void evaluate(const char *body, const uint32_t *push_constants, size_t count, uint32_t out_count[3]) {
  char text[2048];
  snprintf(text, sizeof text,
           "hal.interface private @io {\n}\nfunc.func private @f() -> (index, index, index) {\n%s}\n", body);
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_op_t *module = tern_parse_module(context, TERN_STR("test"), tern_str_from_cstr(text));
  assert_non_null(module);
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  const uint32_t *words;
  uint32_t size;
  assert_true(tern_grid_program_build(tern_symbol_lookup_in(module, TERN_STR("f")), &arena, &words, &size));
  assert_int_equal(tern_grid_evaluate(words, size, push_constants, count, out_count).code, TERN_OK);
  tern_arena_deinitialize(&arena);
  tern_context_destroy(context);
}

static void test_arithmetic(void **state) {
  (void)state;
  uint32_t grid[3];
  evaluate(
      "%c64 = arith.constant 64 : index\n%c7 = arith.constant 7 : index\n%c65535 = arith.constant 65535 : index\n"
      "%n = hal.interface.load.constant offset = 0 : index\n%m = hal.interface.load.constant offset = 1 : i32\n"
      "%mi = arith.index_castui %m : i32 to index\n%x = arith.ceildivsi %n, %c64 : index\n"
      "%p = arith.muli %x, %mi : index\n%y = arith.minsi %p, %c65535 : index\n%z = arith.remsi %n, %c7 : index\n"
      "return %x, %y, %z : index, index, index\n",
      (const uint32_t[]){1000, 5000}, 2, grid);
  assert_int_equal(grid[0], 16);
  assert_int_equal(grid[1], 65535);
  assert_int_equal(grid[2], 1000 % 7);
}

static void test_comparisons(void **state) {
  (void)state;
  static const struct {
    const char *predicate;
    uint32_t expected[3];  // for 3 ? 5, 5 ? 5, 7 ? 5
  } cases[] = {{"eq", {0, 1, 0}},  {"ne", {1, 0, 1}},  {"slt", {1, 0, 0}}, {"sle", {1, 1, 0}}, {"sgt", {0, 0, 1}},
               {"sge", {0, 1, 1}}, {"ult", {1, 0, 0}}, {"ule", {1, 1, 0}}, {"ugt", {0, 0, 1}}, {"uge", {0, 1, 1}}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    for (uint32_t k = 0; k < 3; ++k) {
      char body[512];
      uint32_t grid[3];
      snprintf(body, sizeof body,
               "%%a = hal.interface.load.constant offset = 0 : index\n%%c5 = arith.constant 5 : index\n"
               "%%c1 = arith.constant 1 : index\n%%c0 = arith.constant 0 : index\n"
               "%%t = arith.cmpi %s, %%a, %%c5 : index\n%%x = arith.select %%t, %%c1, %%c0 : index\n"
               "return %%x, %%c1, %%c0 : index, index, index\n",
               cases[i].predicate);
      evaluate(body, (const uint32_t[]){3 + 2 * k}, 1, grid);
      assert_int_equal(grid[0], cases[i].expected[k]);
    }
  }
}

// A division rounds as its name says, for all signs.
static void test_division(void **state) {
  (void)state;
  static const int64_t values[][4] = {{7, 2, 3, 4}, {-7, 2, -4, -3}, {7, -2, -4, -3}, {-7, -2, 3, 4}, {6, 2, 3, 3}};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
    // 100 is added, so that no count is negative.
    const uint32_t program[] = {TERN_GRID_CONSTANT,
                                (uint32_t)(uint64_t)values[i][0],
                                (uint32_t)((uint64_t)values[i][0] >> 32),
                                TERN_GRID_CONSTANT,
                                (uint32_t)(uint64_t)values[i][1],
                                (uint32_t)((uint64_t)values[i][1] >> 32),
                                TERN_GRID_CONSTANT,
                                100,
                                0,
                                TERN_GRID_FLOOR_DIV,
                                0,
                                1,
                                TERN_GRID_CEIL_DIV,
                                0,
                                1,
                                TERN_GRID_ADD,
                                3,
                                2,
                                TERN_GRID_ADD,
                                4,
                                2,
                                5,
                                6,
                                2};
    uint32_t grid[3];
    assert_int_equal(tern_grid_evaluate(program, sizeof program / sizeof program[0], NULL, 0, grid).code, TERN_OK);
    assert_int_equal(grid[0], 100 + values[i][2]);
    assert_int_equal(grid[1], 100 + values[i][3]);
  }
}

static void test_refusals(void **state) {
  (void)state;
  static const struct {
    uint32_t words[6];
    size_t size;
    tern_status_code_t code;
  } cases[] = {
      {{0, 1, 0, 0, 0, 0}, 5, TERN_INVALID_ARGUMENT},                        // cut short
      {{0, 1, 0, 0, 0, 1}, 6, TERN_INVALID_ARGUMENT},                        // no such count
      {{TERN_GRID_OP_COUNT, 0, 0, 0, 0, 0}, 6, TERN_INVALID_ARGUMENT},       // unknown op
      {{TERN_GRID_PUSH_CONSTANT, 1, 0, 0, 0, 0}, 6, TERN_INVALID_ARGUMENT},  // no such word
      {{TERN_GRID_ADD, 0, 0, 0, 0, 0}, 6, TERN_INVALID_ARGUMENT},            // uses itself
      {{TERN_GRID_CONSTANT, 0, 1, 0, 0, 0}, 6, TERN_OUT_OF_RANGE},           // 2^32 workgroups
      {{TERN_GRID_CONSTANT, UINT32_MAX, UINT32_MAX, 0, 0, 0}, 6, TERN_OK},   // -1 is none
  };
  uint32_t grid[3] = {9, 9, 9};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    tern_status_t status = tern_grid_evaluate(cases[i].words, cases[i].size, (const uint32_t[]){1}, 1, grid);
    assert_int_equal(status.code, cases[i].code);
  }
  assert_int_equal(grid[0], 0);
  const uint32_t division[] = {TERN_GRID_CONSTANT, 0, 0, TERN_GRID_DIV, 0, 0, 1, 1, 1};
  assert_int_equal(tern_grid_evaluate(division, 9, NULL, 0, grid).code, TERN_OUT_OF_RANGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic),
      cmocka_unit_test(test_comparisons),
      cmocka_unit_test(test_division),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

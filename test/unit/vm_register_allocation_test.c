// Registers of functions: each case is a vm.func as text, and what is expected of its values.

#include "target/vm/register_allocation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include "asm/parser.h"
#include "dialect/vm/vm.h"
#include "ir/context.h"
#include "pipeline/registry.h"

#include <cmocka.h>

typedef struct fixture {
  tern_context_t *context;
  tern_op_t *program;
  const tern_region_t *region;
  tern_vm_registers_t registers;
} fixture_t;

static fixture_t allocate(const char *function) {
  fixture_t f = {.context = tern_context_create()};
  tern_register_all_dialects(f.context);
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "vm.module @m {\nvm.import private @o.f(!vm.buffer) -> !vm.buffer\n%s}\n",
                                    function);
  f.program = tern_parse_module(f.context, TERN_STR("function.mlir"), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  assert_non_null(f.program);
  tern_op_t *module = tern_op_body(f.program, 0)->first_op;
  f.region = &tern_op_body(module, 0)->first_op->next->regions[0];
  tern_vm_registers_initialize(&f.registers, f.region);
  return f;
}

static void tear_down(fixture_t *f) {
  tern_vm_registers_deinitialize(&f->registers);
  tern_op_destroy(f->program);
  tern_context_destroy(f->context);
}

static tern_block_t *block_at(const fixture_t *f, size_t index) {
  tern_block_t *block = f->region->first_block;
  while (index-- > 0) block = block->next;
  return block;
}

static tern_op_t *op_at(const fixture_t *f, size_t block, size_t index) {
  tern_op_t *op = block_at(f, block)->first_op;
  while (index-- > 0) op = op->next;
  return op;
}

static uint32_t result_register(const fixture_t *f, size_t block, size_t op) {
  return tern_vm_register_of(&f->registers, &op_at(f, block, op)->results[0]);
}

static void arguments_take_the_first_registers_of_their_bank(void **state) {
  (void)state;
  fixture_t f = allocate("vm.func @f(%a: i32, %r: !vm.buffer, %b: f64, %s: !vm.ref<?>) {\n vm.return\n}\n");
  const tern_block_t *entry = block_at(&f, 0);
  const uint32_t expected[] = {0, 0, 1, 1};
  for (size_t i = 0; i < 4; ++i) assert_int_equal(tern_vm_register_of(&f.registers, entry->args[i]), expected[i]);
  assert_int_equal(f.registers.value_count, 2);
  assert_int_equal(f.registers.ref_count, 2);
  tear_down(&f);
}

static void dead_values_give_their_register_back(void **state) {
  (void)state;
  fixture_t f = allocate(
      "vm.func @f(%a: i32) -> i32 {\n %0 = vm.not.i32 %a : i32\n %1 = vm.not.i32 %0 : i32\n"
      " %2 = vm.not.i32 %1 : i32\n vm.return %2 : i32\n}\n");
  assert_int_equal(f.registers.value_count, 1);
  tear_down(&f);
}

static void values_that_are_needed_later_keep_it(void **state) {
  (void)state;
  fixture_t f = allocate(
      "vm.func @f(%a: i32) -> i32 {\n %0 = vm.not.i32 %a : i32\n %1 = vm.add.i32 %a, %0 : i32\n"
      " %2 = vm.add.i32 %a, %1 : i32\n vm.return %2 : i32\n}\n");
  assert_int_equal(result_register(&f, 0, 0), 1);
  assert_int_equal(result_register(&f, 0, 1), 1);
  assert_int_equal(f.registers.value_count, 2);
  tear_down(&f);
}

// %b is used in the loop only, but every time round.
static void values_live_through_loops(void **state) {
  (void)state;
  fixture_t f = allocate(
      "vm.func @f(%a: i32, %b: i32) -> i32 {\n vm.br ^bb1(%a : i32)\n^bb1(%i: i32):\n %0 = vm.add.i32 %i, %b : i32\n"
      " %1 = vm.not.i32 %0 : i32\n vm.cond_br %1, ^bb1(%0 : i32), ^bb2\n^bb2:\n vm.return %0 : i32\n}\n");
  uint32_t b = tern_vm_register_of(&f.registers, block_at(&f, 0)->args[1]);
  assert_int_not_equal(result_register(&f, 1, 0), b);
  assert_int_not_equal(result_register(&f, 1, 1), b);
  assert_int_not_equal(tern_vm_register_of(&f.registers, block_at(&f, 1)->args[0]), b);
  tear_down(&f);
}

static void last_uses_are_found(void **state) {
  (void)state;
  fixture_t f = allocate(
      "vm.func @f(%r: !vm.buffer, %s: !vm.buffer) -> i32 {\n %0 = vm.cmp.eq.ref %r, %s : !vm.buffer\n"
      " %1 = vm.cmp.eq.ref %r, %r : !vm.buffer\n vm.br ^bb1\n^bb1:\n %2 = vm.cmp.nz.ref %s : !vm.buffer\n"
      " vm.return %2 : i32\n}\n");
  assert_false(tern_vm_is_last_use(&f.registers, op_at(&f, 0, 0), 0));  // %r again in the next op
  assert_false(tern_vm_is_last_use(&f.registers, op_at(&f, 0, 0), 1));  // %s in the next block
  assert_false(tern_vm_is_last_use(&f.registers, op_at(&f, 0, 1), 0));  // %r again in this op
  assert_true(tern_vm_is_last_use(&f.registers, op_at(&f, 0, 1), 1));
  assert_true(tern_vm_is_last_use(&f.registers, op_at(&f, 1, 0), 0));
  tear_down(&f);
}

// Runs the moves on registers that hold their own numbers.
static void run_moves(const tern_vm_moves_t *moves, uint32_t *values, uint32_t *refs) {
  for (size_t i = 0; i < moves->count; ++i) {
    uint32_t *bank = moves->values[i].is_ref ? refs : values;
    assert_int_not_equal(bank[moves->values[i].source], UINT32_MAX);
    bank[moves->values[i].target] = bank[moves->values[i].source];
    if (moves->values[i].is_last_use) bank[moves->values[i].source] = UINT32_MAX;
  }
}

static void cycles_of_moves_are_broken(void **state) {
  (void)state;
  fixture_t f = allocate(
      "vm.func @f(%a: i32, %b: i32, %c: i32, %r: !vm.buffer, %s: !vm.buffer) -> i32 {\n"
      " vm.br ^bb1(%a, %b, %c, %r, %s : i32, i32, i32, !vm.buffer, !vm.buffer)\n"
      "^bb1(%x: i32, %y: i32, %z: i32, %p: !vm.buffer, %q: !vm.buffer):\n"
      " vm.cond_br %x, ^bb1(%y, %z, %x, %q, %p : i32, i32, i32, !vm.buffer, !vm.buffer), ^bb2\n^bb2:\n"
      " vm.return %y : i32\n}\n");
  const tern_block_t *loop = block_at(&f, 1);
  uint32_t values[16], refs[16], at[5];
  for (uint32_t i = 0; i < 16; ++i) values[i] = refs[i] = i;
  for (size_t i = 0; i < 5; ++i) at[i] = tern_vm_register_of(&f.registers, loop->args[i]);
  tern_vm_moves_t moves = {0};
  tern_vm_branch_moves(&f.registers, op_at(&f, 1, 0), 0, &moves);
  run_moves(&moves, values, refs);
  assert_int_equal(values[at[0]], at[1]);
  assert_int_equal(values[at[1]], at[2]);
  assert_int_equal(values[at[2]], at[0]);
  assert_int_equal(refs[at[3]], at[4]);
  assert_int_equal(refs[at[4]], at[3]);
  tern_vec_deinitialize(&moves);
  tear_down(&f);
}

// One reference becomes two arguments: only the last move may take it out of its register.
static void a_reference_that_is_handed_on_twice_is_moved_once(void **state) {
  (void)state;
  fixture_t f = allocate(
      "vm.func @f(%a: i32, %r: !vm.buffer) -> !vm.buffer {\n"
      " vm.br ^bb1(%r, %r : !vm.buffer, !vm.buffer)\n^bb1(%p: !vm.buffer, %q: !vm.buffer):\n"
      " %0 = vm.cmp.eq.ref %p, %q : !vm.buffer\n vm.return %q : !vm.buffer\n}\n");
  uint32_t values[16], refs[16];
  for (uint32_t i = 0; i < 16; ++i) values[i] = refs[i] = i;
  tern_vm_moves_t moves = {0};
  tern_vm_branch_moves(&f.registers, op_at(&f, 0, 0), 0, &moves);
  run_moves(&moves, values, refs);
  for (size_t i = 0; i < 2; ++i) {
    assert_int_equal(refs[tern_vm_register_of(&f.registers, block_at(&f, 1)->args[i])], 0);
  }
  tern_vec_deinitialize(&moves);
  tear_down(&f);
}

static void references_that_one_way_does_not_need_are_found(void **state) {
  (void)state;
  fixture_t f = allocate(
      "vm.func @f(%a: i32, %r: !vm.buffer) -> i32 {\n vm.cond_br %a, ^bb1, ^bb2\n^bb1:\n"
      " %0 = vm.cmp.nz.ref %r : !vm.buffer\n vm.return %0 : i32\n^bb2:\n vm.return %a : i32\n}\n");
  tern_vm_register_list_t dead = {0};
  tern_vm_dead_refs_at(&f.registers, block_at(&f, 1), &dead);
  assert_int_equal(dead.count, 0);
  tern_vm_dead_refs_at(&f.registers, block_at(&f, 2), &dead);
  assert_int_equal(dead.count, 1);
  assert_int_equal(dead.values[0], 0);
  tern_vec_deinitialize(&dead);
  tear_down(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arguments_take_the_first_registers_of_their_bank),
      cmocka_unit_test(dead_values_give_their_register_back),
      cmocka_unit_test(values_that_are_needed_later_keep_it),
      cmocka_unit_test(values_live_through_loops),
      cmocka_unit_test(last_uses_are_found),
      cmocka_unit_test(cycles_of_moves_are_broken),
      cmocka_unit_test(a_reference_that_is_handed_on_twice_is_moved_once),
      cmocka_unit_test(references_that_one_way_does_not_need_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

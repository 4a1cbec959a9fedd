// Moving ops: the text is the same before and after, every list of uses keeps its order, and the old memory is not used.

#include "ir/op/move.h"

#include "asm/printer.h"
#include "base/vec.h"
#include "ir/op.h"
#include "ir/watcher.h"
#include "parser_fixture.h"

// Uses of one value by one op, in a graph and in a block; branches to one block twice, arguments, empty blocks; regions in
// regions; ops that are too large for the size classes (the list of forty operands).
static const char program[] =
    "%0 = \"t.a\"(%0, %1, %0) : (i32, i32, i32) -> i32\n"
    "%1:2 = \"t.b\"(%0, %1#1, %1#0) ({\n"
    "  \"t.c\"(%1#1) : (i32) -> ()\n"
    "}, {}) {note = 1 : i32} : (i32, i32, i32) -> (i32, i32)\n"
    "func.func @f(%a: i32, %b: i1, %c: i32) -> i32 {\n"
    "  %d = arith.addi %a, %a : i32\n"
    "  cf.cond_br %b, ^x(%d, %d : i32, i32), ^x(%a, %d : i32, i32)\n"
    "^x(%p: i32, %q: i32):\n"
    "  %e = \"t.region\"(%p, %q) ({\n"
    "  ^y(%r: i32, %s: i32):\n"
    "    \"t.br\"(%r, %s, %p)[^y, ^z, ^y] : (i32, i32, i32) -> ()\n"
    "  ^z:\n"
    "    \"t.end\"(%d, %d) : (i32, i32) -> ()\n"
    "  }) : (i32, i32) -> i32\n"
    "  \"t.many\"(%e, %p, %q, %e, %p, %q, %e, %p, %q, %e, %p, %q, %e, %p, %q, %e, %p, %q, %e, %p, %q, %e, %p, %q, %e, "
    "%p, %q,"
    " %e, %p, %q, %e, %p, %q, %e, %p, %q, %e, %p, %q, %e) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, "
    "i32, i32,"
    " i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, "
    "i32, i32,"
    " i32, i32, i32) -> ()\n"
    "  return %e : i32\n"
    "}\n";

typedef struct fixture {
  tern_context_t *context;
  tern_op_t *module;
  tern_string_builder_t messages;
} fixture_t;

static int set_up(void **state) {
  static fixture_t fixture;
  fixture = (fixture_t){0};
  fixture.context = make_context(&fixture.messages);
  fixture.module = tern_parse_module(fixture.context, TERN_STR("t"), TERN_STR(program));
  if (!fixture.module) fail_msg("%s", fixture.messages.data);
  *state = &fixture;
  return 0;
}

static int tear_down(void **state) {
  fixture_t *f = *state;
  tern_context_destroy(f->context);
  tern_string_builder_deinitialize(&f->messages);
  return 0;
}

// --- what has to stay ---

static void append_uses(const tern_value_t *value, tern_string_builder_t *out) {
  tern_value_for_each_use(value, use) {
    assert_ptr_equal(use->value, value);
    assert_ptr_equal(*use->prev, use);
    if (use->next) assert_ptr_equal(use->next->prev, &use->next);
    tern_str_t name = tern_op_name(use->owner);
    tern_string_builder_append_format(out, " %.*s/%zu", (int)name.size, name.data, tern_operand_index(use));
  }
  tern_string_builder_append_char(out, '\n');
}

static void append_block_uses(const tern_block_t *block, tern_string_builder_t *out) {
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    assert_ptr_equal(use->block, block);
    assert_ptr_equal(*use->prev, use);
    tern_string_builder_append_format(out, " ^%zu", (size_t)(use - use->owner->successors));
  }
  for (size_t i = 0; i < block->arg_count; ++i) {
    assert_ptr_equal(block->args[i]->owner, block);
    append_uses(block->args[i], out);
  }
}

// Checks all pointers of an op to its parts and back, and writes down all uses in their order.
static tern_walk_result_t append_op(tern_op_t *op, void *user) {
  tern_string_builder_t *out = user;
  for (size_t i = 0; i < op->result_count; ++i) {
    assert_ptr_equal(op->results[i].owner, op);
    append_uses(&op->results[i], out);
  }
  for (size_t i = 0; i < op->operand_count; ++i) assert_ptr_equal(op->operands[i].owner, op);
  for (size_t i = 0; i < op->successor_count; ++i) assert_ptr_equal(op->successors[i].owner, op);
  for (size_t i = 0; i < op->region_count; ++i) {
    const tern_block_t *prev_block = NULL;
    assert_ptr_equal(op->regions[i].parent, op);
    tern_region_for_each_block(&op->regions[i], block) {
      assert_ptr_equal(block->parent, &op->regions[i]);
      assert_ptr_equal(block->prev, prev_block);
      prev_block = block;
      append_block_uses(block, out);
      const tern_op_t *prev = NULL;
      tern_block_for_each_op(block, inner) {
        assert_ptr_equal(inner->block, block);
        assert_ptr_equal(inner->prev, prev);
        prev = inner;
      }
      assert_ptr_equal(block->last_op, prev);
    }
    assert_ptr_equal(op->regions[i].last_block, prev_block);
  }
  return TERN_WALK_ADVANCE;
}

static void describe(tern_op_t *module, tern_string_builder_t *out) {
  tern_op_walk_pre(module, append_op, out);
  tern_print_op(module, &TERN_PRINT_DEFAULT, out);
}

static void move_and_compare(fixture_t *f) {
  tern_string_builder_t before = {0}, after = {0};
  describe(f->module, &before);
  tern_op_move_contents(f->module);
  describe(f->module, &after);
  assert_string_equal(before.data, after.data);
  tern_string_builder_deinitialize(&before);
  tern_string_builder_deinitialize(&after);
}

// --- tests ---

static void keeps_everything_but_addresses(void **state) {
  fixture_t *f = *state;
  const tern_op_t *first = tern_op_body(f->module, 0)->first_op;
  move_and_compare(f);
  assert_ptr_not_equal(tern_op_body(f->module, 0)->first_op, first);
  move_and_compare(f);
}

// Operands that outgrew their op lie in memory of their own.
static void moves_operands_that_were_added(void **state) {
  fixture_t *f = *state;
  tern_op_t *op = tern_op_body(f->module, 0)->first_op;
  for (size_t i = 0; i < 9; ++i) tern_op_insert_operands(op, 1, TERN_VALUES(&op->results[0], op->operands[0].value));
  assert_true(op->owns_operands);
  move_and_compare(f);
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  TERN_VEC(const tern_op_t *) *ops = user;
  tern_vec_push(ops, op);
  return TERN_WALK_ADVANCE;
}

static void lays_ops_in_the_order_of_a_walk(void **state) {
  fixture_t *f = *state;
  tern_op_move_contents(f->module);
  TERN_VEC(const tern_op_t *) ops = {0};
  tern_op_walk_pre(f->module, collect, &ops);
  const tern_op_t *last = NULL;
  for (size_t i = 1; i < ops.count; ++i) {
    if (ops.values[i]->allocation_size > 1024) continue;  // stays where it is
    assert_true(!last || (uintptr_t)last < (uintptr_t)ops.values[i]);
    last = ops.values[i];
  }
  tern_vec_deinitialize(&ops);
}

// What others have in the same context stays good, and so does what they free later.
static void leaves_other_ops_alone(void **state) {
  fixture_t *f = *state;
  tern_op_t *other = tern_op_clone(f->module, NULL);
  tern_string_builder_t before = {0}, after = {0};
  describe(other, &before);
  for (size_t i = 0; i < 3; ++i) move_and_compare(f);
  describe(other, &after);
  assert_string_equal(before.data, after.data);
  size_t used = tern_context_pool(f->context)->used_size;
  tern_op_destroy(other);
  assert_true(tern_context_pool(f->context)->used_size < used);
  move_and_compare(f);
  tern_string_builder_deinitialize(&before);
  tern_string_builder_deinitialize(&after);
}

static void gives_old_memory_back(void **state) {
  fixture_t *f = *state;
  tern_op_move_contents(f->module);
  size_t used = tern_context_pool(f->context)->used_size;
  for (size_t i = 0; i < 100; ++i) tern_op_destroy(tern_op_clone(f->module, NULL));
  tern_op_move_contents(f->module);
  assert_int_equal(tern_context_pool(f->context)->used_size, used);
  assert_int_equal(tern_context_pool(f->context)->turnover, 0);
}

static void hear_nothing_of_values(tern_ir_watcher_t *watcher, tern_value_t *a, tern_value_t *b) {
  (void)watcher, (void)a, (void)b;
}
static void hear_nothing_of_ops(tern_ir_watcher_t *watcher, tern_op_t *op) { (void)watcher, (void)op; }
static void hear_nothing_of_args(tern_ir_watcher_t *watcher, tern_value_t *arg) { (void)watcher, (void)arg; }

static void keeps_watched_ops_in_place(void **state) {
  fixture_t *f = *state;
  tern_ir_watcher_t watcher = {hear_nothing_of_values, hear_nothing_of_ops, hear_nothing_of_args};
  tern_context_watch(f->context, &watcher);
  const tern_op_t *first = tern_op_body(f->module, 0)->first_op;
  tern_op_move_contents(f->module);
  assert_ptr_equal(tern_op_body(f->module, 0)->first_op, first);
  tern_context_watch(f->context, NULL);
}

static void asks_for_a_move_of_many_new_ops(void **state) {
  fixture_t *f = *state;
  assert_false(tern_op_is_worth_moving(f->module));
  tern_block_t *body = tern_op_body(f->module, 0);
  for (size_t i = 0; i < 20000; ++i) tern_op_insert(tern_op_clone(body->first_op, NULL), body, NULL);
  assert_true(tern_op_is_worth_moving(f->module));
  tern_op_move_contents(f->module);
  assert_false(tern_op_is_worth_moving(f->module));
}

#define move_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      move_test(keeps_everything_but_addresses),  move_test(moves_operands_that_were_added),
      move_test(lays_ops_in_the_order_of_a_walk), move_test(leaves_other_ops_alone),
      move_test(gives_old_memory_back),           move_test(keeps_watched_ops_in_place),
      move_test(asks_for_a_move_of_many_new_ops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

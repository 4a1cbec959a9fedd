// Layouts as code: what is built for random layouts is evaluated, for all inputs.

#include "convert/gpu/layout_places.h"

#include "layout_fixture.h"

#include "analysis/layout/fragments.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "parser_fixture.h"

static int64_t evaluate(const tern_value_t *value, const tern_op_t *func, const int64_t *args) {
  int64_t constant;
  const tern_block_t *body = tern_op_body(func, 0);
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (body->args[i] == value) return args[i];
  }
  if (tern_index_constant(value, &constant)) return constant;
  const tern_op_t *op = tern_value_defining_op(value);
  int64_t x = evaluate(tern_op_operand(op, 0), func, args), y = evaluate(tern_op_operand(op, 1), func, args);
  if (tern_op_is(op, TERN_ARITH(ADDI))) return x + y;
  if (tern_op_is(op, TERN_ARITH(MULI))) return x * y;
  if (tern_op_is(op, TERN_ARITH(DIVUI))) return x / y;
  if (tern_op_is(op, TERN_ARITH(REMUI))) return x % y;
  assert_true(tern_op_is(op, TERN_ARITH(XORI)));
  return x ^ y;
}

typedef struct fixture {
  tern_string_builder_t messages;
  tern_context_t *context;
  tern_op_t *module, *func;
  tern_builder_t builder;
} fixture_t;

static fixture_t set_up(void) {
  fixture_t fixture = {.messages = {0}};
  fixture.context = make_context(&fixture.messages);
  fixture.module = tern_parse_module(fixture.context, TERN_STR("t"),
                                     TERN_STR("func.func @f(%a: index, %b: index, %c: index) {\n  return\n}\n"));
  assert_non_null(fixture.module);
  fixture.func = tern_op_body(fixture.module, 0)->first_op;
  fixture.builder = tern_builder_before(tern_op_body(fixture.func, 0)->last_op);
  return fixture;
}

static void tear_down(fixture_t *fixture) {
  tern_op_destroy(fixture->module);
  tern_context_destroy(fixture->context);
  tern_string_builder_deinitialize(&fixture->messages);
}

static size_t count_ops(const fixture_t *fixture, const tern_op_row_t *row) {
  size_t count = 0;
  for (const tern_op_t *op = tern_op_body(fixture->func, 0)->first_op; op; op = op->next) count += tern_op_is(op, row);
  return count;
}

static void computes_places(void **state) {
  (void)state;
  layout_random_state = 51;
  for (int round = 0; round < 300; ++round) {
    fixture_t fixture = set_up();
    tern_layout_t layout = layout_random_any(7, 6);
    tern_value_t *ins[3], *outs[3];
    for (size_t i = 0; i < 3; ++i) ins[i] = tern_op_body(fixture.func, 0)->args[i];
    tern_gpu_build_places(&fixture.builder, &layout, ins, outs);
    for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
      layout_point_t in = layout_point(&layout.ins, x), out = layout_apply(&layout, &in);
      for (size_t k = 0; k < layout.outs.count; ++k) {
        LAYOUT_CHECK(evaluate(outs[k], fixture.func, in.numbers) == out.numbers[k], &layout, &layout, x);
      }
    }
    tear_down(&fixture);
  }
}

// Of a lane of mma.sync's sums: a division for the row, a remainder and a product for the column, and nothing else.
static void moves_bits_together(void **state) {
  (void)state;
  fixture_t fixture = set_up();
  tern_layout_t layout = tern_fragment_layout(TERN_FRAGMENT_MMA_M16N8_D);
  tern_value_t *ins[] = {NULL, tern_op_body(fixture.func, 0)->args[0], NULL}, *outs[2];
  tern_gpu_build_places(&fixture.builder, &layout, ins, outs);
  for (int64_t lane = 0; lane < 32; ++lane) {
    assert_int_equal(evaluate(outs[0], fixture.func, &lane), lane / 4);
    assert_int_equal(evaluate(outs[1], fixture.func, &lane), lane % 4 * 2);
  }
  assert_int_equal(count_ops(&fixture, TERN_ARITH(DIVUI)), 1);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(REMUI)), 1);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(MULI)), 1);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(ADDI)) + count_ops(&fixture, TERN_ARITH(XORI)), 0);
  tear_down(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(computes_places),
      cmocka_unit_test(moves_bits_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

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

// Each input is a value of the program, a constant of it, or a number that is given later, by chance.
static void computes_places(void **state) {
  (void)state;
  layout_random_state = 51;
  for (int round = 0; round < 400; ++round) {
    fixture_t fixture = set_up();
    tern_layout_t layout = layout_random_any(7, 6);
    const tern_block_t *body = tern_op_body(fixture.func, 0);
    tern_gpu_input_t inputs[3] = {{"nothing", NULL}, {"nothing", NULL}, {"nothing", NULL}};
    tern_gpu_number_t numbers[3];
    int64_t constants[3], origin = layout_random(2) ? 1000 : 0;
    for (size_t i = 0; i < layout.ins.count; ++i) {
      int64_t kind = layout_random(3);
      constants[i] = kind ? layout_random(INT64_C(1) << layout.ins.values[i].bits) : -1;
      if (kind < 2) {
        tern_value_t *value = kind ? tern_build_index(&fixture.builder, constants[i]) : body->args[i];
        inputs[i] = (tern_gpu_input_t){layout.ins.values[i].name, value};
      }
      numbers[i] = (tern_gpu_number_t){kind < 2 ? "nothing" : layout.ins.values[i].name, constants[i]};
    }
    tern_gpu_places_t places = tern_gpu_build_places(&fixture.builder, &layout, (tern_gpu_inputs_t){inputs, 3});
    for (size_t k = 0; k < layout.outs.count; ++k) {
      const char *out = layout.outs.values[k].name;
      if (origin) tern_gpu_places_begin_at(&places, out, tern_build_index(&fixture.builder, origin));
      const tern_value_t *value = tern_gpu_build_place(&places, out, (tern_gpu_numbers_t){numbers, layout.ins.count});
      for (int64_t x = 0; x < layout_size(&layout.ins); ++x) {
        layout_point_t in = layout_point(&layout.ins, x);
        for (size_t i = 0; i < layout.ins.count; ++i) {
          if (constants[i] >= 0) in.numbers[i] = constants[i];
        }
        layout_point_t result = layout_apply(&layout, &in);
        LAYOUT_CHECK(evaluate(value, fixture.func, in.numbers) == origin + result.numbers[k], &layout, &layout, x);
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
  tern_value_t *lane = tern_op_body(fixture.func, 0)->args[0];
  tern_gpu_places_t places =
      tern_gpu_build_places(&fixture.builder, &layout, TERN_GPU_INPUTS({"lane", lane}, {"warp", NULL}));
  const tern_value_t *row = tern_gpu_build_place(&places, "dim0", (tern_gpu_numbers_t){0}),
                     *column = tern_gpu_build_place(&places, "dim1", (tern_gpu_numbers_t){0});
  for (int64_t number = 0; number < 32; ++number) {
    assert_int_equal(evaluate(row, fixture.func, &number), number / 4);
    assert_int_equal(evaluate(column, fixture.func, &number), number % 4 * 2);
  }
  assert_int_equal(count_ops(&fixture, TERN_ARITH(DIVUI)), 1);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(REMUI)), 1);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(MULI)), 1);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(ADDI)) + count_ops(&fixture, TERN_ARITH(XORI)), 0);
  // Another register is an addition, not a new place.
  tern_gpu_build_place(&places, "dim0", TERN_GPU_NUMBERS({"register", 2}));
  assert_int_equal(count_ops(&fixture, TERN_ARITH(DIVUI)), 1);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(ADDI)), 1);
  tear_down(&fixture);
}

// Numbers go by an exclusive or where values have the same bits, and are added where not.
static void splits_constants(void **state) {
  (void)state;
  fixture_t fixture = set_up();
  const tern_layout_dims_t ins = {2, {{"lane", 3}, {"register", 4}}}, outs = {1, {{"offset", 4}}};
  tern_layout_t layout = tern_layout_create(&ins, &outs, (int64_t[]){1, 2, 4, 1, 2, 4, 8});
  tern_value_t *lane = tern_op_body(fixture.func, 0)->args[0];
  tern_gpu_places_t places = tern_gpu_build_places(&fixture.builder, &layout, TERN_GPU_INPUTS({"lane", lane}));
  tern_gpu_build_place(&places, "offset", TERN_GPU_NUMBERS({"register", 8}));
  assert_int_equal(count_ops(&fixture, TERN_ARITH(XORI)), 0);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(ADDI)), 1);
  const tern_value_t *both = tern_gpu_build_place(&places, "offset", TERN_GPU_NUMBERS({"register", 10}));
  assert_int_equal(count_ops(&fixture, TERN_ARITH(XORI)), 1);
  assert_int_equal(count_ops(&fixture, TERN_ARITH(ADDI)), 2);
  assert_int_equal(evaluate(both, fixture.func, &(int64_t){3}), 8 + (3 ^ 2));
  tear_down(&fixture);
}

// A reversal of bits moves each by itself: more terms than a place has room for.
static void moves_many_bits(void **state) {
  (void)state;
  enum { BITS = 12 };
  fixture_t fixture = set_up();
  const tern_layout_dims_t ins = {1, {{"lane", BITS}}}, outs = {1, {{"offset", BITS}}};
  int64_t bases[BITS];
  for (size_t i = 0; i < BITS; ++i) bases[i] = INT64_C(1) << (BITS - 1 - i);
  tern_layout_t layout = tern_layout_create(&ins, &outs, bases);
  tern_value_t *lane = tern_op_body(fixture.func, 0)->args[0];
  tern_gpu_places_t places = tern_gpu_build_places(&fixture.builder, &layout, TERN_GPU_INPUTS({"lane", lane}));
  assert_true(places.outs[0].count <= TERN_GPU_MAX_TERMS);
  const tern_value_t *value = tern_gpu_build_place(&places, "offset", (tern_gpu_numbers_t){0});
  for (int64_t number = 0; number < INT64_C(1) << BITS; ++number) {
    int64_t wanted;
    tern_layout_apply(&layout, &number, &wanted);
    assert_int_equal(evaluate(value, fixture.func, &number), wanted);
  }
  tear_down(&fixture);
}

// A number may become a value later, in a copy; what numbers alone make is a number.
static void adds_values_to_copies(void **state) {
  (void)state;
  fixture_t fixture = set_up();
  tern_layout_t layout = TERN_LAYOUT_EXTEND(NULL, {"lane", 4, "dim0"}, {"row", 8, "dim0"});
  tern_value_t *const *args = tern_op_body(fixture.func, 0)->args;
  tern_gpu_places_t places = tern_gpu_build_places(&fixture.builder, &layout, TERN_GPU_INPUTS({"lane", args[0]}));
  tern_gpu_places_t copy = places;
  tern_gpu_places_set(&copy, "row", args[1]);
  tern_gpu_places_set(&copy, "nothing", args[2]);
  const tern_value_t *number = tern_gpu_build_place(&places, "dim0", TERN_GPU_NUMBERS({"row", 5}));
  const tern_value_t *value = tern_gpu_build_place(&copy, "dim0", (tern_gpu_numbers_t){0});
  const int64_t numbers[] = {3, 5, 0};
  assert_int_equal(evaluate(number, fixture.func, numbers), 23);
  assert_int_equal(evaluate(value, fixture.func, numbers), 23);
  assert_int_equal(tern_gpu_place_distance(&places, "dim0", TERN_GPU_NUMBERS({"row", 5}, {"nothing", 1})), 20);
  tear_down(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(computes_places), cmocka_unit_test(moves_bits_together),   cmocka_unit_test(splits_constants),
      cmocka_unit_test(moves_many_bits), cmocka_unit_test(adds_values_to_copies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

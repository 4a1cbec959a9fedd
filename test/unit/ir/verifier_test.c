// The verifier: every message it has, the notes beside them, and that it goes on after an error.

#include "ir/verify/verifier.h"

#include <time.h>

#include "ir_test_dialect.h"

static size_t count_errors(fixture_t *f) {
  size_t count = 0;
  for (const char *at = messages(f); (at = strstr(at, "error: ")); ++at) ++count;
  return count;
}

static tern_op_t *add_unregistered(fixture_t *f, tern_block_t *block, const char *name, tern_op_state_t state) {
  state.def = tern_op_def_get(f->context, tern_str_from_cstr(name));
  return add_op(f, block, tern_op_create(f->context, &state));
}

static tern_block_t *add_body(tern_op_t *op) { return tern_region_add_block(&op->regions[0]); }

static void accepts_a_function(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(f->i32, f->i1));
  tern_block_t *exit = tern_region_add_block(entry->parent);
  tern_value_t *result = tern_block_add_arg(exit, f->i32, NULL);
  tern_op_t *sum = add(f, entry, T(ADD), .operands = TERN_VALUES(entry->args[0], entry->args[0]),
                       .result_types = TERN_TYPES(f->i32));
  tern_op_t *branch =
      add(f, entry, T(COND_BR), .operands = TERN_VALUES(entry->args[1], &sum->results[0], entry->args[0]),
          .successors = (tern_block_t *[]){exit, exit}, .successor_count = 2);
  tern_op_set_segment_sizes(branch, (int32_t[]){1, 1, 1}, 3);
  add(f, exit, T(RETURN), .operands = TERN_VALUES(result));
  expect_right(f);
}

// The verifier refuses the op, looked at alone, with this message only.
static void expect_op_error(fixture_t *f, tern_op_t *op, const char *text) {
  f->messages.size = 0;
  assert_false(tern_verify(op));
  assert_string_equal(messages(f), text);
}

static void checks_counts(void **state) {
  fixture_t *f = *state;
  tern_value_t *x = add_const(f, f->top, f->i32);
  add(f, f->top, T(ADD), .operands = TERN_VALUES(x), .result_types = TERN_TYPES(f->i32));
  add(f, f->top, T(CONST), .operands = TERN_VALUES(x));
  add(f, f->top, T(CONST), 0);
  add(f, f->top, T(CONST), .result_types = TERN_TYPES(f->i32), .region_count = 1);
  add(f, f->top, T(LOAD), .result_types = TERN_TYPES(f->i32));
  add(f, f->top, T(LOAD), .operands = TERN_VALUES(x), .result_types = TERN_TYPES(f->i32, f->i32));
  add(f, f->top, T(CALL), .result_types = TERN_TYPES(f->i32));
  tern_block_t *other = add_body(add(f, f->top, T(LOOP), .region_count = 1));
  add(f, f->top, T(CALL), .successors = &other, .successor_count = 1);
  add(f, f->top, T(LOOP), 0);
  add(f, f->top, T(SIZED), .region_count = 1);
  // One a line, by their order.
  const char *expected[] = {
      "error: 't.add' op expected 2 operands, but found 1\n",
      "error: 't.const' op requires zero operands\n",
      "error: 't.const' op requires one result\n",
      "error: 't.const' op requires zero regions\n",
      "error: 't.load' op expected 1 or more operands, but found 0\n",
      "error: 't.load' op requires one result\n",
      "error: 't.call' op requires zero results\n",
      "error: 't.loop' op expects a non-empty block\n",
      "error: 't.call' op requires 0 successors but found 1\n",
      "error: 't.loop' op requires one region\n",
      "error: 't.sized' op expected 2 regions\n",
  };
  size_t i = 0;
  for (tern_op_t *op = f->top->first_op->next; op; op = op->next) expect_op_error(f, op, expected[i++]);
  assert_int_equal(i, sizeof(expected) / sizeof(expected[0]));
  // A block is left at the first of its ops that is wrong.
  expect_error(f, expected[0]);
  assert_int_equal(count_errors(f), 1);
}

static void checks_segments(void **state) {
  fixture_t *f = *state;
  tern_value_t *i = add_const(f, f->top, f->index), *x = add_const(f, f->top, f->i32);
  tern_op_t *op = add(f, f->top, T(SEGMENTS), .operands = TERN_VALUES(i, x, x));
  expect_error(f,
               "'t.segments' op operand count (3) does not match with the total size (0) specified in attribute "
               "'operandSegmentSizes'");
  tern_op_set_segment_sizes(op, (int32_t[]){1, -1, 2, 1}, 4);
  expect_error(f, "'operandSegmentSizes' attribute cannot have negative elements");
  tern_op_set_segment_sizes(op, (int32_t[]){1, 1, 1, 1}, 4);
  expect_error(f,
               "operand count (3) does not match with the total size (4) specified in attribute "
               "'operandSegmentSizes'");
  tern_op_set_segment_sizes(op, (int32_t[]){1, 1, 1}, 3);
  expect_error(f, "operand count (3) does not match with the total size (0)");
  tern_op_set_segment_sizes(op, (int32_t[]){1, 0, 2, 0}, 4);
  expect_error(f, "operand group starting at #1 requires 0 or 1 element, but found 2");
  tern_op_set_segment_sizes(op, (int32_t[]){1, 1, 1, 0}, 4);
  expect_error(f, "operand group starting at #3 requires 1 element, but found 0");
  tern_op_set_segment_sizes(op, (int32_t[]){1, 1, 0, 1}, 4);
  f->messages.size = 0;
  assert_true(tern_verify(f->module));
}

static void checks_constraints(void **state) {
  fixture_t *f = *state;
  tern_value_t *x = add_const(f, f->top, f->f32);
  add(f, f->top, T(ADD), .operands = TERN_VALUES(x, x), .result_types = TERN_TYPES(f->f32),
      .attrs = TERN_ATTRS({"width", tern_unit_attr_get(f->context)}));
  expect_op_error(
      f, f->top->last_op,
      "error: 't.add' op attribute 'width' failed to satisfy constraint: 32-bit signless integer attribute\n");
  tern_op_t *constant = add(f, f->top, T(CONST), .result_types = TERN_TYPES(f->i32));
  expect_op_error(f, constant, "error: 't.const' op requires attribute 'value'\n");
  tern_op_t *op = add(f, f->top, T(SEGMENTS), .operands = TERN_VALUES(x, x, x));
  tern_op_set_segment_sizes(op, (int32_t[]){1, 1, 0, 1}, 4);
  expect_op_error(f, op, "error: 't.segments' op operand #0 must be index, but got 'f32'\n");
  tern_value_t *i = add_const(f, f->top, f->index), *y = add_const(f, f->top, f->i32);
  tern_op_set_operand(op, 0, i);
  expect_op_error(f, op,
                  "error: 't.segments' op operand #1 must be variadic of 32-bit signless integer, but got 'f32'\n");
  tern_op_t *sum = add(f, f->top, T(ADD), .operands = TERN_VALUES(y, x), .result_types = TERN_TYPES(f->f32));
  expect_op_error(f, sum, "error: 't.add' op operand #1 must be signless-integer, but got 'f32'\n");
  tern_op_set_operand(sum, 1, y);
  expect_op_error(f, sum, "error: 't.add' op result #0 must be signless-integer, but got 'f32'\n");
}

static void checks_type_rules(void **state) {
  fixture_t *f = *state;
  int64_t dim = 4;
  tern_value_t *x = add_const(f, f->top, f->i32), *y = add_const(f, f->top, f->f32);
  tern_value_t *i = add_const(f, f->top, f->index);
  const tern_attr_t *predicate = tern_integer_attr_get(f->i32, 1);
  add(f, f->top, T(COMPARE), .operands = TERN_VALUES(x, y), .result_types = TERN_TYPES(f->i1),
      .attrs = TERN_ATTRS({"predicate", predicate}));
  expect_error(f, "'t.compare' op failed to verify that all of {lhs, rhs} have same type");
  tern_op_destroy(f->top->last_op);
  add(f, f->top, T(COMPARE), .operands = TERN_VALUES(x, x),
      .result_types = TERN_TYPES(tern_vector_type_get(f->i1, &dim, 1, 0)),
      .attrs = TERN_ATTRS({"predicate", predicate}));
  expect_error(f, "'t.compare' op failed to verify that result type has i1 element type and same shape as operands");
  tern_op_destroy(f->top->last_op);
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(tern_memref_type_get(f->f32, &dim, 1, NULL, NULL)));
  add(f, entry, T(LOAD), .operands = TERN_VALUES(entry->args[0]), .result_types = TERN_TYPES(f->i32));
  add(f, entry, T(RETURN), 0);
  expect_error(f, "'t.load' op failed to verify that result type matches element type of 'memref'");
  (void)i;
}

static void checks_types_by_traits(void **state) {
  fixture_t *f = *state;
  int64_t four = 4, five = 5, unknown = TERN_DYNAMIC;
  const tern_type_t *t4 = tern_tensor_type_get(f->i32, &four, 1, NULL),
                    *t5 = tern_tensor_type_get(f->i32, &five, 1, NULL);
  const tern_type_t *any = tern_tensor_type_get(f->i32, &unknown, 1, NULL);
  const tern_type_t *v4 = tern_vector_type_get(f->i32, &four, 1, 0);
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(t4, t5, any, v4, f->i32));
  tern_value_t **args = entry->args;
  tern_op_t *end = add(f, entry, T(RETURN), 0);
  // A size that is not known agrees with all.
  tern_op_t *op = add(f, entry, T(ADD), .operands = TERN_VALUES(args[0], args[2]), .result_types = TERN_TYPES(t4));
  tern_op_move_before(op, end);
  expect_right(f);
  tern_op_set_operand(op, 1, args[1]);
  expect_error(f, "'t.add' op requires the same type for all operands and results");
  tern_op_set_operand(op, 1, args[3]);
  expect_error(f, "'t.add' op all non-scalar operands/results must have the same shape and base type");
  tern_op_set_operands(op, TERN_VALUES(args[0], args[0]));
  tern_op_t *map = add(f, entry, T(MAP), .operands = TERN_VALUES(args[4]), .result_types = TERN_TYPES(t4));
  tern_op_move_before(map, end);
  expect_error(f, "'t.map' op if a result is non-scalar, then at least one operand must be non-scalar");
  tern_op_set_operands(map, TERN_VALUES(args[0]));
  map->results[0].type = f->i32;
  expect_error(f, "'t.map' op if an operand is non-scalar, then there must be at least one non-scalar result");
  tern_op_destroy(map);
  tern_op_t *same = add(f, entry, T(SAME_SHAPE), .operands = TERN_VALUES(args[0]), .result_types = TERN_TYPES(t5));
  tern_op_move_before(same, end);
  expect_error(f, "'t.same_shape' op requires the same shape for all operands and results");
  same->results[0].type = tern_tensor_type_get(f->f32, &four, 1, NULL);
  expect_error(f, "'t.same_shape' op requires the same element type for all operands and results");
  same->results[0].type = v4;
  f->messages.size = 0;
  assert_true(tern_verify(f->module));
  tern_op_t *writes = add(f, entry, T(DESTINATION), .operands = TERN_VALUES(args[0]), .result_types = TERN_TYPES(t5));
  tern_op_move_before(writes, end);
  tern_op_set_segment_sizes(writes, (int32_t[]){0, 1}, 2);
  expect_error(f,
               "expected type of operand #0 ('tensor<4xi32>') to match type of corresponding result "
               "('tensor<5xi32>')");
  tern_op_set_segment_sizes(writes, (int32_t[]){1, 0}, 2);
  expect_error(f, "expected the number of tensor results (1) to be equal to the number of output tensors (0)");
}

static void checks_dominance(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  tern_value_t *first = add_const(f, entry, f->i32);
  tern_block_t *left = tern_region_add_block(entry->parent), *right = tern_region_add_block(entry->parent);
  tern_value_t *x = add_const(f, left, f->i32);
  tern_op_t *early = add(f, left, T(ADD), .operands = TERN_VALUES(x, x), .result_types = TERN_TYPES(f->i32));
  tern_op_move_before(early, left->first_op);
  tern_op_t *loop = add(f, left, T(LOOP), .region_count = 1);
  tern_value_t *inner = add_const(f, add_body(loop), f->i32);
  tern_op_t *yield = add(f, loop->regions[0].first_block, T(YIELD), 0);
  add(f, left, T(RETURN), 0);
  tern_value_t *arg = tern_block_add_arg(left, f->i32, NULL);
  tern_op_t *end = add(f, right, T(RETURN), .operands = TERN_VALUES(x, arg, inner));
  tern_op_t *branch = add_unregistered(
      f, entry, "x.branch", (tern_op_state_t){.successors = (tern_block_t *[]){left, right}, .successor_count = 2});
  tern_context_allow_unregistered(f->context, true);
  // One after another is put right.
  const struct {
    tern_op_t *op;
    size_t operand;
    const char *where;
  } rows[] = {
      {early, 0, "here (op in the same block)"}, {early, 1, "here (op in the same block)"},
      {end, 0, "here (op in the same region)"},  {end, 1, "as a block argument (block #1 in the same region)"},
      {end, 2, "here (op in a child region)"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    char expected[160];
    snprintf(expected, sizeof expected, "error: operand #%zu does not dominate this use\nnote: operand defined %s\n",
             rows[i].operand, rows[i].where);
    expect_op_error(f, f->module, expected);
    tern_op_set_operand(rows[i].op, rows[i].operand, first);
  }
  assert_true(tern_verify(f->module));
  // What is never reached may use anything.
  tern_op_set_operands(end, TERN_VALUES(x, arg, inner));
  tern_op_destroy(early);
  tern_op_destroy(branch);
  tern_op_insert_operands(yield, 0, (tern_values_t){0});
  add(f, entry, T(RETURN), 0);
  f->messages.size = 0;
  assert_true(tern_verify(f->module));
}

static void checks_isolation(void **state) {
  fixture_t *f = *state;
  tern_value_t *x = add_const(f, f->top, f->i32);
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  tern_op_t *loop = add(f, entry, T(LOOP), .region_count = 1);
  tern_block_t *body = add_body(loop);
  add(f, body, T(ADD), .operands = TERN_VALUES(x, x), .result_types = TERN_TYPES(f->i32));
  add(f, body, T(YIELD), 0);
  add(f, entry, T(RETURN), 0);
  expect_error(f,
               "error: 't.add' op using value defined outside the region\n"
               "note: required by region isolation constraints\n");
  // Though the op uses two such values.
  assert_int_equal(count_errors(f), 1);
}

static void checks_blocks(void **state) {
  fixture_t *f = *state;
  tern_context_allow_unregistered(f->context, true);
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  expect_error(f, "empty block: expect at least a terminator");
  add_const(f, entry, f->i32);
  expect_error(f, "block with no terminator, has 't.const'");
  add(f, entry, T(RETURN), 0);
  tern_op_t *end = add(f, entry, T(RETURN), 0);
  expect_error(f, "'t.return' op must be the last operation in the parent block");
  tern_op_destroy(entry->last_op->prev);
  tern_block_t *next = tern_region_add_block(entry->parent);
  add(f, next, T(BR), .successors = &entry, .successor_count = 1);
  expect_error(f, "entry block of region may not have predecessors");
  tern_op_destroy(next->last_op);
  tern_block_t *elsewhere = tern_region_add_block(add_func(f, "g", (tern_types_t){0})->parent);
  add(f, elsewhere->prev, T(RETURN), 0);
  add(f, elsewhere, T(RETURN), 0);
  add(f, next, T(BR), .successors = &elsewhere, .successor_count = 1);
  expect_error(f, "'t.br' op reference to block defined in another region");
  tern_op_destroy(next->last_op);
  add_unregistered(f, next, "x.branch", (tern_op_state_t){.successors = &elsewhere, .successor_count = 1});
  expect_error(f, "'x.branch' op branching to block of a different region");
  tern_op_destroy(next->last_op);
  add(f, next, T(RETURN), 0);
  f->messages.size = 0;
  assert_true(tern_verify(f->module));
  tern_op_move_before(end, f->top->first_op);
  expect_error(f, "'t.return' op expects parent op 't.func'");
}

static void checks_regions(void **state) {
  fixture_t *f = *state;
  tern_op_t *sized = add(f, f->top, T(SIZED), .region_count = 2);
  expect_error(f, "'t.sized' op region #0 ('a') failed to verify constraint: region with at least 2 blocks");
  tern_region_add_block(&sized->regions[1]);
  tern_region_add_block(&sized->regions[1]);
  tern_region_add_block(&sized->regions[0]);
  tern_region_add_block(&sized->regions[0]);
  expect_error(f, "'t.sized' op region #1 ('b') failed to verify constraint: region with at most 1 blocks");
  tern_op_destroy(sized);
  tern_op_t *graph = add(f, f->top, T(GRAPH), .region_count = 1);
  for (size_t i = 0; i < 2; ++i) add(f, tern_region_add_block(&graph->regions[0]), T(GRAPH), .region_count = 1);
  expect_error(f, "'t.graph' op expects graph region #0 to have 0 or 1 blocks");
  tern_op_destroy(graph);
  tern_op_t *loop = add(f, f->top, T(LOOP), .region_count = 1);
  expect_error(f, "'t.loop' op region #0 ('body') failed to verify constraint: region with 1 blocks");
  tern_block_t *body = add_body(loop);
  expect_error(f, "'t.loop' op expects a non-empty block");
  assert_int_equal(count_errors(f), 1);
  tern_context_allow_unregistered(f->context, true);
  tern_op_t *wrong_end = add_unregistered(f, body, "x.end", (tern_op_state_t){0});
  expect_error(f,
               "error: 't.loop' op expects regions to end with 't.yield', found 'x.end'\n"
               "note: in custom textual format, the absence of terminator implies 't.yield'\n");
  tern_op_destroy(wrong_end);
  add(f, body, T(YIELD), 0);
  tern_block_t *second = tern_region_add_block(f->top->parent);
  (void)second;
  expect_error(f, "'t.module' op expects region #0 to have 0 or 1 blocks");
}

static void checks_loops(void **state) {
  fixture_t *f = *state;
  tern_value_t *x = add_const(f, f->top, f->i32), *y = add_const(f, f->top, f->f32);
  tern_op_t *loop =
      add(f, f->top, T(LOOP), .operands = TERN_VALUES(x), .result_types = TERN_TYPES(f->i32), .region_count = 1);
  tern_block_t *body = add_body(loop);
  tern_op_t *yield = add(f, body, T(YIELD), 0);
  expect_error(f, "'t.loop' op mismatch in number of loop-carried values and defined values");
  tern_block_add_arg(body, f->f32, NULL);
  expect_error(f, "different number of region iter_args and yielded values: 1 != 0");
  tern_op_set_operands(yield, TERN_VALUES(y));
  expect_error(f, "types mismatch between 0th iter operand and defined region argument: 'i32' vs. 'f32'");
  body->args[0]->type = f->i32;
  expect_error(f, "types mismatch between 0th iter region arg and 0th yielded value: 'i32' vs. 'f32'");
  tern_op_set_operands(yield, TERN_VALUES(x));
  loop->results[0].type = f->f32;
  expect_error(f, "types mismatch between 0th iter region arg and defined value: 'i32' vs. 'f32'");
}

static void checks_branches(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(f->i32, f->i1));
  tern_block_t *exit = tern_region_add_block(entry->parent);
  tern_block_add_arg(exit, f->f32, NULL);
  tern_op_t *branch = add(f, entry, T(COND_BR), .operands = TERN_VALUES(entry->args[1], entry->args[0]),
                          .successors = (tern_block_t *[]){exit, exit}, .successor_count = 2);
  tern_op_set_segment_sizes(branch, (int32_t[]){1, 1, 0}, 3);
  add(f, exit, T(RETURN), 0);
  expect_error(f, "error: type mismatch for bb argument #0 of successor #0\n");
  exit->args[0]->type = f->i32;
  expect_error(f, "error: branch has 0 operands for successor #1, but target block has 1\n");
}

static void checks_functions(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(f->i32));
  tern_op_t *func = entry->parent->parent;
  add(f, entry, T(RETURN), 0);
  entry->args[0]->type = f->f32;
  expect_error(f,
               "'t.func' op type of entry block argument #0('f32') must match the type of the corresponding "
               "argument in function signature('i32')");
  tern_block_add_arg(entry, f->i32, NULL);
  expect_error(f, "'t.func' op entry block must have 1 arguments to match function signature");
  tern_block_erase_arg(entry, 1);
  entry->args[0]->type = f->i32;
  const tern_attr_t *unit = tern_unit_attr_get(f->context);
  tern_named_attr_t plain = {"plain", unit};
  const tern_attr_t *dictionary = tern_dictionary_attr_get(f->context, &plain, 1);
  const tern_attr_t *pair[] = {dictionary, dictionary};
  tern_op_set_attr(func, "arg_attrs", tern_array_attr_get(f->context, pair, 2));
  expect_error(f,
               "'t.func' op expects argument attribute array to have the same number of elements as the number of "
               "function arguments, got 2, but expected 1");
  tern_op_set_attr(func, "arg_attrs", tern_array_attr_get(f->context, pair, 1));
  expect_error(f, "'t.func' op arguments may only have dialect attributes");
  tern_op_set_attr(func, "arg_attrs", NULL);
  tern_op_set_attr(func, "res_attrs", tern_array_attr_get(f->context, &unit, 1));
  expect_error(f, "'t.func' op expects result attribute array to have the same number of elements");
  tern_op_set_attr(func, "res_attrs", NULL);
  tern_op_set_attr(func, "function_type", tern_type_attr_get(f->i32));
  expect_error(f,
               "'t.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type");
  tern_op_set_attr(func, "sym_name", unit);
  expect_error(f, "'t.func' op attribute 'sym_name' failed to satisfy constraint: string attribute");
}

static void checks_registration(void **state) {
  fixture_t *f = *state;
  add_unregistered(f, f->top, "x.y", (tern_op_state_t){0});
  expect_error(f,
               "error: 'x.y' op created with unregistered dialect\n"
               "note: if this is intended, use --allow-unregistered-dialect\n");
  tern_context_allow_unregistered(f->context, true);
  f->messages.size = 0;
  assert_true(tern_verify(f->module));
  add_unregistered(f, f->top, "t.unknown", (tern_op_state_t){0});
  expect_error(f, "unregistered operation 't.unknown' found in dialect ('t') that does not allow unknown operations");
}

static void treats_unknown_regions_as_graphs(void **state) {
  fixture_t *f = *state;
  tern_context_allow_unregistered(f->context, true);
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  tern_op_t *unknown = add_unregistered(f, entry, "x.graph", (tern_op_state_t){.region_count = 1});
  tern_block_t *body = add_body(unknown);
  tern_value_t *x = add_const(f, body, f->i32);
  tern_op_t *early = add(f, body, T(ADD), .operands = TERN_VALUES(x, x), .result_types = TERN_TYPES(f->i32));
  tern_op_move_before(early, body->first_op);
  add(f, entry, T(RETURN), 0);
  expect_right(f);
  // With more than one block, there is a flow.
  tern_block_t *next = tern_region_add_block(body->parent);
  add_unregistered(f, next, "x.end", (tern_op_state_t){0});
  add_unregistered(f, body, "x.jump", (tern_op_state_t){.successors = &next, .successor_count = 1});
  expect_error(f, "operand #0 does not dominate this use");
}

static void runs_hooks_only_where_the_rest_is_right(void **state) {
  fixture_t *f = *state;
  tern_block_t *right = add_func(f, "right", (tern_types_t){0}), *wrong = add_func(f, "wrong", (tern_types_t){0});
  add(f, right, T(CHECKED), 0);
  add(f, right, T(RETURN), 0);
  add(f, wrong, T(RETURN), 0);
  add(f, wrong, T(CHECKED), 0);
  tern_op_t *end = add(f, wrong, T(RETURN), 0);
  expect_error(
      f, "error: 't.return' op must be the last operation in the parent block\nerror: 't.checked' op hook has run\n");
  assert_int_equal(count_errors(f), 2);
  // That a block has no end is said if its ops are right.
  tern_op_destroy(wrong->first_op);
  tern_op_destroy(end);
  expect_error(f, "error: 't.checked' op hook has run\nerror: 't.checked' op hook has run\n");
  assert_int_equal(count_errors(f), 2);
  tern_op_destroy(wrong->parent->parent);
  // An error of the function itself keeps hooks away from all that is inside.
  tern_op_set_attr(right->parent->parent, "sym_name", NULL);
  expect_error(f, "'t.func' op requires attribute 'sym_name'");
  assert_null(strstr(messages(f), "hook has run"));
}

static void stays_linear(void **state) {
  fixture_t *f = *state;
  enum { COUNT = 200000 };
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(f->i32));
  tern_value_t *x = entry->args[0];
  for (size_t i = 0; i < COUNT; ++i) {
    tern_op_t *op =
        add(f, entry, T(ADD), .operands = TERN_VALUES(x, entry->args[0]), .result_types = TERN_TYPES(f->i32));
    x = &op->results[0];
  }
  add(f, entry, T(RETURN), 0);
  // As many symbols and uses of them.
  for (size_t i = 0; i < COUNT / 20; ++i) {
    char name[32];
    snprintf(name, sizeof(name), "s%zu", i);
    tern_block_t *body = add_func(f, name, (tern_types_t){0});
    const tern_attr_t *ref = tern_flat_symbol_ref_attr_get(f->context, tern_str_from_cstr(name));
    add(f, body, T(CALL), .attrs = TERN_ATTRS({"callee", ref}));
    add(f, body, T(RETURN), 0);
  }
  clock_t start = clock();
  expect_right(f);
  // Far above what a slow machine needs, far below what a quadratic walk takes.
  assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      fixture_test(accepts_a_function),
      fixture_test(checks_counts),
      fixture_test(checks_segments),
      fixture_test(checks_constraints),
      fixture_test(checks_type_rules),
      fixture_test(checks_types_by_traits),
      fixture_test(checks_dominance),
      fixture_test(checks_isolation),
      fixture_test(checks_blocks),
      fixture_test(checks_regions),
      fixture_test(checks_loops),
      fixture_test(checks_branches),
      fixture_test(checks_functions),
      fixture_test(checks_registration),
      fixture_test(treats_unknown_regions_as_graphs),
      fixture_test(runs_hooks_only_where_the_rest_is_right),
      fixture_test(stays_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

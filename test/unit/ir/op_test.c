// Ops, operands, blocks, regions: making, changing, moving, copying and destroying them.

#include "ir/op.h"

#include "ir_test_dialect.h"

enum { ORDER_TEST_CAPACITY = 4096 };

static size_t count_uses(const tern_value_t *value) {
  size_t count = 0;
  tern_value_for_each_use(value, use) {
    assert_ptr_equal(use->value, value);
    assert_ptr_equal(*use->prev, use);
    if (use->next) assert_ptr_equal(use->next->prev, &use->next);
    ++count;
  }
  return count;
}

static void fills_slots_and_defaults(void **state) {
  fixture_t *f = *state;
  tern_value_t *x = add_const(f, f->top, f->i32);
  const tern_attr_t *note = tern_string_attr_get(f->context, TERN_STR("n"));
  tern_op_t *op = add(f, f->top, T(ADD), .operands = TERN_VALUES(x, x), .result_types = TERN_TYPES(f->i32),
                      .attrs = TERN_ATTRS({"width", tern_integer_attr_get(f->i32, 9)}, {"note", note}));
  assert_int_equal(tern_integer_attr_value(tern_op_attr(op, "width")), 9);
  assert_int_equal(tern_enum_attr_value(tern_op_attr(op, "mode")), 0);
  assert_ptr_equal(tern_op_attr(op, "note"), note);
  assert_int_equal(tern_dictionary_attr_count(op->attrs), 1);
  assert_int_equal(tern_dictionary_attr_count(tern_op_attr_dictionary(op)), 3);
  tern_op_set_attr(op, "width", NULL);
  assert_int_equal(tern_integer_attr_value(tern_op_attr(op, "width")), 7);
  tern_op_set_attr(op, "note", NULL);
  assert_null(op->attrs);
  assert_ptr_equal(tern_op_attr_dictionary(op),
                   tern_op_attr_dictionary(
                       add(f, f->top, T(ADD), .operands = TERN_VALUES(x, x), .result_types = TERN_TYPES(f->i32))));
}

static void takes_attributes_from_a_dictionary(void **state) {
  fixture_t *f = *state;
  tern_named_attr_t entries[] = {{"value", tern_integer_attr_get(f->i32, 3)}, {"zz", tern_unit_attr_get(f->context)}};
  const tern_attr_t *dictionary = tern_dictionary_attr_get(f->context, entries, 2);
  tern_op_t *op = add(f, f->top, T(CONST), .result_types = TERN_TYPES(f->i32), .dictionary = dictionary);
  assert_ptr_equal(tern_op_attr(op, "value"), entries[0].attr);
  assert_int_equal(tern_dictionary_attr_count(op->attrs), 1);
  assert_ptr_equal(tern_op_attr_dictionary(op), dictionary);
  assert_ptr_equal(tern_value_constant(&op->results[0]), entries[0].attr);
}

static void keeps_use_lists(void **state) {
  fixture_t *f = *state;
  tern_value_t *x = add_const(f, f->top, f->i32), *y = add_const(f, f->top, f->i32);
  tern_op_t *op = add(f, f->top, T(RETURN), .operands = TERN_VALUES(x, y, x));
  assert_int_equal(count_uses(x), 2);
  assert_int_equal(count_uses(y), 1);
  for (int i = 0; i < 20; ++i) tern_op_insert_operands(op, 1, TERN_VALUES(y, x));
  assert_int_equal(op->operand_count, 43);
  assert_int_equal(count_uses(x), 22);
  assert_int_equal(count_uses(y), 21);
  for (size_t i = 0; i < op->operand_count; ++i) assert_int_equal(tern_operand_index(&op->operands[i]), i);
  tern_op_erase_operands(op, 2, 40);
  assert_int_equal(count_uses(x), 2);
  assert_int_equal(count_uses(y), 1);
  tern_op_set_operand(op, 0, y);
  tern_op_set_operands(op, TERN_VALUES(y, y));
  assert_int_equal(count_uses(x), 0);
  assert_int_equal(count_uses(y), 2);
  tern_value_replace_all_uses(y, x);
  assert_int_equal(count_uses(x), 2);
  assert_false(tern_value_has_uses(y));
  tern_op_destroy(op);
  assert_false(tern_value_has_uses(x));
}

static void keeps_order_in_blocks(void **state) {
  fixture_t *f = *state;
  enum { COUNT = 300 };
  tern_op_t *ops[COUNT];
  for (size_t i = 0; i < COUNT; ++i) ops[i] = add(f, f->top, T(FREE), 0);
  assert_true(f->top->is_order_valid);
  // Many insertions at one place use up the gaps.
  for (size_t i = COUNT - 1; i > 1; --i) tern_op_move_before(ops[i], ops[1]);
  size_t position = 0;
  tern_block_for_each_op(f->top, op) {
    if (op->next) assert_true(tern_op_is_before(op, op->next));
    if (op->next) assert_false(tern_op_is_before(op->next, op));
    ++position;
  }
  assert_int_equal(position, COUNT);
  assert_ptr_equal(f->top->last_op, ops[1]);
  tern_op_remove(ops[0]);
  assert_null(ops[0]->block);
  assert_ptr_equal(f->top->first_op, ops[COUNT - 1]);
  tern_op_destroy(ops[0]);
}

// The block's ops as a list of its own, which says what the order is.
typedef struct sequence {
  tern_op_t *ops[ORDER_TEST_CAPACITY];
  size_t count;
} sequence_t;

static void put(sequence_t *sequence, fixture_t *f, tern_op_t *op, size_t place) {
  tern_op_insert(op, f->top, place < sequence->count ? sequence->ops[place] : NULL);
  memmove(&sequence->ops[place + 1], &sequence->ops[place], (sequence->count - place) * sizeof(tern_op_t *));
  sequence->ops[place] = op;
  ++sequence->count;
}

static tern_op_t *take(sequence_t *sequence, size_t place) {
  tern_op_t *op = sequence->ops[place];
  tern_op_remove(op);
  --sequence->count;
  memmove(&sequence->ops[place], &sequence->ops[place + 1], (sequence->count - place) * sizeof(tern_op_t *));
  return op;
}

static void assert_in_sequence(const sequence_t *sequence) {
  for (size_t i = 0; i + 1 < sequence->count; ++i) {
    assert_true(tern_op_is_before(sequence->ops[i], sequence->ops[i + 1]));
    assert_false(tern_op_is_before(sequence->ops[i + 1], sequence->ops[i]));
  }
}

static void keeps_order_through_random_changes(void **state) {
  fixture_t *f = *state;
  sequence_t sequence = {.count = 0};
  uint32_t random = 1;
  for (size_t i = 0; i < 3000; ++i) {
    random = random * 1664525 + 1013904223;
    size_t place = sequence.count ? (random >> 8) % sequence.count : 0;
    // Most changes happen near one place, as those of passes do, so that numbers run out.
    if (random >> 29 && sequence.count > 40) place = sequence.count / 3 + (random >> 8) % 3;
    uint32_t kind = (random >> 4) % 8;
    if (kind < 5 && sequence.count + 1 < ORDER_TEST_CAPACITY) {
      put(&sequence, f, make(f, T(FREE), (tern_op_state_t){0}), place);
    } else if (kind < 7 && sequence.count > 2) {
      tern_op_t *op = take(&sequence, (random >> 12) % sequence.count);
      put(&sequence, f, op, place % sequence.count);
    } else if (sequence.count > 2) {
      tern_op_destroy(take(&sequence, place));
    }
    // A block out of order is one that was printed.
    if (i % 500 == 499) f->top->is_order_valid = false;
    if (i % 10 == 0) assert_in_sequence(&sequence);
  }
  assert_in_sequence(&sequence);
}

// Insertions at `place`, each followed by a question about the order; returns how many ops were numbered anew.
static size_t count_renumbered(fixture_t *f, sequence_t *sequence, size_t count, size_t place, size_t step) {
  uint32_t before[ORDER_TEST_CAPACITY];
  size_t changes = 0;
  for (size_t i = 0; i < count; ++i, place += step) {
    for (size_t k = 0; k < sequence->count; ++k) before[k] = sequence->ops[k]->order;
    put(sequence, f, make(f, T(FREE), (tern_op_state_t){0}), place);
    assert_true(tern_op_is_before(sequence->ops[place], sequence->ops[place + 1]));
    for (size_t k = 0; k < sequence->count; ++k) {
      if (k != place) changes += sequence->ops[k]->order != before[k - (k > place)];
    }
  }
  return changes;
}

static void numbers_few_ops_for_each_insertion(void **state) {
  fixture_t *f = *state;
  sequence_t sequence = {.count = 0};
  for (size_t i = 0; i < 1000; ++i) {
    put(&sequence, f, make(f, T(FREE), (tern_op_state_t){0}), i);
  }
  // Before one op, behind one op, and before op after op: each insertion may move a few ops, not all thousand.
  assert_in_range(count_renumbered(f, &sequence, 1000, 500, 1), 0, 1000 * 20);
  assert_in_range(count_renumbered(f, &sequence, 1000, 100, 0), 0, 1000 * 20);
  assert_in_range(count_renumbered(f, &sequence, 900, 1, 3), 0, 900 * 20);
  assert_in_sequence(&sequence);
}

static void finds_groups(void **state) {
  fixture_t *f = *state;
  tern_value_t *i = add_const(f, f->top, f->index), *x = add_const(f, f->top, f->i32),
               *z = add_const(f, f->top, f->f32);
  tern_op_t *op = add(f, f->top, T(SEGMENTS), .operands = TERN_VALUES(i, x, x, z));
  tern_op_set_segment_sizes(op, (int32_t[]){1, 2, 0, 1}, 4);
  size_t start, count;
  tern_op_operands_named(op, "some", &start, &count);
  assert_int_equal(start, 1);
  assert_int_equal(count, 2);
  assert_null(tern_op_operand_named(op, "maybe"));
  assert_ptr_equal(tern_op_operand_named(op, "last"), z);
  expect_right(f);
  // Wrong sizes lead nowhere outside of the operands.
  tern_op_set_segment_sizes(op, (int32_t[]){1, 200, -4, 1}, 4);
  for (size_t group = 0; group < 4; ++group) {
    tern_op_operand_group(op, group, &start, &count);
    assert_true(start + count <= op->operand_count);
  }
  tern_op_t *load = add(f, f->top, T(LOAD), .operands = TERN_VALUES(x), .result_types = TERN_TYPES(f->i32));
  tern_op_operands_named(load, "indices", &start, &count);
  assert_int_equal(count, 0);
}

static void edits_blocks(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(f->i32, f->f32));
  tern_block_insert_arg(entry, 1, f->index, NULL);
  assert_int_equal(entry->arg_count, 3);
  assert_ptr_equal(entry->args[2]->type, f->f32);
  assert_int_equal(entry->args[2]->index, 2);
  tern_block_erase_arg(entry, 0);
  assert_int_equal(entry->args[1]->index, 1);
  tern_op_t *first = add(f, entry, T(FREE), 0), *second = add(f, entry, T(FREE), 0);
  tern_op_t *third = add(f, entry, T(FREE), 0);
  tern_block_t *rest = tern_block_split(second);
  assert_ptr_equal(entry->last_op, first);
  assert_ptr_equal(rest->first_op, second);
  assert_ptr_equal(third->block, rest);
  assert_ptr_equal(entry->next, rest);
  assert_ptr_equal(entry->parent->last_block, rest);
  tern_block_t *other = add_func(f, "g", (tern_types_t){0});
  tern_region_take_blocks(other->parent, entry->parent);
  assert_ptr_equal(other->next, entry);
  assert_ptr_equal(rest->parent, other->parent);
  tern_block_remove(rest);
  assert_ptr_equal(other->parent->last_block, entry);
  tern_block_destroy(rest, f->context);
  tern_block_destroy(entry, f->context);
  assert_ptr_equal(other->parent->last_block, other);
}

static void copies_regions(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", TERN_TYPES(f->i32));
  tern_region_t *body = entry->parent;
  // The definition is in a later block than its use, and a nested region uses it, too.
  tern_block_t *uses = tern_region_add_block(body), *defines = tern_region_add_block(body);
  add(f, entry, T(BR), .successors = &defines, .successor_count = 1);
  tern_value_t *x = add_const(f, defines, f->i32);
  add(f, defines, T(BR), .successors = &uses, .successor_count = 1);
  tern_op_t *loop = add(f, uses, T(LOOP), .region_count = 1);
  tern_block_t *inner = tern_region_add_block(&loop->regions[0]);
  add(f, inner, T(ADD), .operands = TERN_VALUES(x, entry->args[0]), .result_types = TERN_TYPES(f->i32));
  add(f, inner, T(YIELD), 0);
  add(f, uses, T(RETURN), .operands = TERN_VALUES(x));
  expect_right(f);

  tern_op_t *copy = tern_op_clone(body->parent, NULL);
  tern_symbol_set_name(copy, TERN_STR("copy"));
  tern_op_insert(copy, f->top, NULL);
  expect_right(f);
  assert_int_equal(count_uses(x), 2);
  tern_block_t *copied_entry = copy->regions[0].first_block;
  tern_block_t *copied_defines = copy->regions[0].last_block;
  assert_ptr_equal(copied_entry->last_op->successors[0].block, copied_defines);
  assert_int_equal(count_uses(&copied_defines->first_op->results[0]), 2);
  assert_int_equal(count_uses(copied_entry->args[0]), 1);

  tern_op_t *shell = tern_op_clone_without_regions(loop, NULL);
  assert_int_equal(shell->region_count, 1);
  assert_true(tern_region_is_empty(&shell->regions[0]));
  tern_op_destroy(shell);
}

static void maps_values_of_copies(void **state) {
  fixture_t *f = *state;
  tern_value_t *x = add_const(f, f->top, f->i32), *y = add_const(f, f->top, f->i32);
  tern_op_t *op = add(f, f->top, T(ADD), .operands = TERN_VALUES(x, x), .result_types = TERN_TYPES(f->i32));
  tern_map_t mapping = {0};
  tern_map_set(&mapping, x, y);
  tern_op_t *copy = tern_op_clone(op, &mapping);
  assert_ptr_equal(tern_op_operand(copy, 1), y);
  assert_ptr_equal(tern_map_get(&mapping, &op->results[0]), &copy->results[0]);
  tern_map_deinitialize(&mapping);
  tern_op_destroy(copy);
}

static void destroys_ops_in_any_order_of_uses(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  tern_value_t *x = add_const(f, entry, f->i32);
  tern_op_t *early = add(f, f->top, T(RETURN), .operands = TERN_VALUES(x));
  tern_op_move_before(early, f->top->first_op);
  tern_op_destroy(entry->parent->parent);
  assert_null(early->operands[0].value);
  expect_error(f, "'t.return' op null operand found");
  tern_op_destroy(NULL);
}

static tern_walk_result_t append_name(tern_op_t *op, void *user) {
  tern_string_builder_append(user, tern_op_name(op));
  tern_string_builder_append_char(user, ' ');
  return tern_op_is(op, T(LOOP)) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

static tern_walk_result_t erase_constants(tern_op_t *op, void *user) {
  (void)user;
  if (tern_op_is(op, T(CONST))) tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t stop(tern_op_t *op, void *user) {
  ++*(int *)user;
  return tern_op_is(op, T(FUNC)) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static void walks(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  tern_op_t *loop = add(f, entry, T(LOOP), .region_count = 1);
  tern_block_t *inner = tern_region_add_block(&loop->regions[0]);
  add_const(f, inner, f->i32);
  add(f, inner, T(YIELD), 0);
  add(f, entry, T(RETURN), 0);
  tern_string_builder_t names = {0};
  assert_int_equal(tern_op_walk_pre(f->module, append_name, &names), TERN_WALK_ADVANCE);
  assert_string_equal(names.data, "t.module t.func t.loop t.return ");
  names.size = 0;
  tern_op_walk_post(f->module, append_name, &names);
  assert_string_equal(names.data, "t.const t.yield t.loop t.return t.func t.module ");
  tern_string_builder_deinitialize(&names);
  tern_op_walk_post(f->module, erase_constants, NULL);
  assert_ptr_equal(inner->first_op, inner->last_op);
  int count = 0;
  assert_int_equal(tern_op_walk_pre(f->module, stop, &count), TERN_WALK_INTERRUPT);
  assert_int_equal(count, 2);
  assert_ptr_equal(tern_op_parent_of(inner->last_op, T(FUNC)), entry->parent->parent);
  assert_null(tern_op_parent_of(inner->last_op, T(ADD)));
  assert_true(tern_op_is_within(inner->last_op, loop));
  assert_false(tern_op_is_within(loop, inner->last_op));
  assert_true(tern_region_is_within(inner->parent, f->top->parent));
}

static void knows_effects(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  tern_value_t *x = add_const(f, entry, f->i32);
  assert_int_equal(tern_op_effects(tern_value_defining_op(x)), 0);
  assert_true(tern_op_is_trivially_dead(tern_value_defining_op(x)));
  tern_op_t *loop = add(f, entry, T(LOOP), .region_count = 1);
  tern_block_t *inner = tern_region_add_block(&loop->regions[0]);
  assert_true(tern_op_is_trivially_dead(loop));
  tern_op_t *load = add(f, inner, T(LOAD), .operands = TERN_VALUES(x), .result_types = TERN_TYPES(f->i32));
  assert_int_equal(tern_op_effects(loop), TERN_TRAIT_MEM_READ);
  assert_true(tern_op_is_trivially_dead(load));
  tern_op_t *free_op = add(f, inner, T(FREE), 0);
  assert_int_equal(tern_op_effects(loop), TERN_MEMORY_EFFECTS);
  assert_false(tern_op_is_trivially_dead(free_op));
  assert_false(tern_op_is_trivially_dead(add(f, inner, T(YIELD), 0)));
  assert_false(tern_op_would_be_trivially_dead(entry->parent->parent));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      fixture_test(fills_slots_and_defaults),
      fixture_test(takes_attributes_from_a_dictionary),
      fixture_test(keeps_use_lists),
      fixture_test(keeps_order_in_blocks),
      fixture_test(keeps_order_through_random_changes),
      fixture_test(numbers_few_ops_for_each_insertion),
      fixture_test(finds_groups),
      fixture_test(edits_blocks),
      fixture_test(copies_regions),
      fixture_test(maps_values_of_copies),
      fixture_test(destroys_ops_in_any_order_of_uses),
      fixture_test(walks),
      fixture_test(knows_effects),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Symbols: look-ups, uses, renaming, cached tables.

#include "ir/symbol.h"

#include "ir_test_dialect.h"

static tern_op_t *add_named(fixture_t *f, const char *name) {
  return add_func(f, name, (tern_types_t){0})->parent->parent;
}

static const tern_attr_t *ref_to(fixture_t *f, const char *name) {
  return tern_flat_symbol_ref_attr_get(f->context, tern_str_from_cstr(name));
}

static void names_and_hides(void **state) {
  fixture_t *f = *state;
  tern_op_t *op = add_named(f, "a");
  assert_true(tern_str_equal(tern_symbol_name(op), TERN_STR("a")));
  assert_int_equal(tern_symbol_visibility(op), TERN_PUBLIC);
  tern_symbol_set_visibility(op, TERN_PRIVATE);
  assert_int_equal(tern_symbol_visibility(op), TERN_PRIVATE);
  tern_symbol_set_visibility(op, TERN_NESTED);
  assert_int_equal(tern_symbol_visibility(op), TERN_NESTED);
  tern_symbol_set_visibility(op, TERN_PUBLIC);
  assert_null(tern_op_attr(op, "sym_visibility"));
  tern_symbol_set_name(op, TERN_STR("b"));
  assert_ptr_equal(tern_symbol_lookup_in(f->module, TERN_STR("b")), op);
  assert_null(tern_symbol_lookup_in(f->module, TERN_STR("a")));
  assert_int_equal(tern_symbol_name(f->module).size, 0);
}

static void resolves_nested_references(void **state) {
  fixture_t *f = *state;
  tern_op_t *a = add_named(f, "a");
  tern_op_t *nested = add(f, f->top, T(MODULE), .region_count = 1,
                          .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(f->context, TERN_STR("nested"))}));
  tern_block_t *body = tern_region_add_block(&nested->regions[0]);
  tern_block_t *outer_top = f->top;
  f->top = body;
  tern_op_t *inner = add_named(f, "inner");
  f->top = outer_top;
  const tern_attr_t *path =
      tern_symbol_ref_attr_get(f->context, (tern_str_t[]){TERN_STR("nested"), TERN_STR("inner")}, 2);
  assert_ptr_equal(tern_symbol_lookup_ref_in(f->module, path), inner);
  assert_ptr_equal(tern_symbol_lookup_nearest(a, path), inner);
  const tern_attr_t *wrong = tern_symbol_ref_attr_get(f->context, (tern_str_t[]){TERN_STR("a"), TERN_STR("inner")}, 2);
  assert_null(tern_symbol_lookup_ref_in(f->module, wrong));
  // Only the closest table counts.
  assert_null(tern_symbol_lookup_nearest(inner, ref_to(f, "a")));
  assert_ptr_equal(tern_symbol_table_around(inner), nested);
  assert_ptr_equal(tern_symbol_table_around(nested), nested);
}

static void count_use(tern_op_t *user_op, const tern_attr_t *ref, void *user) {
  (void)user_op;
  (void)ref;
  ++*(int *)user;
}

static void visits_and_renames_uses(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  tern_op_t *call = add(f, entry, T(CALL), .attrs = TERN_ATTRS({"callee", ref_to(f, "f")}));
  const tern_attr_t *list = tern_array_attr_get(f->context, (const tern_attr_t *[]){ref_to(f, "g"), ref_to(f, "f")}, 2);
  tern_named_attr_t entry_attr = {"deep", list};
  const tern_attr_t *deep = tern_dictionary_attr_get(f->context, &entry_attr, 1);
  tern_op_t *holder = add(f, f->top, T(FREE), .attrs = TERN_ATTRS({"t.refs", deep}));
  int count = 0;
  tern_symbol_for_each_use(f->module, count_use, &count);
  assert_int_equal(count, 3);
  tern_symbol_replace_uses(f->module, TERN_STR("f"), TERN_STR("new"));
  assert_ptr_equal(tern_op_attr(call, "callee"), ref_to(f, "new"));
  const tern_attr_t *renamed = tern_dictionary_attr_at(tern_op_attr(holder, "t.refs"), 0);
  assert_ptr_equal(tern_array_attr_at(renamed, 0), ref_to(f, "g"));
  assert_ptr_equal(tern_array_attr_at(renamed, 1), ref_to(f, "new"));
}

static void makes_names_unique(void **state) {
  fixture_t *f = *state;
  tern_op_t *a = add_named(f, "a");
  add_named(f, "a_0");
  tern_symbol_table_t table;
  tern_symbol_table_initialize(&table, f->module);
  assert_ptr_equal(tern_symbol_table_lookup(&table, TERN_STR("a")), a);
  tern_op_t *copy = tern_op_clone(a, NULL);
  tern_symbol_table_insert(&table, copy, a);
  assert_true(tern_str_equal(tern_symbol_name(copy), TERN_STR("a_1")));
  assert_ptr_equal(copy->next, a);
  assert_ptr_equal(tern_symbol_table_lookup(&table, TERN_STR("a_1")), copy);
  tern_symbol_table_deinitialize(&table);
}

static void collects_tables(void **state) {
  fixture_t *f = *state;
  tern_op_t *a = add_named(f, "a");
  tern_symbol_tables_t tables = {0};
  tern_symbol_table_t *table = tern_symbol_tables_get(&tables, f->module);
  assert_ptr_equal(tern_symbol_tables_get(&tables, f->module), table);
  assert_ptr_equal(tern_symbol_tables_lookup_nearest(&tables, a, ref_to(f, "a")), a);
  assert_null(tern_symbol_tables_lookup_nearest(&tables, a, ref_to(f, "b")));
  tern_op_t *b = add_named(f, "b");
  tern_symbol_tables_deinitialize(&tables);
  assert_ptr_equal(tern_symbol_tables_lookup_nearest(&tables, a, ref_to(f, "b")), b);
  tern_symbol_tables_deinitialize(&tables);
}

static void verifies_symbols(void **state) {
  fixture_t *f = *state;
  tern_block_t *entry = add_func(f, "f", (tern_types_t){0});
  tern_op_t *call = add(f, entry, T(CALL), .attrs = TERN_ATTRS({"callee", ref_to(f, "nowhere")}));
  add(f, entry, T(RETURN), 0);
  expect_error(f, "'t.call' op callee is not there");
  tern_op_set_attr(call, "callee", ref_to(f, "f"));
  f->messages.size = 0;
  assert_true(tern_verify(f->module));
  tern_op_t *again = add_named(f, "f");
  add(f, again->regions[0].first_block, T(RETURN), 0);
  expect_error(f, "error: redefinition of symbol named 'f'\nnote: see existing symbol definition here\n");
  tern_op_set_attr(again, "sym_visibility", tern_string_attr_get(f->context, TERN_STR("secret")));
  expect_error(f, "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"secret\"");
  tern_op_set_attr(again, "sym_visibility", NULL);
  tern_op_move_before(again, entry->last_op);
  expect_error(f, "'t.func' op symbol's parent must have the SymbolTable trait");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      fixture_test(names_and_hides),         fixture_test(resolves_nested_references),
      fixture_test(visits_and_renames_uses), fixture_test(makes_names_unique),
      fixture_test(collects_tables),         fixture_test(verifies_symbols),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

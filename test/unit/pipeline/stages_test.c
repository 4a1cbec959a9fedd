// Rows of stages: what they expand to, and that all rows of the tree name what there is.

#include "pass/stages.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline/registry.h"

// --- rows to text ---

typedef struct made_up {
  const char *word, *list, *path;
  bool is_on;
  int64_t count;
} made_up_t;

static const made_up_t *of(const tern_stage_scope_t *scope) { return scope->user; }
static void write_word(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, of(scope)->word);
}
static void write_list(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, of(scope)->list);
}
static void write_path(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, of(scope)->path);
}
static void write_on(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, of(scope)->is_on ? "true" : "false");
}
static void write_number(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_int64(out, of(scope)->is_on ? 7 : 0);
}
static void write_item_is_long(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, scope->item.size > 1 ? "true" : "false");
}

static const tern_stage_value_t values[] = {
    {"word", TERN_OPTION_STRING, .write = write_word},
    {"list", TERN_OPTION_STRING_LIST, .write = write_list},
    {"path", TERN_OPTION_STRING, .write = write_path},
    {"on", TERN_OPTION_BOOL, .write = write_on},
    {"number", TERN_OPTION_INT, .write = write_number},
    {"item-is-long", TERN_OPTION_BOOL, .write = write_item_is_long},
    {"member", TERN_OPTION_STRING, .offset = offsetof(made_up_t, word)},
    {"truth", TERN_OPTION_BOOL, .offset = offsetof(made_up_t, is_on)},
    {"count", TERN_OPTION_INT, .offset = offsetof(made_up_t, count)},
};

static void check(const tern_stage_t *stages, const made_up_t *user, const char *expected) {
  tern_stage_scope_t scope = {.values = values, .value_count = sizeof values / sizeof values[0], .user = user};
  tern_string_builder_t text = {0};
  tern_stages_expand(stages, &scope, &text);
  assert_string_equal(text.data, expected);
  tern_string_builder_deinitialize(&text);
}

static const made_up_t empty = {"", "", "", false, 0}, full = {"w", "a,b c", "x y", true, 12};

static void fills_in_options(void **state) {
  (void)state;
  const tern_stage_t stages[] = {{.pass = "p", .options = "plain w=$word l=$list p=$path b=$on n=$number"},
                                 {.pass = "q", .options = "w=$word"},
                                 {0}};
  check(stages, &full, "builtin.module(p{plain w=w l=a,\"b c\" p=\"x y\" b=true n=7},q{w=w})");
  // What is empty is left out; zero and false are values.
  check(stages, &empty, "builtin.module(p{plain b=false n=0},q)");
  check(stages, &(made_up_t){"", "", "say \"x\"", false, 0}, "builtin.module(p{plain p='say \"x\"' b=false n=0},q)");
}

static void reads_members(void **state) {
  (void)state;
  const tern_stage_t stages[] = {{.pass = "p", .options = "m=$member t=$truth c=$count"}, {.pass = NULL}};
  check(stages, &full, "builtin.module(p{m=w t=true c=12})");
  check(stages, &(made_up_t){NULL, "", "", false, 0}, "builtin.module(p{t=false c=0})");
}

static void takes_the_first_of_several_values(void **state) {
  (void)state;
  const tern_stage_t stages[] = {{.pass = "p", .options = "x=$on|word|path"}, {0}};
  check(stages, &full, "builtin.module(p{x=true})");
  check(stages, &(made_up_t){"", "", "z", false, 0}, "builtin.module(p{x=z})");
}

static void fills_in_flags_and_whole_options(void **state) {
  (void)state;
  const tern_stage_t stages[] = {{.pass = "iree-${word}-pipeline", .options = "$path"}, {.pass = "$list"}, {0}};
  check(stages, &full, "builtin.module(iree-w-pipeline{x y},a,b c)");
}

static void leaves_out_what_does_not_hold(void **state) {
  (void)state;
  const tern_stage_t stages[] = {{.pass = "if", .when = "on"},         {.pass = "unless", .when = "!on"},
                                 {.pass = "any", .when = "on|word"},   {.pass = "none", .when = "!on|word"},
                                 {.pass = "both", .when = "!on word"}, {.pass = "number", .when = "number"},
                                 {.pass = "listed", .when = "list"},   {0}};
  check(stages, &full, "builtin.module(if,any,number,listed)");
  check(stages, &empty, "builtin.module(unless,none)");
  check(stages, &(made_up_t){"w", "", "", false, 0}, "builtin.module(unless,any,both)");
}

static void nests_neighbours(void **state) {
  (void)state;
  const tern_stage_t stages[] = {{.pass = "a", .on = "f g"}, {.pass = "b", .on = "f g", .when = "on"},
                                 {.pass = "c", .on = "f"},   {.pass = "d"},
                                 {.pass = "e", .on = "f"},   {0}};
  check(stages, &full, "builtin.module(f(a,b),g(a,b),f(c),d,f(e))");
  check(stages, &empty, "builtin.module(f(a),g(a),f(c),d,f(e))");
}

static void leaves_out_empty_nests(void **state) {
  (void)state;
  const tern_stage_t stages[] = {{.pass = "a"},
                                 {.pass = "b", .on = "f g", .when = "on"},
                                 {.pass = "c"},
                                 {.pass = "d", .on = "f", .when = "on"},
                                 {.pass = NULL}};
  check(stages, &full, "builtin.module(a,f(b),g(b),c,f(d))");
  check(stages, &empty, "builtin.module(a,c)");
}

static void puts_rows_in_the_place_of_rows(void **state) {
  (void)state;
  const tern_stage_t inner[] = {{.pass = "a"}, {.pass = "b", .when = "on"}, {0}};
  const tern_stage_t stages[] = {
      {.rows = inner}, {.pass = "x"}, {.rows = inner, .when = "on"}, {.rows = inner, .on = "f"}, {0}};
  check(stages, &full, "builtin.module(a,b,x,a,b,f(a,b))");
  check(stages, &empty, "builtin.module(a,x,f(a))");
  const tern_stage_t nothing[] = {{.pass = "b", .when = "on"}, {0}};
  const tern_stage_t around[] = {{.rows = nothing}, {.pass = "x"}, {.rows = nothing}, {0}};
  check(around, &empty, "builtin.module(x)");
  const tern_stage_t iterated[] = {{.pass = "again", .options = "n=$number", .rows = inner}, {0}};
  check(iterated, &full, "builtin.module(again{n=7 pipeline=\"builtin.module(a,b)\"})");
}

static void repeats_rows_for_each_part(void **state) {
  (void)state;
  const tern_stage_t inner[] = {{.pass = "long", .options = "x=$item", .when = "item-is-long"},
                                {.pass = "short", .options = "x=$item", .when = "!item-is-long"},
                                {0}};
  const tern_stage_t stages[] = {{.pass = "first"}, {.rows = inner, .each = "path"}, {.pass = "last"}, {0}};
  check(stages, &(made_up_t){"", "", "a; bc d ;;e", false, 0},
        "builtin.module(first,short{x=a},long{x=\"bc d\"},short{x=e},last)");
  check(stages, &empty, "builtin.module(first,last)");
}

// --- the rows of the tree ---

static const tern_pipeline_def_t *pipeline;  // the one that is looked at

static void fail_at(const tern_stage_t *stage, const char *what, tern_str_t name) {
  fail_msg("%s: the row of '%s' names %s '%.*s', which there is none of", pipeline->flag,
           stage->pass ? stage->pass : "rows", what, (int)name.size, name.data);
}

static bool is_value(tern_str_t name) {
  if (tern_str_equal_cstr(name, "item")) return true;
  for (size_t i = 0; i < pipeline->value_count; ++i) {
    if (tern_str_equal_cstr(name, pipeline->values[i].name)) return true;
  }
  for (size_t i = 0; i < pipeline->option_count; ++i) {
    if (tern_str_equal_cstr(name, pipeline->options[i].name)) return true;
  }
  return false;
}

static void check_names(const tern_stage_t *stage, tern_str_t names) {
  while (names.size) {
    tern_str_t name = tern_str_split(&names, '|');
    if (!is_value(name)) fail_at(stage, "the value", name);
  }
}

static bool has_option(const char *flag, tern_str_t name) {
  const tern_pass_def_t *pass = tern_pass_registry_find(&tern_all_passes, tern_str_from_cstr(flag));
  const tern_pipeline_def_t *def = tern_pass_registry_find_pipeline(&tern_all_passes, tern_str_from_cstr(flag));
  const tern_option_def_t *options = pass ? pass->options : def ? def->options : NULL;
  size_t count = pass ? pass->option_count : def ? def->option_count : 0;
  for (size_t i = 0; i < count; ++i) {
    if (tern_str_equal_cstr(name, options[i].name)) return true;
  }
  return false;
}

static void check_rows(const tern_stage_t *stage) {
  for (; stage->pass || stage->rows; ++stage) {
    tern_str_t flag = tern_str_from_cstr(stage->pass), words = tern_str_from_cstr(stage->options);
    if (flag.size && !tern_pass_registry_find(&tern_all_passes, flag) &&
        !tern_pass_registry_find_pipeline(&tern_all_passes, flag)) {
      fail_at(stage, "the pass", flag);
    }
    while (words.size) {
      tern_str_t text = tern_str_split(&words, ' '), name = tern_str_split(&text, '=');
      if (!has_option(stage->pass, name)) fail_at(stage, "the option", name);
      if (text.size && text.data[0] == '$') check_names(stage, tern_str_drop(text, 1));
    }
    tern_str_t conditions = tern_str_from_cstr(stage->when);
    while (conditions.size) {
      tern_str_t names = tern_str_split(&conditions, ' ');
      check_names(stage, tern_str_drop(names, names.data[0] == '!'));
    }
    if (stage->each) check_names(stage, tern_str_from_cstr(stage->each));
    if (stage->rows) check_rows(stage->rows);
  }
}

static void all_rows_name_what_there_is(void **state) {
  (void)state;
  assert_true(tern_all_passes.pipeline_count > 0);
  for (size_t i = 0; i < tern_all_passes.pipeline_count; ++i) {
    pipeline = tern_all_passes.pipelines[i];
    check_rows(pipeline->stages);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fills_in_options),
      cmocka_unit_test(reads_members),
      cmocka_unit_test(takes_the_first_of_several_values),
      cmocka_unit_test(fills_in_flags_and_whole_options),
      cmocka_unit_test(leaves_out_what_does_not_hold),
      cmocka_unit_test(nests_neighbours),
      cmocka_unit_test(leaves_out_empty_nests),
      cmocka_unit_test(puts_rows_in_the_place_of_rows),
      cmocka_unit_test(repeats_rows_for_each_part),
      cmocka_unit_test(all_rows_name_what_there_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// The pass manager: parsing and printing pipelines, options, nesting, running, dumps, failures.

#include "pass/pass_manager.h"

#include "pass/stages.h"
#include "toy_dialect.h"

typedef struct fixture {
  tern_string_builder_t messages;
  tern_string_builder_t reports;
  tern_context_t *context;
} fixture_t;

static int set_up(void **state) {
  fixture_t *fixture = calloc(1, sizeof(*fixture));
  fixture->context = toy_context_create(&fixture->messages);
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  fixture_t *fixture = *state;
  tern_context_destroy(fixture->context);
  tern_string_builder_deinitialize(&fixture->messages);
  tern_string_builder_deinitialize(&fixture->reports);
  free(fixture);
  return 0;
}

// --- passes ---

// Writes `mark` onto the op, and the values of the options.
static bool run_mark(tern_op_t *op, tern_pass_t *pass) {
  const int64_t *sizes;
  const tern_str_t *names;
  size_t size_count = tern_pass_int_list(pass, "sizes", &sizes);
  size_t name_count = tern_pass_string_list(pass, "names", &names);
  tern_string_builder_t text = {0};
  const tern_attr_t *old = tern_op_attr(op, "test.mark");
  if (old) tern_string_builder_append(&text, tern_string_attr_value(old));
  tern_str_t word = tern_pass_string(pass, "word");
  tern_string_builder_append_format(&text, "[%d %lld %.*s", tern_pass_bool(pass, "flag"),
                                    (long long)tern_pass_int(pass, "number"), (int)word.size, word.data);
  for (size_t i = 0; i < size_count; ++i) tern_string_builder_append_format(&text, " %lld", (long long)sizes[i]);
  for (size_t i = 0; i < name_count; ++i) {
    tern_string_builder_append_format(&text, " <%.*s>", (int)names[i].size, names[i].data);
  }
  tern_string_builder_append_char(&text, ']');
  tern_op_set_attr(op, "test.mark", tern_string_attr_get(tern_op_context(op), tern_string_builder_view(&text)));
  tern_string_builder_deinitialize(&text);
  tern_pass_count(pass, 0, 2);
  return true;
}

static bool run_nothing(tern_op_t *op, tern_pass_t *pass) {
  (void)op;
  (void)pass;
  return true;
}

static bool run_fail(tern_op_t *op, tern_pass_t *pass) {
  (void)op;
  (void)pass;
  return false;
}

// Leaves a block without terminator.
static bool run_break(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_destroy(tern_op_body(op, 0)->last_op);
  return true;
}

static const char *const words[] = {"one", "two", NULL};
static const tern_option_def_t mark_options[] = {
    {"flag", TERN_OPTION_BOOL, NULL, "", NULL},         {"number", TERN_OPTION_INT, "7", "", NULL},
    {"word", TERN_OPTION_STRING, "one", "", words},     {"sizes", TERN_OPTION_INT_LIST, "1,2", "", NULL},
    {"names", TERN_OPTION_STRING_LIST, NULL, "", NULL},
};
static const char *const mark_statistics[] = {"marks - Marks made", NULL};

static const tern_pass_def_t pass_mark = {
    .flag = "mark",
    .name = "Marker",
    .options = mark_options,
    .option_count = 5,
    .statistics = mark_statistics,
    .run = run_mark,
};
static const tern_pass_def_t pass_on_func = {.flag = "on-func", .anchor = "toy.func", .run = run_nothing};
static const tern_pass_def_t pass_on_module = {.flag = "on-module", .anchor = "builtin.module", .run = run_nothing};
static const tern_pass_def_t pass_fail = {.flag = "fail", .run = run_fail};
static const tern_pass_def_t pass_break = {.flag = "break", .anchor = "toy.func", .run = run_break};
// By flag.
static const tern_pass_def_t *const passes[] = {&pass_break, &pass_fail, &pass_mark, &pass_on_func, &pass_on_module};

static const tern_stage_t plain_stages[] = {{.pass = "on-module"}, {.pass = "on-func"}, {.pass = NULL}};
static const tern_stage_t option_stages[] = {
    {.pass = "mark", .options = "number=$number"}, {.pass = "mark", .on = "toy.func"}, {.pass = NULL}};
static const tern_pipeline_def_t pipeline_plain = {.flag = "plain", .stages = plain_stages};
static const tern_pipeline_def_t pipeline_options = {
    .flag = "with-options", .stages = option_stages, .options = &mark_options[1], .option_count = 1};
static const tern_pipeline_def_t *const pipelines[] = {&pipeline_plain, &pipeline_options};
static const tern_pass_registry_t registry = {
    .passes = passes, .pass_count = 5, .pipelines = pipelines, .pipeline_count = 2};

// --- text ---

static void check_text(fixture_t *fixture, const char *text, const char *expected) {
  tern_pass_manager_t *manager = tern_pass_manager_create(fixture->context, &registry, "builtin.module");
  assert_true(tern_pass_manager_parse(manager, tern_str_from_cstr(text)));
  tern_string_builder_t printed = {0};
  tern_pass_manager_print_compact(manager, &printed);
  assert_string_equal(printed.data, expected);
  tern_string_builder_deinitialize(&printed);
  tern_pass_manager_destroy(manager);
}

static void parses_and_prints(void **state) {
  check_text(*state, "", "builtin.module()");
  check_text(*state, " builtin.module( on-module ) ", "builtin.module(on-module)");
  check_text(*state, "on-module,toy.func(on-func, fail),fail",
             "builtin.module(on-module, toy.func(on-func, fail), fail)");
  check_text(*state, "on-func,on-func,on-module", "builtin.module(toy.func(on-func, on-func), on-module)");
  check_text(*state, "any(fail,any(fail))", "builtin.module(any(fail, any(fail)))");
  check_text(*state, "mark", "builtin.module(mark{flag=false  number=7 sizes={1,2} word=one})");
  check_text(*state, "mark{flag word=two sizes=4,5 names=a,\"b c\" number=-3}",
             "builtin.module(mark{flag=true names={a,{b c}} number=-3 sizes={4,5} word=two})");
  check_text(*state, "mark{sizes=1 sizes=2,3 names={x}}",
             "builtin.module(mark{flag=false names={x} number=7 sizes={1,2,3} word=one})");
  check_text(*state, "plain", "builtin.module(on-module, toy.func(on-func))");
  check_text(*state, "with-options{number=3}",
             "builtin.module(mark{flag=false  number=3 sizes={1,2} word=one}, "
             "toy.func(mark{flag=false  number=7 sizes={1,2} word=one}))");
}

static void check_refusal(fixture_t *fixture, const char *text, const char *message) {
  tern_pass_manager_t *manager = tern_pass_manager_create(fixture->context, &registry, "builtin.module");
  fixture->messages.size = 0;
  assert_false(tern_pass_manager_parse(manager, tern_str_from_cstr(text)));
  assert_string_equal(fixture->messages.data, message);
  tern_pass_manager_destroy(manager);
}

static void refuses_wrong_text(void **state) {
  check_refusal(*state, "xyzzy", "'xyzzy' does not refer to a registered pass or pass pipeline\n");
  check_refusal(*state, "on-fun",
                "'on-fun' does not refer to a registered pass or pass pipeline\ndid you mean 'on-func'?\n");
  check_refusal(*state, "fail,", "'' does not refer to a registered pass or pass pipeline\n");
  check_refusal(*state, "toy.func(fail",
                "encountered unbalanced parentheses while parsing pipeline: expected ')' after pipeline\n");
  check_refusal(*state, "(fail)", "expected an op name before '('\n");
  check_refusal(*state, "fail{", "missing closing '}' while processing pass options\n");
  check_refusal(*state, "fail{x}", "no such option x of 'fail'\n");
  check_refusal(*state, "toy.func{x=1}(fail)", "a nested pipeline has no options\n");
  check_refusal(*state, "toy.func(on-module)",
                "Can't add pass 'on-module' restricted to 'builtin.module' on a PassManager intended to run on "
                "'toy.func', did you intend to nest?\n");
  check_refusal(*state, "mark{number=x}", "for option 'number': expected an integer but got 'x'\n");
  check_refusal(*state, "mark{sizes=1,x}", "for option 'sizes': expected integers separated by commas but got '1,x'\n");
  check_refusal(*state, "mark{word=three}", "for option 'word': expected one of 'one', 'two' but got 'three'\n");
  check_refusal(*state, "mark{number}", "option 'number' of 'mark' needs a value: 'number=...'\n");
}

static void survives_deep_nesting(void **state) {
  tern_string_builder_t text = {0};
  for (int i = 0; i < 10000; ++i) tern_string_builder_append_cstr(&text, "any(");
  check_refusal(*state, text.data, "pipelines are nested too deeply\n");
  tern_string_builder_deinitialize(&text);
}

// --- running ---

static void collect_report(tern_str_t text, void *user) { tern_string_builder_append(user, text); }

static const char module_text[] =
    "\"toy.func\"() <{sym_name = \"f\"}> ({\n  \"toy.return\"() : () -> ()\n}) : () -> ()\n"
    "\"toy.func\"() <{sym_name = \"g\"}> ({\n  \"toy.return\"() : () -> ()\n}) : () -> ()\n";

static bool run(fixture_t *fixture, tern_op_t *module, const char *text, tern_pass_options_t options) {
  tern_pass_manager_t *manager = tern_pass_manager_create(fixture->context, &registry, "builtin.module");
  assert_true(tern_pass_manager_parse(manager, tern_str_from_cstr(text)));
  options.report = collect_report;
  options.user = &fixture->reports;
  bool is_ok = tern_pass_manager_run(manager, module, &options);
  tern_pass_manager_destroy(manager);
  return is_ok;
}

static void runs_nested_passes_with_their_options(void **state) {
  fixture_t *fixture = *state;
  tern_op_t *module = toy_parse(fixture->context, module_text);
  assert_true(run(fixture, module, "mark{flag word=two},toy.func(mark{names=a,b},mark{sizes=9})",
                  (tern_pass_options_t){.verify_each = true, .statistics = true}));
  assert_string_equal(tern_string_attr_value(tern_op_attr(module, "test.mark")).data, "[1 7 two 1 2]");
  tern_block_for_each_op(tern_op_body(module, 0), function) {
    assert_string_equal(tern_string_attr_value(tern_op_attr(function, "test.mark")).data,
                        "[0 7 one 1 2 <a> <b>][0 7 one 9]");
  }
  assert_non_null(strstr(fixture->reports.data,
                         "Marker\n  (S) 2 marks - Marks made\n'toy.func' Pipeline\n"
                         "  Marker\n    (S) 4 marks - Marks made\n"));
  tern_op_destroy(module);
}

static void dumps_around_passes(void **state) {
  fixture_t *fixture = *state;
  tern_op_t *module = toy_parse(fixture->context, module_text);
  assert_true(run(fixture, module, "on-module,mark,on-func",
                  (tern_pass_options_t){.print_before = "mark", .print_after_all = true, .print_after_change = true}));
  char *before = strstr(fixture->reports.data, "// -----// IR Dump Before Marker (mark) //----- //\n");
  assert_ptr_equal(before, fixture->reports.data);
  char *after = strstr(before, "// -----// IR Dump After Marker (mark) //----- //\n");
  assert_non_null(after);
  assert_null(strstr(after + 1, "// -----//"));
  tern_op_destroy(module);
}

static void fails_with_an_error(void **state) {
  fixture_t *fixture = *state;
  tern_op_t *module = toy_parse(fixture->context, module_text);
  assert_false(run(fixture, module, "toy.func(fail),mark", (tern_pass_options_t){.print_after_failure = true}));
  assert_string_equal(fixture->messages.data,
                      "'toy.func' op pass 'fail' failed without saying why\n"
                      "'toy.func' op pass 'fail' failed without saying why\n");
  assert_non_null(strstr(fixture->reports.data, "// -----// IR Dump After fail Failed (fail) //----- //\n"));
  assert_null(tern_op_attr(module, "test.mark"));
  tern_op_destroy(module);
}

static void verifies_after_each_pass(void **state) {
  fixture_t *fixture = *state;
  tern_op_t *module = toy_parse(fixture->context, module_text);
  assert_false(run(fixture, module, "break,mark", (tern_pass_options_t){.verify_each = true}));
  assert_null(tern_op_attr(module, "test.mark"));
  assert_true(fixture->messages.size > 0);
  tern_op_destroy(module);
}

static void refuses_ops_that_are_not_isolated(void **state) {
  fixture_t *fixture = *state;
  tern_op_t *module = toy_parse(fixture->context, "\"toy.loop\"() ({\n}) : () -> ()\n");
  assert_false(run(fixture, module, "toy.loop(fail)", (tern_pass_options_t){.verify_each = true}));
  assert_string_equal(fixture->messages.data,
                      "'toy.loop' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'\n");
  tern_op_destroy(module);
}

static void refuses_another_anchor(void **state) {
  fixture_t *fixture = *state;
  tern_op_t *module = toy_parse(fixture->context, module_text);
  tern_pass_manager_t *manager = tern_pass_manager_create(fixture->context, &registry, "toy.func");
  assert_false(tern_pass_manager_run(manager, module, &(tern_pass_options_t){.verify_each = true}));
  assert_string_equal(fixture->messages.data, "can't run 'toy.func' pass manager on 'builtin.module' op\n");
  tern_pass_manager_destroy(manager);
  tern_op_destroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(parses_and_prints, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_wrong_text, set_up, tear_down),
      cmocka_unit_test_setup_teardown(survives_deep_nesting, set_up, tear_down),
      cmocka_unit_test_setup_teardown(runs_nested_passes_with_their_options, set_up, tear_down),
      cmocka_unit_test_setup_teardown(dumps_around_passes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(fails_with_an_error, set_up, tear_down),
      cmocka_unit_test_setup_teardown(verifies_after_each_pass, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_ops_that_are_not_isolated, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_another_anchor, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

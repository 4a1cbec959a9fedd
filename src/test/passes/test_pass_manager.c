// Passes that change nothing, to see what the pass manager does with them (upstream: TestPassManager.cpp).

#include "pass/stages.h"

static bool do_nothing(tern_op_t *op, tern_pass_t *pass) {
  (void)op;
  (void)pass;
  return true;
}

const tern_pass_def_t tern_test_module_pass = {
    .flag = "test-module-pass",
    .name = "TestModulePass",
    .anchor = "builtin.module",
    .summary = "Do nothing with a module",
    .run = do_nothing,
};

const tern_pass_def_t tern_test_function_pass = {
    .flag = "test-function-pass",
    .name = "TestFunctionPass",
    .anchor = "func.func",
    .summary = "Do nothing with a function",
    .run = do_nothing,
};

static const char *const kinds[] = {"zero", "one", NULL};
static const tern_option_def_t options[] = {
    {"list", TERN_OPTION_INT_LIST, NULL, "A list of integers", NULL},
    {"string-list", TERN_OPTION_STRING_LIST, NULL, "A list of texts", NULL},
    {"string", TERN_OPTION_STRING, NULL, "A text", NULL},
    {"enum", TERN_OPTION_STRING, "zero", "One of two words", kinds},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

const tern_pass_def_t tern_test_options_pass = {
    .flag = "test-options-pass",
    .name = "TestOptionsPass",
    .anchor = "func.func",
    .summary = "Do nothing with a function, but read options",
    .options = options,
    .option_count = OPTION_COUNT,
    .run = do_nothing,
};

// Both statistics count the same.
static tern_walk_result_t count_op(tern_op_t *op, void *user) {
  (void)op;
  tern_pass_count(user, 0, 1);
  tern_pass_count(user, 1, 1);
  return TERN_WALK_ADVANCE;
}

static bool count_ops(tern_op_t *op, tern_pass_t *pass) {
  tern_op_walk_post(op, count_op, pass);
  return true;
}

static const char *const statistics[] = {
    "num-ops - Number of operations counted",
    "num-ops2 - Number of operations counted one more time",
    NULL,
};

const tern_pass_def_t tern_test_stats_pass = {
    .flag = "test-stats-pass",
    .name = "TestStatisticPass",
    .summary = "Count operations in two statistics",
    .statistics = statistics,
    .run = count_ops,
};

static const tern_stage_t module_stages[] = {
    {.pass = "test-module-pass"}, {.pass = "test-function-pass", .on = "func.func"}, {.pass = NULL}};
static const tern_stage_t nested_stages[] = {
    {.rows = module_stages, .on = "builtin.module"}, {.pass = "test-function-pass", .on = "func.func"}, {.pass = NULL}};
static const tern_stage_t textual_stages[] = {{.pass = "test-pm-nested-pipeline"}, {.pass = NULL}};

const tern_pipeline_def_t tern_test_pm_nested_pipeline = {
    .flag = "test-pm-nested-pipeline",
    .summary = "Nest a pass for functions, and one within a module within a module",
    .stages = nested_stages,
};

const tern_pipeline_def_t tern_test_textual_pm_nested_pipeline = {
    .flag = "test-textual-pm-nested-pipeline",
    .summary = "The same by way of the pipeline's name",
    .stages = textual_stages,
};

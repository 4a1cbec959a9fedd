// What passes say in their rows of the IR before and behind them, compared with the IR by the pass manager.

#include "ir/symbol.h"
#include "pass/pass_manager.h"

#include "toy_dialect.h"

static bool run_nothing(tern_op_t *op, tern_pass_t *pass) {
  (void)op;
  (void)pass;
  return true;
}

// A function more.
static bool run_grow(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_t *function = tern_op_clone(tern_op_body(op, 0)->first_op, NULL);
  tern_symbol_set_name(function, TERN_STR("grown"));
  tern_op_insert(function, tern_op_body(op, 0), NULL);
  return true;
}

static const tern_pass_def_t pass_grow = {.flag = "grow", .keeps = TERN_KEEPS_SYMBOLS, .run = run_grow};
static const tern_pass_def_t pass_keep = {.flag = "keep", .keeps = TERN_KEEPS_SYMBOLS, .run = run_nothing};
static const tern_pass_def_t pass_leave = {.flag = "leave", .leaves = TERN_FORM_NO_TENSORS, .run = run_nothing};
static const tern_pass_def_t pass_need = {.flag = "need", .needs = TERN_FORM_NO_TENSORS, .run = run_nothing};

// A function that `first` begins.
#define FUNCTION(first) \
  "\"toy.func\"() <{sym_name = \"f\"}> ({\n" first "  \"toy.return\"() : () -> ()\n}) : () -> ()\n"
#define EMPTY FUNCTION("")
#define WITH_TENSOR FUNCTION("  %0 = \"toy.read\"() : () -> tensor<4xf32>\n")
#define WITH_ARGUMENT FUNCTION("^bb0(%0: tensor<*xf32>):\n")

// Runs the pass over the text. `message`: what it has to be refused with, "" if it keeps its promises.
static void check(const tern_pass_def_t *pass, const char *text, const char *message) {
  tern_string_builder_t messages = {0};
  tern_context_t *context = toy_context_create(&messages);
  tern_op_t *module = toy_parse(context, text);
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &(tern_pass_registry_t){0}, "builtin.module");
  tern_pass_manager_add_def(manager, pass, TERN_STR(""));
  bool is_ok =
      tern_pass_manager_run(manager, module, &(tern_pass_options_t){.verify_each = true, .checks_promises = true});
  assert_int_equal(is_ok, *message == '\0');
  assert_int_equal(messages.size, strlen(message));
  if (!is_ok) assert_string_equal(messages.data, message);
  tern_pass_manager_destroy(manager);
  tern_op_destroy(module);
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

static void takes_passes_that_keep_their_promises(void **state) {
  (void)state;
  check(&pass_keep, EMPTY, "");
  check(&pass_keep, WITH_TENSOR, "");
  check(&pass_leave, EMPTY, "");
  check(&pass_need, EMPTY, "");
}

static void finds_symbols_that_are_not_kept(void **state) {
  (void)state;
  check(
      &pass_grow, EMPTY,
      "'builtin.module' op has other symbols or types of functions behind pass 'grow', which promises to keep them\n");
}

static void finds_forms_that_are_not_left(void **state) {
  (void)state;
  check(&pass_leave, WITH_TENSOR, "'toy.read' op is left by pass 'leave', which promises that no value is a tensor\n");
  check(&pass_leave, WITH_ARGUMENT,
        "'toy.func' op is left by pass 'leave', which promises that no value is a tensor\n");
}

static void finds_forms_that_are_needed(void **state) {
  (void)state;
  check(&pass_need, WITH_TENSOR,
        "'toy.read' op cannot be here when pass 'need' runs, which needs that no value is a tensor\n"
        "run the passes that make this form before it\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_passes_that_keep_their_promises),
      cmocka_unit_test(finds_symbols_that_are_not_kept),
      cmocka_unit_test(finds_forms_that_are_not_left),
      cmocka_unit_test(finds_forms_that_are_needed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// The public compiler handle and tern_opt_run(): statuses, diagnostics, what is printed.

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "tern/compiler.h"
#include "tern/opt.h"

#include <cmocka.h>

static void collect(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  tern_string_builder_append_format(user, "%s:%u:%u|%s|%s", diagnostic->file, diagnostic->line, diagnostic->column,
                                    diagnostic->message, diagnostic->text);
}

static const char program[] =
    "func.func @f(%x: i32) -> i32 {\n"
    "  %c0 = arith.constant 0 : i32\n"
    "  %y = arith.addi %x, %c0 : i32\n"
    "  return %y : i32\n"
    "}\n";

static void compiles_a_text(void **state) {
  (void)state;
  tern_compiler_t *compiler;
  assert_true(tern_status_is_ok(tern_compiler_create(&compiler)));
  assert_true(tern_status_is_ok(tern_compiler_load_text(compiler, "a.mlir", program, strlen(program))));
  assert_true(tern_status_is_ok(tern_compiler_run(compiler, "builtin.module(canonicalize)")));
  char *text;
  assert_true(tern_status_is_ok(tern_compiler_print(compiler, NULL, &text)));
  assert_string_equal(text,
                      "module {\n"
                      "  func.func @f(%arg0: i32) -> i32 {\n"
                      "    return %arg0 : i32\n"
                      "  }\n"
                      "}\n");
  free(text);
  const tern_compiler_print_options_t options = {.generic = true};
  assert_true(tern_status_is_ok(tern_compiler_print(compiler, &options, &text)));
  assert_non_null(strstr(text, "\"func.return\"(%arg0) : (i32) -> ()"));
  free(text);
  tern_compiler_destroy(compiler);
  tern_compiler_destroy(NULL);
}

static void says_what_is_wrong(void **state) {
  (void)state;
  tern_string_builder_t messages = {0};
  tern_compiler_t *compiler;
  char *text;
  assert_true(tern_status_is_ok(tern_compiler_create(&compiler)));
  tern_compiler_set_diagnostic_handler(compiler, collect, &messages);
  tern_status_t status = tern_compiler_run(compiler, "builtin.module(cse)");
  assert_int_equal(status.code, TERN_FAILED_PRECONDITION);
  assert_string_equal(status.message, "no module is loaded");
  status = tern_compiler_print(compiler, NULL, &text);
  assert_int_equal(status.code, TERN_FAILED_PRECONDITION);
  assert_null(text);

  const char wrong[] = "func.func @f() -> i32 {\n  return %x : i32\n}\n";
  status = tern_compiler_load_text(compiler, "b.mlir", wrong, strlen(wrong));
  assert_int_equal(status.code, TERN_INVALID_IR);
  assert_string_equal(status.message, "'b.mlir' is no valid module");
  assert_non_null(strstr(messages.data, "b.mlir:2:10|use of undeclared SSA value name"));
  assert_non_null(strstr(messages.data, "  return %x : i32\n         ^"));
  status = tern_compiler_load_file(compiler, "/nonexistent/file.mlir");
  assert_int_equal(status.code, TERN_NOT_FOUND);

  messages.size = 0;
  assert_true(tern_status_is_ok(tern_compiler_load_text(compiler, "a.mlir", program, strlen(program))));
  status = tern_compiler_run(compiler, "builtin.module(nothing)");
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  assert_string_equal(status.message, "'builtin.module(nothing)' is no pass pipeline");
  assert_non_null(strstr(messages.data, "<pass-pipeline>:1:16|'nothing' does not refer to"));
  status = tern_compiler_run(compiler, "builtin.module(func.func(symbol-dce))");
  assert_int_equal(status.code, TERN_INVALID_IR);
  assert_string_equal(status.message, "the pass pipeline failed");

  const char unregistered[] = "\"nobody.op\"() : () -> ()\n";
  status = tern_compiler_load_text(compiler, "c.mlir", unregistered, strlen(unregistered));
  assert_int_equal(status.code, TERN_INVALID_IR);
  tern_compiler_allow_unregistered_dialects(compiler, true);
  status = tern_compiler_load_text(compiler, "c.mlir", unregistered, strlen(unregistered));
  assert_int_equal(status.code, TERN_OK);
  tern_compiler_destroy(compiler);
  tern_string_builder_deinitialize(&messages);
}

static void gather(const char *text, size_t size, void *user) {
  tern_string_builder_append(user, tern_str_make(text, size));
}

static void reports_statuses_of_runs(void **state) {
  (void)state;
  tern_string_builder_t messages = {0};
  tern_opt_options_t options;
  tern_opt_options_initialize(&options);
  options.message = gather;
  options.user = &messages;
  options.input_path = "/nonexistent/file.mlir";
  assert_int_equal(tern_opt_run(&options).code, TERN_NOT_FOUND);
  assert_int_equal(messages.size, 0);

  options.input_path = "/dev/null";
  options.output_path = "/dev/null";
  options.pass_pipeline = "cse";
  tern_status_t status = tern_opt_run(&options);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  assert_string_equal(status.message, "the pass pipeline is wrong");
  assert_non_null(strstr(messages.data, "<pass-pipeline>:1:1: error: expected pass pipeline to be wrapped"));
  tern_string_builder_deinitialize(&messages);
}

static void knows_what_there_is(void **state) {
  (void)state;
  size_t index = tern_opt_pass_find("canonicalize");
  assert_true(index < tern_opt_pass_count());
  assert_int_equal(tern_opt_pass_find("nothing"), SIZE_MAX);
  tern_opt_pass_info_t info;
  tern_opt_pass_at(index, &info);
  assert_string_equal(info.summary, "Canonicalize operations");
  tern_opt_option_info_t option;
  tern_opt_pass_option_at(index, 0, &option);
  assert_string_equal(option.name, "top-down");
  assert_string_equal(option.type, "bool");
  const char *const words[] = {"split-input-file", "canonicalize"};
  assert_string_equal(tern_nearest_word("canonicalise", words, 2), "canonicalize");
  assert_string_equal(tern_nearest_word("split-input", words, 2), "split-input-file");
  assert_null(tern_nearest_word("zzz", words, 2));
  assert_null(tern_opt_describe_op("arith.nothing"));
  char *text = tern_opt_describe_op("arith.addi");
  assert_non_null(strstr(text, "arith.addi - "));
  assert_non_null(strstr(text, "traits:     Commutative, "));
  free(text);
  text = tern_opt_dialects();
  assert_non_null(strstr(text, "arith,async,bufferization,builtin,cf,"));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(compiles_a_text),
      cmocka_unit_test(says_what_is_wrong),
      cmocka_unit_test(reports_statuses_of_runs),
      cmocka_unit_test(knows_what_there_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

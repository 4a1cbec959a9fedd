// --gpu-kernel-outlining as C makes it: a pass whose options have values of their own before a text sets them, and which several
// threads run.

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "pass/pass_manager.h"
#include "pipeline/registry.h"

#include <cmocka.h>

extern const tern_pass_def_t tern_gpu_kernel_outlining_pass;

static const char program[] =
    "func.func @f(%m: memref<4xf32>, %x: f32) {\n"
    "  %c1 = arith.constant 1 : index\n"
    "  gpu.launch blocks(%a, %b, %c) in (%d = %c1, %e = %c1, %g = %c1)\n"
    "             threads(%i, %j, %k) in (%l = %c1, %n = %c1, %o = %c1) {\n"
    "    memref.store %x, %m[%i] : memref<4xf32>\n"
    "    gpu.terminator\n"
    "  }\n"
    "  return\n"
    "}\n";

// The program after the pass, made of `def` with a text of options. The caller's to free.
static char *outline(const tern_pass_def_t *def, const char *options) {
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_op_t *module = tern_parse_module(context, TERN_STR("test.mlir"), tern_str_from_cstr(program));
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &tern_all_passes, "builtin.module");
  tern_pass_manager_add_def(manager, def, tern_str_from_cstr(options));
  tern_string_builder_t text = {0};
  if (module && tern_pass_manager_run(manager, module, &(tern_pass_options_t){.verify_each = true})) {
    tern_print_op(module, &TERN_PRINT_DEFAULT, &text);
  }
  tern_pass_manager_destroy(manager);
  if (module) tern_op_destroy(module);
  tern_context_destroy(context);
  return tern_string_builder_take(&text);
}

// What a constructor's argument is elsewhere.
static void option_goes_before_the_value_of_the_def(void **state) {
  (void)state;
  tern_option_def_t options[] = {tern_gpu_kernel_outlining_pass.options[0]};
  options[0].default_text = "#dlti.dl_spec<index = 32 : i32>";
  tern_pass_def_t def = tern_gpu_kernel_outlining_pass;
  def.options = options;
  char *own = outline(&def, ""), *given = outline(&def, "data-layout-str='#dlti.dl_spec<index = 16 : i32>'");
  char *none = outline(&tern_gpu_kernel_outlining_pass, "");
  assert_non_null(strstr(own, "#dlti.dl_spec<index = 32 : i32>"));
  assert_non_null(strstr(given, "#dlti.dl_spec<index = 16 : i32>"));
  assert_null(strstr(given, "index = 32"));
  assert_null(strstr(none, "dl_spec"));
  free(none);
  free(given);
  free(own);
}

enum { THREAD_COUNT = 4, RUN_COUNT = 8 };
static const char threaded_options[] = "data-layout-str='#dlti.dl_spec<index = 32 : i32>'";

static void *compare_runs(void *expected) {
  for (int i = 0; i < RUN_COUNT; ++i) {
    char *text = outline(&tern_gpu_kernel_outlining_pass, threaded_options);
    bool is_equal = strcmp(text, expected) == 0;
    free(text);
    if (!is_equal) return NULL;
  }
  return expected;
}

static void gives_the_same_with_threads(void **state) {
  (void)state;
  pthread_t threads[THREAD_COUNT];
  char *expected = outline(&tern_gpu_kernel_outlining_pass, threaded_options);
  assert_non_null(strstr(expected, "gpu.module @f_kernel attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>}"));
  for (int i = 0; i < THREAD_COUNT; ++i) {
    assert_int_equal(pthread_create(&threads[i], NULL, compare_runs, expected), 0);
  }
  for (int i = 0; i < THREAD_COUNT; ++i) {
    void *result = NULL;
    pthread_join(threads[i], &result);
    assert_ptr_equal(result, expected);
  }
  free(expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(option_goes_before_the_value_of_the_def),
      cmocka_unit_test(gives_the_same_with_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

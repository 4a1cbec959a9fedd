// Compiling gpu.modules with serializers of the test's own: what they are given, and what becomes of what they say.

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/compiler.h"
#include "target/gpu/serializers.h"
#include "transform/gpu/targets/serialize.h"

#include <cmocka.h>

typedef struct fixture {
  tern_compiler_t *compiler;
  char said[4096];
} fixture_t;

static void keep(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  fixture_t *f = user;
  strncat(f->said, diagnostic->message, sizeof f->said - strlen(f->said) - 2);
  strcat(f->said, "\n");
}

static int set_up(void **state) {
  fixture_t *f = calloc(1, sizeof *f);
  *state = f;
  if (!f || !tern_status_is_ok(tern_compiler_create(&f->compiler))) return -1;
  tern_compiler_allow_unregistered_dialects(f->compiler, true);
  tern_compiler_set_diagnostic_handler(f->compiler, keep, f);
  return 0;
}

static int tear_down(void **state) {
  fixture_t *f = *state;
  tern_compiler_destroy(f->compiler);
  free(f);
  return 0;
}

static tern_op_t *load(fixture_t *f, const char *text) {
  assert_true(tern_status_is_ok(tern_compiler_load_text(f->compiler, "test.mlir", text, strlen(text))));
  return tern_compiler_module(f->compiler);
}

static bool is_in_output(fixture_t *f, const char *text) {
  char *printed;
  assert_true(tern_status_is_ok(tern_compiler_print(f->compiler, NULL, &printed)));
  bool is_in = strstr(printed, text) != NULL;
  free(printed);
  return is_in;
}

// --- serializers ---

static bool say_nothing(tern_op_t *module, const tern_attr_t *target, const tern_gpu_serialization_t *how,
                        tern_gpu_compiled_t *out) {
  (void)module, (void)target, (void)how;
  tern_string_builder_append_cstr(&out->bytes, "nothing");
  return true;
}

static bool ask_for_symbols(tern_op_t *module, const tern_attr_t *target, const tern_gpu_serialization_t *how,
                            tern_gpu_compiled_t *out) {
  (void)module, (void)target;
  tern_string_builder_append_cstr(&out->bytes, how->symbols(how->symbols_user) ? "symbols" : "none");
  return true;
}

static const tern_attr_t *fail_to_create(const tern_op_t *module, const tern_attr_t *target,
                                         const tern_gpu_serialization_t *how, const tern_gpu_compiled_t *compiled) {
  (void)module, (void)target, (void)how, (void)compiled;
  return NULL;
}

static const tern_gpu_serializer_t serializers[] = {
    {.target = "nvvm.target", .serialize = say_nothing},
    {.target = "xevm.target", .serialize = ask_for_symbols},
    {.target = "rocdl.target", .serialize = say_nothing, .create_object = fail_to_create},
};

typedef struct counted_symbols {
  tern_op_t *op;
  tern_symbol_table_t table;
  int made_count;
} counted_symbols_t;

static tern_symbol_table_t *count_symbols(void *user) {
  counted_symbols_t *symbols = user;
  if (symbols->made_count == 0) {
    tern_symbol_table_initialize(&symbols->table, symbols->op);
    ++symbols->made_count;
  }
  return &symbols->table;
}

static bool compile(tern_op_t *op, counted_symbols_t *symbols) {
  symbols->op = op;
  const tern_gpu_serialization_t how = {.format = TERN_GPU_OBJECT_BINARY,
                                        .symbols = count_symbols,
                                        .symbols_user = symbols,
                                        .serializers = serializers,
                                        .serializer_count = sizeof serializers / sizeof serializers[0]};
  bool is_right = tern_gpu_modules_to_binaries(op, NULL, &how);
  if (symbols->made_count) tern_symbol_table_deinitialize(&symbols->table);
  return is_right;
}

// --- tests ---

static void makes_symbols_when_a_target_asks(void **state) {
  fixture_t *f = *state;
  counted_symbols_t none = {0}, two = {0};
  assert_true(compile(load(f, "gpu.module @a [#nvvm.target] {} gpu.module @b [#nvvm.target] {}"), &none));
  assert_int_equal(none.made_count, 0);
  assert_true(compile(load(f, "gpu.module @a [#xevm.target, #nvvm.target] {} gpu.module @b [#xevm.target] {}"), &two));
  assert_int_equal(two.made_count, 1);
  assert_true(is_in_output(f, "gpu.binary @b  [#gpu.object<#xevm.target, bin = \"symbols\">]"));
}

static void visits_every_region_and_block(void **state) {
  fixture_t *f = *state;
  tern_op_t *module = load(f,
                           "\"test.regions\"() ({\n"
                           "  gpu.module @a [#nvvm.target] {}\n"
                           "  gpu.module @b [#nvvm.target] {}\n"
                           "  cf.br ^next\n"
                           "^next:\n"
                           "  gpu.module @c [#nvvm.target] {}\n"
                           "  cf.br ^next\n"
                           "}, {\n"
                           "  gpu.module @d [#nvvm.target] {}\n"
                           "  cf.br ^end\n"
                           "^end:\n"
                           "  cf.br ^end\n"
                           "}) : () -> ()");
  counted_symbols_t symbols = {0};
  assert_true(compile(tern_op_body(module, 0)->first_op, &symbols));
  assert_false(is_in_output(f, "gpu.module"));
  assert_true(is_in_output(f, "gpu.binary @a") && is_in_output(f, "gpu.binary @b"));
  assert_true(is_in_output(f, "gpu.binary @c") && is_in_output(f, "gpu.binary @d"));
}

static void tells_when_no_object_is_created(void **state) {
  fixture_t *f = *state;
  counted_symbols_t symbols = {0};
  assert_false(compile(load(f, "gpu.module @a [#rocdl.target] {}"), &symbols));
  assert_string_equal(f->said, "An error happened while creating the object.\n");
  assert_true(is_in_output(f, "gpu.module @a"));
}

static void serializes_gpu_modules_only(void **state) {
  fixture_t *f = *state;
  tern_op_t *module = load(f, "gpu.module @a [#nvvm.target, #rocdl.target, #xevm.target, #tern.cpu_target] {}");
  const tern_attr_t *targets = tern_op_attr(tern_op_body(module, 0)->first_op, "targets");
  const tern_gpu_serialization_t how = {.format = TERN_GPU_OBJECT_ASSEMBLY};
  size_t asked_count = 0;
  for (size_t i = 0; i < tern_gpu_serializer_count; ++i) {
    for (size_t t = 0; t < tern_array_attr_count(targets); ++t) {
      const tern_attr_t *target = tern_array_attr_at(targets, t);
      if (strcmp(((const tern_attr_row_t *)target->row)->name, tern_gpu_serializers[i].target) != 0) continue;
      tern_gpu_compiled_t compiled = {0};
      f->said[0] = '\0';
      assert_false(tern_gpu_serializers[i].serialize(module, target, &how, &compiled));
      assert_string_equal(f->said, "Module must be a GPU module.\n");
      ++asked_count;
    }
  }
  assert_int_equal(asked_count, 4);
}

static void option_goes_before_what_the_module_says(void **state) {
  fixture_t *f = *state;
  load(f, "module { gpu.module @a <#gpu.select_object<1>> [#tern.cpu_target] {} }");
  assert_true(tern_status_is_ok(tern_compiler_run(
      f->compiler, "builtin.module(gpu-module-to-binary{format=isa handler=\"#gpu.select_object<0>\"})")));
  assert_true(is_in_output(f, "gpu.binary @a <#gpu.select_object<0 : i64>>"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(makes_symbols_when_a_target_asks, set_up, tear_down),
      cmocka_unit_test_setup_teardown(visits_every_region_and_block, set_up, tear_down),
      cmocka_unit_test_setup_teardown(tells_when_no_object_is_created, set_up, tear_down),
      cmocka_unit_test_setup_teardown(serializes_gpu_modules_only, set_up, tear_down),
      cmocka_unit_test_setup_teardown(option_goes_before_what_the_module_says, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

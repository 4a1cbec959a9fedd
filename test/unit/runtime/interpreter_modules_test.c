// The interpreter: what programs trace, functions of other modules and of the host, allocators.

#include "interpreter_fixture.h"

//---- Tracing ----

static void collect_trace(void *user_data, const char *text) {
  strcat(user_data, text);
  strcat(user_data, "|");
}

static void test_traces(void **state) {
  (void)state;
  char text[256] = "";
  bytecode_builder_t b = {0};
  add_types(&b);
  tern_bytecode_string_t message = add_string(&b, "values");
  uint32_t rodata = add_rodata(&b, "x", 1);
  uint32_t main = ADD_FUNCTION(&b, "main", signature_of(&b, "iIfF", ""), 4, 2, OP_(BLOCK), OP_(CONST_REF_RODATA), 0,
                               PAIR(rodata), OP_(TRACE), PAIR(message.offset), PAIR(message.size), 4, T_I32, 0, T_I64,
                               1, T_F32, 2, T_F64, 3, OP_(PRINT), PAIR(message.offset), PAIR(message.size), 2, T_BUFFER,
                               MOVE(0), T_ANY, 1, OP_(RETURN), 0);
  add_export(&b, "main", main);
  program_t program = {0};
  ASSERT_OK(tern_instance_create(NULL, &program.instance));
  ASSERT_OK(load_program(&b, &program.module));
  tern_session_params_t params = {
      .modules = &program.module, .module_count = 1, .trace = collect_trace, .trace_user_data = text};
  ASSERT_OK(tern_session_create(program.instance, &params, &program.session));
  const tern_variant_t arguments[] = {tern_variant_i32(-1), tern_variant_i64(1ll << 40), tern_variant_f32(0.5f),
                                      tern_variant_f64(2)};
  ASSERT_OK(tern_session_call(program.session, "main", arguments, 4, NULL, 0));
  assert_string_equal(text, "values -1 1099511627776 0.5 2|values vm.buffer null|");
  end_program(&program);
}

//---- Modules and imports ----

static tern_status_t count_calls(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                                 size_t argument_count, tern_variant_t *results, size_t result_count) {
  assert_null(device);
  assert_int_equal(argument_count, 3);
  assert_int_equal(result_count, 2);
  if (arguments[0].as.i32 < 0) return tern_status_make(TERN_OUT_OF_RANGE, "a negative number");
  ++*(int *)user_data;
  results[0] = tern_variant_i32(arguments[0].as.i32 + (int32_t)arguments[1].as.i64);
  results[1] = tern_variant_f64((double)arguments[2].as.f32);
  return tern_ok();
}

static void add_import_caller(bytecode_builder_t *b, const char *name, uint32_t flags) {
  add_types(b);
  uint32_t signature = signature_of(b, "iIf", "iF");
  uint32_t import = add_import(b, name, signature, flags);
  add_export(
      b, "main",
      ADD_FUNCTION(b, "main", signature, 6, 0, OP_(BLOCK), OP_(IMPORT_RESOLVED), 5, PAIR(import | TERN_BYTECODE_IMPORT),
                   OP_(CALL), 2, 3, 4, PAIR(import | TERN_BYTECODE_IMPORT), 3, 0, 1, 2, OP_(RETURN), 2, 3, 4));
}

static void test_registered_functions(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_import_caller(&b, "custom.count", 0);
  program_t program = {0};
  int count = 0;
  ASSERT_OK(tern_instance_create(NULL, &program.instance));
  assert_int_equal(tern_instance_register(program.instance, "count", count_calls, &count).code, TERN_INVALID_ARGUMENT);
  ASSERT_OK(tern_instance_register(program.instance, "custom.count", count_calls, &count));
  ASSERT_OK(load_program(&b, &program.module));
  tern_session_params_t params = {.modules = &program.module, .module_count = 1};
  ASSERT_OK(tern_session_create(program.instance, &params, &program.session));
  tern_variant_t arguments[] = {tern_variant_i32(2), tern_variant_i64(40), tern_variant_f32(0.5f)}, results[2];
  ASSERT_OK(tern_session_call(program.session, "main", arguments, 3, results, 2));
  assert_int_equal(results[0].as.i32, 42);
  assert_true(results[1].as.f64 == 0.5);
  assert_int_equal(count, 1);
  arguments[0] = tern_variant_i32(-2);
  tern_status_t status = tern_session_call(program.session, "test.main", arguments, 3, results, 2);
  assert_int_equal(status.code, TERN_OUT_OF_RANGE);
  assert_string_equal(status.message, "custom.count: a negative number (in test.main)");
  end_program(&program);
}

static void test_unresolved_imports(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_import_caller(&b, "custom.count", 0);
  program_t program;
  tern_status_t status = bind_program(&b, &program);
  assert_int_equal(status.code, TERN_NOT_FOUND);
  assert_non_null(strstr(status.message, "module 'test' calls 'custom.count' (0iIf_iF), which no module"));
  end_program(&program);
  add_import_caller(&b, "custom.count", TERN_BYTECODE_IMPORT_OPTIONAL);
  ASSERT_OK(bind_program(&b, &program));
  const tern_variant_t arguments[] = {tern_variant_i32(2), tern_variant_i64(40), tern_variant_f32(0.5f)};
  tern_variant_t results[2];
  status = tern_session_call(program.session, "main", arguments, 3, results, 2);
  assert_int_equal(status.code, TERN_NOT_FOUND);
  assert_non_null(strstr(status.message, "'custom.count' was not there when the module was bound"));
  end_program(&program);
}

static void test_imports_of_another_type(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_import_caller(&b, "hal.devices.count", 0);
  program_t program;
  tern_status_t status = bind_program(&b, &program);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  assert_non_null(strstr(status.message,
                         "calls 'hal.devices.count' as a function of type '0iIf_iF', but it is one of type '0v_i'"));
  end_program(&program);
}

static void test_modules_call_each_other(void **state) {
  (void)state;
  tern_module_t *modules[2];
  bytecode_builder_t b = {.name = "library"};
  add_types(&b);
  add_export(&b, "split",
             ADD_FUNCTION(&b, "split", signature_of(&b, "iIf", "iF"), 5, 0, OP_(BLOCK), OP_(TRUNC_I64_I32), 3, 1,
                          OP_(EXT_F32_F64), 4, 2, OP_(RETURN), 2, 3, 4));
  ASSERT_OK(load_program(&b, &modules[0]));
  add_import_caller(&b, "library.split", 0);
  ASSERT_OK(load_program(&b, &modules[1]));
  tern_instance_t *instance;
  tern_session_t *session;
  ASSERT_OK(tern_instance_create(NULL, &instance));
  tern_session_params_t params = {.modules = modules, .module_count = 2};
  ASSERT_OK(tern_session_create(instance, &params, &session));
  const tern_variant_t arguments[] = {tern_variant_i32(2), tern_variant_i64(40), tern_variant_f32(0.5f)};
  tern_variant_t results[2];
  ASSERT_OK(tern_session_call(session, "main", arguments, 3, results, 2));
  assert_int_equal(results[0].as.i32, 40);
  assert_true(results[1].as.f64 == 0.5);
  ASSERT_OK(tern_session_call(session, "library.split", arguments, 3, results, 2));
  assert_int_equal(tern_session_call(session, "split", arguments, 2, results, 2).code, TERN_INVALID_ARGUMENT);
  assert_int_equal(tern_session_call(session, "nothing", NULL, 0, NULL, 0).code, TERN_NOT_FOUND);
  tern_session_release(session);
  // In the other order the library is not there yet.
  tern_module_t *swapped[] = {modules[1], modules[0]};
  params.modules = swapped;
  assert_int_equal(tern_session_create(instance, &params, &session).code, TERN_NOT_FOUND);
  tern_instance_release(instance);
  tern_module_release(modules[0]);
  tern_module_release(modules[1]);
}

//---- Allocators ----

typedef struct counting {
  size_t live, most, failing_after;
} counting_t;

static void *allocate_counted(void *user_data, size_t size) {
  counting_t *counting = user_data;
  if (counting->failing_after && !--counting->failing_after) return NULL;
  counting->live += size;
  if (counting->live > counting->most) counting->most = counting->live;
  return malloc(size);
}
static void free_counted(void *user_data, void *block, size_t size) {
  ((counting_t *)user_data)->live -= size;
  free(block);
}

static void test_allocators(void **state) {
  (void)state;
  // Every allocation fails once: nothing leaks, and nothing crashes.
  for (size_t failing_after = 0; failing_after < 12; ++failing_after) {
    bytecode_builder_t b = {0};
    add_types(&b);
    add_rodata(&b, "abc", 3);
    add_export(&b, "main",
               ADD_FUNCTION(&b, "main", signature_of(&b, "", ""), 2, 2, OP_(BLOCK), OP_(CONST_I64), 0, QUAD(4096),
                            OP_(BUFFER_ALLOC), 0, 0, 1, OP_(LIST_ALLOC), 1, T_ANY_LIST, 0, OP_(RETURN), 0));
    counting_t counting = {.failing_after = failing_after};
    tern_instance_options_t options = {.allocator = {allocate_counted, free_counted, &counting}};
    tern_module_t *module;
    ASSERT_OK(load_program(&b, &module));
    tern_instance_t *instance;
    tern_session_t *session = NULL;
    tern_status_t status = tern_instance_create(&options, &instance);
    if (tern_status_is_ok(status)) {
      status = tern_session_create(instance, &(tern_session_params_t){.modules = &module, .module_count = 1}, &session);
      if (tern_status_is_ok(status)) status = tern_session_call(session, "main", NULL, 0, NULL, 0);
      tern_session_release(session);
    }
    assert_true(status.code == (failing_after && failing_after < 11 ? TERN_OUT_OF_MEMORY : TERN_OK));
    tern_instance_release(instance);
    assert_int_equal(counting.live, 0);
    if (!failing_after) assert_true(counting.most > 4096 + 4096 * 8);
    tern_module_release(module);
  }
  tern_instance_t *instance;
  tern_instance_options_t half = {.allocator = {.allocate = allocate_counted}};
  assert_int_equal(tern_instance_create(&half, &instance).code, TERN_INVALID_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_traces),
      cmocka_unit_test(test_registered_functions),
      cmocka_unit_test(test_unresolved_imports),
      cmocka_unit_test(test_imports_of_another_type),
      cmocka_unit_test(test_modules_call_each_other),
      cmocka_unit_test(test_allocators),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

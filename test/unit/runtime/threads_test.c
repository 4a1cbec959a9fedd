// Many threads call one session at the same time: each gets its own results, and what they share is never torn. To be run
// under ThreadSanitizer as well (scripts/check-threads.sh).

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program_builder.h"

enum { THREAD_COUNT = 8, CALL_COUNT = 1000, SIZE = 4096 };

// fill(n): a new buffer of SIZE bytes, filled with n by the device and copied to a second one, as a view; adds 1 to the
// value global 0, and leaves the view's buffer in the reference global 1, where other calls read it.
static void add_program(bytecode_builder_t *b) {
  enum { DEVICE, FIRST, SECOND, COMMANDS, FENCE, NOTHING, VIEW, LAST, REF_COUNT };
  const uint32_t any = TYPE_ANY;
  add_program_types(b);
  append_row(b, TERN_BYTECODE_REF_GLOBALS, &any, 4);
  append_row(b, TERN_BYTECODE_REF_GLOBALS, &any, 4);
  b->value_global_count = 1;
  code_t code = {0};
  start_block(&code, 0);
  EMIT(&code, OP_(CONST_I32_ZERO), 0);
  CALL_(b, &code, "hal.devices.get", LIST(0), 0);
  EMIT(&code, OP_(GLOBAL_STORE_REF), PAIR(0), MOVE(0), OP_(RETURN), 0);
  b->initializer = 1 + finish_function(b, "__init", add_convention(b, "0v_v", TYPE_ANY), 1, 1, &code);
  code = (code_t){0};
  start_block(&code, 0);
  // 0: n, 1: zero, 2: -1, 3: SIZE, 4: i32, 5: one, 6: number of elements, 7: status, 8: 4
  EMIT(&code, OP_(GLOBAL_LOAD_REF), DEVICE, PAIR(0), OP_(CONST_I64), 2, QUAD(-1), OP_(CONST_I64), 3, QUAD(SIZE),
       OP_(CONST_I32), 4, PAIR(0x10000020), OP_(CONST_I32), 5, PAIR(1), OP_(CONST_I64), 6, QUAD(SIZE / 4),
       OP_(CONST_I32), 8, PAIR(4));
  CALL_(b, &code, "hal.device.queue.alloca", LIST(FIRST), DEVICE, 2, NOTHING, NOTHING, 1, 1, 1, 3, 1);
  CALL_(b, &code, "hal.device.queue.alloca", LIST(SECOND), DEVICE, 2, NOTHING, NOTHING, 1, 1, 1, 3, 1);
  CALL_(b, &code, "hal.command_buffer.create", LIST(COMMANDS), DEVICE, 1, 1, 2, 1);
  CALL_(b, &code, "hal.command_buffer.fill_buffer", NULL, COMMANDS, FIRST, 1, 3, 1, 0, 8, 1);
  CALL_(b, &code, "hal.command_buffer.execution_barrier", NULL, COMMANDS, 1, 1, 1);
  CALL_(b, &code, "hal.command_buffer.copy_buffer", NULL, COMMANDS, 1, 1, MOVE(FIRST), 1, SECOND, 1, 3, 1);
  CALL_(b, &code, "hal.command_buffer.finalize", NULL, COMMANDS);
  CALL_(b, &code, "hal.fence.create", LIST(FENCE), DEVICE, 1);
  CALL_(b, &code, "hal.device.queue.execute", NULL, DEVICE, 2, NOTHING, FENCE, MOVE(COMMANDS), 1);
  const uint16_t single[] = {1}, await[] = {2, 1, MOVE(FENCE), NO_REGISTER},
                 view[] = {SECOND, 1, 2, 4, 5, 6, NO_REGISTER};
  emit_variadic(b, &code, "hal.fence.await", LIST(7), single, 1, await);
  emit_variadic(b, &code, "hal.buffer_view.create", LIST(VIEW), single, 1, view);
  EMIT(&code, OP_(GLOBAL_LOAD_REF), LAST, PAIR(1), OP_(GLOBAL_STORE_REF), PAIR(1), MOVE(SECOND), OP_(GLOBAL_LOAD_I64),
       1, PAIR(0), OP_(CONST_I64), 2, QUAD(1), OP_(ADD_I64), 1, 1, 2, OP_(GLOBAL_STORE_I64), PAIR(0), 1,
       OP_(CAST_ANY_REF), VIEW, MOVE(VIEW), TYPE_VIEW, OP_(RETURN), 1, MOVE(VIEW));
  const uint32_t i64 = TYPE_I64, result = TYPE_VIEW;
  add_export(b, "main", finish_function(b, "main", add_signature(b, "0I_r", &i64, 1, &result, 1), 9, REF_COUNT, &code));
}

typedef struct shared {
  tern_session_t *session;
  atomic_int next_number;
  atomic_int wrong_count;
} shared_t;

static bool is_right(const tern_variant_t *result, int32_t number) {
  int32_t words[SIZE / 4];
  if (result->kind != TERN_VARIANT_BUFFER_VIEW) return false;
  if (!tern_status_is_ok(tern_buffer_view_read(result->as.buffer_view, words, SIZE))) return false;
  for (size_t i = 0; i < SIZE / 4; ++i) {
    if (words[i] != number) return false;
  }
  return true;
}

// Half of the threads call by name, the others prepare a call.
static void *call_by_name(void *user_data) {
  shared_t *shared = user_data;
  for (int i = 0; i < CALL_COUNT / THREAD_COUNT; ++i) {
    int32_t number = atomic_fetch_add(&shared->next_number, 1);
    const tern_variant_t argument = tern_variant_i64(number);
    tern_variant_t result;
    tern_status_t status = tern_session_call(shared->session, "main", &argument, 1, &result, 1);
    if (!tern_status_is_ok(status) || !is_right(&result, number)) atomic_fetch_add(&shared->wrong_count, 1);
    tern_variant_reset(&result);
  }
  return NULL;
}

static void *call_prepared(void *user_data) {
  shared_t *shared = user_data;
  tern_call_t *call;
  if (!tern_status_is_ok(tern_call_create(shared->session, "main", &call))) return NULL;
  for (int i = 0; i < CALL_COUNT / THREAD_COUNT; ++i) {
    int32_t number = atomic_fetch_add(&shared->next_number, 1);
    tern_status_t status = tern_call_set(call, 0, tern_variant_i64(number));
    if (tern_status_is_ok(status)) status = i % 16 ? tern_call_invoke(call) : tern_call_submit(call, NULL, NULL);
    if (tern_status_is_ok(status)) status = tern_call_wait(call);
    const tern_variant_t *result = tern_call_result(call, 0);
    if (!tern_status_is_ok(status) || !result || !is_right(result, number)) atomic_fetch_add(&shared->wrong_count, 1);
  }
  tern_call_destroy(call);
  return NULL;
}

static void test_concurrent_calls(void **state) {
  (void)state;
  tern_instance_t *instance;
  tern_device_t *device;
  tern_module_t *module;
  shared_t shared = {0};
  bytecode_builder_t b = {0};
  add_program(&b);
  ASSERT_OK(load_program(&b, &module));
  ASSERT_OK(tern_instance_create(NULL, &instance));
  ASSERT_OK(tern_device_create("cpu", &(tern_device_options_t){.thread_count = 2}, &device));
  tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  ASSERT_OK(tern_session_create(instance, &params, &shared.session));
  pthread_t threads[THREAD_COUNT];
  for (int i = 0; i < THREAD_COUNT; ++i) {
    assert_int_equal(pthread_create(&threads[i], NULL, i % 2 ? call_by_name : call_prepared, &shared), 0);
  }
  for (int i = 0; i < THREAD_COUNT; ++i) pthread_join(threads[i], NULL);
  assert_int_equal(atomic_load(&shared.next_number), CALL_COUNT);
  assert_int_equal(atomic_load(&shared.wrong_count), 0);
  tern_session_release(shared.session);
  tern_module_release(module);
  tern_device_release(device);
  tern_instance_release(instance);
}

// One module, bound by each thread for itself, and functions registered in between.
typedef struct binding {
  tern_instance_t *instance;
  tern_module_t *module;
  tern_device_t *device;
  atomic_int wrong_count;
} binding_t;

static tern_status_t do_nothing(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                                size_t argument_count, tern_variant_t *results, size_t result_count) {
  (void)user_data, (void)device, (void)arguments, (void)argument_count, (void)results, (void)result_count;
  return tern_ok();
}

static void *bind_and_call(void *user_data) {
  binding_t *binding = user_data;
  for (int i = 0; i < 20; ++i) {
    tern_session_t *session = NULL;
    tern_session_params_t params = {
        .modules = &binding->module, .module_count = 1, .devices = &binding->device, .device_count = 1};
    tern_status_t status = tern_instance_register(binding->instance, "custom.nothing", do_nothing, NULL);
    if (tern_status_is_ok(status)) status = tern_session_create(binding->instance, &params, &session);
    const tern_variant_t argument = tern_variant_i64(i);
    tern_variant_t result = {TERN_VARIANT_NONE, {0}};
    if (tern_status_is_ok(status)) status = tern_session_call(session, "main", &argument, 1, &result, 1);
    if (!tern_status_is_ok(status) || !is_right(&result, i)) atomic_fetch_add(&binding->wrong_count, 1);
    tern_session_release(session);
    tern_variant_reset(&result);  // results outlive their session
  }
  return NULL;
}

static void test_concurrent_binding(void **state) {
  (void)state;
  binding_t binding = {0};
  bytecode_builder_t b = {0};
  add_program(&b);
  ASSERT_OK(load_program(&b, &binding.module));
  ASSERT_OK(tern_instance_create(NULL, &binding.instance));
  ASSERT_OK(tern_device_create("cpu", &(tern_device_options_t){.thread_count = 1}, &binding.device));
  pthread_t threads[THREAD_COUNT];
  for (int i = 0; i < THREAD_COUNT; ++i) {
    assert_int_equal(pthread_create(&threads[i], NULL, bind_and_call, &binding), 0);
  }
  for (int i = 0; i < THREAD_COUNT; ++i) pthread_join(threads[i], NULL);
  assert_int_equal(atomic_load(&binding.wrong_count), 0);
  tern_module_release(binding.module);
  tern_device_release(binding.device);
  tern_instance_release(binding.instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_concurrent_calls),
      cmocka_unit_test(test_concurrent_binding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

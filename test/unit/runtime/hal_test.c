// The native module `hal` and the API of sessions, with programs made by hand: a matrix product from an object file.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program_builder.h"
#include "target/module/module_writer.h"
#include "tern/compile.h"

enum { M = 32, K = 24, N = 16 };

static const int64_t a_dims[] = {M, K}, b_dims[] = {K, N}, c_dims[] = {M, N};
static const tern_binding_info_t bindings[] = {
    {0, 0, TERN_BINDING_ACCESS_READ, TERN_ELEMENT_TYPE_F32, "arg0", 2, 4, a_dims, NULL},
    {0, 1, TERN_BINDING_ACCESS_READ, TERN_ELEMENT_TYPE_F32, "arg1", 2, 4, b_dims, NULL},
    {0, 2, TERN_BINDING_ACCESS_WRITE | TERN_BINDING_ACCESS_DISCARD, TERN_ELEMENT_TYPE_F32, "ret0", 2, 4, c_dims, NULL},
};
static const tern_entry_point_t entry_points[] = {
    {.name = "main_ex_dispatch", .binding_count = 3, .bindings = bindings}};

// Compiles a dispatch for the CPU: the bytes of an EXECUTABLE section. The caller frees them.
static tern_str_t compile_executable(const char *path, const tern_entry_point_t *entry_points, size_t count,
                                     tern_string_builder_t *out) {
  tern_compiler_t *compiler;
  char *object;
  size_t size;
  ASSERT_OK(tern_compiler_create(&compiler));
  ASSERT_OK(tern_compiler_load_file(compiler, path));
  ASSERT_OK(tern_compiler_emit(compiler, NULL, TERN_ARTIFACT_OBJECT, NULL, &object, &size, NULL));
  tern_compiler_destroy(compiler);
#if defined(__aarch64__)
  const char *format = "embedded-elf-arm_64";
#else
  const char *format = "embedded-elf-x86_64";
#endif
  const tern_module_executable_t executable = {"cpu", format, entry_points, count, object, size, NULL, NULL};
  tern_module_write_executable(&executable, out);
  free(object);
  return tern_string_builder_view(out);
}

typedef struct fixture {
  tern_string_builder_t section;  // of the executable
  tern_instance_t *instance;
  tern_device_t *device;
} fixture_t;

static int set_up(void **state) {
  static fixture_t fixture;
  compile_executable("examples/matmul.mlir", entry_points, 1, &fixture.section);
  ASSERT_OK(tern_instance_create(NULL, &fixture.instance));
  ASSERT_OK(tern_device_create("cpu", &(tern_device_options_t){.thread_count = 2}, &fixture.device));
  *state = &fixture;
  return 0;
}

static int tear_down(void **state) {
  fixture_t *fixture = *state;
  tern_string_builder_deinitialize(&fixture->section);
  tern_instance_release(fixture->instance);
  tern_device_release(fixture->device);
  return 0;
}

// Globals: 0 the device, 1 the executable; the value global 0 is the number of the entry point.
static void add_initializer(bytecode_builder_t *b, uint32_t executable, uint32_t entry_name) {
  uint32_t any = TYPE_ANY;
  append_row(b, TERN_BYTECODE_REF_GLOBALS, &any, 4);
  append_row(b, TERN_BYTECODE_REF_GLOBALS, &any, 4);
  b->value_global_count = 1;
  code_t code = {0};
  start_block(&code, 0);
  EMIT(&code, OP_(CONST_I32_ZERO), 0, OP_(CONST_I64), 1, QUAD(-1), OP_(CONST_REF_RODATA), 2, PAIR(executable),
       OP_(CONST_REF_RODATA), 4, PAIR(entry_name));
  CALL_(b, &code, "hal.devices.get", LIST(0), 0);
  CALL_(b, &code, "hal.executable.create", LIST(3), 0, 1, 4, 2, 5);
  CALL_(b, &code, "hal.executable.lookup.function", LIST(2), 3, 4);
  EMIT(&code, OP_(GLOBAL_STORE_REF), PAIR(0), MOVE(0), OP_(GLOBAL_STORE_REF), PAIR(1), MOVE(3), OP_(GLOBAL_STORE_I64),
       PAIR(0), 2, OP_(RETURN), 0);
  b->initializer = 1 + finish_function(b, "__init", add_convention(b, "0v_v", TYPE_ANY), 3, 6, &code);
}

// main(a, b): asserts the shapes, multiplies, waits, and returns a view of the product. With `slot_count` the arguments
// and the result are in slots of the command buffer.
static void add_main(bytecode_builder_t *b, uint32_t message, uint16_t slot_count) {
  enum {
    A,
    B,
    DEVICE,
    EXECUTABLE,
    A_BUFFER,
    B_BUFFER,
    C,
    COMMANDS,
    FENCE_0,
    FENCE_1,
    NOTHING,
    MESSAGE,
    RESULT,
    REF_COUNT
  };
  code_t code = {0};
  start_block(&code, 0);
  // 0: zero, 1: -1, 2: f32, 3: M, 4: K, 5: N, 6: size of C, 7: entry point, 8: encoding, 9: slots, 10: rank, 11: status
  EMIT(&code, OP_(GLOBAL_LOAD_REF), DEVICE, PAIR(0), OP_(GLOBAL_LOAD_REF), EXECUTABLE, PAIR(1), OP_(GLOBAL_LOAD_I64), 7,
       PAIR(0));
  EMIT(&code, OP_(CONST_I64), 1, QUAD(-1), OP_(CONST_I32), 2, PAIR(0x21000020), OP_(CONST_I64), 3, QUAD(M),
       OP_(CONST_I64), 4, QUAD(K), OP_(CONST_I64), 5, QUAD(N), OP_(CONST_I64), 6, QUAD(M * N * 4), OP_(CONST_I32), 8,
       PAIR(1), OP_(CONST_I32), 9, PAIR(slot_count), OP_(CONST_REF_RODATA), MESSAGE, PAIR(message));
  const uint16_t two[] = {2}, shape_a[] = {A, MESSAGE, 2, 8, 3, 4, NO_REGISTER},
                 shape_b[] = {B, MESSAGE, 2, 8, 4, 5, NO_REGISTER};
  emit_variadic(b, &code, "hal.buffer_view.assert", NULL, two, 1, shape_a);
  emit_variadic(b, &code, "hal.buffer_view.assert", NULL, two, 1, shape_b);
  CALL_(b, &code, "hal.buffer_view.buffer", LIST(A_BUFFER), MOVE(A));
  CALL_(b, &code, "hal.buffer_view.buffer", LIST(B_BUFFER), MOVE(B));
  CALL_(b, &code, "hal.fence.create", LIST(FENCE_0), DEVICE, 0);
  CALL_(b, &code, "hal.device.queue.alloca", LIST(C), DEVICE, 1, NOTHING, FENCE_0, 0, 0, 0, 6, 0);
  CALL_(b, &code, "hal.command_buffer.create", LIST(COMMANDS), DEVICE, 0, 0, 1, 9);
  const uint16_t counts[] = {0, 3};
  uint16_t one = 8, ref_a = slot_count ? NOTHING : A_BUFFER, ref_b = slot_count ? NOTHING : B_BUFFER,
           ref_c = slot_count ? NOTHING : C;
  EMIT(&code, OP_(CONST_I32), 12, PAIR(2));
  const uint16_t dispatch[] = {COMMANDS, EXECUTABLE, 7,     0, 0, 0, 0,  0,     0, ref_a, 0,          1,
                               0,        one,        ref_b, 0, 1, 0, 12, ref_c, 0, 6,     NO_REGISTER};
  emit_variadic(b, &code, "hal.command_buffer.dispatch", NULL, counts, 2, dispatch);
  CALL_(b, &code, "hal.command_buffer.execution_barrier", NULL, COMMANDS, 0, 0, 0);
  CALL_(b, &code, "hal.command_buffer.finalize", NULL, COMMANDS);
  CALL_(b, &code, "hal.fence.create", LIST(FENCE_1), DEVICE, 0);
  if (slot_count) {
    const uint16_t three[] = {3},
                   table[] = {DEVICE, 1, FENCE_0, FENCE_1, MOVE(COMMANDS), 0, A_BUFFER, 0, 1, B_BUFFER, 0,
                              1,      C, 0,       6,       NO_REGISTER};
    emit_variadic(b, &code, "hal.device.queue.execute.indirect", NULL, three, 1, table);
  } else {
    CALL_(b, &code, "hal.device.queue.execute", NULL, DEVICE, 1, FENCE_0, FENCE_1, MOVE(COMMANDS), 0);
  }
  const uint16_t single[] = {1}, await[] = {1, 0, MOVE(FENCE_1), NO_REGISTER};
  emit_variadic(b, &code, "hal.fence.await", LIST(11), single, 1, await);
  const uint16_t view[] = {MOVE(C), 0, 1, 2, 8, 3, 5, NO_REGISTER};
  emit_variadic(b, &code, "hal.buffer_view.create", LIST(RESULT), two, 1, view);
  EMIT(&code, OP_(CAST_ANY_REF), A, MOVE(RESULT), TYPE_VIEW, OP_(RETURN), 1, MOVE(A));
  add_export(b, "main", finish_function(b, "main", add_convention(b, "0rr_r", TYPE_VIEW), 13, REF_COUNT, &code));
}

static tern_session_t *create_session(const fixture_t *fixture, uint16_t slot_count) {
  bytecode_builder_t b = {0};
  add_program_types(&b);
  uint32_t executable = add_executable(&b, tern_string_builder_view(&fixture->section));
  uint32_t entry_name = add_rodata(&b, "main_ex_dispatch", 16), message = add_rodata(&b, "input", 5);
  add_initializer(&b, executable, entry_name);
  add_main(&b, message, slot_count);
  tern_module_t *module;
  tern_session_t *session;
  ASSERT_OK(load_program(&b, &module));
  tern_device_t *device = fixture->device;
  tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  ASSERT_OK(tern_session_create(fixture->instance, &params, &session));
  tern_module_release(module);
  return session;
}

static void fill_inputs(float *a, float *b, int seed) {
  for (int i = 0; i < M * K; ++i) a[i] = (float)((i * 7 + seed) % 11) - 5;
  for (int i = 0; i < K * N; ++i) b[i] = (float)((i * 5 + seed) % 13) - 6;
}

static void check_product(const float *a, const float *b, const float *c) {
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += a[i * K + k] * b[k * N + j];
      if (sum != c[i * N + j]) fail_msg("[%d, %d]: %g, expected %g", i, j, (double)c[i * N + j], (double)sum);
    }
  }
}

static void runs_a_program(void **state) {
  for (uint16_t slot_count = 0; slot_count <= 3; slot_count += 3) {
    tern_session_t *session = create_session(*state, slot_count);
    tern_tensor_t inputs[2], *outputs;
    size_t count;
    ASSERT_OK(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 2, a_dims, &inputs[0]));
    ASSERT_OK(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 2, b_dims, &inputs[1]));
    for (int round = 0; round < 3; ++round) {
      fill_inputs(inputs[0].data, inputs[1].data, round);
      ASSERT_OK(tern_session_run(session, "main", inputs, 2, &outputs, &count));
      assert_int_equal(count, 1);
      assert_int_equal(outputs[0].rank, 2);
      check_product(inputs[0].data, inputs[1].data, outputs[0].data);
      tern_session_free_outputs(outputs, count);
    }
    tern_tensor_deinitialize(&inputs[0]);
    tern_tensor_deinitialize(&inputs[1]);
    tern_session_release(session);
  }
}

static void refuses_wrong_arguments(void **state) {
  tern_session_t *session = create_session(*state, 0);
  tern_tensor_t inputs[2], *outputs;
  size_t count;
  ASSERT_OK(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 2, a_dims, &inputs[0]));
  ASSERT_OK(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 2, c_dims, &inputs[1]));
  tern_status_t status = tern_session_run(session, "main", inputs, 2, &outputs, &count);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  assert_string_equal(status.message,
                      "hal.buffer_view.assert: input: expected an array of 24x16xf32 but got 32x16xf32 (in test.main)");
  status = tern_session_run(session, "main", inputs, 1, &outputs, &count);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  const tern_variant_t numbers[] = {tern_variant_i32(1), tern_variant_i32(2)};
  tern_variant_t result;
  status = tern_session_call(session, "main", numbers, 2, &result, 1);
  assert_string_equal(status.message, "argument 0 of function 'main': expected a buffer view but got i32");
  const tern_variant_t nothing[2] = {{TERN_VARIANT_NONE, {0}}, {TERN_VARIANT_NONE, {0}}};
  status = tern_session_call(session, "main", nothing, 2, &result, 1);
  assert_non_null(strstr(status.message, "expected a 'hal.buffer_view' but got nothing"));
  tern_tensor_deinitialize(&inputs[0]);
  tern_tensor_deinitialize(&inputs[1]);
  tern_session_release(session);
}

//---- Prepared calls ----

static tern_buffer_view_t *make_view(tern_device_t *device, const int64_t *dims, const float *data) {
  tern_buffer_view_t *view;
  ASSERT_OK(tern_buffer_view_allocate(device, TERN_ELEMENT_TYPE_F32, 2, dims, data,
                                      (size_t)(dims[0] * dims[1]) * sizeof(float), &view));
  return view;
}

static void prepared_calls_run_again(void **state) {
  const fixture_t *fixture = *state;
  tern_session_t *session = create_session(fixture, 0);
  float a[M * K], b[K * N], c[M * N];
  tern_call_t *call;
  ASSERT_OK(tern_call_create(session, "main", &call));
  assert_int_equal(tern_call_function(call)->argument_count, 2);
  assert_null(tern_call_result(call, 0));
  assert_int_equal(tern_call_set(call, 2, tern_variant_i32(1)).code, TERN_OUT_OF_RANGE);
  assert_int_equal(tern_call_set(call, 0, tern_variant_i32(1)).code, TERN_INVALID_ARGUMENT);
  for (int round = 0; round < 3; ++round) {
    fill_inputs(a, b, round);
    tern_buffer_view_t *view_a = make_view(fixture->device, a_dims, a), *view_b = make_view(fixture->device, b_dims, b);
    ASSERT_OK(tern_call_set_buffer_view(call, 0, view_a));
    ASSERT_OK(tern_call_set_buffer_view(call, 1, view_b));
    tern_buffer_view_release(view_a);
    tern_buffer_view_release(view_b);
    if (round == 1) {
      tern_fence_t *wait, *signal;
      ASSERT_OK(tern_fence_create(fixture->device, &wait));
      ASSERT_OK(tern_fence_create(fixture->device, &signal));
      ASSERT_OK(tern_call_submit(call, wait, signal));
      assert_int_equal(tern_call_invoke(call).code, TERN_FAILED_PRECONDITION);
      bool is_reached;
      ASSERT_OK(tern_fence_wait(signal, 1000000, &is_reached));
      assert_false(is_reached);
      ASSERT_OK(tern_fence_signal(wait));
      ASSERT_OK(tern_fence_wait(signal, TERN_TIMEOUT_INFINITE, &is_reached));
      assert_true(is_reached);
      ASSERT_OK(tern_call_wait(call));
      tern_fence_release(wait);
      tern_fence_release(signal);
    } else {
      ASSERT_OK(tern_call_invoke(call));
    }
    tern_buffer_view_t *result;
    ASSERT_OK(tern_call_result_buffer_view(call, 0, &result));
    ASSERT_OK(tern_buffer_view_read(result, c, sizeof c));
    check_product(a, b, c);
    tern_tensor_t tensor;
    ASSERT_OK(tern_call_result_tensor(call, 0, &tensor));
    assert_memory_equal(tensor.data, c, sizeof c);
    tern_tensor_deinitialize(&tensor);
    assert_int_equal(tern_call_result_tensor(call, 1, &tensor).code, TERN_OUT_OF_RANGE);
  }
  tern_call_destroy(call);
  tern_call_destroy(NULL);
  tern_session_release(session);
}

static void submitted_calls_fail_with_their_fences(void **state) {
  const fixture_t *fixture = *state;
  tern_session_t *session = create_session(fixture, 0);
  float a[M * K] = {0};
  tern_call_t *call;
  tern_fence_t *wait, *signal;
  tern_buffer_view_t *view = make_view(fixture->device, a_dims, a);
  ASSERT_OK(tern_call_create(session, "main", &call));
  ASSERT_OK(tern_call_set_buffer_view(call, 0, view));
  ASSERT_OK(tern_call_set_buffer_view(call, 1, view));  // of the wrong shape
  tern_buffer_view_release(view);
  ASSERT_OK(tern_fence_create(fixture->device, &signal));
  ASSERT_OK(tern_call_submit(call, NULL, signal));
  assert_int_equal(tern_fence_wait(signal, TERN_TIMEOUT_INFINITE, NULL).code, TERN_INVALID_ARGUMENT);
  assert_int_equal(tern_call_wait(call).code, TERN_INVALID_ARGUMENT);
  tern_fence_release(signal);
  ASSERT_OK(tern_fence_create(fixture->device, &wait));
  ASSERT_OK(tern_fence_create(fixture->device, &signal));
  tern_fence_fail(wait, tern_status_make(TERN_IO_ERROR, "the wire is cut"));
  ASSERT_OK(tern_call_submit(call, wait, signal));
  tern_status_t status = tern_call_wait(call);
  assert_int_equal(status.code, TERN_IO_ERROR);
  assert_string_equal(status.message, "the wire is cut");
  tern_fence_release(wait);
  tern_fence_release(signal);
  tern_call_destroy(call);
  tern_session_release(session);
}

//---- Memory ----

typedef struct counting {
  size_t allocation_count;
} counting_t;

static tern_status_t count_allocation(void *user_data, tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                      tern_buffer_t **out_buffer) {
  ++((counting_t *)user_data)->allocation_count;
  return tern_buffer_allocate(device, usage, size, out_buffer);
}

static void uses_the_allocator_of_the_session(void **state) {
  const fixture_t *fixture = *state;
  tern_session_t *usual = create_session(fixture, 0);
  tern_session_release(usual);
  bytecode_builder_t b = {0};
  add_program_types(&b);
  code_t code = {0};
  start_block(&code, 0);
  EMIT(&code, OP_(CONST_I32_ZERO), 0, OP_(CONST_I64), 1, QUAD(1000));
  CALL_(&b, &code, "hal.devices.get", LIST(0), 0);
  CALL_(&b, &code, "hal.device.allocator", LIST(1), 0);
  CALL_(&b, &code, "hal.allocator.allocate", LIST(2), 1, 1, 0, 0, 1);
  CALL_(&b, &code, "hal.buffer.length", LIST(2), 2);
  EMIT(&code, OP_(RETURN), 1, 2);
  add_export(&b, "main", finish_function(&b, "main", add_convention(&b, "0v_I", TYPE_ANY), 3, 3, &code));
  tern_module_t *module;
  tern_session_t *session;
  counting_t counting = {0};
  ASSERT_OK(load_program(&b, &module));
  tern_device_t *device = fixture->device;
  tern_session_params_t params = {.modules = &module,
                                  .module_count = 1,
                                  .devices = &device,
                                  .device_count = 1,
                                  .buffer_allocator = {count_allocation, &counting}};
  ASSERT_OK(tern_session_create(fixture->instance, &params, &session));
  for (size_t i = 1; i <= 2; ++i) {
    tern_variant_t size;
    ASSERT_OK(tern_session_call(session, "main", NULL, 0, &size, 1));
    assert_int_equal(size.as.i64, 1000);
    assert_int_equal(counting.allocation_count, i);
  }
  tern_session_release(session);
  tern_module_release(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_a_program),
      cmocka_unit_test(refuses_wrong_arguments),
      cmocka_unit_test(prepared_calls_run_again),
      cmocka_unit_test(submitted_calls_fail_with_their_fences),
      cmocka_unit_test(uses_the_allocator_of_the_session),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}

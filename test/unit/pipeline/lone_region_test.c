// What a lone region needs in memory: nothing where its ops are fused, and nothing more from the second call on where it has
// temporaries.

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pin_lavapipe.h"
#include "status_asserts.h"
#include "tern/buffer_view.h"
#include "tern/compile.h"
#include "tern/compiler.h"
#include "tern/module.h"
#include "tern/program.h"
#include "tern/runtime.h"
#include "tern/session.h"

#include <cmocka.h>

enum { ROWS = 40, DEPTH = 24, COLUMNS = 70 };

#define LOADS                                                                    \
  "func.func @region() {\n"                                                      \
  "  %c0 = arith.constant 0 : index\n"                                           \
  "  %zero = mhlo.constant dense<0.0> : tensor<f32>\n"                           \
  "  %x = hal.interface.load.tensor @io::@x, offset = %c0 : tensor<40x24xf32>\n" \
  "  %w = hal.interface.load.tensor @io::@w, offset = %c0 : tensor<70x24xf32>\n" \
  "  %t = \"mhlo.transpose\"(%w) {permutation = dense<[1, 0]> : tensor<2xi64>}"  \
  " : (tensor<70x24xf32>) -> tensor<24x70xf32>\n"                                \
  "  %p = \"mhlo.dot\"(%x, %t) : (tensor<40x24xf32>, tensor<24x70xf32>) -> tensor<40x70xf32>\n"
#define INTERFACE                                                                                    \
  "  return\n"                                                                                       \
  "}\n"                                                                                              \
  "hal.interface private @io {\n"                                                                    \
  "  hal.interface.binding @x, set=0, binding=0, type=\"StorageBuffer\", access=\"Read\"\n"          \
  "  hal.interface.binding @w, set=0, binding=1, type=\"StorageBuffer\", access=\"Read\"\n"          \
  "  hal.interface.binding @r, set=0, binding=2, type=\"StorageBuffer\", access=\"Write|Discard\"\n" \
  "}\n"

// One kernel: the transpose is a map.
static const char fused[] =
    LOADS "  hal.interface.store.tensor %p, @io::@r, offset = %c0 : tensor<40x70xf32>\n" INTERFACE;
// Two: the product waits in a temporary.
static const char reduced[] = LOADS
    "  %r = \"mhlo.reduce\"(%p, %zero) ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %s = mhlo.add %a, %b : tensor<f32>\n"
    "    \"mhlo.return\"(%s) : (tensor<f32>) -> ()\n"
    "  }) {dimensions = dense<[1]> : tensor<1xi64>} : (tensor<40x70xf32>, tensor<f32>) -> tensor<40xf32>\n"
    "  hal.interface.store.tensor %r, @io::@r, offset = %c0 : tensor<40xf32>\n" INTERFACE;

static tern_compiler_t *load(const char *text) {
  tern_compiler_t *compiler;
  ASSERT_OK(tern_compiler_create(&compiler));
  ASSERT_OK(tern_compiler_load_text(compiler, "region.mlir", text, strlen(text)));
  return compiler;
}

static int64_t count_allocations(const tern_device_t *device) {
  int64_t count = -1;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT, &count));
  return count;
}

// NULL where there is no such device.
static tern_device_t *make_device(const char *name) {
  tern_device_t *device = NULL;
  if (strcmp(name, "vulkan") == 0) setenv("VK_DRIVER_FILES", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", 0);
  tern_status_t status = tern_device_create(name, &(tern_device_options_t){.thread_count = 2}, &device);
  return tern_status_is_ok(status) ? device : NULL;
}

static void fill(float *values, size_t count, uint32_t seed) {
  for (size_t i = 0; i < count; ++i) values[i] = (float)((i * 2654435761u + seed) % 1009) / 1009 - 0.5f;
}

static double product(const float *x, const float *w, size_t row, size_t column) {
  double sum = 0;
  for (size_t k = 0; k < DEPTH; ++k) sum += (double)x[row * DEPTH + k] * (double)w[column * DEPTH + k];
  return sum;
}

// --- programs ---

static tern_variant_t make_input(tern_device_t *device, const float *values, int64_t rows) {
  const int64_t dims[] = {rows, DEPTH};
  tern_buffer_view_t *view;
  size_t size = (size_t)rows * DEPTH * sizeof *values;
  ASSERT_OK(tern_buffer_view_allocate(device, TERN_ELEMENT_TYPE_F32, 2, dims, values, size, &view));
  return tern_variant_buffer_view(view);
}

static void call(tern_session_t *session, const tern_variant_t *arguments, const float *x, const float *w) {
  tern_variant_t result = {0};
  float sums[ROWS];
  ASSERT_OK(tern_session_call(session, "region", arguments, 2, &result, 1));
  ASSERT_OK(tern_buffer_view_read(result.as.buffer_view, sums, sizeof sums));
  for (size_t i = 0; i < ROWS; ++i) {
    double expected = 0;
    for (size_t j = 0; j < COLUMNS; ++j) expected += product(x, w, i, j);
    assert_float_equal(sums[i], expected, 1e-4);
  }
  tern_variant_reset(&result);
}

static void run_with_temporaries(const char *name) {
  tern_device_t *device = make_device(name);
  if (!device) skip();
  tern_compiler_t *compiler = load(reduced);
  assert_true(tern_compiler_make_program(compiler));
  assert_true(tern_compiler_holds_program(compiler));
  char *data;
  size_t size;
  ASSERT_OK(tern_compiler_compile_program(compiler, &(tern_program_options_t){.targets = name}, &data, &size));
  tern_compiler_destroy(compiler);
  tern_module_t *module;
  tern_instance_t *instance;
  tern_session_t *session;
  ASSERT_OK(tern_module_load(data, size, &module));
  ASSERT_OK(tern_instance_create(NULL, &instance));
  tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  ASSERT_OK(tern_session_create(instance, &params, &session));
  float x[ROWS * DEPTH], w[COLUMNS * DEPTH];
  fill(x, ROWS * DEPTH, 3);
  fill(w, COLUMNS * DEPTH, 77);
  tern_variant_t arguments[] = {make_input(device, x, ROWS), make_input(device, w, COLUMNS)};
  int64_t before = count_allocations(device);
  call(session, arguments, x, w);
  int64_t after = count_allocations(device);
  if (strcmp(name, "cpu") == 0) assert_true(after > before);
  for (size_t i = 0; i < 10; ++i) call(session, arguments, x, w);
  assert_int_equal(count_allocations(device), after);
  for (size_t i = 0; i < 2; ++i) tern_variant_reset(&arguments[i]);
  tern_session_release(session);
  tern_instance_release(instance);
  tern_module_release(module);
  free(data);
  tern_device_release(device);
}

static void allocates_temporaries_once_on_cpu(void **state) {
  (void)state;
  run_with_temporaries("cpu");
}

static void allocates_temporaries_once_on_vulkan(void **state) {
  (void)state;
  run_with_temporaries("vulkan");
}

// --- single dispatches ---

static tern_buffer_range_t make_range(tern_device_t *device, const float *values, size_t size) {
  tern_buffer_t *buffer;
  ASSERT_OK(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DEFAULT, size, &buffer));
  if (values) ASSERT_OK(tern_buffer_write(buffer, 0, values, size));
  return tern_buffer_whole(buffer);
}

static void run_fused(const char *name) {
  tern_device_t *device = make_device(name);
  if (!device) skip();
  tern_compiler_t *compiler = load(fused);
  assert_false(tern_compiler_make_program(compiler));
  assert_false(tern_compiler_holds_program(compiler));
  tern_kernels_t *kernels;
  ASSERT_OK(tern_compiler_compile(compiler, &(tern_compile_options_t){.target = name}, &kernels));
  tern_compiler_destroy(compiler);
  size_t entry_count;
  const tern_entry_point_t *entries = tern_kernels_entry_points(kernels, &entry_count);
  assert_int_equal(entry_count, 1);
  assert_true(entries[0].kernel_count <= 1);
  tern_executable_t *executable;
  tern_executable_params_t params = tern_kernels_executable_params(kernels);
  ASSERT_OK(tern_executable_create(device, &params, &executable));
  static float x[ROWS * DEPTH], w[COLUMNS * DEPTH], out[ROWS * COLUMNS];
  fill(x, ROWS * DEPTH, 5);
  fill(w, COLUMNS * DEPTH, 9);
  tern_buffer_range_t ranges[] = {make_range(device, x, sizeof x), make_range(device, w, sizeof w),
                                  make_range(device, NULL, sizeof out)};
  tern_command_buffer_t *commands;
  ASSERT_OK(tern_command_buffer_create(device, &commands));
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, ranges, 3));
  ASSERT_OK(tern_command_buffer_end(commands));
  int64_t before = count_allocations(device);
  for (size_t i = 0; i < 3; ++i) ASSERT_OK(tern_device_execute(device, commands));
  assert_int_equal(count_allocations(device), before);
  ASSERT_OK(tern_buffer_read(ranges[2].buffer, 0, out, sizeof out));
  for (size_t i = 0; i < ROWS * COLUMNS; ++i) {
    assert_float_equal(out[i], product(x, w, i / COLUMNS, i % COLUMNS), 1e-5);
  }
  tern_command_buffer_release(commands);
  for (size_t i = 0; i < 3; ++i) tern_buffer_release(ranges[i].buffer);
  tern_executable_release(executable);
  tern_kernels_destroy(kernels);
  tern_device_release(device);
}

static void allocates_nothing_during_dispatch_on_cpu(void **state) {
  (void)state;
  run_fused("cpu");
}

static void allocates_nothing_during_dispatch_on_vulkan(void **state) {
  (void)state;
  run_fused("vulkan");
}

int main(void) {
  pin_driver();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(allocates_temporaries_once_on_cpu),
      cmocka_unit_test(allocates_temporaries_once_on_vulkan),
      cmocka_unit_test(allocates_nothing_during_dispatch_on_cpu),
      cmocka_unit_test(allocates_nothing_during_dispatch_on_vulkan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

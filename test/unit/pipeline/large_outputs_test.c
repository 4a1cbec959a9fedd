// Large outputs are written past the caches where their buffer is aligned, and otherwise as any other.

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "status_asserts.h"
#include "tern/compile.h"
#include "tern/compiler.h"
#include "tern/runtime.h"

#include <cmocka.h>

enum { ROWS = 4096, COLUMNS = 1024, COUNT = ROWS * COLUMNS };

#define SHAPE "4096x1024xf32"
static const char kernel[] =
    "func.func @kernel() {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<" SHAPE
    ">\n"
    "  %r = \"mhlo.add\"(%a, %a) : (tensor<" SHAPE ">, tensor<" SHAPE ">) -> tensor<" SHAPE
    ">\n"
    "  hal.interface.store.tensor %r, @io::@r, offset = %c0 : tensor<" SHAPE
    ">\n"
    "  return\n"
    "}\n"
    "hal.interface private @io {\n"
    "  hal.interface.binding @a, set=0, binding=0, type=\"StorageBuffer\", access=\"Read\"\n"
    "  hal.interface.binding @r, set=0, binding=1, type=\"StorageBuffer\", access=\"Write|Discard\"\n"
    "}\n";

static void writes_wherever_the_output_is(void **state) {
  (void)state;
  tern_compiler_t *compiler;
  tern_kernels_t *kernels;
  ASSERT_OK(tern_compiler_create(&compiler));
  ASSERT_OK(tern_compiler_load_text(compiler, "large.mlir", kernel, strlen(kernel)));
  ASSERT_OK(tern_compiler_compile(compiler, NULL, &kernels));
  tern_compiler_destroy(compiler);
  const tern_device_options_t options = {.thread_count = 2};
  tern_device_t *device;
  tern_executable_params_t params = {.format = "entry-points"};
  params.entry_points = tern_kernels_entry_points(kernels, &params.entry_point_count);
  tern_executable_t *executable;
  ASSERT_OK(tern_device_create("cpu", &options, &device));
  ASSERT_OK(tern_executable_create(device, &params, &executable));
  tern_buffer_t *input, *output;
  void *memory;
  ASSERT_OK(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DEFAULT, COUNT * sizeof(float), &input));
  ASSERT_OK(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DEFAULT, (COUNT + 64) * sizeof(float), &output));
  ASSERT_OK(tern_buffer_map(input, TERN_MAP_ACCESS_WRITE, 0, TERN_WHOLE_BUFFER, &memory));
  float *x = memory;
  for (size_t i = 0; i < COUNT; ++i) x[i] = (float)((i * 2654435761u) % 1000003) - 5e5f;
  ASSERT_OK(tern_buffer_map(output, TERN_MAP_ACCESS_WRITE, 0, TERN_WHOLE_BUFFER, &memory));
  float *y = memory;
  static const size_t offsets[] = {0, 1, 16, 4, 8, 63};  // elements
  for (size_t k = 0; k < sizeof offsets / sizeof offsets[0]; ++k) {
    memset(y, 0xFF, (COUNT + 64) * sizeof *y);
    const tern_buffer_range_t ranges[] = {{input, 0, COUNT * sizeof(float)},
                                          {output, offsets[k] * sizeof(float), COUNT * sizeof(float)}};
    tern_command_buffer_t *commands;
    ASSERT_OK(tern_command_buffer_create(device, &commands));
    ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, ranges, 2));
    ASSERT_OK(tern_command_buffer_end(commands));
    ASSERT_OK(tern_device_execute(device, commands));
    tern_command_buffer_release(commands);
    size_t wrong = 0, touched = 0;
    for (size_t i = 0; i < COUNT; ++i) wrong += y[offsets[k] + i] != 2 * x[i];
    for (size_t i = 0; i < 64; ++i) touched += (y[i < offsets[k] ? i : COUNT + i] == y[i < offsets[k] ? i : COUNT + i]);
    assert_int_equal(wrong, 0);
    assert_int_equal(touched, 0);
  }
  tern_buffer_release(input);
  tern_buffer_release(output);
  tern_executable_release(executable);
  tern_device_release(device);
  tern_kernels_destroy(kernels);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(writes_wherever_the_output_is)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

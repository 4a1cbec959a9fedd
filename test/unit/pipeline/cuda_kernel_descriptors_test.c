// Descriptors that the host makes for kernels of Triton, on the fake driver: from the text of a kernel to the tensor maps that a launch
// hands over, whose boxes and swizzles the passes have chosen.

#include "cuda_fixture.h"
#include "tern/compile_kernels.h"
#include "tern/kernel.h"

// 256 columns of f16 are 512 bytes, four lines of the widest swizzle; 512 rows are more than a box has; integers with a sign.
#define KERNEL                                                                                          \
  "tt.func public @k(%d: !tt.tensordesc<tensor<64x256xf16>>, %e: !tt.tensordesc<tensor<512x16xf32>>,\n" \
  "                  %u: !tt.tensordesc<tensor<8x8xsi32>>, %o: !tt.ptr<f32>) {\n"                       \
  "  %c = arith.constant 0 : i32\n"                                                                     \
  "  %x = tt.descriptor_load %d[%c, %c] : !tt.tensordesc<tensor<64x256xf16>> -> tensor<64x256xf16>\n"   \
  "  tt.descriptor_store %d[%c, %c], %x : !tt.tensordesc<tensor<64x256xf16>>, tensor<64x256xf16>\n"     \
  "  %y = tt.descriptor_load %e[%c, %c] : !tt.tensordesc<tensor<512x16xf32>> -> tensor<512x16xf32>\n"   \
  "  tt.descriptor_store %e[%c, %c], %y : !tt.tensordesc<tensor<512x16xf32>>, tensor<512x16xf32>\n"     \
  "  tt.return\n"                                                                                       \
  "}\n"

static fake_cuda_launch_t last;
static unsigned char parameters[1024];

static void note_launch(const fake_cuda_launch_t *launch) {
  last = *launch;
  assert_true(launch->parameter_size <= sizeof parameters);
  memcpy(parameters, launch->parameters, launch->parameter_size);
}

static tern_module_t *compile(const char *text, const char *chip, const tern_kernel_options_t *launch) {
  const tern_compile_options_t options = {.target = "cuda", .cuda_chip = chip};
  tern_compiler_t *compiler;
  char *data = NULL;
  size_t size = 0;
  tern_module_t *module = NULL;
  ASSERT_OK(tern_compiler_create(&compiler));
  ASSERT_OK(tern_compiler_load_text(compiler, "test.mlir", text, strlen(text)));
  ASSERT_OK(tern_compiler_emit_kernels(compiler, &options, launch, TERN_ARTIFACT_MODULE, &data, &size));
  ASSERT_OK(tern_module_load(data, size, &module));
  free(data);
  tern_compiler_destroy(compiler);
  return module;
}

static void launch_kernel(const char *chip, const tern_kernel_options_t *options, tern_kernel_tensor_t *tensors) {
  tern_module_t *module = compile(KERNEL, chip, options);
  tern_device_t *device = begin_device();
  tern_kernel_t *kernel = NULL;
  fake_cuda_define("k", note_launch);
  ASSERT_OK(tern_kernel_load(device, module, "k", &kernel));
  uint64_t address = 4096;
  const void *arguments[] = {&tensors[0], &tensors[1], &tensors[2], &address};
  ASSERT_OK(tern_kernel_launch(kernel, (const uint32_t[]){3, 1, 1}, arguments, NULL));
  ASSERT_OK(tern_device_wait_idle(device));
  tern_kernel_release(kernel);
  tern_module_release(module);
  tern_device_release(device);
  end_test();
}

static tern_kernel_tensor_t tensors[] = {
    {4096, {100, 300}, {304, 1}, 0}, {8192, {9, 16}, {16, 1}, 1}, {64, {8, 8}, {8, 1}, 0}};

static void makes_maps_of_boxes(void **state) {
  (void)state;
  launch_kernel("sm_90a", NULL, tensors);
  uint64_t maps[3][16];
  memcpy(maps, parameters, sizeof maps);
  // Address, rank and type, sizes, a stride, box and step, swizzle, how to fill, the box again: from the last dimension on.
  const uint64_t expected[3][9] = {
      {4096, 2 | 6ull << 32, 300, 100, 608, 64 | 1ull << 32, 3ull << 32, 2, 64},
      {8192, 2 | 7ull << 32, 16, 9, 64, 16 | 1ull << 32, 2ull << 32, 2 | 1ull << 32, 256},
      {64, 2 | 3ull << 32, 8, 8, 32, 8 | 1ull << 32, 1ull << 32, 2, 8},
  };
  for (size_t i = 0; i < 3; ++i) assert_memory_equal(maps[i], expected[i], sizeof expected[i]);
  assert_int_equal(last.grid[0], 3);
}

// Blocks of a cluster copy a part each.
static void makes_maps_of_parts_for_clusters(void **state) {
  (void)state;
  launch_kernel("sm_90a", &(tern_kernel_options_t){.num_ctas = 2}, tensors);
  uint64_t maps[3][16];
  memcpy(maps, parameters, sizeof maps);
  assert_int_equal(maps[0][5], 64 | 1ull << 32);
  assert_int_equal(maps[0][8], 32);
  assert_int_equal(last.grid[0], 6);
}

static void takes_descriptors_apart_before_hopper(void **state) {
  (void)state;
  launch_kernel("sm_80", NULL, tensors);
  const uint64_t expected[] = {4096, 100, 300, 304, 1};
  assert_memory_equal(parameters, expected, sizeof expected);
  assert_int_equal(parameters[40], 0);
  assert_memory_equal(parameters + 48, ((uint64_t[]){8192, 9, 16, 16, 1}), 40);
  assert_int_equal(parameters[88], 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(makes_maps_of_boxes),
                                     cmocka_unit_test(makes_maps_of_parts_for_clusters),
                                     cmocka_unit_test(takes_descriptors_apart_before_hopper)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// What the compiler writes about launches of kernels, read by the runtime: from the attributes of an llvm.func to the
// numbers that the driver gets.

#include "pipeline/targets/cuda_image.h"
#include "asm/parser.h"
#include "cuda_fixture.h"
#include "ir/context.h"
#include "pipeline/registry.h"
#include "tern/compile.h"

static const char tiled_ptx[] =
    ".version 8.0\n.target sm_90\n.entry tiled(.param .u64 a, .param .u64 b, .param .u32 n, .param .align 64 .b8 "
    "m[128], .param .align 64 .b8 k[128])\n.entry step(.param .u64 a, .param .u64 b)\n";

static const char kernels_text[] =
    "llvm.func @tiled(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %n: i32, %m: !llvm.ptr, %k: !llvm.ptr) attributes {"
    "  hal.kernel_cooperative, hal.kernel_shared_memory = 102400 : i64, nvvm.cluster_dim = array<i32: 2, 4>,"
    "  hal.kernel_tensor_maps = ["
    "    {binding = 1 : i64, offset = 128 : i64, type = 6 : i64, interleave = 0 : i64, swizzle = 3 : i64,"
    "     promotion = 1 : i64, fill = 0 : i64, sizes = array<i64: 64, 0>, words = array<i64: -1, 0>,"
    "     strides = array<i64: 256>, box = array<i64: 32, 16>},"
    "    {binding = 0 : i64, offset = 0 : i64, type = 9 : i64, interleave = 0 : i64, swizzle = 0 : i64,"
    "     promotion = 2 : i64, fill = 1 : i64, sizes = array<i64: 16, 8, 4, 2, 7>,"
    "     words = array<i64: -1, -1, -1, -1, -1>, strides = array<i64: 32, 256, 1024, 2048>,"
    "     box = array<i64: 16, 1, 2, 3, 4>}],"
    "  nvvm.kernel} { llvm.return }\n"
    "llvm.func @step(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>) attributes {nvvm.kernel} { llvm.return }\n";

static const tern_kernel_info_t tiled_kernels[] = {{"tiled", {128, 1, 1}, GRID(wide_grid), 32, 0}};
static tern_entry_point_t tiled_entries[] = {
    {.name = "tiled",
     .push_constant_count = 1,
     .binding_count = 2,
     .bindings = step_bindings,
     .kernel_count = 1,
     .kernels = tiled_kernels},
    {.name = "step", .binding_count = 2, .bindings = step_bindings, .kernel_count = 1, .kernels = step_kernels},
};

static fake_cuda_launch_t last_launch;
static char last_parameters[512];

static void note_launch(const fake_cuda_launch_t *launch) {
  last_launch = *launch;
  memcpy(last_parameters, launch->parameters, launch->parameter_size);
}

// Reads the attributes, and writes the image. Freed with free().
static char *make_tiled_image(size_t *out_size) {
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_op_t *module = tern_parse_module(context, TERN_STR("test"), tern_str_from_cstr(kernels_text));
  assert_non_null(module);
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  const tern_dispatch_info_t info = {.entry_points = tiled_entries, .entry_point_count = 2};
  tern_cuda_launches_t launches;
  assert_true(tern_cuda_launches_read(module, &info, &arena, &launches));
  assert_int_equal(launches.count, 1);  // nothing is to be said of the other kernel
  tern_cuda_image_module_t modules[] = {{.kind = TERN_CUDA_MODULE_PTX, .code = TERN_STR(".target sm_100\n")},
                                        {.kind = TERN_CUDA_MODULE_PTX, .code = TERN_STR(tiled_ptx)}};
  assert_true(tern_cuda_image_read_chip("sm_100a", &modules[0].architecture, &modules[0].suffix));
  assert_true(tern_cuda_image_read_chip("compute_90", &modules[1].architecture, &modules[1].suffix));
  tern_string_builder_t image = {0};
  tern_cuda_image_write(modules, 2, launches.kernels, launches.count, &image);
  tern_arena_deinitialize(&arena);
  tern_context_destroy(context);
  *out_size = tern_string_builder_view(&image).size;
  return tern_string_builder_take(&image);
}

static void check_launch(tern_device_t *device, const tern_executable_t *executable) {
  tern_buffer_t *a = make_buffer(device, NULL, 4096), *b = make_buffer(device, NULL, 4096);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(a), {b, 256, 1024}};
  const uint32_t grid[] = {4, 16, 1}, rows = 24;
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(
      tern_command_buffer_dispatch(commands, (tern_executable_t *)(uintptr_t)executable, 0, grid, &rows, 1, ranges, 2));
  run(device, commands);
  assert_int_equal(last_launch.shared_size, 102400);
  assert_true(last_launch.cluster[0] == 2 && last_launch.cluster[1] == 4 && last_launch.cluster[2] == 1);
  assert_true(last_launch.is_cooperative);
  uint64_t first, second, map[16];
  memcpy(&first, last_parameters, sizeof(first));
  memcpy(&second, last_parameters + 8, sizeof(second));
  memcpy(map, last_parameters + 64, sizeof(map));
  assert_true(map[0] == second + 128);
  assert_true(map[1] == (2 | UINT64_C(6) << 32) && map[2] == 64 && map[3] == 24 && map[4] == 256);
  memcpy(map, last_parameters + 192, sizeof(map));
  assert_true(map[0] == first);
  assert_true(map[1] == (5 | UINT64_C(9) << 32) && map[2] == 16 && map[3] == 8);
  tern_buffer_release(a);
  tern_buffer_release(b);
}

static void is_read_by_the_runtime(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  fake_cuda_define("tiled", note_launch);
  size_t size;
  char *image = make_tiled_image(&size);
  tern_executable_t *executable = NULL;
  ASSERT_OK(load(device, image, size, tiled_entries, 2, &executable));
  check_launch(device, executable);
  tern_executable_release(executable);
  // What is cut off anywhere is refused, and nothing behind it is read.
  for (size_t length = 0; length < size; length += 5) {
    char *copy = malloc(length + 1);
    memcpy(copy, image, length);
    tern_status_t status = load(device, copy, length, tiled_entries, 2, &executable);
    assert_false(tern_status_is_ok(status));
    free(copy);
  }
  free(image);
  tern_device_release(device);
  end_test();
}

// Which kernels an entry point has is a matter of the module that was chosen.
static void chooses_kernels_by_variant(void **state) {
  (void)state;
  for (size_t i = 0; i < 2; ++i) {
    const fake_cuda_device_t row = {i == 0 ? 86 : 90, 1u << 28, true};
    begin_test(&row, 1);
    fake_cuda_define("step", note_launch);
    fake_cuda_define("other_step", note_launch);
    tern_device_t *device = create_device("cuda", 0);
    const tern_cuda_image_module_t modules[] = {
        {.kind = TERN_CUDA_MODULE_PTX, .architecture = 80, .code = TERN_STR(".target sm_80\n" STEP_PTX)},
        {.kind = TERN_CUDA_MODULE_PTX,
         .architecture = 90,
         .suffix = 'a',
         .variant = 1,
         .code = TERN_STR(".target sm_90\n.entry other_step(.param .u64 a, .param .u64 b)\n" STEP_PTX)}};
    const tern_cuda_image_kernel_t kernels[] = {{.variant = 0, .name = TERN_STR("step"), .shared_size = 64},
                                                {.variant = 1, .name = TERN_STR("other_step"), .shared_size = 128}};
    tern_string_builder_t image = {0};
    tern_cuda_image_write(modules, 2, kernels, 2, &image);
    enum { FIRST = 1 << TERN_KERNEL_VARIANT_SHIFT, SECOND = 2 << TERN_KERNEL_VARIANT_SHIFT };
    const tern_kernel_info_t infos[] = {{"step", {32, 1, 1}, 0, NULL, 0, FIRST},
                                        {"step", {64, 1, 1}, 0, NULL, 0, SECOND},
                                        {"other_step", {96, 1, 1}, 0, NULL, 0, SECOND}};
    const tern_entry_point_t entry = {
        .name = "step", .binding_count = 2, .bindings = step_bindings, .kernel_count = 3, .kernels = infos};
    tern_executable_t *executable = NULL;
    ASSERT_OK(load(device, image.data, image.size, &entry, 1, &executable));
    tern_buffer_t *a = make_buffer(device, NULL, 64), *b = make_buffer(device, NULL, 64);
    tern_command_buffer_t *commands = begin(device);
    const tern_buffer_range_t ranges[] = {{a, 0, sizeof(int32_t)}, {b, 0, sizeof(int32_t)}};
    ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, ranges, 2));
    run(device, commands);
    // The last launch: of the first variant its only kernel, of the second the second.
    assert_int_equal(last_launch.block[0], i == 0 ? 32 : 96);
    assert_int_equal(last_launch.shared_size, i == 0 ? 64 : 128);
    assert_int_equal(fake_cuda_calls("cuLaunchKernel"), i + 1);
    tern_buffer_release(a);
    tern_buffer_release(b);
    tern_executable_release(executable);
    tern_device_release(device);
    tern_string_builder_deinitialize(&image);
    end_test();
  }
}

static void reads_chips(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint32_t architecture;
    char suffix;
  } rows[] = {{"sm_80", 80, 0}, {"sm_90a", 90, 'a'}, {"compute_100f", 100, 'f'}, {"sm_", 0, 0},
              {"gfx90", 0, 0},  {"sm_90b", 0, 0},    {"sm_90aa", 0, 0}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    uint32_t architecture;
    char suffix;
    assert_true(tern_cuda_image_read_chip(rows[i].text, &architecture, &suffix) == (rows[i].architecture > 0));
    if (!rows[i].architecture) continue;
    assert_int_equal(architecture, rows[i].architecture);
    assert_int_equal(suffix, rows[i].suffix);
  }
}

static void finds_targets_for_devices(void **state) {
  (void)state;
  assert_null(tern_cuda_target_for(75));
  assert_string_equal(tern_cuda_target_for(80), "sm_80");
  assert_string_equal(tern_cuda_target_for(87), "sm_86");
  assert_string_equal(tern_cuda_target_for(90), "sm_90a");
  assert_string_equal(tern_cuda_target_for(103), "sm_90");
}

static void refuses_malformed_rows(void **state) {
  (void)state;
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  static const char text[] =
      "llvm.func @tiled() attributes {hal.kernel_tensor_maps = [{sizes = array<i64: 1, 2>}], nvvm.kernel} {\n"
      "  llvm.return\n}\n";
  tern_op_t *module = tern_parse_module(context, TERN_STR("test"), tern_str_from_cstr(text));
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  const tern_dispatch_info_t info = {.entry_points = tiled_entries, .entry_point_count = 1};
  tern_cuda_launches_t launches;
  assert_false(tern_cuda_launches_read(module, &info, &arena, &launches));
  tern_arena_deinitialize(&arena);
  tern_context_destroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_read_by_the_runtime),
      cmocka_unit_test(chooses_kernels_by_variant),
      cmocka_unit_test(reads_chips),
      cmocka_unit_test(finds_targets_for_devices),
      cmocka_unit_test(refuses_malformed_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

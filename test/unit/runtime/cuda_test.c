// Devices, code and launches on the CUDA driver, with the fake library in the place of NVIDIA's.

#include "cuda_fixture.h"

//---- Devices ----

static void describes_devices(void **state) {
  (void)state;
  const fake_cuda_device_t devices[] = {hopper, {80, 1u << 29, false}};
  begin_test(devices, 2);
  size_t count = 0;
  ASSERT_OK(tern_driver_device_count("cuda", &count));
  assert_int_equal(count, 2);
  tern_device_description_t *description = NULL;
  ASSERT_OK(tern_driver_describe_device("cuda", 1, &description));
  assert_string_equal(description->uri, "cuda://1");
  assert_string_equal(description->name, "Fake GPU 1");
  assert_string_equal(description->api_version, "CUDA 13.0");
  bool has_architecture = false, has_peer = false;
  for (size_t i = 0; i < description->row_count; ++i) {
    has_architecture |= strcmp(description->rows[i].value, "sm_80") == 0;
    has_peer |= strcmp(description->rows[i].value, "cuda://0 by way of the host") == 0;
  }
  assert_true(has_architecture && has_peer);
  tern_device_description_destroy(description);
  ASSERT_FAILS(tern_driver_describe_device("cuda", 2, &description), TERN_NOT_FOUND,
               "there is no CUDA device 2, only 2");
  end_test();
}

static void names_devices(void **state) {
  (void)state;
  const fake_cuda_device_t devices[] = {hopper, hopper};
  begin_test(devices, 2);
  static const char *const names[] = {"cuda", "cuda://1", "cuda:1"};
  for (size_t i = 0; i < 3; ++i) {
    tern_device_t *device = create_device(names[i], 0);
    int64_t value = 0;
    assert_string_equal(tern_device_driver_name(device), "cuda");
    ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_BUFFER_ALIGNMENT, &value));
    assert_int_equal(value, 512);
    ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_QUEUE_COUNT, &value));
    assert_int_equal(value, 1);
    ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_THREAD_COUNT, &value));
    ASSERT_FAILS(tern_device_query(device, (tern_device_property_t)99, &value), TERN_NOT_FOUND, "no property 99");
    tern_device_release(device);
  }
  tern_device_t *device = NULL;
  tern_device_options_t options = {.flags = 1u << 31};
  ASSERT_FAILS(tern_device_create("cuda:2", NULL, &device), TERN_NOT_FOUND, "there is no CUDA device 2");
  ASSERT_FAILS(tern_device_create("cuda", &options, &device), TERN_INVALID_ARGUMENT, "unknown device flags");
  end_test();
}

static void says_what_is_missing(void **state) {
  (void)state;
  size_t count = 9;
  tern_device_t *device = NULL;
  begin_test(&hopper, 0);
  ASSERT_OK(tern_driver_device_count("cuda", &count));
  assert_int_equal(count, 0);
  ASSERT_FAILS(tern_device_create("cuda", NULL, &device), TERN_NOT_FOUND, "there is no CUDA device 0, only 0");
  begin_test(&hopper, 1);
  fake_cuda_set_version(10020);
  ASSERT_FAILS(tern_device_create("cuda", NULL, &device), TERN_UNSUPPORTED, "is for CUDA 10.2: install a newer one");
  begin_test(&hopper, 1);
  fake_cuda_fail("cuInit", 0, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
  ASSERT_FAILS(tern_device_create("cuda", NULL, &device), TERN_UNSUPPORTED, "restart after the driver's update");
  end_test();
}

//---- Code ----

static void adds(void **state) {
  (void)state;
  static const uint32_t counts[] = {1, 63, 64, 1000, 100003};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
    uint32_t count = counts[i];
    begin_test(&hopper, 1);
    tern_device_t *device = create_device("cuda", TERN_DEVICE_FLAG_POISON_BUFFERS);
    tern_executable_t *executable = load_plain(device);
    float *values = calloc(count, sizeof(*values));
    for (uint32_t j = 0; j < count; ++j) values[j] = (float)j;
    tern_buffer_t *a = make_buffer(device, values, count * sizeof(float)),
                  *b = make_buffer(device, values, count * sizeof(float));
    tern_buffer_t *c = make_buffer(device, NULL, count * sizeof(float));
    const tern_buffer_range_t ranges[] = {tern_buffer_whole(a), tern_buffer_whole(b), tern_buffer_whole(c)};
    tern_command_buffer_t *commands = begin(device);
    ASSERT_OK(tern_command_buffer_dispatch(commands, executable, ADD, NULL, &count, 1, ranges, 3));
    run(device, commands);
    ASSERT_OK(tern_buffer_read(c, 0, values, count * sizeof(float)));
    for (uint32_t j = 0; j < count; ++j) assert_float_equal(values[j], 2.0f * (float)j, 0);
    free(values);
    tern_buffer_release(a);
    tern_buffer_release(b);
    tern_buffer_release(c);
    tern_executable_release(executable);
    tern_device_release(device);
    end_test();
  }
}

// Which module of an image is loaded, told by the kernel that only it has.
static void check_choice(int architecture, const image_module_t *modules, size_t count, const char *expected) {
  const fake_cuda_device_t device_row = {architecture, 1u << 28, false};
  begin_test(&device_row, 1);
  tern_device_t *device = create_device("cuda", 0);
  size_t size;
  uint32_t *image = make_image(modules, count, NULL, NULL, 0, NULL, 0, &size);
  const tern_kernel_info_t kernel = {expected, {1, 1, 1}, 0, NULL, 0, 0};
  const tern_entry_point_t entry = {.name = "e", .kernel_count = 1, .kernels = &kernel};
  tern_executable_t *executable = NULL;
  ASSERT_OK(load(device, image, size, &entry, 1, &executable));
  tern_executable_release(executable);
  tern_device_release(device);
  free(image);
  end_test();
}

#define CUBIN(number) "\177ELF.target sm_" #number "\n.entry sm_" #number "()"

static void chooses_the_nearest_architecture(void **state) {
  (void)state;
  const image_module_t modules[] = {
      {TERN_CUDA_MODULE_PTX, 70, 0, ".target sm_70\n.entry compute_70()"},
      {TERN_CUDA_MODULE_CUBIN, 80, 0, CUBIN(80)},
      {TERN_CUDA_MODULE_CUBIN, 86, 0, CUBIN(86)},
      {TERN_CUDA_MODULE_CUBIN, 90, 0, CUBIN(90)},
      {TERN_CUDA_MODULE_CUBIN, 90, 'a', "\177ELF.target sm_90\n.entry sm_90a()"},
      {TERN_CUDA_MODULE_PTX, 90, 0, ".target sm_90\n.entry compute_90()"},
      {TERN_CUDA_MODULE_CUBIN, 100, 'f', "\177ELF.target sm_100\n.entry sm_100f()"},
      {TERN_CUDA_MODULE_PTX, 90, 'a', ".target sm_90\n.entry compute_90a()"},
  };
  const struct {
    int architecture;
    const char *expected;
  } rows[] = {{75, "compute_70"}, {80, "sm_80"},    {86, "sm_86"},    {87, "sm_86"},
              {90, "sm_90a"},     {100, "sm_100f"}, {103, "sm_100f"}, {120, "compute_90"}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    check_choice(rows[i].architecture, modules, sizeof(modules) / sizeof(modules[0]), rows[i].expected);
  }
  // What the driver finds not to be for the device is passed over.
  const image_module_t wrong[] = {{TERN_CUDA_MODULE_CUBIN, 90, 0, "\177ELF.target sm_80\n.entry other()"},
                                  {TERN_CUDA_MODULE_PTX, 50, 0, ".target sm_50\n.entry compute_50()"}};
  check_choice(90, wrong, 2, "compute_50");
}

static void refuses_code(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = NULL;
  size_t size;
  const image_module_t far[] = {{TERN_CUDA_MODULE_CUBIN, 80, 0, CUBIN(80)},
                                {TERN_CUDA_MODULE_PTX, 100, 'a', ".target sm_100"}};
  uint32_t *image = make_image(far, 2, NULL, NULL, 0, NULL, 0, &size);
  ASSERT_FAILS(load(device, image, size, entries, 1, &executable), TERN_UNSUPPORTED,
               "has code for sm_80, compute_100a, and none that runs on sm_90");
  free(image);
  static const char bad[] = ".version 7.0\n// bad";
  ASSERT_FAILS(load(device, bad, sizeof(bad) - 1, entries, 1, &executable), TERN_INVALID_ARGUMENT,
               "the driver's compiler says: ptxas application ptx input, line 3; fatal : Parsing error near 'bad'");
  ASSERT_FAILS(load(device, "hello", 5, entries, 1, &executable), TERN_INVALID_ARGUMENT,
               "neither an image for CUDA nor a fatbin, a cubin or PTX");
  ASSERT_FAILS(load(device, "x", 1, entries, 1, &executable), TERN_INVALID_ARGUMENT, "the executable has no code");
  tern_executable_params_t params = {.format = "spirv", .data = "abcd", .data_size = 4};
  ASSERT_FAILS(tern_executable_create(device, &params, &executable), TERN_UNSUPPORTED,
               "takes executables as 'cuda-nvptx-fb', not as 'spirv'");
  tern_device_release(device);
  end_test();
}

// Loads one kernel with two bindings and a push constant out of the text.
static tern_status_t load_kernel(tern_device_t *device, const char *text, const tern_kernel_info_t *kernel) {
  const tern_entry_point_t entry = {.name = "e",
                                    .push_constant_count = 1,
                                    .binding_count = 2,
                                    .bindings = step_bindings,
                                    .kernel_count = kernel ? 1 : 0,
                                    .kernels = kernel};
  tern_executable_t *executable = NULL;
  tern_status_t status = load(device, text, strlen(text), &entry, 1, &executable);
  tern_executable_release(executable);
  return status;
}

static void refuses_kernels(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
#define TEXT(parameters, rest) ".version 7.0\n.entry k(" parameters ")\n" rest
  const char *right = TEXT(".param .u64 a, .param .u64 b, .param .u32 n", "// threads 256\n// shared 1024\n");
  tern_kernel_info_t kernel = {"k", {256, 1, 1}, 0, NULL, 0, 0};
  ASSERT_OK(load_kernel(device, right, &kernel));
  ASSERT_FAILS(load_kernel(device, right, NULL), TERN_INVALID_ARGUMENT, "their workgroup sizes are needed");
  kernel.workgroup_size[1] = 2;
  ASSERT_FAILS(load_kernel(device, right, &kernel), TERN_UNSUPPORTED, "256 x 2 x 1 invocations, with its registers");
  kernel = (tern_kernel_info_t){"k", {1, 1, 65}, 0, NULL, 0, 0};
  ASSERT_FAILS(load_kernel(device, right, &kernel), TERN_UNSUPPORTED, "at most 1024 x 1024 x 64");
  kernel = (tern_kernel_info_t){"k", {1, 1, 1}, 0, NULL, 64, 0};
  ASSERT_FAILS(load_kernel(device, right, &kernel), TERN_UNSUPPORTED, "wants subgroups of 64 invocations");
  kernel = (tern_kernel_info_t){"other", {1, 1, 1}, 0, NULL, 32, 0};
  ASSERT_FAILS(load_kernel(device, right, &kernel), TERN_INVALID_ARGUMENT, "the code has no kernel 'other'");
  kernel.name = "k";
  ASSERT_FAILS(load_kernel(device, TEXT(".param .u64 a, .param .u64 b", ""), &kernel), TERN_INVALID_ARGUMENT,
               "takes fewer parameters than the 3 of its description: 2 bindings, 1 push constants, 0 tensor maps");
  ASSERT_FAILS(load_kernel(device, TEXT(".param .u64 a, .param .u32 b, .param .u32 n", ""), &kernel),
               TERN_INVALID_ARGUMENT, "parameter 1 of kernel 'k' has 4 bytes, its description says 8");
  ASSERT_FAILS(load_kernel(device, TEXT(".param .u64 a, .param .u64 b, .param .u32 n", "// shared 300000\n"), &kernel),
               TERN_UNSUPPORTED, "takes 300000 bytes of workgroup memory, the device has 232448");
#undef TEXT
  tern_device_release(device);
  end_test();
}

// Every image that is cut off or changed somewhere is refused or loaded, and never read beyond its end.
static void survives_damaged_images(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  const image_module_t module = {TERN_CUDA_MODULE_PTX, 50, 0, plain_ptx};
  static const char *const names[] = {"add"};
  static const uint32_t kernels[][7] = {{0, 0, 0, 0, 0, 0, 1}};
  static const uint32_t maps[][TERN_CUDA_IMAGE_TENSOR_MAP_WORDS] = {{0, 7, 1}};
  size_t size;
  uint32_t *image = make_image(&module, 1, names, kernels, 1, maps, 1, &size);
  for (size_t length = 0; length <= size; length += 3) {
    char *copy = malloc(length + 1);
    tern_executable_t *executable = NULL;
    memcpy(copy, image, length);
    tern_status_t status = load(device, copy, length, entries, ENTRY_COUNT, &executable);
    assert_false(tern_status_is_ok(status));  // its kernel has no tensor map
    free(copy);
  }
  for (size_t i = 1; i < 66; ++i) {
    uint32_t *copy = malloc(size);
    tern_executable_t *executable = NULL;
    memcpy(copy, image, size);
    copy[i] ^= 0x80000001;
    tern_status_t status = load(device, copy, size, entries, 1, &executable);
    (void)status;
    tern_executable_release(executable);
    free(copy);
  }
  tern_executable_t *executable = NULL;
  ASSERT_FAILS(load(device, image, 12, entries, 1, &executable), TERN_INVALID_ARGUMENT,
               "an image for CUDA is damaged: it ends in the header, word 0");
  // Numbers of words, and what is said of them: the modules, the module's size, the kernel's name, the rank, the
  // binding.
  const struct {
    size_t word;
    uint32_t value;
    const char *expected;
  } damages[] = {{2, 1000000, "an image for CUDA is damaged: a table goes beyond its end, word 2"},
                 {11, 1000000, "an image for CUDA is damaged: module 0"},
                 {14, 1000000, "an image for CUDA is damaged: kernel 0"},
                 {24, 6, "an image for CUDA is damaged: the rank of tensor map 0"},
                 {22, 3, "tensor map 0 of kernel 'add' names what entry point 'add' does not have"}};
  for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); ++i) {
    uint32_t *word = &image[damages[i].word], before = *word;
    *word = damages[i].value;
    ASSERT_FAILS(load(device, image, size, entries, 1, &executable), TERN_INVALID_ARGUMENT, damages[i].expected);
    *word = before;
  }
  image[1] = 7;
  ASSERT_FAILS(load(device, image, size, entries, 1, &executable), TERN_UNSUPPORTED, "version 7, only 3 is known");
  free(image);
  tern_device_release(device);
  end_test();
}

//---- Launches ----

static fake_cuda_launch_t last_launch;
static char last_parameters[512];

static void note_launch(const fake_cuda_launch_t *launch) {
  last_launch = *launch;
  memcpy(last_parameters, launch->parameters, launch->parameter_size);
}

// Of binding 1, 128 bytes from its start: f16, rank 2, swizzled by 128 bytes; 64 elements, and as many rows as push
// constant 0 says, in boxes of 32 x 16.
static void describe_map(uint32_t map[TERN_CUDA_IMAGE_TENSOR_MAP_WORDS]) {
  enum { SIZES = 9, BOX = 32, ELEMENT_STRIDES = 37, MAX_RANK = 5, ROWS_OF_CONSTANT = 0 };
  const uint32_t none = UINT32_MAX, head[SIZES] = {1, 6, 2, 0, 3, 1, 0, 128, 0};
  memset(map, 0, TERN_CUDA_IMAGE_TENSOR_MAP_WORDS * sizeof(*map));
  memcpy(map, head, sizeof(head));
  for (size_t d = 0; d < MAX_RANK; ++d) map[SIZES + 3 * d + 2] = d == 1 ? ROWS_OF_CONSTANT : none;
  map[SIZES] = 64;
  map[BOX] = 32;
  map[BOX + 1] = 16;
  map[ELEMENT_STRIDES] = map[ELEMENT_STRIDES + 1] = 1;
}

// A kernel with 100 KB of workgroup memory, clusters of 2 x 8 x 1, cooperative, one tensor map.
static tern_executable_t *load_tiled(tern_device_t *device) {
  const image_module_t module = {
      TERN_CUDA_MODULE_PTX, 90, 0,
      ".version 8.0\n.target sm_90\n"
      ".entry tiled(.param .u64 a, .param .u64 b, .param .u32 n, .param .align 64 .b8 m[128])"};
  static const char *const names[] = {"tiled"};
  static const uint32_t kernels[][7] = {{100 << 10, 2, 8, 1, TERN_CUDA_KERNEL_COOPERATIVE, 0, 1}};
  uint32_t maps[1][TERN_CUDA_IMAGE_TENSOR_MAP_WORDS];
  describe_map(maps[0]);
  size_t size;
  uint32_t *image =
      make_image(&module, 1, names, kernels, 1, (const uint32_t (*)[TERN_CUDA_IMAGE_TENSOR_MAP_WORDS])maps, 1, &size);
  // The executable refers to these.
  static const tern_kernel_info_t kernel = {"tiled", {128, 1, 1}, GRID(wide_grid), 32, 0};
  static const tern_entry_point_t entry = {.name = "tiled",
                                           .push_constant_count = 1,
                                           .binding_count = 2,
                                           .bindings = step_bindings,
                                           .kernel_count = 1,
                                           .kernels = &kernel};
  tern_executable_t *executable = NULL;
  ASSERT_OK(load(device, image, size, &entry, 1, &executable));
  free(image);
  return executable;
}

static void check_tiled_map(void) {
  uint64_t map[16], address;
  memcpy(&address, last_parameters + 8, sizeof(address));
  memcpy(map, last_parameters + 64, sizeof(map));
  assert_int_equal(last_launch.parameter_size, 192);
  assert_true(map[0] == address + 128);
  assert_true(map[1] == (2 | UINT64_C(6) << 32) && map[2] == 64 && map[3] == 24 && map[4] == 128);
  assert_true(map[5] == (32 | UINT64_C(1) << 32) && map[6] == UINT64_C(3) << 32 && map[7] == 1);
}

static void launches_with_attributes(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  fake_cuda_define("tiled", note_launch);
  tern_executable_t *executable = load_tiled(device);
  tern_buffer_t *a = make_buffer(device, NULL, 4096), *b = make_buffer(device, NULL, 4096);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(a), {b, 256, 1024}};
  const uint32_t grid[] = {4, 16, 1}, odd_grid[] = {3, 16, 1}, rows = 24;
  for (size_t repetition = 0; repetition < 2; ++repetition) {
    tern_command_buffer_t *commands = begin(device);
    ASSERT_FAILS(tern_command_buffer_dispatch(commands, executable, 0, odd_grid, &rows, 1, ranges, 2),
                 TERN_INVALID_ARGUMENT, "3 workgroups along dimension 0 are no whole clusters of 2");
    // Once alone, and once as part of a graph.
    for (size_t i = 0; i < 1 + 3 * repetition; ++i) {
      ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, grid, &rows, 1, ranges, 2));
      record_barrier(commands);
    }
    ASSERT_OK(tern_command_buffer_end(commands));
    for (size_t i = 0; i <= repetition; ++i) {
      memset(&last_launch, 0, sizeof(last_launch));
      ASSERT_OK(tern_device_execute(device, commands));
      assert_memory_equal(last_launch.grid, grid, sizeof(grid));
      assert_int_equal(last_launch.block[0], 128);
      assert_int_equal(last_launch.shared_size, 100 << 10);
      assert_int_equal(last_launch.cluster[0] * 100 + last_launch.cluster[1] * 10 + last_launch.cluster[2], 281);
      assert_true(last_launch.is_cooperative);
    }
    tern_command_buffer_release(commands);
  }
  assert_int_equal(fake_cuda_calls("cuGraphLaunch"), 1);
  check_tiled_map();
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

// Code with more parameters than its description says reads zeros.
static void gives_zeros_for_unknown_parameters(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  fake_cuda_define("append", note_launch);
  static const char text[] =
      ".version 7.0\n.entry append(.param .u64 log, .param .u32 number, .param .u64 more, .param .align 8 .b8 "
      "most[200])\n";
  tern_executable_t *executable = NULL;
  ASSERT_OK(load(device, text, strlen(text), &entries[APPEND], 1, &executable));
  tern_buffer_t *log = make_buffer(device, NULL, 64);
  const tern_buffer_range_t range = tern_buffer_whole(log);
  const uint32_t number = 7;
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, &number, 1, &range, 1));
  memset(last_parameters, 1, sizeof(last_parameters));
  run(device, commands);
  assert_int_equal(last_launch.parameter_size, 224);
  assert_int_equal(last_parameters[8], 7);
  for (size_t i = 16; i < 224; ++i) assert_int_equal(last_parameters[i], 0);
  tern_buffer_release(log);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

static void refuses_what_older_devices_lack(void **state) {
  (void)state;
  const fake_cuda_device_t ampere = {80, 1u << 28, false};
  begin_test(&ampere, 1);
  tern_device_t *device = create_device("cuda", 0);
  const image_module_t module = {TERN_CUDA_MODULE_PTX, 50, 0, plain_ptx};
  static const char *const names[] = {"step"};
  static const struct {
    uint32_t row[7];
    const char *expected;
  } rows[] = {{{0, 2, 1, 1, 0, 0, 0}, "kernel 'step' has clusters, which the device or its driver lacks"},
              {{0, 2, 0, 1, 0, 0, 0}, "kernel 'step' has a cluster without blocks"},
              {{0, 0, 0, 0, 8, 0, 0}, "kernel 'step' has unknown flags"}};
  for (size_t i = 0; i < 3; ++i) {
    size_t size;
    tern_executable_t *executable = NULL;
    uint32_t *image = make_image(&module, 1, names, &rows[i].row, 1, NULL, 0, &size);
    ASSERT_FAILS(load(device, image, size, &entries[STEP], 1, &executable), TERN_UNSUPPORTED, rows[i].expected);
    free(image);
  }
  tern_device_release(device);
  end_test();
}

static void limits_grids(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_kernel_info_t kernels[] = {{"append", {1, 1, 1}, GRID(wide_grid), 0, TERN_KERNEL_FLAG_CYCLIC},
                                  {"append", {1, 1, 1}, GRID(zero_grid), 0, 0},
                                  {"append", {1, 1, 1}, GRID(wide_grid), 0, TERN_KERNEL_FLAG_CYCLIC}};
  tern_entry_point_t entry = entries[APPEND];
  entry.kernels = kernels;
  entry.kernel_count = 3;
  tern_executable_t *executable = NULL;
  ASSERT_OK(load(device, plain_ptx, strlen(plain_ptx), &entry, 1, &executable));
  int32_t zeros[8] = {0};
  tern_buffer_t *log = make_buffer(device, zeros, sizeof(zeros));
  const tern_buffer_range_t range = tern_buffer_whole(log);
  const uint32_t word = 200000;
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, &word, 1, &range, 1));
  run(device, commands);
  // The kernel without workgroups did not run.
  assert_int_equal(read_word(log, 0), 2);
  kernels[0].flags = 0;
  commands = begin(device);
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, executable, 0, NULL, &word, 1, &range, 1), TERN_UNSUPPORTED,
               "cannot dispatch 200000 workgroups along dimension 0, only 100000");
  tern_command_buffer_release(commands);
  tern_buffer_release(log);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(describes_devices),
      cmocka_unit_test(names_devices),
      cmocka_unit_test(says_what_is_missing),
      cmocka_unit_test(adds),
      cmocka_unit_test(chooses_the_nearest_architecture),
      cmocka_unit_test(refuses_code),
      cmocka_unit_test(refuses_kernels),
      cmocka_unit_test(survives_damaged_images),
      cmocka_unit_test(launches_with_attributes),
      cmocka_unit_test(gives_zeros_for_unknown_parameters),
      cmocka_unit_test(refuses_what_older_devices_lack),
      cmocka_unit_test(limits_grids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

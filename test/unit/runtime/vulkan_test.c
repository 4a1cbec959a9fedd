// Devices, executables and command buffers on the Vulkan driver, time stamps and the pipeline cache.

#include <dirent.h>
#include <sys/stat.h>

#include "vulkan_fixture.h"

//---- Devices ----

static void describes_devices(void **state) {
  (void)state;
  size_t count = 0;
  ASSERT_OK(tern_driver_device_count("vulkan", &count));
  assert_true(count > 0);
  tern_device_description_t *description = NULL;
  ASSERT_OK(tern_driver_describe_device("vulkan", 0, &description));
  assert_string_equal(description->uri, "vulkan://0");
  assert_string_equal(description->driver, "vulkan");
  assert_non_null(strstr(description->api_version, "Vulkan 1."));
  bool has_invocations = false, has_matrices = false;
  for (size_t i = 0; i < description->row_count; ++i) {
    has_invocations |= strcmp(description->rows[i].key, "workgroup invocations") == 0;
    has_matrices |= strcmp(description->rows[i].key, "cooperative matrices") == 0;
  }
  assert_true(has_invocations && has_matrices);
  tern_device_description_destroy(description);
  char *text = NULL;
  ASSERT_OK(tern_device_list(NULL, &text));
  assert_non_null(strstr(text, "cpu://0"));
  assert_non_null(strstr(text, "vulkan://0"));
  assert_non_null(strstr(text, "timeline semaphores"));
  free(text);
  ASSERT_FAILS(tern_driver_describe_device("vulkan", 99, &description), TERN_NOT_FOUND, "there is no Vulkan device 99");
  ASSERT_FAILS(tern_device_list("abacus", &text), TERN_NOT_FOUND, "there is no driver 'abacus'");
}

static void names_devices(void **state) {
  (void)state;
  static const char *const names[] = {"vulkan", "vulkan://0", "vulkan:0"};
  for (size_t i = 0; i < 3; ++i) {
    tern_device_t *device = NULL;
    ASSERT_OK(tern_device_create(names[i], NULL, &device));
    assert_string_equal(tern_device_driver_name(device), "vulkan");
    destroy_device(device);
  }
  tern_device_t *device = NULL;
  ASSERT_FAILS(tern_device_create("vulkan:99", NULL, &device), TERN_NOT_FOUND, "there is no Vulkan device 99");
  ASSERT_FAILS(tern_device_create("vulkan:x", NULL, &device), TERN_INVALID_ARGUMENT, "expected the number of a device");
  tern_device_options_t options = {.flags = 1u << 31};
  ASSERT_FAILS(tern_device_create("vulkan", &options, &device), TERN_INVALID_ARGUMENT, "unknown device flags");
}

static void says_what_is_missing_without_a_driver(void **state) {
  (void)state;
  const char *value = getenv("VK_DRIVER_FILES");
  assert_non_null(value);  // the fixture's
  char *saved = strdup(value);
  tern_device_t *device = NULL;
  setenv("VK_DRIVER_FILES", "/nowhere.json", 1);
  ASSERT_FAILS(tern_device_create("vulkan", NULL, &device), TERN_NOT_FOUND,
               "the Vulkan loader finds no driver where VK_DRIVER_FILES has it look ('/nowhere.json')");
  // A script that passes on a variable which is not set makes it empty.
  setenv("VK_DRIVER_FILES", "", 1);
  ASSERT_FAILS(tern_device_create("vulkan", NULL, &device), TERN_NOT_FOUND,
               "where VK_DRIVER_FILES has it look (''): unset the variable");
  setenv("VK_DRIVER_FILES", saved, 1);
  free(saved);
}

static void describes_its_target(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  char *text = NULL;
  ASSERT_OK(tern_device_target_env(device, &text));
  assert_int_equal(strncmp(text, "#spirv.target_env<#spirv.vce<v1.", 32), 0);
  assert_non_null(strstr(text, "Shader"));
  assert_non_null(strstr(text, "#spirv.resource_limits<max_compute_shared_memory_size = "));
  free(text);
  destroy_device(device);
  ASSERT_OK(tern_device_create("cpu", NULL, &device));
  ASSERT_FAILS(tern_device_target_env(device, &text), TERN_UNSUPPORTED, "take no SPIR-V");
  ASSERT_FAILS(tern_device_validation_message(device, &text), TERN_UNSUPPORTED, "have no validation layers");
  tern_device_release(device);
}

static void reports_what_the_validation_layers_say(void **state) {
  (void)state;
  if (!getenv("TERN_VULKAN_VALIDATION")) skip();
  tern_device_t *device = create_device(0);
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  // A buffer without any usage is not allowed.
  VkBuffer handle = VK_NULL_HANDLE;
  tern_status_t status = tern_vulkan_raw_buffer_create_handle(context, 64, 0, NULL, &handle);
  if (tern_status_is_ok(status)) context->api.DestroyBuffer(context->device, handle, NULL);
  int64_t count = 0;
  char *message = NULL;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_VALIDATION_MESSAGE_COUNT, &count));
  assert_int_equal(count, 1);
  ASSERT_OK(tern_device_validation_message(device, &message));
  assert_non_null(strstr(message, "VUID-VkBufferCreateInfo-usage"));
  free(message);
  // The next call that looks says so, once.
  tern_semaphore_list_t none = {0};
  ASSERT_FAILS(tern_device_submit(device, none, NULL, 0, none), TERN_INTERNAL, "the Vulkan validation layers say: ");
  ASSERT_OK(tern_device_submit(device, none, NULL, 0, none));
  tern_device_release(device);
}

//---- Dispatches ----

static void adds(void **state) {
  (void)state;
  static const uint32_t counts[] = {1, 63, 64, 1000, 100003};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
    add_fixture_t fixture = set_up_add(counts[i]);
    run(fixture.device, record_add(&fixture));
    check_sums(&fixture);
    tear_down_add(&fixture);
  }
}

static void adds_nothing(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(0);
  run(fixture.device, record_add(&fixture));
  // A grid that is given wins, and the kernel finds nothing to do.
  const uint32_t grid[3] = {2, 1, 1};
  tern_command_buffer_t *commands = begin(fixture.device);
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, 0, grid, &fixture.count, 1, fixture.ranges, 3));
  run(fixture.device, commands);
  tear_down_add(&fixture);
}

static void runs_a_command_buffer_again(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(500);
  tern_command_buffer_t *commands = record_add(&fixture);
  ASSERT_OK(tern_command_buffer_end(commands));
  for (int i = 0; i < 20; ++i) {
    uint32_t poison = 0xFFFFFFFFu;
    ASSERT_OK(tern_buffer_write(fixture.buffers[2], 4 * (size_t)i, &poison, 4));
    ASSERT_OK(tern_device_execute(fixture.device, commands));
    check_sums(&fixture);
  }
  tern_command_buffer_release(commands);
  tear_down_add(&fixture);
}

// Bindings in two sets cannot all be pushed: descriptor sets are allocated, from several pools in the end.
static void multiplies_with_descriptor_sets(void **state) {
  (void)state;
  enum { M = 13, N = 9, K = 21, TIMES = 150 };
  tern_device_t *device = create_device(0);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(device, matmul_words, &matmul_entry, 1, &executable));
  float a[M * K], b[K * N], c[M * N];
  for (int i = 0; i < M * K; ++i) a[i] = (float)(i % 7 - 3);
  for (int i = 0; i < K * N; ++i) b[i] = (float)(i % 5 - 2);
  tern_buffer_t *buffers[] = {make_buffer(device, a, sizeof(a)), make_buffer(device, b, sizeof(b)),
                              make_buffer(device, NULL, sizeof(c))};
  tern_buffer_range_t ranges[3];
  for (size_t i = 0; i < 3; ++i) ranges[i] = tern_buffer_whole(buffers[i]);
  const uint32_t sizes[] = {M, N, K};
  tern_command_buffer_t *commands = begin(device);
  for (int i = 0; i < TIMES; ++i) {
    ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_DISPATCH));
    ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, sizes, 3, ranges, 3));
  }
  run(device, commands);
  ASSERT_OK(tern_buffer_read(buffers[2], 0, c, sizeof(c)));
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += a[i * K + k] * b[k * N + j];
      assert_float_equal(c[i * N + j], sum, 0);
    }
  }
  for (size_t i = 0; i < 3; ++i) tern_buffer_release(buffers[i]);
  tern_executable_release(executable);
  destroy_device(device);
}

static void runs_kernels_in_order(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(device, step_words, step_entries, 2, &executable));
  uint32_t values[128];
  for (uint32_t i = 0; i < 128; ++i) values[i] = i;
  tern_buffer_t *buffer = make_buffer(device, values, sizeof(values));
  tern_buffer_range_t range = tern_buffer_whole(buffer);
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, &range, 1));
  // The entry point without kernels takes the caller's grid: only the first half.
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 1, NULL, NULL, 0, &range, 1));
  run(device, commands);
  ASSERT_OK(tern_buffer_read(buffer, 0, values, sizeof(values)));
  for (uint32_t i = 0; i < 128; ++i) assert_int_equal(values[i], i < 64 ? 8 * i + 7 : 4 * i + 3);
  tern_buffer_release(buffer);
  tern_executable_release(executable);
  destroy_device(device);
}

static void bounds_grids(void **state) {
  (void)state;
  static const tern_entry_point_t entries[] = {{.name = "add",
                                                .push_constant_count = 1,
                                                .binding_count = 3,
                                                .bindings = add_bindings,
                                                .kernel_count = 1,
                                                .kernels = cyclic_kernels},
                                               {.name = "add",
                                                .push_constant_count = 1,
                                                .binding_count = 3,
                                                .bindings = add_bindings,
                                                .kernel_count = 1,
                                                .kernels = wide_kernels}};
  add_fixture_t fixture = set_up_add(70000);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(fixture.device, add_words, entries, 2, &executable));
  const tern_vulkan_profile_t *profile = ((tern_vulkan_device_t *)fixture.device)->context->profile;
  const bool is_beyond = profile->properties.properties.limits.maxComputeWorkGroupCount[0] < 70000;
  tern_command_buffer_t *commands = begin(fixture.device);
  if (is_beyond) {
    ASSERT_FAILS(tern_command_buffer_dispatch(commands, executable, 1, NULL, &fixture.count, 1, fixture.ranges, 3),
                 TERN_UNSUPPORTED, "the device cannot dispatch 70000 workgroups along dimension 0");
  }
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, &fixture.count, 1, fixture.ranges, 3));
  run(fixture.device, commands);
  check_sums(&fixture);
  tern_executable_release(executable);
  tear_down_add(&fixture);
}

static void refuses_dispatches(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(100);
  tern_command_buffer_t *commands = begin(fixture.device);
  tern_buffer_range_t ranges[3] = {fixture.ranges[0], fixture.ranges[1], fixture.ranges[2]};
  ranges[1].size = 396;
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &fixture.count, 1, ranges, 3),
               TERN_OUT_OF_RANGE, "binding 1 ('b'): expected 400 bytes for 100xf32 but got 396");
  const uint32_t few = 10;
  ranges[1] = (tern_buffer_range_t){fixture.buffers[1], 4, 40};
  const tern_vulkan_profile_t *profile = ((tern_vulkan_device_t *)fixture.device)->context->profile;
  if (profile->properties.properties.limits.minStorageBufferOffsetAlignment > 4) {
    ASSERT_FAILS(tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &few, 1, ranges, 3),
                 TERN_INVALID_ARGUMENT, "the device wants offsets to be multiples of");
  }
  // Of two devices.
  add_fixture_t other = set_up_add(100);
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, other.executable, 0, NULL, &few, 1, fixture.ranges, 3),
               TERN_INVALID_ARGUMENT, "the executable belongs to another device");
  ranges[1] = other.ranges[1];
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &few, 1, ranges, 3),
               TERN_INVALID_ARGUMENT, "the buffer belongs to another device");
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS(tern_device_execute(other.device, commands), TERN_INVALID_ARGUMENT, "belongs to another device");
  tern_command_buffer_release(commands);
  tear_down_add(&other);
  tear_down_add(&fixture);
}

static void refuses_executables(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_executable_t *executable = NULL;
  uint32_t words[sizeof(add_words) / sizeof(add_words[0])];
  ASSERT_FAILS(load(device, add_words, 6, &add_entry, 1, &executable), TERN_INVALID_ARGUMENT, "are no SPIR-V module");
  ASSERT_FAILS(load(device, add_words + 1, 64, &add_entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "expected the magic number of SPIR-V");
  ASSERT_FAILS(load(device, add_words, sizeof(add_words) - 4, &add_entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "ends within a function");
  ASSERT_FAILS(load(device, add_words, sizeof(add_words) - 8, &add_entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "ends within a function");
  memcpy(words, add_words, sizeof(words));
  words[5] &= 0xFFFF;
  ASSERT_FAILS(load(device, words, sizeof(words), &add_entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "is cut short or damaged at word 5");
  memcpy(words, add_words, sizeof(words));
  words[1] = 0x00010900;
  ASSERT_FAILS(load(device, words, sizeof(words), &add_entry, 1, &executable), TERN_UNSUPPORTED, "but got 1.9");
  memcpy(words, add_words, sizeof(words));
  words[6] = 6;  // Kernel
  ASSERT_FAILS(load(device, words, sizeof(words), &add_entry, 1, &executable), TERN_UNSUPPORTED,
               "the code needs capability 6, which the device does not have");
  ASSERT_FAILS(LOAD(device, add_words, &matmul_entry, 1, &executable), TERN_NOT_FOUND,
               "has no compute entry point 'matmul'");
  static const tern_kernel_info_t other_size[] = {{"add", {32, 1, 1}, 0, NULL, 0, 0}};
  static const tern_kernel_info_t odd_subgroup[] = {{"add", {64, 1, 1}, 0, NULL, 7, 0}};
  tern_entry_point_t entry = add_entry;
  entry.kernels = other_size;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "is described with workgroups of 32 x 1 x 1, the code has 64 x 1 x 1");
  entry.kernels = odd_subgroup;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_UNSUPPORTED, "wants subgroups of 7 invocations");
  entry = add_entry;
  entry.push_constant_count = 1 << 20;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_UNSUPPORTED, "push constants, the device takes");
  tern_binding_info_t bindings[] = {add_bindings[0], add_bindings[1], add_bindings[1]};
  entry = add_entry;
  entry.bindings = bindings;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_INVALID_ARGUMENT, "are both (0, 1)");
  bindings[2].set = 1000;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_UNSUPPORTED, "is in set 1000");
  tern_executable_params_t params = {.format = "entry-points"};
  ASSERT_FAILS(tern_executable_create(device, &params, &executable), TERN_UNSUPPORTED, "as 'spirv', not as");
  destroy_device(device);
}

static void takes_a_subgroup_size(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(1000);
  const tern_vulkan_profile_t *profile = ((tern_vulkan_device_t *)fixture.device)->context->profile;
  const tern_kernel_info_t kernels[] = {{"add", {64, 1, 1}, GRID(add_grid), profile->v11.subgroupSize, 0}};
  tern_entry_point_t entry = add_entry;
  entry.kernels = kernels;
  tern_executable_release(fixture.executable);
  ASSERT_OK(LOAD(fixture.device, add_words, &entry, 1, &fixture.executable));
  run(fixture.device, record_add(&fixture));
  check_sums(&fixture);
  tear_down_add(&fixture);
}

//---- Time ----

static void measures_time(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(100000);
  tern_command_buffer_t *commands = begin(fixture.device);
  uint64_t elapsed = 0;
  tern_status_t status = tern_command_buffer_timestamp(commands, 0);
  if (status.code == TERN_UNSUPPORTED) skip();
  ASSERT_OK(status);
  ASSERT_FAILS(tern_command_buffer_timestamp(commands, 0), TERN_INVALID_ARGUMENT, "time stamp 0 is recorded already");
  ASSERT_FAILS(tern_command_buffer_timestamp(commands, TERN_TIMESTAMP_COUNT_MAX), TERN_OUT_OF_RANGE,
               "time stamp 64 does not exist");
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &fixture.count, 1, fixture.ranges, 3));
  ASSERT_OK(tern_command_buffer_timestamp(commands, 63));
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS(tern_command_buffer_elapsed(commands, 0, 63, &elapsed), TERN_FAILED_PRECONDITION,
               "time stamp 0 was not written");
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(tern_device_execute(fixture.device, commands));
    ASSERT_OK(tern_command_buffer_elapsed(commands, 0, 63, &elapsed));
    assert_in_range(elapsed, 1, UINT64_C(10000000000));
  }
  ASSERT_FAILS(tern_command_buffer_elapsed(commands, 0, 5, &elapsed), TERN_FAILED_PRECONDITION,
               "time stamp 5 was not written");
  tern_command_buffer_release(commands);
  tear_down_add(&fixture);
}

static void measures_time_on_the_cpu(void **state) {
  (void)state;
  tern_device_t *device = NULL;
  ASSERT_OK(tern_device_create("cpu", NULL, &device));
  tern_command_buffer_t *commands = begin(device);
  uint64_t elapsed = 0;
  ASSERT_OK(tern_command_buffer_timestamp(commands, 0));
  ASSERT_OK(tern_command_buffer_timestamp(commands, 1));
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS(tern_command_buffer_elapsed(commands, 0, 1, &elapsed), TERN_FAILED_PRECONDITION, "was not written");
  ASSERT_OK(tern_device_execute(device, commands));
  ASSERT_OK(tern_command_buffer_elapsed(commands, 0, 1, &elapsed));
  tern_command_buffer_release(commands);
  tern_device_release(device);
}

//---- The file of the pipeline cache ----

// The path of the only file in `folder`, or an empty text.
static void find_file(const char *folder, char *out_path, size_t capacity) {
  *out_path = 0;
  DIR *directory = opendir(folder);
  if (!directory) return;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (entry->d_name[0] != '.') snprintf(out_path, capacity, "%s/%s", folder, entry->d_name);
  }
  closedir(directory);
}

static void add_once(void) {
  add_fixture_t fixture = set_up_add(100);
  run(fixture.device, record_add(&fixture));
  check_sums(&fixture);
  tear_down_add(&fixture);
}

static void keeps_pipelines(void **state) {
  (void)state;
  char root[] = "/tmp/tern-cache-XXXXXX", folder[64], path[512];
  char *saved = strdup(getenv("TERN_CACHE_DIR"));
  assert_non_null(mkdtemp(root));
  snprintf(folder, sizeof(folder), "%s/of/vulkan", root);
  setenv("TERN_CACHE_DIR", folder, 1);
  add_once();
  find_file(folder, path, sizeof(path));
  if (*path) {
    struct stat first, second;
    assert_int_equal(stat(path, &first), 0);
    // Used again; what is the same is not written.
    add_once();
    assert_int_equal(stat(path, &second), 0);
    assert_int_equal(first.st_ino, second.st_ino);
    // Damaged in the middle, cut short, empty: ignored, and written anew.
    for (int damage = 0; damage < 3; ++damage) {
      FILE *file = fopen(path, damage == 2 ? "wb" : "r+b");
      if (damage == 0) {
        fseek(file, 60, SEEK_SET);
        fputc(0x5A, file);
      }
      if (damage == 1) assert_int_equal(ftruncate(fileno(file), 40), 0);
      fclose(file);
      add_once();
      assert_int_equal(stat(path, &second), 0);
      assert_int_equal(second.st_size, first.st_size);
    }
    unlink(path);
  }
  // A folder that cannot be made is no failure.
  setenv("TERN_CACHE_DIR", "/proc/nothing/here", 1);
  add_once();
  rmdir(folder);
  snprintf(folder, sizeof(folder), "%s/of", root);
  rmdir(folder);
  rmdir(root);
  setenv("TERN_CACHE_DIR", saved, 1);
  free(saved);
}

//---- Through tern/run.h ----

static void runs_an_entry_point(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(0);
  float a[] = {1, 2, 3}, b[] = {10, 20, 30};
  const int64_t dims[] = {3};
  tern_tensor_t inputs[2] = {0}, *outputs = NULL;
  size_t output_count = 0;
  for (size_t i = 0; i < 2; ++i) {
    ASSERT_OK(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 1, dims, &inputs[i]));
    memcpy(inputs[i].data, i ? b : a, sizeof(a));
  }
  tern_run_params_t params = {.inputs = inputs, .input_count = 2};
  ASSERT_OK(tern_run_entry_point(fixture.device, fixture.executable, 0, &params, &outputs, &output_count));
  assert_int_equal(output_count, 1);
  const float expected[] = {11, 22, 33};
  assert_memory_equal(outputs[0].data, expected, sizeof(expected));
  tern_run_free_outputs(outputs, output_count);
  for (size_t i = 0; i < 2; ++i) tern_tensor_deinitialize(&inputs[i]);
  tear_down_add(&fixture);
}

int main(void) {
  if (!begin_tests()) return 0;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(describes_devices),
      cmocka_unit_test(names_devices),
      cmocka_unit_test(says_what_is_missing_without_a_driver),
      cmocka_unit_test(describes_its_target),
      cmocka_unit_test(reports_what_the_validation_layers_say),
      cmocka_unit_test(adds),
      cmocka_unit_test(adds_nothing),
      cmocka_unit_test(runs_a_command_buffer_again),
      cmocka_unit_test(multiplies_with_descriptor_sets),
      cmocka_unit_test(runs_kernels_in_order),
      cmocka_unit_test(bounds_grids),
      cmocka_unit_test(refuses_dispatches),
      cmocka_unit_test(refuses_executables),
      cmocka_unit_test(takes_a_subgroup_size),
      cmocka_unit_test(measures_time),
      cmocka_unit_test(measures_time_on_the_cpu),
      cmocka_unit_test(keeps_pipelines),
      cmocka_unit_test(runs_an_entry_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

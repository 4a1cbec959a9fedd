// Transfers and buffers on the Vulkan driver.

#include "vulkan_fixture.h"

//---- Transfers ----

static void copies_fills_and_updates(void **state) {
  (void)state;
  enum { SIZE = 300000 };
  tern_device_t *device = create_device(0);
  unsigned char *expected = malloc(SIZE), *actual = malloc(SIZE);
  for (size_t i = 0; i < SIZE; ++i) expected[i] = (unsigned char)(i * 31 + i / 256);
  tern_buffer_t *source = make_buffer(device, expected, SIZE), *target = make_buffer(device, NULL, SIZE);
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_copy(commands, tern_buffer_whole(source), tern_buffer_whole(target)));
  static const struct {
    size_t offset, size, pattern_size;
  } fills[] = {{0, 16, 4},        {17, 3, 1},          {22, 6, 2},    {40, 64, 8},   {104, 1, 1},
               {1001, 150001, 1}, {160000, 140000, 8}, {200, 400, 1}, {602, 398, 2}, {0, 0, 4}};
  const unsigned char pattern[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (size_t i = 0; i < sizeof(fills) / sizeof(fills[0]); ++i) {
    ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_TRANSFER));
    tern_buffer_range_t range = {target, fills[i].offset, fills[i].size};
    ASSERT_OK(tern_command_buffer_fill(commands, range, pattern, fills[i].pattern_size));
    for (size_t j = 0; j < fills[i].size; ++j) expected[fills[i].offset + j] = pattern[j % fills[i].pattern_size];
  }
  static const char text[] = "updates of odd places and sizes";
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_TRANSFER));
  ASSERT_OK(tern_command_buffer_update(commands, text, (tern_buffer_range_t){target, 153001, 29}));
  ASSERT_OK(tern_command_buffer_update(commands, pattern, (tern_buffer_range_t){target, 154000, 8}));
  ASSERT_OK(tern_command_buffer_update(commands, NULL, (tern_buffer_range_t){target, 154000, 0}));
  memcpy(expected + 153001, text, 29);
  memcpy(expected + 154000, pattern, 8);
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_TRANSFER));
  ASSERT_OK(tern_command_buffer_copy(commands, (tern_buffer_range_t){target, 153001, 777},
                                     (tern_buffer_range_t){target, 157003, 777}));
  memcpy(expected + 157003, expected + 153001, 777);
  run(device, commands);
  ASSERT_OK(tern_buffer_read(target, 0, actual, SIZE));
  for (size_t i = 0; i < SIZE; ++i) {
    if (actual[i] != expected[i]) fail_msg("byte %zu is %u, not %u", i, actual[i], expected[i]);
  }
  free(expected);
  free(actual);
  tern_buffer_release(source);
  tern_buffer_release(target);
  destroy_device(device);
}

static void orders_transfers_and_dispatches(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(device, step_words, step_entries, 2, &executable));
  tern_buffer_t *buffers[2] = {make_buffer(device, NULL, 512), make_buffer(device, NULL, 512)};
  tern_buffer_range_t range = tern_buffer_whole(buffers[0]);
  const uint32_t value = 5;
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
  ASSERT_OK(tern_command_buffer_fill(commands, range, &value, 4));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_DISPATCH));
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, &range, 1));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_TRANSFER));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_HOST));
  ASSERT_OK(tern_command_buffer_copy(commands, range, tern_buffer_whole(buffers[1])));
  run(device, commands);
  uint32_t values[128];
  ASSERT_OK(tern_buffer_read(buffers[1], 0, values, sizeof(values)));
  for (size_t i = 0; i < 128; ++i) assert_int_equal(values[i], 23);
  tern_buffer_release(buffers[0]);
  tern_buffer_release(buffers[1]);
  tern_executable_release(executable);
  destroy_device(device);
}

//---- Buffers ----

static void allocates_from_blocks(void **state) {
  (void)state;
  enum { COUNT = 600 };
  tern_device_t *device = create_device(TERN_DEVICE_FLAG_POISON_BUFFERS);
  tern_buffer_t *buffers[COUNT];
  int64_t count = 0;
  for (uint32_t round = 0; round < 3; ++round) {
    for (uint32_t i = 0; i < COUNT; ++i) {
      buffers[i] = make_buffer(device, NULL, 1 + i * 37 % 5000);
      unsigned char first = 0, mark = (unsigned char)i;
      ASSERT_OK(tern_buffer_read(buffers[i], i * 37 % 5000, &first, 1));
      assert_int_equal(first, 0xFF);
      ASSERT_OK(tern_buffer_write(buffers[i], i * 37 % 5000, &mark, 1));
    }
    ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT, &count));
    assert_true(count < 8);
    for (uint32_t i = 0; i < COUNT; ++i) {
      unsigned char mark = 0;
      ASSERT_OK(tern_buffer_read(buffers[i], i * 37 % 5000, &mark, 1));
      assert_int_equal(mark, (unsigned char)i);
    }
    // In an order that leaves holes.
    for (uint32_t i = 0; i < COUNT; ++i) tern_buffer_release(buffers[i * 7 % COUNT]);
  }
  int64_t after = 0;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT, &after));
  assert_true(after <= count);
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_BUFFER_ALIGNMENT, &after));
  assert_int_equal(after, 256);
  destroy_device(device);
}

static void refuses_buffers(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_buffer_t *buffer = NULL;
  ASSERT_FAILS(tern_buffer_allocate(device, 0, (size_t)1 << 50, &buffer), TERN_OUT_OF_MEMORY,
               "is larger than the device's memory");
  ASSERT_FAILS(tern_buffer_allocate(device, 0, SIZE_MAX - 8, &buffer), TERN_OUT_OF_RANGE, "is too large");
  ASSERT_OK(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DISPATCH, 64, &buffer));
  void *data = NULL;
  ASSERT_FAILS(tern_buffer_map(buffer, TERN_MAP_ACCESS_READ, 0, 64, &data), TERN_FAILED_PRECONDITION, "mapping");
  tern_buffer_release(buffer);
  destroy_device(device);
}

static void count_release(void *user_data, void *data) {
  (void)data;
  ++*(int *)user_data;
}

static void wraps_host_memory(void **state) {
  (void)state;
  enum { COUNT = 3000 };
  add_fixture_t fixture = set_up_add(COUNT);
  int release_count = 0;
  float *memory = aligned_alloc(4096, 16384);
  for (int i = 0; i < COUNT; ++i) memory[i] = (float)i;
  tern_buffer_t *buffer = NULL;
  tern_status_t status =
      tern_buffer_wrap(fixture.device, 0, memory, COUNT * sizeof(float), count_release, &release_count, &buffer);
  if (status.code == TERN_UNSUPPORTED) {
    assert_null(buffer);
  } else {
    ASSERT_OK(status);
    tern_buffer_release(fixture.buffers[0]);
    fixture.buffers[0] = buffer;
    fixture.ranges[0] = tern_buffer_whole(buffer);
    run(fixture.device, record_add(&fixture));
    check_sums(&fixture);
    assert_int_equal(release_count, 0);
  }
  ASSERT_FAILS(tern_buffer_wrap(fixture.device, 0, NULL, 0, NULL, NULL, &buffer), TERN_UNSUPPORTED,
               "the device cannot see memory of the host's");
  bool was_wrapped = tern_status_is_ok(status);
  tear_down_add(&fixture);
  assert_int_equal(release_count, was_wrapped);
  free(memory);
}

static void maps(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  // With every usage: the memory may be of the host's or of the device's.
  static const tern_buffer_usage_t usages[] = {
      TERN_BUFFER_USAGE_DEFAULT, TERN_BUFFER_USAGE_MAPPING | TERN_BUFFER_USAGE_TRANSFER, TERN_BUFFER_USAGE_MAPPING};
  for (size_t i = 0; i < 3; ++i) {
    tern_buffer_t *buffer = NULL;
    ASSERT_OK(tern_buffer_allocate(device, usages[i], 1000, &buffer));
    unsigned char *data = NULL, *other = NULL;
    ASSERT_OK(tern_buffer_map(buffer, TERN_MAP_ACCESS_WRITE, 0, 1000, (void **)&data));
    for (size_t j = 0; j < 1000; ++j) data[j] = (unsigned char)j;
    ASSERT_OK(tern_buffer_unmap(buffer, TERN_MAP_ACCESS_WRITE, 0, 1000));
    // Two maps at once, which keep what they do not touch.
    const tern_map_access_t both = TERN_MAP_ACCESS_READ | TERN_MAP_ACCESS_WRITE;
    ASSERT_OK(tern_buffer_map(buffer, both, 100, 50, (void **)&data));
    ASSERT_OK(tern_buffer_map(buffer, both, 500, TERN_WHOLE_BUFFER, (void **)&other));
    assert_int_equal(data[0], 100);
    data[1] = 7;
    other[0] = 8;
    ASSERT_OK(tern_buffer_unmap(buffer, both, 500, TERN_WHOLE_BUFFER));
    ASSERT_OK(tern_buffer_unmap(buffer, both, 100, 50));
    unsigned char bytes[1000];
    ASSERT_OK(tern_buffer_read(buffer, 0, bytes, 1000));
    for (size_t j = 0; j < 1000; ++j) assert_int_equal(bytes[j], j == 101 ? 7 : j == 500 ? 8 : (unsigned char)j);
    tern_buffer_release(buffer);
  }
  destroy_device(device);
}

// The way of memory that the host cannot see, also where all memory is the host's.
static void stages(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  tern_buffer_t *buffer = make_buffer(device, NULL, 100000);
  VkBuffer handle = tern_vulkan_buffer_handle(buffer);
  for (unsigned round = 0; round < 4; ++round) {
    tern_vulkan_raw_buffer_t up, down;
    ASSERT_OK(tern_vulkan_staging_take(context, 70000, &up));
    ASSERT_OK(tern_vulkan_staging_take(context, 100, &down));
    for (size_t i = 0; i < 70000; ++i) up.allocation.mapped[i] = (char)(i + round);
    ASSERT_OK(tern_vulkan_staging_copy(context, up.handle, 0, handle, 30000, 70000));
    ASSERT_OK(tern_vulkan_staging_copy(context, handle, 40001, down.handle, 3, 97));
    for (size_t i = 0; i < 97; ++i) assert_int_equal(down.allocation.mapped[3 + i], (char)(10001 + i + round));
    tern_vulkan_staging_give_back(context, &up);
    tern_vulkan_staging_give_back(context, &down);
  }
  tern_buffer_release(buffer);
  destroy_device(device);
}

int main(void) {
  if (!begin_tests()) return 0;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(copies_fills_and_updates),
      cmocka_unit_test(orders_transfers_and_dispatches),
      cmocka_unit_test(allocates_from_blocks),
      cmocka_unit_test(refuses_buffers),
      cmocka_unit_test(wraps_host_memory),
      cmocka_unit_test(maps),
      cmocka_unit_test(stages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

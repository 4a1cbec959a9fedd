// Buffers of the CUDA driver: what is written to them, what the host sees of them, and the memory that they keep; with the fake
// library in the place of NVIDIA's.

#include "cuda_fixture.h"

//---- Fills, copies, updates ----

static void fills(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  static const unsigned char pattern[8] = {1, 2, 3, 4, 5, 6, 7, 8}, same[8] = {1, 2, 3, 4, 1, 2, 3, 4};
  tern_buffer_t *buffer = make_buffer(device, NULL, 256);
  for (size_t repetition = 0; repetition < 2; ++repetition) {
    for (size_t size = 1; size <= 8; size *= 2) {
      unsigned char bytes[256];
      memset(bytes, 9, sizeof(bytes));
      ASSERT_OK(tern_buffer_write(buffer, 0, bytes, sizeof(bytes)));
      tern_command_buffer_t *commands = begin(device);
      tern_buffer_range_t range = {buffer, 16, 160}, empty = {buffer, 0, 0};
      ASSERT_OK(tern_command_buffer_fill(commands, range, repetition ? same : pattern, size));
      ASSERT_OK(tern_command_buffer_fill(commands, empty, pattern, size));
      run(device, commands);
      ASSERT_OK(tern_buffer_read(buffer, 0, bytes, sizeof(bytes)));
      for (size_t i = 0; i < sizeof(bytes); ++i) {
        bool is_inside = i >= 16 && i < 176;
        assert_int_equal(bytes[i], is_inside ? (repetition ? same : pattern)[i % size] : 9);
      }
    }
  }
  tern_buffer_release(buffer);
  tern_device_release(device);
  end_test();
}

static void copies_and_updates(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  char text[] = "what a command buffer captured", result[64] = "";
  tern_buffer_t *a = make_buffer(device, NULL, 64), *b = make_buffer(device, NULL, 64);
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_update(commands, text, (tern_buffer_range_t){a, 3, sizeof(text)}));
  record_barrier(commands);
  ASSERT_OK(tern_command_buffer_copy(commands, (tern_buffer_range_t){a, 3, sizeof(text)},
                                     (tern_buffer_range_t){b, 1, sizeof(text)}));
  memset(text, 'x', sizeof(text) - 1);
  run(device, commands);
  ASSERT_OK(tern_buffer_read(b, 1, result, sizeof(text)));
  assert_string_equal(result, "what a command buffer captured");
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_device_release(device);
  end_test();
}

//---- Access by the host ----

static void maps(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  // Memory of the device, and pinned memory of the host.
  static const tern_buffer_usage_t usages[] = {TERN_BUFFER_USAGE_DEFAULT,
                                               TERN_BUFFER_USAGE_MAPPING | TERN_BUFFER_USAGE_TRANSFER};
  for (size_t i = 0; i < 2; ++i) {
    tern_buffer_t *buffer = NULL;
    ASSERT_OK(tern_buffer_allocate(device, usages[i], 1000, &buffer));
    char *data = NULL, text[8] = "";
    ASSERT_OK(tern_buffer_map(buffer, TERN_MAP_ACCESS_WRITE, 100, 8, (void **)&data));
    memcpy(data, "written", 8);
    ASSERT_OK(tern_buffer_unmap(buffer, TERN_MAP_ACCESS_WRITE, 100, 8));
    ASSERT_OK(
        tern_buffer_map(buffer, TERN_MAP_ACCESS_READ | TERN_MAP_ACCESS_WRITE, 100, TERN_WHOLE_BUFFER, (void **)&data));
    assert_string_equal(data, "written");
    data[0] = 'W';
    ASSERT_OK(tern_buffer_unmap(buffer, TERN_MAP_ACCESS_READ | TERN_MAP_ACCESS_WRITE, 100, TERN_WHOLE_BUFFER));
    ASSERT_OK(tern_buffer_read(buffer, 100, text, 8));
    assert_string_equal(text, "Written");
    if (i == 0) {
      ASSERT_FAILS(tern_buffer_unmap(buffer, TERN_MAP_ACCESS_READ, 100, 8), TERN_FAILED_PRECONDITION,
                   "8 bytes at offset 100 are not mapped this way");
      // A map that nobody ends.
      ASSERT_OK(tern_buffer_map(buffer, TERN_MAP_ACCESS_WRITE, 0, 8, (void **)&data));
    }
    ASSERT_FAILS(tern_buffer_read(buffer, 999, text, 8), TERN_OUT_OF_RANGE, "8 bytes at offset 999 lie outside");
    tern_buffer_release(buffer);
  }
  tern_device_release(device);
  end_test();
}

// More than the ring of slots holds.
static void copies_large_data(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  size_t size = (19 << 20) + 12345;
  unsigned char *data = malloc(size), *result = malloc(size);
  for (size_t i = 0; i < size; ++i) data[i] = (unsigned char)(i * 7 + (i >> 13));
  tern_buffer_t *buffer = make_buffer(device, NULL, size + 10);
  for (size_t i = 0; i < 2; ++i) {
    memset(result, 0, size);
    ASSERT_OK(tern_buffer_write(buffer, 10, data, size));
    ASSERT_OK(tern_buffer_read(buffer, 10, result, size));
    assert_memory_equal(data, result, size);
    data[0] ^= 1;
  }
  free(data);
  free(result);
  tern_buffer_release(buffer);
  tern_device_release(device);
  end_test();
}

static int release_count;
static void count_release(void *user_data, void *data) {
  (void)data;
  ++*(int *)user_data;
}

static void wraps_memory_of_the_caller(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  static int32_t words[1024 + 4], one = 41;
  tern_buffer_t *wrapped = NULL, *again = NULL, *a = make_buffer(device, &one, sizeof(one));
  release_count = 0;
  ASSERT_OK(tern_buffer_wrap(device, 0, words, 4096, count_release, &release_count, &wrapped));
  ASSERT_FAILS(tern_buffer_wrap(device, 0, words, 16, count_release, &release_count, &again), TERN_UNSUPPORTED,
               "copy it to a buffer");
  ASSERT_FAILS(tern_buffer_wrap(device, 0, NULL, 0, NULL, NULL, &again), TERN_UNSUPPORTED, "copy it to a buffer");
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_buffer_wrap(device, 0, (char *)(words + 1024) + 2, 8, NULL, NULL, &again));
  ASSERT_FAILS(tern_command_buffer_fill(commands, (tern_buffer_range_t){again, 4, 4}, words, 4), TERN_INVALID_ARGUMENT,
               "expected an address aligned to the pattern's 4 bytes");
  tern_buffer_release(again);
  record_step(commands, executable, a, wrapped);
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_OK(tern_device_execute(device, commands));
  assert_int_equal(words[0], 42);
  assert_int_equal(release_count, 0);
  tern_command_buffer_release(commands);
  tern_buffer_release(wrapped);
  assert_int_equal(release_count, 1);
  tern_buffer_release(a);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

//---- Memory ----

static int64_t count_blocks(tern_device_t *device) {
  int64_t count = 0;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT, &count));
  return count;
}

static void keeps_memory(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  enum { COUNT = 100 };
  tern_buffer_t *buffers[COUNT];
  for (size_t round = 0; round < 3; ++round) {
    for (size_t i = 0; i < COUNT; ++i) buffers[i] = make_buffer(device, NULL, 1 + i * 1000);
    // Every second one, then the others: what meets is joined.
    for (size_t i = 0; i < COUNT; i += 2) tern_buffer_release(buffers[i]);
    for (size_t i = 1; i < COUNT; i += 2) tern_buffer_release(buffers[i]);
    assert_int_equal(count_blocks(device), 1);
    assert_int_equal(fake_cuda_calls("cuMemAlloc_v2"), 1);
  }
  // A large buffer has a block of its own, which is kept, too, and is not cut up for small ones.
  for (size_t i = 0; i < 3; ++i) {
    buffers[0] = make_buffer(device, NULL, 100 << 20);
    buffers[1] = make_buffer(device, NULL, 1000);
    tern_buffer_release(buffers[0]);
    tern_buffer_release(buffers[1]);
    assert_int_equal(fake_cuda_calls("cuMemAlloc_v2"), 2);
  }
  tern_device_release(device);
  end_test();
}

static void gives_memory_back_when_there_is_no_more(void **state) {
  (void)state;
  const fake_cuda_device_t small = {90, 300 << 20, false};
  begin_test(&small, 1);
  tern_device_t *device = create_device("cuda", 0);
  tern_buffer_t *buffer = make_buffer(device, NULL, 120 << 20), *other = make_buffer(device, NULL, 120 << 20);
  tern_buffer_release(buffer);
  // The kept block is too small for this one, and goes.
  buffer = make_buffer(device, NULL, 150 << 20);
  // What is left is less than a block, but enough.
  tern_buffer_t *last = make_buffer(device, NULL, 1 << 20), *none = NULL;
  ASSERT_FAILS(tern_buffer_allocate(device, 0, 200 << 20, &none), TERN_OUT_OF_MEMORY,
               "209715200 bytes: allocating memory: out of memory (CUDA_ERROR_OUT_OF_MEMORY, 2); free buffers");
  ASSERT_FAILS(tern_buffer_allocate(device, 0, SIZE_MAX / 2, &none), TERN_OUT_OF_RANGE, "is too large");
  tern_buffer_release(last);
  tern_buffer_release(buffer);
  tern_buffer_release(other);
  // At most half of the device's memory is kept.
  assert_true(count_blocks(device) <= 2);
  tern_device_release(device);
  end_test();
}

static void objects_outlive_their_device(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  tern_buffer_t *buffer = make_buffer(device, "some text", 10);
  tern_command_buffer_t *commands = begin(device);
  tern_buffer_t *other = make_buffer(device, NULL, 10);
  record_step(commands, executable, buffer, other);
  tern_buffer_release(other);
  tern_semaphore_t *semaphore = NULL;
  ASSERT_OK(tern_semaphore_create(device, 0, &semaphore));
  tern_device_release(device);
  char text[10];
  ASSERT_OK(tern_buffer_read(buffer, 0, text, sizeof(text)));
  assert_string_equal(text, "some text");
  tern_command_buffer_release(commands);
  tern_semaphore_release(semaphore);
  tern_executable_release(executable);
  tern_buffer_release(buffer);
  end_test();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fills),
      cmocka_unit_test(copies_and_updates),
      cmocka_unit_test(maps),
      cmocka_unit_test(copies_large_data),
      cmocka_unit_test(wraps_memory_of_the_caller),
      cmocka_unit_test(keeps_memory),
      cmocka_unit_test(gives_memory_back_when_there_is_no_more),
      cmocka_unit_test(objects_outlive_their_device),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

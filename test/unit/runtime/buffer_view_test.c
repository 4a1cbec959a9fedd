// Buffer views and fences as the public API has them.

#include "tern/buffer_view.h"
#include "status_asserts.h"

static int set_up(void **state) {
  static tern_device_t *device;
  ASSERT_OK(tern_device_create("cpu", &(tern_device_options_t){.thread_count = 1}, &device));
  *state = device;
  return 0;
}

static int tear_down(void **state) {
  tern_device_release(*state);
  return 0;
}

static const int64_t dims[] = {2, 3};
static const float numbers[] = {1, 2, 3, 4, 5, 6};

static void test_allocated_views(void **state) {
  tern_buffer_view_t *view;
  ASSERT_OK(tern_buffer_view_allocate(*state, TERN_ELEMENT_TYPE_F32, 2, dims, numbers, sizeof numbers, &view));
  assert_int_equal(tern_buffer_view_element_type(view), TERN_ELEMENT_TYPE_F32);
  assert_int_equal(tern_buffer_view_rank(view), 2);
  assert_memory_equal(tern_buffer_view_dims(view), dims, sizeof dims);
  assert_int_equal(tern_buffer_view_element_count(view), 6);
  assert_int_equal(tern_buffer_view_size(view), 24);
  assert_int_equal(tern_buffer_view_range(view).size, 24);
  float out[6], other[6] = {6, 5, 4, 3, 2, 1};
  ASSERT_OK(tern_buffer_view_read(view, out, sizeof out));
  assert_memory_equal(out, numbers, sizeof out);
  ASSERT_OK(tern_buffer_view_write(view, other, sizeof other));
  tern_tensor_t tensor;
  ASSERT_OK(tern_buffer_view_to_tensor(view, &tensor));
  assert_memory_equal(tensor.data, other, sizeof other);
  assert_int_equal(tern_buffer_view_read(view, out, 20).code, TERN_INVALID_ARGUMENT);
  assert_int_equal(tern_buffer_view_write(view, out, 28).code, TERN_INVALID_ARGUMENT);
  tern_buffer_view_t *copy;
  ASSERT_OK(tern_buffer_view_from_tensor(*state, &tensor, &copy));
  tern_tensor_deinitialize(&tensor);
  tern_buffer_view_retain(copy);
  tern_buffer_view_release(copy);
  tern_buffer_view_release(copy);
  tern_buffer_view_release(view);
  tern_buffer_view_release(NULL);
}

static void test_shapes_are_checked(void **state) {
  static const int64_t negative[] = {2, -3}, huge[] = {INT64_MAX, INT64_MAX}, empty[] = {INT64_MAX, INT64_MAX, 0};
  tern_buffer_view_t *view;
  tern_status_t status = tern_buffer_view_allocate(*state, TERN_ELEMENT_TYPE_NONE, 2, dims, NULL, 0, &view);
  assert_string_equal(status.message, "unknown element type 0");
  status = tern_buffer_view_allocate(*state, TERN_ELEMENT_TYPE_F32, 65, dims, NULL, 0, &view);
  assert_string_equal(status.message, "a rank of 65 is above the largest, 64");
  status = tern_buffer_view_allocate(*state, TERN_ELEMENT_TYPE_F32, 2, negative, NULL, 0, &view);
  assert_string_equal(status.message, "dimension 1 has a negative size");
  status = tern_buffer_view_allocate(*state, TERN_ELEMENT_TYPE_F32, 2, huge, NULL, 0, &view);
  assert_string_equal(status.message, "the size of the array overflows");
  status = tern_buffer_view_allocate(*state, TERN_ELEMENT_TYPE_F32, 2, dims, numbers, 20, &view);
  assert_string_equal(status.message, "expected 24 bytes for the array but got 20");
  assert_null(view);
  ASSERT_OK(tern_buffer_view_allocate(*state, TERN_ELEMENT_TYPE_F64, 3, empty, NULL, 0, &view));
  assert_int_equal(tern_buffer_view_size(view), 0);
  ASSERT_OK(tern_buffer_view_read(view, NULL, 0));
  tern_buffer_view_release(view);
}

static void count_release(void *user_data, void *data) {
  assert_non_null(data);
  ++*(int *)user_data;
}

static void test_wrapped_views(void **state) {
  float data[8] = {0};
  int count = 0;
  tern_buffer_view_t *view;
  tern_status_t status =
      tern_buffer_view_wrap(*state, TERN_ELEMENT_TYPE_F32, 2, dims, data, 20, count_release, &count, &view);
  assert_int_equal(status.code, TERN_OUT_OF_RANGE);
  assert_int_equal(count, 0);
  ASSERT_OK(
      tern_buffer_view_wrap(*state, TERN_ELEMENT_TYPE_F32, 2, dims, data, sizeof data, count_release, &count, &view));
  ASSERT_OK(tern_buffer_view_write(view, numbers, sizeof numbers));
  assert_memory_equal(data, numbers, sizeof numbers);
  tern_buffer_view_release(view);
  assert_int_equal(count, 1);
}

static void test_views_of_ranges(void **state) {
  tern_buffer_t *buffer;
  tern_buffer_view_t *view;
  ASSERT_OK(tern_buffer_allocate(*state, 0, 64, &buffer));
  ASSERT_OK(tern_buffer_view_create((tern_buffer_range_t){buffer, 8, TERN_WHOLE_BUFFER}, TERN_ELEMENT_TYPE_F32, 2, dims,
                                    &view));
  ASSERT_OK(tern_buffer_view_write(view, numbers, sizeof numbers));
  float out[6];
  ASSERT_OK(tern_buffer_read(buffer, 8, out, sizeof out));
  assert_memory_equal(out, numbers, sizeof out);
  assert_ptr_equal(tern_buffer_view_range(view).buffer, buffer);
  tern_buffer_view_release(view);
  tern_status_t status = tern_buffer_view_create((tern_buffer_range_t){buffer, 48, TERN_WHOLE_BUFFER},
                                                 TERN_ELEMENT_TYPE_F32, 2, dims, &view);
  assert_string_equal(status.message, "an array of 24 bytes does not fit into 16 bytes");
  status = tern_buffer_view_create((tern_buffer_range_t){buffer, 48, 17}, TERN_ELEMENT_TYPE_F32, 2, dims, &view);
  assert_string_equal(status.message, "17 bytes at offset 48 are outside of a buffer of 64 bytes");
  status = tern_buffer_view_create((tern_buffer_range_t){buffer, 2, 24}, TERN_ELEMENT_TYPE_F32, 2, dims, &view);
  assert_string_equal(status.message, "an array of f32 at offset 2 is misaligned");
  status = tern_buffer_view_create((tern_buffer_range_t){NULL, 2, 24}, TERN_ELEMENT_TYPE_F32, 2, dims, &view);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  tern_buffer_release(buffer);
  // A buffer that the host cannot map, of a device that is not known.
  ASSERT_OK(tern_buffer_allocate(*state, TERN_BUFFER_USAGE_TRANSFER, 64, &buffer));
  ASSERT_OK(tern_buffer_view_create(tern_buffer_whole(buffer), TERN_ELEMENT_TYPE_F32, 2, dims, &view));
  status = tern_buffer_view_read(view, out, sizeof out);
  assert_int_equal(status.code, TERN_FAILED_PRECONDITION);
  tern_buffer_view_release(view);
  tern_buffer_release(buffer);
}

//---- Fences ----

static void test_fences(void **state) {
  tern_fence_t *first, *second, *joined, *reached;
  bool is_reached = true;
  ASSERT_OK(tern_fence_create(*state, &first));
  ASSERT_OK(tern_fence_create(*state, &second));
  tern_fence_t *const all[] = {first, NULL, second, first};
  ASSERT_OK(tern_fence_join(all, 4, &joined));
  assert_int_equal(tern_fence_list(joined).count, 2);
  ASSERT_OK(tern_fence_wait(joined, 0, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_fence_signal(first));
  assert_int_equal(tern_fence_signal(first).code, TERN_INVALID_ARGUMENT);
  ASSERT_OK(tern_fence_wait(joined, 0, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_fence_signal(second));
  ASSERT_OK(tern_fence_wait(joined, TERN_TIMEOUT_INFINITE, &is_reached));
  assert_true(is_reached);
  ASSERT_OK(tern_fence_join(NULL, 0, &reached));
  ASSERT_OK(tern_fence_wait(reached, 0, &is_reached));
  assert_true(is_reached);
  ASSERT_OK(tern_fence_wait(NULL, 0, &is_reached));
  assert_true(is_reached);
  assert_int_equal(tern_fence_list(NULL).count, 0);
  tern_fence_retain(reached);
  tern_fence_release(reached);
  tern_fence_release(reached);
  tern_fence_release(joined);
  tern_fence_release(first);
  tern_fence_release(second);
  tern_fence_release(NULL);
}

static void test_points_in_time(void **state) {
  tern_semaphore_t *semaphore;
  tern_fence_t *fence;
  bool is_reached;
  ASSERT_OK(tern_semaphore_create(*state, 0, &semaphore));
  tern_semaphore_t *semaphores[] = {semaphore, semaphore};
  const uint64_t values[] = {5, 3};
  ASSERT_OK(tern_fence_create_at((tern_semaphore_list_t){semaphores, values, 2}, &fence));
  assert_int_equal(tern_fence_list(fence).count, 1);
  assert_int_equal(tern_fence_list(fence).values[0], 5);
  ASSERT_OK(tern_semaphore_signal(semaphore, 4));
  ASSERT_OK(tern_fence_wait(fence, 0, &is_reached));
  assert_false(is_reached);
  tern_fence_fail(fence, tern_status_make(TERN_IO_ERROR, "cut"));
  tern_status_t status = tern_fence_wait(fence, 0, &is_reached);
  assert_int_equal(status.code, TERN_IO_ERROR);
  assert_false(is_reached);
  tern_fence_release(fence);
  tern_semaphore_release(semaphore);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_allocated_views), cmocka_unit_test(test_shapes_are_checked),
      cmocka_unit_test(test_wrapped_views),   cmocka_unit_test(test_views_of_ranges),
      cmocka_unit_test(test_fences),          cmocka_unit_test(test_points_in_time),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}

// Contents of elements: uniquing, whatever they are made of, and what stays where it was.

#include "ir/attr/blob.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "ir/attr.h"
#include "ir/context.h"

#include <cmocka.h>

enum { LONG_SIZE = 3 << 20 };

static int set_up(void **state) {
  *state = tern_context_create();
  return 0;
}

static int tear_down(void **state) {
  tern_context_destroy(*state);
  return 0;
}

static char byte_at(size_t i) { return (char)((i * 2654435761u) >> 7); }

static char *make_bytes(size_t size) {
  char *bytes = malloc(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = byte_at(i);
  return bytes;
}

static void free_lent(const char *data, size_t size) {
  (void)size;
  free((void *)(uintptr_t)data);
}

static char *lend(tern_context_t *context, size_t size) {
  char *bytes = make_bytes(size);
  tern_context_lend(context, &(tern_lent_memory_t){.data = bytes, .size = size, .release = free_lent});
  return bytes;
}

// Bytes as make_bytes() makes them, from where `source` says.
static void compute(const void *source, size_t offset, size_t size, void *out) {
  for (size_t i = 0; i < size; ++i) ((char *)out)[i] = byte_at(*(const size_t *)source + offset + i);
}

static void uniques_short_bytes(void **state) {
  tern_context_t *context = *state;
  const char bytes[] = {1, 0, 2};
  const tern_blob_t *blob = tern_blob_get(context, bytes, sizeof bytes);
  assert_int_equal(blob->size, 3);
  assert_memory_equal(blob->data, bytes, 3);
  assert_int_equal((uintptr_t)blob->data % 8, 0);
  assert_ptr_equal(tern_blob_get(context, (const char[]){1, 0, 2}, 3), blob);
  assert_ptr_not_equal(tern_blob_get(context, bytes, 2), blob);
  assert_int_equal(tern_blob_get(context, NULL, 0)->size, 0);
}

static void leaves_long_lent_bytes_where_they_are(void **state) {
  tern_context_t *context = *state;
  char *bytes = lend(context, LONG_SIZE);
  const tern_blob_t *blob = tern_blob_get(context, bytes + 3, LONG_SIZE - 5);
  assert_ptr_equal(blob->data, bytes + 3);
  assert_ptr_not_equal(tern_blob_get(context, bytes + 3, 100)->data, bytes + 3);
  // What reaches beyond what was lent is copied.
  char *own = make_bytes(LONG_SIZE);
  assert_ptr_not_equal(tern_blob_get(context, own, LONG_SIZE)->data, own);
  // Equal bytes elsewhere are the same blob.
  assert_ptr_equal(tern_blob_get(context, own + 3, LONG_SIZE - 5), blob);
  free(own);
}

static void finds_equal_contents_whatever_they_are_made_of(void **state) {
  tern_context_t *context = *state;
  static const size_t start = 0, later = 1;
  const tern_blob_t *computed = tern_blob_get_computed(context, compute, &start, LONG_SIZE);
  assert_null(computed->data);
  assert_ptr_equal(tern_blob_get(context, lend(context, LONG_SIZE), LONG_SIZE), computed);
  assert_ptr_equal(tern_blob_take(context, make_bytes(LONG_SIZE), LONG_SIZE), computed);
  assert_ptr_not_equal(tern_blob_get_computed(context, compute, &later, LONG_SIZE), computed);
  assert_null(computed->data);
  char part[5];
  tern_blob_read(computed, 1000001, sizeof part, part);
  for (size_t i = 0; i < sizeof part; ++i) assert_int_equal(part[i], byte_at(1000001 + i));
  const char *data = tern_blob_data(context, computed);
  for (size_t i = 0; i < LONG_SIZE; i += 997) assert_int_equal(data[i], byte_at(i));
  assert_ptr_equal(tern_blob_data(context, computed), data);
}

static void tells_contents_apart_wherever_they_differ(void **state) {
  tern_context_t *context = *state;
  const tern_blob_t *blob = tern_blob_get(context, lend(context, LONG_SIZE), LONG_SIZE);
  char *bytes = make_bytes(LONG_SIZE);
  for (size_t place = 7; place < LONG_SIZE; place += LONG_SIZE / 40) {
    bytes[place] ^= 1;
    assert_ptr_not_equal(tern_blob_get(context, bytes, LONG_SIZE), blob);
    bytes[place] ^= 1;
  }
  assert_ptr_equal(tern_blob_get(context, bytes, LONG_SIZE), blob);
  free(bytes);
}

static void streams_a_part_at_a_time(void **state) {
  tern_context_t *context = *state;
  static const size_t start = 5;
  const tern_blob_t *computed = tern_blob_get_computed(context, compute, &start, LONG_SIZE);
  tern_string_builder_t text = {0};
  tern_string_sink_t sink = tern_string_sink(&text);
  tern_blob_stream(context, computed, LONG_SIZE - 9, &sink.sink);
  assert_null(computed->data);
  assert_int_equal(text.size, LONG_SIZE - 9);
  for (size_t i = 0; i < text.size; i += 991) assert_int_equal(text.data[i], byte_at(5 + i));
  tern_string_builder_deinitialize(&text);
}

static void makes_a_splat_of_equal_elements(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  const tern_type_t *type = tern_tensor_type_get(i32, (const int64_t[]){1 << 18}, 1, NULL);
  int32_t *data = malloc(sizeof(*data) << 18);
  for (size_t i = 0; i < 1 << 18; ++i) data[i] = 7;
  const tern_blob_t *equal = tern_blob_get(context, data, sizeof(*data) << 18);
  data[200000] = 8;
  const tern_blob_t *other = tern_blob_get(context, data, sizeof(*data) << 18);
  const tern_attr_t *splat = tern_dense_elements_attr_get_blob(type, equal);
  assert_true(tern_dense_elements_attr_is_splat(splat));
  assert_ptr_equal(splat, tern_dense_elements_attr_get_i64(type, (const int64_t[]){7}, 1));
  assert_false(tern_dense_elements_attr_is_splat(tern_dense_elements_attr_get_blob(type, other)));
  assert_ptr_equal(tern_dense_elements_attr_get_blob(type, other), tern_dense_elements_attr_get(type, data, false));
  free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(uniques_short_bytes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(leaves_long_lent_bytes_where_they_are, set_up, tear_down),
      cmocka_unit_test_setup_teardown(finds_equal_contents_whatever_they_are_made_of, set_up, tear_down),
      cmocka_unit_test_setup_teardown(tells_contents_apart_wherever_they_differ, set_up, tear_down),
      cmocka_unit_test_setup_teardown(streams_a_part_at_a_time, set_up, tear_down),
      cmocka_unit_test_setup_teardown(makes_a_splat_of_equal_elements, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

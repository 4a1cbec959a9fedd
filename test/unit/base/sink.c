// Sinks: strings, files and checksums that get their bytes piece by piece.

#include "base/sink.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static void sums_up_pieces_as_the_whole(void **state) {
  (void)state;
  char bytes[200];
  for (size_t i = 0; i < sizeof bytes; ++i) bytes[i] = (char)(i * 37 + 1);
  for (size_t size = 0; size <= sizeof bytes; ++size) {
    for (size_t step = 1; step < 70; step += 3) {
      tern_string_builder_t text = {0};
      tern_string_sink_t target = tern_string_sink(&text);
      tern_checksum_sink_t sum = tern_checksum_sink(step % 2 ? &target.sink : NULL);
      for (size_t done = 0; done < size; done += step) {
        tern_sink_append(&sum.sink, tern_str_make(bytes + done, size - done < step ? size - done : step));
      }
      assert_int_equal(sum.sink.size, size);
      assert_true(tern_checksum_finish(&sum.sum) == tern_checksum(bytes, size));
      if (step % 2) assert_true(tern_str_equal(tern_string_builder_view(&text), tern_str_make(bytes, size)));
      tern_string_builder_deinitialize(&text);
    }
  }
}

// The sums of files that exist: they are the same for good.
static void keeps_its_sums(void **state) {
  (void)state;
  assert_true(tern_checksum("", 0) == UINT64_C(0xef27c28ebfb8792b));
  assert_true(tern_checksum("The sum of these bytes is in files that were written.", 53) ==
              UINT64_C(0x38923902eb6d854a));
}

static void fills_and_patches(void **state) {
  (void)state;
  tern_string_builder_t text = {0};
  tern_string_sink_t string = tern_string_sink(&text);
  string.sink.expect(&string.sink, 6002);
  tern_sink_append(&string.sink, TERN_STR("ab"));
  tern_sink_append_fill(&string.sink, 'x', 6000);
  assert_int_equal(text.size, 6002);
  assert_true(tern_status_is_ok(string.sink.patch(&string.sink, 6001, TERN_STR("cd"))));
  assert_memory_equal(text.data, "acdxx", 5);
  assert_int_equal(text.data[6001], 'x');
  tern_string_builder_deinitialize(&text);
}

static void writes_files(void **state) {
  (void)state;
  char folder[] = "/tmp/tern-sink-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/data", folder);
  tern_file_writer_t writer;
  assert_true(tern_status_is_ok(tern_file_writer_open(&writer, path)));
  tern_file_sink_t file = tern_file_sink(&writer);
  tern_sink_append(&file.sink, TERN_STR("0123"));
  tern_sink_append(&file.sink, TERN_STR("4567"));
  assert_true(tern_status_is_ok(file.sink.patch(&file.sink, 6, TERN_STR("xy"))));
  tern_sink_append(&file.sink, TERN_STR("89"));
  assert_true(tern_status_is_ok(tern_file_writer_close(&writer, true)));
  char *data;
  size_t size;
  assert_true(tern_status_is_ok(tern_file_read(path, &data, &size)));
  assert_string_equal(data, "01xy456789");
  free(data);
  unlink(path);
  assert_int_equal(rmdir(folder), 0);
}

static tern_status_t refuse(tern_sink_t *sink, tern_str_t data) {
  (void)data;
  ++*(int *)(sink + 1);
  return tern_status_make(TERN_IO_ERROR, "full");
}

static void stops_at_the_first_failure(void **state) {
  (void)state;
  struct {
    tern_sink_t sink;
    int calls;
  } full = {.sink.append = refuse};
  tern_sink_append_fill(&full.sink, 0, 100000);
  tern_sink_append(&full.sink, TERN_STR("more"));
  assert_int_equal(full.calls, 1);
  assert_int_equal(full.sink.status.code, TERN_IO_ERROR);
  assert_int_equal(full.sink.size, 100004);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_up_pieces_as_the_whole), cmocka_unit_test(keeps_its_sums),
      cmocka_unit_test(fills_and_patches),           cmocka_unit_test(writes_files),
      cmocka_unit_test(stops_at_the_first_failure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

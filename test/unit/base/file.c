// Whole-file reading and writing: contents, errors, and what writing leaves behind.

#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct folder_t {
  char path[64];
  char file[96];
} folder_t;

static int make_folder(void **state) {
  folder_t *folder = calloc(1, sizeof(*folder));
  if (!folder) return -1;
  snprintf(folder->path, sizeof(folder->path), "/tmp/tern-file-XXXXXX");
  if (!mkdtemp(folder->path)) return -1;
  snprintf(folder->file, sizeof(folder->file), "%s/data", folder->path);
  *state = folder;
  return 0;
}

static int remove_folder(void **state) {
  folder_t *folder = *state;
  unlink(folder->file);
  // Fails, and the test with it, if a temporary file was left behind.
  int result = rmdir(folder->path);
  free(folder);
  return result;
}

static void assert_content(const char *path, tern_str_t expected) {
  char *data;
  size_t size;
  assert_true(tern_status_is_ok(tern_file_read(path, &data, &size)));
  assert_int_equal(size, expected.size);
  assert_memory_equal(data, expected.data, size);
  assert_int_equal(data[size], '\0');
  free(data);
}

static void reads_back_what_it_wrote(void **state) {
  folder_t *folder = *state;
  assert_true(tern_status_is_ok(tern_file_write(folder->file, TERN_STR("one\0two\n"))));
  assert_content(folder->file, TERN_STR("one\0two\n"));
  assert_true(tern_status_is_ok(tern_file_write(folder->file, TERN_STR(""))));
  assert_content(folder->file, TERN_STR(""));
  size_t size = (size_t)3 << 20;
  char *large = malloc(size);
  for (size_t i = 0; i < size; ++i) large[i] = (char)(i * 31 >> 3);
  assert_true(tern_status_is_ok(tern_file_write(folder->file, tern_str_make(large, size))));
  assert_content(folder->file, tern_str_make(large, size));
  free(large);
}

static void shows_large_files_with_a_nul_behind(void **state) {
  folder_t *folder = *state;
  // Of whole pages, which leaves no room in the last one.
  size_t size = (size_t)2 << 20, viewed;
  char *large = malloc(size);
  for (size_t i = 0; i < size; ++i) large[i] = (char)(i * 31 >> 3);
  assert_true(tern_status_is_ok(tern_file_write(folder->file, tern_str_make(large, size))));
  const char *data;
  assert_true(tern_status_is_ok(tern_file_view(folder->file, &data, &viewed)));
  assert_int_equal(viewed, size);
  assert_memory_equal(data, large, size);
  assert_int_equal(data[size], '\0');
  tern_file_view_forget(data + 100, size - 200);
  assert_memory_equal(data, large, size);
  tern_file_unview(data, size);
  free(large);
  // Short ones are better read, and what is not there cannot be shown.
  assert_true(tern_status_is_ok(tern_file_write(folder->file, TERN_STR("short"))));
  assert_true(tern_status_is_ok(tern_file_view(folder->file, &data, &viewed)));
  assert_null(data);
  assert_true(tern_status_is_ok(tern_file_view("-", &data, &viewed)));
  assert_null(data);
  assert_int_equal(tern_file_view("/nonexistent/file", &data, &viewed).code, TERN_NOT_FOUND);
}

static void keeps_mode_and_link(void **state) {
  folder_t *folder = *state;
  char link_path[128];
  snprintf(link_path, sizeof(link_path), "%s/link", folder->path);
  assert_true(tern_status_is_ok(tern_file_write(folder->file, TERN_STR("old"))));
  assert_int_equal(chmod(folder->file, 0640), 0);
  assert_int_equal(symlink("data", link_path), 0);
  assert_true(tern_status_is_ok(tern_file_write(link_path, TERN_STR("new"))));
  assert_content(folder->file, TERN_STR("new"));
  struct stat info;
  assert_int_equal(lstat(link_path, &info), 0);
  assert_true(S_ISLNK(info.st_mode));
  assert_int_equal(stat(folder->file, &info), 0);
  assert_int_equal(info.st_mode & 07777, 0640);
  unlink(link_path);
}

static void writes_into_devices(void **state) {
  (void)state;
  assert_true(tern_status_is_ok(tern_file_write("/dev/null", TERN_STR("gone"))));
  struct stat info;
  assert_int_equal(stat("/dev/null", &info), 0);
  assert_true(S_ISCHR(info.st_mode));
}

static void reads_files_without_a_size(void **state) {
  (void)state;
  char *data;
  size_t size;
  assert_true(tern_status_is_ok(tern_file_read("/proc/self/maps", &data, &size)));
  assert_true(size > 0);
  assert_int_equal(strlen(data), size);
  free(data);
}

static void refuses_what_is_not_there(void **state) {
  folder_t *folder = *state;
  char *data = (char *)folder;
  size_t size = 7;
  tern_status_t status = tern_file_read(folder->file, &data, &size);
  assert_int_equal(status.code, TERN_NOT_FOUND);
  assert_non_null(strstr(status.message, folder->file));
  assert_non_null(strstr(status.message, "No such file or directory"));
  assert_null(data);
  assert_int_equal(size, 0);
  char nested[128];
  snprintf(nested, sizeof(nested), "%s/none/data", folder->path);
  assert_int_equal(tern_file_write(nested, TERN_STR("x")).code, TERN_NOT_FOUND);
}

static void refuses_folders(void **state) {
  folder_t *folder = *state;
  char *data;
  size_t size;
  assert_int_equal(tern_file_read(folder->path, &data, &size).code, TERN_IO_ERROR);
  assert_null(data);
  assert_int_equal(tern_file_write(folder->path, TERN_STR("x")).code, TERN_IO_ERROR);
}

// Pieces reach the file with the close, if it is for the whole.
static void writes_in_pieces(void **state) {
  const folder_t *folder = *state;
  tern_file_writer_t writer;
  assert_true(tern_status_is_ok(tern_file_write(folder->file, TERN_STR("old"))));
  assert_true(tern_status_is_ok(tern_file_writer_open(&writer, folder->file)));
  assert_true(tern_status_is_ok(tern_file_writer_append(&writer, TERN_STR("one"))));
  assert_content(folder->file, TERN_STR("old"));
  assert_true(tern_status_is_ok(tern_file_writer_close(&writer, false)));
  assert_content(folder->file, TERN_STR("old"));
  assert_true(tern_status_is_ok(tern_file_writer_open(&writer, folder->file)));
  assert_true(tern_status_is_ok(tern_file_writer_append(&writer, TERN_STR("one"))));
  assert_true(tern_status_is_ok(tern_file_writer_append(&writer, TERN_STR(" two"))));
  assert_true(tern_status_is_ok(tern_file_writer_close(&writer, true)));
  assert_content(folder->file, TERN_STR("one two"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(reads_back_what_it_wrote, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(shows_large_files_with_a_nul_behind, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(keeps_mode_and_link, make_folder, remove_folder),
      cmocka_unit_test(writes_into_devices),
      cmocka_unit_test_setup_teardown(writes_in_pieces, make_folder, remove_folder),
      cmocka_unit_test(reads_files_without_a_size),
      cmocka_unit_test_setup_teardown(refuses_what_is_not_there, make_folder, remove_folder),
      cmocka_unit_test_setup_teardown(refuses_folders, make_folder, remove_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

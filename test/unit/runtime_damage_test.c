// A module file with any one byte changed is refused, by its checksum. Where the checksum was made to fit, loading decides by
// what it finds: it refuses with a message, or what it takes can be asked about. Sanitizers judge the rest.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/checksum.h"
#include "base/module_format.h"
#include "tern/module.h"
#include "tern/program.h"

static const char source[] =
    "func.func @main(%a: tensor<2x4xf32>, %w: tensor<4x3xf32>) -> tensor<2x3xf32> {\n"
    "  %b = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n"
    "  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0]\n"
    "    : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>\n"
    "  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>\n"
    "  %2 = stablehlo.add %0, %1 : tensor<2x3xf32>\n"
    "  return %2 : tensor<2x3xf32>\n"
    "}\n";

static const unsigned char flips[] = {0x01, 0x80, 0xff};

typedef struct file {
  unsigned char *data;
  size_t size;
} file_t;

static int compile(void **state) {
  static file_t file;
  tern_compiler_t *compiler;
  char *data;
  tern_status_t status = tern_compiler_create(&compiler);
  if (tern_status_is_ok(status)) status = tern_compiler_load_text(compiler, "source", source, sizeof source - 1);
  if (tern_status_is_ok(status)) status = tern_compiler_compile_program(compiler, NULL, &data, &file.size);
  if (!tern_status_is_ok(status)) return -1;
  tern_compiler_destroy(compiler);
  file.data = (unsigned char *)data;
  *state = &file;
  return 0;
}

static int free_file(void **state) {
  free(((file_t *)*state)->data);
  return 0;
}

static void test_checksum_sees_each_byte(void **state) {
  const file_t *file = *state;
  for (size_t i = 0; i < file->size * sizeof flips; ++i) {
    unsigned char *byte = &file->data[i / sizeof flips], flip = flips[i % sizeof flips];
    tern_module_t *module = NULL;
    *byte ^= flip;
    tern_status_t status = tern_module_load(file->data, file->size, &module);
    *byte ^= flip;
    assert_false(tern_status_is_ok(status));
    assert_int_not_equal(strlen(status.message), 0);
  }
}

static void ask(const tern_module_t *module) {
  for (size_t i = 0; i < tern_module_function_count(module); ++i) {
    assert_non_null(tern_module_function_at(module, i)->name);
  }
}

static void put_checksum(const file_t *file) {
  uint64_t sum = tern_checksum(file->data + TERN_MODULE_HEADER_SIZE, file->size - TERN_MODULE_HEADER_SIZE);
  for (size_t i = 0; i < 8; ++i) file->data[16 + i] = (unsigned char)(sum >> 8 * i);
}

static void test_damage_below_checksum_is_harmless(void **state) {
  const file_t *file = *state;
  size_t refused = 0;
  for (size_t i = TERN_MODULE_HEADER_SIZE * sizeof flips; i < file->size * sizeof flips; ++i) {
    unsigned char *byte = &file->data[i / sizeof flips], flip = flips[i % sizeof flips];
    tern_module_t *module = NULL;
    *byte ^= flip;
    put_checksum(file);
    tern_status_t status = tern_module_load(file->data, file->size, &module);
    *byte ^= flip;
    if (tern_status_is_ok(status)) {
      ask(module);
      tern_module_release(module);
    } else {
      assert_int_not_equal(strlen(status.message), 0);
      ++refused;
    }
  }
  put_checksum(file);
  assert_true(refused > 0);
}

static void test_short_files_are_refused(void **state) {
  const file_t *file = *state;
  for (size_t size = 0; size < file->size; ++size) {
    tern_module_t *module = NULL;
    unsigned char *copy = malloc(size + !size);  // its own, so that a sanitizer sees reads behind it
    assert_non_null(copy);
    memcpy(copy, file->data, size);
    tern_status_t status = tern_module_load(copy, size, &module);
    assert_false(tern_status_is_ok(status));
    free(copy);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_checksum_sees_each_byte),
      cmocka_unit_test(test_damage_below_checksum_is_harmless),
      cmocka_unit_test(test_short_files_are_refused),
  };
  return cmocka_run_group_tests_name("damaged module files", tests, compile, free_file);
}

// MLIR bytecode that was damaged: it is refused, or read, and does no harm.

#include "mlir_bytecode_fixture.h"

// --- damaged files ---

static const char program[] =
    "module attributes {a.x = dense<[1, 2]> : tensor<2xi32>, a.y = dense_resource<k> : tensor<1xi8>} {\n"
    "  func.func @f(%a: i32, %m: memref<8x8xf32>, %i: index) -> i32 {\n"
    "    cf.br ^bb2\n"
    "  ^bb1(%p: i32):\n"
    "    %s = arith.addi %p, %q overflow<nsw> : i32\n"
    "    return %s : i32\n"
    "  ^bb2:\n"
    "    %q = arith.constant 4 : i32\n"
    "    %0 = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>\n"
    "    %r = scf.for %k = %i to %i step %i iter_args(%v = %q) -> (i32) { scf.yield %v : i32 }\n"
    "    cf.br ^bb1(%r : i32) loc(callsite(\"a\" at \"f.py\":1:2))\n"
    "  }\n"
    "}\n"
    "{-# dialect_resources: {builtin: {k: \"0x0800000007\"}}, external_resources: {e: {b: true, s: \"t\"}} #-}\n";

static void write_program(int64_t version, tern_string_builder_t *out) {
  reading_t reading;
  begin(&reading);
  tern_context_allow_unregistered(reading.context, true);
  tern_op_t *module = tern_parse_module(reading.context, TERN_STR("p"), tern_str_from_cstr(program));
  assert_non_null(module);
  assert_true(tern_bytecode_write(module, &(tern_bytecode_options_t){.version = version}, out));
  end(&reading);
}

// Reads bytes that may be anything: there is a module, or there were errors.
static void read_anything(tern_str_t bytes) {
  reading_t reading;
  begin(&reading);
  tern_context_allow_unregistered(reading.context, true);
  tern_op_t *module = tern_bytecode_read(reading.context, TERN_STR("f"), bytes);
  assert_true((module != NULL) == (tern_context_diagnostics(reading.context)->error_count == 0));
  if (module) tern_verify(module);
  end(&reading);
}

static void files_cut_off_are_refused(void **state) {
  (void)state;
  for (int64_t version = 0; version <= TERN_BYTECODE_VERSION; version += 3) {
    tern_string_builder_t bytes = {0};
    write_program(version, &bytes);
    for (size_t size = 0; size < bytes.size; ++size) {
      reading_t reading;
      begin(&reading);
      // A copy of just this size: reading beyond it is seen by the sanitizer.
      char *copy = malloc(size + 1);
      memcpy(copy, bytes.data, size);
      assert_null(tern_bytecode_read(reading.context, TERN_STR("f"), tern_str_make(copy, size)));
      assert_true(tern_context_diagnostics(reading.context)->error_count > 0);
      free(copy);
      end(&reading);
    }
    tern_string_builder_deinitialize(&bytes);
  }
}

static void files_with_a_wrong_byte_do_no_harm(void **state) {
  (void)state;
  static const unsigned char flips[] = {0x01, 0x02, 0x40, 0xff};
  tern_string_builder_t bytes = {0};
  write_program(TERN_BYTECODE_VERSION, &bytes);
  for (size_t i = 0; i < bytes.size; ++i) {
    for (size_t j = 0; j < sizeof flips; ++j) {
      bytes.data[i] = (char)((unsigned char)bytes.data[i] ^ flips[j]);
      read_anything(tern_string_builder_view(&bytes));
      bytes.data[i] = (char)((unsigned char)bytes.data[i] ^ flips[j]);
    }
  }
  tern_string_builder_deinitialize(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_cut_off_are_refused),
      cmocka_unit_test(files_with_a_wrong_byte_do_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

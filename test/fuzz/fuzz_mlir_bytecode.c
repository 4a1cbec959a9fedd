// Reads any bytes as MLIR's bytecode. Strategies:
//
//   1. Inputs are small files of all versions of the format, with every section, kind of attribute and kind of region;
//      mutations are libFuzzer's own. What does not begin with the magic number is given one, so that no time is lost.
//   2. A file is read twice, with unregistered dialects refused and allowed. One that is refused must have said why.
//   3. What is read and verifies is written again, in the version that its size picks, and what was written must be read
//      to what prints the same.

#include <stdio.h>
#include <stdlib.h>

#include "asm/printer.h"
#include "asm/source.h"
#include "bytecode/bytecode.h"
#include "ir/context.h"
#include "ir/verify/verifier.h"
#include "pipeline/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Stops the fuzzer with what went wrong.
static void find(const char *what, const tern_string_builder_t *messages) {
  fprintf(stderr, "finding: %s\n%.*s\n", what, (int)messages->size, messages->data);
  abort();
}

// A file with the context it is read in.
typedef struct reading {
  tern_context_t *context;
  tern_source_manager_t sources;
  tern_string_builder_t messages;
} reading_t;

static void render(const tern_diagnostic_t *diagnostic, void *user) {
  reading_t *reading = user;
  tern_source_manager_render(&reading->sources, diagnostic, &reading->messages);
}

static void begin(reading_t *reading, bool allow_unregistered) {
  *reading = (reading_t){.context = tern_context_create()};
  tern_register_all_dialects(reading->context);
  tern_context_allow_unregistered(reading->context, allow_unregistered);
  tern_diagnostics_set_handler(reading->context, render, reading);
}

static void end(reading_t *reading) {
  tern_context_destroy(reading->context);
  tern_source_manager_deinitialize(&reading->sources);
  tern_string_builder_deinitialize(&reading->messages);
}

static tern_op_t *read_module(reading_t *reading, tern_str_t bytes) {
  size_t error_count = tern_context_diagnostics(reading->context)->error_count;
  tern_op_t *module = tern_bytecode_read(reading->context, TERN_STR("input"), bytes);
  size_t found_count = tern_context_diagnostics(reading->context)->error_count - error_count;
  if (!module && !found_count) find("no module, but no error", &reading->messages);
  if (module && found_count) find("a module in spite of errors", &reading->messages);
  return module && tern_verify(module) ? module : NULL;
}

static void print(tern_op_t *module, tern_string_builder_t *out) {
  tern_print_op(module, &(tern_print_options_t){.generic = true, .debuginfo = true, .elide_elements_above = -1}, out);
}

static void check_written(tern_op_t *module, int64_t version) {
  tern_string_builder_t bytes = {0}, first = {0}, second = {0};
  if (!tern_bytecode_write(module, &(tern_bytecode_options_t){.version = version}, &bytes)) abort();
  print(module, &first);
  reading_t reading;
  begin(&reading, true);
  tern_op_t *again = read_module(&reading, tern_string_builder_view(&bytes));
  if (!again) find("what was written is refused", &reading.messages);
  print(again, &second);
  if (!tern_str_equal(tern_string_builder_view(&first), tern_string_builder_view(&second))) {
    fprintf(stderr, "%s\n", first.data);
    find("what was written comes back otherwise", &second);
  }
  end(&reading);
  tern_string_builder_deinitialize(&bytes);
  tern_string_builder_deinitialize(&first);
  tern_string_builder_deinitialize(&second);
}

static void check(tern_str_t bytes, bool allow_unregistered) {
  reading_t reading;
  begin(&reading, allow_unregistered);
  tern_op_t *module = read_module(&reading, bytes);
  if (module && allow_unregistered) check_written(module, (int64_t)(bytes.size % (TERN_BYTECODE_VERSION + 1)));
  end(&reading);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tern_string_builder_t bytes = {0};
  tern_str_t input = tern_str_make((const char *)data, size);
  if (!tern_is_bytecode(input)) tern_string_builder_append(&bytes, TERN_STR("ML\xefR"));
  tern_string_builder_append(&bytes, input);
  check(tern_string_builder_view(&bytes), false);
  check(tern_string_builder_view(&bytes), true);
  tern_string_builder_deinitialize(&bytes);
  return 0;
}

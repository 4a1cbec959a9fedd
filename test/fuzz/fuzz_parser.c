// Reads any text as a module. Strategies:
//
//   1. Inputs are the suite's own tests and small programs of every dialect; mutations keep tokens whole
//      (test/fuzz/token_mutator.h), and the dictionary fuzz_parser.dict has MLIR's punctuation, keywords and op names.
//   2. The text is parsed twice, with unregistered dialects refused and allowed: the second lets far more of it through
//      to the generic form, the verifier and the printer.
//   3. Every diagnostic is rendered with its source line and caret: locations are hostile input too.
//   4. A text that is refused must have said why, with at least one error.
//   5. What verifies is printed: pretty and generic, with locations and without. Each print must parse in a context of
//      its own, verify, and print to the same text again.
//   6. The input is also read as a lone type and a lone attribute, and as a textual pass pipeline.

#include <stdio.h>
#include <stdlib.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "asm/source.h"
#include "ir/verify/verifier.h"
#include "pass/pass_manager.h"
#include "pipeline/registry.h"
#include "token_mutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Stops the fuzzer with what went wrong.
static void find(const char *what, tern_str_t text) {
  fprintf(stderr, "finding: %s\n%.*s\n", what, (int)text.size, text.data);
  abort();
}

// A text with the context it is read in.
typedef struct reading {
  tern_context_t *context;
  tern_source_manager_t sources;
  tern_string_builder_t messages;
} reading_t;

static void render(const tern_diagnostic_t *diagnostic, void *user) {
  reading_t *reading = user;
  reading->messages.size = 0;
  tern_source_manager_render(&reading->sources, diagnostic, &reading->messages);
}

static void begin(reading_t *reading, tern_str_t text, bool allow_unregistered) {
  *reading = (reading_t){.context = tern_context_create()};
  tern_register_all_dialects(reading->context);
  tern_context_allow_unregistered(reading->context, allow_unregistered);
  tern_source_manager_add(&reading->sources, TERN_STR("input"), text, 0);
  tern_source_manager_add(&reading->sources, TERN_STR("<pass-pipeline>"), text, 0);
  tern_diagnostics_set_handler(reading->context, render, reading);
}

static void end(reading_t *reading) {
  tern_context_destroy(reading->context);
  tern_source_manager_deinitialize(&reading->sources);
  tern_string_builder_deinitialize(&reading->messages);
}

static size_t error_count(const reading_t *reading) { return tern_context_diagnostics(reading->context)->error_count; }

// NULL if the text is no valid module.
static tern_op_t *read_module(reading_t *reading, tern_str_t text) {
  tern_op_t *module = tern_parse_module(reading->context, TERN_STR("input"), text);
  if (!module && error_count(reading) == 0) find("no module, but no error", text);
  if (module && error_count(reading) != 0) find("a module in spite of errors", text);
  if (module && !tern_verify(module)) {
    if (error_count(reading) == 0) find("the verifier refuses without an error", text);
    return NULL;
  }
  return module;
}

static void check_print(tern_op_t *module, const tern_print_options_t *options) {
  tern_string_builder_t first = {0}, second = {0};
  tern_print_op(module, options, &first);
  tern_str_t text = tern_string_builder_view(&first);
  reading_t reading;
  begin(&reading, text, true);
  tern_op_t *again = read_module(&reading, text);
  if (!again) {
    fprintf(stderr, "%.*s\n", (int)reading.messages.size, reading.messages.data);
    find("what was printed is refused", text);
  }
  tern_print_op(again, options, &second);
  if (!tern_str_equal(text, tern_string_builder_view(&second))) {
    fprintf(stderr, "%.*s\n", (int)second.size, second.data);
    find("what was printed comes back otherwise", text);
  }
  end(&reading);
  tern_string_builder_deinitialize(&first);
  tern_string_builder_deinitialize(&second);
}

static void check_module(tern_str_t text, bool allow_unregistered) {
  reading_t reading;
  begin(&reading, text, allow_unregistered);
  tern_op_t *module = read_module(&reading, text);
  if (module) {
    check_print(module, &(tern_print_options_t){.elide_elements_above = -1});
    check_print(module, &(tern_print_options_t){.generic = true, .debuginfo = true, .elide_elements_above = -1});
    if (allow_unregistered) {
      check_print(module, &(tern_print_options_t){.debuginfo = true, .local_scope = true, .elide_elements_above = -1});
    }
  }
  end(&reading);
}

static void check_pieces(tern_str_t text) {
  reading_t reading;
  begin(&reading, text, true);
  tern_string_builder_t printed = {0};
  const tern_type_t *type = tern_parse_type_text(reading.context, text);
  if (type) tern_print_type(type, &printed);
  const tern_attr_t *attr = tern_parse_attr_text(reading.context, text);
  if (attr) tern_print_attr(attr, &printed);
  tern_pass_manager_t *manager = tern_pass_manager_create(reading.context, &tern_all_passes, "builtin.module");
  if (tern_pass_manager_parse(manager, text)) tern_pass_manager_print_compact(manager, &printed);
  tern_pass_manager_destroy(manager);
  tern_string_builder_deinitialize(&printed);
  end(&reading);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tern_str_t text = tern_str_make((const char *)data, size);
  check_module(text, false);
  check_module(text, true);
  if (size <= 256) check_pieces(text);
  return 0;
}

// Files in Triton's language, from the text to the syntax tree and to the IR. Strategies:
//
//   1. The kept corpus (test/fuzz/corpus/triton) has a kernel of each kind, and what found something once.
//   2. The first line of an input is `# KERNEL SIGNATURE`: which function is compiled, and for which types. Mutations keep tokens
//      whole (test/fuzz/token_mutator.h).
//   3. What cannot be compiled must have been told, and what is compiled verifies: the front end sees to that itself.

#include <stdio.h>
#include <stdlib.h>

#include "frontend/triton/frontend.h"
#include "ir/context.h"
#include "pipeline/registry.h"
#include "token_mutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NAME_MAX_SIZE = 256 };

static void drop(const tern_diagnostic_t *diagnostic, void *user) {
  (void)diagnostic;
  ++*(size_t *)user;
}

static void compile(tern_context_t *context, tern_str_t text) {
  tern_str_t rest = text, line = tern_str_split(&rest, '\n');
  char kernel[NAME_MAX_SIZE] = "", signature[NAME_MAX_SIZE] = "";
  bool names_kernel = tern_str_starts_with(line, TERN_STR("# "));
  if (names_kernel) {
    tern_str_t types = tern_str_drop(line, 2), name = tern_str_split(&types, ' ');
    snprintf(kernel, sizeof kernel, "%.*s", (int)name.size, name.data);
    snprintf(signature, sizeof signature, "%.*s", (int)types.size, types.data);
  }
  // Imports would read files of the machine.
  tern_triton_request_t request = {
      .path = "fuzz.py", .text = text, .kernel = *kernel ? kernel : NULL, .signature = signature};
  tern_op_t *module = tern_triton_compile(context, &request);
  size_t errors = tern_context_diagnostics(context)->error_count;
  if (!module && errors == 0) abort();
  if (module) tern_op_destroy(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t told = 0;
  tern_str_t text = tern_str_make((const char *)data, size);
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_diagnostics_set_handler(context, drop, &told);
  tern_string_builder_t tree = {0};
  if (!tern_triton_dump_syntax(context, "fuzz.py", text, &tree) && told == 0) abort();
  tern_string_builder_deinitialize(&tree);
  compile(context, text);
  tern_context_destroy(context);
  return 0;
}

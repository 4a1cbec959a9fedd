// Reads a text as a module and takes it through the passes of the compiler. Strategies:
//
//   1. Inputs are dispatches, loops and linalg ops; mutations keep tokens whole (test/fuzz/token_mutator.h), so many of the
//      results still verify.
//   2. A module that verifies goes through one of the pipelines below, chosen by the size of the text. Passes may refuse,
//      but must say why.
//   3. A pass that leaves IR that does not verify ends the pipeline, and is a finding, even where a later pass would hide it;
//      so is a refusal that leaves such IR.
//   4. What comes out is printed.

#include <stdio.h>
#include <stdlib.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/verify/verifier.h"
#include "pass/pass_manager.h"
#include "pipeline/registry.h"
#include "token_mutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const pipelines[] = {
    "builtin.module(hlo-to-linalg-pipeline,iree-codegen-linalg-to-llvm-pipeline)",
    "builtin.module(hlo-to-linalg-pipeline,iree-codegen-linalg-to-spirv-pipeline)",
    "builtin.module(canonicalize,cse,symbol-dce)",
    "builtin.module(linalg-tile-and-fuse,linalg-promote-subviews,convert-to-gpu,iree-codegen-optimize-vector-transfer)",
    "builtin.module(iree-codegen-gpu-to-spirv-pipeline)",
    "builtin.module(hlo-to-linalg-pipeline,convert-linalg-to-loops,convert-scf-to-cf,iree-convert-to-llvm)",
    "builtin.module(linalg-fuse-elementwise-ops,canonicalize,convert-linalg-to-loops,canonicalize)",
};

// What the handler has seen.
typedef struct log {
  tern_string_builder_t messages;
} log_t;

static void record(const tern_diagnostic_t *diagnostic, void *user) {
  log_t *log = user;
  tern_string_builder_append_cstr(&log->messages, diagnostic->message);
  tern_string_builder_append_char(&log->messages, '\n');
}

static void find(const char *what, const char *pipeline, const log_t *log, tern_str_t text) {
  fprintf(stderr, "finding: %s: %s\n%.*s\n%.*s\n", pipeline, what, (int)log->messages.size, log->messages.data,
          (int)text.size, text.data);
  abort();
}

static void run(tern_context_t *context, tern_op_t *module, const char *pipeline, log_t *log, tern_str_t text) {
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &tern_all_passes, "builtin.module");
  if (!tern_pass_manager_parse(manager, tern_str_from_cstr(pipeline))) find("does not parse", pipeline, log, text);
  tern_pass_options_t options = {.verify_each = true};
  size_t errors_before = tern_context_diagnostics(context)->error_count;
  bool is_ok = tern_pass_manager_run(manager, module, &options);
  tern_pass_manager_destroy(manager);
  if (!is_ok && tern_context_diagnostics(context)->error_count == errors_before) {
    find("failed without an error", pipeline, log, text);
  }
  if (!tern_verify(module)) find("left IR that does not verify", pipeline, log, text);
  tern_string_builder_t printed = {0};
  tern_print_op(module, &TERN_PRINT_DEFAULT, &printed);
  tern_string_builder_deinitialize(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tern_str_t text = tern_str_make((const char *)data, size);
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  log_t log = {0};
  tern_diagnostics_set_handler(context, record, &log);
  tern_op_t *module = tern_parse_module(context, TERN_STR("input"), text);
  if (module && tern_verify(module)) {
    run(context, module, pipelines[size % (sizeof pipelines / sizeof *pipelines)], &log, text);
  }
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&log.messages);
  return 0;
}

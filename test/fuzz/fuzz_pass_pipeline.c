// Runs any pipeline over any module: the first line of the input is the text that --pass-pipeline takes, the rest is a module.
// Strategies:
//
//   1. Inputs are the chunks of the suite's tests behind the pipelines of their RUN lines (scripts/fuzz_pipelines.py).
//   2. One mutation in three changes the pipeline: a pass of the registry is put in, taken out or given options, each at an
//      op that it runs on, so that most pipelines parse. The others change the module and keep its tokens whole
//      (test/fuzz/token_mutator.h).
//   3. A pipeline is read and printed even where the module is not valid, and what was printed is read again.
//   4. A pass that fails must have said why. Whatever is left of the module is printed.

#include <stdio.h>
#include <stdlib.h>

#define CUSTOM_MUTATOR mutate_module
#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/verify/verifier.h"
#include "pass/pass_manager.h"
#include "pipeline/registry.h"
#include "token_mutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_PIPELINE = 1024 };

// --- running ---

// What the handler has seen.
typedef struct log {
  tern_string_builder_t messages;
} log_t;

static void record(const tern_diagnostic_t *diagnostic, void *user) {
  log_t *log = user;
  tern_string_builder_append_cstr(&log->messages, diagnostic->message);
  tern_string_builder_append_char(&log->messages, '\n');
}

static void find(const char *what, const log_t *log, tern_str_t text) {
  fprintf(stderr, "finding: %s\n%.*s\n%.*s\n", what, (int)log->messages.size, log->messages.data, (int)text.size,
          text.data);
  abort();
}

// A pipeline that was read is printed, in both ways, and what was printed is read.
static void print_pipeline(tern_context_t *context, const tern_pass_manager_t *manager) {
  tern_string_builder_t text = {0}, lines = {0};
  tern_pass_manager_print_compact(manager, &text);
  tern_pass_manager_print(manager, &lines);
  tern_pass_manager_t *again = tern_pass_manager_create(context, &tern_all_passes, "builtin.module");
  (void)!tern_pass_manager_parse(again, tern_string_builder_view(&text));
  tern_pass_manager_destroy(again);
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&lines);
}

static void run(tern_context_t *context, tern_pass_manager_t *manager, tern_op_t *module, const log_t *log,
                tern_str_t text) {
  tern_pass_options_t options = {.verify_each = true};
  size_t errors_before = tern_context_diagnostics(context)->error_count;
  bool is_right = tern_pass_manager_run(manager, module, &options);
  if (!is_right && tern_context_diagnostics(context)->error_count == errors_before) {
    find("failed without an error", log, text);
  }
  tern_string_builder_t printed = {0};
  tern_print_op(module, &(tern_print_options_t){.generic = !is_right, .elide_elements_above = -1}, &printed);
  tern_string_builder_deinitialize(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tern_str_t rest = tern_str_make((const char *)data, size), whole = rest;
  tern_str_t pipeline = tern_str_split(&rest, '\n');
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_context_allow_unregistered(context, true);
  log_t log = {0};
  tern_diagnostics_set_handler(context, record, &log);
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &tern_all_passes, "builtin.module");
  if (tern_pass_manager_parse(manager, pipeline)) {
    print_pipeline(context, manager);
    tern_op_t *module = tern_parse_module(context, TERN_STR("input"), rest);
    if (module && tern_verify(module)) run(context, manager, module, &log, whole);
  } else if (tern_context_diagnostics(context)->error_count == 0) {
    find("a pipeline is refused without an error", &log, pipeline);
  }
  tern_pass_manager_destroy(manager);
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&log.messages);
  return 0;
}

// --- mutations of the pipeline ---

static const char *const option_values[] = {
    "0",     "1",     "2",    "3",    "4",    "8",   "32",        "-1",      "64",  "true", "false", "1,2",   "4,4,4",
    "0,0",   "",      "none", "i32",  "f32",  "f64", "index",     "func",    "gpu", "all",  "cf",    "arith", "x",
    "\"a\"", "{a=1}", "*",    "cuda", "main", "any", "func.func", "scf.for", "1,0", "16",   "128",   "sm_90"};
static const char *const anchors[] = {"builtin.module", "func.func", "gpu.module", "any", "llvm.func", "scf.for"};

static const char *pick_value(const tern_option_def_t *option, uint32_t *state) {
  size_t choice_count = 0;
  while (option->choices && option->choices[choice_count]) ++choice_count;
  if (choice_count && choose(state, 4)) return option->choices[choose(state, choice_count)];
  if (option->kind == TERN_OPTION_BOOL && choose(state, 8)) return choose(state, 2) ? "true" : "false";
  return option_values[choose(state, sizeof option_values / sizeof *option_values)];
}

static void append_pass(tern_string_builder_t *out, uint32_t *state) {
  const tern_pass_def_t *def = tern_all_passes.passes[choose(state, tern_all_passes.pass_count)];
  size_t pipeline = choose(state, 8) ? tern_all_passes.pipeline_count : choose(state, tern_all_passes.pipeline_count);
  if (pipeline < tern_all_passes.pipeline_count) {
    tern_string_builder_append_cstr(out, tern_all_passes.pipelines[pipeline]->flag);
    return;
  }
  const char *anchor = def->anchor ? def->anchor : choose(state, 2) ? NULL : anchors[choose(state, 6)];
  bool is_nested = anchor && strcmp(anchor, "builtin.module") != 0;
  if (is_nested) tern_string_builder_append_format(out, "%s(", anchor);
  tern_string_builder_append_cstr(out, def->flag);
  if (def->option_count && choose(state, 2)) {
    for (size_t i = 0, count = 1 + choose(state, 3); i < count; ++i) {
      const tern_option_def_t *option = &def->options[choose(state, def->option_count)];
      tern_string_builder_append_format(out, "%s%s=%s", i ? " " : "{", option->name, pick_value(option, state));
    }
    tern_string_builder_append_char(out, '}');
  }
  if (is_nested) tern_string_builder_append_char(out, ')');
}

// Puts a pass behind, in front of or in place of what is there.
static void mutate_pipeline(tern_str_t pipeline, tern_string_builder_t *out, uint32_t *state) {
  static const char prefix[] = "builtin.module(";
  bool is_pipeline = tern_str_starts_with(pipeline, TERN_STR("builtin.module(")) && pipeline.size < MAX_PIPELINE;
  tern_str_t inside = is_pipeline ? tern_str_drop(pipeline, sizeof prefix - 1) : TERN_STR("");
  if (inside.size) --inside.size;
  size_t kind = inside.size ? choose(state, 4) : 3;
  tern_string_builder_append_cstr(out, prefix);
  if (kind == 0) tern_string_builder_append(out, inside), tern_string_builder_append_char(out, ',');
  append_pass(out, state);
  if (kind == 1) tern_string_builder_append_char(out, ','), tern_string_builder_append(out, inside);
  tern_string_builder_append_char(out, ')');
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  uint32_t state = seed * 2246822519u + 1;
  tern_str_t rest = tern_str_make((const char *)data, size);
  tern_str_t pipeline = tern_str_split(&rest, '\n');
  if (choose(&state, 8) == 0) return LLVMFuzzerMutate(data, size, max_size);
  if (choose(&state, 3)) {
    size_t start = size - rest.size;
    return start + mutate_module(data + start, rest.size, max_size - start, seed);
  }
  tern_string_builder_t changed = {0};
  mutate_pipeline(pipeline, &changed, &state);
  tern_string_builder_append_char(&changed, '\n');
  tern_string_builder_append(&changed, rest);
  if (changed.size <= max_size) size = changed.size, memcpy(data, changed.data, size);
  tern_string_builder_deinitialize(&changed);
  return size;
}

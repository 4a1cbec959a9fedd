// --iree-hal-preprocess-executables-with-pipeline{pipeline=...}, --iree-hal-preprocess-executables-with-tool{command=...}:
// changes of executables that the user brings.
//
// A pipeline on `builtin.module(...)` is run on the module of each variant, one on `hal.executable.variant(...)` on each
// variant, any other on the executable. A tool is a shell command that is given a module with the executable on its
// standard input and writes the changed one to its standard output; one that fails makes the compilation fail.
//
// Source: upstream's PreprocessExecutablesPass.

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "asm/printer.h"
#include "bytecode/bytecode.h"
#include "dialect/builtin/builtin.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "transform/hal/executables.h"
#include "transform/hal/translate.h"

extern char **environ;

// The executables that a pass is run for: the op itself, or those of a module.
static void collect_executables(tern_op_t *op, tern_op_list_t *out_executables) {
  if (tern_op_is(op, TERN_HAL(EXECUTABLE))) {
    tern_vec_push(out_executables, op);
  } else {
    tern_hal_collect_ops(op, TERN_HAL(EXECUTABLE), out_executables);
  }
}

// --- with a pipeline ---

static bool run_pipeline(tern_op_t *executable, tern_str_t pipeline) {
  bool is_on_module = tern_str_starts_with(pipeline, TERN_STR("builtin.module("));
  bool is_on_variant = tern_str_starts_with(pipeline, TERN_STR("hal.executable.variant("));
  if (!is_on_module && !is_on_variant) return tern_hal_run_pipeline(executable, pipeline);
  tern_op_list_t variants = {0};
  bool is_right = true;
  tern_hal_collect_variants(executable, &variants);
  for (size_t i = 0; i < variants.count && is_right; ++i) {
    tern_op_t *op = is_on_module ? tern_hal_inner_module(variants.values[i]) : variants.values[i];
    if (op) is_right = tern_hal_run_pipeline(op, pipeline);
  }
  tern_vec_deinitialize(&variants);
  return is_right;
}

static bool run_with_pipeline(tern_op_t *op, tern_pass_t *pass) {
  tern_str_t pipeline = tern_str_trim(tern_pass_string(pass, "pipeline"));
  tern_op_list_t executables = {0};
  bool is_right = true;
  if (!pipeline.size) return true;
  collect_executables(op, &executables);
  for (size_t i = 0; i < executables.count && is_right; ++i) is_right = run_pipeline(executables.values[i], pipeline);
  tern_vec_deinitialize(&executables);
  return is_right;
}

// --- with a tool ---

// Runs a command with the files as its standard input and output. Its exit status, -1 if it could not be run.
static int run_command(char *command, FILE *input, FILE *output) {
  char shell[] = "/bin/sh", option[] = "-c";
  char *const arguments[] = {shell, option, command, NULL};
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status = -1;
  if (posix_spawn_file_actions_init(&actions) != 0) return -1;
  bool is_ready = posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO) == 0 &&
                  posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO) == 0;
  if (is_ready && posix_spawn(&child, shell, &actions, NULL, arguments, environ) == 0 &&
      waitpid(child, &status, 0) == child) {
    status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  } else {
    status = -1;
  }
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

static void read_all(FILE *file, tern_string_builder_t *out) {
  char chunk[4096];
  rewind(file);
  for (size_t size; (size = fread(chunk, 1, sizeof chunk, file)) > 0;) {
    tern_string_builder_append(out, tern_str_make(chunk, size));
  }
}

static bool replace(tern_op_t *executable, tern_str_t text) {
  tern_op_t *module = tern_read_module(tern_op_context(executable), TERN_STR("<output of the tool>"), text);
  if (!module) return tern_op_error(executable, "came back from the tool with errors");
  tern_op_list_t found = {0};
  tern_hal_collect_ops(module, TERN_HAL(EXECUTABLE), &found);
  bool is_right = found.count == 1;
  if (is_right) {
    tern_op_remove(found.values[0]);
    tern_op_insert(found.values[0], executable->block, executable);
    tern_op_destroy(executable);
  } else {
    tern_op_error(executable, "came back from the tool as %zu executables, expected one", found.count);
  }
  tern_vec_deinitialize(&found);
  tern_op_destroy(module);
  return is_right;
}

static void print_alone(tern_op_t *executable, tern_string_builder_t *out) {
  tern_builder_t builder = {.context = tern_op_context(executable), .loc = executable->loc};
  tern_op_t *module = tern_build(&builder, TERN_BUILTIN(MODULE), .regions = 1);
  tern_op_insert(tern_op_clone(executable, NULL), tern_region_add_block(&module->regions[0]), NULL);
  tern_print_op(module, &TERN_PRINT_DEFAULT, out);
  tern_op_destroy(module);
}

static bool run_tool(tern_op_t *executable, tern_str_t command) {
  FILE *input = tmpfile(), *output = tmpfile();
  tern_string_builder_t text = {0}, line = {0};
  print_alone(executable, &text);
  tern_string_builder_append(&line, command);
  bool is_right = input && output && fwrite(text.data, 1, text.size, input) == text.size && fflush(input) == 0;
  if (is_right) {
    rewind(input);
    int status = run_command(line.data, input, output);
    is_right =
        status == 0 || tern_op_error(executable, "could not be preprocessed: '%s' ended with %d", line.data, status);
  } else {
    tern_op_error(executable, "could not be preprocessed: no temporary file");
  }
  text.size = 0;
  if (is_right) read_all(output, &text);
  if (input) fclose(input);
  if (output) fclose(output);
  is_right = is_right && replace(executable, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&line);
  return is_right;
}

static bool run_with_tool(tern_op_t *op, tern_pass_t *pass) {
  tern_str_t command = tern_str_trim(tern_pass_string(pass, "command"));
  tern_op_list_t executables = {0};
  bool is_right = true;
  if (!command.size) return true;
  collect_executables(op, &executables);
  for (size_t i = 0; i < executables.count && is_right; ++i) is_right = run_tool(executables.values[i], command);
  tern_vec_deinitialize(&executables);
  return is_right;
}

static const tern_option_def_t pipeline_options[] = {
    {"pipeline", TERN_OPTION_STRING, NULL, "Textual pass pipeline", NULL}};
static const tern_option_def_t tool_options[] = {{"command", TERN_OPTION_STRING, NULL, "Shell command", NULL}};

const tern_pass_def_t tern_hal_preprocess_executables_with_pipeline_pass = {
    .flag = "iree-hal-preprocess-executables-with-pipeline",
    .anchor = "builtin.module",
    .summary = "Run passes of the user's choice on executables",
    .options = pipeline_options,
    .option_count = 1,
    .run = run_with_pipeline,
};

const tern_pass_def_t tern_hal_preprocess_executables_with_tool_pass = {
    .flag = "iree-hal-preprocess-executables-with-tool",
    .anchor = "builtin.module",
    .summary = "Let a tool of the user's choice change executables",
    .options = tool_options,
    .option_count = 1,
    .run = run_with_tool,
};

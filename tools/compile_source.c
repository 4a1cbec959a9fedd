// Kernels in Triton's language: loading them, and printing what they become.

#include "compile_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/messages.h"
#include "compile_endings.h"

// What the language asks of the target: the first that is compiled for.
static void name_target(const tern_compile_options_t *options, char *out_text, size_t size) {
  const char *target = options->target, *chip = options->cuda_chip;
  if (target && strncmp(target, "hip", 3) == 0) {
    snprintf(out_text, size, "%.*s", (int)strcspn(target, ","), target);
  } else if (target && strcmp(target, "cpu") == 0) {
    snprintf(out_text, size, "cpu");
  } else {
    size_t letters = chip ? strcspn(chip, "0123456789") : 0;
    snprintf(out_text, size, "cuda:%d", chip ? atoi(chip + letters) : target ? 80 : 90);
  }
}

static tern_kernel_source_options_t read_all(const tern_compile_options_t *options, const kernel_source_t *source,
                                             char *target, size_t target_size) {
  tern_kernel_source_options_t all = source->options;
  name_target(options, target, target_size);
  all.target = target;
  all.constants = source->constants.values;
  all.constant_count = source->constants.count;
  all.import_folders = source->import_folders.values;
  all.import_folder_count = source->import_folders.count;
  return all;
}

enum { TARGET_SIZE = 64 };

tern_status_t read_source_configurations(tern_compiler_t *compiler, const char *file,
                                         const tern_compile_options_t *options, const kernel_source_t *source,
                                         char **out_text) {
  char target[TARGET_SIZE];
  const tern_kernel_source_options_t all = read_all(options, source, target, sizeof target);
  return tern_compiler_read_kernel_configurations(compiler, file, &all, out_text);
}

tern_status_t load_source(tern_compiler_t *compiler, const char *file, const tern_compile_options_t *options,
                          const kernel_source_t *source) {
  if (!ends_with(file, ".py")) return tern_compiler_load_file(compiler, file);
  char target[TARGET_SIZE];
  const tern_kernel_source_options_t all = read_all(options, source, target, sizeof target);
  return tern_compiler_load_kernel_source(compiler, file, &all);
}

// The text that is asked for; owned.
static tern_status_t make_text(tern_compiler_t *compiler, const char *file, const tern_compile_options_t *options,
                               const kernel_source_t *source, char **out_text) {
  if (strcmp(source->emit, "ast") == 0) return tern_compiler_dump_kernel_syntax(compiler, file, out_text);
  if (strcmp(source->emit, "configurations") == 0)
    return read_source_configurations(compiler, file, options, source, out_text);
  tern_status_t status = load_source(compiler, file, options, source);
  if (tern_status_is_ok(status) && strcmp(source->emit, "ttir") == 0) {
    status = tern_compiler_run(compiler, "builtin.module(triton-ttir-pipeline)");
  }
  tern_compiler_print_options_t print = {.locations = true};
  return tern_status_is_ok(status) ? tern_compiler_print(compiler, &print, out_text) : status;
}

bool emit_source(const char *file, const char *output, const tern_compile_options_t *options,
                 const kernel_source_t *source, tern_compiler_diagnostic_fn_t handler) {
  static const char *const kinds[] = {"ast", "configurations", "source", "ttir"};
  size_t kind = 0, kind_count = sizeof kinds / sizeof kinds[0];
  while (kind < kind_count && strcmp(source->emit, kinds[kind]) != 0) ++kind;
  if (kind == kind_count) return fail("--emit is one of ast, configurations, source, ttir", source->emit);
  if (!ends_with(file, ".py")) return fail("--emit is for files in Triton's language", file);
  tern_compiler_t *compiler = NULL;
  char *text = NULL;
  tern_status_t status = tern_compiler_create(&compiler);
  if (tern_status_is_ok(status)) {
    tern_compiler_set_diagnostic_handler(compiler, handler, NULL);
    status = make_text(compiler, file, options, source, &text);
  }
  bool is_right = tern_status_is_ok(status);
  if (!is_right && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  if (is_right) is_right = write_file(output, text, strlen(text));
  free(text);
  tern_compiler_destroy(compiler);
  return is_right;
}

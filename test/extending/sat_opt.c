// sat-opt: all dialects and passes of tern, and those of this folder. What a tool needs that lives outside of the tree.
//
//   sat-opt [--FLAG[=OPTIONS]]... [--split-input-file] [--verify-diagnostics] [--mlir-pass-statistics] FILE

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/file.h"
#include "bytecode/bytecode.h"
#include "ir/verify/verifier.h"
#include "pass/pass_manager.h"
#include "pipeline/driver/chunks.h"
#include "pipeline/registry.h"
#include "sat.h"

// --- the registry: tern's passes and those that scripts/generate_pass_registry.py found here ---

#define PASS(name) extern const tern_pass_def_t tern_##name##_pass;
#include "sat_passes.def"
#undef PASS

#define PASS(name) &tern_##name##_pass,
static const tern_pass_def_t *const own_passes[] = {
#include "sat_passes.def"
};
#undef PASS
enum { OWN_PASS_COUNT = sizeof own_passes / sizeof own_passes[0] };

static int compare_flags(const void *a, const void *b) {
  const tern_pass_def_t *const *first = a, *const *second = b;
  return strcmp((*first)->flag, (*second)->flag);
}

// Sorted by flag, as lookups want it. To be freed by the caller.
static const tern_pass_def_t **all_passes(size_t *out_count) {
  size_t known = tern_all_passes.pass_count;
  const tern_pass_def_t **passes = tern_realloc_array(NULL, known + OWN_PASS_COUNT, sizeof *passes);
  memcpy(passes, tern_all_passes.passes, known * sizeof *passes);
  memcpy(passes + known, own_passes, sizeof own_passes);
  *out_count = known + OWN_PASS_COUNT;
  qsort(passes, *out_count, sizeof *passes, compare_flags);
  return passes;
}

// --- a run ---

typedef struct arguments {
  tern_pass_registry_t registry;
  tern_str_t path;
  const char **flags;  // passes, in order
  size_t flag_count;
  bool reports_statistics;
} arguments_t;

static void write_report(tern_str_t text, void *user) {
  (void)user;
  fwrite(text.data, 1, text.size, stderr);
}

static void write_message(const char *text, size_t size, void *user) {
  (void)user;
  fwrite(text, 1, size, stderr);
}

static bool run_passes(const arguments_t *arguments, tern_context_t *context, tern_op_t *module) {
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &arguments->registry, "builtin.module");
  bool is_ok = true;
  for (size_t i = 0; i < arguments->flag_count && is_ok; ++i) {
    tern_str_t options = tern_str_from_cstr(arguments->flags[i]);
    tern_str_t flag = tern_str_split(&options, '=');
    is_ok = tern_pass_manager_add(manager, flag, options);
  }
  const tern_pass_options_t options = {
      .verify_each = true, .statistics = arguments->reports_statistics, .report = write_report};
  is_ok = is_ok && tern_pass_manager_run(manager, module, &options);
  tern_pass_manager_destroy(manager);
  return is_ok;
}

// The context has tern's dialects already.
static tern_status_t process(tern_context_t *context, tern_str_t text, uint32_t line_offset, tern_string_builder_t *out,
                             void *user) {
  (void)line_offset;
  const arguments_t *arguments = user;
  tern_context_register_dialect(context, &tern_sat_dialect);
  tern_op_t *module = tern_read_module(context, arguments->path, text);
  if (!module || !tern_verify(module) || !run_passes(arguments, context, module)) {
    return tern_status_make(TERN_INVALID_IR, "see the diagnostics");
  }
  tern_print_options_t printing = TERN_PRINT_DEFAULT;
  tern_print_op(module, &printing, out);
  return tern_ok();
}

static bool read_arguments(int count, char **values, arguments_t *out, tern_chunks_t *out_chunks) {
  for (int i = 1; i < count; ++i) {
    if (strncmp(values[i], "--", 2) != 0) {
      out->path = tern_str_from_cstr(values[i]);
    } else if (strcmp(values[i], "--split-input-file") == 0) {
      out_chunks->split_marker = "// -----";
    } else if (strcmp(values[i], "--verify-diagnostics") == 0) {
      out_chunks->verify_diagnostics = true;
    } else if (strcmp(values[i], "--mlir-pass-statistics") == 0) {
      out->reports_statistics = true;
    } else {
      out->flags[out->flag_count++] = values[i] + 2;
    }
  }
  out_chunks->name = out->path;
  return out->path.size > 0;
}

int main(int argc, char **argv) {
  size_t pass_count;
  const tern_pass_def_t **passes = all_passes(&pass_count);
  arguments_t arguments = {.flags = tern_realloc_array(NULL, (size_t)argc, sizeof *arguments.flags)};
  arguments.registry = tern_all_passes;
  arguments.registry.passes = passes;
  arguments.registry.pass_count = pass_count;
  tern_chunks_t chunks = {.message = write_message, .process = process, .user = &arguments};
  char *text = NULL;
  size_t size;
  tern_string_builder_t out = {0};
  tern_status_t status = tern_status_make(TERN_INVALID_ARGUMENT, "usage: sat-opt [--FLAG[=OPTIONS]]... FILE");
  if (read_arguments(argc, argv, &arguments, &chunks)) status = tern_file_read(arguments.path.data, &text, &size);
  if (text) status = tern_chunks_run(&chunks, tern_str_make(text, size), &out);
  if (!tern_status_is_ok(status)) fprintf(stderr, "sat-opt: %s\n", status.message);
  fwrite(out.data ? out.data : "", 1, out.size, stdout);
  tern_string_builder_deinitialize(&out);
  free(text);
  free(arguments.flags);
  free(passes);
  return tern_status_is_ok(status) ? EXIT_SUCCESS : EXIT_FAILURE;
}

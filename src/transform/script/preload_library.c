// --transform-preload-library: reads files with named sequences, for the scripts that are run later in the same pipeline.
//
// Source: upstream's PreloadLibraryPass.

#include "dialect/transform/transform.h"
#include "ir/context.h"
#include "pass/pass.h"
#include "transform/script/library.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  const tern_str_t *paths;
  size_t count = tern_pass_string_list(pass, "transform-library-paths", &paths);
  for (size_t i = 0; i < count; ++i) {
    tern_op_t *module = tern_script_read_module(tern_op_context(op), op->loc, paths[i]);
    if (!module || !tern_script_library_add(module)) return false;
  }
  return true;
}

static const tern_option_def_t options[] = {
    {"transform-library-paths", TERN_OPTION_STRING_LIST, NULL, "Files whose named sequences can be run and included",
     NULL},
};

const tern_pass_def_t tern_transform_preload_library_pass = {
    .flag = "transform-preload-library",
    .name = "PreloadLibraryPass",
    .summary = "Read files with named sequences of transform scripts",
    .options = options,
    .option_count = 1,
    .dialects = (const tern_dialect_t *const[]){&tern_transform_dialect, NULL},
    .run = run,
};

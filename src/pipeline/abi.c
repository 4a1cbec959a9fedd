// The ready-made pipelines at the border of a program: what comes in, and what it shows to its callers.

#include "pass/pass.h"

const tern_pipeline_def_t tern_common_input_pipeline = {
    .flag = "iree-common-input-transformation-pipeline",
    .summary = "Import functions, iree_input, ml_program and tm_tensor, and make names of modules identifiers",
    .text =
        "builtin.module(torch-iree-tm-tensor-to-linalg-ext,iree-input-drop-packed-storage,iree-codegen-materialize-"
        "encoding-into-nop,iree-import-public,"
        "iree-import-ml-program,iree-sanitize-module-"
        "names)",
};

static const char *const models[] = {"sync", "coarse-fences", NULL};

static const tern_option_def_t options[] = {
    {"invocation-model", TERN_OPTION_STRING, "sync",
     "How calls are ordered with each other: sync, or coarse-fences (a fence to wait for and one to signal)", models},
};

static bool expand(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_str_t model = tern_pass_string(pass, "invocation-model");
  tern_string_builder_append_format(out,
                                    "builtin.module(iree-abi-convert-streamable-ops,iree-abi-wrap-entry-points{"
                                    "invocation-model=%.*s},inline,canonicalize,cse,symbol-dce)",
                                    (int)model.size, model.data);
  return true;
}

const tern_pipeline_def_t tern_abi_pipeline = {
    .flag = "iree-abi-transformation-pipeline",
    .summary = "Give entry points the native ABI",
    .options = options,
    .option_count = 1,
    .expand = expand,
};

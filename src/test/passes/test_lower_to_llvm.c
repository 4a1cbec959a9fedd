// --test-lower-to-llvm: host code of the upstream dialects down to the llvm dialect, as upstream's tests ask for it.

#include "pass/pass.h"

static bool expand(const tern_pass_t *options, tern_string_builder_t *out_text) {
  bool reassociates = tern_pass_bool(options, "reassociate-fp-reductions");
  tern_string_builder_append_format(
      out_text,
      "builtin.module(func.func(convert-vector-to-scf),func.func(convert-linalg-to-loops),lower-affine,"
      "convert-scf-to-cf,canonicalize,cse,convert-vector-to-llvm{reassociate-fp-reductions=%s},"
      "func.func(convert-math-to-llvm),expand-strided-metadata,lower-affine,finalize-memref-to-llvm,"
      "convert-func-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-ub-to-llvm,"
      "reconcile-unrealized-casts)",
      reassociates ? "true" : "false");
  return true;
}

static const tern_option_def_t options[] = {
    {"reassociate-fp-reductions", TERN_OPTION_BOOL, "false", "Let sums of vectors be computed in any order", NULL},
};

const tern_pipeline_def_t tern_test_lower_to_llvm_pipeline = {
    .flag = "test-lower-to-llvm",
    .summary = "Lower arith, linalg, memref, scf, vector and others to the llvm dialect",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .expand = expand,
};

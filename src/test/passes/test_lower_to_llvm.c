// --test-lower-to-llvm: host code of the upstream dialects down to the llvm dialect, as upstream's tests ask for it.

#include "pass/stages.h"

#include "pipeline/stages/test.def"

static const tern_option_def_t options[] = {
    {"reassociate-fp-reductions", TERN_OPTION_BOOL, "false", "Let sums of vectors be computed in any order", NULL},
};

const tern_pipeline_def_t tern_test_lower_to_llvm_pipeline = {
    .flag = "test-lower-to-llvm",
    .summary = "Lower arith, linalg, memref, scf, vector and others to the llvm dialect",
    .stages = test_lower_to_llvm,
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
};

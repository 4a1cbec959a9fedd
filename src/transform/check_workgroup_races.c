// --gpu-check-workgroup-races: the analysis of analysis/workgroup_races.h as a pass.

#include "analysis/workgroup_races.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  return tern_check_workgroup_races(op, tern_pass_bool(pass, "redundant"));
}

static const tern_option_def_t options[] = {
    {.name = "redundant", .kind = TERN_OPTION_BOOL, .help = "Remark on barriers that order nothing"},
};

const tern_pass_def_t tern_check_workgroup_races_pass = {
    .flag = "gpu-check-workgroup-races",
    .anchor = "func.func",
    .summary = "Find data races in the workgroup memory of kernels, and barriers that not all invocations reach",
    .description = "Changes nothing. A kernel is a function with `spirv.entry_point_abi`.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};

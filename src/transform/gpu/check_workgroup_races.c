// --gpu-check-workgroup-races: the analysis of analysis/gpu/workgroup_races.h as a pass.
//
// It runs on a module and looks for kernels at any depth, because those of a dispatch are inside of hal.executable.variant,
// where a pass on functions of the module would not come, and would say nothing. A module without a kernel is an error: who
// asks for a check wants to hear that there was none.

#include "analysis/gpu/workgroup_races.h"
#include "dialect/gpu/gpu.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

#define KERNELS "a kernel is a func.func with a `spirv.entry_point_abi` that gives its workgroup size"

typedef struct state {
  bool redundant, is_right;
  size_t kernel_count;  // looked at, or refused
} state_t;

static tern_walk_result_t check(tern_op_t *op, void *user) {
  state_t *state = user;
  if (tern_op_is(op, TERN_GPU(FUNC))) {
    state->is_right = tern_op_error(op, "is no kernel that can be checked for races");
    tern_emit_note(op->loc, KERNELS);
    ++state->kernel_count;
    return TERN_WALK_SKIP;
  }
  if (!tern_is_kernel_to_check(op)) return TERN_WALK_ADVANCE;
  state->is_right &= tern_check_workgroup_races(op, state->redundant);
  ++state->kernel_count;
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  state_t state = {.redundant = tern_pass_bool(pass, "redundant"), .is_right = true};
  tern_op_walk_pre(op, check, &state);
  if (state.kernel_count) return state.is_right;
  tern_op_error(op, "holds no kernel, so no races were looked for");
  tern_emit_note(op->loc, KERNELS);
  return false;
}

static const tern_option_def_t options[] = {
    {.name = "redundant", .kind = TERN_OPTION_BOOL, .help = "Remark on barriers that order nothing"},
};

const tern_pass_def_t tern_check_workgroup_races_pass = {
    .flag = "gpu-check-workgroup-races",
    .anchor = "builtin.module",
    .summary = "Find data races in the workgroup memory of kernels, and barriers that not all invocations reach",
    .description =
        "Changes nothing. A kernel is a func.func with a `spirv.entry_point_abi` that gives its workgroup size, at "
        "any depth in the module. A module without one is refused.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};

// --iree-util-drop-compiler-hints: erases what only the compiler wanted to know.
//
//   %1 = util.optimization_barrier %0     ->   // %0 stands for %1
//   %2 = util.assume.int %x<umin = 0>
//
// Source: upstream's pass of the same name.

#include "dialect/util/util.h"
#include "pass/pass.h"

static bool is_hint(const tern_op_t *op, bool keeps_assumptions) {
  if (tern_op_is(op, TERN_UTIL(OPTIMIZATION_BARRIER))) return true;
  return !keeps_assumptions && tern_op_is(op, TERN_UTIL(ASSUME_INT));
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  tern_pass_t *pass = user;
  if (!is_hint(op, tern_pass_bool(pass, "keep-assume-int"))) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_operand(op, i));
  }
  tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_op_walk_post(op, visit, pass);
  return true;
}

static const tern_option_def_t options[] = {
    {"keep-assume-int", TERN_OPTION_BOOL, "false", "Assumptions on ranges and divisors stay", NULL},
};

const tern_pass_def_t tern_util_drop_compiler_hints_pass = {
    .flag = "iree-util-drop-compiler-hints",
    .name = "DropCompilerHintsPass",
    .summary = "Remove ops that only tell the compiler something",
    .description = "Optimization barriers and assumptions about integers are replaced by their operands.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};

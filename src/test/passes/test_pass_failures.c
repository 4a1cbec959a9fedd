// Passes that fail, leave wrong IR or just say that they run, to see what the pass manager does with them (upstream:
// TestPassManager.cpp).

#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "test/dialect/test.h"

static bool fail(tern_op_t *op, tern_pass_t *pass) {
  if (tern_pass_bool(pass, "gen-diagnostics")) tern_emit_error(op->loc, "illegal operation");
  return false;
}

static const tern_option_def_t failure_options[] = {
    {"gen-diagnostics", TERN_OPTION_BOOL, "false", "Emit an error", NULL},
};

const tern_pass_def_t tern_test_pass_failure_pass = {
    .flag = "test-pass-failure",
    .name = "TestFailurePass",
    .summary = "Fail",
    .options = failure_options,
    .option_count = 1,
    .run = fail,
};

static bool leave_invalid(tern_op_t *op, tern_pass_t *pass) {
  if (tern_pass_bool(pass, "emit-invalid-ir") && op->regions[0].first_block) {
    tern_builder_t b = tern_builder_at_start(op->regions[0].first_block, op->loc);
    tern_build(&b, TERN_TEST(ANY_ATTR_OF_I32_STR), .types = {0});
  }
  return !tern_pass_bool(pass, "signal-pass-failure");
}

static const tern_option_def_t invalid_options[] = {
    {"signal-pass-failure", TERN_OPTION_BOOL, "false", "Fail", NULL},
    {"emit-invalid-ir", TERN_OPTION_BOOL, "true", "Add an op that does not verify", NULL},
};

const tern_pass_def_t tern_test_pass_create_invalid_ir_pass = {
    .flag = "test-pass-create-invalid-ir",
    .name = "TestInvalidIRPass",
    .anchor = "func.func",
    .summary = "Add an op that does not verify to a function",
    .options = invalid_options,
    .option_count = sizeof invalid_options / sizeof invalid_options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_test_dialect, NULL},
    .run = leave_invalid,
};

static bool say_so(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  if (tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE))
    tern_emit_remark(op->loc, "Executing interface pass on operation");
  return true;
}

const tern_pass_def_t tern_test_interface_pass = {
    .flag = "test-interface-pass",
    .name = "TestInterfacePass",
    .summary = "Remark that it runs on a function, of any dialect",
    .run = say_so,
};

// --llvm-request-c-wrappers: asks --convert-func-to-llvm for an interface that C can call, function by function (upstream:
// RequestCWrappers).

#include "dialect/llvm/llvm.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_set_attr(op, "llvm.emit_c_interface", tern_unit_attr_get(tern_op_context(op)));
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_llvm_request_c_wrappers_pass = {
    .flag = "llvm-request-c-wrappers",
    .name = "LLVMRequestCWrappersPass",
    .anchor = "func.func",
    .summary = "Ask for wrappers, for callers in C, of all functions",
    .description = "Sets the attribute llvm.emit_c_interface, which --convert-func-to-llvm reads.",
    .dialects = dialects,
    .run = run,
};

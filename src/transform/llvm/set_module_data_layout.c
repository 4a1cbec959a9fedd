// --set-llvm-module-datalayout: gives a module LLVM's data layout (upstream: FuncToLLVM's SetLLVMModuleDataLayoutPass).

#include "dialect/llvm/llvm.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_str_t layout = tern_pass_string(pass, "data-layout");
  tern_op_set_attr(op, "llvm.data_layout", tern_string_attr_get(tern_op_context(op), layout));
  return true;
}

static const tern_option_def_t options[] = {
    {.name = "data-layout", .kind = TERN_OPTION_STRING, .help = "The layout, as LLVM writes it"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_set_llvm_module_data_layout_pass = {
    .flag = "set-llvm-module-datalayout",
    .name = "SetLLVMModuleDataLayoutPass",
    .anchor = "builtin.module",
    .summary = "Say which layout of data the module is for",
    .description =
        "The attribute llvm.data_layout goes into the LLVM module as it is; whether LLVM can read it is not looked at "
        "here.",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};

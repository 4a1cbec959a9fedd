// --xevm-attach-target: gpu.modules are to be compiled for an Intel GPU (upstream: XeVMAttachTarget.cpp).

#include "dialect/xevm/xevm.h"
#include "transform/gpu/targets/attach_target.h"

static bool attach_target(tern_op_t *op, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *words = tern_gpu_command_words(context, tern_pass_string(pass, "cmd-options"));
  tern_gpu_target_t target = tern_gpu_target_default(&tern_xevm_target_form);
  target.level = tern_pass_int(pass, "O");
  target.triple = tern_pass_string(pass, "triple");
  target.chip = tern_pass_string(pass, "chip");
  target.flags = tern_gpu_flags(context, pass, NULL, 0, "cmd-options", words);
  target.link = tern_gpu_list_option(context, pass, "l");
  const tern_attr_t *attr = tern_gpu_target_get(context, TERN_XEVM_ATTR(TARGET), op->loc, &target);
  if (attr) tern_gpu_attach_target(op, pass, attr);
  return attr != NULL;
}

static const tern_option_def_t options[] = {
    {"module", TERN_OPTION_STRING, NULL, "Regular expression that is found in the names of the modules meant", NULL},
    {"triple", TERN_OPTION_STRING, "spirv64-unknown-unknown", "Target triple", NULL},
    {"chip", TERN_OPTION_STRING, "bmg", "Target chip", NULL},
    {"O", TERN_OPTION_INT, "2", "Optimization level, 0 to 3", NULL},
    {"l", TERN_OPTION_STRING_LIST, NULL, "Files of bitcode to link", NULL},
    {"cmd-options", TERN_OPTION_STRING, NULL, "Options that the compiler of binaries is given", NULL}};

static const tern_dialect_t *const dialects[] = {&tern_xevm_dialect, NULL};

const tern_pass_def_t tern_xevm_attach_target_pass = {
    .flag = "xevm-attach-target",
    .name = "GpuXeVMAttachTarget",
    .summary = "Give gpu.modules a target of Intel's",
    .description = "Appends #xevm.target to the targets of gpu.modules right inside the op.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = dialects,
    .run = attach_target,
};

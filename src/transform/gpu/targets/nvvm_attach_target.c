// --nvvm-attach-target: gpu.modules are to be compiled for an NVIDIA GPU (upstream: NVVMAttachTarget.cpp).

#include "dialect/nvvm/nvvm.h"
#include "transform/gpu/targets/attach_target.h"

static bool attach_target(tern_op_t *op, tern_pass_t *pass) {
  static const tern_gpu_flag_t flags[] = {{"fast", "fast", false}, {"ftz", "ftz", false}};
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *words = tern_gpu_command_words(context, tern_pass_string(pass, "ptxas-cmd-options"));
  tern_nvvm_target_t target = tern_nvvm_target_default();
  target.level = tern_pass_int(pass, "O");
  target.triple = tern_pass_string(pass, "triple");
  target.chip = tern_pass_string(pass, "chip");
  target.features = tern_pass_string(pass, "features");
  target.flags = tern_gpu_flags(context, pass, flags, sizeof(flags) / sizeof(flags[0]), "ptxas-cmd-options", words);
  target.is_checked = tern_pass_bool(pass, "verify-target-arch");
  target.link = tern_gpu_list_option(context, pass, "l");
  const tern_attr_t *attr = tern_nvvm_target_get(op->loc, &target);
  if (attr) tern_gpu_attach_target(op, pass, attr);
  return attr != NULL;
}

static const tern_option_def_t options[] = {
    {"module", TERN_OPTION_STRING, NULL, "Regular expression that is found in the names of the modules meant", NULL},
    {"triple", TERN_OPTION_STRING, "nvptx64-nvidia-cuda", "Target triple", NULL},
    {"chip", TERN_OPTION_STRING, "sm_50", "Target chip", NULL},
    {"features", TERN_OPTION_STRING, NULL, "Target features; the least version of PTX that has the chip if none", NULL},
    {"O", TERN_OPTION_INT, "2", "Optimization level, 0 to 3", NULL},
    {"fast", TERN_OPTION_BOOL, NULL, "Floating point may be inexact", NULL},
    {"ftz", TERN_OPTION_BOOL, NULL, "Denormal numbers may be taken for zero", NULL},
    {"l", TERN_OPTION_STRING_LIST, NULL, "Files of bitcode to link", NULL},
    {"ptxas-cmd-options", TERN_OPTION_STRING, NULL, "Options that ptxas is given", NULL},
    {"verify-target-arch", TERN_OPTION_BOOL, "true", "Ops that the chip lacks are errors", NULL}};

static const tern_dialect_t *const dialects[] = {&tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_nvvm_attach_target_pass = {
    .flag = "nvvm-attach-target",
    .name = "GpuNVVMAttachTarget",
    .summary = "Give gpu.modules a target of NVIDIA's",
    .description =
        "Appends #nvvm.target to the targets of gpu.modules right inside the op; --gpu-module-to-binary compiles for "
        "it.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = dialects,
    .run = attach_target,
};

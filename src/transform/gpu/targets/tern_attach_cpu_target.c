// --tern-attach-cpu-target: gpu.modules are to be compiled for the CPU, where libtern_cpu_gpu_runtime runs their kernels.

#include "dialect/tern/tern.h"
#include "transform/gpu/targets/attach_target.h"

static bool attach_target(tern_op_t *op, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(op);
  tern_gpu_target_t target = tern_gpu_target_default(&tern_cpu_target_form);
  target.level = tern_pass_int(pass, "O");
  target.triple = tern_pass_string(pass, "triple");
  target.chip = tern_pass_string(pass, "chip");
  target.features = tern_pass_string(pass, "features");
  target.link = tern_gpu_list_option(context, pass, "l");
  const tern_attr_t *attr = tern_gpu_target_get(context, TERN_TERN_ATTR(CPU_TARGET), op->loc, &target);
  if (attr) tern_gpu_attach_target(op, pass, attr);
  return attr != NULL;
}

static const tern_option_def_t options[] = {
    {"module", TERN_OPTION_STRING, NULL, "Regular expression that is found in the names of the modules meant", NULL},
    {"triple", TERN_OPTION_STRING, TERN_CPU_TARGET_NATIVE, "Target triple; native: this machine's", NULL},
    {"chip", TERN_OPTION_STRING, TERN_CPU_TARGET_NATIVE, "Target processor; native: this machine's", NULL},
    {"features", TERN_OPTION_STRING, NULL, "Target features, such as +avx2,+fma", NULL},
    {"O", TERN_OPTION_INT, "2", "Optimization level, 0 to 3", NULL},
    {"l", TERN_OPTION_STRING_LIST, NULL, "Files of bitcode to link", NULL}};

static const tern_dialect_t *const dialects[] = {&tern_tern_dialect, NULL};

const tern_pass_def_t tern_tern_attach_cpu_target_pass = {
    .flag = "tern-attach-cpu-target",
    .name = "TernAttachCpuTarget",
    .summary = "Give gpu.modules the CPU as a target",
    .description =
        "Appends #tern.cpu_target to the targets of gpu.modules right inside the op; --gpu-module-to-binary compiles "
        "for it.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = dialects,
    .run = attach_target,
};

// --rocdl-attach-target: gpu.modules are to be compiled for an AMD GPU (upstream: ROCDLAttachTarget.cpp).

#include "dialect/rocdl/rocdl.h"
#include "transform/gpu/targets/attach_target.h"

static bool attach_target(tern_op_t *op, tern_pass_t *pass) {
  static const tern_gpu_flag_t flags[] = {
      {"wave64", "no_wave64", true},
      {"fast", "fast", false},
      {"daz", "daz", false},
      {"finite-only", "finite_only", false},
      {"unsafe-math", "unsafe_math", false},
      {"correct-sqrt", "unsafe_sqrt", true},
  };
  tern_context_t *context = tern_op_context(op);
  tern_gpu_target_t target = {
      .level = tern_pass_int(pass, "O"),
      .triple = tern_pass_string(pass, "triple"),
      .chip = tern_pass_string(pass, "chip"),
      .features = tern_pass_string(pass, "features"),
      .abi = tern_pass_string(pass, "abi"),
      .flags = tern_gpu_flags(context, pass, flags, sizeof(flags) / sizeof(flags[0]), NULL, NULL),
      .link = tern_gpu_list_option(context, pass, "l"),
  };
  const tern_attr_t *attr = tern_gpu_target_get(context, TERN_ROCDL_ATTR(TARGET), op->loc, &target);
  if (attr) tern_gpu_attach_target(op, pass, attr);
  return attr != NULL;
}

static const tern_option_def_t options[] = {
    {"module", TERN_OPTION_STRING, NULL, "Regular expression that is found in the names of the modules meant", NULL},
    {"triple", TERN_OPTION_STRING, "amdgcn-amd-amdhsa", "Target triple", NULL},
    {"chip", TERN_OPTION_STRING, "gfx900", "Target chip", NULL},
    {"features", TERN_OPTION_STRING, NULL, "Target features", NULL},
    {"abi", TERN_OPTION_STRING, "600", "Version of the ABI", NULL},
    {"O", TERN_OPTION_INT, "2", "Optimization level, 0 to 3", NULL},
    {"wave64", TERN_OPTION_BOOL, "true", "Subgroups have 64 invocations", NULL},
    {"fast", TERN_OPTION_BOOL, NULL, "Floating point may be inexact", NULL},
    {"daz", TERN_OPTION_BOOL, NULL, "Denormal numbers may be taken for zero", NULL},
    {"finite-only", TERN_OPTION_BOOL, NULL, "There are no infinities", NULL},
    {"unsafe-math", TERN_OPTION_BOOL, NULL, "Floating point may be reassociated", NULL},
    {"correct-sqrt", TERN_OPTION_BOOL, "true", "Square roots are rounded correctly", NULL},
    {"l", TERN_OPTION_STRING_LIST, NULL, "Files of bitcode to link", NULL}};

static const tern_dialect_t *const dialects[] = {&tern_rocdl_dialect, NULL};

const tern_pass_def_t tern_rocdl_attach_target_pass = {
    .flag = "rocdl-attach-target",
    .name = "GpuROCDLAttachTarget",
    .summary = "Give gpu.modules a target of AMD's",
    .description =
        "Appends #rocdl.target to the targets of gpu.modules right inside the op; --gpu-module-to-binary compiles for "
        "it.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = dialects,
    .run = attach_target,
};

// The ready-made pipelines at the border of a program: what comes in, and what it shows to its callers.

#include "dialect/vhlo/vhlo.h"
#include "pass/stages.h"

#include "pipeline/stages/input.def"

const tern_pipeline_def_t tern_common_input_pipeline = {
    .flag = "iree-common-input-transformation-pipeline",
    .summary = "Import functions, iree_input, ml_program and tm_tensor, and make names of modules identifiers",
    .stages = common_input,
};

static const tern_option_def_t stablehlo_options[] = {
    {"rows-as-loops", TERN_OPTION_BOOL, "false", "Go through rows of cumulative sums one element after the other",
     NULL},
    {"atomic-bits", TERN_OPTION_INT, "0",
     "Make scatters for a device with many invocations, which has atomics for integers of so many bits", NULL},
    {"allow-nondeterminism", TERN_OPTION_BOOL, "false",
     "Such a device may add up floats by atomics, in an order that differs from run to run", NULL},
    {"longest-window", TERN_OPTION_INT, "256", "Elements of cumulative windows of other dimensions that are not cut",
     NULL},
};

const tern_pipeline_def_t tern_stablehlo_input_pipeline = {
    .flag = "iree-stablehlo-input-transformation-pipeline",
    .summary = "Lower StableHLO programs to linalg on tensors without signs",
    .stages = stablehlo_input,
    .options = stablehlo_options,
    .option_count = sizeof stablehlo_options / sizeof stablehlo_options[0],
};

const tern_pipeline_def_t tern_tosa_input_pipeline = {
    .flag = "iree-tosa-input-transformation-pipeline",
    .summary = "Lower TOSA programs to linalg on tensors without signs",
    .stages = tosa_input,
};

static const char *const models[] = {"sync", "coarse-fences", NULL};

static const tern_option_def_t abi_options[] = {
    {"invocation-model", TERN_OPTION_STRING, "sync",
     "How calls are ordered with each other: sync, or coarse-fences (a fence to wait for and one to signal)", models},
};

const tern_pipeline_def_t tern_abi_pipeline = {
    .flag = "iree-abi-transformation-pipeline",
    .summary = "Give entry points the native ABI",
    .stages = native_abi,
    .options = abi_options,
    .option_count = sizeof abi_options / sizeof abi_options[0],
};

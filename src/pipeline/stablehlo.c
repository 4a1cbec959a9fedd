// The input pipeline of StableHLO: whole programs to linalg on tensors (upstream:
// buildStableHLOXLAInputConversionPassPipeline).

#include "dialect/vhlo/vhlo.h"
#include "pass/pass.h"

const tern_pipeline_def_t tern_stablehlo_input_pipeline = {
    .flag = "iree-stablehlo-input-transformation-pipeline",
    .summary = "Lower StableHLO programs to linalg on tensors without signs",
    .text =
        "builtin.module(vhlo-to-version{target=" TERN_VHLO_CURRENT_TEXT
        "},vhlo-legalize-to-stablehlo,"
        "iree-stablehlo-strip-shardings,stablehlo-legalize-composite-to-call,stablehlo-legalize-async,iree-stablehlo-"
        "legalize-custom-calls,"
        "stablehlo-legalize-quant-to-math,canonicalize,"
        "iree-stablehlo-canonicalize,cse,iree-stablehlo-preprocessing-flatten-cfg-tuples,iree-stablehlo-legalize-chlo,"
        "stablehlo-legalize-top-k,stablehlo-split-cumulative-windows,iree-stablehlo-canonicalize,stablehlo-assert-"
        "shapes,iree-stablehlo-legalize-control-flow,stablehlo-irregular-to-loops,"
        "stablehlo-legalize-to-linalg,canonicalize,cse)",
};

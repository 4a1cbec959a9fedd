// The input pipeline of StableHLO: whole programs to linalg on tensors (upstream:
// buildStableHLOXLAInputConversionPassPipeline).

#include "dialect/vhlo/vhlo.h"
#include "pass/pass.h"

static const tern_option_def_t options[] = {
    {"rows-as-loops", TERN_OPTION_BOOL, "false", "Go through rows of cumulative sums one element after the other",
     NULL},
    {"longest-window", TERN_OPTION_INT, "256", "Elements of cumulative windows of other dimensions that are not cut",
     NULL},
};

static bool expand(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(
      out,
      "builtin.module(vhlo-to-version{target=" TERN_VHLO_CURRENT_TEXT
      "},vhlo-legalize-to-stablehlo,"
      "iree-stablehlo-strip-shardings,stablehlo-legalize-composite-to-call,stablehlo-legalize-async,iree-stablehlo-"
      "legalize-custom-calls,"
      "stablehlo-legalize-quant-to-math,canonicalize,"
      "iree-stablehlo-canonicalize,cse,iree-stablehlo-preprocessing-flatten-cfg-tuples,iree-stablehlo-legalize-chlo,"
      "stablehlo-legalize-top-k,");
  if (tern_pass_bool(pass, "rows-as-loops")) {
    tern_string_builder_append_cstr(out, "stablehlo-cumulative-windows-to-loops,");
  }
  tern_string_builder_append_format(out, "stablehlo-split-cumulative-windows{longest-window=%lld},",
                                    (long long)tern_pass_int(pass, "longest-window"));
  tern_string_builder_append_cstr(out,
                                  "iree-stablehlo-canonicalize,stablehlo-assert-"
                                  "shapes,iree-stablehlo-legalize-control-flow,stablehlo-irregular-to-loops,"
                                  "stablehlo-legalize-to-linalg,canonicalize,cse)");
  return true;
}

const tern_pipeline_def_t tern_stablehlo_input_pipeline = {
    .flag = "iree-stablehlo-input-transformation-pipeline",
    .summary = "Lower StableHLO programs to linalg on tensors without signs",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .expand = expand,
};

// The stages of stream from async ops on: commands with memory, and their optimization.

#include "pass/pass.h"

// Host code only; device code is left to code generation.
#define ON_HOST(PASSES) "util.func(" PASSES "),util.initializer(" PASSES ")"

// What is done between the stages.
#define CLEANUP                                                                          \
  ON_HOST("canonicalize,cse")                                                            \
  ",iree-util-simplify-global-accesses,iree-util-apply-patterns,iree-util-fold-globals," \
  "iree-util-fuse-globals,iree-util-ipo"

const tern_pipeline_def_t tern_stream_cleanup_pipeline = {
    .flag = "iree-stream-cleanup-pipeline",
    .summary = "Run the simplifications that stand between the parts of the stream pipeline",
    .text = "builtin.module(" CLEANUP ")",
};

const tern_pipeline_def_t tern_stream_cmd_pipeline = {
    .flag = "iree-stream-cmd-transformation-pipeline",
    .summary = "Schedule stream.async ops and plan their memory, as stream.cmd ops",
    .text =
        "builtin.module(iree-stream-schedule-allocation,iree-stream-pack-constants,iree-stream-layout-slices," ON_HOST(
            "canonicalize") ",iree-util-propagate-subranges," CLEANUP ",iree-stream-verify-lowering-to-cmd)",
};

// Fusing of bindings is for targets with few of them: it costs the others operands.
static const tern_option_def_t options[] = {
    {"optimize-bindings", TERN_OPTION_BOOL, "false", "Fuses bindings to the same storage, which then travel as offsets",
     NULL},
};

static bool expand_optimization(const tern_pass_t *given, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(
      out, "builtin.module(" ON_HOST(
               "convert-scf-to-cf{wide-switches}") "," CLEANUP
                                                   ",iree-util-fixed-point-iterator{pipeline=builtin.module("
                                                   "iree-stream-elide-timepoints," CLEANUP ")}");
  if (tern_pass_bool(given, "optimize-bindings")) {
    tern_string_builder_append_cstr(out, ",iree-stream-fuse-dispatch-bindings");
  }
  tern_string_builder_append_cstr(
      out, ",iree-stream-annotate-dispatch-arguments,iree-stream-pack-dispatch-operands," ON_HOST(
               "canonicalize,cse") ",iree-stream-fold-uniform-operands)");
  return true;
}

const tern_pipeline_def_t tern_stream_optimization_pipeline = {
    .flag = "iree-stream-optimization-pipeline",
    .summary = "Give dispatches fewer bindings and operands",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .expand = expand_optimization,
};

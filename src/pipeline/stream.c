// The ready-made pipelines from dispatches on tensors to asynchronous work on resources.
//
//   tensor         flow and hal.tensor ops -> stream.tensor.*
//   async          stream.tensor.* -> stream.async.*; lifetimes, copies, execution regions, timepoints
//   cmd            stream.async.* -> stream.cmd.* on allocated memory
//   optimization   fewer bindings and operands
//
// The last two are in stream_cmd.c, with the cleanup between stages.

#include "pass/pass.h"

// Host code only; device code is left to code generation.
#define ON_HOST(PASSES) "util.func(" PASSES "),util.initializer(" PASSES ")"
#define CLEANUP "iree-stream-cleanup-pipeline"

const tern_pipeline_def_t tern_stream_tensor_pipeline = {
    .flag = "iree-stream-tensor-transformation-pipeline",
    .summary = "Make stream.tensor ops of flow and of arithmetic on resources",
    .text = "builtin.module(iree-stream-verify-input," CLEANUP
            ",iree-stream-outline-constants"
            ",iree-stream-conversion,iree-stream-verify-lowering-to-tensors," ON_HOST(
                "canonicalize,cse") ",iree-util-combine-initializers," CLEANUP ")",
};

#define ENCODE                                                                                          \
  "iree-stream-specialize-encodings,iree-stream-encode-host-tensors,iree-stream-encode-device-tensors," \
  "iree-util-fixed-point-iterator{pipeline=builtin.module(" CLEANUP                                     \
  ")},"                                                                                                 \
  "iree-stream-verify-lowering-to-async-resources"

#define COPIES \
  "iree-stream-materialize-copy-on-write," ON_HOST("canonicalize") ",iree-stream-elide-async-copies," ON_HOST(     \
      "canonicalize") ",iree-stream-emplace-allocations,iree-stream-refine-usage," ON_HOST("canonicalize") ","     \
                      "iree-stream-elide-async-copies," ON_HOST("canonicalize") ",iree-stream-emplace-allocations," \
                      CLEANUP ",iree-stream-materialize-builtins," ON_HOST("canonicalize,cse")

#define SCHEDULE                                                                                   \
  "iree-stream-schedule-execution,iree-stream-schedule-concurrency,iree-stream-sync-initializers," \
  "iree-stream-propagate-timepoints," CLEANUP ",iree-stream-verify-lowering-to-async"

const tern_pipeline_def_t tern_stream_async_pipeline = {
    .flag = "iree-stream-async-transformation-pipeline",
    .summary = "Give tensors of stream.tensor their sizes in bytes, as stream.async ops",
    .text = "builtin.module(" ENCODE "," COPIES "," SCHEDULE ")",
};

// The report of the memory and work that the program takes comes before the optimizations, so that it does not depend
// on them.
static const tern_option_def_t options[] = {
    {"optimize-bindings", TERN_OPTION_BOOL, "false", "Fuses bindings to the same storage, which then travel as offsets",
     NULL},
    {"dump-statistics-format", TERN_OPTION_STRING, "none", "Format of the statistics",
     (const char *const[]){"none", "pretty", "verbose", "csv", "json", NULL}},
    {"dump-statistics-file", TERN_OPTION_STRING, NULL,
     "File for the statistics; nothing: standard error, `-`: standard output", NULL},
};

static bool expand_all(const tern_pass_t *given, tern_string_builder_t *out) {
  tern_str_t format = tern_pass_string(given, "dump-statistics-format");
  tern_str_t file = tern_pass_string(given, "dump-statistics-file");
  tern_string_builder_append_cstr(out,
                                  "builtin.module(iree-stream-tensor-transformation-pipeline,"
                                  "iree-stream-async-transformation-pipeline,iree-stream-cmd-transformation-pipeline");
  if (format.size && !tern_str_equal_cstr(format, "none")) {
    tern_string_builder_append_format(out, ",iree-stream-dump-statistics{output-format=%.*s output-file=%.*s}",
                                      (int)format.size, format.data, (int)file.size, file.data);
  }
  tern_string_builder_append_format(
      out, ",iree-stream-optimization-pipeline{optimize-bindings=%s}," ON_HOST("canonicalize,cse") ",symbol-dce)",
      tern_pass_bool(given, "optimize-bindings") ? "true" : "false");
  return true;
}

const tern_pipeline_def_t tern_stream_pipeline = {
    .flag = "iree-stream-transformation-pipeline",
    .summary = "Runs the full stream dialect transformation pipeline",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .expand = expand_all,
};

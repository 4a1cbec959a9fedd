// The ready-made pipelines from dispatches on tensors to asynchronous work on resources.

#include "pass/stages.h"

#include "pipeline/stages/stream.def"

const tern_pipeline_def_t tern_stream_cleanup_pipeline = {
    .flag = "iree-stream-cleanup-pipeline",
    .summary = "Run the simplifications that stand between the parts of the stream pipeline",
    .stages = cleanup,
};

const tern_pipeline_def_t tern_stream_tensor_pipeline = {
    .flag = "iree-stream-tensor-transformation-pipeline",
    .summary = "Make stream.tensor ops of flow and of arithmetic on resources",
    .stages = to_tensor,
};

const tern_pipeline_def_t tern_stream_async_pipeline = {
    .flag = "iree-stream-async-transformation-pipeline",
    .summary = "Give tensors of stream.tensor their sizes in bytes, as stream.async ops",
    .stages = to_async,
};

const tern_pipeline_def_t tern_stream_cmd_pipeline = {
    .flag = "iree-stream-cmd-transformation-pipeline",
    .summary = "Schedule stream.async ops and plan their memory, as stream.cmd ops",
    .stages = to_cmd,
};

// Fusing of bindings is for targets with few of them: it costs the others operands. The optimization knows the first option.
static const tern_option_def_t options[] = {
    {"optimize-bindings", TERN_OPTION_BOOL, "false", "Fuses bindings to the same storage, which then travel as offsets",
     NULL},
    {"dump-statistics-format", TERN_OPTION_STRING, "none", "Format of the statistics",
     (const char *const[]){"none", "pretty", "verbose", "csv", "json", NULL}},
    {"dump-statistics-file", TERN_OPTION_STRING, NULL,
     "File for the statistics; nothing: standard error, `-`: standard output", NULL},
};

static void write_dumps(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  bool is_none = tern_str_equal_cstr(tern_pass_string(scope->options, "dump-statistics-format"), "none");
  tern_string_builder_append_cstr(out, is_none ? "false" : "true");
}

static const tern_stage_value_t values[] = {{"dumps-statistics", TERN_OPTION_BOOL, .write = write_dumps}};

const tern_pipeline_def_t tern_stream_optimization_pipeline = {
    .flag = "iree-stream-optimization-pipeline",
    .summary = "Give dispatches fewer bindings and operands",
    .stages = optimization,
    .options = options,
    .option_count = 1,
};

const tern_pipeline_def_t tern_stream_pipeline = {
    .flag = "iree-stream-transformation-pipeline",
    .summary = "Runs the full stream dialect transformation pipeline",
    .stages = all_of_stream,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .values = values,
    .value_count = sizeof values / sizeof values[0],
};

// The ready-made pipelines from linalg on tensors to dispatches: which ops run together, and the program around them.

#include "pass/stages.h"

#include "pipeline/stages/flow.def"

#define SWITCH(name, help) {name, TERN_OPTION_BOOL, "false", help, NULL}

// Switches that IREE had for this pipeline in 2023.
static const tern_option_def_t options[] = {
    SWITCH("enable-pad-handling", "Keep tensor.pad for code generation"),
    SWITCH("enable-fuse-padding-into-linalg-producer-ops", "Fuse tensor.pad into the op that makes its source"),
    SWITCH("enable-fuse-padding-into-linalg-consumer-ops", "Keep tensor.pad beside the only op that uses it"),
    SWITCH("fuse-padding-into-windows", "Keep tensor.pad beside the convolution or pooling that alone uses it"),
    {"enable-fuse-multi-use", TERN_OPTION_BOOL, "true", "Fuse element-wise ops with several users", NULL},
    {"enable-detensoring", TERN_OPTION_BOOL, "true", "Make scalars of tensors that decide what runs next", NULL},
    SWITCH("collapse-reduction-dims", "Make one loop of several reduction loops"),
    {"split-matmul-reduction", TERN_OPTION_INT, "1", "Into how many parts the sums of contractions are split", NULL},
    {"split-reduction", TERN_OPTION_INT, "1", "Into how many parts other reductions are split", NULL},
    {"long-reduction", TERN_OPTION_INT, "0", "Split reductions of more elements for each result than this; 0: none",
     NULL},
    {"topk-split-reduction", TERN_OPTION_STRING, NULL, "Into how many parts topk is split, and then the rest of it",
     NULL},
    {"longest-row", TERN_OPTION_INT, "0",
     "Bytes of a row that stays in one dispatch though it is more than a workgroup's memory", NULL},
    {"machine", TERN_OPTION_STRING, "cpu", "What the costs of fusion are estimated for: cpu, cuda or vulkan", NULL},
    {"workgroups", TERN_OPTION_INT, "0", "Split reductions that keep fewer workgroups busy than this; 0: none", NULL},
    SWITCH("fuse-other-types",
           "Fuse contractions and convolutions with ops that make elements of another type of their sums"),
    SWITCH("raise-attention",
           "Make one dispatch of attention, also where it is written as two products with a softmax between them"),
    {"attention-chip", TERN_OPTION_STRING, NULL,
     "The GPU of NVIDIA's that attention is a kernel of; left out: a processor", NULL},
    SWITCH("share-lines", "Let all invocations of a GPU work on sorts and scans of iree_linalg_ext"),
    SWITCH("pack-constant-operands", "Lay constant weights out as code for processors reads them"),
    SWITCH("amx-bf16", "These multiply tiles of bf16"),
    SWITCH("amx-int8", "These multiply tiles of i8"),
    SWITCH("normalize-input-indexing-map", "Prefer identity maps for inputs"),
    SWITCH("dispatch-generate-workload-region", "Hand dispatches a workload, and a region with their grid"),
    SWITCH("zero-fill-empty-tensors", "Fill empty tensors with zeros"),
    {"dispatch-use-transform-dialect", TERN_OPTION_STRING, NULL, "File with a transform script that forms dispatches",
     NULL},
    {"break-dispatch", TERN_OPTION_STRING, NULL, "Return after this dispatch: @function:ordinal or a symbol", NULL},
    {"trace-dispatch", TERN_OPTION_STRING, NULL, "Trace this dispatch: @function:ordinal or a symbol", NULL},
    SWITCH("export-benchmark-funcs", "Export a function for each entry point that calls it without arguments"),
    SWITCH("trace-dispatch-tensors", "Trace the tensors of all dispatches"),
    SWITCH("dump-dispatch-graph", "Write the graph of dispatches to a file"),
    {"dump-dispatch-graph-output-file", TERN_OPTION_STRING, "dispatch.dot", "File for the graph: .dot or .svg", NULL},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

static void write_fuses_multi_use(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  const char *name = "enable-fuse-multi-use";
  bool fuses = tern_pass_is_given(scope->options, name) && tern_pass_bool(scope->options, name);
  tern_string_builder_append_cstr(out, fuses ? "true" : "false");
}

// Dispatches to debug are named by their function and ordinal, behind an @, or by the symbol of the executable.
static void write_dispatch(const tern_stage_scope_t *scope, const char *option, bool by_ordinal,
                           tern_string_builder_t *out) {
  tern_str_t name = tern_pass_string(scope->options, option);
  if (name.size && (name.data[0] == '@') == by_ordinal) tern_string_builder_append(out, name);
}
static void write_break_at_ordinal(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_dispatch(scope, "break-dispatch", true, out);
}
static void write_trace_at_ordinal(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_dispatch(scope, "trace-dispatch", true, out);
}
static void write_break_at_symbol(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_dispatch(scope, "break-dispatch", false, out);
}
static void write_trace_at_symbol(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_dispatch(scope, "trace-dispatch", false, out);
}

static const tern_stage_value_t values[] = {
    {"fuses-multi-use", TERN_OPTION_BOOL, .write = write_fuses_multi_use},
    {"break-at-ordinal", TERN_OPTION_STRING, .write = write_break_at_ordinal},
    {"trace-at-ordinal", TERN_OPTION_STRING, .write = write_trace_at_ordinal},
    {"break-at-symbol", TERN_OPTION_STRING, .write = write_break_at_symbol},
    {"trace-at-symbol", TERN_OPTION_STRING, .write = write_trace_at_symbol},
};
enum { VALUE_COUNT = sizeof values / sizeof values[0] };

const tern_pipeline_def_t tern_dispatch_creation_pipeline = {
    .flag = "iree-dispatch-creation-pipeline",
    .summary = "Form dispatches from ops on tensors",
    .stages = dispatch_creation,
    .options = options,
    .option_count = OPTION_COUNT,
    .values = values,
    .value_count = VALUE_COUNT,
};

const tern_pipeline_def_t tern_flow_pipeline = {
    .flag = "iree-flow-transformation-pipeline",
    .summary = "Form dispatches and outline them into executables",
    .stages = flow,
    .options = options,
    .option_count = OPTION_COUNT,
    .values = values,
    .value_count = VALUE_COUNT,
};

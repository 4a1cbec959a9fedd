// The ready-made pipelines from linalg on tensors to dispatches: which ops run together, and the program around them.

#include "pass/pass.h"

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
    {"workgroups", TERN_OPTION_INT, "0", "Split reductions that keep fewer workgroups busy than this; 0: none", NULL},
    SWITCH("fuse-other-types",
           "Fuse contractions and convolutions with ops that make elements of another type of their sums"),
    SWITCH("raise-attention",
           "Make one dispatch of attention, also where it is written as two products with a softmax between them"),
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

static const char *text_of(const tern_pass_t *pass, const char *option) {
  return tern_pass_bool(pass, option) ? "true" : "false";
}

static void append_split_reduction(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_str_t topk = tern_pass_string(pass, "topk-split-reduction");
  tern_string_builder_append_format(
      out,
      "iree-dispatch-creation-split-reduction-ops{split-matmul-reduction=%lld split-reduction=%lld long-reduction=%lld "
      "workgroups=%lld",
      (long long)tern_pass_int(pass, "split-matmul-reduction"), (long long)tern_pass_int(pass, "split-reduction"),
      (long long)tern_pass_int(pass, "long-reduction"), (long long)tern_pass_int(pass, "workgroups"));
  if (topk.size) tern_string_builder_append_format(out, " topk-split-reduction=%.*s", (int)topk.size, topk.data);
  tern_string_builder_append_cstr(out, "},");
}

static void append_regions(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_str_t script = tern_pass_string(pass, "dispatch-use-transform-dialect");
  if (script.size) {
    // In quotes, so that what is special in options is the path's own.
    tern_string_builder_append_format(
        out, "iree-dispatch-creation-dispatch-with-transform-dialect{transform-spec-path=\"%.*s\"},", (int)script.size,
        script.data);
  }
  const char *workload = text_of(pass, "dispatch-generate-workload-region");
  bool fuses_multi_use =
      tern_pass_is_given(pass, "enable-fuse-multi-use") && tern_pass_bool(pass, "enable-fuse-multi-use");
  tern_string_builder_append_format(
      out,
      "iree-dispatch-creation-form-scalar-dispatches,iree-dispatch-creation-form-dispatch-regions{fuse-multi-use=%s "
      "generate-workload-region=%s%s fuse-pad-with-consumers=%s fuse-pad-with-producers=%s "
      "longest-row=%lld},",
      fuses_multi_use ? "true" : "false", workload,
      tern_pass_bool(pass, "fuse-other-types") ? " fuse-other-types=true" : "",
      tern_pass_bool(pass, "fuse-padding-into-windows") ? "true"
                                                        : text_of(pass, "enable-fuse-padding-into-linalg-consumer-ops"),
      text_of(pass, "enable-fuse-padding-into-linalg-producer-ops"), (long long)tern_pass_int(pass, "longest-row"));
  tern_string_builder_append_format(out,
                                    "iree-dispatch-creation-clone-producers-into-dispatch-regions,"
                                    "iree-dispatch-creation-collapse-dimensions,"
                                    "iree-dispatch-creation-convert-dispatch-regions-to-workgroups{"
                                    "generate-workload-region=%s},canonicalize,cse,",
                                    workload);
}

static void append_creation(const tern_pass_t *pass, tern_string_builder_t *out) {
  bool raises_attention = tern_pass_bool(pass, "raise-attention");
  tern_string_builder_append_format(out,
                                    "iree-linalg-ext-decompose-ops{keep-attention=%s},affine-expand-index-ops,"
                                    "lower-affine,convert-elementwise-to-linalg,",
                                    raises_attention ? "true" : "false");
  if (!tern_pass_bool(pass, "enable-pad-handling") &&
      !tern_pass_bool(pass, "enable-fuse-padding-into-linalg-producer-ops")) {
    tern_string_builder_append_format(
        out, "iree-dispatch-creation-tensor-pad-to-tensor-insert-slice{skip-one-linalg-use-case=%s skip-windows=%s},",
        text_of(pass, "enable-fuse-padding-into-linalg-consumer-ops"), text_of(pass, "fuse-padding-into-windows"));
  }
  if (tern_pass_bool(pass, "enable-detensoring")) {
    tern_string_builder_append_cstr(out, "linalg-detensorize,iree-flow-unroll-small-loops,canonicalize,cse,");
  }
  tern_string_builder_append_cstr(out,
                                  "iree-global-opt-convert-1x1-filter-conv2d-to-matmul,"
                                  "iree-global-opt-generalize-linalg-named-ops,linalg-fold-unit-extent-dims,iree-"
                                  "dispatch-creation-interchange-generic-ops,");
  tern_string_builder_append_cstr(
      out,
      "iree-flow-carry-dynamic-dims,"
      "iree-flow-fold-uniform-values,iree-flow-forward-elements,resolve-shaped-type-result-dims,canonicalize,cse,"
      "iree-flow-use-asserted-sizes,iree-flow-fold-broadcasts,iree-flow-take-host-scalars,");
  tern_string_builder_append_format(out,
                                    "iree-dispatch-creation-elementwise-op-fusion{fuse-multi-use=%s},canonicalize,cse,",
                                    text_of(pass, "enable-fuse-multi-use"));
  if (raises_attention) tern_string_builder_append_cstr(out, "iree-flow-raise-attention,");
  tern_string_builder_append_cstr(out, "iree-flow-fold-transposes-into-contractions,canonicalize,cse,");
  if (tern_pass_bool(pass, "collapse-reduction-dims")) {
    tern_string_builder_append_cstr(out, "iree-dispatch-creation-collapse-reduction-dimensions,");
  }
  append_split_reduction(pass, out);
  tern_string_builder_append_cstr(out, "iree-linalg-ext-to-loops,");
  tern_string_builder_append_cstr(out, "iree-dispatch-creation-interchange-generic-ops,");
  if (tern_pass_bool(pass, "normalize-input-indexing-map")) {
    tern_string_builder_append_cstr(out, "iree-flow-interchange-transpose-generic-ops,");
  }
  if (tern_pass_bool(pass, "pack-constant-operands")) {
    tern_string_builder_append_format(out,
                                      "iree-flow-pack-constant-operands{amx-bf16=%s amx-int8=%s},"
                                      "iree-util-hoist-into-globals{marker=tern.packing},"
                                      "iree-flow-align-parameters,",
                                      text_of(pass, "amx-bf16"), text_of(pass, "amx-int8"));
  }
  tern_string_builder_append_cstr(out, "iree-flow-transpose-contraction-operands,");
  append_regions(pass, out);
}

static void append_debug_targets(const tern_pass_t *pass, bool by_ordinal, tern_string_builder_t *out) {
  tern_str_t breaks = tern_pass_string(pass, "break-dispatch"), traces = tern_pass_string(pass, "trace-dispatch");
  bool has_break = breaks.size > 0 && (breaks.data[0] == '@') == by_ordinal;
  bool has_trace = traces.size > 0 && (traces.data[0] == '@') == by_ordinal;
  if (!has_break && !has_trace) return;
  tern_string_builder_append_format(out, "iree-flow-insert-debug-target-at-%s{", by_ordinal ? "ordinal" : "symbol");
  if (has_break) tern_string_builder_append_format(out, "break-debug-target=%.*s ", (int)breaks.size, breaks.data);
  if (has_trace) tern_string_builder_append_format(out, "trace-debug-target=%.*s", (int)traces.size, traces.data);
  tern_string_builder_append_cstr(out, "},");
}

static void append_flow(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "iree-flow-convert-to-flow,iree-flow-capture-dynamic-dims,canonicalize,cse,");
  tern_string_builder_append_format(out, "iree-flow-initialize-empty-tensors{zero-fill=%s},",
                                    text_of(pass, "zero-fill-empty-tensors"));
  tern_string_builder_append_cstr(
      out, "iree-flow-outline-dispatch-externs,iree-flow-outline-dispatch-regions,iree-flow-annotate-dispatches,");
  append_debug_targets(pass, true, out);
  tern_string_builder_append_cstr(out,
                                  "flow.executable(iree-util-strip-debug-ops),canonicalize,"
                                  "iree-flow-deduplicate-executables,");
  if (tern_pass_bool(pass, "export-benchmark-funcs")) {
    tern_string_builder_append_cstr(out, "iree-flow-export-benchmark-funcs,");
  }
  append_debug_targets(pass, false, out);
  if (tern_pass_bool(pass, "trace-dispatch-tensors")) {
    tern_string_builder_append_cstr(out, "iree-flow-inject-dispatch-tracing,");
  }
  tern_string_builder_append_cstr(out,
                                  "iree-flow-cleanup-tensor-shapes,"
                                  "iree-flow-unroll-small-loops{max-iterations=64 max-ops=1024},canonicalize,cse,"
                                  "flow.executable(canonicalize,cse),symbol-dce,iree-io-expect-parameters");
  if (tern_pass_bool(pass, "dump-dispatch-graph")) {
    tern_str_t file = tern_pass_string(pass, "dump-dispatch-graph-output-file");
    tern_string_builder_append_format(out, ",iree-flow-dump-dispatch-graph{output-file=%.*s}", (int)file.size,
                                      file.data);
  }
}

static bool expand_creation(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "builtin.module(");
  append_creation(pass, out);
  tern_string_builder_append_cstr(out, "canonicalize)");
  return true;
}

static bool expand_flow(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "builtin.module(iree-flow-verify-input-legality,");
  append_creation(pass, out);
  append_flow(pass, out);
  tern_string_builder_append_cstr(out, ")");
  return true;
}

const tern_pipeline_def_t tern_dispatch_creation_pipeline = {
    .flag = "iree-dispatch-creation-pipeline",
    .summary = "Form dispatches from ops on tensors",
    .options = options,
    .option_count = OPTION_COUNT,
    .expand = expand_creation,
};

const tern_pipeline_def_t tern_flow_pipeline = {
    .flag = "iree-flow-transformation-pipeline",
    .summary = "Form dispatches and outline them into executables",
    .options = options,
    .option_count = OPTION_COUNT,
    .expand = expand_flow,
};

// RUN: tern-opt %s --dump-pass-pipeline --iree-flow-transformation-pipeline -o /dev/null 2>&1 | FileCheck %s
// RUN: tern-opt %s --dump-pass-pipeline --iree-flow-transformation-pipeline="enable-pad-handling enable-detensoring=false" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: tern-opt %s --dump-pass-pipeline --iree-flow-transformation-pipeline="enable-fuse-padding-into-linalg-consumer-ops collapse-reduction-dims raise-attention normalize-input-indexing-map dispatch-generate-workload-region zero-fill-empty-tensors break-dispatch=@main:0 trace-dispatch=main_dispatch_0_elementwise_4_f32 export-benchmark-funcs trace-dispatch-tensors dump-dispatch-graph dump-dispatch-graph-output-file=%t.dot enable-fuse-multi-use=true split-matmul-reduction=4 split-reduction=8 topk-split-reduction=2,3" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: tern-opt %s --dump-pass-pipeline --iree-flow-transformation-pipeline="enable-fuse-padding-into-linalg-producer-ops enable-fuse-multi-use=false" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRODUCER
// RUN: tern-compile --help | FileCheck %s --check-prefix=HELP

// The order of the passes.
// CHECK: iree-flow-verify-input-legality,
// CHECK-NEXT: iree-linalg-ext-decompose-ops{chip= keep-attention=false},
// CHECK-NEXT: affine-expand-index-ops,
// CHECK-NEXT: lower-affine,
// CHECK-NEXT: convert-elementwise-to-linalg,
// CHECK-NEXT: iree-dispatch-creation-tensor-pad-to-tensor-insert-slice{skip-one-linalg-use-case=false skip-windows=false},
// CHECK: linalg-detensorize,
// CHECK: iree-global-opt-convert-1x1-filter-conv2d-to-matmul,
// CHECK: iree-dispatch-creation-interchange-generic-ops,
// CHECK: resolve-shaped-type-result-dims,
// CHECK-NEXT: canonicalize{{.*}},
// CHECK-NEXT: cse,
// CHECK-NEXT: iree-flow-use-asserted-sizes,
// CHECK-NEXT: iree-flow-fold-broadcasts,
// CHECK-NEXT: iree-flow-take-host-scalars,
// CHECK-NEXT: iree-flow-hoist-products-of-slices,
// CHECK-NEXT: iree-flow-compute-extracted-elements,
// CHECK-NEXT: iree-dispatch-creation-elementwise-op-fusion{fuse-multi-use=true machine=cpu},
// CHECK-NEXT: canonicalize{{.*}},
// CHECK-NEXT: cse,
// CHECK-NEXT: iree-flow-fuse-concatenations{machine=cpu},
// CHECK-NEXT: iree-dispatch-creation-elementwise-op-fusion{fuse-multi-use=true machine=cpu},
// CHECK-NEXT: canonicalize{{.*}},
// CHECK-NEXT: cse,
// CHECK-NEXT: iree-flow-recompute-results{machine=cpu},
// CHECK-NEXT: iree-flow-fold-transposes-into-contractions,
// CHECK-NEXT: canonicalize{{.*}},
// CHECK-NEXT: cse,
// CHECK-NOT: collapse-reduction-dimensions
// CHECK: iree-dispatch-creation-split-reduction-ops{long-reduction=0 split-matmul-reduction=1 split-reduction=1
// CHECK: iree-linalg-ext-to-loops
// CHECK-NEXT: iree-dispatch-creation-interchange-generic-ops,
// CHECK-NOT: iree-flow-interchange-transpose-generic-ops
// CHECK: iree-dispatch-creation-form-scalar-dispatches,
// CHECK-NEXT: iree-dispatch-creation-form-dispatch-regions{fuse-multi-use=false fuse-other-types=false fuse-pad-with-consumers=false fuse-pad-with-producers=false generate-workload-region=false longest-row=0 machine=cpu},
// CHECK-NEXT: iree-dispatch-creation-clone-producers-into-dispatch-regions,
// CHECK-NEXT: iree-dispatch-creation-collapse-dimensions,
// CHECK-NEXT: iree-dispatch-creation-convert-dispatch-regions-to-workgroups{generate-workload-region=false},
// CHECK: iree-flow-capture-dynamic-dims,
// CHECK-NEXT: canonicalize{{.*}},
// CHECK-NEXT: cse,
// CHECK-NEXT: iree-flow-initialize-empty-tensors{zero-fill=false},
// CHECK-NEXT: iree-flow-outline-dispatch-externs,
// CHECK-NEXT: iree-flow-outline-dispatch-regions,
// CHECK-NEXT: iree-flow-annotate-dispatches,
// CHECK-NEXT: flow.executable(
// CHECK-NEXT: iree-util-strip-debug-ops
// CHECK-NEXT: ),
// CHECK-NEXT: canonicalize{{.*}},
// CHECK-NEXT: iree-flow-deduplicate-executables,
// CHECK-NEXT: iree-flow-cleanup-tensor-shapes,
// CHECK-NEXT: util.func(
// CHECK-NEXT: loop-invariant-code-motion
// CHECK-NEXT: ),
// CHECK-NEXT: util.initializer(
// CHECK-NEXT: loop-invariant-code-motion
// CHECK-NEXT: ),
// CHECK-NEXT: iree-flow-unroll-small-loops{max-iterations=256 max-ops=4096},
// CHECK-NEXT: canonicalize{{.*}},
// CHECK-NEXT: cse,
// CHECK-NEXT: flow.executable(
// CHECK-NEXT: canonicalize{{.*}},
// CHECK-NEXT: cse
// CHECK-NEXT: ),
// CHECK-NEXT: symbol-dce
// CHECK-NOT: iree-flow-dump-dispatch-graph

// Native padding, and no scalars of tensors.
// NATIVE-NOT: tensor-pad-to-tensor-insert-slice
// NATIVE-NOT: linalg-detensorize

// PRODUCER-NOT: tensor-pad-to-tensor-insert-slice
// PRODUCER: elementwise-op-fusion{fuse-multi-use=false machine=cpu}
// PRODUCER: form-dispatch-regions{fuse-multi-use=false fuse-other-types=false fuse-pad-with-consumers=false fuse-pad-with-producers=true

// ALL: iree-linalg-ext-decompose-ops{chip= keep-attention=true}
// ALL: tensor-pad-to-tensor-insert-slice{skip-one-linalg-use-case=true skip-windows=false}
// ALL: linalg-detensorize
// ALL: iree-flow-raise-attention
// ALL: iree-flow-slice-behind-reshapes
// ALL: iree-dispatch-creation-collapse-reduction-dimensions
// ALL: split-reduction-ops{long-reduction=0 split-matmul-reduction=4 split-reduction=8 topk-split-reduction=
// ALL: iree-flow-interchange-transpose-generic-ops
// ALL: form-dispatch-regions{fuse-multi-use=true fuse-other-types=false fuse-pad-with-consumers=true fuse-pad-with-producers=false generate-workload-region=true longest-row=0 machine=cpu}
// ALL: convert-dispatch-regions-to-workgroups{generate-workload-region=true}
// ALL: iree-flow-initialize-empty-tensors{zero-fill=true}
// ALL: iree-flow-insert-debug-target-at-ordinal{break-debug-target=@main:0
// ALL: iree-flow-export-benchmark-funcs
// ALL: iree-flow-insert-debug-target-at-symbol{{.*}}trace-debug-target=main_dispatch_0_elementwise_4_f32
// ALL: iree-flow-inject-dispatch-tracing
// ALL: iree-flow-dump-dispatch-graph{output-file={{.*}}.dot}

// HELP-DAG: --iree-flow-enable-pad-handling
// HELP-DAG: --iree-flow-enable-fuse-padding-into-linalg-producer-ops
// HELP-DAG: --iree-flow-enable-fuse-padding-into-linalg-consumer-ops
// HELP-DAG: --iree-flow-enable-fuse-multi-use
// HELP-DAG: --iree-flow-enable-detensoring
// HELP-DAG: --iree-flow-collapse-reduction-dims
// HELP-DAG: --iree-flow-normalize-input-indexing-map
// HELP-DAG: --iree-flow-dispatch-generate-workload-region
// HELP-DAG: --iree-flow-zero-fill-empty-tensors
// HELP-DAG: --iree-flow-dispatch-use-transform-dialect
// HELP-DAG: --iree-flow-break-dispatch
// HELP-DAG: --iree-flow-trace-dispatch {{.*}}
// HELP-DAG: --iree-flow-export-benchmark-funcs
// HELP-DAG: --iree-flow-trace-dispatch-tensors
// HELP-DAG: --iree-flow-dump-dispatch-graph {{.*}}
// HELP-DAG: --iree-flow-dump-dispatch-graph-output-file
// HELP-DAG: --iree-stream-optimize-bindings
// HELP-DAG: --iree-hal-link-executables

util.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.abs ins(%1 : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  util.return %2 : tensor<4xf32>
}

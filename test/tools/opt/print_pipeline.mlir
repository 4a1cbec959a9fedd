// What is printed is the pipeline with the passes that its rows give, and runs as it is: the same as the pipeline by its name.
// RUN: tern-opt --iree-codegen-linalg-to-gpu-pipeline --print-pipeline | FileCheck %s --check-prefix=TEXT
// RUN: tern-opt --pass-pipeline="builtin.module(iree-codegen-linalg-to-llvm-pipeline{vector-bytes=32 tuning='a b'})" --print-pipeline \
// RUN:   | FileCheck %s --check-prefix=GIVEN
// RUN: tern-opt %s --iree-stablehlo-input-transformation-pipeline --iree-flow-transformation-pipeline="enable-detensoring=false trace-dispatch=@f:0" > %t.named
// RUN: tern-opt --iree-stablehlo-input-transformation-pipeline --iree-flow-transformation-pipeline="enable-detensoring=false trace-dispatch=@f:0" \
// RUN:   --print-pipeline > %t.txt
// RUN: sh -c 'tern-opt %s --pass-pipeline="$(cat %t.txt)"' > %t.printed
// RUN: cmp %t.named %t.printed
// RUN: FileCheck %s --check-prefix=IR < %t.printed
// RUN: not tern-opt --pass-pipeline="builtin.module(no-such-pass)" --print-pipeline 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Options that were not given are left out: a pass may ask whether one was.
// TEXT: builtin.module(iree-codegen-type-propagation{bools=false},iree-linalg-ext-convert-attention-to-triton,convert-rows-to-gpu,{{.*}},linalg-promote-subviews,
// GIVEN: iree-codegen-tile-and-distribute-to-workgroups{{{.*}}tuning={a b}
// GIVEN-SAME: linalg-transposes-to-vectors{vector-bytes=32}
// IR: flow.dispatch @
// UNKNOWN: error: 'no-such-pass' does not refer to a registered pass or pass pipeline

func.func @f(%x: tensor<4x8xf32>, %y: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.tanh %0 : tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

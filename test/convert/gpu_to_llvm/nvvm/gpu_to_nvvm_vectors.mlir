// RUN: tern-opt --convert-gpu-to-nvvm %s > %t.ours
// RUN: mlir-opt --convert-gpu-to-nvvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --convert-gpu-to-nvvm=index-bitwidth=32 %s > %t.narrow
// RUN: mlir-opt --convert-gpu-to-nvvm=index-bitwidth=32 %s | diff -b - %t.narrow
// RUN: FileCheck %s --check-prefix=NARROW < %t.narrow

// Vectors of several dimensions are made row by row. All as upstream's tool has it.

// NARROW-LABEL: llvm.func @rows
// NARROW: llvm.insertelement %{{.+}}[%{{.+}} : i32] : vector<2xf32>

// CHECK-LABEL: llvm.func @rows
// CHECK: llvm.insertelement %{{.+}} : vector<2xf32>
// CHECK: llvm.insertvalue %{{.+}}[0] : !llvm.array<2 x vector<2xf32>>
gpu.module @m {
  gpu.func @rows(%f: f32, %g: f32, %h: f32) -> (vector<2x2xf32>, vector<4xf32>, vector<f32>, vector<1x2x2xf32>) {
    %0 = vector.from_elements %f, %g, %h, %f : vector<2x2xf32>
    %1 = vector.from_elements %f, %g, %h, %f : vector<4xf32>
    %2 = vector.from_elements %f : vector<f32>
    %3 = vector.from_elements %f, %g, %h, %f : vector<1x2x2xf32>
    gpu.return %0, %1, %2, %3 : vector<2x2xf32>, vector<4xf32>, vector<f32>, vector<1x2x2xf32>
  }
}

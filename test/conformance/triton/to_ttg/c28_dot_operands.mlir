// C28. A product is legal only with operands in the encoding of operands.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: %[[A:.*]] = ttg.convert_layout %{{.*}} -> tensor<16x16xf32, #ttg.dot_op<{opIdx = 0, parent = #[[P:.*]]}>>
// CHECK: %[[B:.*]] = ttg.convert_layout %{{.*}} -> tensor<16x16xf32, #ttg.dot_op<{opIdx = 1, parent = #[[P]]}>>
// CHECK: tt.dot %[[A]], %[[B]]
tt.func @f(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<16x16xf32>
  %1 = tt.dot %0, %0, %0 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return
}

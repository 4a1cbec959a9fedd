// RUN: tern-opt %s --iree-flow-transformation-pipeline | FileCheck %s

// What is the same in each iteration is computed once, before the loop; what is carried is not.
// CHECK-LABEL: util.func public @powers
// CHECK: %[[EXP:.*]] = flow.dispatch @powers_dispatch_0::
// CHECK: %[[FACTOR:.*]] = flow.tensor.reshape %[[EXP]]
// CHECK: scf.while
// CHECK: do
// CHECK-NOT: @powers_dispatch_0
// CHECK: flow.dispatch @powers_dispatch_1::{{.*}}(%{{.*}}, %[[FACTOR]])
#id = affine_map<(d0, d1) -> (d0, d1)>
util.func public @powers(%base: tensor<64x64xf32>, %start: tensor<64x64xf32>, %n: index) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done:2 = scf.while (%i = %c0, %x = %start) : (index, tensor<64x64xf32>) -> (index, tensor<64x64xf32>) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %x : index, tensor<64x64xf32>
  } do {
  ^bb0(%i: index, %x: tensor<64x64xf32>):
    %empty = tensor.empty() : tensor<64x64xf32>
    %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%base : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
    ^bb0(%p: f32, %q: f32):
      %y = math.exp %p : f32
      linalg.yield %y : f32
    } -> tensor<64x64xf32>
    %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
    %product = linalg.matmul ins(%x, %exp : tensor<64x64xf32>, tensor<64x64xf32>) outs(%fill : tensor<64x64xf32>) -> tensor<64x64xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %product : index, tensor<64x64xf32>
  }
  util.return %done#1 : tensor<64x64xf32>
}

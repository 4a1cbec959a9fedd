// The sums of a depth that nobody knows are cut once: totals of more levels of pieces would be spilled.
// RUN: tern-compile %s --target=cuda:sm_90a -o %t.tern --dump-executable-intermediates-to=%t
// RUN: FileCheck %s < %t/main_dispatch_0.cuda_nvptx_fb.gpu.mlir
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// RUN: tern-opt %s --iree-input-drop-packed-storage | FileCheck %s

// CHECK-LABEL: func.func @bits(%arg0: tensor<8xi1>) -> tensor<8xi1>
// CHECK: tensor.empty() : tensor<8xi1>
// CHECK: ins(%arg0 : tensor<8xi1>) outs(%0 : tensor<8xi1>)
#p = #iree_encoding.packed_storage
func.func @bits(%x: tensor<8xi1, #p>) -> tensor<8xi1, #p> {
  %e = tensor.empty() : tensor<8xi1, #p>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xi1, #p>) outs(%e : tensor<8xi1, #p>) {
  ^bb0(%a: i1, %b: i1):
    linalg.yield %a : i1
  } -> tensor<8xi1, #p>
  return %r : tensor<8xi1, #p>
}

// Another encoding is somebody else's.
// CHECK-LABEL: func.func @others(%arg0: tensor<8xi1, #iree_encoding.testing<1>>)
func.func @others(%x: tensor<8xi1, #iree_encoding.testing<1>>) {
  return
}

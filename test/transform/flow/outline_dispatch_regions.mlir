// RUN: tern-opt %s --iree-flow-outline-dispatch-regions | FileCheck %s
// RUN: tern-opt %s --iree-flow-outline-dispatch-regions --iree-flow-annotate-dispatches --iree-flow-deduplicate-executables | FileCheck %s --check-prefix=DEDUP

#id = affine_map<(d0) -> (d0)>
// CHECK: flow.executable private @main_dispatch_0 {
// CHECK-NEXT: flow.executable.export public @main_dispatch_0
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func @main_dispatch_0(%[[A:.*]]: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %[[O:.*]]: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) {
// CHECK: math.exp
// CHECK: return
// CHECK: flow.executable private @main_dispatch_1 {
// CHECK: flow.executable private @main_dispatch_2 {
// CHECK: func.func @main(%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[P:.*]] = flow.dispatch @main_dispatch_0::@main_dispatch_0(%[[X]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = flow.dispatch @main_dispatch_1::@main_dispatch_1(%[[P]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[R:.*]] = flow.dispatch @main_dispatch_2::@main_dispatch_2(%[[Q]]) : (tensor<4xf32>) -> %[[Q]]
// CHECK-NEXT: return %[[R]]

// DEDUP: flow.executable private @main_dispatch_0
// DEDUP: flow.executable.export public @main_dispatch_0_elementwise_4_f32
// DEDUP-NOT: flow.executable private @main_dispatch_1
// DEDUP: flow.executable private @main_dispatch_2
// DEDUP: func.func @main
// DEDUP: flow.dispatch @main_dispatch_0::@main_dispatch_0_elementwise_4_f32
// DEDUP: flow.dispatch @main_dispatch_0::@main_dispatch_0_elementwise_4_f32
// DEDUP: flow.dispatch @main_dispatch_2::@main_dispatch_2_elementwise_4_f32
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = flow.dispatch.workgroups(%x) : (tensor<4xf32>) -> tensor<4xf32> =
      (%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %o: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) {
    %1 = iree_tensor_ext.dispatch.tensor.load %a, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32):
      %y = math.exp %p : f32
      linalg.yield %y : f32
    } -> tensor<4xf32>
    iree_tensor_ext.dispatch.tensor.store %2, %o, offsets = [0], sizes = [4], strides = [1] : tensor<4xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>
    flow.return
  }
  %3 = flow.dispatch.workgroups(%0) : (tensor<4xf32>) -> tensor<4xf32> =
      (%a: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>, %o: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) {
    %1 = iree_tensor_ext.dispatch.tensor.load %a, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>> -> tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32):
      %y = math.exp %p : f32
      linalg.yield %y : f32
    } -> tensor<4xf32>
    iree_tensor_ext.dispatch.tensor.store %2, %o, offsets = [0], sizes = [4], strides = [1] : tensor<4xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>
    flow.return
  }
  %4 = flow.dispatch.workgroups(%3) : (tensor<4xf32>) -> %3 =
      (%a: !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>>) {
    %1 = iree_tensor_ext.dispatch.tensor.load %a, offsets = [0], sizes = [4], strides = [1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>> -> tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%1 : tensor<4xf32>) {
    ^bb0(%q: f32):
      %y = math.exp %q : f32
      linalg.yield %y : f32
    } -> tensor<4xf32>
    iree_tensor_ext.dispatch.tensor.store %2, %a, offsets = [0], sizes = [4], strides = [1] : tensor<4xf32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<4xf32>>
    flow.return
  }
  return %4 : tensor<4xf32>
}

// RUN: tern-opt %s --stablehlo-legalize-async | FileCheck %s

// CHECK-LABEL: func.func @at_once
// CHECK-SAME: (%[[X:[^:]*]]: tensor<8x2xf32>, %[[I:[^:]*]]: tensor<i32>)
// CHECK-NEXT: %[[S:.*]] = stablehlo.dynamic_slice %[[X]], %[[I]], %[[I]], sizes = [4, 2]
// CHECK-NEXT: %[[G:.*]] = "stablehlo.all_gather"(%[[S]])
// CHECK-NEXT: return %[[G]] : tensor<4x2xf32>
func.func @at_once(%x: tensor<8x2xf32>, %i: tensor<i32>) -> tensor<4x2xf32> {
  %f = "stablehlo.async_start"(%x, %i) ({
  ^bb0(%a: tensor<8x2xf32>, %j: tensor<i32>):
    %s = stablehlo.dynamic_slice %a, %j, %j, sizes = [4, 2] : (tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
    stablehlo.return %s : tensor<4x2xf32>
  }) : (tensor<8x2xf32>, tensor<i32>) -> !stablehlo.future<tensor<4x2xf32>>
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4x2xf32>>) -> tensor<4x2xf32>
  %g = "stablehlo.async_start"(%0) ({
  ^bb0(%a: tensor<4x2xf32>):
    %s = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4x2xf32>) -> tensor<4x2xf32>
    stablehlo.return %s : tensor<4x2xf32>
  }) : (tensor<4x2xf32>) -> !stablehlo.future<tensor<4x2xf32>>
  %1 = "stablehlo.async_done"(%g) : (!stablehlo.future<tensor<4x2xf32>>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// Futures that go elsewhere are the values; what the waiting op knows of sizes stays known.
// CHECK-LABEL: func.func @elsewhere
// CHECK-SAME: (%[[F:[^:]*]]: tensor<?xf32>) -> tensor<4xf32>
// CHECK: %[[G:.*]] = call @pass(%[[F]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: %[[H:.*]] = stablehlo.custom_call @other(%[[G]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: %[[R:.*]] = tensor.cast %[[H]] : tensor<?xf32> to tensor<4xf32>
// CHECK: return %[[R]]
func.func @elsewhere(%f: !stablehlo.future<tensor<?xf32>>) -> tensor<4xf32> {
  %g = call @pass(%f) : (!stablehlo.future<tensor<?xf32>>) -> !stablehlo.future<tensor<?xf32>>
  %h = stablehlo.custom_call @other(%g) : (!stablehlo.future<tensor<?xf32>>) -> !stablehlo.future<tensor<?xf32>>
  %0 = "stablehlo.async_done"(%h) : (!stablehlo.future<tensor<?xf32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @pass
// CHECK-SAME: (%[[F:[^:]*]]: tensor<?xf32>) -> tensor<?xf32>
// CHECK: cf.br ^bb1(%[[F]] : tensor<?xf32>)
// CHECK: ^bb1(%[[G:.*]]: tensor<?xf32>):
func.func private @pass(%f: !stablehlo.future<tensor<?xf32>>) -> !stablehlo.future<tensor<?xf32>> {
  cf.br ^bb1(%f : !stablehlo.future<tensor<?xf32>>)
^bb1(%g: !stablehlo.future<tensor<?xf32>>):
  return %g : !stablehlo.future<tensor<?xf32>>
}

// Several values are a tuple.
// CHECK-LABEL: func.func @several
// CHECK-SAME: (%[[X:[^:]*]]: tensor<4xf32>, %[[Y:[^:]*]]: tensor<4xi32>) -> tuple<tensor<4xf32>, tensor<4xi32>>
// CHECK: %[[G:.*]]:2 = "stablehlo.all_gather"(%[[X]], %[[Y]])
// CHECK: %[[T:.*]] = stablehlo.tuple %[[G]]#0, %[[G]]#1
// CHECK: return %[[T]]
func.func @several(%x: tensor<4xf32>, %y: tensor<4xi32>) -> !stablehlo.future<tensor<4xf32>, tensor<4xi32>> {
  %f = "stablehlo.async_start"(%x, %y) ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xi32>):
    %s:2 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
    stablehlo.return %s#0, %s#1 : tensor<4xf32>, tensor<4xi32>
  }) : (tensor<4xf32>, tensor<4xi32>) -> !stablehlo.future<tensor<4xf32>, tensor<4xi32>>
  return %f : !stablehlo.future<tensor<4xf32>, tensor<4xi32>>
}

// A function of llvm has no futures.

// CHECK-LABEL: llvm.func @of_llvm(
// CHECK-SAME: %{{.*}}: i64) -> i64
llvm.func @of_llvm(%a: i64) -> i64 {
  llvm.return %a : i64
}

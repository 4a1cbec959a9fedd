// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @alone
// CHECK-SAME: %[[X:[^:]*]]: tensor<4xf32>
// CHECK-NEXT: return %[[X]]
func.func @alone(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @first
// CHECK-DAG: arith.constant dense<0> : tensor<i32>
func.func @first() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}

// CHECK-LABEL: func.func @receives_nothing
// CHECK: linalg.fill
func.func @receives_nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Tokens go, from signatures too.

// CHECK-LABEL: func.func @tokens
// CHECK-SAME: (%[[X:[^:]*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @tokens(%x: tensor<4xf32>, %t: !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token) {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %t : !stablehlo.token
  %2:2 = stablehlo.optimization_barrier %x, %1 : tensor<4xf32>, !stablehlo.token
  return %2#0, %2#1 : tensor<4xf32>, !stablehlo.token
}

// What is no loop over elements is left, with its region.

// CHECK-LABEL: func.func @leaves_sort
// CHECK: stablehlo.sort
// CHECK: stablehlo.compare
func.func @leaves_sort(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Calls of others are given what there is.

// CHECK-LABEL: func.func @calls_others
// CHECK: stablehlo.custom_call @f(%{{.*}}) {{.*}}: (tensor<4xi32>) -> tensor<4xi32>
func.func @calls_others(%x: tensor<4xui32>) -> tensor<4xui32> {
  %0 = stablehlo.custom_call @f(%x) : (tensor<4xui32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// A group of one reduces and sends to itself, whoever the root is.
// CHECK-LABEL: func.func @rooted
// CHECK-SAME: (%[[X:[^:]*]]: tensor<4xf32>, %[[Y:[^:]*]]: tensor<2xi32>
// CHECK-NEXT: return %[[X]], %[[X]], %[[Y]]
func.func @rooted(%x: tensor<4xf32>, %y: tensor<2xi32>, %root: tensor<2xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2xi32>) {
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = "stablehlo.collective_broadcast"(%x, %y, %root) <{has_dynamic_root, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>)
  return %0, %1#0, %1#1 : tensor<4xf32>, tensor<4xf32>, tensor<2xi32>
}

// A group along axes of size one is a group of one; the only value of a reduction is converted to the type of its result.
// CHECK-LABEL: func.func @axes
// CHECK-SAME: (%[[X:[^:]*]]: tensor<4xf32>, %[[Y:[^:]*]]: tensor<4xf16>)
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%[[Y]] : tensor<4xf16>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: return %[[X]], %[[W]]
func.func @axes(%x: tensor<4xf32>, %y: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = "b", size = 1>]>, axes = [#stablehlo.axis_ref<name = "b">]>}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%y) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf16>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

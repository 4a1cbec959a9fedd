// Groups along axes of a mesh become lists of devices, before the mesh goes.
// RUN: tern-opt %s --iree-stablehlo-strip-shardings | FileCheck %s

sdy.mesh @m = <["x"=2, "y"=4]>
sdy.mesh @ids = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>

// CHECK-NOT: sdy
// CHECK-LABEL: func.func @groups
func.func @groups(%x: tensor<4x4xf32>) {
  // CHECK: replica_groups = dense<{{\[}}[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: replica_groups = dense<{{\[}}[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>
  %1 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // The last axis that is named goes fastest.
  // CHECK: replica_groups = dense<{{\[}}[0, 4, 1, 5, 2, 6, 3, 7]]> : tensor<1x8xi64>
  %2 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "y">, #stablehlo.axis_ref<name = "x">]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: replica_groups = dense<{{\[}}[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>
  %3 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: replica_groups = dense<{{\[}}[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>
  %4 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">, #sdy<axis_ref"y":(2)2>]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: replica_groups = dense<{{\[}}[3, 2], [1, 0]]> : tensor<2x2xi64>
  %5 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @ids, axes = [#sdy<axis_ref"x">]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: replica_groups = dense<{{\[}}[0], [1], [2], [3], [4], [5], [6], [7]]> : tensor<8x1xi64>
  %6 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = []>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: replica_groups = dense<{{\[}}[5, 4, 3], [2, 1, 0]]> : tensor<2x3xi64>
  %7 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "a", size = 2>, <name = "b", size = 3>], device_ids = dense<[5, 4, 3, 2, 1, 0]> : tensor<6xi64>>, axes = [#stablehlo.axis_ref<name = "b">]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// RUN: tern-opt %s --iree-stablehlo-strip-shardings --split-input-file --verify-diagnostics

// What is found by the name is no mesh.
func.func @no_mesh(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has groups of a mesh that cannot be read: #stablehlo.replica_group_mesh_axes<mesh = @no_mesh, axes = [#stablehlo.axis_ref<name = "x">]>}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @no_mesh, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Fewer numbers than devices.
func.func @too_few(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has groups of a mesh that cannot be read}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 4>], device_ids = dense<[0, 1, 2]> : tensor<3xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @m = <["x"=4]>
func.func @no_axis(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has groups along what is no axis of its mesh: #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "z">]>}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "z">]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @m = <["x"=4]>
func.func @no_part(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has groups along what is no axis of its mesh}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (3)2>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @m = <["x"=8]>
func.func @overlap(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has groups along axes that overlap}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)4>, #stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

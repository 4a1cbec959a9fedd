// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Groups of devices by axes of a mesh.

func.func @inlunk(%x: tensor<8x2xf32>) -> tensor<8x8xf32> {
    // expected-error@+1 {{axis 'z' not found in mesh definition}}
    %1 = "stablehlo.all_gather"(%x) { all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "z">]> } : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @strax(%x: tensor<8x2xf32>) -> tensor<8x8xf32> {
    // expected-error@+1 {{expected AxisRefAttr in axes list}}
    %1 = "stablehlo.all_gather"(%x) { all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = ["x"]> } : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @meshdict(%x: tensor<8x2xf32>) -> tensor<8x8xf32> {
    // expected-error@+1 {{mesh must be a FlatSymbolRefAttr or MeshAttr}}
    %1 = "stablehlo.all_gather"(%x) { all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = "foo", axes = [#stablehlo.axis_ref<name = "x">]> } : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @meshname(%x: tensor<8x2xf32>) -> tensor<8x8xf32> {
    // expected-error@+1 {{expected 'mesh'}}
    %1 = "stablehlo.all_gather"(%x) { all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh_name = @m, axes = [#stablehlo.axis_ref<name = "x">]> } : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
sdy.mesh @m = <["x"=4, "y"=2]>

// -----

// expected-error@+1 {{expected attribute value}}
func.func private @attrs() attributes {a = #stablehlo.mesh<axes = []>, b = #stablehlo.mesh_axis<name = "x", size = 0>, c = #stablehlo.axis_ref<name = "x">, d = #stablehlo.sub_axis_info<(1)2>,
  e = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>], device_ids = dense<[0,1,2,3]> : tensor<4xi64>>}

// -----

// expected-error@+1 {{expected '#stablehlo.mesh_axis', but got "x"}}
func.func private @attrs() attributes {a = #stablehlo.mesh<axes=["x"]>}

// -----

// expected-error@+1 {{mesh must be a FlatSymbolRefAttr or MeshAttr}}
func.func private @attrs() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = @m::@n, axes = []>}

// -----

// expected-error@+1 {{expected attribute value}}
func.func private @attrs() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[]>, axes = []>}

// -----

// expected-error@+1 {{expected '('}}
func.func private @attrs() attributes {a = #stablehlo.axis_ref<name = "x", sub_axis_info = #stablehlo.sub_axis_info<(1)2>>}

// -----

// expected-error@+1 {{expected the numbers of devices as elements, but got 3 : i64}}
func.func private @attrs() attributes {a = #stablehlo.mesh<axes = [<name = "x", size = 2>], device_ids = 3 : i64>}

// -----

// expected-error@+1 {{expected an array of axes, but got "x"}}
func.func private @attrs() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = "x">}

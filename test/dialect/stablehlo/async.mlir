// Futures, meshes, composites with regions and tilings: what is printed is read, as text and as bytecode.
// RUN: tern-opt %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | diff %t.mlir -
// RUN: tern-opt %s --emit-bytecode | tern-opt | diff %t.mlir -

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func.func @starts(
func.func @starts(%x: tensor<8x2xf32>, %i: tensor<i32>) -> (tensor<8x8xf32>, !stablehlo.future<tensor<4x2xf32>>) {
  // CHECK: %[[F:.*]] = "stablehlo.async_start"(%{{.*}}) ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<8x2xf32>):
  // CHECK-NEXT: %[[G:.*]] = "stablehlo.all_gather"(%[[A]]) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>, #stablehlo.axis_ref<name = "y">]>}> : (tensor<8x2xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: stablehlo.return %[[G]] : tensor<8x8xf32>
  // CHECK-NEXT: }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>>
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %g = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>, #stablehlo.axis_ref<name = "y">], mesh = @mesh>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
    "stablehlo.return"(%g) : (tensor<8x8xf32>) -> ()
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>>
  // CHECK: "stablehlo.async_done"(%[[F]]) : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
  %h = "stablehlo.async_start"(%x, %i, %i) ({
  ^bb0(%a: tensor<8x2xf32>, %j: tensor<i32>, %k: tensor<i32>):
    %s = stablehlo.dynamic_slice %a, %j, %k, sizes = [4, 2] : (tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
    stablehlo.return %s : tensor<4x2xf32>
  }) : (tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> !stablehlo.future<tensor<4x2xf32>>
  return %0, %h : tensor<8x8xf32>, !stablehlo.future<tensor<4x2xf32>>
}

// CHECK-LABEL: func.func private @futures(!stablehlo.future<tensor<4xf32>, tensor<?x2xi8>>) -> !stablehlo.future<tensor<f32>>
func.func private @futures(!stablehlo.future<tensor<4xf32>, tensor<?x2xi8>>) -> !stablehlo.future<tensor<f32>>

// CHECK-LABEL: func.func @meshes(
func.func @meshes(%x: tensor<4x4xf32>, %f: !stablehlo.future<tensor<4xf32>>) {
  // CHECK: replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = "b", size = 1>], device_ids=dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "a">]>
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<size = 2, name = "a">, <name = "b", size = 1>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<4x4xf32>) -> tensor<2x8xf32>
  // CHECK: axes = []>
  %1 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = []>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: stablehlo.custom_call @wait(%{{.*}}) : (!stablehlo.future<tensor<4xf32>>) -> !stablehlo.future<tensor<4xf32>>
  %2 = stablehlo.custom_call @wait(%f) : (!stablehlo.future<tensor<4xf32>>) -> !stablehlo.future<tensor<4xf32>>
  // CHECK: result_tilings = {{\[}}[dense<[8, 128]> : tensor<2xindex>, dense<2> : tensor<1xindex>]]
  %3 = stablehlo.custom_call @tiled(%x) {result_tilings = [[dense<[8, 128]> : tensor<2xindex>, dense<2> : tensor<1xindex>]]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// CHECK: func.func private @attributes() attributes {a = #stablehlo.mesh_axis<name = "x", size = 2>, b = #stablehlo.axis_ref<name = "x">, c = #stablehlo<sub_axis_info(1)2>, d = #stablehlo.mesh<axes=[<name = "x", size = 2>]>}
func.func private @attributes() attributes {a = #stablehlo.mesh_axis<name = "x", size = 2>, b = #stablehlo.axis_ref<name = "x">, c = #stablehlo<sub_axis_info(1)2>, d = #stablehlo.mesh<axes=[<name = "x", size = 2>]>}

// CHECK-LABEL: func.func @composites(
func.func @composites(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.composite "my.op" %{{.*}} ({
  // CHECK-NEXT: ^bb0(%[[P:.*]]: tensor<f32>):
  // CHECK-NEXT: stablehlo.return %[[P]] : tensor<f32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: stablehlo.return
  // CHECK-NEXT: }) {decomposition = @same, version = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %0 = "stablehlo.composite"(%x) <{name = "my.op", decomposition = @same, version = 2 : i32}> ({
  ^bb0(%p: tensor<f32>):
    stablehlo.return %p : tensor<f32>
  }, {
    stablehlo.return
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.composite "my.op" %[[A]] {decomposition = @same} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.composite "my.op" %0 {decomposition = @same} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @same(tensor<4xf32>) -> tensor<4xf32>

// CHECK-LABEL: func.func @channels(
func.func @channels(%x: tensor<4xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  // CHECK: "stablehlo.send"(%{{.*}}, %{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<{{\[}}[0, 1], [1, 2]]> : tensor<2x2xi64>}>
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.recv"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<{{\[}}[0, 1], [1, 2]]> : tensor<2x2xi64>}>
  %1:2 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return %1#1 : !stablehlo.token
}

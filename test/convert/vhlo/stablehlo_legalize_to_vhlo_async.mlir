// Futures, meshes, composites with regions and tilings have forms in VHLO, and come back from it.
// RUN: tern-opt %s --stablehlo-legalize-to-vhlo | FileCheck %s
// RUN: tern-opt %s > %t.mlir
// RUN: tern-opt %s --stablehlo-legalize-to-vhlo --vhlo-legalize-to-stablehlo | diff %t.mlir -
// RUN: tern-translate --serialize --target=current %s | tern-translate --deserialize | tern-opt | diff %t.mlir -
// Older versions lack them.
// RUN: not tern-opt %s --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.14.0 2>&1 | FileCheck %s --check-prefix=OLD

// OLD: error: failed to legalize operation 'vhlo.func_v1'
// OLD: note: !vhlo.future_v1<!vhlo.tensor_v1<8x8x!vhlo.f32_v1>> is there from 1.15.0 on

// CHECK-LABEL: vhlo.func_v1 @starts
// CHECK-SAME: -> (!vhlo.future_v1<!vhlo.tensor_v1<8x8x!vhlo.f32_v1>>)
func.func @starts(%x: tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>> {
  // CHECK: "vhlo.async_start_v1"(%arg0) ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: !vhlo.tensor_v1<8x2x!vhlo.f32_v1>):
  // CHECK-NEXT: "vhlo.all_gather_v2"(%[[A]]) <{all_gather_dim = #vhlo.integer_v1<1 : i64>, channel_id = #vhlo.integer_v1<0 : i64>, replica_groups = #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.string_v1<"starts">, axes = #vhlo.array_v1<[#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">>, #vhlo.axis_ref_v1<name = #vhlo.string_v1<"y">, sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = 1, size = 2>>]>>
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %g = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @starts, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
    stablehlo.return %g : tensor<8x8xf32>
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>>
  // CHECK: "vhlo.async_done_v1"(%{{.*}}) : (!vhlo.future_v1<!vhlo.tensor_v1<8x8x!vhlo.f32_v1>>) -> !vhlo.tensor_v1<8x8x!vhlo.f32_v1>
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
  return %f : !stablehlo.future<tensor<8x8xf32>>
}

// CHECK-LABEL: vhlo.func_v1 @mesh
func.func @mesh(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: replica_groups = #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.mesh_v1<axes = #vhlo.array_v1<[#vhlo.mesh_axis_v1<name = #vhlo.string_v1<"a">, size = 2>]>, device_ids = #vhlo.tensor_v1<dense<[1, 0]> : tensor<2xi64>>>, axes = #vhlo.array_v1<[#vhlo.axis_ref_v1<name = #vhlo.string_v1<"a">>]>>
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: result_tilings = #vhlo.array_v1<[#vhlo.array_v1<[#vhlo.tensor_v1<dense<[8, 128]> : tensor<2xindex>>]>]>
  %1 = stablehlo.custom_call @tiled(%0) {result_tilings = [[dense<[8, 128]> : tensor<2xindex>]]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "vhlo.composite_v2"(%{{.*}}) <{composite_attributes = #vhlo.dict_v1<{}>, decomposition = #vhlo.string_v1<"same">, name = #vhlo.string_v1<"my.op">, version = #vhlo.integer_v1<0 : i64>}> ({
  // CHECK-NEXT: ^bb0(%[[P:.*]]: !vhlo.tensor_v1<!vhlo.f32_v1>):
  // CHECK-NEXT: "vhlo.return_v1"(%[[P]])
  %2 = stablehlo.composite "my.op" %1 ({
  ^bb0(%p: tensor<f32>):
    stablehlo.return %p : tensor<f32>
  }) {decomposition = @same} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @same(tensor<4xf32>) -> tensor<4xf32>

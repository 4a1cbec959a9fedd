// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s | tern-opt | FileCheck %s

// CHECK: sdy.mesh @single = <["a"=1]> {stablehlo.mesh = {axes = [{name = "a", size = 1 : i64}]}}
sdy.mesh @single = <["a"=1]> {stablehlo.mesh = {axes = [{name = "a", size = 1 : i64}]}}
// CHECK: sdy.mesh @grid = <["a"=2, "b"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @grid = <["a"=2,
                   "b"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>

// CHECK-LABEL: func.func @shardings
// CHECK-SAME{LITERAL}: {sdy.sharding = #sdy.sharding<@grid, [{"a", ?}, {"b":(2)2}p1], replicated={"b":(1)2}>}
func.func @shardings(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a", ?}, {"b":(2)2}p1], replicated={"b":(1)2}>}) -> tensor<8x8xf32> {
  // CHECK: %[[A:.*]] = sdy.sharding_constraint %{{.*}} <@grid, [{"a"}, {}]> : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %x <@grid, [{"a"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.reshard %[[A]] <@grid, [{}, {"a"}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@grid, [{}, {"a"}]> : tensor<8x8xf32>
  // CHECK: sdy.sharding_group %{{.*}} group_id=21 : tensor<8x8xf32>
  sdy.sharding_group %1 group_id=21 : tensor<8x8xf32>
  // CHECK: stablehlo.add
  // CHECK-SAME{LITERAL}: {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"a"}, {}]>]>}
  %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"a"}, {}]>]>} : tensor<8x8xf32>
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} reduction={j}, custom>
  %3 = stablehlo.custom_call @f(%2) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} reduction={j}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @manual
func.func @manual(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %[[R:.*]]:2 = sdy.manual_computation(%{{.*}}) in_shardings=[<@grid, [{"a"}, {}]>] out_shardings=[<@grid, [{"a"}, {}]>, <@grid, [{"a"}, {}]>] manual_axes={"a"} (%[[Y:.*]]: tensor<4x8xf32>) {
  // CHECK-NEXT:   stablehlo.add %[[Y]], %[[Y]]
  // CHECK-NEXT:   sdy.return %{{.*}}, %[[Y]] : tensor<4x8xf32>, tensor<4x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@grid, [{"a"}, {}]>] out_shardings=[<@grid, [{"a"}, {}]>, <@grid, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x8xf32>) {
    %1 = stablehlo.add %y, %y : tensor<4x8xf32>
    sdy.return %1, %y : tensor<4x8xf32>, tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT:   sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return %0#0, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

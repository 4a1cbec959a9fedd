// RUN: tern-opt %s --stablehlo-irregular-to-loops --canonicalize | FileCheck %s

// One word after the other: a fourth of the elements are blocks, rounded up, and the counter goes on behind them.

// CHECK-LABEL: func.func @philox
// CHECK: %[[SIZE:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[COUNT:.*]] = arith.muli %[[SIZE]], %{{.*}} : index
// CHECK: %[[FILLED:.*]] = arith.addi %[[COUNT]], %c3
// CHECK: %[[BLOCKS:.*]] = arith.divui %[[FILLED]], %c4
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[BLOCKS]]) : tensor<?xi32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
// CHECK: tensor.extract_slice
// CHECK: tensor.expand_shape {{.*}} into tensor<?x5xi32>
// CHECK: %[[USED:.*]] = arith.index_cast %[[BLOCKS]] : index to i64
// CHECK: arith.addi %{{.*}}, %[[USED]] : i64
func.func @philox(%s: tensor<2xui64>, %n: tensor<2xi64>) -> (tensor<2xui64>, tensor<?x5xui32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<2xi64>) -> (tensor<2xui64>, tensor<?x5xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?x5xui32>
}

// The dimension in which two words are neighbours is found at run time: the first that is even, else the longest.

// CHECK-LABEL: func.func @threefry
// CHECK: arith.cmpi ugt
// CHECK: arith.remui
// CHECK: arith.cmpi eq
// CHECK: arith.select
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>)
// CHECK: tensor.insert_slice {{.*}} : tensor<?x?x1x?xi32> into tensor<?x?x2x?xi32>
// CHECK: tensor.insert_slice {{.*}} : tensor<?x?x1x?xi32> into tensor<?x?x2x?xi32>
// CHECK: tensor.extract_slice {{.*}} : tensor<?x?x?xi32> to tensor<?x?x?xi32>
func.func @threefry(%s: tensor<2xui64>, %n: tensor<2xi32>) -> tensor<?x?xui32> {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
  return %0#1 : tensor<?x?xui32>
}

// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s
// RUN: tern-opt %s --stablehlo-legalize-to-linalg | mlir-opt | FileCheck %s

// Two words for each counter, next to each other along the first even dimension.

// CHECK-LABEL: func.func @threefry
// CHECK-SAME: %[[STATE:[^:]*]]: tensor<2xi64>
// CHECK: %[[KEY:.*]] = tensor.extract %[[STATE]]
// CHECK: %[[COUNTER:.*]] = tensor.extract %[[STATE]]
// CHECK: %[[BITS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<6xi32>, tensor<6xi32>)
// CHECK: arith.constant 466688986 : i32
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0] [3, 2, 1] [1, 1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 1] [3, 2, 1] [1, 1, 1]
// CHECK: %[[NEXT:.*]] = arith.addi %[[COUNTER]], %{{.*}} : i64
// CHECK: tensor.from_elements %[[KEY]], %[[NEXT]] : tensor<2xi64>
func.func @threefry(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  return %0, %1 : tensor<2xui64>, tensor<3x4xui32>
}

// CHECK-LABEL: func.func @by_default
// CHECK: arith.constant 3528531795 : i64
func.func @by_default(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  return %0, %1 : tensor<2xui64>, tensor<4xui64>
}

// CHECK-LABEL: func.func @philox
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>)
// CHECK: arith.cmpi ult
// CHECK: arith.muli
// CHECK: tensor.from_elements %{{.*}}, %{{.*}}, %{{.*}} : tensor<3xi64>
func.func @philox(%s: tensor<3xui64>) -> (tensor<3xui64>, tensor<10xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<10xui32>)
  return %0, %1 : tensor<3xui64>, tensor<10xui32>
}

// CHECK-LABEL: func.func @samples
// CHECK: linalg.generic
// CHECK: arith.uitofp
// CHECK: linalg.generic
// CHECK: math.log
// CHECK: math.cos
func.func @samples(%a: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

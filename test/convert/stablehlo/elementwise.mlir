// RUN: tern-opt %s --stablehlo-legalize-to-linalg | FileCheck %s
// RUN: tern-opt %s --iree-stablehlo-to-linalg | mlir-opt | FileCheck %s

// CHECK-DAG: #[[$SCALAR:.*]] = affine_map<(d0) -> ()>
// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0) -> (d0)>

// Signs go; what they meant is in the ops.

// CHECK-LABEL: func.func @adds
// CHECK-SAME: (%[[A:.*]]: tensor<4xi32> {iree.abi.encoding = tensor<4xui32>}, %[[B:.*]]: tensor<4xi32> {iree.abi.encoding = tensor<4xui32>}) -> (tensor<4xi32> {iree.abi.encoding = tensor<4xui32>})
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4xi32>
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]]], iterator_types = ["parallel"]} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK: %[[S:.*]] = arith.addi
// CHECK: linalg.yield %[[S]] : i32
// CHECK: return %[[R]] : tensor<4xi32>
func.func @adds(%a: tensor<4xui32>, %b: tensor<4xui32>) -> tensor<4xui32> {
  %0 = stablehlo.add %a, %b : tensor<4xui32>
  return %0 : tensor<4xui32>
}

// Functions that nobody outside calls need to say nothing.

// CHECK-LABEL: func.func private @private_types
// CHECK-SAME: (%{{[^:]*}}: tensor<4xi8>) -> tensor<4xi8>
func.func private @private_types(%a: tensor<4xui8>) -> tensor<4xui8> {
  return %a : tensor<4xui8>
}

// CHECK-LABEL: func.func @unsigned
// CHECK: arith.divui
// CHECK: arith.maxui
// CHECK: arith.cmpi ult
// CHECK: arith.uitofp
// CHECK: arith.fptoui
func.func @unsigned(%a: tensor<4xui8>, %b: tensor<4xui8>, %f: tensor<4xf32>) -> (tensor<4xui8>, tensor<4xui8>, tensor<4xi1>, tensor<4xf32>, tensor<4xui8>) {
  %0 = stablehlo.divide %a, %b : tensor<4xui8>
  %1 = stablehlo.maximum %a, %b : tensor<4xui8>
  %2 = stablehlo.compare LT, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %3 = stablehlo.convert %a : (tensor<4xui8>) -> tensor<4xf32>
  %4 = stablehlo.convert %f : (tensor<4xf32>) -> tensor<4xui8>
  return %0, %1, %2, %3, %4 : tensor<4xui8>, tensor<4xui8>, tensor<4xi1>, tensor<4xf32>, tensor<4xui8>
}

// Division cannot trap: the divisor is 1 where it would, and the quotient by zero has all bits.

// CHECK-LABEL: func.func @divides
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[Y:.*]], %{{.*}} : i32
// CHECK: %[[UNSAFE:.*]] = arith.ori %[[ZERO]], %{{.*}} : i1
// CHECK: %[[DIVISOR:.*]] = arith.select %[[UNSAFE]], %{{.*}}, %[[Y]] : i32
// CHECK: %[[Q:.*]] = arith.divsi %{{.*}}, %[[DIVISOR]] : i32
// CHECK: %[[ONES:.*]] = arith.constant -1 : i32
// CHECK: arith.select %[[ZERO]], %[[ONES]], %[[Q]] : i32
func.func @divides(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @complex
// CHECK: complex.mul %{{.*}}, %{{.*}} : complex<f32>
// CHECK: complex.abs %{{.*}} : complex<f32>
// CHECK: complex.create %{{.*}}, %{{.*}} : complex<f32>
// CHECK: complex.im %{{.*}} : complex<f32>
func.func @complex(%a: tensor<4xcomplex<f32>>, %x: tensor<4xf32>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %a : tensor<4xcomplex<f32>>
  %1 = stablehlo.abs %a : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  %3 = stablehlo.imag %a : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f32>>, tensor<4xf32>
}

// Floats of less than 16 bits compute in f32.

// CHECK-LABEL: func.func @small_floats
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : f8E4M3FN to f32
// CHECK: %[[S:.*]] = arith.addf %[[X]], %{{.*}} : f32
// CHECK: arith.truncf %[[S]] : f32 to f8E4M3FN
func.func @small_floats(%a: tensor<4xf8E4M3FN>, %b: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %0 = stablehlo.add %a, %b : tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// Scalars are repeated.

// CHECK-LABEL: func.func @clamps
// CHECK: linalg.generic {indexing_maps = [#[[$SCALAR]], #[[$ID]], #[[$SCALAR]], #[[$ID]]]
// CHECK: arith.maximumf
// CHECK: arith.minimumf
func.func @clamps(%low: tensor<f32>, %x: tensor<4xf32>, %high: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A conversion that only changes the sign is nothing.

// CHECK-LABEL: func.func @changes_sign
// CHECK-SAME: (%[[A:[^:]*]]: tensor<4xi32>
// CHECK-NEXT: return %[[A]]
func.func @changes_sign(%a: tensor<4xi32>) -> tensor<4xui32> {
  %0 = stablehlo.convert %a : (tensor<4xi32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// CHECK-LABEL: func.func @constants
// CHECK-DAG: arith.constant dense<[-1, 2]> : tensor<2xi32>
// CHECK-DAG: arith.constant dense<[-1, 1]> : tensor<2xi4>
// CHECK-DAG: arith.constant dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,-1.000000e+00)]> : tensor<2xcomplex<f32>>
func.func @constants() -> (tensor<2xui32>, tensor<2xui4>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.constant dense<[4294967295, 2]> : tensor<2xui32>
  %1 = stablehlo.constant dense<[15, 1]> : tensor<2xui4>
  %2 = stablehlo.constant dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>>
  return %0, %1, %2 : tensor<2xui32>, tensor<2xui4>, tensor<2xcomplex<f32>>
}

// CHECK-LABEL: func.func @narrower_bits
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: linalg.index 1
// CHECK: arith.shrui
// CHECK: arith.trunci %{{.*}} : i32 to i8
func.func @narrower_bits(%a: tensor<3xf32>) -> tensor<3x4xui8> {
  %0 = stablehlo.bitcast_convert %a : (tensor<3xf32>) -> tensor<3x4xui8>
  return %0 : tensor<3x4xui8>
}

// CHECK-LABEL: func.func @wider_bits
// CHECK: linalg.fill
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: arith.extui %{{.*}} : i8 to i32
// CHECK: arith.shli
// CHECK: arith.ori
// CHECK: arith.bitcast %{{.*}} : i32 to f32
func.func @wider_bits(%a: tensor<3x4xui8>) -> tensor<3xf32> {
  %0 = stablehlo.bitcast_convert %a : (tensor<3x4xui8>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @maps
// CHECK: linalg.generic
// CHECK: arith.mulf
func.func @maps(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.map"(%a, %a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Structured control flow and calls only lose their signs.

// CHECK-LABEL: func.func @structure
// CHECK: scf.if %{{.*}} -> (tensor<4xi8>)
// CHECK: func.call @private_types(%{{.*}}) : (tensor<4xi8>) -> tensor<4xi8>
func.func @structure(%p: i1, %a: tensor<4xui8>) -> tensor<4xui8> {
  %0 = scf.if %p -> (tensor<4xui8>) {
    %1 = func.call @private_types(%a) : (tensor<4xui8>) -> tensor<4xui8>
    scf.yield %1 : tensor<4xui8>
  } else {
    scf.yield %a : tensor<4xui8>
  }
  return %0 : tensor<4xui8>
}

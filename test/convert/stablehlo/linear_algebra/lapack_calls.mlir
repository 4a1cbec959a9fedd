// RUN: tern-opt %s --stablehlo-irregular-to-loops --split-input-file | FileCheck %s

// The matrices of a batch are independent; a column is after the other.
// CHECK-LABEL: func.func @lu
// CHECK: %[[ALL:.*]]:3 = scf.forall (%{{.*}}) in (2) shared_outs(%{{.*}}, %{{.*}}, %{{.*}}) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2xi32>)
// CHECK: scf.for {{.*}} -> (tensor<4x3xf32>, tensor<3xi32>, tensor<i32>)
// The row with the largest element, then the exchange, then the elimination.
// CHECK: math.absf
// CHECK: arith.cmpf ogt
// CHECK: tensor.insert
// CHECK: arith.divf
// CHECK: arith.negf
// CHECK: math.fma
// CHECK: return %[[ALL]]#0, %[[ALL]]#1, %[[ALL]]#2
func.func @lu(%a: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3xf32>, tensor<2x3xi32>, tensor<2xi32>
}

// -----

// CHECK-LABEL: func.func @qr
// CHECK: scf.forall
// CHECK: math.copysign
// CHECK: scf.forall
// CHECK-NOT: custom_call
func.func @qr(%a: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>)
  %1 = stablehlo.custom_call @lapack_dorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4x3xf64>
  return %1 : tensor<4x3xf64>
}

// -----

// `uplo = 85`, U: the factor's conjugate is kept above the diagonal. The second result says where a root was none, or 0.
// CHECK-LABEL: func.func @cholesky
// CHECK: scf.forall
// CHECK: complex.conj
// CHECK: scf.forall
// CHECK: arith.cmpf ule
func.func @cholesky(%a: tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<i32>) {
  %0:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%a) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<i32>)
  return %0#0, %0#1 : tensor<3x3xcomplex<f32>>, tensor<i32>
}

// -----

// CHECK-LABEL: func.func @eigenvalues
// Sweeps go on until nothing is turned.
// CHECK: scf.while
// CHECK: scf.condition
// CHECK: arith.cmpf olt
func.func @eigenvalues(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>) {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<3xf32>
}

// -----

// Functions that the compiler does not know stay calls.
// CHECK-LABEL: func.func @others
// CHECK: stablehlo.custom_call @lapack_sgees_ffi
// CHECK: stablehlo.custom_call @lapack_potrf
func.func @others(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.custom_call @lapack_sgees_ffi(%a) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.custom_call @lapack_potrf(%0) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

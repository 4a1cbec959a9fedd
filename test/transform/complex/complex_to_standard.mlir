// RUN: tern-opt %s --convert-complex-to-standard | FileCheck %s
// RUN: tern-opt %s --convert-complex-to-standard | FileCheck %s --check-prefix=GONE
// RUN: tern-opt %s --convert-complex-to-standard=fuse-products=true | FileCheck %s --check-prefix=FUSED

// GONE-NOT: complex.{{add|mul|div|exp|log|sqrt|abs|eq|powi|tanh|atan2}}

// CHECK-LABEL: func.func @multiplies
// CHECK-SAME: %[[A:.*]]: complex<f32>, %[[B:.*]]: complex<f32>
// CHECK-DAG: %[[AR:.*]] = complex.re %[[A]]
// CHECK-DAG: %[[AI:.*]] = complex.im %[[A]]
// CHECK-DAG: %[[BR:.*]] = complex.re %[[B]]
// CHECK-DAG: %[[BI:.*]] = complex.im %[[B]]
// CHECK-DAG: %[[RR:.*]] = arith.mulf %[[AR]], %[[BR]]
// CHECK-DAG: %[[II:.*]] = arith.mulf %[[AI]], %[[BI]]
// CHECK-DAG: %[[RE:.*]] = arith.subf %[[RR]], %[[II]]
// CHECK-DAG: %[[IR:.*]] = arith.mulf %[[AI]], %[[BR]]
// CHECK-DAG: %[[RI:.*]] = arith.mulf %[[AR]], %[[BI]]
// CHECK-DAG: %[[IM:.*]] = arith.addf %[[IR]], %[[RI]]
// CHECK: %[[R:.*]] = complex.create %[[RE]], %[[IM]] : complex<f32>
// CHECK: return %[[R]]
func.func @multiplies(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.mul %a, %b : complex<f32>
  return %r : complex<f32>
}

// CHECK-LABEL: func.func @compares
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf oeq
// CHECK: arith.andi
// CHECK: arith.cmpf une
// CHECK: arith.cmpf une
// CHECK: arith.ori
func.func @compares(%a: complex<f64>, %b: complex<f64>) -> (i1, i1) {
  %e = complex.eq %a, %b : complex<f64>
  %n = complex.neq %a, %b : complex<f64>
  return %e, %n : i1, i1
}

// CHECK-LABEL: func.func @measures
// CHECK: %[[MAX:.*]] = arith.maximumf
// CHECK: %[[MIN:.*]] = arith.minimumf
// CHECK: %[[RATIO:.*]] = arith.divf %[[MIN]], %[[MAX]]
// CHECK: math.sqrt
// CHECK: %[[NAN:.*]] = arith.cmpf uno
// CHECK: arith.select %[[NAN]], %[[MIN]]
// CHECK: math.atan2
func.func @measures(%a: complex<f32>) -> (f32, f32) {
  %r = complex.abs %a : complex<f32>
  %p = complex.angle %a : complex<f32>
  return %r, %p : f32, f32
}

func.func @others(%a: complex<f32>, %b: complex<f32>, %i: i32) -> complex<f32> {
  %0 = complex.add %a, %b : complex<f32>
  %1 = complex.div %0, %b : complex<f32>
  %2 = complex.exp %1 : complex<f32>
  %3 = complex.log %2 : complex<f32>
  %4 = complex.sqrt %3 : complex<f32>
  %5 = complex.powi %4, %i : complex<f32>, i32
  %6 = complex.tanh %5 : complex<f32>
  %7 = complex.atan2 %6, %a : complex<f32>
  return %7 : complex<f32>
}

// Flags of a product go to what it is made of.
// CHECK-LABEL: func.func @contracts
// CHECK-COUNT-2: arith.mulf {{.*}} fastmath<contract> : f32
// CHECK: arith.subf {{.*}} fastmath<contract> : f32
// CHECK-COUNT-2: arith.mulf {{.*}} fastmath<contract> : f32
// CHECK: arith.addf {{.*}} fastmath<contract> : f32

// One product of each part is not rounded; terms of sums are rounded as they are.
// FUSED-LABEL: func.func @contracts
// FUSED: %[[AR:.*]] = complex.re %arg0
// FUSED: %[[AI:.*]] = complex.im %arg0
// FUSED: %[[BR:.*]] = complex.re %arg1
// FUSED: %[[BI:.*]] = complex.im %arg1
// FUSED: %[[II:.*]] = arith.mulf %[[AI]], %[[BI]]
// FUSED: %[[N:.*]] = arith.negf %[[II]]
// FUSED: math.fma %[[AR]], %[[BR]], %[[N]]
// FUSED: %[[RI:.*]] = arith.mulf %[[AR]], %[[BI]]
// FUSED: math.fma %[[AI]], %[[BR]], %[[RI]]
// FUSED-LABEL: func.func @adds
// FUSED-NOT: math.fma
// FUSED: return
func.func @contracts(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b fastmath<contract> : complex<f32>
  return %0 : complex<f32>
}
func.func @adds(%a: complex<f32>, %b: complex<f32>, %c: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b : complex<f32>
  %1 = complex.add %c, %0 : complex<f32>
  return %1 : complex<f32>
}

// A magnitude from powers of the magnitude and the angle, and what 0 and infinity have instead.
// CHECK-LABEL: func.func @powers
// CHECK: math.powf
// CHECK: math.exp
// CHECK: math.cos
// CHECK: math.sin
func.func @powers(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.pow %a, %b : complex<f64>
  return %0 : complex<f64>
}

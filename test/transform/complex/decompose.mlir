// RUN: tern-opt %s --decompose-complex-values | FileCheck %s

// CHECK-LABEL: func.func @accesses
// CHECK-SAME: %[[I:.*]]: index
// CHECK: %[[M:.*]] = memref.alloca() : memref<4x2xf32>
// CHECK: %[[RE:.*]] = memref.load %[[M]][%[[I]], %c0] : memref<4x2xf32>
// CHECK: %[[IM:.*]] = memref.load %[[M]][%[[I]], %c1{{.*}}] : memref<4x2xf32>
// CHECK: memref.store %[[IM]], %[[M]][%[[I]], %c0{{.*}}]
// CHECK: memref.store %[[RE]], %[[M]][%[[I]], %c1{{.*}}]
func.func @accesses(%i: index) {
  %m = memref.alloca() : memref<4xcomplex<f32>>
  %z = memref.load %m[%i] : memref<4xcomplex<f32>>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  %w = complex.create %im, %re : complex<f32>
  memref.store %w, %m[%i] : memref<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @carries
// CHECK: %[[R:.*]]:2 = scf.for %{{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) -> (f32, f32) {
// CHECK: scf.yield %[[Y]], %[[X]] : f32, f32
// CHECK: return %[[R]]#0
func.func @carries(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (complex<f32>) {
    %re = complex.re %x : complex<f32>
    %im = complex.im %x : complex<f32>
    %s = complex.create %im, %re : complex<f32>
    scf.yield %s : complex<f32>
  }
  %p = complex.re %r : complex<f32>
  return %p : f32
}

// CHECK-LABEL: func.func @chooses
// CHECK-DAG: %[[A:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f64
// CHECK-DAG: %[[B:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f64
// CHECK: return %[[A]], %[[B]]
func.func @chooses(%c: i1, %x: f64, %y: f64) -> (f64, f64) {
  %z = complex.create %x, %y : complex<f64>
  %w = complex.create %y, %x : complex<f64>
  %s = arith.select %c, %z, %w : complex<f64>
  %re = complex.re %s : complex<f64>
  %im = complex.im %s : complex<f64>
  return %re, %im : f64, f64
}

// CHECK: memref.global "private" constant @c : memref<2x2xf32> = dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]>
memref.global "private" constant @c : memref<2xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, 4.0)]>

// CHECK-LABEL: func.func @views
// CHECK: %[[G:.*]] = memref.get_global @c : memref<2x2xf32>
// CHECK: memref.subview %[[G]][1, 0] [1, 2] [1, 1] : memref<2x2xf32> to memref<1x2xf32, strided<[2, 1], offset: 2>>
// CHECK: memref.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [2, 2, 2] : memref<4x2xf32> into memref<2x2x2xf32>
func.func @views() -> f32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @c : memref<2xcomplex<f32>>
  %s = memref.subview %g[1] [1] [1] : memref<2xcomplex<f32>> to memref<1xcomplex<f32>, strided<[1], offset: 1>>
  %z = memref.load %s[%c0] : memref<1xcomplex<f32>, strided<[1], offset: 1>>
  %m = memref.alloca() : memref<4xcomplex<f32>>
  %e = memref.expand_shape %m [[0, 1]] output_shape [2, 2] : memref<4xcomplex<f32>> into memref<2x2xcomplex<f32>>
  memref.store %z, %e[%c0, %c0] : memref<2x2xcomplex<f32>>
  %re = complex.re %z : complex<f32>
  return %re : f32
}

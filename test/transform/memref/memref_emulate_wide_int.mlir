// RUN: tern-opt --memref-emulate-wide-int="widest-int-supported=32" %s | FileCheck %s
// RUN: tern-opt --memref-emulate-wide-int="widest-int-supported=32" %s | mlir-opt --allow-unregistered-dialect

// CHECK-LABEL: func.func @memory(
// CHECK-SAME: %[[M:.*]]: memref<4x8xvector<2xi32>>, %[[I:.*]]: index)
// CHECK: %[[LOCAL:.*]] = memref.alloca() : memref<8xvector<2xi32>>
// CHECK: memref.subview {{.*}} : memref<4x8xvector<2xi32>> to memref<2x2xvector<2xi32>, strided<[8, 1]>>
// CHECK: %[[PAIR:.*]] = memref.load %[[M]][%[[I]], %[[I]]] : memref<4x8xvector<2xi32>>
// CHECK: vector.extract %[[PAIR]][0] : i32 from vector<2xi32>
// CHECK: memref.store %{{.*}}, %[[LOCAL]][%[[I]]] : memref<8xvector<2xi32>>
func.func @memory(%m: memref<4x8xi64>, %i: index) {
  %local = memref.alloca() : memref<8xi64>
  %s = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<4x8xi64> to memref<2x2xi64, strided<[8, 1]>>
  %0 = memref.load %m[%i, %i] : memref<4x8xi64>
  %1 = memref.load %s[%i, %i] : memref<2x2xi64, strided<[8, 1]>>
  %2 = arith.xori %0, %1 : i64
  memref.store %2, %local[%i] : memref<8xi64>
  return
}

// Narrower ones stay.
// CHECK-LABEL: func.func @stays(
// CHECK-SAME: memref<4xi32>, %{{.*}}: memref<4xf64>, %{{.*}}: memref<4xindex>)
func.func @stays(%a: memref<4xi32>, %b: memref<4xf64>, %c: memref<4xindex>) {
  return
}

// RUN: tern-opt %s --expand-memref-globals=max-elements=4 | FileCheck %s

// CHECK-NOT: @small
// CHECK: memref.global "private" constant @large
memref.global "private" constant @small : memref<2xi32> = dense<[5, 7]>
memref.global "private" constant @large : memref<5xi32> = dense<[1, 2, 3, 4, 5]>

// CHECK-LABEL: func.func @reads
// CHECK: %[[M:.*]] = memref.alloca() : memref<2xi32>
// CHECK: memref.store %c5_i32, %[[M]][%c0] : memref<2xi32>
// CHECK: memref.store %c7_i32, %[[M]][%c1] : memref<2xi32>
// CHECK: memref.get_global @large
// CHECK: memref.load %[[M]]
func.func @reads(%i: index) -> (i32, i32) {
  %s = memref.get_global @small : memref<2xi32>
  %l = memref.get_global @large : memref<5xi32>
  %x = memref.load %s[%i] : memref<2xi32>
  %y = memref.load %l[%i] : memref<5xi32>
  return %x, %y : i32, i32
}

// What is read of a constant with one value everywhere is that value, however many elements it has.
// CHECK-LABEL: func.func @reads_one_value
// CHECK-NOT: memref
// CHECK: return %cst, %cst_0 : f32, vector<4xf32>
memref.global "private" constant @same : memref<64x64xf32> = dense<3.0>
func.func @reads_one_value(%i: index, %p: f32) -> (f32, vector<4xf32>) {
  %m = memref.get_global @same : memref<64x64xf32>
  %x = memref.load %m[%i, %i] : memref<64x64xf32>
  %v = memref.subview %m[%i, 0] [1, 8] [1, 1] : memref<64x64xf32> to memref<1x8xf32, strided<[64, 1], offset: ?>>
  %c0 = arith.constant 0 : index
  %y = vector.transfer_read %v[%c0, %c0], %p {in_bounds = [true]} : memref<1x8xf32, strided<[64, 1], offset: ?>>, vector<4xf32>
  return %x, %y : f32, vector<4xf32>
}

// Beyond the memory is something else.
// CHECK-LABEL: func.func @reads_beyond
// CHECK: memref.get_global @other
memref.global "private" constant @other : memref<64xf32> = dense<3.0>
func.func @reads_beyond(%i: index, %p: f32) -> vector<4xf32> {
  %m = memref.get_global @other : memref<64xf32>
  %y = vector.transfer_read %m[%i], %p : memref<64xf32>, vector<4xf32>
  return %y : vector<4xf32>
}

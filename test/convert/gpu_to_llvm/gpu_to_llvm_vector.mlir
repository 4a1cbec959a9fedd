// RUN: tern-opt --gpu-to-llvm %s > %t.ours
// RUN: mlir-opt --gpu-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Vectors of the host, and their transfers as loads and stores where they are such. The whole is as upstream's tool has it.

// CHECK-LABEL: llvm.func @reads
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.intr.masked.load
// What is repeated is read once.
// CHECK: %[[ONE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<1xf32>
// CHECK: vector.broadcast %[[ONE]] : vector<1xf32> to vector<4xf32>
// Outside of bounds there is padding.
// CHECK: vector.transfer_read
// CHECK: llvm.load
// CHECK: vector.transfer_read %{{.*}} {in_bounds = [true, true]} : memref<8x16xf32>, vector<1x4xf32>
func.func @reads(%m: memref<8x16xf32>, %i: index, %mask: vector<4xi1>,
                 %s: memref<f32>) 
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<f32>, vector<1xf32>, vector<1x4xf32>) {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true]} : memref<8x16xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %p, %mask {in_bounds = [true]} : memref<8x16xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<8x16xf32>, vector<4xf32>
  %3 = vector.transfer_read %m[%i, %i], %p : memref<8x16xf32>, vector<4xf32>
  %4 = vector.transfer_read %s[], %p : memref<f32>, vector<f32>
  %5 = vector.load %m[%i, %i] : memref<8x16xf32>, vector<1xf32>
  %6 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<8x16xf32>, vector<1x4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<f32>, vector<1xf32>, vector<1x4xf32>
}
// CHECK-LABEL: llvm.func @writes
// CHECK: llvm.store
// CHECK: llvm.intr.masked.store
// CHECK: vector.transfer_write
// CHECK: llvm.store
func.func @writes(%m: memref<8x16xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>, %s: memref<f32>,
                  %z: vector<f32>, %o: vector<1xf32>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<8x16xf32>
  vector.transfer_write %v, %m[%i, %i], %mask {in_bounds = [true]} : vector<4xf32>, memref<8x16xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x16xf32>
  vector.transfer_write %z, %s[] : vector<f32>, memref<f32>
  vector.store %o, %m[%i, %i] : memref<8x16xf32>, vector<1xf32>
  return
}

// Elements of memory that do not lie side by side.
// CHECK-LABEL: llvm.func @strided
// CHECK: vector.transfer_read
// CHECK: vector.transfer_write
func.func @strided(%m: memref<8xf32, strided<[2]>>, %i: index) {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<8xf32, strided<[2]>>, vector<4xf32>
  vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32, strided<[2]>>
  return
}

// CHECK-LABEL: llvm.func @arithmetic
// CHECK-NOT: vector.extract
// CHECK: llvm.fadd
func.func @arithmetic(%arg: vector<2x4xf32>, %m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %a = arith.addf %arg, %arg : vector<2x4xf32>
  %b = vector.extract %a[1] : vector<4xf32> from vector<2x4xf32>
  %l = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
  %s = arith.addf %l, %b : vector<4xf32>
  return %s : vector<4xf32>
}

func.func @mask(%arg: vector<11xf32>) -> vector<11xf32> {
  %all = arith.constant dense<true> : vector<11xi1>
  %0 = vector.mask %all { vector.yield %arg : vector<11xf32> } : vector<11xi1> -> vector<11xf32>
  return %0 : vector<11xf32>
}

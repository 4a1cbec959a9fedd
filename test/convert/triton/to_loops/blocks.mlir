// RUN: tern-opt %s --convert-triton-to-loops --cse | FileCheck %s

// A block pointer is numbers, which tt.advance adds to. Only the dimensions of boundaryCheck are compared.

// CHECK-LABEL: llvm.func @block_pointer
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i64
// CHECK-NOT: arith.cmpi ult, %{{.*}} : vector
// CHECK: llvm.store
tt.func public @block_pointer(%p: !tt.ptr<f32>, %m: i64, %n: i64, %i: i32) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %b = tt.make_tensor_ptr %p, [%m, %n], [%n, %c1], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<8x16xf32>>
  %a = tt.advance %b, [%i, %c0] : <tensor<8x16xf32>>
  %x = tt.load %a {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8x16xf32>>
  tt.store %b, %x : !tt.ptr<tensor<8x16xf32>>
  tt.return
}

// A descriptor checks all, and its last dimension is side by side. What rows are gathered is a tensor.
// CHECK-LABEL: llvm.func @descriptor
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : vector<16xi64>
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store
// CHECK: llvm.atomicrmw add
tt.func public @descriptor(%d: !tt.tensordesc<tensor<1x16xi32>>, %h: i32, %w: i32, %s: i64, %t: i64) {
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %c0 = arith.constant 0 : i32
  %x = tt.descriptor_gather %d[%r, %c0] : (!tt.tensordesc<tensor<1x16xi32>>, tensor<32xi32>, i32) -> tensor<32x16xi32>
  tt.descriptor_scatter %d[%r, %c0], %x : !tt.tensordesc<tensor<1x16xi32>>, tensor<32xi32>, i32, tensor<32x16xi32>
  %y = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<tensor<1x16xi32>> -> tensor<1x16xi32>
  tt.descriptor_reduce add, %d[%c0, %c0], %y : !tt.tensordesc<tensor<1x16xi32>>, tensor<1x16xi32>
  tt.return
}

// RUN: tern-opt %s --llvm-merge-kernels --split-input-file | FileCheck %s
// RUN: tern-opt %s --llvm-merge-kernels --llvm-merge-kernels --split-input-file | FileCheck %s

// Grids are of launches; what was concluded from their bounds would be in the code.

// CHECK-LABEL: llvm.func @small(
// CHECK-SAME: attributes {hal.kernel_stands_for = ["large", "again"], nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>}
// CHECK-NOT: @large
// CHECK-LABEL: llvm.func @wide(
// CHECK-SAME: attributes {hal.kernel_grid = array<i64: 8, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
// CHECK-LABEL: llvm.func @other(
// CHECK-NOT: @again
// CHECK-LABEL: llvm.func @helper(
// CHECK-LABEL: llvm.func @helper_too(
module {
  llvm.func @small(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, hal.kernel_grid = array<i64: 8, 1, 1>} {
    %c = llvm.mlir.constant(1.0 : f32) : f32
    llvm.store %c, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @large(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, hal.kernel_grid = array<i64: 99, 1, 1>} {
    %c = llvm.mlir.constant(1.0 : f32) : f32
    llvm.store %c, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @wide(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, hal.kernel_grid = array<i64: 8, 1, 1>} {
    %c = llvm.mlir.constant(1.0 : f32) : f32
    llvm.store %c, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @other(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %c = llvm.mlir.constant(2.0 : f32) : f32
    llvm.store %c, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @again(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %c = llvm.mlir.constant(1.0 : f32) : f32
    llvm.store %c, %p : f32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @helper(%x: f32) -> f32 { llvm.return %x : f32 }
  llvm.func @helper_too(%x: f32) -> f32 { llvm.return %x : f32 }
}

// -----

// The arrays of kernels are told apart by type and by order, not by name.

// CHECK-LABEL: module
// CHECK: llvm.mlir.global internal @a0() {addr_space = 3 : i32} : !llvm.array<64 x f32>
// CHECK-NEXT: llvm.mlir.global internal @a1() {addr_space = 3 : i32} : !llvm.array<64 x f32>
// CHECK-NEXT: llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) {{.*}}: !llvm.array<2 x i32>
// CHECK-NEXT: llvm.func @two(
// CHECK-SAME: hal.kernel_stands_for = ["too"]
// CHECK-NEXT: llvm.mlir.addressof @a0
// CHECK-NEXT: llvm.mlir.addressof @a1
// CHECK-NEXT: llvm.mlir.addressof @table
// CHECK: llvm.func @swapped(
// CHECK-NEXT: llvm.mlir.addressof @a0
// CHECK-NEXT: llvm.mlir.addressof @a1
// CHECK: llvm.store {{.*}}
// CHECK-NOT: llvm.func
module {
  llvm.mlir.global internal @a0() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal @a1() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal @b0() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal @b1() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
  llvm.mlir.global internal constant @table_too(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
  llvm.func @two(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @a0 : !llvm.ptr<3>
    %1 = llvm.mlir.addressof @a1 : !llvm.ptr<3>
    %2 = llvm.mlir.addressof @table : !llvm.ptr
    %c = llvm.load %2 : !llvm.ptr -> f32
    llvm.store %c, %0 : f32, !llvm.ptr<3>
    llvm.store %0, %1 : !llvm.ptr<3>, !llvm.ptr<3>
    llvm.return
  }
  llvm.func @too(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
    %1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
    %2 = llvm.mlir.addressof @table_too : !llvm.ptr
    %c = llvm.load %2 : !llvm.ptr -> f32
    llvm.store %c, %0 : f32, !llvm.ptr<3>
    llvm.store %0, %1 : !llvm.ptr<3>, !llvm.ptr<3>
    llvm.return
  }
  llvm.func @swapped(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @b0 : !llvm.ptr<3>
    %1 = llvm.mlir.addressof @b1 : !llvm.ptr<3>
    %2 = llvm.mlir.addressof @table_too : !llvm.ptr
    %c = llvm.load %2 : !llvm.ptr -> f32
    llvm.store %c, %1 : f32, !llvm.ptr<3>
    llvm.store %1, %0 : !llvm.ptr<3>, !llvm.ptr<3>
    llvm.return
  }
}

// -----

// Arrays that a helper uses, and those of different types, stay; so do variables that outlive a launch, and arrays that the launch sizes.

// CHECK-LABEL: module
// CHECK: global internal @a()
// CHECK: global internal @b()
// CHECK: global internal @c()
// CHECK: global internal @x(0 : i32)
// CHECK: global internal @y(0 : i32)
// CHECK: llvm.func @helped(
// CHECK-NEXT: llvm.mlir.addressof @a
// CHECK: llvm.func @counts(
// CHECK-NEXT: llvm.mlir.addressof @x
// CHECK: llvm.func @counts_too(
// CHECK-NEXT: llvm.mlir.addressof @y
// CHECK: llvm.func @longer(
// CHECK-NEXT: llvm.mlir.addressof @c
module {
  llvm.mlir.global internal @a() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal @b() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal @c() {addr_space = 3 : i32} : !llvm.array<65 x f32>
  llvm.mlir.global internal @x(0 : i32) {addr_space = 1 : i32} : i32
  llvm.mlir.global internal @y(0 : i32) {addr_space = 1 : i32} : i32
  llvm.func @helped() attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @a : !llvm.ptr<3>
    %1 = llvm.call @helper() : () -> !llvm.ptr<3>
    llvm.store %0, %1 : !llvm.ptr<3>, !llvm.ptr<3>
    llvm.return
  }
  llvm.func internal @helper() -> !llvm.ptr<3> {
    %0 = llvm.mlir.addressof @b : !llvm.ptr<3>
    llvm.return %0 : !llvm.ptr<3>
  }
  llvm.func @counts(%v: i32) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @x : !llvm.ptr<1>
    llvm.store %v, %0 : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @counts_too(%v: i32) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @y : !llvm.ptr<1>
    llvm.store %v, %0 : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @longer(%v: i32) attributes {nvvm.kernel} {
    %0 = llvm.mlir.addressof @c : !llvm.ptr<3>
    llvm.store %v, %0 : i32, !llvm.ptr<3>
    llvm.return
  }
}

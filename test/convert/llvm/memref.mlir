// RUN: tern-opt --allow-unregistered-dialect --finalize-memref-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --finalize-memref-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --allow-unregistered-dialect --finalize-memref-to-llvm=use-aligned-alloc %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --finalize-memref-to-llvm=use-aligned-alloc %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --finalize-memref-to-llvm=use-generic-functions %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --finalize-memref-to-llvm=use-generic-functions %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --finalize-memref-to-llvm=index-bitwidth=32 %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --finalize-memref-to-llvm=index-bitwidth=32 %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours

// Memrefs as descriptors, as upstream's tool has it with all its options.

// CHECK: llvm.func @memrefCopy(i64, !llvm.ptr, !llvm.ptr)
// CHECK: llvm.func @free(!llvm.ptr)
// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK: llvm.mlir.global private constant @g0(dense<{{.*}}> : tensor<2x3xf32>) {addr_space = 0 : i32} : !llvm.array<2 x array<3 x f32>>
// CHECK: llvm.mlir.global external @g1(1.500000e+00 : f32)
// CHECK-LABEL: func @access
// CHECK: llvm.getelementptr inbounds|nuw
// CHECK: llvm.intr.assume %{{.*}} ["align"(
// CHECK-LABEL: func @body_stays
// CHECK: memref.generic_atomic_rmw

memref.global "private" constant @g0 : memref<2x3xf32> = dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]>
memref.global @g1 : memref<f32> = dense<1.5>
memref.global "private" @g2 : memref<3xf32> = uninitialized
memref.global "nested" @g3 : memref<3xf32>
memref.global "private" @g4 : memref<4xi8, 3> = dense<1> {alignment = 64}
func.func @globals() {
  %0 = memref.get_global @g0 : memref<2x3xf32>
  %1 = memref.get_global @g1 : memref<f32>
  %2 = memref.get_global @g4 : memref<4xi8, 3>
  "test.use"(%0, %1, %2) : (memref<2x3xf32>, memref<f32>, memref<4xi8, 3>) -> ()
  return
}
func.func @alloc(%n : index, %m: index) {
  %0 = memref.alloc() : memref<f32>
  %1 = memref.alloc(%n) : memref<4x?x8xf32>
  %2 = memref.alloc(%n, %m) {alignment = 8} : memref<?x?xf32>
  %3 = memref.alloc() : memref<4xvector<4xf32>>
  %4 = memref.alloc(%n) : memref<?xf16, 1>
  %5 = memref.alloca(%n) : memref<?x4xf32>
  %6 = memref.alloca() {alignment = 32} : memref<4xf32, 5>
  %7 = memref.alloc() : memref<32x18xf32>
  %8 = memref.alloc() : memref<0x4xf32>
  %9 = memref.alloc() : memref<4xmemref<?xf32>>
  %10 = memref.alloc() : memref<3xi1>
  memref.dealloc %0 : memref<f32>
  "test.use"(%1, %2, %3, %5, %6, %9, %10) : (memref<4x?x8xf32>, memref<?x?xf32>, memref<4xvector<4xf32>>, memref<?x4xf32>, memref<4xf32, 5>, memref<4xmemref<?xf32>>, memref<3xi1>) -> ()
  return
}
func.func @access(%a : memref<4x?xf32>, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>, %c : memref<8xf32, strided<[2], offset: 5>>, %i : index, %j : index, %s : memref<f32>) {
  %0 = memref.load %a[%i, %j] : memref<4x?xf32>
  memref.store %0, %b[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.load %c[%j] {alignment = 16, nontemporal = true} : memref<8xf32, strided<[2], offset: 5>>
  memref.store %1, %s[] {alignment = 16 : i64, nontemporal = true} : memref<f32>
  memref.prefetch %a[%i, %j], write, locality<3>, data : memref<4x?xf32>
  memref.prefetch %a[%i, %j], read, locality<0>, instr : memref<4x?xf32>
  %2 = memref.atomic_rmw addf %0, %a[%i, %j] : (f32, memref<4x?xf32>) -> f32
  %3 = memref.atomic_rmw maximumf %2, %a[%i, %j] : (f32, memref<4x?xf32>) -> f32
  %4 = memref.atomic_rmw minnumf %3, %c[%i] : (f32, memref<8xf32, strided<[2], offset: 5>>) -> f32
  %5 = memref.atomic_rmw mulf %4, %a[%i, %j] : (f32, memref<4x?xf32>) -> f32
  %6 = memref.assume_alignment %a, 16 : memref<4x?xf32>
  %7 = memref.assume_alignment %b, 16 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  "test.use"(%6, %7) : (memref<4x?xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}
func.func @views(%a : memref<4x?xf32>, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>, %u: memref<*xf32>, %i : index, %j : index, %bytes : memref<2048xi8>, %u1: memref<*xf32, 1>, %r1 : memref<4x?xf32, 1>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %d0 = memref.dim %a, %c0 : memref<4x?xf32>
  %d1 = memref.dim %a, %c1 : memref<4x?xf32>
  %d2 = memref.dim %a, %i : memref<4x?xf32>
  %d3 = memref.dim %u, %i : memref<*xf32>
  %d4 = memref.dim %u, %c1 : memref<*xf32>
  %r = memref.rank %u : memref<*xf32>
  %rr = memref.rank %a : memref<4x?xf32>
  "test.use"(%d0, %d1, %d2, %d3, %r, %rr, %d4) : (index, index, index, index, index, index, index) -> ()
  %x0 = memref.cast %a : memref<4x?xf32> to memref<?x?xf32>
  %x1 = memref.cast %u : memref<*xf32> to memref<4x?xf32>
  %x2 = memref.cast %a : memref<4x?xf32> to memref<*xf32>
  %x3 = memref.memory_space_cast %a : memref<4x?xf32> to memref<4x?xf32, 1>
  %x4 = memref.memory_space_cast %u : memref<*xf32> to memref<*xf32, 1>
  %x5 = memref.reinterpret_cast %a to offset: [%i], sizes: [%j, 4], strides: [1, %i] : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?], offset: ?>>
  %x6 = memref.reinterpret_cast %u to offset: [0], sizes: [10], strides: [1] : memref<*xf32> to memref<10xf32>
  %x7 = memref.transpose %a (d0, d1) -> (d1, d0) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %x8 = memref.view %bytes[%i][%j] : memref<2048xi8> to memref<?x4xf32>
  %x9 = memref.view %bytes[%i][%j, %j] : memref<2048xi8> to memref<?x4x?xf32>
  %x10 = memref.view %bytes[%i][] : memref<2048xi8> to memref<4x4xf32>
  %x11 = memref.extract_aligned_pointer_as_index %a : memref<4x?xf32> -> index
  %x12 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index
  %m:6 = memref.extract_strided_metadata %b : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  "test.use"(%x0, %x1, %x2, %x3, %x4, %x5) : (memref<?x?xf32>, memref<4x?xf32>, memref<*xf32>, memref<4x?xf32, 1>, memref<*xf32, 1>, memref<?x4xf32, strided<[1, ?], offset: ?>>) -> ()
  "test.use"(%x6, %x7, %x8, %x9, %x10, %x11, %x12) : (memref<10xf32>, memref<?x4xf32, strided<[1, ?]>>, memref<?x4xf32>, memref<?x4x?xf32>, memref<4x4xf32>, index, index) -> ()
  "test.use"(%m#0, %m#1, %m#2, %m#5) : (memref<f32>, index, index, index) -> ()
  return
}
func.func @reshapes(%a : memref<4x?xf32>, %u: memref<*xf32>, %s1 : memref<1xindex>, %s2 : memref<2xi32>, %s : memref<?xindex>, %s3: memref<2xindex>) {
  %0 = memref.reshape %a(%s1) : (memref<4x?xf32>, memref<1xindex>) -> memref<?xf32>
  %1 = memref.reshape %u(%s2) : (memref<*xf32>, memref<2xi32>) -> memref<?x4xf32>
  %2 = memref.reshape %a(%s3) : (memref<4x?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %3 = memref.reshape %a(%s) : (memref<4x?xf32>, memref<?xindex>) -> memref<*xf32>
  "test.use"(%0, %1, %2, %3) : (memref<?xf32>, memref<?x4xf32>, memref<?x?xf32>, memref<*xf32>) -> ()
  return
}
func.func @copies(%a : memref<4x?xf32>, %b: memref<4x?xf32>, %c : memref<2x2xf32, strided<[2, 1], offset: 3>>, %d : memref<2x2xf32>, %e : memref<2x2xf32, strided<[4, 1]>>, %f : memref<*xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<4x?xf32>
  memref.copy %c, %d : memref<2x2xf32, strided<[2, 1], offset: 3>> to memref<2x2xf32>
  memref.copy %c, %e : memref<2x2xf32, strided<[2, 1], offset: 3>> to memref<2x2xf32, strided<[4, 1]>>
  memref.copy %f, %e : memref<*xf32> to memref<2x2xf32, strided<[4, 1]>>
  memref.dealloc %f : memref<*xf32>
  return
}
func.func @scope(%i : index, %q: i32) -> i32 {
  memref.alloca_scope {
    %0 = memref.alloca(%i) : memref<?xf32>
    "test.use"(%0) : (memref<?xf32>) -> ()
  }
  %r = memref.alloca_scope -> (i32) {
    %0 = memref.alloca(%i) : memref<?xf32>
    "test.use"(%0) : (memref<?xf32>) -> ()
    memref.alloca_scope.return %q : i32
  }
  return %r : i32
}
func.func @body_stays(%I : memref<10xi32>, %i : index, %x: i32) {
  %r = memref.generic_atomic_rmw %I[%i] : memref<10xi32> {
    ^bb0(%old : i32):
      %c1 = arith.constant 1 : i32
      %n = arith.addi %c1, %old : i32
      memref.atomic_yield %n : i32
  }
  "test.use"(%r) : (i32) -> ()
  return
}

// Canonical forms are upstream's.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: func.func @nothing_to_wait_for
// CHECK-NEXT:    return
func.func @nothing_to_wait_for() {
  %1 = gpu.wait async
  gpu.wait []
  %3 = gpu.wait async
  gpu.wait [%3]
  return
}
func.func @one_token(%arg0: i1) -> (memref<5xf16>, memref<5xf16>) {
  %0 = gpu.wait async
  %memref, %asyncToken = gpu.alloc async [%0] () : memref<5xf16>
  gpu.wait [%0]
  %1 = gpu.wait async [%0]
  %memref_0, %asyncToken_0 = gpu.alloc async [%1] () : memref<5xf16>
  gpu.wait [%1]
  return %memref, %memref_0 : memref<5xf16>, memref<5xf16>
}
func.func @tokens(%t: !gpu.async.token, %u: !gpu.async.token) {
  %0 = gpu.wait async [%t]
  %1 = gpu.wait async [%t, %u]
  %2 = gpu.wait async [%t, %u]
  gpu.wait [%0, %2]
  %3 = gpu.wait async
  gpu.wait [%0, %3, %u]
  return
}
func.func @copy_without_reader(%arg0: i1) {
    %cst = arith.constant 0.000000e+00 : f16
    %1 = memref.alloc() : memref<2xf16>
    %2 = gpu.wait async
    %memref, %asyncToken = gpu.alloc async [%2] () : memref<2xf16>
    gpu.wait [%2]
    affine.store %cst, %memref[0] : memref<2xf16>
    %3 = gpu.wait async
    %4 = gpu.memcpy async [%3] %1, %memref : memref<2xf16>, memref<2xf16>
    gpu.wait [%3]
    %5 = scf.if %arg0 -> (i1) {
      memref.dealloc %1 : memref<2xf16>
      scf.yield %arg0 : i1
    } else {
      memref.dealloc %1 : memref<2xf16>
      scf.yield %arg0 : i1
    }
    return
}
func.func @copies(%arg0: i1, %arg1: memref<2xf16>, %m: memref<1xi8>, %n: memref<i1>, %i: index) -> f16 {
    %cst = arith.constant 0.000000e+00 : f16
    %2 = gpu.wait async
    %memref, %asyncToken = gpu.alloc async [%2] () : memref<2xf16>
    gpu.wait [%2]
    affine.store %cst, %memref[0] : memref<2xf16>
    %3 = gpu.wait async
    %4 = gpu.memcpy async [%3] %arg1, %memref : memref<2xf16>, memref<2xf16>
    gpu.wait [%3]
    %z = arith.constant 0 : index
    %v = memref.view %m[%z][] : memref<1xi8> to memref<i1>
    gpu.memcpy  %v, %n : memref<i1>, memref<i1>
    %al = memref.alloc() : memref<2xf16>
    gpu.memcpy %al, %memref : memref<2xf16>, memref<2xf16>
    %ld = memref.load %al[%i] : memref<2xf16>
    %al2 = gpu.alloc () : memref<2xf16>
    gpu.memcpy %al2, %memref : memref<2xf16>, memref<2xf16>
    gpu.dealloc %al2 : memref<2xf16>
    return %ld : f16
}
func.func @casts(%arg0: memref<10xf32>, %arg1: memref<10xf32>, %x: f32) {
  %0 = memref.cast %arg0 : memref<10xf32> to memref<?xf32>
  %1 = memref.cast %arg1 : memref<10xf32> to memref<?xf32>
  gpu.memcpy %0, %1 : memref<?xf32>, memref<?xf32>
  gpu.memset %0, %x : memref<?xf32>, f32
  return
}
func.func @sizes(%size: index, %s2: index) -> (index, index, index) {
  %0 = gpu.alloc(%size, %s2) : memref<?x4x?xindex>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %1 = memref.dim %0, %c0 : memref<?x4x?xindex>
  %2 = memref.dim %0, %c1 : memref<?x4x?xindex>
  %3 = memref.dim %0, %c2 : memref<?x4x?xindex>
  return %1, %2, %3 : index, index, index
}
func.func @launches(%n: index, %m: memref<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%a0, %a1, %a2) in (%a6 = %c1, %a7 = %n, %a8 = %c1) threads(%a3, %a4, %a5) in (%a9 = %c32, %a10 = %c1, %a11 = %c1) {
    "test.a"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a9) : (index, index, index, index, index, index, index, index) -> ()
    gpu.barrier
    gpu.barrier
    gpu.barrier
    %v = "test.test2"() : () -> i32
    %r = gpu.all_reduce add %v {} : (i32) -> (i32)
    %s = gpu.subgroup_reduce add %v : (i32) -> (i32)
    %s1 = gpu.subgroup_reduce add %v cluster(size = 1) : (i32) -> (i32)
    %b = gpu.subgroup_broadcast %v, first_active_lane : i32
    %b2 = gpu.subgroup_broadcast %b, first_active_lane : i32
    %b3 = gpu.subgroup_broadcast %b, specific_lane %r : i32
    scf.for %i = %c1 to %n step %c1 {
      %r7 = gpu.all_reduce add %v {} : (i32) -> (i32)
      "test.u"(%r7) : (i32) -> ()
    }
    "test.u"(%r, %s, %s1, %b2, %b3) : (i32, i32, i32, i32, i32) -> ()
    gpu.terminator
  }
  gpu.launch blocks(%a0, %a1, %a2) in (%a6 = %c1, %a7 = %n, %a8 = %c1) threads(%a3, %a4, %a5) in (%a9 = %c32, %a10 = %c1, %a11 = %c1) {
    gpu.terminator
  }
  return
}

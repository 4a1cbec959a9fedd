// RUN: tern-opt --convert-nvgpu-to-nvvm %s > %t.ours
// RUN: mlir-opt --convert-nvgpu-to-nvvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Names of barriers' globals, barriers in loops and branches, memory spaces, as upstream's tool has them.

// CHECK: memref.global "private" @__mbarrier_2 : memref<1xi64, 3> {alignment = 8 : i64}
// CHECK: memref.get_global @__mbarrier_0 : memref<2xi64, 3>
// CHECK: scf.if %{{.+}} -> (!llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>)
// CHECK: llvm.addrspacecast %{{.+}} : !llvm.ptr<1> to !llvm.ptr<1>

memref.global "private" @__mbarrier : memref<2xf32>
func.func @c(%n: index, %c: i1) {
  scf.for %i = %n to %n step %n {
    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    nvgpu.mbarrier.init %b[%i], %n : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  }
  %q = scf.if %c -> !nvgpu.mbarrier.group<memorySpace = 3> {
    %b = nvgpu.mbarrier.create -> <memorySpace = 3>
    scf.yield %b : !nvgpu.mbarrier.group<memorySpace = 3>
  } else {
    %b = nvgpu.mbarrier.create -> <memorySpace = 3>
    scf.yield %b : !nvgpu.mbarrier.group<memorySpace = 3>
  }
  nvgpu.mbarrier.init %q[%n], %n, predicate = %c : <memorySpace = 3>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  nvgpu.mbarrier.init %q[%c0], %c4 : <memorySpace = 3>
  return
}
module @inner {
  func.func @d(%m: memref<16x16xf16, #gpu.address_space<workgroup>>, %s: memref<4x4xf32, 1>, %t: memref<4x4xf32, #gpu.address_space<private>>, %d: memref<8xf32, #gpu.address_space<workgroup>>) -> vector<2x2xf16> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = nvgpu.mbarrier.create -> <memorySpace = 3>
    %r = nvgpu.ldmatrix %m[%c0, %c1] {numTiles = 2 : i32, transpose = false} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
    %0 = nvgpu.device_async_copy %s[%c0, %c1], %d[%c1], 1 : memref<4x4xf32, 1> to memref<8xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_copy %t[%c0, %c1], %d[%c1], 1, %c1 : memref<4x4xf32, #gpu.address_space<private>> to memref<8xf32, #gpu.address_space<workgroup>>
    return %r : vector<2x2xf16>
  }
}

// With `dynamic`, a gpu.module says by its target how gpu is converted; functions are declared where they are called.
// RUN: tern-opt --pass-pipeline="builtin.module(gpu.module(convert-to-llvm{dynamic=true}))" %s > %t.ours
// RUN: mlir-opt --pass-pipeline="builtin.module(gpu.module(convert-to-llvm{dynamic=true}))" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// CHECK-LABEL: gpu.module @for_nvidia
// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK: llvm.func @id() -> i64
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: llvm.func @kernel{{.*}} attributes {gpu.kernel{{.*}}nvvm.kernel
// CHECK: llvm.call @malloc
gpu.module @for_nvidia [#nvvm.target] {
  func.func @id() -> index {
    %0 = gpu.thread_id x
    %1 = index.add %0, %0
    return %1 : index
  }
  gpu.func @kernel(%a: memref<?xf32>, %i: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %0 = memref.load %a[%i] : memref<?xf32>
    %1 = memref.alloc(%i) : memref<?xf32>
    memref.store %0, %1[%i] : memref<?xf32>
    gpu.return
  }
}

// CHECK-LABEL: gpu.module @for_nobody
// CHECK: llvm.func @id() -> i64
// CHECK: gpu.thread_id x
gpu.module @for_nobody {
  func.func @id() -> index {
    %0 = gpu.thread_id x
    return %0 : index
  }
}

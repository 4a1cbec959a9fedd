// RUN: tern-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=use-bare-ptr-memref-call-conv=true" %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --split-input-file "--convert-gpu-to-rocdl=use-bare-ptr-memref-call-conv=true" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Pointers in place of descriptors; only what has a static shape and no offset can be passed so.

// CHECK-LABEL: llvm.func @kernel
// CHECK-SAME: (%{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr<3>, %{{.+}}: f32)
gpu.module @m {
  gpu.func @kernel(%m: memref<4x8xf32>, %w: memref<4xf32, #gpu.address_space<workgroup>>, %f: f32) workgroup(%t: memref<16xf32, #gpu.address_space<workgroup>>) kernel {
    %x = gpu.thread_id x
    memref.store %f, %m[%x, %x] : memref<4x8xf32>
    %v = memref.load %w[%x] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %v, %t[%x] : memref<16xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

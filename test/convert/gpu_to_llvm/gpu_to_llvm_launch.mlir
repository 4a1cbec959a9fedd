// RUN: tern-opt --gpu-to-llvm %s > %t.ours0
// RUN: mlir-opt --gpu-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours0
// RUN: tern-opt --gpu-to-llvm="use-bare-pointers-for-kernels" %s > %t.ours1
// RUN: mlir-opt --gpu-to-llvm="use-bare-pointers-for-kernels" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours1
// RUN: tern-opt --gpu-to-llvm="use-bare-pointers-for-host" %s > %t.ours2
// RUN: mlir-opt --gpu-to-llvm="use-bare-pointers-for-host" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours2
// RUN: tern-opt --gpu-to-llvm="use-bare-pointers-for-kernels intersperse-sizes-for-kernels" %s > %t.ours3
// RUN: mlir-opt --gpu-to-llvm="use-bare-pointers-for-kernels intersperse-sizes-for-kernels" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours3
// RUN: FileCheck %s < %t.ours0
// RUN: FileCheck %s --check-prefix=BARE < %t.ours1
// RUN: FileCheck %s --check-prefix=HOST < %t.ours2
// RUN: FileCheck %s --check-prefix=SIZES < %t.ours3

// Launches stay, on values that LLVM has, in the ways that kernels take memrefs. Kernels stay too. The whole is as upstream's
// tool has it.

module attributes {gpu.container_module} {
  // CHECK: gpu.module @with_targets [#nvvm.target]
  gpu.module @with_targets [#nvvm.target] {
    llvm.func @k(%a: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  // CHECK: gpu.module @without_targets
  gpu.module @without_targets {
  }
  // CHECK: gpu.binary @bin
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]

  // CHECK-LABEL: llvm.func @launches
  // CHECK: gpu.launch_func @bin::@k blocks in (%[[N:.*]], %[[N]], %[[N]]) threads in (%[[N]], %[[N]], %[[N]]) : i64 dynamic_shared_memory_size %{{.*}} args(%{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr, %{{.*}} : i64, %{{.*}} : i64, %{{.*}} : i64, %{{.*}} : !llvm.ptr<1>,
  // BARE: gpu.launch_func {{.*}} args(%{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr<1>)
  // HOST-LABEL: llvm.func @launches(%{{.*}}: !llvm.ptr, %{{[^,]*}}: i64, %{{[^,]*}}: i32, %{{[^,]*}}: !llvm.ptr<1>, %{{[^,]*}}: i64)
  // HOST: gpu.launch_func {{.*}} args(%{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr<1>)
  // SIZES: %[[FIRST:.*]] = llvm.mlir.constant(16 : index) : i64
  // SIZES: %[[SECOND:.*]] = llvm.mlir.constant(30 : index) : i64
  // SIZES: gpu.launch_func {{.*}} args(%{{.*}} : !llvm.ptr, %[[FIRST]] : i64, %{{.*}} : !llvm.ptr<1>, %[[SECOND]] : i64)
  func.func @launches(%a: memref<4xf32>, %n: index, %s: i32, %m : memref<3x5xi16, 1>, %w : i64) {
    gpu.launch_func @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %s args(%a : memref<4xf32>, %m : memref<3x5xi16, 1>)
    gpu.launch_func @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // A token makes a stream, and the launch goes to it.
    // CHECK: %[[STREAM:.*]] = llvm.call @mgpuStreamCreate
    // CHECK: gpu.launch_func <%[[STREAM]] : !llvm.ptr> @bin::@k
    %t0 = gpu.wait async
    %t1 = gpu.launch_func async [%t0] @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : memref<4xf32>)
    // CHECK: %[[OWN:.*]] = llvm.call @mgpuStreamCreate
    // CHECK: gpu.launch_func <%[[OWN]] : !llvm.ptr> @bin::@k
    %t2 = gpu.launch_func async @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // CHECK: gpu.launch_func @bin::@k clusters in
    gpu.launch_func @bin::@k clusters in (%w, %w, %w) blocks in (%w, %w, %w) threads in (%w, %w, %w) : i64
    gpu.wait [%t1, %t2]
    return
  }
}

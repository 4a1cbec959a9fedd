// RUN: tern-opt "--convert-gpu-to-llvm-spv=use-64bit-index=true" --convert-arith-to-llvm --convert-func-to-llvm --finalize-memref-to-llvm --reconcile-unrealized-casts %s | sed "/gpu.module/d; /^  }$/d" > %t.mlir
// RUN: tern-translate --mlir-to-llvmir %t.mlir | FileCheck %s

// A kernel for LLVM's SPIR-V backend, down to LLVM IR: OpenCL's conventions and functions.

// CHECK-DAG: declare spir_func i64 @_Z12get_local_idj(i32) #[[ID:[0-9]+]]
// CHECK-DAG: declare spir_func void @_Z7barrierj(i32) #[[BARRIER:[0-9]+]]
// CHECK: define spir_kernel void @k({{.+}}ptr addrspace(3) noalias %{{[0-9]+}})
// CHECK: call spir_func i64 @_Z12get_local_idj(i32 0)
// CHECK-DAG: attributes #[[ID]] = { nounwind willreturn memory(none) }
// CHECK-DAG: attributes #[[BARRIER]] = { convergent nounwind willreturn }
gpu.module @m {
  gpu.func @k(%m: memref<64xf32, 1>, %f: f32) workgroup(%w: memref<16xf32, 3>) kernel {
    %x = gpu.thread_id x
    memref.store %f, %w[%x] : memref<16xf32, 3>
    gpu.barrier
    %v = memref.load %w[%x] : memref<16xf32, 3>
    memref.store %v, %m[%x] : memref<64xf32, 1>
    gpu.return
  }
}

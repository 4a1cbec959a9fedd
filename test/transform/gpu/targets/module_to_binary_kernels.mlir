// From gpu ops to PTX, and what becomes of a module behind one that is compiled.
// RUN: split-file %s %t
// RUN: tern-opt %t/kernel.mlir --convert-gpu-to-nvvm --nvvm-attach-target=chip=sm_80 --gpu-module-to-binary=format=isa | FileCheck %s --check-prefix=PTX
// RUN: tern-opt %t/kernel.mlir --convert-gpu-to-nvvm '--nvvm-attach-target=chip=sm_80 O=0' --gpu-module-to-binary=format=isa | FileCheck %s --check-prefix=PLAIN
// RUN: not tern-opt %t/second.mlir --gpu-module-to-binary=format=isa 2>&1 | FileCheck %s --check-prefix=SECOND

//--- kernel.mlir
// PTX: mov.u32 {{.*}} %ctaid.x;
// PTX-SAME: mov.u32 {{.*}} %tid.y;
// PTX-SAME: shfl.sync.bfly.b32
// Code that is not optimized computes the address of an element for each access.
// PLAIN: shl.b64
gpu.module @kernels {
  gpu.func @k(%m: memref<?xf32>, %x: f32) kernel {
    %b = gpu.block_id x
    %t = gpu.thread_id y
    %width = arith.constant 32 : i32
    %one = arith.constant 1 : i32
    %i = arith.addi %b, %t : index
    %y, %valid = gpu.shuffle xor %x, %one, %width : f32
    memref.store %y, %m[%i] : memref<?xf32>
    gpu.return
  }
}
//--- second.mlir
// SECOND: error: An error happened while serializing the module.
// SECOND-NOT: gpu.binary
gpu.module @good [#nvvm.target<chip = "sm_80">] {
  llvm.func @k() attributes {nvvm.kernel} {
    llvm.return
  }
}
gpu.module @bad [#nvvm.target<chip = "sm_80">] {
  func.func @f() {
    return
  }
}

// A bound beyond 32 bits is the greatest that an i32 has. (Upstream cuts it off, to one that is wrong.)
// RUN: tern-opt %s --convert-gpu-to-rocdl | FileCheck %s

// CHECK-LABEL: llvm.func @size
// CHECK: rocdl.workgroup.dim.x range <i32, 1, 2147483647> : i32
// CHECK: rocdl.workitem.id.y range <i32, 0, 2147483647> : i32
gpu.module @sizes {
  func.func @size() -> (index, index) {
    %0 = gpu.block_dim x upper_bound 9223372036854775807
    %1 = gpu.thread_id y upper_bound 2147483648
    func.return %0, %1 : index, index
  }
}

// RUN: tern-opt --split-input-file --verify-diagnostics "--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-cpu-runtime))" %s

// Reductions of a subgroup are to be made of shuffles before.
gpu.module @reductions {
  gpu.func @k(%a: memref<1xi32>, %x: i32) kernel {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{failed to legalize operation 'gpu.subgroup_reduce' that was explicitly marked illegal}}
    %y = gpu.subgroup_reduce add %x : (i32) -> i32
    memref.store %y, %a[%c0] : memref<1xi32>
    gpu.return
  }
}

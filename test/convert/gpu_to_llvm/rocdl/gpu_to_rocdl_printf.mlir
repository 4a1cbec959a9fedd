// RUN: tern-opt "--convert-gpu-to-rocdl=runtime=HIP" %s > %t.ours
// RUN: mlir-opt "--convert-gpu-to-rocdl=runtime=HIP" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck --check-prefix=HIP %s < %t.ours
// RUN: tern-opt "--convert-gpu-to-rocdl=runtime=OpenCL" %s > %t.ours
// RUN: mlir-opt "--convert-gpu-to-rocdl=runtime=OpenCL" %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck --check-prefix=OPENCL %s < %t.ours
// RUN: not tern-opt "--convert-gpu-to-rocdl=" %s 2>&1 | FileCheck --check-prefix=NONE %s

// printf: HIP's functions take a handle and at most seven arguments a call, OpenCL's is printf itself; without a runtime
// the op stays.

// HIP: llvm.call @__ockl_printf_begin
// HIP: llvm.call @__ockl_printf_append_string_n
// HIP: llvm.call @__ockl_printf_append_args
// OPENCL: llvm.mlir.global internal constant @[[S:.+]]("x = %d, y = %f\0A\00") {addr_space = 4 : i32}
// OPENCL: llvm.call @printf({{.*}}) vararg
// NONE: gpu.printf
gpu.module @m {
  gpu.func @kernel(%i: i32, %f: f32, %d: f64, %h: f16, %n: index) kernel {
    gpu.printf "x = %d, y = %f\0A", %i, %f : i32, f32
    gpu.printf "nothing else"
    gpu.printf "%f %d %f %d %f %d %f %d %f", %d, %i, %f, %i, %f, %i, %f, %i, %d : f64, i32, f32, i32, f32, i32, f32, i32, f64
    gpu.return
  }
}

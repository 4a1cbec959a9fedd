// A host program runs, on kernels that are compiled for the CPU.
// UNSUPPORTED: sanitized
// RUN: llc -filetype=obj -relocation-model=pic %S/Inputs/gpu_to_llvm_kernel.ll -o %t.o
// RUN: python3 %S/Inputs/embed_object.py %s %t.o > %t.mlir
// RUN: tern-opt --gpu-to-llvm %t.mlir | tern-translate --mlir-to-llvmir > %t.ll
// RUN: lli -load %build/lib/libtern_cpu_gpu_runtime.so %t.ll | FileCheck %s
// RUN: sed "s/kernels::@add/kernels::@add_bare/" %t.mlir > %t.bare.mlir
// RUN: tern-opt --gpu-to-llvm="use-bare-pointers-for-kernels" %t.bare.mlir | tern-translate --mlir-to-llvmir > %t.bare.ll
// RUN: lli -load %build/lib/libtern_cpu_gpu_runtime.so %t.bare.ll | FileCheck %s

// All elements are 3 and become 13; then the first four 16 in another buffer, by work on another stream.
// CHECK: 16 16 13 13
// A launch without a token, on memory of the host.
// CHECK: 26 26 23 23
module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, bin = "@CODE@">]
  llvm.mlir.global internal constant @line("%d %d %d %d\0A\00")
  llvm.func @printf(!llvm.ptr, ...) -> i32
  func.func @show(%m: memref<8xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %a = memref.load %m[%c0] : memref<8xi32>
    %b = memref.load %m[%c1] : memref<8xi32>
    %c = memref.load %m[%c6] : memref<8xi32>
    %d = memref.load %m[%c7] : memref<8xi32>
    %text = llvm.mlir.addressof @line : !llvm.ptr
    %r = llvm.call @printf(%text, %a, %b, %c, %d) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, i32, i32, i32) -> i32
    return
  }
  func.func @main() -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %three = arith.constant 3 : i32
    %ten = arith.constant 10 : i32
    %host = memref.alloc() : memref<8xi32>
    %t = gpu.wait async
    %m, %t0 = gpu.alloc async [%t] () : memref<8xi32>
    %n, %t1 = gpu.alloc async [%t0] () : memref<8xi32>
    %t2 = gpu.memset async [%t1] %m, %three : memref<8xi32>, i32
    %t3 = gpu.launch_func async [%t2] @kernels::@add blocks in (%c2, %c1, %c1) threads in (%c4, %c1, %c1) args(%m : memref<8xi32>, %ten : i32)
    %t4 = gpu.memcpy async [%t3] %n, %m : memref<8xi32>, memref<8xi32>
    %other = gpu.wait async [%t4]
    %t5 = gpu.launch_func async [%other] @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%n : memref<8xi32>, %three : i32)
    %t6 = gpu.memcpy async [%t5] %host, %n : memref<8xi32>, memref<8xi32>
    gpu.wait [%t6]
    call @show(%host) : (memref<8xi32>) -> ()
    gpu.launch_func @kernels::@add blocks in (%c2, %c1, %c1) threads in (%c4, %c1, %c1) args(%host : memref<8xi32>, %ten : i32)
    call @show(%host) : (memref<8xi32>) -> ()
    %t7 = gpu.wait async
    %t8 = gpu.dealloc async [%t7] %m : memref<8xi32>
    %t9 = gpu.dealloc async [%t8] %n : memref<8xi32>
    gpu.wait [%t9]
    memref.dealloc %host : memref<8xi32>
    return %c0 : i32
  }
}

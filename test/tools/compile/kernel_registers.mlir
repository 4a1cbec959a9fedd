// A kernel whose threads have more values at a time than registers: ptxas counts them, and the warning stands at the kernel.

// RUN: split-file %s %t && mkdir -p %t/bin && mv %t/ptxas %t/bin/ptxas && chmod +x %t/bin/ptxas
// RUN: env CUDA_PATH=%t tern-compile %t/k.mlir --target=cuda:sm_90a --maxnreg=32 -o %t/k.cubin 2>&1 | FileCheck %s --implicit-check-not=warning
// CHECK: k.mlir:6:1: warning: kernel 'second' needs more registers than the 32 that ptxas gives a thread: it stores 64 bytes to memory, and loads 96
// CHECK: k.mlir:6:1: note: smaller tensors need fewer, and so do more warps (num-warps) and a larger maxnreg

//--- ptxas
#!/bin/sh
# Stands for the assembler: says of two kernels, and of a function that one of them calls, what the real one would.
for argument; do
  case $argument in *.cubin) : > "$argument" ;; esac
done
cat >&2 <<END
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'first' for 'sm_90a'
ptxas info    : Function properties for first
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers
ptxas info    : Function properties for called
    16 bytes stack frame, 16 bytes spill stores, 16 bytes spill loads
ptxas info    : Compiling entry function 'second' for 'sm_90a'
ptxas info    : Function properties for second
    64 bytes stack frame, 64 bytes spill stores, 96 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 64 bytes cumulative stack size
END

//--- k.mlir
tt.func public @first(%p: !tt.ptr<i32>) {
  %c = arith.constant 1 : i32
  tt.store %p, %c : !tt.ptr<i32>
  tt.return
}
tt.func public @second(%p: !tt.ptr<i32>) {
  %c = arith.constant 2 : i32
  tt.store %p, %c : !tt.ptr<i32>
  tt.return
}

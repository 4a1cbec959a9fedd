// RUN: tern-opt %s --iree-llvmcpu-check-ir-before-llvm-conversion=max-stack-bytes=1024 --split-input-file --verify-diagnostics

func.func @fits() {
  %a = memref.alloca() : memref<128xf32>
  %b = memref.alloca() : memref<512xi1>
  return
}

// -----

func.func @refuses_sum() {
  %a = memref.alloca() : memref<255xf32>
  // expected-error @below {{'memref.alloca' op takes the temporaries of the dispatch beyond the 1024 bytes that a stack may hold}}
  // expected-note @below {{split the dispatch behind the op that makes this memref<2xf32>}}
  %b = memref.alloca() : memref<2xf32>
  return
}

// -----

func.func @refuses_unknown(%n: index) {
  // expected-error @below {{'memref.alloca' op is a temporary of type memref<?xf32>, whose size is not known}}
  // expected-note @below {{a dispatch has no memory of its own but the stack; split it behind the op that makes this}}
  %a = memref.alloca(%n) : memref<?xf32>
  return
}

// RUN: tern-opt %s --split-input-file --convert-nv-gpu-to-llvm --verify-diagnostics

module attributes {"ttg.num-warps" = 4 : i32, ttg.tensor_memory_size = 64 : i32} {
  llvm.func @callee() -> !llvm.ptr<6> {
    // expected-error @below {{is not in the one kernel that has tensor memory}}
    // expected-note @below {{inline functions that use tensor memory}}
    %0 = nvg.tensor_memory_base
    llvm.return %0 : !llvm.ptr<6>
  }
}

// -----

// expected-error @below {{needs 1024 columns of tensor memory, but a chip has from 1 to 512}}
// expected-note @below {{ttg.tensor_memory_size}}
module attributes {"ttg.num-warps" = 4 : i32, ttg.tensor_memory_size = 1024 : i32} {
  llvm.func @kernel() attributes {nvvm.kernel = 1 : ui1} {
    %0 = nvg.tensor_memory_base
    %1 = llvm.ptrtoint %0 : !llvm.ptr<6> to i32
    %2 = llvm.inttoptr %1 : i32 to !llvm.ptr
    llvm.store %1, %2 : i32, !llvm.ptr
    llvm.return
  }
}

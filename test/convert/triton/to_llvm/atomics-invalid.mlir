// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=80 --verify-diagnostics

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @narrow(%p: !tt.ptr<i16>, %x: i16) {
    // expected-error @+3 {{'tt.atomic_rmw' op is of 'i16', for which NVIDIA's GPUs have no atomic instruction}}
    // expected-note @+2 {{use 32 or 64 bits; floats to be added may have 16}}
    // expected-error @+1 {{failed to legalize operation 'tt.atomic_rmw'}}
    %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %x : (!tt.ptr<i16>, i16) -> i16
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func private @narrow_swap(%p: !tt.ptr<i8>, %x: i8) {
    // expected-error @+3 {{'tt.atomic_cas' op is of 'i8', for which NVIDIA's GPUs have no atomic instruction}}
    // expected-note @+2 {{use 32 or 64 bits, or 16}}
    // expected-error @+1 {{failed to legalize operation 'tt.atomic_cas'}}
    %0 = tt.atomic_cas acq_rel, gpu, %p, %x, %x : (!tt.ptr<i8>, i8, i8) -> i8
    tt.return
  }
}

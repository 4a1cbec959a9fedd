// RUN: tern-opt %s --split-input-file --tritongpu-global-scratch-memory-allocation --verify-diagnostics | FileCheck %s

// The second kernel needs more.
// CHECK: module attributes {ttg.global_scratch_memory_alignment = 64 : i32, ttg.global_scratch_memory_size = 192 : i32}
module {
  // CHECK: tt.func public @kernel()
  // CHECK-SAME: ttg.global_scratch_memory_alignment = 32 : i32, ttg.global_scratch_memory_size = 96 : i32
  tt.func public @kernel() {
    // CHECK-NEXT: ttg.global_scratch_alloc {{.*}}ttg.global_scratch_memory_offset = 0 : i32
    %a = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 10 : i32} : !tt.ptr<i8>
    // CHECK-NEXT: ttg.global_scratch_alloc {{.*}}ttg.global_scratch_memory_offset = 32 : i32
    %b = ttg.global_scratch_alloc {alignment = 32 : i32, nbytes = 40 : i32} : !tt.ptr<i8>
    tt.return
  }

  // CHECK: tt.func public @calls()
  // CHECK-SAME: ttg.global_scratch_memory_alignment = 64 : i32, ttg.global_scratch_memory_size = 192 : i32
  tt.func public @calls() {
    // CHECK-NEXT: ttg.global_scratch_alloc {{.*}}ttg.global_scratch_memory_offset = 0 : i32
    %a = ttg.global_scratch_alloc {alignment = 1 : i32, nbytes = 1 : i32} : !tt.ptr<i8>
    // CHECK-NEXT: tt.call @helper() {ttg.global_scratch_memory_offset = 64 : i32}
    tt.call @helper() : () -> ()
    // CHECK-NEXT: tt.call @helper() {ttg.global_scratch_memory_offset = 128 : i32}
    tt.call @helper() : () -> ()
    // CHECK-NEXT: tt.call @nothing() : ()
    tt.call @nothing() : () -> ()
    tt.return
  }

  tt.func private @helper() {
    %a = ttg.global_scratch_alloc {alignment = 64 : i32, nbytes = 64 : i32} : !tt.ptr<i8>
    tt.return
  }

  // CHECK: tt.func private @nothing()
  // CHECK-SAME: ttg.global_scratch_memory_alignment = 1 : i32, ttg.global_scratch_memory_size = 0 : i32
  tt.func private @nothing() {
    tt.return
  }
}

// -----

module {
  tt.func public @kernel() {
    // expected-error @below {{'ttg.global_scratch_alloc' op has alignment 24, which is not a power of two}}
    %a = ttg.global_scratch_alloc {alignment = 24 : i32, nbytes = 10 : i32} : !tt.ptr<i8>
    tt.return
  }
}

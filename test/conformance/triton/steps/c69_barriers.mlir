// C69. A barrier stands between a write and a read, a read and a write, and two writes of the same memory, also around a loop.
// Where nothing overlaps there is none.
// RUN: tern-opt %s --allocate-shared-memory --test-print-membar | FileCheck %s

// CHECK-LABEL: tt.func @hazards
// CHECK: ttg.local_store
// CHECK-NEXT: {{gpu.barrier|ttg.local_barrier}}
// CHECK-NEXT: ttg.local_load
// CHECK-NEXT: {{gpu.barrier|ttg.local_barrier}}
// CHECK-NEXT: ttg.local_store
// CHECK-NEXT: {{gpu.barrier|ttg.local_barrier}}
// CHECK-NEXT: ttg.local_store
// CHECK-LABEL: tt.func @loop
// CHECK: cf.br
// CHECK: {{gpu.barrier|ttg.local_barrier}}
// CHECK-NEXT: ttg.local_store
// CHECK-NEXT: {{gpu.barrier|ttg.local_barrier}}
// CHECK-NEXT: ttg.local_load
// CHECK-LABEL: tt.func @none
// CHECK-NOT: barrier
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @hazards(%x: tensor<128xf32, #b>) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    ttg.local_store %x, %m : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %y = ttg.local_load %m : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    ttg.local_store %y, %m : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    ttg.local_store %x, %m : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    tt.return
  }
  tt.func @loop(%x: tensor<128xf32, #b>, %c: i1) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    cf.br ^bb1
  ^bb1:
    ttg.local_store %x, %m : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %y = ttg.local_load %m : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    cf.cond_br %c, ^bb1, ^bb2
  ^bb2:
    tt.return
  }
  tt.func @none(%x: tensor<128xf32, #b>) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %n = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    ttg.local_store %x, %m : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    ttg.local_store %x, %n : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    tt.return
  }
}

// C69. A barrier stands between a write and a read, a read and a write, and two writes of the same memory, also around a loop, where
// branches meet and where a function is called. Where nothing overlaps there is none, and one is enough for all that was before.
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
// CHECK-LABEL: tt.func @once
// CHECK-COUNT-2: ttg.local_store
// CHECK-NEXT: {{gpu.barrier|ttg.local_barrier}}
// CHECK-NEXT: ttg.local_load
// CHECK-NEXT: ttg.local_load
// CHECK-LABEL: tt.func @branches
// CHECK: ttg.local_store
// CHECK-NEXT: cf.br
// CHECK: ^bb2:
// CHECK-NEXT: {{gpu.barrier|ttg.local_barrier}}
// CHECK-NEXT: ttg.local_load
// CHECK-LABEL: tt.func @calls
// CHECK-NEXT: tt.call @own
// CHECK-NEXT: {{gpu.barrier|ttg.local_barrier}}
// CHECK-NEXT: tt.call @own
// CHECK-NEXT: tt.return
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
  tt.func @once(%x: tensor<128xf32, #b>) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %n = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    ttg.local_store %x, %m : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    ttg.local_store %x, %n : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %y = ttg.local_load %m : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    %z = ttg.local_load %n : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    tt.return
  }
  tt.func @branches(%x: tensor<128xf32, #b>, %c: i1) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    ttg.local_store %x, %m : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    cf.br ^bb2
  ^bb2:
    %y = ttg.local_load %m : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    tt.return
  }
  tt.func private @own(%x: tensor<128xf32, #b>) -> tensor<128xf32, #b> {
    %m = ttg.local_alloc %x : (tensor<128xf32, #b>) -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %y = ttg.local_load %m : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    tt.return %y : tensor<128xf32, #b>
  }
  tt.func @calls(%x: tensor<128xf32, #b>) -> (tensor<128xf32, #b>, tensor<128xf32, #b>) {
    %y = tt.call @own(%x) : (tensor<128xf32, #b>) -> tensor<128xf32, #b>
    %z = tt.call @own(%x) : (tensor<128xf32, #b>) -> tensor<128xf32, #b>
    tt.return %y, %z : tensor<128xf32, #b>, tensor<128xf32, #b>
  }
}

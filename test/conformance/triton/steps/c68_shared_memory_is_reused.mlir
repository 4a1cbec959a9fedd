// C68. Buffers that never live together share their place, others do not.
// RUN: tern-opt %s --allocate-shared-memory | FileCheck %s

// CHECK: module attributes {{.*}}ttg.shared = 1024 : i32
// CHECK: ttg.local_alloc %{{.*}} {allocation.offset = 0 : i32}
// CHECK: ttg.local_alloc %{{.*}} {allocation.offset = 512 : i32}
// CHECK: ttg.local_alloc %{{.*}} {allocation.offset = 0 : i32}
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%x: tensor<128xf32, #b>) {
    %m = ttg.local_alloc %x : (tensor<128xf32, #b>) -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %n = ttg.local_alloc %x : (tensor<128xf32, #b>) -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %y = ttg.local_load %m : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    %o = ttg.local_alloc %y : (tensor<128xf32, #b>) -> !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable>
    %z = ttg.local_load %n : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    %v = ttg.local_load %o : !ttg.memdesc<128xf32, #s, #ttg.shared_memory, mutable> -> tensor<128xf32, #b>
    tt.return
  }
}

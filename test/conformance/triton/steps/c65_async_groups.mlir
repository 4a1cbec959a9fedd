// C65. Before Ampere there are no groups of copies and nothing waits; where a copy was decomposed, waits are for all groups.
// RUN: tern-opt %s --decompose-unsupported-nvidia-conversions=compute-capability=75 | FileCheck %s --implicit-check-not=async
// RUN: tern-opt %s --decompose-unsupported-nvidia-conversions=compute-capability=80 | FileCheck %s --check-prefix=AMPERE

// CHECK: tt.load
// CHECK: ttg.local_store
// CHECK: ttg.local_load %{{.*}} : !ttg
// AMPERE: ttg.local_store
// AMPERE: ttg.async_commit_group
// AMPERE: ttg.async_wait {{.*}}{num = 0 : i32}
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%q: tensor<128x!tt.ptr<i16>, #b>) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<128xi16, #s, #ttg.shared_memory, mutable>
    %t = ttg.async_copy_global_to_local %q, %m : tensor<128x!tt.ptr<i16>, #b> -> <128xi16, #s, #ttg.shared_memory, mutable>
    %g = ttg.async_commit_group tokens %t
    %w = ttg.async_wait %g {num = 3 : i32}
    %x = ttg.local_load %m token %w : !ttg.memdesc<128xi16, #s, #ttg.shared_memory, mutable> -> tensor<128xi16, #b>
    tt.store %q, %x : tensor<128x!tt.ptr<i16>, #b>
    tt.return
  }
}

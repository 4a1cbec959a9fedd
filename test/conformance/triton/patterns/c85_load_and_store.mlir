// C85. Accesses are as wide as is known, under their masks, with what they say of caches; atomic ops, too.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.func @f
// CHECK: ld.global.L1::evict_first.L2::cache_hint.v4.b32
// CHECK: @$5 st.global.cs.v4.b32
// CHECK: atom.global.gpu.acq_rel.add.f32
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
    %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #b>
    %q = tt.addptr %s, %i : tensor<512x!tt.ptr<f32>, #b>, tensor<512xi32, #b>
    %ns = tt.splat %n : i32 -> tensor<512xi32, #b>
    %m = arith.cmpi slt, %i, %ns : tensor<512xi32, #b>
    %z = arith.constant dense<0.0> : tensor<512xf32, #b>
    %x = tt.load %q, %m, %z evictionPolicy = evict_first : tensor<512x!tt.ptr<f32>, #b>
    tt.store %q, %x, %m cacheModifier = cs : tensor<512x!tt.ptr<f32>, #b>
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %q, %x, %m : (tensor<512x!tt.ptr<f32>, #b>, tensor<512xf32, #b>, tensor<512xi1, #b>) -> tensor<512xf32, #b>
    tt.return
  }
}

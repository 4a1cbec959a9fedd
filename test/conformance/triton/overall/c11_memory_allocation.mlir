// C11. The size that is reported is that of all buffers, and the kernel asks for dynamic shared memory, of which it uses as much.
// RUN: tern-opt %s --triton-llir-pipeline=target=cuda:80 | FileCheck %s
// RUN: tern-opt %s --triton-llir-pipeline=target=cuda:80 | tern-translate --mlir-to-ptx --target=sm_80 | FileCheck %s --check-prefix=PTX

// CHECK: module attributes {{.*}}ttg.shared = 1536 : i32
// CHECK: llvm.mlir.global external @global_smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
// PTX: .extern .shared .align 16 .b8 global_smem[];
// PTX: ld.shared
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#r = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two(%p: !tt.ptr<f32>) {
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
    %j = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #r>
    %m = ttg.local_alloc %j : (tensor<256xi32, #r>) -> !ttg.memdesc<256xi32, #s, #smem, mutable>
    %n = ttg.local_alloc %i : (tensor<128xi32, #b>) -> !ttg.memdesc<128xi32, #s, #smem, mutable>
    %x = ttg.local_load %m : !ttg.memdesc<256xi32, #s, #smem, mutable> -> tensor<256xi32, #r>
    %y = ttg.local_load %n : !ttg.memdesc<128xi32, #s, #smem, mutable> -> tensor<128xi32, #b>
    %sum = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.reduce.return %s : i32
    }) : (tensor<256xi32, #r>) -> i32
    %ss = tt.splat %sum : i32 -> tensor<128xi32, #b>
    %z = arith.addi %ss, %y : tensor<128xi32, #b>
    %w = arith.sitofp %z : tensor<128xi32, #b> to tensor<128xf32, #b>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>
    %pi = tt.addptr %ps, %i : tensor<128x!tt.ptr<f32>, #b>, tensor<128xi32, #b>
    tt.store %pi, %w : tensor<128x!tt.ptr<f32>, #b>
    tt.return
  }
}

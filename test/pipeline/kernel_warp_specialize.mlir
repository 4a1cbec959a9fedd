// RUN: tern-compile %s --target=cuda:sm_90a -o %t.ptx
// RUN: FileCheck %s < %t.ptx

// A partition of two warps copies what the function's own warps add up. Each meets at a barrier of its own, and the partition needs
// few registers.

// CHECK: .visible .entry sums
// CHECK: .reqntid 256
// CHECK: setmaxnreg.inc.sync.aligned.u32 256;
// CHECK: mbarrier.init
// CHECK: bar.sync 0, 128;
// CHECK: barrier.sync 1;
// CHECK: mbarrier.try_wait
// CHECK: bar.sync 0, 128;
// CHECK: setmaxnreg.dec.sync.aligned.u32 48;
// CHECK: barrier.sync 1;
// CHECK: bar.sync 2, 64;
// CHECK: mbarrier.arrive
// CHECK: barrier.sync 1;
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
  tt.func public @sums(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %bar = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %buf = ttg.local_alloc : () -> !ttg.memdesc<512xf32, #shared1, #smem, mutable>
    ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    gpu.barrier
    ttg.warp_specialize(%x, %bar, %buf) attributes {requestedRegisters = array<i32: 48>}
    default {
      ttng.wait_barrier %bar, %c0, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %v = ttg.local_load %buf : !ttg.memdesc<512xf32, #shared1, #smem, mutable> -> tensor<512xf32, #blocked>
      %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<512xf32, #blocked>) -> f32
      tt.store %y, %s : !tt.ptr<f32>
      ttg.warp_yield
    }
    partition0(%px: !tt.ptr<f32>, %pbar: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %pbuf: !ttg.memdesc<512xf32, #shared1, #smem, mutable>) num_warps(2) {
      %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #blocked2>
      %p = tt.splat %px : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #blocked2>
      %q = tt.addptr %p, %r : tensor<512x!tt.ptr<f32>, #blocked2>, tensor<512xi32, #blocked2>
      %l = tt.load %q : tensor<512x!tt.ptr<f32>, #blocked2>
      %m = "tt.reduce"(%l) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.maxnumf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<512xf32, #blocked2>) -> f32
      %ms = tt.splat %m : f32 -> tensor<512xf32, #blocked2>
      %d = arith.subf %l, %ms : tensor<512xf32, #blocked2>
      ttg.local_store %d, %pbuf : tensor<512xf32, #blocked2> -> !ttg.memdesc<512xf32, #shared1, #smem, mutable>
      ttng.arrive_barrier %pbar, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.warp_return
    } : (!tt.ptr<f32>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<512xf32, #shared1, #smem, mutable>) -> ()
    tt.return
  }
}

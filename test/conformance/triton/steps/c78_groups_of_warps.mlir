// C78. Where groups of warps run different code, each has a barrier of its own, and all meet at another; where they do not, the block's
// barrier is all there is.
// RUN: split-file %s %t
// RUN: tern-compile %t/groups.mlir --target=cuda:sm_90a -o %t/groups.ptx && FileCheck %s --check-prefix=GROUPS --input-file=%t/groups.ptx
// RUN: tern-compile %t/one.mlir --target=cuda:sm_90a -o %t/one.ptx && FileCheck %s --check-prefix=ONE --input-file=%t/one.ptx

// GROUPS: .reqntid 256
// GROUPS-DAG: bar.sync 0, 128;
// GROUPS-DAG: bar{{(rier)?}}.sync 1;
// GROUPS-DAG: bar.sync 2, 64;
// ONE: .reqntid 128
// ONE: bar.sync 0;
// ONE-NOT: bar.sync {{[0-9]+}},

//--- groups.mlir
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
  tt.func public @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    ttg.warp_specialize(%x)
    default {
      %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #blocked>
      %m = "tt.reduce"(%r) <{axis = 0 : i32}> ({
      ^bb0(%a: i32, %b: i32):
        %c = arith.xori %a, %b : i32
        tt.reduce.return %c : i32
      }) : (tensor<512xi32, #blocked>) -> i32
      %f = arith.sitofp %m : i32 to f32
      tt.store %y, %f : !tt.ptr<f32>
      ttg.warp_yield
    }
    partition0(%px: !tt.ptr<f32>) num_warps(2) {
      %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #blocked2>
      %p = tt.splat %px : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #blocked2>
      %q = tt.addptr %p, %r : tensor<512x!tt.ptr<f32>, #blocked2>, tensor<512xi32, #blocked2>
      %l = tt.load %q : tensor<512x!tt.ptr<f32>, #blocked2>
      %m = "tt.reduce"(%l) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<512xf32, #blocked2>) -> f32
      tt.store %px, %m : !tt.ptr<f32>
      ttg.warp_return
    } : (!tt.ptr<f32>) -> ()
    tt.return
  }
}

//--- one.mlir
tt.func public @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %q = tt.addptr %p, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %l = tt.load %q : tensor<512x!tt.ptr<f32>>
  %m = "tt.reduce"(%l) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<512xf32>) -> f32
  tt.store %x, %m : !tt.ptr<f32>
  tt.return
}

// C87. Running sums and products, forward and backward.
// RUN: tern-opt %s --allocate-shared-memory --convert-triton-gpu-to-llvm | FileCheck %s
// RUN: tern-opt %s --interpret=numbers | FileCheck %s --check-prefix=NUMBERS

// CHECK-LABEL: llvm.func internal @sums
// CHECK: nvvm.shfl.sync up
// CHECK: st.shared
// NUMBERS: @numbers #0: ( 1, 3, 6, 10 )
// NUMBERS: @numbers #1: ( 24, 24, 12, 4 )
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @sums(%x: tensor<512xi32, #b>) -> tensor<512xi32, #b> {
    %0 = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.scan.return %s : i32
    }) : (tensor<512xi32, #b>) -> tensor<512xi32, #b>
    tt.return %0 : tensor<512xi32, #b>
  }
  tt.func private @numbers() -> (tensor<4xi32, #b>, tensor<4xi32, #b>) {
    %i = tt.make_range {end = 5 : i32, start = 1 : i32} : tensor<4xi32, #b>
    %0 = "tt.scan"(%i) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.scan.return %s : i32
    }) : (tensor<4xi32, #b>) -> tensor<4xi32, #b>
    %1 = "tt.scan"(%i) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.muli %a, %b : i32
      tt.scan.return %s : i32
    }) : (tensor<4xi32, #b>) -> tensor<4xi32, #b>
    tt.return %0, %1 : tensor<4xi32, #b>, tensor<4xi32, #b>
  }
}

// C86. Sums and maxima along each axis: within a thread, by shuffles among the lanes of a warp, by memory among warps.
// RUN: tern-opt %s --allocate-shared-memory --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func internal @f
// CHECK: llvm.fadd
// CHECK: nvvm.shfl.sync bfly
// CHECK: st.shared
// CHECK: nvvm.barrier0
// CHECK: llvm.intr.maxnum
// The place of the largest goes along with it.
// CHECK-LABEL: llvm.func internal @place_of_largest
// CHECK: llvm.fcmp "ogt"
// CHECK: llvm.select {{.*}} : i1, f32
// CHECK: llvm.select {{.*}} : i1, i32
// CHECK-COUNT-2: nvvm.shfl.sync bfly
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%x: tensor<16x64xf32, #b>) -> (tensor<64xf32, #ttg.slice<{dim = 0, parent = #b}>>, tensor<16xf32, #ttg.slice<{dim = 1, parent = #b}>>) {
    %c = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<16x64xf32, #b>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #b}>>
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.maxnumf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<16x64xf32, #b>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #b}>>
    tt.return %c, %r : tensor<64xf32, #ttg.slice<{dim = 0, parent = #b}>>, tensor<16xf32, #ttg.slice<{dim = 1, parent = #b}>>
  }
  tt.func private @place_of_largest(%x: tensor<16x64xf32, #b>, %i: tensor<16x64xi32, #b>) -> tensor<16xi32, #ttg.slice<{dim = 1, parent = #b}>> {
    %r:2 = "tt.reduce"(%x, %i) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %k: i32, %b: f32, %l: i32):
      %is_larger = arith.cmpf ogt, %a, %b : f32
      %v = arith.select %is_larger, %a, %b : f32
      %p = arith.select %is_larger, %k, %l : i32
      tt.reduce.return %v, %p : f32, i32
    }) : (tensor<16x64xf32, #b>, tensor<16x64xi32, #b>) -> (tensor<16xf32, #ttg.slice<{dim = 1, parent = #b}>>, tensor<16xi32, #ttg.slice<{dim = 1, parent = #b}>>)
    tt.return %r#1 : tensor<16xi32, #ttg.slice<{dim = 1, parent = #b}>>
  }
}

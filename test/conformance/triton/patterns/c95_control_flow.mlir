// C95. Branches become those of llvm, and blocks take structs.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// CHECK: llvm.br ^bb1(%{{.*}} : !llvm.struct<(f32)>)
// CHECK: ^bb1(%{{.*}}: !llvm.struct<(f32)>):
// CHECK: llvm.cond_br %arg1, ^bb1(%{{.*}} : !llvm.struct<(f32)>), ^bb2
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(%x: tensor<128xf32, #b>, %c: i1) -> tensor<128xf32, #b> {
    cf.br ^bb1(%x : tensor<128xf32, #b>)
  ^bb1(%y: tensor<128xf32, #b>):
    %0 = arith.addf %y, %y : tensor<128xf32, #b>
    cf.cond_br %c, ^bb1(%0 : tensor<128xf32, #b>), ^bb2
  ^bb2:
    tt.return %0 : tensor<128xf32, #b>
  }
}

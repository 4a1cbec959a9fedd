// C19. A tensor that has an encoding keeps it.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: #[[MINE:.*]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: tt.func @f(%[[X:.*]]: tensor<128xf32, #[[MINE]]>)
// CHECK-NEXT: arith.addf %[[X]], %[[X]] : tensor<128xf32, #[[MINE]]>
#mine = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%x: tensor<128xf32, #mine>) {
  %0 = arith.addf %x, %x : tensor<128xf32, #mine>
  tt.return
}

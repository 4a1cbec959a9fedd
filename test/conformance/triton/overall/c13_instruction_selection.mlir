// C13. A product of f16 becomes mma on Ampere and wgmma on Hopper.
// RUN: tern-opt %s --triton-ttgir-pipeline=target=cuda:80 | FileCheck %s --check-prefix=AMPERE
// RUN: tern-opt %s --triton-ttgir-pipeline=target=cuda:90 | FileCheck %s --check-prefix=HOPPER

// AMPERE: #ttg.nvidia_mma<{versionMajor = 2
// AMPERE: tt.dot
// HOPPER: #ttg.nvidia_mma<{versionMajor = 3
// HOPPER: ttng.warp_group_dot
tt.func public @product(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %row = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %column = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %from = arith.muli %row, %c64 : tensor<64x1xi32>
  %rows = tt.broadcast %from : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tt.broadcast %column : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %rows, %columns : tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %pi = tt.addptr %ps, %at : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %a = tt.load %pi : tensor<64x64x!tt.ptr<f16>>
  %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qi = tt.addptr %qs, %at : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %qi, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// C34. The encoding of the sums is chosen by their shape, and the operands are dealt as that wants; the product is what it was.
// RUN: tern-opt %s --check-each --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" --decompose-unsupported-nvidia-conversions | FileCheck %s

// CHECK: #[[SUMS:.*]] = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #[[SUMS]]}>> * tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #[[SUMS]]}>> -> tensor<64x64xf32, #[[SUMS]]>
tt.func public @product(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %row = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %column = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %from = arith.muli %row, %c64 : tensor<64x1xi32>
  %rows = tt.broadcast %from : tensor<64x1xi32> -> tensor<64x64xi32>
  %columns = tt.broadcast %column : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %rows, %columns : tensor<64x64xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %pi = tt.addptr %ps, %at : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %a = tt.load %pi : tensor<64x64x!tt.ptr<f32>>
  %d = tt.dot %a, %a, %zero : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qi = tt.addptr %qs, %at : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %qi, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// REQUIRES: ptxas
// C14. Neighbours of 32 bits are read 128 bits at once, and ptxas keeps everything in registers.
// RUN: tern-compile %s --target=cuda:sm_80 -o %t.ptx && FileCheck %s --input-file=%t.ptx
// RUN: ptxas -v -arch=sm_80 %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS

// CHECK: ld.global.v4.b32
// CHECK: mma.sync
// CHECK: st.global.v4.b32
// PTXAS: 0 bytes spill stores, 0 bytes spill loads
tt.func public @product(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
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
  %x = tt.load %pi : tensor<64x64x!tt.ptr<f32>>
  %a = arith.truncf %x : tensor<64x64xf32> to tensor<64x64xf16>
  %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %qi = tt.addptr %qs, %at : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %qi, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

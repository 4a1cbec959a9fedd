// C75. The module says how much shared memory its kernels take. That is what a launch asks for: more than the chip has is refused.
// RUN: tern-opt %s --triton-ttgir-pipeline=target=cuda:86 --triton-llir-pipeline=target=cuda:86 | FileCheck %s
// RUN: not tern-compile %s --target=cuda:sm_86 -o %t.tern 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: module attributes {{.*}}ttg.shared = 262144 : i32
// REFUSED: error: 'ttg.convert_layout' op takes 262144 bytes of shared memory, with which the function needs 262144, but a block of sm_86 has
tt.func public @exchange(%x: !tt.ptr<f64> {tt.divisibility = 16 : i32}) {
  %c256 = arith.constant dense<256> : tensor<256x1xi32>
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %row = tt.expand_dims %r {axis = 1 : i32} : tensor<256xi32> -> tensor<256x1xi32>
  %column = tt.expand_dims %r {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
  %from = arith.muli %row, %c256 : tensor<256x1xi32>
  %rows = tt.broadcast %from : tensor<256x1xi32> -> tensor<256x256xi32>
  %columns = tt.broadcast %column : tensor<1x256xi32> -> tensor<256x256xi32>
  %at = arith.addi %rows, %columns : tensor<256x256xi32>
  %s = tt.splat %x : !tt.ptr<f64> -> tensor<256x256x!tt.ptr<f64>>
  %p = tt.addptr %s, %at : tensor<256x256x!tt.ptr<f64>>, tensor<256x256xi32>
  %v = tt.load %p : tensor<256x256x!tt.ptr<f64>>
  %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<256x256xf64> -> tensor<256x256xf64>
  tt.store %p, %t : tensor<256x256x!tt.ptr<f64>>
  tt.return
}

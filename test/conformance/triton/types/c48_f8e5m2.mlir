// C48. f8E5M2 is stored as i8. All 256 codes come back from f16 but infinities, which become the largest numbers;
// of NaNs there is one.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s
// RUN: tern-run %s --interpret --function=codes --grid=1 --input=256xi8=0 | FileCheck %s --check-prefix=CODES

// CHECK: llvm.func internal @stored(%arg0: i8, %arg1: !llvm.struct<(i8)>
// CHECK: llvm.func @codes
// CODES: different: 4
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @stored(%x: f8E5M2, %y: tensor<128xf8E5M2, #b>) {
    tt.return
  }
  tt.func public @codes(%o: !tt.ptr<i8>) {
    %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
    %c = arith.trunci %i : tensor<256xi32, #b> to tensor<256xi8, #b>
    %f = tt.bitcast %c : tensor<256xi8, #b> -> tensor<256xf8E5M2, #b>
    %h = tt.fp_to_fp %f : tensor<256xf8E5M2, #b> -> tensor<256xf16, #b>
    %g = tt.fp_to_fp %h, rounding = rtne : tensor<256xf16, #b> -> tensor<256xf8E5M2, #b>
    %d = tt.bitcast %g : tensor<256xf8E5M2, #b> -> tensor<256xi8, #b>
    %ne = arith.cmpi ne, %c, %d : tensor<256xi8, #b>
    %n = arith.extui %ne : tensor<256xi1, #b> to tensor<256xi32, #b>
    %sum = "tt.reduce"(%n) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.reduce.return %s : i32
    }) {allocation.offset = 0 : i32} : (tensor<256xi32, #b>) -> i32
    tt.print " different: " {hex = false, isSigned = array<i32: 1>} : %sum : i32
    tt.return
  }
}

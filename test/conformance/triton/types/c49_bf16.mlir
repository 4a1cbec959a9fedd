// C49. bf16, which Triton stored as i16, is a type of LLVM now; where the chip has no sums of it they are in f32.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=80 | FileCheck %s
// RUN: tern-run %s --interpret --function=sums --grid=1 --input=1xi16=0 | FileCheck %s --check-prefix=SUM

// CHECK: llvm.func internal @stored(%arg0: !llvm.struct<(bf16)>
// SUM: sum: 1.00781
// SUM: even: 1
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @stored(%x: tensor<128xbf16, #b>) -> tensor<128xbf16, #b> {
    %0 = arith.addf %x, %x : tensor<128xbf16, #b>
    tt.return %0 : tensor<128xbf16, #b>
  }
  tt.func public @sums(%o: !tt.ptr<i16>) {
    // One and a bit more than half of its last place, and one and that half.
    %one = arith.constant 1.0 : bf16
    %more = arith.constant 0.00585938 : bf16
    %half = arith.constant 0.00390625 : bf16
    %0 = arith.addf %one, %more : bf16
    %1 = arith.addf %one, %half : bf16
    tt.print " sum: " {hex = false, isSigned = array<i32: 0>} : %0 : bf16
    tt.print " even: " {hex = false, isSigned = array<i32: 0>} : %1 : bf16
    tt.return
  }
}

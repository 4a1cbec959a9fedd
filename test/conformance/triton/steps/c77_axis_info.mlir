// C77. What is known of each axis: neighbours, divisors, repetitions, values; loads are as wide as that allows.
// RUN: tern-opt %s --test-print-alignment --verify-diagnostics
// RUN: tern-opt %s --convert-triton-gpu-to-llvm 2>/dev/null | FileCheck %s

// CHECK-LABEL: llvm.func @f
// CHECK: ld.volatile.global.v4.b32
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    // expected-remark @below {{contiguity = [128], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
    %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
    // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [128], constant_value = <none>}}
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>
    // expected-remark @below {{contiguity = [128], divisibility = [16], constancy = [1], constant_value = <none>}}
    %q = tt.addptr %s, %i : tensor<128x!tt.ptr<f32>, #b>, tensor<128xi32, #b>
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %x = tt.load %q {isVolatile = true} : tensor<128x!tt.ptr<f32>, #b>
    tt.return
  }
}

// C8. The same program for blocks of 1, 2, 4 and 8 warps: the compiler deals elements to threads, and results do not change.
// RUN: tern-opt %s --check-each --convert-triton-to-tritongpu="target=cuda:90 num-warps=1" --tritongpu-coalesce --tritongpu-remove-layout-conversions | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: tern-opt %s --check-each --convert-triton-to-tritongpu="target=cuda:90 num-warps=2" --tritongpu-coalesce --tritongpu-remove-layout-conversions | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: tern-opt %s --check-each --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" --tritongpu-coalesce --tritongpu-remove-layout-conversions | FileCheck %s --check-prefixes=CHECK,FOUR
// RUN: tern-opt %s --check-each --convert-triton-to-tritongpu="target=cuda:90 num-warps=8" --tritongpu-coalesce --tritongpu-remove-layout-conversions | FileCheck %s --check-prefixes=CHECK,EIGHT
// RUN: tern-run %s --device=cpu --grid=2 --input=512xf32=1 --input=2xf32=0 --num-warps=1 | FileCheck %s --check-prefix=RESULT
// RUN: tern-run %s --device=cpu --grid=2 --input=512xf32=1 --input=2xf32=0 --num-warps=8 | FileCheck %s --check-prefix=RESULT

// ONE: warpsPerCTA = [1]
// TWO: warpsPerCTA = [2]
// FOUR: warpsPerCTA = [4]
// EIGHT: warpsPerCTA = [8]
// CHECK: tt.store
// RESULT-DAG: (0, 0, 0){{.*}} 256
// RESULT-DAG: (1, 0, 0){{.*}} 256
tt.func public @sums(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c256 = arith.constant 256 : i32
  %p = tt.get_program_id x : i32
  %first = arith.muli %p, %c256 : i32
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %start = tt.addptr %x, %first : !tt.ptr<f32>, i32
  %xs = tt.splat %start : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %range : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %v = tt.load %xp : tensor<256x!tt.ptr<f32>>
  %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<256xf32>) -> f32
  tt.print " sum: " {hex = false, isSigned = array<i32: 0>} : %sum : f32
  %op = tt.addptr %o, %p : !tt.ptr<f32>, i32
  tt.store %op, %sum : !tt.ptr<f32>
  tt.return
}

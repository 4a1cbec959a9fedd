// C13. In a loop, what later iterations multiply is copied before the product of this one.
// RUN: tern-compile %s --target=cuda:sm_80 --num-stages=3 -o %t.80.ptx && FileCheck %s --input-file=%t.80.ptx --check-prefixes=CHECK,AMPERE
// RUN: tern-compile %s --target=cuda:sm_90a --num-stages=3 -o %t.90.ptx && FileCheck %s --input-file=%t.90.ptx --check-prefixes=CHECK,HOPPER
// RUN: tern-compile %s --target=cuda:sm_80 --num-stages=1 -o %t.1.ptx && FileCheck %s --input-file=%t.1.ptx --check-prefix=ONE

// Two iterations begin before the loop, and each turn of it begins another.
// CHECK: .entry loop(
// CHECK: cp.async.cg.shared.global
// CHECK: cp.async.commit_group
// CHECK: cp.async.cg.shared.global
// CHECK: cp.async.commit_group
// CHECK: $L__BB0_2:
// CHECK: cp.async.wait_group 2;
// AMPERE: mma.sync
// HOPPER: wgmma.mma_async
// CHECK: cp.async.cg.shared.global
// CHECK: bra{{(.uni)?}} $L__BB0_2;
// ONE-NOT: cp.async
tt.func public @loop(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %step = arith.constant dense<4096> : tensor<64x64xi32>
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
  %qs = tt.splat %q : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %qi = tt.addptr %qs, %at : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %sums, %pend, %qend = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero, %a = %pi, %b = %qi) -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>, tensor<64x64x!tt.ptr<f16>>) : i32 {
    %x = tt.load %a : tensor<64x64x!tt.ptr<f16>>
    %y = tt.load %b : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %an = tt.addptr %a, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %bn = tt.addptr %b, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %d, %an, %bn : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>, tensor<64x64x!tt.ptr<f16>>
  }
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %oi = tt.addptr %os, %at : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %oi, %sums : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

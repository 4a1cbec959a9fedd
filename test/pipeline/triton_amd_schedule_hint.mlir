// Loops of attention tell LLVM's scheduler to put exponentials between products, if that is asked for.
// RUN: tern-opt %s --triton-amd-ttgir-pipeline="target=hip:gfx942 schedule-hint=attention" --triton-amd-llir-pipeline=target=hip:gfx942 | FileCheck %s
// RUN: tern-opt %s --triton-amd-ttgir-pipeline=target=hip:gfx942 --triton-amd-llir-pipeline=target=hip:gfx942 | FileCheck %s --check-prefix=NONE

// CHECK: llvm.func @attention
// CHECK: ^bb{{[0-9]+}}:
// CHECK: rocdl.sched.barrier 0
// CHECK: rocdl.mfma
// CHECK: rocdl.iglp.opt 2
// CHECK-NEXT: rocdl.sched.barrier 0
// CHECK-NEXT: llvm.br
// NONE-NOT: rocdl.iglp.opt
tt.func public @attention(%q: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %stride = arith.constant dense<64> : tensor<64x1xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %columns = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %down = arith.muli %rows, %stride : tensor<64x1xi32>
  %i0 = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x64xi32>
  %i1 = tt.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
  %index = arith.addi %i0, %i1 : tensor<64x64xi32>
  %qs = tt.splat %q : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %qp = tt.addptr %qs, %index : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %op = tt.addptr %os, %index : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %x = tt.load %qp : tensor<64x64x!tt.ptr<f16>>
  %sum = scf.for %i = %zero to %n step %one iter_args(%a = %c) -> (tensor<64x64xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<64x64xi32>
    %kp = tt.addptr %qp, %is : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %k = tt.load %kp : tensor<64x64x!tt.ptr<f16>>
    %s = tt.dot %x, %k, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %e = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %e : tensor<64x64xf32> to tensor<64x64xf16>
    %d = tt.dot %h, %k, %a : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %op, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

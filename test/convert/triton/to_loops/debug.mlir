// RUN: tern-opt %s --convert-triton-to-loops --cse | FileCheck %s

// CHECK: llvm.mlir.global internal constant @{{.*}}("pid (%lld, %lld, %lld) assertion failed: 100%% sure\0A\00")
// CHECK: llvm.mlir.global internal constant @{{.*}}("pid (%lld, %lld, %lld) idx (%lld, %lld) x: 0x%llx\0A\00")
// CHECK-LABEL: llvm.func @seen
// CHECK: %[[FAILURE:.*]] = llvm.alloca
// CHECK: llvm.call @printf
// CHECK: scf.if
// CHECK:   llvm.store %{{.*}}, %[[FAILURE]]
// CHECK: %[[STATUS:.*]] = llvm.load %[[FAILURE]]
// CHECK: llvm.return %[[STATUS]]
tt.func public @seen(%n: i32, %c: i1) {
  %x = tt.splat %n : i32 -> tensor<2x2xi32>
  tt.print " x: " {hex = true, isSigned = array<i32: 1>} : %x : tensor<2x2xi32>
  tt.assert %c, "100% sure" : i1
  tt.return
}

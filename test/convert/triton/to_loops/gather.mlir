// RUN: tern-opt %s --convert-triton-to-loops --cse | FileCheck %s

// Numbers that lie beyond the result are not counted.
// CHECK-LABEL: llvm.func @counted
// CHECK: "llvm.intr.memset"
// CHECK: arith.cmpi ult, %{{.*}}, %c8_i64 : i64
// CHECK: scf.if
// CHECK: llvm.load
// CHECK: llvm.store
tt.func public @counted(%o: !tt.ptr<i32>, %n: i32) {
  %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %x = tt.splat %n : i32 -> tensor<16xi32>
  %h = tt.histogram %x : tensor<16xi32> -> tensor<8xi32>
  // CHECK: scf.if
  // CHECK: llvm.intr.masked.gather
  %g = tt.gather %h[%r] {axis = 0 : i32} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %a = tt.splat %o : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %d = tt.addptr %a, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %d, %g : tensor<8x!tt.ptr<i32>>
  tt.return
}

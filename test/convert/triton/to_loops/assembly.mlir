// RUN: tern-opt %s --convert-triton-to-loops --cse | FileCheck %s

// Instructions see their registers as their types say; a predicate chooses between what is written and what was there.

// CHECK-LABEL: llvm.func @softplus
// CHECK: %[[P:.*]] = arith.cmpf ogt, %[[X:.*]], %{{.*}} : vector<16xf32>
// CHECK: math.exp2 %[[X]] : vector<16xf32>
// CHECK: arith.select %[[P]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi32>
// CHECK: math.log2
tt.func public @softplus(%p: !tt.ptr<f32>) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %b = tt.addptr %a, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %x = tt.load %b : tensor<16x!tt.ptr<f32>>
  %y = tt.elementwise_inline_asm "{ .reg .pred p; setp.gt.f32 p, $1, 16.0; @p mov.f32 $0, $1; @!p ex2.approx.f32 $0, $1; @!p add.f32 $0, $0, 1.0; @!p lg2.approx.f32 $0, $0; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<16xf32> -> tensor<16xf32>
  tt.store %b, %y : tensor<16x!tt.ptr<f32>>
  tt.return
}

// Bytes of registers, and registers of bytes.
// CHECK-LABEL: llvm.func @bytes
// CHECK: arith.shrui
// CHECK: arith.andi
// CHECK: arith.ori
tt.func public @bytes(%p: !tt.ptr<i32>) {
  %x = tt.load %p : !tt.ptr<i32>
  %y = tt.elementwise_inline_asm "{ .reg .b16 a, b; prmt.b32 $0, $1, 0, 0x0123; mov.b32 {a, b}, $0; mov.b32 $0, {b, a}; not.b32 $0, $0; shl.b32 $0, $0, 40; }" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : i32 -> i32
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}

// C17. What is no tensor and points to none stays.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: tt.func @f(%{{.*}}: i32, %{{.*}}: f16, %{{.*}}: !tt.ptr<f32>) -> i32
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
tt.func @f(%i: i32, %x: f16, %p: !tt.ptr<f32>) -> i32 {
  %0 = arith.addi %i, %i : i32
  tt.return %0 : i32
}

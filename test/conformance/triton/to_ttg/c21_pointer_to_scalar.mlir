// C21. A pointer to a number stays, whatever its address space.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: tt.func @f(%{{.*}}: !tt.ptr<f16>, %{{.*}}: !tt.ptr<f16, 3>)
// CHECK: tt.addptr %{{.*}}, %{{.*}} : !tt.ptr<f16>, i32
tt.func @f(%p: !tt.ptr<f16>, %q: !tt.ptr<f16, 3>) {
  %c1 = arith.constant 1 : i32
  %0 = tt.addptr %p, %c1 : !tt.ptr<f16>, i32
  tt.return
}

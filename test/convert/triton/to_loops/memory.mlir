// RUN: tern-opt %s --split-input-file --convert-triton-to-loops --cse | FileCheck %s

// Addresses that grow by the size of an element from lane to lane are one wide access, where the mask is true.

// CHECK-LABEL: llvm.func @side_by_side(%{{.*}}: !llvm.ptr, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32) -> i32 attributes {tern.kernel = (!tt.ptr<f32>, i32) -> ()}
// CHECK: scf.for
// CHECK:   %[[MASK:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK:   %[[AT:.*]] = llvm.inttoptr %{{.*}} : i64 to !llvm.ptr
// CHECK:   llvm.intr.masked.load %[[AT]], %[[MASK]], %{{.*}} {alignment = 4 : i32}
// CHECK: scf.for
// CHECK:   llvm.intr.masked.store
tt.func public @side_by_side(%p: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %s = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %r, %s : tensor<64xi32>
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %b = tt.addptr %a, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %b, %m : tensor<64x!tt.ptr<f32>>
  tt.store %b, %x, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Steps of another size are a gather; addresses that nothing is known of are compared when the kernel runs.

// CHECK-LABEL: llvm.func @apart
// CHECK-NOT: llvm.intr.vector.reduce.and
// CHECK: llvm.intr.masked.gather
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : vector<16xi64>
// CHECK: %[[ALL:.*]] = "llvm.intr.vector.reduce.and"(%[[EQUAL]])
// CHECK: scf.if %[[ALL]]
// CHECK:   llvm.store
// CHECK: else
// CHECK:   llvm.intr.masked.scatter
tt.func public @apart(%p: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = arith.constant dense<3> : tensor<16xi32>
  %i = arith.muli %r, %c : tensor<16xi32>
  %s = tt.splat %n : i32 -> tensor<16xi32>
  %j = arith.remsi %r, %s : tensor<16xi32>
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %b = tt.addptr %a, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %d = tt.addptr %a, %j : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %x = tt.load %b : tensor<16x!tt.ptr<f32>>
  tt.store %d, %x : tensor<16x!tt.ptr<f32>>
  tt.return
}

// -----

// A number is loaded where the mask is true.

// CHECK-LABEL: llvm.func @number
// CHECK: %[[X:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK:   llvm.load
// CHECK: scf.if
// CHECK:   llvm.store %[[X]]
tt.func public @number(%p: !tt.ptr<f32>, %m: i1, %o: f32) {
  %x = tt.load %p, %m, %o : !tt.ptr<f32>
  tt.store %p, %x, %m : !tt.ptr<f32>
  tt.return
}

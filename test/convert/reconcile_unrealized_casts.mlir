// RUN: tern-opt --allow-unregistered-dialect --reconcile-unrealized-casts %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --reconcile-unrealized-casts %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// CHECK-LABEL: func @a(
// CHECK-NEXT: return %{{.*}} : i64
// CHECK-LABEL: func @c(
// CHECK: unrealized_conversion_cast %{{.*}} : i64 to index
// CHECK-NEXT: unrealized_conversion_cast %{{.*}} : index to i32
// CHECK-NEXT: return

func.func @a(%a : i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to i64
  return %1 : i64
}
func.func @b(%a : i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i64
  return %2 : i64
}
func.func @c(%a : i64) -> i32 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %d = builtin.unrealized_conversion_cast %0 : index to i1
  return %1 : i32
}
func.func @d(%a : memref<4xf32>) -> (i64, i64) {
  %0:2 = builtin.unrealized_conversion_cast %a : memref<4xf32> to i64, i64
  %1 = builtin.unrealized_conversion_cast %0#0, %0#1 : i64, i64 to memref<4xf32>
  %2:2 = builtin.unrealized_conversion_cast %1 : memref<4xf32> to i64, i64
  "test.use"(%1) : (memref<4xf32>) -> ()
  return %2#0, %2#1 : i64, i64
}
func.func @e() {
  return
^bb1:
  %0 = builtin.unrealized_conversion_cast %1 : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to i64
  cf.br ^bb1
}

// RUN: tern-opt %s --pass-pipeline='builtin.module(builtin.module(sccp))' --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline='builtin.module(builtin.module(sccp))' --allow-unregistered-dialect | FileCheck %s

// From inside a module that others see, only calls of private functions are known to be all.
// CHECK-LABEL: module @seen
// CHECK: func.func nested @nested
// CHECK-NEXT: return %arg0
// CHECK: func.func private @private
// CHECK-NEXT: %[[C:.*]] = arith.constant 8 : i32
// CHECK-NEXT: return %[[C]]
// CHECK: func.func @caller
// CHECK: %[[R:.*]] = call @nested
// CHECK: return %[[R]], %{{c.*}}
module @seen {
  func.func nested @nested(%x: i32) -> i32 {
    return %x : i32
  }
  func.func private @private(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @caller() -> (i32, i32) {
    %c = arith.constant 8 : i32
    %r = call @nested(%c) : (i32) -> i32
    %s = call @private(%c) : (i32) -> i32
    return %r, %s : i32, i32
  }
}

// An op of no dialect may be a table of symbols: then nobody knows what names mean.
// CHECK-LABEL: module @unclear
// CHECK: func.func private @private
// CHECK-NEXT: return %arg0
module @unclear {
  func.func private @private(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @caller() -> i32 {
    %c = arith.constant 8 : i32
    %r = call @private(%c) : (i32) -> i32
    return %r : i32
  }
  "some.table"() ({
  }) : () -> ()
}

// RUN: tern-opt %s --topological-sort --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --topological-sort --allow-unregistered-dialect | FileCheck %s

// What waits behind the op that it waits for comes in the same sweep, what waits before it in the next.
// CHECK: module @sweeps
// CHECK-NEXT: %[[C:.*]] = "t.c"() :
// CHECK-NEXT: "t.e"(%[[C]])
// CHECK-NEXT: %[[B:.*]] = "t.b"(%[[C]])
// CHECK-NEXT: "t.d"(%[[B]])
// CHECK-NEXT: "t.a"(%[[B]], %[[B]])
module @sweeps {
  "t.a"(%b, %b) : (i32, i32) -> ()
  %b = "t.b"(%c) : (i32) -> i32
  %c = "t.c"() : () -> i32
  "t.d"(%b) : (i32) -> ()
  "t.e"(%c) : (i32) -> ()
}

// In a cycle the first goes first, and the rest follows.
// CHECK: module @cycle
// CHECK-NEXT: %[[FREE:.*]] = "t.free"
// CHECK-NEXT: %[[X:.*]] = "t.x"(%[[Y:[0-9]+]])
// CHECK-NEXT: %[[Z:.*]] = "t.z"(%[[X]])
// CHECK-NEXT: %[[Y]] = "t.y"(%[[Z]])
// CHECK-NEXT: "t.self"
module @cycle {
  %x = "t.x"(%y) : (i32) -> i32
  %y = "t.y"(%z) : (i32) -> i32
  %z = "t.z"(%x) : (i32) -> i32
  %self = "t.self"(%self, %y) : (i32, i32) -> i32
  %free = "t.free"() : () -> i32
}

// Uses inside of an op count as its own; regions inside are sorted as well, but not those with dominance.
// CHECK: module @nested
// CHECK-NEXT: %[[OUTER:.*]] = "t.outer"
// CHECK-NEXT: module {
// CHECK-NEXT: %[[MADE:.*]] = "t.made"
// CHECK-NEXT: "t.used"(%[[MADE]])
// CHECK: func.func @ordered
// CHECK-NEXT: "t.second"
// CHECK-NEXT: "t.first"
// CHECK: "t.holder"
// CHECK-NEXT: "t.used"(%[[OUTER]])
module @nested {
  "t.holder"() ({
    "t.used"(%outer) : (i32) -> ()
  }) : () -> ()
  %outer = "t.outer"() : () -> i32
  module {
    "t.used"(%made) : (i32) -> ()
    %made = "t.made"() : () -> i32
  }
  func.func @ordered() {
    "t.second"() : () -> ()
    "t.first"() : () -> ()
    return
  }
}

// Scripts go, their payload stays.
// RUN: tern-opt --test-transform-dialect-erase-schedule %s | FileCheck %s

// CHECK-LABEL: module
// CHECK-NOT: transform.named_sequence
// CHECK: func.func private @f
// CHECK-NOT: transform.sequence
module attributes {transform.with_named_sequence} {
  transform.named_sequence @s(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  func.func private @f()
  transform.sequence failures(propagate) {
  ^bb0(%a: !transform.any_op):
  }
}

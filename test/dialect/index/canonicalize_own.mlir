// A difference compared with 0: only equality says something of the operands, as order does not survive wrap-around.
// RUN: tern-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @compares_operands(
// CHECK-SAME: %[[A:.*]]: index, %[[B:.*]]: index)
// CHECK: index.cmp eq(%[[A]], %[[B]])
func.func @compares_operands(%a: index, %b: index) -> i1 {
  %c0 = index.constant 0
  %0 = index.sub %a, %b
  %1 = index.cmp eq(%0, %c0)
  return %1 : i1
}

// CHECK-LABEL: func.func @keeps_order_of_difference(
// CHECK: %[[D:.*]] = index.sub
// CHECK: index.cmp slt(%[[D]],
func.func @keeps_order_of_difference(%a: index, %b: index) -> i1 {
  %c0 = index.constant 0
  %0 = index.sub %a, %b
  %1 = index.cmp slt(%0, %c0)
  return %1 : i1
}

// CHECK-LABEL: func.func @knows_maximum(
// CHECK-NEXT: %[[T:.*]] = index.bool.constant true
// CHECK-NEXT: return %[[T]]
func.func @knows_maximum(%a: index) -> i1 {
  %c5 = index.constant 5
  %0 = index.maxs %a, %c5
  %1 = index.cmp sge(%0, %c5)
  return %1 : i1
}

// CHECK-LABEL: func.func @keeps_what_widths_disagree_on(
// CHECK: index.divu
func.func @keeps_what_widths_disagree_on() -> index {
  %a = index.constant 5000000000
  %b = index.constant 7
  %0 = index.divu %a, %b
  return %0 : index
}

// Where canonicalization differs from upstream's on purpose.
// RUN: tern-opt --canonicalize %s | FileCheck %s

// Upstream forgets that the narrow middle type lost bits.
// CHECK-LABEL: func.func @keeps_narrowing_round_trip(
// CHECK-SAME: %[[I:.*]]: index)
// CHECK: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK: %[[W:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: return %[[W]]
func.func @keeps_narrowing_round_trip(%i: index) -> index {
  %0 = arith.index_cast %i : index to i32
  %1 = arith.index_cast %0 : i32 to index
  return %1 : index
}

// CHECK-LABEL: func.func @drops_widening_round_trip(
// CHECK-SAME: %[[I:.*]]: i32)
// CHECK-NEXT: return %[[I]]
func.func @drops_widening_round_trip(%i: i32) -> i32 {
  %0 = arith.index_cast %i : i32 to index
  %1 = arith.index_cast %0 : index to i32
  return %1 : i32
}

// Upstream makes an elements constant of a dynamic shape, which is none.
// CHECK-LABEL: func.func @keeps_comparison_of_dynamic_shape(
// CHECK: arith.cmpi eq
func.func @keeps_comparison_of_dynamic_shape(%a: tensor<?xi32>) -> tensor<?xi1> {
  %0 = arith.cmpi eq, %a, %a : tensor<?xi32>
  return %0 : tensor<?xi1>
}

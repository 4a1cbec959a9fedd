// RUN: tern-opt %s --iree-flow-use-asserted-sizes --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @moves_assertions_up
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>)
// CHECK: %[[A:.*]] = tensor.dim %[[X]]
// CHECK: %[[B:.*]] = tensor.dim %[[Y]]
// CHECK: %[[E:.*]] = arith.cmpi eq, %[[A]], %[[B]]
// CHECK: cf.assert %[[E]], "differ"
// CHECK: "test.use"(%[[A]]) : (index) -> ()
// CHECK: "test.use"(%[[A]]) : (index) -> ()
func.func @moves_assertions_up(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  "test.use"(%b) : (index) -> ()
  %e = arith.cmpi eq, %a, %b : index
  cf.assert %e, "differ"
  "test.use"(%b) : (index) -> ()
  return
}

// -----

// As integers, and back.
// CHECK-LABEL: func.func @sees_through_casts
// CHECK: %[[A:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?xf32>
// CHECK: cf.assert
// CHECK: "test.use"(%[[A]], %[[A]])
func.func @sees_through_casts(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %i = arith.index_cast %a : index to i32
  %j = arith.index_cast %b : index to i32
  %e = arith.cmpi eq, %j, %i : i32
  cf.assert %e, "differ"
  %k = arith.index_cast %j : i32 to index
  "test.use"(%b, %k) : (index, index) -> ()
  return
}

// -----

// What is only asserted to be less, or is no size, stays.
// CHECK-LABEL: func.func @keeps_others
// CHECK: %[[A:.*]] = tensor.dim
// CHECK: %[[B:.*]] = tensor.dim
// CHECK: "test.use"(%[[B]], %{{.*}})
func.func @keeps_others(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %e = arith.cmpi sle, %a, %b : index
  cf.assert %e, "less"
  %k = arith.index_cast %n : i32 to index
  "test.use"(%b, %k) : (index, index) -> ()
  return
}

// -----

// An assertion that needs what only its place has stays there, and says nothing of what comes before.
// CHECK-LABEL: func.func @keeps_place
// CHECK: "test.use"(%[[B:.*]]) : (index) -> ()
// CHECK: %[[N:.*]] = "test.read"()
// CHECK: cf.assert
func.func @keeps_place(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  "test.use"(%b) : (index) -> ()
  %n = "test.read"() : () -> index
  %e = arith.cmpi eq, %n, %b : index
  cf.assert %e, "differ"
  return
}

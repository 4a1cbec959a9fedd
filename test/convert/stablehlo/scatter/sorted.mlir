// RUN: tern-opt --stablehlo-irregular-to-loops='atomic-bits=32' --split-input-file %s | FileCheck %s
// RUN: tern-opt --stablehlo-irregular-to-loops='atomic-bits=64 allow-nondeterminism' --split-input-file %s | FileCheck %s --check-prefix=ANY
// RUN: tern-opt --stablehlo-irregular-to-loops --split-input-file %s | FileCheck %s --check-prefix=PLAIN

// Keys, two sorted blocks and what is left of a third, one merge of up to four, the first update of each row, the rows.

// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[X:.*]]: tensor<20x3xf32>, %[[I:.*]]: tensor<130x1xi32>, %[[U:.*]]: tensor<130x3xf32>
// CHECK: %[[KEYS:.*]] = scf.forall (%{{.*}}) in (130) {{.*}} -> (tensor<130xi32>) {
// CHECK: arith.cmpi ult, %{{.*}}, %c20
// CHECK: %[[BLOCKS:.*]]:2 = scf.forall (%{{.*}}) in (1) {{.*}} -> (tensor<130xi32>, tensor<130xi32>) {
// CHECK: tensor.extract %[[KEYS]]
// CHECK: } {tern.updates = "apart"}
// CHECK: %[[SORTED:.*]]:2 = scf.forall (%{{.*}}) in (1) {{.*}} -> (tensor<130xi32>, tensor<130xi32>) {
// CHECK: tensor.extract %[[BLOCKS]]#0
// CHECK: tensor.extract %[[BLOCKS]]#1
// CHECK: } {tern.updates = "apart"}
// CHECK: %[[STARTS:.*]] = scf.forall (%{{.*}}) in (21) {{.*}} -> (tensor<21xi32>) {
// CHECK: tensor.extract %[[SORTED]]#0
// CHECK: scf.forall (%[[T:.*]], %[[W:.*]]) in (20, 3) {{.*}} -> (tensor<20x3xf32>) {
// CHECK: tensor.extract %[[STARTS]][%[[T]]]
// CHECK: %[[OLD:.*]] = tensor.extract %[[X]][%[[T]], %[[W]]]
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[OLD]]) -> (f32) {
// CHECK: %[[N:.*]] = tensor.extract %[[SORTED]]#1
// CHECK: %[[AT:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: %[[NEW:.*]] = tensor.extract %[[U]][%[[AT]], %[[W]]]
// CHECK: arith.addf %[[SUM]], %[[NEW]]

// Where nobody minds the order, and on devices with few invocations, the updates stay where they are.

// ANY-LABEL: func.func @sums(
// ANY: scf.forall (%{{.*}}) in (3) {{.*}} -> (tensor<20x3xf32>) {
// ANY: } {tern.updates = "any-order"}
// ANY-NOT: scf.forall (
// PLAIN-LABEL: func.func @sums(
// PLAIN: scf.forall (%{{.*}}) in (3) {{.*}} -> (tensor<20x3xf32>) {
// PLAIN-NOT: tern.updates
// PLAIN-NOT: scf.forall (
func.func @sums(%x: tensor<20x3xf32>, %i: tensor<130x1xi32>, %u: tensor<130x3xf32>) -> tensor<20x3xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<20x3xf32>, tensor<130x1xi32>, tensor<130x3xf32>) -> tensor<20x3xf32>
  return %r : tensor<20x3xf32>
}

// -----

// Integers that are wider than the atomics are sorted, too.

// CHECK-LABEL: func.func @wide(
// CHECK-COUNT-4: scf.forall
// PLAIN-LABEL: func.func @wide(
// ANY-LABEL: func.func @wide(
// ANY: } {tern.updates = "any-order"}
func.func @wide(%x: tensor<20xi64>, %i: tensor<130x1xi32>, %u: tensor<130xi64>) -> tensor<20xi64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<20xi64>, tensor<130x1xi32>, tensor<130xi64>) -> tensor<20xi64>
  return %r : tensor<20xi64>
}

// -----

// Few updates are not worth it.

// CHECK-LABEL: func.func @few(
// CHECK: scf.forall (%{{.*}}) in (3)
// CHECK-NOT: scf.forall (
func.func @few(%x: tensor<20x3xf32>, %i: tensor<127x1xi32>, %u: tensor<127x3xf32>) -> tensor<20x3xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<20x3xf32>, tensor<127x1xi32>, tensor<127x3xf32>) -> tensor<20x3xf32>
  return %r : tensor<20x3xf32>
}

// -----

// Windows that indices move may overlap, so that an element has updates of several places.

// CHECK-LABEL: func.func @moved(
// CHECK: scf.forall (%{{.*}}) in (1)
// CHECK-NOT: scf.forall (
func.func @moved(%x: tensor<20xf32>, %i: tensor<130x1xi32>, %u: tensor<130x3xf32>) -> tensor<20xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<20xf32>, tensor<130x1xi32>, tensor<130x3xf32>) -> tensor<20xf32>
  return %r : tensor<20xf32>
}

// -----

// Sizes have to be known, to say how many rounds it takes.

// CHECK-LABEL: func.func @dynamic(
// CHECK: scf.forall (%{{.*}}) in (1)
// CHECK-NOT: scf.forall (
func.func @dynamic(%x: tensor<20xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> tensor<20xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<20xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<20xf32>
  return %r : tensor<20xf32>
}

// -----

// Where most rows have no update, the first update of a row goes through all of that row, in place.

// CHECK-LABEL: func.func @sparse(
// CHECK-SAME: %[[X:.*]]: tensor<10x30x3xf32>, %[[I:.*]]: tensor<130x2xi32>, %[[U:.*]]: tensor<130x2xf32>
// CHECK: scf.forall (%{{.*}}) in (130) {{.*}} -> (tensor<130xi32>) {
// CHECK: scf.forall (%{{.*}}) in (1) {{.*}} -> (tensor<130xi32>, tensor<130xi32>) {
// CHECK: %[[SORTED:.*]]:2 = scf.forall (%{{.*}}) in (1) {{.*}} -> (tensor<130xi32>, tensor<130xi32>) {
// CHECK: %[[ENDS:.*]] = scf.forall (%{{.*}}) in (130) {{.*}} -> (tensor<130xi32>) {
// CHECK: scf.forall (%[[W:.*]]) in (2) shared_outs(%[[O:.*]] = %[[X]]) -> (tensor<10x30x3xf32>) {
// CHECK: %[[COLUMN:.*]] = tensor.extract_slice %[[O]][0, 0, %[[W]]] [10, 30, 1]
// CHECK: scf.for %[[N:.*]] = {{.*}} to %c130{{.*}} iter_args(%{{.*}} = %[[COLUMN]])
// CHECK: tensor.extract %[[ENDS]][%[[N]]]
// CHECK: %[[KEY:.*]] = tensor.extract %[[SORTED]]#0[%[[N]]]
// CHECK: %[[ROW:.*]] = arith.index_cast %[[KEY]] : i32 to index
// CHECK: %[[J:.*]] = arith.remui %[[ROW]], %c30
// CHECK: %[[K:.*]] = arith.divui %[[ROW]], %c30
// CHECK: tensor.extract %{{.*}}[%[[K]], %[[J]]] : tensor<10x30xf32>
// CHECK: scf.for
// CHECK: tensor.insert %{{.*}} into %{{.*}}[%[[K]], %[[J]]] : tensor<10x30xf32>
// CHECK: } {tern.updates = "apart"}
func.func @sparse(%x: tensor<10x30x3xf32>, %i: tensor<130x2xi32>, %u: tensor<130x2xf32>) -> tensor<10x30x3xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x30x3xf32>, tensor<130x2xi32>, tensor<130x2xf32>) -> tensor<10x30x3xf32>
  return %r : tensor<10x30x3xf32>
}

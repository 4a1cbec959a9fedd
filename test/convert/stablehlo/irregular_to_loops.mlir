// RUN: tern-opt --stablehlo-irregular-to-loops --split-input-file %s | FileCheck %s

// Rows may meet, columns may not. Sums of floats are added up in the order of the updates.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>, %[[I:.*]]: tensor<5x1xi32>, %[[U:.*]]: tensor<5x3xf32>
func.func @scatter(%x: tensor<4x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>) -> tensor<4x3xf32> {
  // CHECK: scf.forall (%[[C:[a-z0-9]+]]) in (3) shared_outs(%[[O:[a-z0-9]+]] = %[[X]]) -> (tensor<4x3xf32>) {
  // CHECK: %[[COLUMN:.*]] = tensor.extract_slice %[[O]][0, %[[C]]] [4, 1] [1, 1] : tensor<4x3xf32> to tensor<4xf32>
  // CHECK: scf.for %[[N:[a-z0-9]+]] = {{.*}} iter_args(%{{.*}} = %[[COLUMN]]) -> (tensor<4xf32>) {
  // CHECK: %[[AT:.*]] = tensor.extract %[[I]][%[[N]],
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[AT]] : i32 to index
  // CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[INDEX]],
  // CHECK: %[[TIMES:.*]] = arith.select %[[INSIDE]],
  // CHECK: scf.for {{.*}} to %[[TIMES]] step {{.*}} iter_args(%[[T:[a-z0-9]+]] = %{{.*}})
  // CHECK: %[[OLD:.*]] = tensor.extract %[[T]][%[[INDEX]]]
  // CHECK: %[[NEW:.*]] = tensor.extract %[[U]][%[[N]], %[[C]]]
  // CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[NEW]]
  // CHECK: tensor.insert %[[SUM]] into %[[T]][%[[INDEX]]]
  // CHECK: tensor.parallel_insert_slice %{{.*}} into %[[O]][0, %[[C]]] [4, 1] [1, 1]
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<5x1xi32>, tensor<5x3xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

// Integers may be added up in any order.
// CHECK-LABEL: func.func @scatter_integers(
// CHECK: scf.for {{.*}} to %c5
// CHECK: scf.for
// CHECK: scf.yield
// CHECK: scf.yield
// CHECK-NEXT: } {tern.updates = "any-order"}
func.func @scatter_integers(%x: tensor<4xui32>, %i: tensor<5x1xi32>, %u: tensor<5xui32>) -> tensor<4xui32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %s = stablehlo.add %b, %a : tensor<ui32>
    stablehlo.return %s : tensor<ui32>
  }) : (tensor<4xui32>, tensor<5x1xi32>, tensor<5xui32>) -> tensor<4xui32>
  return %r : tensor<4xui32>
}

// -----

// But not doubled and added up.
// CHECK-LABEL: func.func @scatter_twice(
// CHECK-NOT: tern.updates
func.func @scatter_twice(%x: tensor<4xi32>, %i: tensor<5x1xi32>, %u: tensor<5xi32>) -> tensor<4xi32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %a : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<5x1xi32>, tensor<5xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

// Places that the program says are different ones can take anything.
// CHECK-LABEL: func.func @scatter_unique(
// CHECK: } {tern.updates = "apart"}
func.func @scatter_unique(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> tensor<4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{unique_indices = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// So do those of a single window, wherever it is.
// CHECK-LABEL: func.func @scatter_one_window(
// CHECK: scf.for {{.*}} to %c2
// CHECK: scf.for {{.*}} to %c3
// CHECK: } {tern.updates = "apart"}
// CHECK: } {tern.updates = "apart"}
func.func @scatter_one_window(%x: tensor<4x8xf32>, %i: tensor<2xi32>, %u: tensor<2x3xf32>) -> tensor<4x8xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @scatter_two_windows(
// CHECK-NOT: tern.updates
func.func @scatter_two_windows(%x: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf32>) -> tensor<8xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Unsigned numbers are compared as such; the types of the program stay.
// CHECK-LABEL: func.func @sort(
// CHECK-SAME: %[[X:.*]]: tensor<8xui8>
func.func @sort(%x: tensor<8xui8>) -> tensor<8xui8> {
  // CHECK: builtin.unrealized_conversion_cast %[[X]] : tensor<8xui8> to tensor<8xi8>
  // CHECK: scf.forall (%{{.*}}) in (1) shared_outs(%{{.*}} = %{{.*}}) -> (tensor<2x8xi8>) {
  // CHECK: scf.while
  // CHECK: scf.for
  // CHECK: arith.cmpi ult, %{{.*}} : i8
  // CHECK: } {mapping = [#gpu.block<linear_dim_0>]}
  // CHECK: tensor.extract_slice %{{.*}}[0, 0] [1, 8] [1, 1] : tensor<2x8xi8> to tensor<8xi8>
  // CHECK: builtin.unrealized_conversion_cast %{{.*}} : tensor<8xi8> to tensor<8xui8>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %c = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8xui8>) -> tensor<8xui8>
  return %r : tensor<8xui8>
}

// Where only the first two are used, a line is read once, and what is added moves up those that come after it.
// CHECK-LABEL: func.func @sort_first(
// CHECK-SAME: %[[X:.*]]: tensor<3x8xi32>, %[[Y:.*]]: tensor<3x8xf32>
func.func @sort_first(%x: tensor<3x8xi32>, %y: tensor<3x8xf32>) -> (tensor<3x2xi32>, tensor<3x1xf32>) {
  // CHECK: scf.forall (%[[R:.*]]) in (3) shared_outs(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<1x3x8xi32>, tensor<1x3x8xf32>) {
  // CHECK-NOT: scf.while
  // CHECK: scf.for %[[I:[a-z0-9]+]] =
  // CHECK: %[[A:.*]] = tensor.extract %[[X]][%[[R]], %[[I]]]
  // CHECK: %[[B:.*]] = tensor.extract %[[Y]][%[[R]], %[[I]]]
  // CHECK: %[[ROOM:.*]] = arith.cmpi sle, %[[I]], %{{.*}} : index
  // CHECK: %[[LESS:.*]] = arith.cmpi slt, %[[A]], %{{.*}} : i32
  // CHECK: %[[ADDS:.*]] = arith.ori %[[ROOM]], %[[LESS]]
  // CHECK: %[[TIMES:.*]] = arith.select %[[ADDS]]
  // CHECK: scf.for {{.*}} to %[[TIMES]] step
  // CHECK: scf.for %[[P:[a-z0-9]+]] = {{.*}} iter_args({{.*}} = %[[A]], {{.*}} = %[[B]], {{.*}})
  // CHECK: arith.cmpi eq, %[[P]], %[[I]] : index
  // CHECK: tensor.insert
  // CHECK: tensor.insert
  %r:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %d: tensor<f32>, %e: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x8xi32>, tensor<3x8xf32>) -> (tensor<3x8xi32>, tensor<3x8xf32>)
  %s = stablehlo.slice %r#0 [0:3, 0:2] : (tensor<3x8xi32>) -> tensor<3x2xi32>
  %t = stablehlo.slice %r#1 [0:3, 1:2] : (tensor<3x8xf32>) -> tensor<3x1xf32>
  return %s, %t : tensor<3x2xi32>, tensor<3x1xf32>
}

// Three of eight are sorted with the others.
// CHECK-LABEL: func.func @sort_too_many(
// CHECK: scf.while
func.func @sort_too_many(%x: tensor<8xi32>) -> tensor<3xi32> {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8xi32>) -> tensor<8xi32>
  %s = stablehlo.slice %r [0:3] : (tensor<8xi32>) -> tensor<3xi32>
  return %s : tensor<3xi32>
}

// CHECK-LABEL: func.func @sort_nothing(
// CHECK-NEXT: return
func.func @sort_nothing(%x: tensor<3x0xf32>) -> tensor<3x0xf32> {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x0xf32>) -> tensor<3x0xf32>
  return %r : tensor<3x0xf32>
}

// CHECK-LABEL: func.func @select_and_scatter(
func.func @select_and_scatter(%x: tensor<2x8xf32>, %s: tensor<2x4xf32>, %z: tensor<f32>) -> tensor<2x8xf32> {
  // CHECK: scf.forall (%{{.*}}) in (2)
  // CHECK: scf.for {{.*}} -> (tensor<8xf32>) {
  // CHECK: scf.for {{.*}} -> (tensor<8xf32>) {
  // CHECK: scf.for {{.*}} -> (f32, i1, index) {
  // CHECK: arith.cmpf oge
  // CHECK: arith.addf
  %r = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @cholesky(
func.func @cholesky(%a: tensor<5x3x3xf32>) -> tensor<5x3x3xf32> {
  // CHECK: scf.forall (%{{.*}}) in (5)
  // CHECK: %[[SUM:.*]] = scf.for {{.*}} -> (f32)
  // CHECK: math.fma
  // CHECK: arith.subf %{{.*}}, %[[SUM]]
  // CHECK: math.sqrt
  // CHECK: arith.divf
  %l = stablehlo.cholesky %a, lower = true : tensor<5x3x3xf32>
  return %l : tensor<5x3x3xf32>
}

// CHECK-LABEL: func.func @triangular_solve(
func.func @triangular_solve(%a: tensor<3x3xcomplex<f32>>, %b: tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  // CHECK: scf.forall (%{{.*}}) in (2)
  // CHECK: complex.conj
  // The reciprocal of the coefficient, from the ratio of its parts.
  // CHECK: arith.cmpf oge
  // CHECK: arith.divf
  // CHECK: arith.divf
  // CHECK: %[[R:.*]] = complex.create
  // CHECK: complex.mul %{{.*}}, %[[R]]
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  return %x : tensor<3x2xcomplex<f32>>
}

// Real coefficients come in groups of four: what is known from the groups before is summed up first. Narrow floats are computed
// with as f32, and rounded in the end.
// CHECK-LABEL: func.func @triangular_solve_narrow(
func.func @triangular_solve_narrow(%a: tensor<9x9xbf16>, %b: tensor<9x2xbf16>) -> tensor<9x2xbf16> {
  // CHECK: scf.forall (%{{.*}}) in (2)
  // CHECK: %[[STATE:.*]] = tensor.empty() : tensor<9xf32>
  // CHECK: %[[X:.*]] = scf.for %[[STEP:.*]] = {{.*}} iter_args(%{{.*}} = %[[STATE]]) -> (tensor<9xf32>)
  // CHECK: arith.extf
  // CHECK: %[[REST:.*]] = arith.remui %[[STEP]], %c4
  // CHECK: %[[FIRST:.*]] = arith.subi %[[STEP]], %[[REST]]
  // CHECK: %[[BEFORE:.*]] = scf.for %{{.*}} = %c0{{.*}} to %[[FIRST]]
  // CHECK: math.fma {{.*}} : f32
  // CHECK: %[[SUM:.*]] = arith.subf %{{.*}}, %[[BEFORE]] : f32
  // CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[STEP]] {{.*}} iter_args(%{{.*}} = %[[SUM]])
  // CHECK: math.fma {{.*}} : f32
  // The product with the reciprocal, or an exact quotient.
  // CHECK: arith.divf
  // CHECK: %[[Q:.*]] = arith.divf
  // CHECK: arith.cmpf oeq
  // CHECK: arith.select %{{.*}}, %[[Q]], %{{.*}} : f32
  // CHECK: %[[E:.*]] = tensor.extract %[[X]]
  // CHECK: arith.truncf %[[E]] : f32 to bf16
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<9x9xbf16>, tensor<9x2xbf16>) -> tensor<9x2xbf16>
  return %x : tensor<9x2xbf16>
}

// One pass of radix 4, one of radix 3.
// CHECK-LABEL: func.func @fft(
func.func @fft(%x: tensor<12xcomplex<f32>>) -> tensor<12xcomplex<f32>> {
  // CHECK: arith.constant dense<{{.*}}> : tensor<12x2xf32>
  // CHECK: linalg.generic
  // CHECK: -> tensor<1x3x4x1xcomplex<f32>>
  // CHECK: linalg.generic
  // CHECK: -> tensor<1x1x3x4xcomplex<f32>>
  %y = stablehlo.fft %x, type = FFT, length = [12] : (tensor<12xcomplex<f32>>) -> tensor<12xcomplex<f32>>
  return %y : tensor<12xcomplex<f32>>
}

// -----

// A body that is no computation on scalars stays what it is, on tensors of rank 0.
// CHECK-LABEL: func.func @scatter_by_tensors
// CHECK: scf.for
// CHECK: %[[A:.*]] = tensor.from_elements %{{.*}} : tensor<f32>
// CHECK: %[[S:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add
// CHECK: %[[E:.*]] = tensor.extract %[[S]][] : tensor<f32>
// CHECK: tensor.insert %[[E]] into
func.func @scatter_by_tensors(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>, %w: tensor<2xf32>) -> tensor<4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.reduce"(%w, %a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %e = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @sort_by_tensors
// CHECK: scf.while
// CHECK: stablehlo.reduce
// CHECK: %[[C:.*]] = stablehlo.compare LT
// CHECK: tensor.extract %[[C]][] : tensor<i1>
func.func @sort_by_tensors(%x: tensor<4xf32>, %w: tensor<2xf32>) -> tensor<4xf32> {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.reduce"(%w, %a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %e = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %f = stablehlo.compare LT, %s, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %f : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// RUN: tern-opt %s --stablehlo-cumulative-windows-to-loops | FileCheck %s
// RUN: tern-compile %s --target=cpu --compile-to=input | FileCheck %s --check-prefix=CPU
// RUN: tern-compile %s --target=vulkan --compile-to=input | FileCheck %s --check-prefix=GPU

// Programs for processors are compiled like this, others are not: invocations of a GPU share the work (cumulative_windows_to_loops_tiles.mlir).

// CPU-LABEL: @rows
// CPU: scf.forall
// GPU-LABEL: @rows
// GPU: scf.forall (%{{.*}}, %{{.*}}) in (7, 7)
// GPU-LABEL: @narrow_backwards

// 100 elements are pieces of 16: what is in front of a piece is added to its sums, and the last place takes part in none but its own.

// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[X:.*]]: tensor<7x100xf32>
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: scf.forall (%[[ROW:.*]]) in (7) shared_outs(%{{.*}}) -> (tensor<7x100xf32>)
// CHECK: scf.for %[[PIECE:.*]] = %{{.*}} to %[[END:.*]] step %[[SIXTEEN:.*]] iter_args(%{{.*}} = %{{.*}}, %[[BEFORE:.*]] = %[[ZERO]])
// CHECK: %[[NEXT:.*]] = arith.addi %[[PIECE]], %[[SIXTEEN]]
// CHECK: %[[LIMIT:.*]] = arith.minsi %[[NEXT]], %[[END]]
// CHECK: %[[INNER:.*]]:2 = scf.for %[[I:.*]] = %[[PIECE]] to %[[LIMIT]] step %{{.*}} iter_args(%[[LINE:.*]] = %{{.*}}, %[[SUM:.*]] = %[[ZERO]])
// CHECK: %[[ELEMENT:.*]] = tensor.extract %[[X]][%[[ROW]], %[[I]]]
// CHECK: %[[TAKEN:.*]] = arith.addf %[[SUM]], %[[ELEMENT]] : f32
// CHECK: %[[ALL:.*]] = arith.addf %[[BEFORE]], %[[TAKEN]] : f32
// CHECK: tensor.insert %[[ALL]] into %[[LINE]][%[[I]]]
// CHECK: arith.addf %[[BEFORE]], %[[INNER]]#1
// CHECK: tensor.parallel_insert_slice
func.func @rows(%x: tensor<7x100xf32>) -> tensor<7x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 100>, padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7x100xf32>, tensor<f32>) -> tensor<7x100xf32>
  return %r : tensor<7x100xf32>
}

// Narrow floats are added up in f32, from the end, and rounded where they are stored.

// CHECK-LABEL: func.func @narrow_backwards
// CHECK: arith.extf {{.*}} : bf16 to f32
// CHECK: scf.for {{.*}} -> (tensor<20xbf16>, f32)
// CHECK: arith.subi
// CHECK: arith.extf {{.*}} : bf16 to f32
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
func.func @narrow_backwards(%x: tensor<20xbf16>) -> tensor<20xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 20>, padding = dense<[[0, 19]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<20xbf16>, tensor<bf16>) -> tensor<20xbf16>
  return %r : tensor<20xbf16>
}

// Maxima lose nothing: one loop, behind which there is a dimension of one element. The type is without a sign.

// CHECK-LABEL: func.func @maxima
// CHECK: scf.forall ({{.*}}) in (4, 1)
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.maxui {{.*}} : i32
// CHECK: tensor.parallel_insert_slice
func.func @maxima(%x: tensor<4x1000x1xui32>, %least: tensor<ui32>) -> tensor<4x1000x1xui32> {
  %r = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 1, 1000, 1>, padding = dense<[[0, 0], [999, 0], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %s = stablehlo.maximum %b, %a : tensor<ui32>
    stablehlo.return %s : tensor<ui32>
  }) : (tensor<4x1000x1xui32>, tensor<ui32>) -> tensor<4x1000x1xui32>
  return %r : tensor<4x1000x1xui32>
}

// Neighbours in a row are vectors where columns are added up; and a few elements are windows as they are.

// CHECK-LABEL: func.func @keeps_columns
// CHECK: stablehlo.reduce_window
func.func @keeps_columns(%x: tensor<1000x4xf32>) -> tensor<1000x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1000, 1>, padding = dense<[[999, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000x4xf32>, tensor<f32>) -> tensor<1000x4xf32>
  return %r : tensor<1000x4xf32>
}

// CHECK-LABEL: func.func @keeps_short_rows
// CHECK: stablehlo.reduce_window
func.func @keeps_short_rows(%x: tensor<1000x4xf32>) -> tensor<1000x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000x4xf32>, tensor<f32>) -> tensor<1000x4xf32>
  return %r : tensor<1000x4xf32>
}

// Each window starts with five, and each piece would.

// CHECK-LABEL: func.func @keeps_other_starts
// CHECK: stablehlo.reduce_window
func.func @keeps_other_starts(%x: tensor<1000xi32>) -> tensor<1000xi32> {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %five) <{window_dimensions = array<i64: 1000>, padding = dense<[[999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1000xi32>, tensor<i32>) -> tensor<1000xi32>
  return %r : tensor<1000xi32>
}

// Bodies of several ops, and several inputs, are no vectors: columns are gone through, too. From the end, what comes first is the second
// argument of the body.

// CHECK-LABEL: func.func @pairs
// CHECK-SAME: %[[X:.*]]: tensor<30x4xf32>, %[[Y:.*]]: tensor<30x4xf32>
// CHECK: scf.forall (%[[COLUMN:.*]]) in (4) shared_outs({{.*}}) -> (tensor<30x4xf32>, tensor<30x4xf32>)
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (tensor<30xf32>, tensor<30xf32>, f32, f32)
// CHECK: %[[C:.*]] = tensor.extract %[[X]][%[[AT:.*]], %[[COLUMN]]]
// CHECK: %[[D:.*]] = tensor.extract %[[Y]][%[[AT]], %[[COLUMN]]]
// CHECK: arith.mulf %[[C]], %[[A]]
// CHECK: %[[M:.*]] = arith.mulf %[[D]], %[[A]]
// CHECK: arith.addf %[[M]], %[[B]]
func.func @pairs(%x: tensor<30x4xf32>, %y: tensor<30x4xf32>) -> (tensor<30x4xf32>, tensor<30x4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = "stablehlo.reduce_window"(%x, %y, %one, %zero) <{window_dimensions = array<i64: 30, 1>, padding = dense<[[0, 29], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %m = stablehlo.multiply %a, %c : tensor<f32>
    %n = stablehlo.multiply %b, %c : tensor<f32>
    %o = stablehlo.add %n, %d : tensor<f32>
    stablehlo.return %m, %o : tensor<f32>, tensor<f32>
  }) : (tensor<30x4xf32>, tensor<30x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<30x4xf32>, tensor<30x4xf32>)
  return %r#0, %r#1 : tensor<30x4xf32>, tensor<30x4xf32>
}

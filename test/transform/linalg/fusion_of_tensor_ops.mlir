// What fuses the same way upstream.

// RUN: tern-opt %s --linalg-fusion-of-tensor-ops | FileCheck %s
// RUN: tern-opt %s --linalg-fuse-elementwise-ops | FileCheck %s
// RUN: mlir-opt %s --linalg-fuse-elementwise-ops | FileCheck %s
// RUN: tern-opt %s --linalg-fusion-of-tensor-ops | mlir-opt | FileCheck %s

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$ONE:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[$REVERSED:.*]] = affine_map<(d0) -> (-d0 + 7)>

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#column = affine_map<(d0, d1) -> (d0)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#one = affine_map<(d0) -> (d0)>
#reversed = affine_map<(d0) -> (-d0 + 7)>

// CHECK-LABEL: func.func @fuses_chain
// CHECK-SAME: (%[[A:.*]]: tensor<10x15xf32>, %[[B:.*]]: tensor<10x15xf32>, %[[C:.*]]: tensor<15xf32>)
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ROW]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: ins(%[[A]], %[[B]], %[[C]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[S]], %[[Z]]
// CHECK-NEXT: linalg.yield %[[P]]
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]]
func.func @fuses_chain(%a: tensor<10x15xf32>, %b: tensor<10x15xf32>, %c: tensor<15xf32>) -> tensor<10x15xf32> {
  %e = tensor.empty() : tensor<10x15xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<10x15xf32>, tensor<10x15xf32>) outs(%e : tensor<10x15xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<10x15xf32>
  %1 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<15xf32>) outs(%e : tensor<10x15xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<10x15xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<10x15xf32>, tensor<10x15xf32>) outs(%e : tensor<10x15xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<10x15xf32>
  return %2 : tensor<10x15xf32>
}

// CHECK-LABEL: func.func @fuses_transposition
// CHECK-SAME: (%[[A:.*]]: tensor<4x6xf32>, %[[B:.*]]: tensor<6x4xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[$SWAP]], #[[$ID]], #[[$ID]]], {{.*}} ins(%[[A]], %[[B]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32,
// CHECK-NEXT: arith.addf %[[X]], %[[Y]]
// CHECK-NOT: linalg.generic
func.func @fuses_transposition(%a: tensor<4x6xf32>, %b: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<6x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<6x4xf32>, tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}

// Turned twice is not turned.

// CHECK-LABEL: func.func @composes_permutations
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], {{.*}} ins(%{{.*}} : tensor<4x6xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32,
// CHECK-NEXT: arith.negf %[[X]]
// CHECK-NOT: linalg.generic
func.func @composes_permutations(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %f = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<6x4xf32>
  %1 = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<6x4xf32>) outs(%f : tensor<4x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @composes_reversals
// CHECK: linalg.generic {indexing_maps = [#[[$REVERSED]], #[[$ONE]]]
// CHECK-NOT: linalg.generic
func.func @composes_reversals(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#reversed, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// The producer's loop 0 is the consumer's loop 1.

// CHECK-LABEL: func.func @renames_indices
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]]
// CHECK-DAG: %[[I:.*]] = linalg.index 1 : index
// CHECK-DAG: %[[J:.*]] = linalg.index 0 : index
// CHECK: %[[S:.*]] = arith.subi %[[I]], %[[J]]
// CHECK: arith.addi %[[S]], %{{.*}}
// CHECK-NOT: linalg.generic
func.func @renames_indices(%b: tensor<6x4xindex>) -> tensor<6x4xindex> {
  %e = tensor.empty() : tensor<4x6xindex>
  %f = tensor.empty() : tensor<6x4xindex>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<4x6xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.subi %i, %j : index
    linalg.yield %s : index
  } -> tensor<4x6xindex>
  %1 = linalg.generic {indexing_maps = [#swap, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<4x6xindex>, tensor<6x4xindex>) outs(%f : tensor<6x4xindex>) {
  ^bb0(%x: index, %y: index, %o: index):
    %s = arith.addi %x, %y : index
    linalg.yield %s : index
  } -> tensor<6x4xindex>
  return %1 : tensor<6x4xindex>
}

// CHECK-LABEL: func.func @fuses_repeated_constant
// CHECK-SAME: (%[[B:.*]]: tensor<8xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[$ONE]], #[[$ONE]]], {{.*}} ins(%[[B]] : tensor<8xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32,
// CHECK: arith.subf %cst{{.*}}, %[[X]]
func.func @fuses_repeated_constant(%b: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %k = arith.constant dense<2.0> : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%k, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @keeps_table
// CHECK-SAME: (%[[B:.*]]: tensor<8xf32>)
// CHECK: %[[K:.*]] = arith.constant dense<[
// CHECK: linalg.generic {{.*}} ins(%[[K]], %[[B]] :
func.func @keeps_table(%b: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %k = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%k, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @fuses_into_reduction
// CHECK-SAME: (%[[A:.*]]: tensor<8x4xf32>, %[[I:.*]]: tensor<8xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$COLUMN]]], iterator_types = ["parallel", "reduction"]} ins(%[[A]] : {{.*}}) outs(%[[I]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[X]]
// CHECK-NEXT: arith.addf %[[ACC]], %[[N]]
// CHECK-NOT: linalg.generic
func.func @fuses_into_reduction(%a: tensor<8x4xf32>, %i: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<8x4xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @keeps_reduction_apart
// CHECK: %[[S:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: linalg.generic {{.*}} ins(%[[S]] :
// CHECK: arith.negf
func.func @keeps_reduction_apart(%a: tensor<8x4xf32>, %i: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x4xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @fuses_dynamic_shapes
// CHECK-SAME: (%[[A:.*]]: tensor<?xf32>, %[[N:.*]]: index)
// CHECK: %[[E:.*]] = tensor.empty(%[[N]])
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<?xf32>) outs(%[[E]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32,
// CHECK-NEXT: %[[Y:.*]] = math.exp %[[X]]
// CHECK-NEXT: arith.negf %[[Y]]
// CHECK-NOT: linalg.generic
func.func @fuses_dynamic_shapes(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

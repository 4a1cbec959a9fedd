// Results that are the same everywhere and known become constants; what depends on an input stays.
// RUN: tern-opt %s --iree-flow-fold-uniform-values --split-input-file | FileCheck %s

#map = affine_map<(d0) -> (d0)>
#scalar = affine_map<(d0) -> ()>

// CHECK-LABEL: func.func @all_inputs_known
// CHECK-NOT: linalg.generic
// CHECK: %[[R:.*]] = arith.constant dense<19> : tensor<4xi32>
// CHECK: return %[[R]]
func.func @all_inputs_known() -> tensor<4xi32> {
  %a = arith.constant dense<32> : tensor<4xi32>
  %b = arith.constant dense<13> : tensor<i32>
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#map, #scalar, #map], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<4xi32>, tensor<i32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %d = arith.subi %x, %y : i32
    linalg.yield %d : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

#map = affine_map<(d0) -> (d0)>

// A shift by the width of the type gives zero, whatever is shifted.
// CHECK-LABEL: func.func @enough_inputs_known
// CHECK-NOT: linalg.generic
// CHECK: %[[R:.*]] = arith.constant dense<0> : tensor<4xi32>
// CHECK: return %[[R]]
func.func @enough_inputs_known(%a: tensor<4xi32>) -> tensor<4xi32> {
  %b = arith.constant dense<32> : tensor<4xi32>
  %c32 = arith.constant 32 : i32
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %in_range = arith.cmpi ult, %y, %c32 : i32
    %amount = arith.select %in_range, %y, %c0 : i32
    %shifted = arith.shrui %x, %amount : i32
    %z = arith.select %in_range, %shifted, %c0 : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

#map = affine_map<(d0) -> (d0)>

// What is known goes from op to op, through reshapes.
// CHECK-LABEL: func.func @chain
// CHECK-NOT: linalg.generic
// CHECK-NOT: tensor.expand_shape
// CHECK: %[[R:.*]] = arith.constant dense<-6.000000e+00> : tensor<2x2xf32>
// CHECK: return %[[R]]
func.func @chain() -> tensor<2x2xf32> {
  %a = arith.constant dense<3.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %d = arith.addf %x, %x : f32
    linalg.yield %d : f32
  } -> tensor<4xf32>
  %w = tensor.expand_shape %s [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %f = tensor.empty() : tensor<2x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) {
  ^bb0(%x: f32, %out: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

#map = affine_map<(d0) -> (d0)>

// Of two results one is known.
// CHECK-LABEL: func.func @one_result
// CHECK: tensor.empty
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<5> : tensor<4xi32>
// CHECK-NEXT: %[[G:.*]]:2 = linalg.generic
// CHECK: return %[[C]], %[[G]]#1
func.func @one_result(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %b = arith.constant dense<5> : tensor<4xi32>
  %e = tensor.empty() : tensor<4xi32>
  %r:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e, %e : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %o0: i32, %o1: i32):
    %s = arith.addi %x, %y : i32
    linalg.yield %y, %s : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}

// -----

#map = affine_map<(d0) -> (d0)>
#sum = affine_map<(d0) -> ()>

// Positions are not the same everywhere, several values are no one value, sums run over all elements, and the size of
// a constant is that of its type.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-4: linalg.generic
func.func @others(%n: index) -> (tensor<4xindex>, tensor<4xi32>, tensor<i32>, tensor<?xi32>) {
  %e = tensor.empty() : tensor<4xindex>
  %r = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%e : tensor<4xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<4xindex>
  %a = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %f = tensor.empty() : tensor<4xi32>
  %s = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%a : tensor<4xi32>) outs(%f : tensor<4xi32>) {
  ^bb0(%x: i32, %out: i32):
    %d = arith.addi %x, %x : i32
    linalg.yield %d : i32
  } -> tensor<4xi32>
  %b = arith.constant dense<1> : tensor<4xi32>
  %zero = arith.constant dense<0> : tensor<i32>
  %t = linalg.generic {indexing_maps = [#map, #sum], iterator_types = ["reduction"]}
      ins(%b : tensor<4xi32>) outs(%zero : tensor<i32>) {
  ^bb0(%x: i32, %out: i32):
    %d = arith.addi %x, %out : i32
    linalg.yield %d : i32
  } -> tensor<i32>
  %c7 = arith.constant 7 : i32
  %g = tensor.empty(%n) : tensor<?xi32>
  %u = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%g : tensor<?xi32>) {
  ^bb0(%out: i32):
    linalg.yield %c7 : i32
  } -> tensor<?xi32>
  return %r, %s, %t, %u : tensor<4xindex>, tensor<4xi32>, tensor<i32>, tensor<?xi32>
}

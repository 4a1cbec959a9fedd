// Ops that place elements, by their definitions.
// RUN: tern-opt %s --interpret=ranges | FileCheck %s --check-prefix=RANGES
// RUN: tern-opt %s --interpret=pairs | FileCheck %s --check-prefix=PAIRS
// RUN: tern-opt %s --interpret=gathers | FileCheck %s --check-prefix=GATHERS
// RUN: tern-opt %s --interpret=bits | FileCheck %s --check-prefix=BITS

// RANGES: @ranges #0: ( 4, 5, 6, 7 ) : tensor<4xi32>
// RANGES-NEXT: @ranges #1: ( ( 4, 5 ), ( 6, 7 ) ) : tensor<2x2xi32>
// RANGES-NEXT: @ranges #2: ( ( 4, 6 ), ( 5, 7 ) ) : tensor<2x2xi32>
// RANGES-NEXT: @ranges #3: ( ( 4, 4 ), ( 5, 5 ), ( 6, 6 ), ( 7, 7 ) ) : tensor<4x2xi32>
// RANGES-NEXT: @ranges #4: ( ( 9, 9 ) ) : tensor<1x2xi32>
// RANGES-NEXT: @ranges #5: 9 : i32
// RANGES-NEXT: @ranges #6: ( ( ( 0 ), ( 4 ) ), ( ( 1 ), ( 5 ) ), ( ( 2 ), ( 6 ) ), ( ( 3 ), ( 7 ) ) ) : tensor<4x2x1xi32>
tt.func @ranges() -> (tensor<4xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<4x2xi32>, tensor<1x2xi32>, i32, tensor<4x2x1xi32>) {
  %range = tt.make_range {start = 4 : i32, end = 8 : i32} : tensor<4xi32>
  %square = tt.reshape %range : tensor<4xi32> -> tensor<2x2xi32>
  %turned = tt.trans %square {order = array<i32: 1, 0>} : tensor<2x2xi32> -> tensor<2x2xi32>
  %column = tt.expand_dims %range {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %wide = tt.broadcast %column : tensor<4x1xi32> -> tensor<4x2xi32>
  %c9 = arith.constant 9 : i32
  %nines = tt.splat %c9 : i32 -> tensor<1x2xi32>
  %one = tt.splat %c9 : i32 -> tensor<1xi32>
  %nine = tt.unsplat %one : tensor<1xi32>
  %eight = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %box = tt.reshape %eight : tensor<8xi32> -> tensor<1x2x4xi32>
  %moved = tt.trans %box {order = array<i32: 2, 1, 0>} : tensor<1x2x4xi32> -> tensor<4x2x1xi32>
  tt.return %range, %square, %turned, %wide, %nines, %nine, %moved : tensor<4xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<4x2xi32>, tensor<1x2xi32>, i32, tensor<4x2x1xi32>
}

// PAIRS: @pairs #0: ( ( 0, 2 ), ( 1, 3 ) ) : tensor<2x2xi32>
// PAIRS-NEXT: @pairs #1: ( 0, 1 ) : tensor<2xi32>
// PAIRS-NEXT: @pairs #2: ( 2, 3 ) : tensor<2xi32>
// PAIRS-NEXT: @pairs #3: ( 0, 1, 2, 3 ) : tensor<4xi32>
tt.func @pairs() -> (tensor<2x2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>) {
  %a = tt.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>
  %b = tt.make_range {start = 2 : i32, end = 4 : i32} : tensor<2xi32>
  %joined = tt.join %a, %b : tensor<2xi32> -> tensor<2x2xi32>
  %c, %d = tt.split %joined : tensor<2x2xi32> -> tensor<2xi32>
  %all = tt.cat %a, %b : tensor<2xi32> -> tensor<4xi32>
  tt.return %joined, %c, %d, %all : tensor<2x2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>
}

// GATHERS: @gathers #0: ( ( 10, 21 ), ( 20, 11 ) ) : tensor<2x2xi32>
// GATHERS-NEXT: @gathers #1: ( ( 10, 11 ), ( 21, 20 ) ) : tensor<2x2xi32>
tt.func @gathers() -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %x = arith.constant dense<[[10, 11], [20, 21]]> : tensor<2x2xi32>
  %i = arith.constant dense<[[0, 1], [1, 0]]> : tensor<2x2xi32>
  %rows = tt.gather %x[%i] {axis = 0 : i32} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %columns = tt.gather %x[%i] {axis = 1 : i32} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  tt.return %rows, %columns : tensor<2x2xi32>, tensor<2x2xi32>
}

// BITS: @bits #0: ( 1065353216, -2147483648 ) : tensor<2xi32>
tt.func @bits() -> tensor<2xi32> {
  %x = arith.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %i = tt.bitcast %x : tensor<2xf32> -> tensor<2xi32>
  tt.return %i : tensor<2xi32>
}

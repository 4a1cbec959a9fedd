// Reductions, scans, maps and histograms: bodies of element-wise ops, and others, which are run for each element.
// RUN: tern-opt %s --interpret=sums | FileCheck %s --check-prefix=SUMS
// RUN: tern-opt %s --interpret=places | FileCheck %s --check-prefix=PLACES
// RUN: tern-opt %s --interpret=branches | FileCheck %s --check-prefix=BRANCHES
// RUN: tern-opt %s --interpret=scans | FileCheck %s --check-prefix=SCANS
// RUN: tern-opt %s --interpret=maps | FileCheck %s --check-prefix=MAPS
// RUN: tern-opt %s --interpret=counts | FileCheck %s --check-prefix=COUNTS

// SUMS: @sums #0: ( 11, 22 ) : tensor<2xi32>
// SUMS-NEXT: @sums #1: ( 3, 30 ) : tensor<2xi32>
// SUMS-NEXT: @sums #2: 7 : i32
tt.func @sums() -> (tensor<2xi32>, tensor<2xi32>, i32) {
  %x = arith.constant dense<[[1, 2], [10, 20]]> : tensor<2x2xi32>
  %columns = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<2x2xi32>) -> tensor<2xi32>
  %rows = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<2x2xi32>) -> tensor<2xi32>
  // A body may give what it was not given.
  %line = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %seven = "tt.reduce"(%line) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c7 = arith.constant 7 : i32
    tt.reduce.return %c7 : i32
  }) : (tensor<4xi32>) -> i32
  tt.return %columns, %rows, %seven : tensor<2xi32>, tensor<2xi32>, i32
}

// The greatest, and the first place where it is.
// PLACES: @places #0: 5 : f32
// PLACES-NEXT: @places #1: 1 : i32
tt.func @places() -> (f32, i32) {
  %x = arith.constant dense<[1.0, 5.0, 5.0, 2.0]> : tensor<4xf32>
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %r:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %i0: i32, %b: f32, %i1: i32):
    %equal = arith.cmpf oeq, %a, %b : f32
    %before = arith.cmpi slt, %i0, %i1 : i32
    %tie = arith.andi %equal, %before : i1
    %greater = arith.cmpf ogt, %a, %b : f32
    %first = arith.ori %greater, %tie : i1
    %v = arith.select %first, %a, %b : f32
    %p = arith.select %first, %i0, %i1 : i32
    tt.reduce.return %v, %p : f32, i32
  }) : (tensor<4xf32>, tensor<4xi32>) -> (f32, i32)
  tt.return %r#0, %r#1 : f32, i32
}

// BRANCHES: @branches #0: ( 4, 3 ) : tensor<2xi32>
tt.func @branches() -> tensor<2xi32> {
  %x = arith.constant dense<[[4, 1], [2, 3]]> : tensor<2x2xi32>
  %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    %m = scf.if %c -> (i32) {
      scf.yield %a : i32
    } else {
      scf.yield %b : i32
    }
    tt.reduce.return %m : i32
  }) : (tensor<2x2xi32>) -> tensor<2xi32>
  tt.return %r : tensor<2xi32>
}

// SCANS: @scans #0: ( 1, 3, 6, 10 ) : tensor<4xi32>
// SCANS-NEXT: @scans #1: ( 10, 9, 7, 4 ) : tensor<4xi32>
// SCANS-NEXT: @scans #2: ( ( 1, 2 ), ( 4, 6 ) ) : tensor<2x2xi32>
tt.func @scans() -> (tensor<4xi32>, tensor<4xi32>, tensor<2x2xi32>) {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %up = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<4xi32>) -> tensor<4xi32>
  %down = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<4xi32>) -> tensor<4xi32>
  %square = tt.reshape %x : tensor<4xi32> -> tensor<2x2xi32>
  %columns = "tt.scan"(%square) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<2x2xi32>) -> tensor<2x2xi32>
  tt.return %up, %down, %columns : tensor<4xi32>, tensor<4xi32>, tensor<2x2xi32>
}

// Neighbours change their places.
// MAPS: @maps #0: ( 2, 1, 4, 3 ) : tensor<4xi32>
tt.func @maps() -> tensor<4xi32> {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tt.map_elementwise.return %b, %a : i32, i32
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return %r : tensor<4xi32>
}

// What is no bin, and what the mask leaves out, is not counted.
// COUNTS: @counts #0: ( 0, 3, 1, 0 ) : tensor<4xi32>
// COUNTS-NEXT: @counts #1: ( 0, 1, 0, 0 ) : tensor<4xi32>
tt.func @counts() -> (tensor<4xi32>, tensor<4xi32>) {
  %x = arith.constant dense<[1, 1, 2, 1, 4, -1, 7, 9]> : tensor<8xi32>
  %m = arith.constant dense<[true, false, false, false, true, true, true, true]> : tensor<8xi1>
  %all = tt.histogram %x : tensor<8xi32> -> tensor<4xi32>
  %some = tt.histogram %x, %m : tensor<8xi32> -> tensor<4xi32>
  tt.return %all, %some : tensor<4xi32>, tensor<4xi32>
}

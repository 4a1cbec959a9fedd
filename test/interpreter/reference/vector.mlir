// Vectors: lanes moved, combined, masked, and to and from memory.
// RUN: tern-opt %s --interpret=main | FileCheck %s
// RUN: tern-opt %s --convert-vector-to-scf --interpret=main | FileCheck %s

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : i32
  %v = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %w = arith.constant dense<[[1, 0], [0, 1], [1, 1]]> : vector<3x2xi32>
  %zeros = arith.constant dense<0> : vector<2x2xi32>
  %turned = vector.transpose %v, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  // CHECK: ( ( 1, 4 ), ( 2, 5 ), ( 3, 6 ) )
  vector.print %turned : vector<3x2xi32>
  %row = vector.extract %v[1] : vector<3xi32> from vector<2x3xi32>
  // CHECK-NEXT: ( 4, 5, 6 )
  vector.print %row : vector<3xi32>
  %changed = vector.insert %c9, %v[%c1, 0] : i32 into vector<2x3xi32>
  // CHECK-NEXT: ( ( 1, 2, 3 ), ( 9, 5, 6 ) )
  vector.print %changed : vector<2x3xi32>
  %box = vector.extract_strided_slice %v {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}
      : vector<2x3xi32> to vector<2x2xi32>
  // CHECK-NEXT: ( ( 2, 3 ), ( 5, 6 ) )
  vector.print %box : vector<2x2xi32>
  %shuffled = vector.shuffle %row, %row [0, 5, 1] : vector<3xi32>, vector<3xi32>
  // CHECK-NEXT: ( 4, 6, 5 )
  vector.print %shuffled : vector<3xi32>
  %spread = vector.broadcast %row : vector<3xi32> to vector<2x3xi32>
  // CHECK-NEXT: ( ( 4, 5, 6 ), ( 4, 5, 6 ) )
  vector.print %spread : vector<2x3xi32>
  %product = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } %v, %w, %zeros : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  // CHECK-NEXT: ( ( 4, 5 ), ( 10, 11 ) )
  vector.print %product : vector<2x2xi32>
  %tens = arith.constant dense<10> : vector<2xi32>
  %sums = vector.multi_reduction <add>, %v, %tens [1] : vector<2x3xi32> to vector<2xi32>
  // CHECK-NEXT: ( 16, 25 )
  vector.print %sums : vector<2xi32>
  %most = vector.reduction <maxsi>, %row : vector<3xi32> into i32
  // CHECK-NEXT: 6
  vector.print %most : i32
  %outer = vector.outerproduct %tens, %row : vector<2xi32>, vector<3xi32>
  // CHECK-NEXT: ( ( 40, 50, 60 ), ( 40, 50, 60 ) )
  vector.print %outer : vector<2x3xi32>
  %start = arith.constant dense<100> : vector<2xi32>
  %running, %last = vector.scan <add>, %v, %start {inclusive = false, reduction_dim = 1 : i64}
      : vector<2x3xi32>, vector<2xi32>
  // CHECK-NEXT: ( ( 100, 101, 103 ), ( 100, 104, 109 ) )
  vector.print %running : vector<2x3xi32>
  %mask = vector.create_mask %c1, %c2 : vector<2x3xi1>
  // CHECK-NEXT: ( ( 1, 1, 0 ), ( 0, 0, 0 ) )
  vector.print %mask : vector<2x3xi1>
  %masked = vector.mask %mask {
    vector.multi_reduction <add>, %v, %tens [1] : vector<2x3xi32> to vector<2xi32>
  } : vector<2x3xi1> -> vector<2xi32>
  // CHECK-NEXT: ( 13, 10 )
  vector.print %masked : vector<2xi32>
  %bits = vector.bitcast %tens : vector<2xi32> to vector<4xi16>
  // CHECK-NEXT: ( 10, 0, 10, 0 )
  vector.print %bits : vector<4xi16>

  %m = memref.alloc() : memref<4x3xi32>
  %fives = arith.constant dense<5> : vector<4x3xi32>
  vector.transfer_write %fives, %m[%c0, %c0] : vector<4x3xi32>, memref<4x3xi32>
  // Rows beyond the end are left out.
  %c3 = arith.constant 3 : index
  vector.transfer_write %v, %m[%c3, %c0] : vector<2x3xi32>, memref<4x3xi32>
  vector.transfer_write %v, %m[%c0, %c1] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
      : vector<2x3xi32>, memref<4x3xi32>
  %all = vector.transfer_read %m[%c0, %c0], %c9 {in_bounds = [true, true]} : memref<4x3xi32>, vector<4x3xi32>
  // CHECK-NEXT: ( ( 5, 1, 4 ), ( 5, 2, 5 ), ( 5, 3, 6 ), ( 1, 2, 3 ) )
  vector.print %all : vector<4x3xi32>
  %edge = vector.transfer_read %m[%c3, %c2], %c9 : memref<4x3xi32>, vector<2x2xi32>
  // CHECK-NEXT: ( ( 3, 9 ), ( 9, 9 ) )
  vector.print %edge : vector<2x2xi32>
  %places = arith.constant dense<[2, 0, 1]> : vector<3xi32>
  %some = arith.constant dense<[true, true, false]> : vector<3xi1>
  %gathered = vector.gather %m[%c3, %c0] [%places], %some, %row
      : memref<4x3xi32>, vector<3xi32>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  // CHECK-NEXT: ( 3, 1, 6 )
  vector.print %gathered : vector<3xi32>
  vector.compressstore %m[%c0, %c0], %some, %row : memref<4x3xi32>, vector<3xi1>, vector<3xi32>
  %first = vector.load %m[%c0, %c0] : memref<4x3xi32>, vector<3xi32>
  // CHECK-NEXT: ( 4, 5, 4 )
  vector.print %first : vector<3xi32>
  memref.dealloc %m : memref<4x3xi32>
  return
}

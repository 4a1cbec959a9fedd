// Memory: views share it, what nobody wrote is poison, globals start with their values.
// RUN: tern-opt %s --interpret=main | FileCheck %s
// RUN: tern-opt %s --expand-strided-metadata --interpret=main | FileCheck %s
// RUN: tern-opt %s --fold-memref-alias-ops --interpret=main | FileCheck %s
// CHECK: @main #0: ( ( 1, 2, 3, 4 ), ( 5, 60, 7, 80 ), ( 9, 10, 11, 12 ) ) : memref<3x4xi32>
// CHECK-NEXT: @main #1: ( poison, 5, poison ) : memref<3xi32>
// CHECK-NEXT: @main #2: ( ( 1, 5, 9 ), ( 2, 60, 10 ), ( 3, 7, 11 ), ( 4, 80, 12 ) ) : memref<4x3xi32, strided<[1, 4]>>
// CHECK-NEXT: @main #3: 7 : i32
// CHECK-NEXT: @main #4: ( 1, 0, 2, 0 ) : memref<4xi8>
// CHECK-NEXT: @main #5: 25 : i32

memref.global "private" constant @start : memref<3x4xi32> = dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]>
memref.global "private" @counter : memref<i32> = dense<20>

func.func private @count(%by: i32) -> i32 {
  %counter = memref.get_global @counter : memref<i32>
  %old = memref.atomic_rmw addi %by, %counter[] : (i32, memref<i32>) -> i32
  return %old : i32
}

func.func @main() -> (memref<3x4xi32>, memref<3xi32>, memref<4x3xi32, strided<[1, 4]>>, i32, memref<4xi8>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : i32
  %c60 = arith.constant 60 : i32
  %c80 = arith.constant 80 : i32
  %start = memref.get_global @start : memref<3x4xi32>
  %m = memref.alloc() : memref<3x4xi32>
  memref.copy %start, %m : memref<3x4xi32> to memref<3x4xi32>
  %row = memref.subview %m[1, 1] [1, 2] [1, 2] : memref<3x4xi32> to memref<2xi32, strided<[2], offset: 5>>
  memref.store %c60, %row[%c0] : memref<2xi32, strided<[2], offset: 5>>
  memref.store %c80, %row[%c1] : memref<2xi32, strided<[2], offset: 5>>
  %part = memref.alloc() : memref<3xi32>
  memref.store %c5, %part[%c1] : memref<3xi32>
  %turned = memref.transpose %m (i, j) -> (j, i) : memref<3x4xi32> to memref<4x3xi32, strided<[1, 4]>>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<3x4xi32> into memref<12xi32>
  %c6 = arith.constant 6 : index
  %seven = memref.load %flat[%c6] : memref<12xi32>
  // Two 16-bit numbers in four bytes.
  %bytes = memref.alloc() : memref<4xi8>
  %words = memref.view %bytes[%c0][] : memref<4xi8> to memref<2xi16>
  %one = arith.constant 1 : i16
  %two = arith.constant 2 : i16
  memref.store %one, %words[%c0] : memref<2xi16>
  memref.store %two, %words[%c1] : memref<2xi16>
  %twenty = func.call @count(%c5) : (i32) -> i32
  %counted = func.call @count(%c5) : (i32) -> i32
  return %m, %part, %turned, %seven, %bytes, %counted
    : memref<3x4xi32>, memref<3xi32>, memref<4x3xi32, strided<[1, 4]>>, i32, memref<4xi8>, i32
}

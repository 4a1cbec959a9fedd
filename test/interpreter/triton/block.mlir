// Blocks of arrays: block pointers and descriptors, also where they leave the array.
// RUN: tern-run %s --interpret --function=pointers --grid=1 --input=6xi32=1,2,3,4,5,6 --input=4xi32=0 | FileCheck %s --check-prefix=POINTERS
// RUN: tern-run %s --interpret --function=descriptors --grid=1 --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s --check-prefix=DESCRIPTORS
// RUN: tern-run %s --interpret --function=rows --grid=1 --input=32xi32=0 --output=0:@%t.npy | FileCheck %s --check-prefix=ROWS
// RUN: tern-run %s --interpret --function=host --grid=1 --input=desc:@%t.npy:2x4:8x1 | FileCheck %s --check-prefix=HOST
// RUN: tern-run %s --interpret --function=host --grid=1 --input=2x3xi32=1,2,3,4,5,6 | FileCheck %s --check-prefix=WHOLE

// A block of 2 x 2 in an array of 2 x 3, at its last column and beyond; and one column back.
// POINTERS: (0, 0, 0) zero: ( ( 3, 0 ), ( 6, 0 ) )
// POINTERS-NEXT: (0, 0, 0) back: ( ( 2, 3 ), ( 5, 6 ) )
// POINTERS-NEXT: (0, 0, 0) left: ( ( 2, 0 ), ( 5, 0 ) )
tt.func public @pointers(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>) {
  %n = arith.constant 2 : i64
  %m = arith.constant 3 : i64
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %minus = arith.constant -1 : i32
  %p = tt.make_tensor_ptr %x, [%n, %m], [%m, %one], [%c0, %c2] {order = array<i32: 1, 0>} : <tensor<2x2xi32>>
  %a = tt.load %p {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<2x2xi32>>
  tt.print " zero: " {hex = false, isSigned = array<i32: 1>} : %a : tensor<2x2xi32>
  %q = tt.advance %p, [%c0, %minus] : <tensor<2x2xi32>>
  %b = tt.load %q : !tt.ptr<tensor<2x2xi32>>
  tt.print " back: " {hex = false, isSigned = array<i32: 1>} : %b : tensor<2x2xi32>
  // Of what is stored only the left column has a place.
  %w = tt.make_tensor_ptr %o, [%n, %one], [%n, %one], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<2x2xi32>>
  tt.store %w, %b {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<2x2xi32>>
  %r = tt.make_tensor_ptr %o, [%n, %n], [%n, %one], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<2x2xi32>>
  %c = tt.load %r : !tt.ptr<tensor<2x2xi32>>
  tt.print " left: " {hex = false, isSigned = array<i32: 1>} : %c : tensor<2x2xi32>
  tt.return
}

// DESCRIPTORS: (0, 0, 0) block: ( ( 7, 8 ), ( nan, nan ) )
// DESCRIPTORS-NEXT: (0, 0, 0) now: ( 1, 2, 3, 4, 9, 12, 4, 6 )
tt.func public @descriptors(%x: !tt.ptr<f32>) {
  %c4 = arith.constant 4 : i32
  %c2 = arith.constant 2 : i32
  %s2 = arith.constant 2 : i64
  %s1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i32
  %c0 = arith.constant 0 : i32
  %d = tt.make_tensor_descriptor %x, [%c4, %c2], [%s2, %s1] {padding = 2 : i32} : <f32>, <tensor<2x2xf32>>
  %b = tt.descriptor_load %d[%c3, %c0] : !tt.tensordesc<tensor<2x2xf32>> -> tensor<2x2xf32>
  tt.print " block: " {hex = false, isSigned = array<i32: 0>} : %b : tensor<2x2xf32>
  %lines = tt.make_tensor_descriptor %x, [%c4, %c2], [%s2, %s1] : <f32>, <tensor<1x2xf32>>
  // To row 2, which is (5, 6), (4, 6) is added; row 3 is written, and row 4, which is not there, is left.
  %more = arith.constant dense<[[4.0, 6.0]]> : tensor<1x2xf32>
  tt.descriptor_reduce add, %lines[%c2, %c0], %more : !tt.tensordesc<tensor<1x2xf32>>, tensor<1x2xf32>
  tt.descriptor_store %lines[%c3, %c0], %more : !tt.tensordesc<tensor<1x2xf32>>, tensor<1x2xf32>
  tt.descriptor_store %lines[%c4, %c0], %more : !tt.tensordesc<tensor<1x2xf32>>, tensor<1x2xf32>
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ps = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %all = tt.load %ps : tensor<8x!tt.ptr<f32>>
  tt.print " now: " {hex = false, isSigned = array<i32: 0>} : %all : tensor<8xf32>
  tt.return
}

// Rows 2 and 0 of the four are written, then rows by number are read: 4 and -1 are none.
// ROWS: (0, 0, 0) rows: ( ( 1, 2, 3, 4, 5, 6, 7, 8 ), ( 0, 0, 0, 0, 0, 0, 0, 0 ), ( 11, 12, 13, 14, 15, 16, 17, 18 ), ( 0, 0, 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0, 0, 0 ), ( 11, 12, 13, 14, 15, 16, 17, 18 ) )
tt.func public @rows(%x: !tt.ptr<i32>) {
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %s8 = arith.constant 8 : i64
  %s1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %ten = arith.constant dense<10> : tensor<8x8xi32>
  %d = tt.make_tensor_descriptor %x, [%c4, %c8], [%s8, %s1] : <i32>, <tensor<1x8xi32>>
  %range = tt.make_range {start = 1 : i32, end = 9 : i32} : tensor<8xi32>
  %line = tt.expand_dims %range {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %lines = tt.broadcast %line : tensor<1x8xi32> -> tensor<8x8xi32>
  %more = arith.addi %lines, %ten : tensor<8x8xi32>
  %second = arith.constant dense<[2, 7, 8, 9, 7, 8, 9, 7]> : tensor<8xi32>
  tt.descriptor_scatter %d[%second, %c0], %lines : !tt.tensordesc<tensor<1x8xi32>>, tensor<8xi32>, i32, tensor<8x8xi32>
  %zeroth = arith.constant dense<[0, 7, 8, 9, 7, 8, 9, 7]> : tensor<8xi32>
  tt.descriptor_scatter %d[%zeroth, %c0], %more : !tt.tensordesc<tensor<1x8xi32>>, tensor<8xi32>, i32, tensor<8x8xi32>
  %numbers = arith.constant dense<[2, 1, 0, 4, 3, -1, 1, 0]> : tensor<8xi32>
  %rows = tt.descriptor_gather %d[%numbers, %c0] : (!tt.tensordesc<tensor<1x8xi32>>, tensor<8xi32>, i32) -> tensor<8x8xi32>
  tt.print " rows: " {hex = false, isSigned = array<i32: 1>} : %rows : tensor<8x8xi32>
  tt.return
}

// HOST: (0, 0, 0) ( ( 13, 14 ), ( 0, 0 ) )
// An array is a descriptor of all of it, and of its third column in two there is one.
// WHOLE: (0, 0, 0) ( ( 3, 0 ), ( 6, 0 ) )
tt.func public @host(%d: !tt.tensordesc<tensor<2x2xi32>>, %rows: i32, %columns: i32, %stride0: i64, %stride1: i64) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %b = tt.descriptor_load %d[%c0, %c2] : !tt.tensordesc<tensor<2x2xi32>> -> tensor<2x2xi32>
  tt.print " " {hex = false, isSigned = array<i32: 1>} : %b : tensor<2x2xi32>
  tt.return
}

// A program of several functions, in which something goes wrong.
memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>

func.func private @helper(%x: i32, %y: i32) -> i32 {
  %product = arith.muli %x, %y : i32
  %c3 = arith.constant 3 : i32
  %r = arith.remsi %product, %c3 : i32
  return %r : i32
}

func.func @other(%m: memref<?xf32>) attributes {note = "of no use"} {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<?xf32>
  %y = arith.mulf %x, %x : f32
  memref.store %y, %m[%c0] : memref<?xf32>
  return
}

func.func @main(%x: i32, %y: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %start = arith.constant 17 : i32
  %table = memref.get_global @table : memref<4xi32>
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %start) -> (i32) {
    %element = memref.load %table[%i] : memref<4xi32>
    %part = func.call @helper(%element, %y) : (i32, i32) -> i32
    %is_small = arith.cmpi slt, %part, %x : i32
    %chosen = scf.if %is_small -> (i32) {
      %twice = arith.muli %part, %part : i32
      scf.yield %twice : i32
    } else {
      scf.yield %part : i32
    }
    %next = arith.addi %acc, %chosen : i32
    scf.yield %next : i32
  }
  cf.br ^end
^end:
  %last = arith.xori %sum, %y : i32
  return %last, %sum : i32, i32
}

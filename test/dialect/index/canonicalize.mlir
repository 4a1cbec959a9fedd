// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir

func.func @index_folds(%a: index) -> (index, index, index, index, index, index, index, i1, i1, index, index) {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %c7 = index.constant 7
  %m2 = index.constant -2
  %big = index.constant 5000000000
  %0 = index.add %c0, %a
  %1 = index.mul %a, %c1
  %2 = index.mul %a, %c0
  %3 = index.floordivs %c7, %m2
  %4 = index.ceildivs %c7, %m2
  %5 = index.divu %big, %c7
  %s = index.add %a, %c7
  %6 = index.add %s, %c1
  %7 = index.cmp slt(%m2, %c7)
  %8 = index.cmp ult(%m2, %c7)
  %9 = index.sub %a, %c0
  %10 = index.shl %c1, %c7
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : index, index, index, index, index, index, index, i1, i1, index, index
}
func.func @casts_of_constants() -> (i32, i64, index) {
  %c7 = index.constant 7
  %x = arith.constant -1 : i32
  %0 = index.casts %c7 : index to i32
  %1 = index.castu %c7 : index to i64
  %2 = index.casts %x : i32 to index
  return %0, %1, %2 : i32, i64, index
}

func.func @quotients_that_wrap_around() -> (index, index, index, index) {
  %m1 = index.constant -1
  %least32 = index.constant -2147483648
  %least64 = index.constant -9223372036854775808
  %0 = index.divs %least32, %m1
  %1 = index.floordivs %least32, %m1
  %2 = index.ceildivs %least32, %m1
  %3 = index.ceildivs %least64, %m1
  return %0, %1, %2, %3 : index, index, index, index
}

func.func @bounds_in_both_orders(%a: index) -> (i1, i1, i1, i1, i1, i1, i1) {
  %c3 = index.constant 3
  %c7 = index.constant 7
  %m1 = index.constant -1
  %big = index.constant 5000000000
  %minu = index.minu %a, %c3
  %maxu = index.maxu %a, %m1
  %mins = index.mins %a, %m1
  %0 = index.cmp eq(%minu, %c7)
  %1 = index.cmp slt(%minu, %m1)
  %2 = index.cmp ule(%minu, %big)
  %3 = index.cmp slt(%maxu, %c3)
  %4 = index.cmp ugt(%mins, %c7)
  %5 = index.cmp ult(%maxu, %m1)
  %6 = index.cmp slt(%minu, %c3)
  return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i1, i1, i1, i1
}

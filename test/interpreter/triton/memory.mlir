// Loads, stores and atomic ops of a launch, and what a program prints.
// RUN: tern-run %s --interpret --function=add --grid=2 --input=6xf32=1,2,3,4,5,6 --input=6xf32=10,20,30,40,50,60 \
// RUN:   --input=6xf32=0 --input=i32=6 --output=2:@%t.npy | FileCheck %s --check-prefix=ADD
// RUN: tern-run %s --interpret --function=add --grid=2 --input=@%t.npy --input=arg:0 --input=6xf32=0 --input=i32=6 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// RUN: tern-run %s --interpret --function=atomics --grid=3 --input=8xi32=5,5,5,5,5,5,5,5 | FileCheck %s --check-prefix=ATOMICS
// RUN: tern-run %s --interpret --function=lanes --grid=1 --input=2xf32=1,1 | FileCheck %s --check-prefix=LANES
// RUN: tern-run %s --interpret --function=addresses --grid=1 --input=4xi16=7,8,9,10 | FileCheck %s --check-prefix=ADDRESSES

// The second program's last two lanes are beyond the arrays.
// ADD: (0, 0, 0) sum: ( 11, 22, 33, 44 )
// ADD-NEXT: (1, 0, 0) sum: ( 55, 66, -2, -2 )
// TWICE: (0, 0, 0) sum: ( 22, 44, 66, 88 )
tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c4 = arith.constant 4 : i32
  %other = arith.constant dense<-1.0> : tensor<4xf32>
  %p = tt.get_program_id x : i32
  %first = arith.muli %p, %c4 : i32
  %range = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %start = tt.splat %first : i32 -> tensor<4xi32>
  %i = arith.addi %start, %range : tensor<4xi32>
  %end = tt.splat %n : i32 -> tensor<4xi32>
  %m = arith.cmpi slt, %i, %end : tensor<4xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %a = tt.load %xp, %m, %other : tensor<4x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %b = tt.load %yp, %m, %other : tensor<4x!tt.ptr<f32>>
  %s = arith.addf %a, %b : tensor<4xf32>
  tt.print " sum: " {hex = false, isSigned = array<i32: 0>} : %s : tensor<4xf32>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %op = tt.addptr %os, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  tt.store %op, %s, %m : tensor<4x!tt.ptr<f32>>
  tt.return
}

// Each program finds what the ones before it left: 5, 5 + 1, 5 + 1 + 1.
// ATOMICS: (0, 0, 0) old: ( 5, 5, 5, 5, 5, 5, 5, 0 )
// ATOMICS-NEXT: (1, 0, 0) old: ( 6, 1, 5, 6, 2, 2, 0, 0 )
// ATOMICS-NEXT: (2, 0, 0) old: ( 7, 1, 5, 5, 2, 1, 1, 0 )
tt.func public @atomics(%x: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %no = arith.constant false
  %p = tt.get_program_id x : i32
  %x1 = tt.addptr %x, %c1 : !tt.ptr<i32>, i32
  %x2 = tt.addptr %x1, %c1 : !tt.ptr<i32>, i32
  %x3 = tt.addptr %x2, %c1 : !tt.ptr<i32>, i32
  %x4 = tt.addptr %x3, %c1 : !tt.ptr<i32>, i32
  %x5 = tt.addptr %x4, %c1 : !tt.ptr<i32>, i32
  %x6 = tt.addptr %x5, %c1 : !tt.ptr<i32>, i32
  %x7 = tt.addptr %x6, %c1 : !tt.ptr<i32>, i32
  %c5 = arith.constant 5 : i32
  %add = tt.atomic_rmw add, acq_rel, gpu, %x, %c1 : (!tt.ptr<i32>, i32) -> i32
  %and = tt.atomic_rmw and, acq_rel, gpu, %x1, %c3 : (!tt.ptr<i32>, i32) -> i32
  %or = tt.atomic_rmw or, acq_rel, gpu, %x2, %c1 : (!tt.ptr<i32>, i32) -> i32
  %xor = tt.atomic_rmw xor, acq_rel, gpu, %x3, %c3 : (!tt.ptr<i32>, i32) -> i32
  %min = tt.atomic_rmw min, acq_rel, gpu, %x4, %c2 : (!tt.ptr<i32>, i32) -> i32
  %sub = arith.subi %c2, %p : i32
  %umin = tt.atomic_rmw umin, acq_rel, gpu, %x5, %sub : (!tt.ptr<i32>, i32) -> i32
  %cas = tt.atomic_cas acq_rel, gpu, %x6, %c5, %p : (!tt.ptr<i32>, i32, i32) -> i32
  %exch = tt.atomic_rmw exch, acq_rel, gpu, %x6, %p : (!tt.ptr<i32>, i32) -> i32
  %nothing = tt.atomic_rmw exch, acq_rel, gpu, %x7, %c1, %no : (!tt.ptr<i32>, i32, i1) -> i32
  %t0 = tt.splat %add : i32 -> tensor<1xi32>
  %t1 = tt.splat %and : i32 -> tensor<1xi32>
  %t2 = tt.splat %or : i32 -> tensor<1xi32>
  %t3 = tt.splat %xor : i32 -> tensor<1xi32>
  %t4 = tt.splat %min : i32 -> tensor<1xi32>
  %t5 = tt.splat %umin : i32 -> tensor<1xi32>
  %t6 = tt.splat %cas : i32 -> tensor<1xi32>
  %t7 = tt.splat %nothing : i32 -> tensor<1xi32>
  %a = tt.cat %t0, %t1 : tensor<1xi32> -> tensor<2xi32>
  %b = tt.cat %t2, %t3 : tensor<1xi32> -> tensor<2xi32>
  %c = tt.cat %t4, %t5 : tensor<1xi32> -> tensor<2xi32>
  %d = tt.cat %t6, %t7 : tensor<1xi32> -> tensor<2xi32>
  %ab = tt.cat %a, %b : tensor<2xi32> -> tensor<4xi32>
  %cd = tt.cat %c, %d : tensor<2xi32> -> tensor<4xi32>
  %all = tt.cat %ab, %cd : tensor<4xi32> -> tensor<8xi32>
  tt.print " old: " {hex = false, isSigned = array<i32: 1>} : %all : tensor<8xi32>
  tt.return
}

// Lanes of one op that change the same number come one after another.
// LANES: (0, 0, 0) old: ( 1, 3 )
// LANES-NEXT: (0, 0, 0) now: 7
tt.func public @lanes(%x: !tt.ptr<f32>) {
  %v = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>>
  %old = tt.atomic_rmw fadd, relaxed, cta, %p, %v : (tensor<2x!tt.ptr<f32>>, tensor<2xf32>) -> tensor<2xf32>
  tt.print " old: " {hex = false, isSigned = array<i32: 0>} : %old : tensor<2xf32>
  %now = tt.load %x : !tt.ptr<f32>
  tt.print " now: " {hex = false, isSigned = array<i32: 0>} : %now : f32
  tt.return
}

// An address is a number, and pointers may change what they point to.
// ADDRESSES: (0, 0, 0) 9
// ADDRESSES-NEXT: (0, 0, 0) 8
tt.func public @addresses(%x: !tt.ptr<i16>) {
  %c4 = arith.constant 4 : i64
  %c2 = arith.constant 2 : i32
  %i = tt.ptr_to_int %x : !tt.ptr<i16> -> i64
  %j = arith.addi %i, %c4 : i64
  %p = tt.int_to_ptr %j : i64 -> !tt.ptr<i16>
  %a = tt.load %p : !tt.ptr<i16>
  tt.print " " {hex = false, isSigned = array<i32: 1>} : %a : i16
  %b = tt.bitcast %x : !tt.ptr<i16> -> !tt.ptr<i8>
  %q = tt.addptr %b, %c2 : !tt.ptr<i8>, i32
  %c = tt.load %q : !tt.ptr<i8>
  tt.print " " {hex = false, isSigned = array<i32: 1>} : %c : i8
  tt.return
}

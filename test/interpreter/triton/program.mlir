// What a program asks for and does: its place in the grid, calls, assertions, assumptions, barriers, early ends.
// RUN: tern-run %s --interpret --function=place --grid=2,1,2 | FileCheck %s --check-prefix=PLACE
// RUN: tern-run %s --interpret --function=calls --grid=1 --input=i32=5 | FileCheck %s --check-prefix=CALLS
// RUN: not tern-run %s --interpret --function=asserts --grid=4 --input=i32=2 2>&1 | FileCheck %s --check-prefix=ASSERTS
// RUN: not tern-run %s --interpret --function=assumes --grid=1 --input=i32=2 2>&1 | FileCheck %s --check-prefix=ASSUMES

// x comes first, z last.
// PLACE: (0, 0, 0) at: ( 0, 0, 2, 2 )
// PLACE-NEXT: (1, 0, 0) at: ( 1, 0, 2, 2 )
// PLACE-NEXT: (0, 0, 1) at: ( 0, 1, 2, 2 )
// PLACE-NEXT: (1, 0, 1) at: ( 1, 1, 2, 2 )
tt.func public @place() {
  %x = tt.get_program_id x : i32
  %z = tt.get_program_id z : i32
  %nx = tt.get_num_programs x : i32
  %nz = tt.get_num_programs z : i32
  %a = tt.splat %x : i32 -> tensor<1xi32>
  %b = tt.splat %z : i32 -> tensor<1xi32>
  %c = tt.splat %nx : i32 -> tensor<1xi32>
  %d = tt.splat %nz : i32 -> tensor<1xi32>
  %ab = tt.cat %a, %b : tensor<1xi32> -> tensor<2xi32>
  %cd = tt.cat %c, %d : tensor<1xi32> -> tensor<2xi32>
  %all = tt.cat %ab, %cd : tensor<2xi32> -> tensor<4xi32>
  tt.print " at: " {hex = false, isSigned = array<i32: 1>} : %all : tensor<4xi32>
  tt.return
}

tt.func private @double(%x: i32) -> i32 attributes {noinline = true} {
  %y = arith.addi %x, %x : i32
  tt.return %y : i32
}

// CALLS: (0, 0, 0) 20
// CALLS-NOT: 40
tt.func public @calls(%x: i32) {
  %y = tt.call @double(%x) : (i32) -> i32
  %z = tt.call @double(%y) : (i32) -> i32
  tt.print " " {hex = false, isSigned = array<i32: 1>} : %z : i32
  gpu.barrier
  %c5 = arith.constant 5 : i32
  %ends = arith.cmpi eq, %x, %c5 : i32
  cf.cond_br %ends, ^end, ^more
^end:
  tt.return
^more:
  tt.print " 40" {hex = false, isSigned = array<i32>}
  tt.return
}

// ASSERTS: program.mlir:[[@LINE+6]]:3: error: 'tt.assert' op the assertion 'too far' does not hold
// ASSERTS-NOT: error
tt.func public @asserts(%n: i32) {
  %p = tt.get_program_id x : i32
  %small = arith.cmpi slt, %p, %n : i32
  tt.print " here" {hex = false, isSigned = array<i32>}
  tt.assert %small, "too far" : i1
  tt.return
}

// ASSUMES: error: 'llvm.intr.assume' op assumes what does not hold
tt.func public @assumes(%n: i32) {
  %c2 = arith.constant 2 : i32
  %small = arith.cmpi slt, %n, %c2 : i32
  llvm.intr.assume %small : i1
  tt.return
}

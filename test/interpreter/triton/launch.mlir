// Launches that cannot be, and programs that touch what is no array's.
// RUN: not tern-run %s --interpret --function=load --grid=3 --input=8xf32=0 --input=i32=3 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not tern-run %s --interpret --function=load --grid=1 --input=8xf32=0 --input=i32=-1 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not tern-run %s --interpret --function=store --grid=1 --input=4xi32=0 --input=2xi32=0 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: not tern-run %s --interpret --function=aligned --grid=1 --input=8xi8=0 2>&1 | FileCheck %s --check-prefix=ALIGNED
// RUN: not tern-run %s --interpret --grid=1 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not tern-run %s --interpret --function=nobody --grid=1 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not tern-run %s --interpret --function=gives --grid=1 2>&1 | FileCheck %s --check-prefix=GIVES
// RUN: not tern-run %s --interpret=reverse --function=load --grid=1 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tern-run %s --interpret --function=load --grid=1 --input=8xf32=0 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tern-run %s --interpret --function=block --grid=1 --input=i32=0 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not tern-run %s --interpret --function=load --grid=70000,70000 --input=8xf32=0 --input=i32=4 2>&1 | FileCheck %s --check-prefix=HUGE
// SEVERAL: error: there are 4 kernels, and none is named
// NOBODY: error: there is no kernel 'nobody'
// GIVES: error: there is no kernel 'gives'
// ORDER: error: programs of a kernel are interpreted in order: --interpret takes no order: reverse
// COUNT: error: 'load' takes 2 arguments, but 1 are given with --input
// HUGE: error: a launch of other arguments, or of an empty or huge grid

// LOAD: launch.mlir:[[@LINE+8]]:8: error: 'tt.load' op program (2, 0, 0) loads 4 bytes at offset 32 of argument 0, which has 32 bytes
// BELOW: error: 'tt.load' op program (0, 0, 0) loads 4 bytes at offset -4 of argument 0, which has 32 bytes
tt.func public @load(%x: !tt.ptr<f32>, %n: i32) {
  %p = tt.get_program_id x : i32
  %least = arith.minsi %n, %p : i32
  %i = arith.muli %p, %n : i32
  %j = arith.addi %i, %least : i32
  %q = tt.addptr %x, %j : !tt.ptr<f32>, i32
  %v = tt.load %q : !tt.ptr<f32>
  tt.return
}

// STORE: error: 'tt.store' op program (0, 0, 0) stores 4 bytes at offset 8 of argument 1, which has 8 bytes
tt.func public @store(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>) {
  %range = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %s = tt.splat %y : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %p = tt.addptr %s, %range : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  tt.store %p, %range : tensor<4x!tt.ptr<i32>>
  tt.return
}

// ALIGNED: error: 'tt.load' op loads 4 bytes at offset 1 of an array, which is no multiple
tt.func public @aligned(%x: !tt.ptr<i8>) {
  %c1 = arith.constant 1 : i32
  %p = tt.addptr %x, %c1 : !tt.ptr<i8>, i32
  %q = tt.bitcast %p : !tt.ptr<i8> -> !tt.ptr<i32>
  %v = tt.load %q : !tt.ptr<i32>
  tt.return
}

// BLOCK: error: 'tt.func' op takes as argument 0 what no launch passes to the interpreter
tt.func public @block(%p: !tt.ptr<tensor<4xf32>>) {
  tt.return
}

// What returns something is called by kernels, and is none.
tt.func public @gives() -> i32 {
  %c1 = arith.constant 1 : i32
  tt.return %c1 : i32
}

// Programs of a grid that touch the same bytes, one of them writing and not atomically, and those whose atomic ops order them.
// RUN: not tern-run %s --interpret --function=writes --grid=2 --input=2xi32=0 --output=0:@%t.npy 2>&1 | FileCheck %s --check-prefix=WRITES
// RUN: not tern-run %s --interpret --function=reads --grid=3 --input=4xi16=0 2>&1 | FileCheck %s --check-prefix=READS
// RUN: not tern-run %s --interpret --function=mixed --grid=2 --input=1xi32=0 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: tern-run %s --interpret --function=writes --grid=1 --input=2xi32=0
// RUN: tern-run %s --interpret --function=locked --grid=4 --input=1xi32=0 --input=1xf32=0 | FileCheck %s --check-prefix=LOCKED
// RUN: not tern-run %s --interpret --function=unlocked --grid=4 --input=1xi32=0 --input=1xf32=0 2>&1 | FileCheck %s --check-prefix=UNLOCKED

// All programs write the first number.
// WRITES: race.mlir:[[@LINE+4]]:3: error: 'tt.store' op races: program (1, 0, 0) writes byte 0 of argument 0, which program (0, 0, 0) writes, in no order; 4 bytes race
// WRITES: note: programs of a grid run in any order: let one write, or use atomic ops
tt.func public @writes(%x: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  tt.store %x, %p : !tt.ptr<i32>
  tt.return
}

// Each writes its own number, and reads the next one's.
// READS: error: 'tt.store' op races: program (1, 0, 0) writes byte 2 of argument 0, which program (0, 0, 0) reads, in no order; 4 bytes race
tt.func public @reads(%x: !tt.ptr<i16>) {
  %p = tt.get_program_id x : i32
  %c1 = arith.constant 1 : i32
  %v = arith.constant 1 : i16
  %mine = tt.addptr %x, %p : !tt.ptr<i16>, i32
  tt.store %mine, %v : !tt.ptr<i16>
  %next = tt.addptr %mine, %c1 : !tt.ptr<i16>, i32
  %n = tt.load %next : !tt.ptr<i16>
  tt.return
}

// An atomic op does not help if the other is none.
// MIXED: error: 'tt.atomic_rmw' op races: program (1, 0, 0) changes atomically byte 0 of argument 0, which program (0, 0, 0) writes, in no order
tt.func public @mixed(%x: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  %old = tt.atomic_rmw add, relaxed, gpu, %x, %p : (!tt.ptr<i32>, i32) -> i32
  %c0 = arith.constant 0 : i32
  %is_first = arith.cmpi eq, %p, %c0 : i32
  tt.store %x, %p, %is_first : !tt.ptr<i32>
  tt.return
}

// A lock: what is done between is in order.
// LOCKED: (3, 0, 0) sum: 6
tt.func public @locked(%lock: !tt.ptr<i32>, %sum: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tt.get_program_id x : i32
  scf.while : () -> () {
    %was = tt.atomic_cas acquire, gpu, %lock, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
    %taken = arith.cmpi eq, %was, %c1 : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %old = tt.load %sum : !tt.ptr<f32>
  %more = arith.sitofp %p : i32 to f32
  %new = arith.addf %old, %more : f32
  tt.store %sum, %new : !tt.ptr<f32>
  tt.print " sum: " {hex = false, isSigned = array<i32: 0>} : %new : f32
  %free = tt.atomic_rmw exch, release, gpu, %lock, %c0 : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// The same where the lock is given back in no order.
// UNLOCKED: error: 'tt.load' op races: program (1, 0, 0) reads byte 0 of argument 1, which program (0, 0, 0) writes, in no order
tt.func public @unlocked(%lock: !tt.ptr<i32>, %sum: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tt.get_program_id x : i32
  %was = tt.atomic_cas acquire, gpu, %lock, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
  %old = tt.load %sum : !tt.ptr<f32>
  tt.store %sum, %old : !tt.ptr<f32>
  %free = tt.atomic_rmw exch, relaxed, gpu, %lock, %c0 : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// RUN: tern-opt %s --iree-util-simplify-global-accesses | FileCheck %s

// A load sees the store before it; of two stores the last one stays. After a call nothing is known.

// CHECK: util.func public @f(%[[X:[^:]+]]: i32, %[[Y:[^:]+]]: i32
// CHECK: %[[OLD:.+]] = util.global.load @a : i32
// CHECK-NEXT: util.global.store %[[Y]], @a : i32
// CHECK-NEXT: util.call @extern()
// CHECK-NEXT: %[[NEW:.+]] = util.global.load @a : i32
// CHECK: util.return %[[OLD]], %[[X]], %[[NEW]], %{{.+}}
util.global private mutable @a : i32
util.global private @fixed = 1 : i32
util.func private @extern()
util.func public @f(%x: i32, %y: i32, %c: i1) -> (i32, i32, i32, i32) {
  %0 = util.global.load @a : i32
  util.global.store %x, @a : i32
  %1 = util.global.load @a : i32
  util.global.store %y, @a : i32
  util.call @extern() : () -> ()
  %2 = util.global.load @a : i32
  %3 = scf.if %c -> i32 {
    %4 = util.global.load @fixed : i32
    scf.yield %4 : i32
  } else {
    scf.yield %x : i32
  }
  util.return %0, %1, %2, %3 : i32, i32, i32, i32
}

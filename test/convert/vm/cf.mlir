// RUN: tern-opt %s --iree-vm-conversion | FileCheck %s

// CHECK-LABEL: vm.func private @branches(%arg0: i32, %arg1: i64) -> i64
util.func private @branches(%c: i1, %i: index) -> index {
  // CHECK: vm.cond_br %arg0, ^bb1(%arg1 : i64), ^bb2
  cf.cond_br %c, ^bb1(%i : index), ^bb2
// CHECK: ^bb1(%[[I:.*]]: i64):
^bb1(%0: index):
  // CHECK: vm.return %[[I]] : i64
  util.return %0 : index
^bb2:
  // CHECK: vm.br ^bb1(%arg1 : i64)
  cf.br ^bb1(%i : index)
}

// CHECK-LABEL: vm.func private @table(%arg0: i32, %arg1: i64)
util.func private @table(%flag: i32, %i: index) {
  // CHECK: vm.br_table %arg0 {
  // CHECK-NEXT: default: ^bb1(%arg1 : i64),
  // CHECK-NEXT: 0: ^bb2,
  // CHECK-NEXT: 1: ^bb1(%arg1 : i64),
  // CHECK-NEXT: 2: ^bb3
  // CHECK-NEXT: }
  cf.switch %flag : i32, [
    default: ^bb1(%i : index),
    2: ^bb3,
    0: ^bb2
  ]
^bb1(%0: index):
  util.return
^bb2:
  util.return
^bb3:
  util.return
}

// CHECK-LABEL: vm.func private @chain(%arg0: i32)
util.func private @chain(%flag: i32) {
  // CHECK: %[[K:.*]] = vm.const.i32 100000
  // CHECK: %[[EQ:.*]] = vm.cmp.eq.i32 %arg0, %[[K]]
  // CHECK: vm.cond_br %[[EQ]], ^[[FIRST:.*]], ^[[NEXT:.*]]
  // CHECK: ^[[NEXT]]:
  // CHECK: %[[M:.*]] = vm.const.i32 -5
  // CHECK: %[[EQ2:.*]] = vm.cmp.eq.i32 %arg0, %[[M]]
  // CHECK: vm.cond_br %[[EQ2]], ^{{.*}}, ^[[LAST:.*]]
  // CHECK: ^[[LAST]]:
  // CHECK: vm.br ^
  cf.switch %flag : i32, [
    default: ^bb1,
    100000: ^bb2,
    -5: ^bb3
  ]
^bb1:
  util.return
^bb2:
  util.return
^bb3:
  util.return
}

// CHECK-LABEL: vm.func private @asserts(%arg0: i32)
util.func private @asserts(%c: i1) {
  // CHECK-DAG: %[[STATUS:.*]] = vm.const.i32 9
  // CHECK-DAG: %[[ONE:.*]] = vm.const.i32 1
  // CHECK: %[[NOT:.*]] = vm.xor.i32 %arg0, %[[ONE]]
  // CHECK: vm.cond_fail %[[NOT]], %[[STATUS]], "must hold"
  cf.assert %c, "must hold"
  util.return
}

// From util to what can be encoded.
// RUN: tern-opt %s --iree-vm-transformation-pipeline | FileCheck %s

// CHECK: vm.module public @program attributes {ordinal_counts
module @program {
  // CHECK-NOT: vm.import private @other.unused
  util.func private @other.unused()
  // CHECK: vm.global.i64 private mutable @count
  util.global private mutable @count = 3 : i64
  // CHECK: vm.func private @sum(%arg0: i64) -> i64
  util.func public @sum(%n: index) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: vm.br ^bb1
    // CHECK: vm.cmp.lt.i64.s
    // CHECK: vm.cond_br
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (index) {
      %x = arith.addi %acc, %i : index
      scf.yield %x : index
    }
    util.return %s : index
  }
  // CHECK: vm.export @sum
  // CHECK: vm.func private @__init()
  // CHECK-NEXT: vm.const.i64 3
  // CHECK-NEXT: vm.global.store.i64
  // CHECK-NOT: __deinit
}

// RUN: tern-opt %s --iree-util-fold-globals | FileCheck %s

// What always has one value is that value; what nobody reads goes. Public globals, and those that change, stay.

// CHECK-NOT: util.global private {{.*}}@{{always|from_initializer|copy|unread|equal}}
// CHECK: util.global private mutable @changes = 1 : i32
// CHECK: util.global public mutable @public = 9 : i32
// CHECK: util.initializer {
// CHECK-NOT: util.global.store
// CHECK: util.func public @f(%[[X:.+]]: i32)
// CHECK-DAG: util.global.store %[[X]], @changes : i32
// CHECK-DAG: %[[C5:.+]] = arith.constant 5 : i32
// CHECK-DAG: %[[C3:.+]] = arith.constant 3 : i32
// CHECK-DAG: %[[C3B:.+]] = arith.constant 3 : i32
// CHECK-DAG: %[[CHANGES:.+]] = util.global.load @changes
// CHECK-DAG: %[[PUBLIC:.+]] = util.global.load @public
// CHECK: util.return %[[C5]], %{{.+}}, %{{.+}}, %[[CHANGES]], %[[PUBLIC]]
util.global private mutable @always : i32
util.global private @from_initializer = 3 : i32
util.global private mutable @copy : i32
util.global private mutable @changes = 1 : i32
util.global private mutable @unread : i32
util.global private @equal = 3 : i32
util.global public mutable @public = 9 : i32
util.initializer {
  %c5 = arith.constant 5 : i32
  util.global.store %c5, @always : i32
  util.global.store %c5, @unread : i32
  util.return
}
util.func public @f(%x: i32) -> (i32, i32, i32, i32, i32) {
  util.global.store %x, @changes : i32
  %0 = util.global.load @always : i32
  %1 = util.global.load @from_initializer : i32
  %2 = util.global.load @equal : i32
  %3 = util.global.load @changes : i32
  %4 = util.global.load @public : i32
  util.return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// RUN: tern-opt %s --iree-util-combine-initializers | FileCheck %s

// CHECK-COUNT-3: util.global private
// CHECK: util.initializer {
// CHECK: util.global.store %{{.+}}, @a
// CHECK: util.global.load @a
// CHECK: util.global.store %{{.+}}, @b
// CHECK: cf.br ^[[LAST:.+]]
// CHECK: ^[[LAST]]:
// CHECK: util.global.load @b
// CHECK: cf.cond_br
// CHECK: util.global.store %{{.+}}, @c
// CHECK-NOT: util.initializer
util.global private @a : i32
util.initializer {
  %c1 = arith.constant 1 : i32
  util.global.store %c1, @a : i32
  util.return
}
util.global private @b : i32
util.initializer {
  %0 = util.global.load @a : i32
  util.global.store %0, @b : i32
  util.return
}
util.global private @c : i32
util.initializer {
  %0 = util.global.load @b : i32
  %true = arith.constant true
  cf.cond_br %true, ^bb1, ^bb2
^bb1:
  util.global.store %0, @c : i32
  util.return
^bb2:
  util.return
}

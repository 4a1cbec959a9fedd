// RUN: tern-opt %s --iree-stream-sync-initializers | FileCheck %s

util.global private mutable @g : !stream.resource<variable>

// CHECK: util.initializer
// CHECK: stream.timepoint.await sync
util.initializer {
  %n = arith.constant 4 : index
  %r, %t = stream.resource.alloca uninitialized : !stream.resource<variable>{%n} => !stream.timepoint
  %0 = stream.timepoint.await %t => %r : !stream.resource<variable>{%n}
  util.global.store %0, @g : !stream.resource<variable>
  util.return
}

// Functions wait as they did.
// CHECK-LABEL: @function
// CHECK: stream.timepoint.await %
util.func public @function(%t: !stream.timepoint, %r: !stream.resource<variable>, %n: index) -> !stream.resource<variable> {
  %0 = stream.timepoint.await %t => %r : !stream.resource<variable>{%n}
  util.return %0 : !stream.resource<variable>
}

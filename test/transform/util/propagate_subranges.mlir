// RUN: tern-opt %s --iree-util-propagate-subranges | FileCheck %s
// RUN: tern-opt %s --iree-stream-propagate-subranges | FileCheck %s

// Resources travel as their storage, with its size and the range within. Commands name the storage, captured once.

// CHECK: util.global private mutable @g : !stream.resource<variable>
// CHECK: util.global private mutable @g__storage_size : index
// CHECK: util.global private mutable @g__offset : index
// CHECK: util.global private mutable @g__length : index
// CHECK: util.func private @callee(%[[R:[^:]+]]: !stream.resource<external>, %[[N:[^:]+]]: index, %[[O:[^:]+]]: index, %[[L:[^:]+]]: index) -> (!stream.resource<external>, index, index, index)
// CHECK: util.return %[[R]], %[[N]], %[[O]], %[[L]]
// CHECK: util.func public @f(%[[S:[^:]+]]: !stream.resource<variable>, %[[X:[^:]+]]: !stream.resource<external>, %[[AT:[^:]+]]: index
// CHECK-DAG: util.global.store %c256, @g__storage_size : index
// CHECK-DAG: util.global.store %[[AT]], @g__offset : index
// CHECK-DAG: util.global.store %c64, @g__length : index
// CHECK-DAG: util.global.store %[[S]], @g : !stream.resource<variable>
// CHECK: %[[E:.+]]:4 = util.call @callee(%[[X]], %c256, %c64, %c64)
// CHECK: stream.cmd.execute with(%[[E]]#0 as %[[K:.+]]: !stream.resource<external>{%[[E]]#1}, %[[X]] as %[[M:.+]]: !stream.resource<external>{%c256}) {
// CHECK-NEXT: stream.cmd.fill %{{.+}}, %[[K]][%[[E]]#2 for %c64] : i32 -> !stream.resource<external>{%[[E]]#1}
// CHECK-NEXT: stream.cmd.copy %[[M]][%c128], %[[M]][%c0], %c64
util.global private mutable @g : !stream.resource<variable>
util.func private @callee(%r: !stream.resource<external>) -> !stream.resource<external> {
  util.return %r : !stream.resource<external>
}
util.func public @f(%s: !stream.resource<variable>, %x: !stream.resource<external>, %o: index, %c: i1) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %v = arith.constant 1 : i32
  %a = stream.resource.subview %s[%o] : !stream.resource<variable>{%c256} -> !stream.resource<variable>{%c64}
  util.global.store %a, @g : !stream.resource<variable>
  %b = stream.resource.subview %x[%c64] : !stream.resource<external>{%c256} -> !stream.resource<external>{%c64}
  %d = stream.resource.subview %x[%c128] : !stream.resource<external>{%c256} -> !stream.resource<external>{%c64}
  %e = util.call @callee(%b) : (!stream.resource<external>) -> !stream.resource<external>
  %t = stream.cmd.execute with(%e as %k: !stream.resource<external>{%c64}, %d as %l: !stream.resource<external>{%c64}, %x as %m: !stream.resource<external>{%c256}) {
    stream.cmd.fill %v, %k[%c0 for %c64] : i32 -> !stream.resource<external>{%c64}
    stream.cmd.copy %l[%c0], %m[%c0], %c64 : !stream.resource<external>{%c64} -> !stream.resource<external>{%c256}
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

// RUN: tern-opt %s --allow-unregistered-dialect --iree-stream-fold-uniform-operands | FileCheck %s --check-prefix=FOLD
// RUN: tern-opt %s --allow-unregistered-dialect --iree-stream-annotate-dispatch-arguments | FileCheck %s --check-prefix=NOTE
// RUN: tern-opt %s --allow-unregistered-dialect --iree-stream-fuse-dispatch-bindings --cse | FileCheck %s --check-prefix=FUSE

// What dispatches agree on is not passed: a constant, and one value twice.

// FOLD: func.func @f(%[[A:[^:]+]]: index, %[[B:[^:]+]]: index, %{{[^:]+}}: !stream.binding, %{{[^:]+}}: !stream.binding)
// FOLD: %[[D:.+]] = arith.constant 7 : i32
// FOLD: "test.use"(%{{.+}}, %{{.+}}, %[[A]], %[[B]], %[[B]], %[[D]])
// FOLD: util.func public @host(%{{[^:]+}}: !stream.resource<transient>, %[[X:[^:]+]]: index, %[[Y:[^:]+]]: index)
// FOLD: stream.cmd.dispatch @exe::@f(%c4, %[[X]] : index, index) {
// FOLD: stream.cmd.dispatch @exe::@f(%c8, %[[Y]] : index, index) {

// What is known of the arguments stands on them.

// NOTE: func.func @f(
// NOTE-SAME: %{{[^:]+}}: index {stream.alignment = 4 : index, stream.values = [4 : index, 8 : index]}, %{{[^:]+}}: index, %{{[^:]+}}: index,
// NOTE-SAME: %{{[^:]+}}: i32 {stream.alignment = 7 : index, stream.values = [7 : i32]},
// NOTE-SAME: %{{[^:]+}}: !stream.binding {stream.alignment = 64 : index}, %{{[^:]+}}: !stream.binding {stream.alignment = 64 : index})

// Two bindings to the same storage are one; the offsets are operands.

// FUSE: func.func @f(%{{[^:]+}}: index, %[[B:[^:]+]]: index, %{{[^:]+}}: index, %{{[^:]+}}: i32, %[[M:[^:]+]]: !stream.binding, %[[O1:[^:]+]]: index, %[[O2:[^:]+]]: index)
// FUSE: stream.binding.subspan %[[M]][%[[O1]]]
// FUSE: %[[SUM:.+]] = arith.addi %[[O2]], %[[B]] : index
// FUSE: stream.binding.subspan %[[M]][%[[SUM]]]
// FUSE: util.func public @host
// FUSE: stream.cmd.dispatch @exe::@f(%c4, %{{.+}}, %{{.+}}, %c7_i32, %c0, %c64 : index, index, index, i32, index, index) {
// FUSE-NEXT: ro %[[S:.+]][%c0 for %c256] : !stream.resource<transient>{%c256}
// FUSE-NEXT: }
// FUSE-NEXT: stream.cmd.dispatch @exe::@f(%c8, %{{.+}}, %{{.+}}, %c7_i32, %c128, %c192 : index, index, index, i32, index, index) {
// FUSE-NEXT: ro %[[S]][%c0 for %c256] : !stream.resource<transient>{%c256}
// FUSE-NEXT: }

stream.executable private @exe {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%a: index, %b: index, %c: index, %d: i32, %r: !stream.binding, %w: !stream.binding) {
      %c0 = arith.constant 0 : index
      %0 = stream.binding.subspan %r[%c0] : !stream.binding -> memref<?xi8>{%a}
      %1 = stream.binding.subspan %w[%b] : !stream.binding -> memref<?xi8>{%c}
      "test.use"(%0, %1, %a, %b, %c, %d) : (memref<?xi8>, memref<?xi8>, index, index, index, i32) -> ()
      return
    }
  }
}
util.func public @host(%s: !stream.resource<transient>, %x: index, %y: index) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c192 = arith.constant 192 : index
  %c256 = arith.constant 256 : index
  %c7 = arith.constant 7 : i32
  %t = stream.cmd.execute with(%s as %m: !stream.resource<transient>{%c256}) {
    stream.cmd.dispatch @exe::@f(%c4, %x, %x, %c7 : index, index, index, i32) {
      ro %m[%c0 for %c64] : !stream.resource<transient>{%c256},
      ro %m[%c64 for %c64] : !stream.resource<transient>{%c256}
    }
    stream.cmd.dispatch @exe::@f(%c8, %y, %y, %c7 : index, index, index, i32) {
      ro %m[%c128 for %c64] : !stream.resource<transient>{%c256},
      ro %m[%c192 for %c64] : !stream.resource<transient>{%c256}
    }
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

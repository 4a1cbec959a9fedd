// RUN: tern-opt %s --allow-unregistered-dialect --iree-stream-cmd-transformation-pipeline | FileCheck %s --check-prefix=CMD
// RUN: tern-opt %s --allow-unregistered-dialect --iree-stream-cmd-transformation-pipeline --iree-stream-optimization-pipeline | FileCheck %s --check-prefix=OPT
// RUN: tern-opt %s --allow-unregistered-dialect --iree-stream-cmd-transformation-pipeline --iree-stream-optimization-pipeline=optimize-bindings=true | FileCheck %s --check-prefix=FUSED

// One allocation holds what the region keeps for itself: 128 bytes for the first value, 64 for the second. The operand
// becomes a word, and with fused bindings the offsets do too.

// CMD: util.func public @main(%[[X:.+]]: !stream.resource<external>, %[[N:.+]]: index) -> !stream.resource<external>
// CMD-DAG: %[[OUT:.+]], %[[OUT_READY:.+]] = stream.resource.alloca uninitialized : !stream.resource<external>{%c64}
// CMD-DAG: %[[OWN:.+]], %[[OWN_READY:.+]] = stream.resource.alloca uninitialized : !stream.resource<transient>{%c192}
// CMD: %[[READY:.+]] = stream.timepoint.join max(%[[OUT_READY]], %[[OWN_READY]])
// CMD: %[[DONE:.+]] = stream.cmd.execute await(%[[READY]]) => with(%[[X]] as %[[A:.+]]: !stream.resource<external>{%c128}, %[[OUT]] as %[[O:.+]]: !stream.resource<external>{%c64}, %[[OWN]] as %[[T:.+]]: !stream.resource<transient>{%c192})
// CMD-NEXT: stream.cmd.dispatch @exe::@f(%[[N]] : index) {
// CMD-NEXT: ro %[[A]][%c0 for %c128]
// CMD-NEXT: wo %[[T]][%[[FIRST:c0|c64]] for %c128]
// CMD: stream.cmd.dispatch @exe::@f(%[[N]] : index) {
// CMD-NEXT: ro %[[T]][%[[FIRST]] for %c128]
// CMD-NEXT: wo %[[T]][%[[SECOND:.+]] for %c64]
// CMD: stream.cmd.dispatch @exe::@f(%[[N]] : index) {
// CMD-NEXT: ro %[[T]][%[[SECOND]] for %c64]
// CMD-NEXT: wo %[[O]][%c0 for %c64]
// CMD: %[[FREED:.+]] = stream.resource.dealloca await(%[[DONE]]) => %[[OWN]]
// CMD: stream.timepoint.await

// OPT: func.func @f(%[[N:[^:]+]]: i32, %{{[^:]+}}: !stream.binding {stream.alignment = 64 : index}, %{{[^:]+}}: !stream.binding {stream.alignment = 64 : index})
// OPT: arith.index_cast %[[N]] : i32 to index
// OPT: %[[WORD:.+]] = arith.index_castui %{{.+}} : index to i32
// OPT: stream.cmd.dispatch @exe::@f(%[[WORD]] : i32) {

// FUSED: func.func @f(%{{[^:]+}}: i32, %{{[^:]+}}: !stream.binding
// FUSED: stream.cmd.dispatch @exe::@f(%{{.+}}, %{{.+}}, %{{.+}} : i32, i32, i32) {
// FUSED-NEXT: ro %{{.+}}[%c0 for
stream.executable private @exe {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%n: index, %r: !stream.binding, %w: !stream.binding) {
      %c0 = arith.constant 0 : index
      %0 = stream.binding.subspan %r[%c0] : !stream.binding -> memref<?xi8>{%n}
      %1 = stream.binding.subspan %w[%c0] : !stream.binding -> memref<?xi8>{%n}
      "test.use"(%0, %1) : (memref<?xi8>, memref<?xi8>) -> ()
      return
    }
  }
}
util.func public @main(%x: !stream.resource<external>, %n: index) -> !stream.resource<external> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %r, %t = stream.async.execute with(%x as %a: !stream.resource<external>{%c128}) -> !stream.resource<external>{%c64} {
    %0 = stream.async.dispatch @exe::@f(%n, %a[%c0 to %c128 for %c128]) : (index, !stream.resource<external>{%c128}) -> !stream.resource<transient>{%c128}
    %1 = stream.async.dispatch @exe::@f(%n, %0[%c0 to %c128 for %c128]) : (index, !stream.resource<transient>{%c128}) -> !stream.resource<transient>{%c64}
    %2 = stream.async.dispatch @exe::@f(%n, %1[%c0 to %c64 for %c64]) : (index, !stream.resource<transient>{%c64}) -> !stream.resource<external>{%c64}
    stream.yield %2 : !stream.resource<external>{%c64}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<external>{%c64}
  util.return %w : !stream.resource<external>
}

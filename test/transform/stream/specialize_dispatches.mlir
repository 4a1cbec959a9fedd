// RUN: tern-opt %s --allow-unregistered-dialect --iree-stream-specialize-dispatches --cse | FileCheck %s

// Dispatches with the same constants share a row of the tables; the row is what they pass.

// CHECK: func.func @f(%[[X:[^:]+]]: i32, %{{[^:]+}}: !stream.binding, %[[SITE:[^:]+]]: index)
// CHECK-DAG: %[[T:.+]] = arith.constant dense<{{\[\[}}1, 1], [2, 64]]> : tensor<2x2xindex>
// CHECK-DAG: %[[U:.+]] = arith.constant dense<10> : tensor<2x1xi32>
// CHECK-DAG: %[[A:.+]] = tensor.extract %[[T]][%[[SITE]], %c0]
// CHECK-DAG: %[[C:.+]] = tensor.extract %[[T]][%[[SITE]], %c1]
// CHECK-DAG: %[[B:.+]] = tensor.extract %[[U]][%[[SITE]], %c0]
// CHECK: "test.use"(%[[A]], %[[B]], %[[C]], %[[X]])
// CHECK: util.func public @host(%{{[^:]+}}: !stream.resource<transient>, %[[V:[^:]+]]: i32)
// CHECK: stream.cmd.dispatch @exe::@f(%[[V]], %c0 : i32, index)
// CHECK: stream.cmd.dispatch @exe::@f(%[[V]], %c1 : i32, index)
// CHECK: stream.cmd.dispatch @exe::@f(%[[V]], %c0 : i32, index)

stream.executable private @exe {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%a: index, %b: i32, %c: index, %x: i32, %r: !stream.binding) {
      "test.use"(%a, %b, %c, %x) : (index, i32, index, i32) -> ()
      return
    }
  }
}
util.func public @host(%s: !stream.resource<transient>, %x: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : i32
  %c64 = arith.constant 64 : index
  %t = stream.cmd.execute with(%s as %m: !stream.resource<transient>{%c64}) {
    stream.cmd.dispatch @exe::@f(%c1, %c10, %c1, %x : index, i32, index, i32) {
      ro %m[%c0 for %c64] : !stream.resource<transient>{%c64}
    }
    stream.cmd.dispatch @exe::@f(%c2, %c10, %c64, %x : index, i32, index, i32) {
      ro %m[%c0 for %c64] : !stream.resource<transient>{%c64}
    }
    stream.cmd.dispatch @exe::@f(%c1, %c10, %c1, %x : index, i32, index, i32) {
      ro %m[%c0 for %c64] : !stream.resource<transient>{%c64}
    }
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

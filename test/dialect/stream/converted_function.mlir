// A function of an executable that was converted has no bindings that a dispatch could miss.
// RUN: tern-opt %s | FileCheck %s

// CHECK: llvm.func @g
// CHECK: stream.cmd.dispatch @exe::@g
stream.executable private @exe {
  stream.executable.export public @g
  builtin.module {
    llvm.func @g(%a: i64, %b: i64) {
      llvm.return
    }
  }
}
util.func public @constants() -> !stream.timepoint {
  %a = arith.constant 8589934593 : index
  %b = arith.constant -1 : i64
  %t = stream.cmd.execute with() {
    stream.cmd.dispatch @exe::@g(%a, %b : index, i64) {
    }
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

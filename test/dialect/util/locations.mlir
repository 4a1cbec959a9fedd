// The location of an argument stands behind its attributes, where it is read.
// RUN: tern-opt --mlir-print-debuginfo --mlir-print-local-scope %s > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt --mlir-print-debuginfo --mlir-print-local-scope %t.mlir | diff %t.mlir -

// CHECK: util.func public @f(%{{.*}}: i32 {a.b} loc("a":1:2), %{{.*}}: index loc("a":3:4)) -> i32
util.func public @f(%x: i32 {a.b} loc("a":1:2), %n: index loc("a":3:4)) -> i32 {
  util.return %x : i32
}

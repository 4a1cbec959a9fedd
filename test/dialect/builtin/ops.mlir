// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

module @named attributes {test.note = 1 : i32} {
  func.func private @declared()
}
module @nested {
  module {
  }
}
func.func @casts(%a: i32, %b: tensor<?xf32>) {
  %0 = builtin.unrealized_conversion_cast to i64
  %1 = builtin.unrealized_conversion_cast %a : i32 to index
  %2:2 = builtin.unrealized_conversion_cast %a, %b : i32, tensor<?xf32> to f32, f64 {test.note}
  return
}
"builtin.module"() <{sym_name = "generic", sym_visibility = "private"}> ({
  func.func private @inside()
}) : () -> ()

// Canonicalization gives what upstream's gives.
// RUN: tern-opt --canonicalize --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --canonicalize --allow-unregistered-dialect %s | diff - %t.mlir

func.func @unrealized(%x: i32, %y: f32) -> (i32, i32, f32) {
  %0 = builtin.unrealized_conversion_cast %x : i32 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %x : i32 to i32
  %3:2 = builtin.unrealized_conversion_cast %x, %y : i32, f32 to i64, f64
  %4:2 = builtin.unrealized_conversion_cast %3#0, %3#1 : i64, f64 to i32, f32
  return %1, %2, %4#1 : i32, i32, f32
}

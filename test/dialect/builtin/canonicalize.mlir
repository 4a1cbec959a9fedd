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

// Casts of each other's results, and negations likewise, where nothing goes: they are gone with their block.
func.func @circle(%c: complex<f32>) -> complex<f32> {
  return %c : complex<f32>
^unreachable:
  %0 = builtin.unrealized_conversion_cast %1 : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i32
  %2 = complex.neg %3 : complex<f32>
  %3 = complex.neg %2 : complex<f32>
  cf.br ^unreachable
}

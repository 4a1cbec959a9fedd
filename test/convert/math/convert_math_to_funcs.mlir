// Powers and leading zeros as calls of functions in the module: what upstream's pass gives.
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-math-to-funcs > %t.0.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-math-to-funcs | diff -b - %t.0.ours
// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --convert-math-to-funcs='convert-ctlz min-width-of-fpowi-exponent=33' > %t.1.ours
// RUN: mlir-opt %s --allow-unregistered-dialect --split-input-file --convert-math-to-funcs='convert-ctlz min-width-of-fpowi-exponent=33' | diff -b - %t.1.ours

func.func @i(%a: i32, %b: vector<2xi8>, %c: i1, %d: i64) {
  %0 = math.ipowi %a, %a : i32
  %1 = math.ipowi %b, %b : vector<2xi8>
  %2 = math.ipowi %d, %d : i64
  return
}

// -----

func.func @f(%a: f32, %b: i32, %c: vector<2xf64>, %d: vector<2xi64>, %e: i8, %f: f16, %g: i1) {
  %0 = math.fpowi %a, %b : f32, i32
  %1 = math.fpowi %c, %d : vector<2xf64>, vector<2xi64>
  %2 = math.fpowi %f, %e : f16, i8
  return
}

// -----

func.func @c(%a: i32, %b: vector<2xi8>, %c: i1) {
  %0 = math.ctlz %a : i32
  %1 = math.ctlz %b : vector<2xi8>
  %2 = math.ctlz %c : i1
  return
}

// How wide an index is nobody knows yet.
func.func @index(%a: index) -> index {
  %0 = math.ipowi %a, %a : index
  return %0 : index
}

// RUN: tern-opt --allow-unregistered-dialect --convert-complex-to-llvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-complex-to-llvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: tern-opt --allow-unregistered-dialect --convert-complex-to-llvm=complex-range=improved %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-complex-to-llvm=complex-range=improved %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: tern-opt --allow-unregistered-dialect --convert-complex-to-llvm=complex-range=none %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-complex-to-llvm=complex-range=none %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours

// CHECK: llvm.intr.sqrt
// CHECK: llvm.mlir.constant([1.000000e+00 : f32, 2.000000e+00 : f32]) : !llvm.struct<(f32, f32)>

func.func @f(%a : complex<f32>, %b : complex<f32>, %r : f32, %i : f32) {
  %0 = complex.abs %a : complex<f32>
  %1 = complex.add %a, %b : complex<f32>
  %2 = complex.sub %a, %b fastmath<fast> : complex<f32>
  %3 = complex.mul %a, %b : complex<f32>
  %4 = complex.div %a, %b fastmath<fast> : complex<f32>
  %5 = complex.create %r, %i : complex<f32>
  %6 = complex.re %a : complex<f32>
  %7 = complex.im %a : complex<f32>
  %8 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %12 = complex.abs %a fastmath<contract> : complex<f32>
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (f32, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, f32, f32, complex<f32>) -> ()
  return
}

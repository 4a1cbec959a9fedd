// Constants become arith.constant; apply_scale is lowered where it is asked for, in 64 or in 32 bits.
// RUN: tern-opt --tosa-to-arith %s | FileCheck %s --check-prefix=KEEP
// RUN: tern-opt --pass-pipeline='builtin.module(tosa-to-arith{include-apply-rescale})' %s | FileCheck %s
// RUN: tern-opt --pass-pipeline='builtin.module(tosa-to-arith{include-apply-rescale use-32-bit})' %s | FileCheck %s --check-prefix=NARROW

// KEEP: arith.constant dense<7> : tensor<2xi8>
// KEEP: tosa.apply_scale
// CHECK-NOT: tosa
// CHECK: arith.extsi %arg0 : i32 to i64
// CHECK: arith.shrsi {{.*}} : i64
// CHECK: arith.trunci {{.*}} : i64 to i32
// NARROW: arith.mulsi_extended %arg0, %arg1 : i32
// NARROW-NOT: i64
func.func @f(%x: i32, %m: i32, %s: i8) -> (i32, tensor<2xi8>) {
  %c = "tosa.const"() <{values = dense<7> : tensor<2xi8>}> : () -> tensor<2xi8>
  %0 = tosa.apply_scale %x, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
  return %0, %c : i32, tensor<2xi8>
}

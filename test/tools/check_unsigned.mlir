// RUN: tern-run --check %s | FileCheck %s

// Signed types alone say that the program is written in StableHLO.
// CHECK: 1 passed, 0 failed
func.func @u() {
  %0 = util.unfoldable_constant dense<[1, 255]> : tensor<2xui8>
  check.expect_eq_const(%0, dense<[1, 255]> : tensor<2xui8>) : tensor<2xui8>
  return
}

// What is refused.
// RUN: tern-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tosa-to-arith{include-apply-rescale})' %s

func.func @f(%x: vector<4xi32>, %s: vector<4xi8>) -> vector<4xi32> {
  // expected-error@+1 {{is only lowered on scalars}}
  %r = tosa.apply_scale %x, %x, %s {rounding_mode = SINGLE_ROUND} : (vector<4xi32>, vector<4xi32>, vector<4xi8>) -> vector<4xi32>
  return %r : vector<4xi32>
}

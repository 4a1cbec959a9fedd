// RUN: tern-opt %s --iree-stablehlo-strip-shardings --verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func @parts(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{computes on parts of tensors: programs for several devices are not compiled}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%y: tensor<2xf32>) {
    sdy.return %y : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

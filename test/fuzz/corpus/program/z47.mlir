sdy.mesh @mesh = <["a"=1]>
func.func public @main(%x: tensor<4xf32> {jax.arg_info = "x", sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<4xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<4xf32>
  sdy.sharding_group %1 group_id=1 : tensor<4xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    %3 = stablehlo.multiply %y, %y : tensor<4xf32>
    sdy.return %3 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

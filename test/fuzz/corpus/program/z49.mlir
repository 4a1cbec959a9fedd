func.func @jumps(%p: i1, %t: tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32> {
  cf.cond_br %p, ^bb1(%t : tuple<tensor<f32>, tensor<2xi32>>), ^bb2
^bb1(%u: tuple<tensor<f32>, tensor<2xi32>>):
  %a = stablehlo.get_tuple_element %u[0] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32>
  return %a : tensor<f32>
^bb2:
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  return %c : tensor<f32>
}
func.func @nested(%t: tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>) -> tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>> {
  %0 = stablehlo.optimization_barrier %t : tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>
  return %0 : tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>
}

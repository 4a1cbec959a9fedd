// RUN: tern-opt %s --stablehlo-refine-shapes --split-input-file --verify-diagnostics

func.func @main(%a: tensor<4xf32>, %b: tensor<5xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<?xf32>
  %1 = stablehlo.convert %b : (tensor<5xf32>) -> tensor<?xf32>
  %2 = call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error @+1 {{'func.call' op calls a function that is refined for other types: argument #0 is 'tensor<5xf32>', and 'tensor<4xf32>' elsewhere}}
  %3 = call @f(%1) : (tensor<?xf32>) -> tensor<?xf32>
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}
func.func private @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// -----

func.func @main(%a: tensor<4xf32>) -> tensor<3x?xf32> {
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %s = stablehlo.concatenate %c, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op is refined to 'tensor<2x2xf32>', which contradicts 'tensor<3x?xf32>'}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

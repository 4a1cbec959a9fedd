func.func @follows_calls(%x: tensor<2x3xf32>, %z: tensor<f32>, %factor: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.multiply %b, %factor : tensor<f32>
    %2 = func.call @combine(%a, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<2xf32>
}
func.func private @combine(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = "stablehlo.if"(%c) ({
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %a : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @reduces_in_body(%x: tensor<3x5xui8>, %z: tensor<ui8>) -> tensor<3xui8> {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<3x5xui8>, tensor<ui8>) -> tensor<3xui8>
   reducer(%a: tensor<ui8>, %b: tensor<ui8>) {
    %1 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui8>) -> tensor<2xui8>
    %2 = stablehlo.reduce(%1 init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<2xui8>, tensor<ui8>) -> tensor<ui8>
    stablehlo.return %2 : tensor<ui8>
  }
  return %0 : tensor<3xui8>
}


// RUN: tern-opt %s --split-input-file --verify-diagnostics --stablehlo-legalize-to-vhlo

func.func @other(%b: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+2 {{'arith.constant' op is not of StableHLO, and has no form in VHLO}}
  // expected-note@+1 {{lower it to StableHLO first, or keep it with allow-other-dialects}}
  %c = arith.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.add %b, %c : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// expected-error@+2 {{failed to legalize operation 'func.func' that was explicitly marked illegal}}
// expected-note@+1 {{the type 'vector<2xf32>' has no form in VHLO}}
func.func @type(%a: vector<2xf32>) {
  return
}

// -----

func.func @attribute(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+2 {{failed to legalize operation 'stablehlo.abs' that was explicitly marked illegal}}
  // expected-note@+1 {{the attribute 'my.map' has no form in VHLO: affine_map<(d0) -> (d0)>}}
  %0 = stablehlo.abs %a {my.map = affine_map<(d0) -> (d0)>} : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @op(%a: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error@+2 {{failed to legalize operation 'stablehlo.topk' that was explicitly marked illegal}}
  // expected-note@+1 {{the op has no form in VHLO}}
  %0:2 = "stablehlo.topk"(%a) <{k = 2 : i64, largest = true}> : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

func.func @missing(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{failed to legalize operation 'stablehlo.broadcast' that was explicitly marked illegal}}
  // expected-note@+1 {{the attribute 'broadcast_sizes' is missing}}
  %0 = "stablehlo.broadcast"(%x) : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

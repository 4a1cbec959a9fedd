// RUN: tern-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected '<'}}
sdy.mesh @m = ["a"=1]

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected '<'}}
  %0 = sdy.sharding_constraint %x @m : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{has a region with 0 arguments for 1 operands}}
  sdy.manual_computation(%x) in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : (tensor<4xf32>) -> ()
  return
}

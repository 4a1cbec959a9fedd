// RUN: tern-opt %s --iree-stablehlo-legalize-custom-calls --split-input-file --verify-diagnostics

func.func @shape(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @below {{calls an element-wise function for a result of another shape}}
  %0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @no_comparator(%x: tensor<7xf32>, %low: tensor<f32>) -> tensor<3xf32> {
  // expected-error @below {{is no call of ApproxTopK}}
  %0 = stablehlo.custom_call @ApproxTopK(%x, %low) {mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<7xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @two_types(%x: tensor<4xf32>, %y: tensor<4xf64>) -> tensor<i1> {
  // expected-error @below {{is no test of two tensors of one type for equality, which gives tensor<i1>}}
  %0 = stablehlo.custom_call @check.eq(%x, %y) : (tensor<4xf32>, tensor<4xf64>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @processes(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{runs functions as processes that talk to each other, which only StableHLO's interpreter does}}
  // expected-note @+1 {{a program is one process here: its collective ops see replica 0 of partition 0}}
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @file(%x: tensor<4xf32>) {
  // expected-error @below {{compares with a file that interpreter.probe has written, and probes write no files here}}
  check.expect_serialized_eq %x, probe_id = "x" : tensor<4xf32>
  return
}

// RUN: tern-opt --verify-diagnostics --split-input-file --iree-linalg-ext-to-loops %s

func.func @buffers(%o: memref<8xf32>) {
  // expected-error@+1 {{works on buffers; only tensors become loops}}
  iree_linalg_ext.sort dimension(0) outs(%o : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @stage(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c5 = arith.constant 5 : index
  // expected-error@+1 {{has stage 5, which transforms of its length do not have}}
  %r:2 = iree_linalg_ext.fft ins(%c5 : index) outs(%x, %x : tensor<16xf32>, tensor<16xf32>) : tensor<16xf32>, tensor<16xf32>
  return %r#0, %r#1 : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @dimensions(%o: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32> {
  // expected-error@+1 {{has more than 31 dimensions}}
  %r = iree_linalg_ext.sort dimension(0) outs(%o : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return %r : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
}

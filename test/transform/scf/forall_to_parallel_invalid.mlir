// RUN: tern-opt %s --scf-forall-to-parallel --verify-diagnostics

func.func @shared(%t: tensor<8xf32>, %s: tensor<1xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'scf.forall' op has shared outputs and cannot become scf.parallel}}
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

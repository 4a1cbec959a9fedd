// RUN: tern-opt %s --convert-scf-to-cf --split-input-file --verify-diagnostics

func.func @refuses_shared_tensors(%t: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+2 {{'scf.forall' op has tensors as results and cannot become branches}}
  // expected-note @+1 {{bufferize it first}}
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<8xf32> {
    %s = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

func.func @refuses_body_of_one_block(%a: memref<8xf32>, %c: i1) {
  // expected-note @+1 {{lower this op to loops first}}
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : memref<8xf32>) {
  ^bb0(%x: f32):
    // expected-error @+1 {{'scf.if' op cannot become branches in a region that must have one block}}
    %r = scf.if %c -> f32 {
      scf.yield %x : f32
    } else {
      %z = arith.constant 0.0 : f32
      scf.yield %z : f32
    }
    linalg.yield %r : f32
  }
  return
}

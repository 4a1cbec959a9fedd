// RUN: tern-opt %s --split-input-file --convert-to-gpu --verify-diagnostics

func.func @unknown_marker(%m: memref<4xf32>, %z: f32) {
  // expected-error@+1 {{has the unknown marker "foo", expected "workgroup"}}
  linalg.fill {__internal_linalg_transform__ = "foo"} ins(%z : f32) outs(%m : memref<4xf32>)
  return
}

// -----

func.func @marker_is_no_string(%m: memref<4xf32>, %z: f32) {
  // expected-error@+1 {{has the unknown marker 1 : i64, expected "workgroup"}}
  linalg.fill {__internal_linalg_transform__ = 1 : i64} ins(%z : f32) outs(%m : memref<4xf32>)
  return
}

// -----

func.func @tensors(%t: tensor<4xf32>, %z: f32) -> tensor<4xf32> {
  // expected-error@+1 {{is on tensors: only structured ops on buffers are distributed}}
  %r = linalg.fill ins(%z : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @parallel_with_results(%m: memref<4xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{has results: a reduction over workgroups cannot be distributed}}
  %r = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%z) -> f32 {
    scf.reduce(%z : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return
}

// -----

func.func @nested_parallel(%m: memref<4xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %k = %c0 to %c4 step %c1 {
    // expected-error@+1 {{is nested in 'scf.for': only outermost loops are distributed to workgroups}}
    scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
      memref.store %z, %m[%i] : memref<4xf32>
      scf.reduce
    }
  }
  return
}

// -----

// Each element of the second op needs all of the first: too much for one workgroup.

func.func @depends_on_other_workgroups(%a: memref<100000xf32>, %b: memref<100000xf32>, %z: f32) {
  // expected-note@+1 {{this one; --iree-codegen-split-dispatch-function gives each a kernel of its own}}
  linalg.fill ins(%z : f32) outs(%a : memref<100000xf32>)
  // expected-error@+1 {{depends through memory on an op before it, which other workgroups may still be running}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (-i + 99999)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%a : memref<100000xf32>) outs(%b : memref<100000xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>
func.func @too_many_operands(%m: memref<4xf32>, %o: memref<4xf32>) {
  // expected-error@+1 {{has 33 operands, but at most 32 can be distributed}}
  linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id],
                  iterator_types = ["parallel"]}
      ins(%m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m, %m : memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>)
      outs(%o : memref<4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32, %a7: f32, %a8: f32, %a9: f32, %a10: f32, %a11: f32, %a12: f32, %a13: f32, %a14: f32, %a15: f32, %a16: f32, %a17: f32, %a18: f32, %a19: f32, %a20: f32, %a21: f32, %a22: f32, %a23: f32, %a24: f32, %a25: f32, %a26: f32, %a27: f32, %a28: f32, %a29: f32, %a30: f32, %a31: f32, %a32: f32):
    linalg.yield %a0 : f32
  }
  return
}

// -----

// expected-error@+1 {{has several blocks: only structured control flow is distributed}}
func.func @several_blocks(%c: i1, %m: memref<8xf32>, %z: f32) {
  cf.cond_br %c, ^fill, ^end
^fill:
  linalg.fill ins(%z : f32) outs(%m : memref<8xf32>)
  cf.br ^end
^end:
  return
}

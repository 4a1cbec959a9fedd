// RUN: tern-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(func.func(gpu-map-parallel-loops))"

func.func @twice(%n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+2 {{has two dimensions that are mapped to one processor: #gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>}}
  // expected-note @+1 {{give each dimension a processor of its own, or sequential}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%n, %n) {
  } {mapping = [#gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>,
                #gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

// -----

// Any number of dimensions may be sequential, and a loop inside may have the processors of the one around.
func.func @sequential(%n: index) {
  %c0 = arith.constant 0 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%n, %n) {
  } {mapping = [#gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>,
                #gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

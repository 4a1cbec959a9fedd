// Mappings are upstream's, with both policies.
// RUN: tern-opt --pass-pipeline="builtin.module(func.func(gpu-map-parallel-loops))" %s > %t.outer.mlir
// RUN: mlir-opt --pass-pipeline="builtin.module(func.func(gpu-map-parallel-loops))" %s | diff - %t.outer.mlir
// RUN: FileCheck %s < %t.outer.mlir
// RUN: tern-opt --pass-pipeline="builtin.module(func.func(gpu-map-parallel-loops{mapping-policy=innermost-first}))" %s > %t.inner.mlir
// RUN: mlir-opt --pass-pipeline="builtin.module(func.func(gpu-map-parallel-loops{mapping-policy=innermost-first}))" %s | diff - %t.inner.mlir
// RUN: FileCheck --check-prefix=INNER %s < %t.inner.mlir
// RUN: not tern-opt --pass-pipeline="builtin.module(func.func(gpu-map-parallel-loops{mapping-policy=random}))" %s 2>&1 | FileCheck --check-prefix=POLICY %s

// CHECK: mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_y,
// CHECK: mapping = [#gpu.loop_dim_map<processor = block_x, {{.*}}processor = block_y, {{.*}}processor = block_z, {{.*}}processor = sequential,
// INNER: mapping = [#gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_x,
// INNER: mapping = [#gpu.loop_dim_map<processor = block_z, {{.*}}processor = block_y, {{.*}}processor = block_x, {{.*}}processor = sequential,
// POLICY: error: Invalid mapping policy specified.
// POLICY: note: mapping-policy is outermost-first or innermost-first, not 'random'

func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  scf.parallel (%i, %j, %k, %l) = (%c0, %c0, %c0, %c0) to (%n, %n, %n, %n) step (%n, %n, %n, %n) {
    scf.parallel (%a, %b) = (%c0, %c0) to (%n, %n) step (%n, %n) {
      scf.parallel (%d) = (%c0) to (%n) step (%n) { scf.parallel (%e) = (%c0) to (%n) step (%n) { } }
    }
    scf.for %z = %c0 to %n step %n { scf.parallel (%e) = (%c0) to (%n) step (%n) { } }
    scf.parallel (%e) = (%c0) to (%n) step (%n) { } {mapping = []}
  }
  scf.for %z = %c0 to %n step %n { scf.parallel (%e) = (%c0) to (%n) step (%n) { } }
  scf.parallel (%e) = (%c0) to (%n) step (%n) { scf.parallel (%d) = (%c0) to (%n) step (%n) { } } {mapping = [1]}
  return
}

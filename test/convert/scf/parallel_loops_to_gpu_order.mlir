// What may stand behind the loops inside of a launch.
// RUN: tern-opt --convert-parallel-loops-to-gpu %s > %t.ours
// RUN: mlir-opt --convert-parallel-loops-to-gpu %s | diff - %t.ours
// RUN: FileCheck %s < %t.ours

// CHECK-LABEL: func.func @sum_behind_loop
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK: memref.store
// CHECK: }
// CHECK-NEXT: arith.addi
// CHECK: gpu.terminator
func.func @sum_behind_loop(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%j] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    %k = arith.addi %i, %n : index
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

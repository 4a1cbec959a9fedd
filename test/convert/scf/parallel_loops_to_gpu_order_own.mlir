// A branch before an inner loop would run once for each thread of that loop, so it counts as an op with effects. Upstream's
// release makes a launch of it.
// RUN: tern-opt --convert-parallel-loops-to-gpu %s 2> %t.remarks | FileCheck %s

// CHECK-LABEL: func.func @branch_before_loop
// CHECK-NOT: gpu.launch
// CHECK: scf.parallel
func.func @branch_before_loop(%m: memref<?xf32>, %n: index, %c: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %y = scf.if %c -> f32 {
      scf.yield %x : f32
    } else {
      %z = arith.negf %x : f32
      scf.yield %z : f32
    }
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %y, %m[%j] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

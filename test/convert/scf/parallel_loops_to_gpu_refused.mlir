// Loops that cannot be converted stay as they are, and a remark says why, if asked for.
// RUN: tern-opt --convert-parallel-loops-to-gpu=explain=true --verify-diagnostics %s
// RUN: tern-opt --convert-parallel-loops-to-gpu %s > %t.mlir 2> %t.remarks
// RUN: count 0 < %t.remarks
// RUN: mlir-opt --convert-parallel-loops-to-gpu %s | diff - %t.mlir
// RUN: FileCheck %s --implicit-check-not=gpu.launch < %t.mlir

// CHECK: func.func @refused

func.func @refused(%m: memref<?xf32>, %o: memref<f32>, %n: index, %c: index, %e: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  // expected-remark @+1 {{the loop is not converted to a launch: ops with side effects stand before a loop inside of it}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %z, %o[] : memref<f32>
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %z, %m[%k] : memref<?xf32>
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{the loop is not converted to a launch: ops with side effects stand before a loop inside of it}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %z, %o[] : memref<f32>
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      %y = memref.load %o[] : memref<f32>
      memref.store %y, %m[%k] : memref<?xf32>
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{the loop is not converted to a launch: ops with side effects stand behind a loop inside of it}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %z, %m[%k] : memref<?xf32>
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    memref.store %z, %o[] : memref<f32>
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{the loop is not converted to a launch: cannot derive loop-invariant upper bound for number of iterations}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%k) = (%c0) to (%i) step (%c1) {
      memref.store %z, %m[%k] : memref<?xf32>
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{the loop is not converted to a launch: two loops are mapped to one processor}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %z, %m[%k] : memref<?xf32>
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{the loop is not converted to a launch: a loop has no mapping for each of its dimensions}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %z, %m[%k] : memref<?xf32>
      scf.reduce
    } 
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-remark @+1 {{the loop is not converted to a launch: launches inside of parallel loops are not supported}}
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %z, %m[%k] : memref<?xf32>
      scf.reduce
    }  {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    scf.reduce
  }
  return
}

func.func @more(%m: memref<?xf32>, %o: memref<f32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{a loop has more than one reduction}}
  %0:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x, %x) -> (f32, f32) {
    %v = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %a, %b : f32
      scf.reduce.return %s : f32
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{its lower bound is neither constant nor computed before the launch}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%k) = (%i) to (%n) step (%c1) {
      memref.store %x, %m[%k] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{its step is neither constant nor computed before the launch}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%i) {
      memref.store %x, %m[%k] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{its reduction uses values from around it}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %r = scf.parallel (%k) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
      %v = memref.load %m[%k] : memref<?xf32>
      scf.reduce(%v : f32) {
      ^bb0(%a: f32, %b: f32):
        %s = arith.mulf %a, %x : f32
        scf.reduce.return %s : f32
      }
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    memref.store %r, %o[] : memref<f32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  // expected-remark @+1 {{its reduction is not of a number that the loop computes}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %r = scf.parallel (%k) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
      scf.reduce(%x : f32) {
      ^bb0(%a: f32, %b: f32):
        scf.reduce.return %b : f32
      }
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    memref.store %r, %o[] : memref<f32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return %0#0 : f32
}

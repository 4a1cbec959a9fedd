// RUN: tern-opt %s --gpu-tile-with-temporaries | FileCheck %s

#two = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>

// A workgroup runs all ops on its rows, with the temporary in its memory.

// CHECK-LABEL: func.func @shares
// CHECK: scf.parallel (%[[I:.*]]) = (%{{.*}}) to (%c64{{.*}}) step (%{{.*}}) {
// CHECK: %[[T:.*]] = memref.alloc() : memref<64xf32, 3>
// CHECK: %[[S:.*]] = memref.subview %[[T]]
// CHECK: linalg.fill {__internal_linalg_transform__ = "workgroup"} ins(%{{.*}}) outs(%[[S]] :
// CHECK: memref.subview %[[T]]
// CHECK: linalg.generic {{.*}} attrs = {__internal_linalg_transform__ = "workgroup"}
// CHECK: memref.subview %[[T]]
// CHECK: linalg.generic {{.*}} attrs = {__internal_linalg_transform__ = "workgroup"}
func.func @shares() {
  %z = arith.constant 0.0 : f32
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x100xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x100xf32>
  %t = memref.alloca() : memref<64xf32>
  linalg.fill ins(%z : f32) outs(%t : memref<64xf32>)
  linalg.generic {indexing_maps = [#two, #rows], iterator_types = ["parallel", "reduction"]} ins(%a : memref<64x100xf32>) outs(%t : memref<64xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#two, #rows, #two], iterator_types = ["parallel", "parallel"]} ins(%a, %t : memref<64x100xf32>, memref<64xf32>) outs(%o : memref<64x100xf32>) {
  ^bb0(%x: f32, %y: f32, %q: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// Each invocation takes an iteration.

// CHECK-LABEL: func.func @iterates
// CHECK-SAME: workgroup_size = [{{[0-9]+}}, 1, 1]
// CHECK: %[[B:.*]] = gpu.block_id x
// CHECK: %[[T:.*]] = gpu.thread_id x
// CHECK: scf.for %{{.*}} to %{{.*}} step
// CHECK: memref.store
// CHECK-LABEL: func.func private @iterates_workgroup_count
func.func @iterates() {
  %z = arith.constant 0.0 : f32
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x100xf32>
  scf.forall (%i, %j) in (64, 100) {
    memref.store %z, %o[%i, %j] : memref<64x100xf32>
  }
  return
}

// A workgroup takes each iteration of a loop with loops inside, and its invocations share these: what two of them use is in its
// memory, what one uses is the invocation's own.

// CHECK-LABEL: func.func @shares_loops
// CHECK-SAME: workgroup_size = [[[WIDTH:[0-9]+]], 1, 1]
// CHECK-DAG: %[[ALL:.*]] = memref.alloc() : memref<100xf32, 3>
// CHECK-DAG: %[[OWN:.*]] = memref.alloca() : memref<2xf32>
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: scf.for %[[ROW:.*]] = %[[BLOCK]] to %c64
// CHECK: scf.for {{.*}} -> (f32)
// CHECK: %[[ID:.*]] = gpu.thread_id x
// CHECK: scf.for %[[J:.*]] = %[[ID]] to %c100{{.*}} step %c[[WIDTH]]
// CHECK: memref.subview %[[ALL]][%[[J]]] [1] [1] : memref<100xf32, 3> to memref<1xf32, strided<[1], offset: ?>, 3>
// CHECK: memref.store %{{.*}}, %[[OWN]]
// CHECK: gpu.barrier
// CHECK: scf.for %{{.*}} = %{{.*}} to %c50{{.*}} step %c[[WIDTH]]
// CHECK: scf.for
// CHECK: memref.load %[[ALL]]{{.*}} : memref<100xf32, 3>
// CHECK: gpu.barrier
// CHECK-LABEL: func.func private @shares_loops_workgroup_count
func.func @shares_loops() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x100xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x100xf32>
  %t = memref.alloca() : memref<100xf32>
  %own = memref.alloca() : memref<2xf32>
  scf.forall (%i) in (64) {
    %s = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %z) -> (f32) {
      scf.forall (%j) in (100) {
        %v = memref.load %a[%i, %j] : memref<64x100xf32>
        %w = memref.subview %t[%j] [1] [1] : memref<100xf32> to memref<1xf32, strided<[1], offset: ?>>
        memref.store %v, %own[%c1] : memref<2xf32>
        %u = memref.load %own[%c1] : memref<2xf32>
        memref.store %u, %w[%c0] : memref<1xf32, strided<[1], offset: ?>>
      }
      scf.forall (%j) in (50) {
        scf.forall (%l) in (2) {
          %v = memref.load %t[%j] : memref<100xf32>
          memref.store %v, %o[%i, %j] : memref<64x100xf32>
        }
      }
      %y = arith.addf %x, %z : f32
      scf.yield %y : f32
    }
  }
  return
}

// An invocation does all of an iteration that touches memory between its loops: others may still be writing there.

// CHECK-LABEL: func.func @touches_memory_between
// CHECK: gpu.thread_id x
// CHECK-NOT: gpu.barrier
// CHECK-LABEL: func.func private @touches_memory_between_workgroup_count
func.func @touches_memory_between() {
  %c0 = arith.constant 0 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x100xf32>
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x100xf32>
  scf.forall (%i) in (64) {
    scf.forall (%j) in (100) {
      %v = memref.load %a[%i, %j] : memref<64x100xf32>
      memref.store %v, %o[%i, %j] : memref<64x100xf32>
    }
    %w = memref.load %o[%i, %c0] : memref<64x100xf32>
    scf.forall (%j) in (100) {
      memref.store %w, %o[%i, %j] : memref<64x100xf32>
    }
  }
  return
}

// So it does where workgroup memory has no room for what the loops share.

// CHECK-LABEL: func.func @shares_too_much
// CHECK: memref.alloca() : memref<4096xf32>
// CHECK-NOT: gpu.barrier
// CHECK-LABEL: func.func private @shares_too_much_workgroup_count
func.func @shares_too_much() attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<max_compute_shared_memory_size = 16380>>} {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x4096xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x4096xf32>
  %t = memref.alloca() : memref<4096xf32>
  scf.forall (%i) in (64) {
    scf.forall (%j) in (4096) {
      %v = memref.load %a[%i, %j] : memref<64x4096xf32>
      memref.store %v, %t[%j] : memref<4096xf32>
    }
    scf.forall (%j) in (4096) {
      %v = memref.load %t[%j] : memref<4096xf32>
      memref.store %v, %o[%i, %j] : memref<64x4096xf32>
    }
  }
  return
}

// One invocation does what has an order.

// CHECK-LABEL: func.func @serial
// CHECK-SAME: workgroup_size = [1, 1, 1]
// CHECK-LABEL: func.func private @serial_workgroup_count
func.func @serial() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %o = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %o[%c0] : memref<8xf32>
    memref.store %x, %o[%i] : memref<8xf32>
  }
  return
}

// What needs neither is left alone.

// CHECK-LABEL: func.func @plain()
// CHECK-NOT: spirv.entry_point_abi
// CHECK: linalg.fill
func.func @plain() {
  %z = arith.constant 0.0 : f32
  %o = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<8xf32>
  linalg.fill ins(%z : f32) outs(%o : memref<8xf32>)
  return
}

hal.interface private @io {
  hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
  hal.interface.binding @b2, set = 0, binding = 2, type = "StorageBuffer", access = "Read|Write"
}

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

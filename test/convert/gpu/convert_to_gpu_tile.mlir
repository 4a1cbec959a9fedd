// RUN: tern-opt %s --convert-to-gpu --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --convert-to-gpu --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM

// UPSTREAM-LABEL: func.func @guards
// UPSTREAM-LABEL: func.func @integers

// A guard only where the size of the tile is not that of the workgroup. The sum is in a register.

// CHECK-LABEL: func.func @guards
// CHECK: %[[X:.*]] = gpu.thread_id x
// CHECK: %[[Y:.*]] = gpu.thread_id y
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[X]], %c6
// CHECK-NOT: arith.cmpi
// CHECK: scf.if %[[INSIDE]] {
// CHECK: %[[OLD:.*]] = memref.load %{{.*}}[%[[Y]], %[[X]]] : memref<8x6xf32>
// CHECK: %[[NEW:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OLD]])
// CHECK: memref.store %[[NEW]], %{{.*}}[%[[Y]], %[[X]]] : memref<8x6xf32>
// CHECK-NOT: __internal_linalg_transform__
func.func @guards(%a: memref<8x4xf32>, %b: memref<4x6xf32>, %c: memref<8x6xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  linalg.matmul {__internal_linalg_transform__ = "workgroup"} ins(%a, %b : memref<8x4xf32>, memref<4x6xf32>)
      outs(%c : memref<8x6xf32>)
  return
}

// A tile larger than the workgroup is walked cyclically.

// CHECK-LABEL: func.func @cycles
// CHECK: %[[Y:.*]] = gpu.thread_id y
// CHECK: scf.for %[[I:.*]] = %[[Y]] to %c16 step %c8 {
// CHECK: %[[X:.*]] = gpu.thread_id x
// CHECK: scf.for %[[J:.*]] = %[[X]] to %c16 step %c8 {
// CHECK: memref.store %{{.*}}[%[[I]], %[[J]]]
func.func @cycles(%z: f32, %c: memref<16x16xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  linalg.fill {__internal_linalg_transform__ = "workgroup"} ins(%z : f32) outs(%c : memref<16x16xf32>)
  return
}

// Eight rows for 8x8 invocations: those with y > 0 must not add a second time.

// CHECK-LABEL: func.func @idle
// CHECK-DAG: %[[Y:.*]] = gpu.thread_id y
// CHECK: %[[FIRST:.*]] = arith.cmpi slt, %[[Y]], %c1
// CHECK: scf.if %[[FIRST]] {
func.func @idle(%a: memref<8x4xf32>, %c: memref<8xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  linalg.reduce ins(%a : memref<8x4xf32>)
      outs(%c : memref<8xf32>) dimensions = [1] {__internal_linalg_transform__ = "workgroup"} (%x: f32, %acc: f32) {
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  }
  return
}

// Of four dimensions the two outer ones share z.

// CHECK-LABEL: func.func @shared_z
// CHECK: %[[Z:.*]] = gpu.block_id z
// CHECK: %[[I:.*]] = arith.divsi %[[Z]], %c3
// CHECK: %[[J:.*]] = arith.remsi %[[Z]], %c3
// CHECK: %[[Y:.*]] = gpu.block_id y
// CHECK: %[[X:.*]] = gpu.block_id x
// CHECK: memref.subview %{{.*}}[%[[I]], %[[J]], %[[Y]], %[[X]]]
// CHECK-LABEL: func.func private @shared_z_workgroup_count
// CHECK: return %c5, %c4, %c6 :
func.func @shared_z(%z: f32, %c: memref<2x3x4x5xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  scf.parallel (%i, %j, %k, %l) = (%c0, %c0, %c0, %c0) to (%c2, %c3, %c4, %c5) step (%c1, %c1, %c1, %c1) {
    %t = memref.subview %c[%i, %j, %k, %l] [1, 1, 1, 1] [1, 1, 1, 1]
      : memref<2x3x4x5xf32> to memref<1x1x1x1xf32, strided<[60, 20, 5, 1], offset: ?>>
    linalg.fill {__internal_linalg_transform__ = "workgroup"} ins(%z : f32)
      outs(%t : memref<1x1x1x1xf32, strided<[60, 20, 5, 1], offset: ?>>)
    scf.reduce
  }
  return
}

// More tiles than a grid has workgroups.

// CHECK-LABEL: func.func @long
// CHECK: %[[X:.*]] = gpu.block_id x
// CHECK: %[[N:.*]] = gpu.grid_dim x
// CHECK: scf.for %{{.*}} = %[[X]] to %c100000 step %[[N]] {
// CHECK-LABEL: func.func private @long_workgroup_count
// CHECK: return %c65535, %c1, %c1 :
func.func @long(%z: f32, %c: memref<100000xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100000 = arith.constant 100000 : index
  scf.parallel (%i) = (%c0) to (%c100000) step (%c1) {
    %t = memref.subview %c[%i] [1] [1] : memref<100000xf32> to memref<1xf32, strided<[1], offset: ?>>
    linalg.fill {__internal_linalg_transform__ = "workgroup"} ins(%z : f32)
      outs(%t : memref<1xf32, strided<[1], offset: ?>>)
    scf.reduce
  }
  return
}

// Copies to workgroup memory go over all invocations, 16 bytes at a time, all loads before the first store. A barrier comes
// before others read what was copied.

// CHECK-LABEL: func.func @promoted_copy
// CHECK: %[[W:.*]] = memref.alloc() : memref<16x32xf32, 3>
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c8
// CHECK: %[[LINEAR:.*]] = arith.addi %[[ROW]], %{{.*}}
// CHECK: %[[A:.*]] = vector.load %{{.*}} : memref<16x32xf32>, vector<4xf32>
// CHECK: arith.addi %[[LINEAR]], %c64
// CHECK: %[[B:.*]] = vector.load %{{.*}} : memref<16x32xf32>, vector<4xf32>
// CHECK: vector.store %[[A]], %[[W]]
// CHECK: vector.store %[[B]], %[[W]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[W]]
func.func @promoted_copy(%a: memref<16x32xf32>, %z: f32)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  %w = memref.alloc() : memref<16x32xf32, 3>
  linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%a : memref<16x32xf32>) outs(%w : memref<16x32xf32, 3>)
  linalg.generic {__internal_linalg_transform__ = "workgroup", indexing_maps = [affine_map<(i, j) -> (-i + 15, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%w : memref<16x32xf32, 3>) outs(%a : memref<16x32xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// In a loop the next iteration must not overwrite what is still read.

// CHECK-LABEL: func.func @ordered
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: vector.store %{{.*}}, %[[W:.*]][{{.*}} : memref<8x8xf32, 3>
// CHECK: gpu.barrier
// CHECK: memref.load %[[W]]
func.func @ordered(%a: memref<8x8xf32>, %b: memref<8x8xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  %w = memref.alloc() : memref<8x8xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %k = %c0 to %c4 step %c1 {
    linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%a : memref<8x8xf32>) outs(%w : memref<8x8xf32, 3>)
    linalg.transpose ins(%w : memref<8x8xf32, 3>)
      outs(%b : memref<8x8xf32>) permutation = [1, 0] {__internal_linalg_transform__ = "workgroup"}
  }
  return
}

// 4x4 elements per invocation: rows y, y + 8, y + 16, y + 24, and a vector of columns. k goes by four, so that the left side is
// read in vectors too.

// CHECK-LABEL: func.func @register_tile
// CHECK-DAG: %[[Y:.*]] = gpu.thread_id y
// CHECK-DAG: %[[X:.*]] = gpu.thread_id x
// CHECK-DAG: %[[COLUMN:.*]] = arith.muli %[[X]], %c4
// CHECK-DAG: %[[Y8:.*]] = arith.addi %[[Y]], %c8
// CHECK-DAG: %[[Y16:.*]] = arith.addi %[[Y]], %c16
// CHECK-DAG: %[[Y24:.*]] = arith.addi %[[Y]], %c24
// CHECK-DAG: vector.load %[[C:.*]][%[[Y]], %[[COLUMN]]] : memref<32x32xf32>, vector<4xf32>
// CHECK-DAG: vector.load %[[C]][%[[Y24]], %[[COLUMN]]] : memref<32x32xf32>, vector<4xf32>
// CHECK: scf.for %[[K:.*]] = %c0 to %c16 step %c4 iter_args({{.*}}) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK: vector.load %{{.*}}[%[[Y]], %[[K]]] : memref<32x16xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%[[Y8]], %[[K]]] : memref<32x16xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%[[Y16]], %[[K]]] : memref<32x16xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%[[Y24]], %[[K]]] : memref<32x16xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%[[K]], %[[COLUMN]]] : memref<16x32xf32>, vector<4xf32>
// CHECK: %[[K3:.*]] = arith.addi %[[K]], %c3
// CHECK: vector.load %{{.*}}[%[[K3]], %[[COLUMN]]] : memref<16x32xf32>, vector<4xf32>
// CHECK-COUNT-16: vector.fma
// CHECK-NOT: vector.fma
// CHECK: vector.store {{.*}}[%[[Y]], %[[COLUMN]]]
func.func @register_tile(%a: memref<32x16xf32>, %b: memref<16x32xf32>, %c: memref<32x32xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = [[32, 32, 0], [], [4, 4, 0]]}} ins(%a, %b : memref<32x16xf32>, memref<16x32xf32>)
      outs(%c : memref<32x32xf32>)
  return
}

// A tile that may be cut: the register tile if it is whole, else element by element.

// CHECK-LABEL: func.func @peeled
// CHECK: %[[ROWS:.*]] = arith.minsi
// CHECK: %[[WHOLE:.*]] = arith.cmpi sgt, %[[ROWS]], %c31
// CHECK: scf.if %[[WHOLE]] {
// CHECK: vector.fma
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[ROWS]] step %c8 {
// CHECK-NOT: vector
// CHECK: arith.mulf
func.func @peeled(%n: index, %a: memref<32x16xf32>, %b: memref<16x32xf32>, %c: memref<32x32xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  %c32 = arith.constant 32 : index
  %rows = arith.minsi %n, %c32 : index
  %ta = memref.subview %a[0, 0] [%rows, 16] [1, 1] : memref<32x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  %tc = memref.subview %c[0, 0] [%rows, 32] [1, 1] : memref<32x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = [[32, 32, 0], [], [4, 4, 0]]}} ins(%ta, %b : memref<?x16xf32, strided<[16, 1]>>, memref<16x32xf32>)
      outs(%tc : memref<?x32xf32, strided<[32, 1]>>)
  return
}

// Bytes are read one by one; the tile stays.

// CHECK-LABEL: func.func @integers
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-16: arith.muli
func.func @integers(%a: memref<32x16xi8>, %b: memref<16x32xi8>, %c: memref<32x32xi32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = [[32, 32, 0], [], [4, 4, 0]]}} ins(%a, %b : memref<32x16xi8>, memref<16x32xi8>)
      outs(%c : memref<32x32xi32>)
  return
}

// Of a line of invocations the innermost loop would leave most without work: all positions are dealt out, as vectors.

// CHECK-LABEL: func.func @short_rows
// CHECK: %[[ID:.*]] = gpu.thread_id x
// CHECK: scf.for %[[P:.*]] = %[[ID]] to %c1024 step %c64 {
// CHECK: arith.divsi %[[P]], %c2
// CHECK: vector.store %{{.*}} : memref<8x64x8xf32>, vector<4xf32>
func.func @short_rows(%a: memref<8x64x8xf32>, %c: memref<8x64x8xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
  linalg.exp {__internal_linalg_transform__ = "workgroup"} ins(%a : memref<8x64x8xf32>) outs(%c : memref<8x64x8xf32>)
  return
}

// Rows as long as the line go along it.

// CHECK-LABEL: func.func @long_rows
// CHECK: %[[ID:.*]] = gpu.thread_id x
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %[[ID]]] : memref<8x64xf32>
func.func @long_rows(%a: memref<8x64xf32>, %c: memref<8x64xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
  linalg.exp {__internal_linalg_transform__ = "workgroup"} ins(%a : memref<8x64xf32>) outs(%c : memref<8x64xf32>)
  return
}

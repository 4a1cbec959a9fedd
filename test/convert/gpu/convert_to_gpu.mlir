// RUN: tern-opt %s --convert-to-gpu --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --convert-to-gpu --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM

// What comes out is upstream's, but for iree and hal.

// UPSTREAM-LABEL: func.func @vectors
// UPSTREAM-LABEL: func.func private @vectors_workgroup_count

#id2 = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// --- ops over the grid ---

// 16 bytes per position; what does not move along the vector is broadcast. All positions exist: no guard. Without an entry
// point ABI the workgroup size is chosen.

// CHECK-LABEL: func.func @vectors
// CHECK-SAME: workgroup_size = [64, 1, 1]
// CHECK: %[[B:.*]] = gpu.block_id x
// CHECK: %[[N:.*]] = gpu.block_dim x
// CHECK: %[[T:.*]] = gpu.thread_id x
// CHECK: %[[BN:.*]] = arith.muli %[[B]], %[[N]]
// CHECK: %[[ID:.*]] = arith.addi %[[BN]], %[[T]]
// CHECK-NOT: scf
// CHECK: %[[I:.*]] = arith.divsi %[[ID]], %c8
// CHECK: %[[V:.*]] = arith.remsi %[[ID]], %c8
// CHECK: %[[J:.*]] = arith.muli %[[V]], %c4
// CHECK: vector.load %{{.*}}[%[[I]], %[[J]]] : memref<64x32xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%[[J]]] : memref<32xf32>, vector<4xf32>
// CHECK: %[[S:.*]] = memref.load %{{.*}}[%[[I]]] : memref<64xf32>
// CHECK: %[[SV:.*]] = vector.broadcast %[[S]] : f32 to vector<4xf32>
// CHECK: arith.mulf %{{.*}}, %[[SV]] : vector<4xf32>
// CHECK: vector.store %{{.*}}[%[[I]], %[[J]]] : memref<64x32xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @vectors_workgroup_count
// CHECK: return %c8, %c1, %c1 :
func.func @vectors(%a: memref<64x32xf32>, %b: memref<32xf32>, %d: memref<64xf32>, %c: memref<64x32xf32>) {
  linalg.generic {indexing_maps = [#id2, #column, #row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %d : memref<64x32xf32>, memref<32xf32>, memref<64xf32>) outs(%c : memref<64x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.mulf %s, %z : f32
    linalg.yield %t : f32
  }
  return
}

// CHECK-LABEL: func.func @four_halves
// CHECK: vector.load {{.*}} vector<4xf16>
func.func @four_halves(%a: memref<64x32xf16>, %c: memref<64x32xf16>) {
  linalg.copy ins(%a : memref<64x32xf16>) outs(%c : memref<64x32xf16>)
  return
}

// CHECK-LABEL: func.func @two_doubles
// CHECK: vector.load {{.*}} vector<2xf64>
func.func @two_doubles(%a: memref<64x32xf64>, %c: memref<64x32xf64>) {
  linalg.copy ins(%a : memref<64x32xf64>) outs(%c : memref<64x32xf64>)
  return
}

// CHECK-LABEL: func.func @keeps_bytes_scalar
// CHECK: memref.load {{.*}} memref<64x32xi8>
func.func @keeps_bytes_scalar(%a: memref<64x32xi8>, %c: memref<64x32xi8>) {
  linalg.copy ins(%a : memref<64x32xi8>) outs(%c : memref<64x32xi8>)
  return
}

// CHECK-LABEL: func.func @keeps_odd_rows_scalar
// CHECK: memref.store {{.*}} memref<64x33xf32>
func.func @keeps_odd_rows_scalar(%z: f32, %c: memref<64x33xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<64x33xf32>)
  return
}

// Rows are aligned, the start is not.

// CHECK-LABEL: func.func @keeps_unaligned_scalar
// CHECK: memref.store
func.func @keeps_unaligned_scalar(%z: f32, %c: memref<64x32xf32, strided<[64, 1], offset: 3>>) {
  linalg.copy ins(%c : memref<64x32xf32, strided<[64, 1], offset: 3>>)
              outs(%c : memref<64x32xf32, strided<[64, 1], offset: 3>>)
  return
}

// Neighbours write neighbouring elements, whatever the order of the loops.

// CHECK-LABEL: func.func @transposes
// CHECK: %[[I:.*]] = arith.divsi %[[ID:.*]], %c64
// CHECK: %[[J:.*]] = arith.remsi %[[ID]], %c64
// CHECK: memref.load %{{.*}}[%[[J]], %[[I]]] : memref<64x32xf32>
// CHECK: memref.store %{{.*}}[%[[I]], %[[J]]] : memref<32x64xf32>
func.func @transposes(%a: memref<64x32xf32>, %c: memref<32x64xf32>) {
  linalg.transpose ins(%a : memref<64x32xf32>) outs(%c : memref<32x64xf32>) permutation = [1, 0]
  return
}

// Much work: several vectors per invocation, a workgroup apart, all loaded before the first is stored.

// CHECK-LABEL: func.func @several_vectors
// CHECK-COUNT-4: vector.load
// CHECK-COUNT-4: vector.store
// CHECK-LABEL: func.func private @several_vectors_workgroup_count
// CHECK: return %c4096, %c1, %c1 :
func.func @several_vectors(%a: memref<4096x1024xf32>, %c: memref<4096x1024xf32>) {
  linalg.negf ins(%a : memref<4096x1024xf32>) outs(%c : memref<4096x1024xf32>)
  return
}

// More than 65535 workgroups: a cyclic loop.

// CHECK-LABEL: func.func @cyclic
// CHECK: %[[G:.*]] = gpu.grid_dim x
// CHECK: %[[STEP:.*]] = arith.muli %{{.*}}, %[[G]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %c134154239 step %[[STEP]] {
// CHECK-LABEL: func.func private @cyclic_workgroup_count
// CHECK: return %c65535, %c1, %c1 :
func.func @cyclic(%z: f32, %c: memref<65537x2047xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<65537x2047xf32>)
  return
}

// linalg.index of the vector's loop is a vector.

// CHECK-LABEL: func.func @indices
// CHECK: %[[STEPS:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
// CHECK: %[[FIRST:.*]] = vector.broadcast %[[J:.*]] : index to vector<4xindex>
// CHECK: %[[LANES:.*]] = arith.addi %[[FIRST]], %[[STEPS]] : vector<4xindex>
// CHECK: arith.index_cast %[[LANES]] : vector<4xindex> to vector<4xi32>
func.func @indices(%c: memref<64x32xi32>) {
  linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%c : memref<64x32xi32>) {
  ^bb0(%o: i32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    linalg.yield %n : i32
  }
  return
}

// A reduction runs in its invocation, with the sum in a register, which is added to what memory holds.

// CHECK-LABEL: func.func @column_sums
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[ID:.*]], %c12
// CHECK: scf.if %[[INSIDE]] {
// CHECK: %[[OLD:.*]] = memref.load %{{.*}}[%[[ID]]] : memref<12xf32>
// CHECK: %[[SUM:.*]] = scf.for %[[K:.*]] = %c0 to %c100 step %c1 iter_args(%{{.*}} = %{{.*}})
// CHECK: memref.load %{{.*}}[%[[K]], %[[ID]]] : memref<100x12xf32>
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[SUM]]
// CHECK: memref.store %[[NEW]], %{{.*}}[%[[ID]]] : memref<12xf32>
func.func @column_sums(%a: memref<100x12xf32>, %c: memref<12xf32>) {
  linalg.reduce ins(%a : memref<100x12xf32>) outs(%c : memref<12xf32>) dimensions = [0] (%x: f32, %acc: f32) {
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  }
  return
}

// A reduction loop that moves the output: one invocation does all, in memory.

// CHECK-LABEL: func.func @last_one_wins
// CHECK: scf.if
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK: memref.store %{{.*}}[%[[I]]]
func.func @last_one_wins(%a: memref<8xf32>, %c: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]}
      ins(%a : memref<8xf32>) outs(%c : memref<8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  }
  return
}

// --- the size of the grid ---

// CHECK-LABEL: func.func private @empty_workgroup_count
// CHECK: return %c0, %c1, %c1 :
func.func @empty(%z: f32, %c: memref<0x8xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<0x8xf32>)
  return
}

// CHECK-LABEL: func.func @dynamic
// CHECK: scf.for
// CHECK-LABEL: func.func private @dynamic_workgroup_count
// CHECK: %[[N:.*]] = hal.interface.load.constant offset = 0
// CHECK: %[[POSITIONS:.*]] = arith.muli %[[N]], %c2
// CHECK: %[[COUNT:.*]] = arith.ceildivsi %[[POSITIONS]], %c64
// CHECK: arith.minsi %[[COUNT]], %c65535
func.func @dynamic() {
  %n = hal.interface.load.constant offset = 0 : index
  %z = arith.constant 0.0 : f32
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?x8xf32>{%n}
  linalg.fill ins(%z : f32) outs(%c : memref<?x8xf32>)
  return
}
hal.interface private @io {
  hal.interface.binding @ret0, set=0, binding=0, type="StorageBuffer", access="Write|Discard"
}

// The host cannot know the extent: one workgroup, which goes on until all is done.

// CHECK-LABEL: func.func @unknown_to_host
// CHECK: scf.for %{{.*}} = %thread_id_x to
// CHECK-LABEL: func.func private @unknown_to_host_workgroup_count
// CHECK: return %c1, %c1, %c1 :
func.func @unknown_to_host(%z: f32, %c: memref<?xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<?xf32>)
  return
}

// --- several ops ---

// Element for element the same: no workgroup waits for another, and no barrier is needed.

// CHECK-LABEL: func.func @chain
// CHECK-NOT: gpu.barrier
// CHECK: math.exp
// CHECK-NOT: gpu.barrier
// CHECK: arith.negf
// CHECK-LABEL: func.func private @chain_workgroup_count
// CHECK: return %c10, %c1, %c1 :
func.func @chain(%a: memref<300x8xf32>, %b: memref<300x8xf32>) {
  linalg.exp ins(%a : memref<300x8xf32>) outs(%b : memref<300x8xf32>)
  linalg.negf ins(%b : memref<300x8xf32>) outs(%b : memref<300x8xf32>)
  return
}

// Small enough for one workgroup, in which a barrier orders them.

// CHECK-LABEL: func.func @small
// CHECK: math.exp
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK-LABEL: func.func private @small_workgroup_count
// CHECK: return %c1, %c1, %c1 :
func.func @small(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.exp ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  linalg.transpose ins(%b : memref<4x4xf32>) outs(%c : memref<4x4xf32>) permutation = [1, 0]
  return
}

// The grid is that of the tiles; the untiled op walks it cyclically, all 64 invocations of the workgroup in a row.

// CHECK-LABEL: func.func @tiled_and_untiled
// CHECK-DAG: gpu.block_id y
// CHECK-DAG: gpu.block_id x
// CHECK: memref.store
// CHECK-DAG: gpu.grid_dim x
// CHECK-DAG: gpu.grid_dim y
// CHECK-DAG: gpu.grid_dim z
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %c10000 step
// CHECK: memref.load %{{.*}}[%[[P]]] : memref<10000xi8>
// CHECK-LABEL: func.func private @tiled_and_untiled_workgroup_count
// CHECK: return %c2, %c2, %c1 :
func.func @tiled_and_untiled(%z: f32, %c: memref<16x16xf32>, %a: memref<10000xi8>, %b: memref<10000xi8>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c16) step (%c8, %c8) {
    %t = memref.subview %c[%i, %j] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, strided<[16, 1], offset: ?>>
    linalg.fill {__internal_linalg_transform__ = "workgroup"} ins(%z : f32)
        outs(%t : memref<8x8xf32, strided<[16, 1], offset: ?>>)
    scf.reduce
  }
  linalg.copy ins(%a : memref<10000xi8>) outs(%b : memref<10000xi8>)
  return
}

// --- what is no kernel ---

// CHECK-LABEL: func.func private @private_function
// CHECK: linalg.fill
// CHECK-NOT: private_function_workgroup_count
func.func private @private_function(%z: f32, %c: memref<8xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<8xf32>)
  return
}

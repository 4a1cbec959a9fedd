// RUN: tern-opt %s --convert-to-gpu --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --convert-to-gpu --mlir-print-op-generic | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM

// UPSTREAM-LABEL: func.func @tree
// UPSTREAM-LABEL: func.func @subgroups

#id2 = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Neighbours read neighbouring elements; then the partial sums meet in a tree. All invocations come to all barriers.

// CHECK-LABEL: func.func @tree
// CHECK: %[[SLOTS:.*]] = memref.alloc() : memref<16xf32, 3>
// CHECK: %[[X:.*]] = gpu.thread_id x
// CHECK: %[[SUM:.*]] = scf.for %[[J:.*]] = %[[X]] to %c1000 step %c16 iter_args(%{{.*}} = %cst) -> (f32) {
// CHECK: memref.load %{{.*}}[%{{.*}}, %[[J]]]
// CHECK: memref.store %[[SUM]], %[[SLOTS]][%[[X]]]
// CHECK-NEXT: gpu.barrier
// CHECK: %[[HALF:.*]] = arith.cmpi slt, %[[X]], %c8
// CHECK: scf.if %[[HALF]] {
// CHECK: %[[PARTNER:.*]] = arith.addi %[[X]], %c8
// CHECK-DAG: memref.load %[[SLOTS]][%[[X]]]
// CHECK-DAG: memref.load %[[SLOTS]][%[[PARTNER]]]
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %[[SLOTS]][%[[X]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-COUNT-3: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @tree(%a: memref<1x1000xf32>, %c: memref<1xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 1, 1]>} {
  linalg.generic {__internal_linalg_transform__ = "workgroup",
                  lowering_config = {tile_sizes = [[1, 0]], distribute_reduction},
                  indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<1x1000xf32>) outs(%c : memref<1xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  }
  return
}

// Rows to y; a row that does not exist takes part in the barriers with nothing.

// CHECK-LABEL: func.func @rows
// CHECK-DAG: %[[X:.*]] = gpu.thread_id x
// CHECK-DAG: %[[Y:.*]] = gpu.thread_id y
// CHECK: scf.for %[[R:.*]] = %c0 to %c6 step %c4 {
// CHECK: %[[ROW:.*]] = arith.addi %[[R]], %[[Y]]
// CHECK: %[[EXISTS:.*]] = arith.cmpi slt, %[[ROW]], %c6
// CHECK: %[[PARTIAL:.*]] = scf.if %[[EXISTS]] -> (f32) {
// CHECK: scf.for %{{.*}} = %[[X]] to %c100 step %c8
// CHECK: } else {
// CHECK: scf.yield %cst
// CHECK: memref.store %[[PARTIAL]]
// CHECK-NEXT: gpu.barrier
// CHECK: %[[FIRST:.*]] = arith.andi %{{.*}}, %[[EXISTS]]
// CHECK: scf.if %[[FIRST]] {
// CHECK: memref.store %{{.*}}[%[[ROW]]] : memref<6xf32>
func.func @rows(%a: memref<6x100xf32>, %c: memref<6xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 4, 1]>} {
  linalg.generic {__internal_linalg_transform__ = "workgroup",
                  lowering_config = {tile_sizes = [[6, 0]], distribute_reduction},
                  indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<6x100xf32>) outs(%c : memref<6xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.maximumf %acc, %x : f32
    linalg.yield %s : f32
  }
  return
}

// Two results that belong together have no neutral element: an invocation starts from its first element, and the tree combines
// only what is there.

// CHECK-LABEL: func.func @arg_max
// CHECK: %[[X:.*]] = gpu.thread_id x
// CHECK: %[[HAS_ONE:.*]] = arith.cmpi slt, %[[X]], %c20
// CHECK: scf.if %[[HAS_ONE]] -> (f32, i32) {
// CHECK: %[[V:.*]] = memref.load %{{.*}}[%{{.*}}, %[[X]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[X]], %c32
// CHECK: scf.for %{{.*}} = %[[NEXT]] to %c20 step %c32 iter_args(%{{.*}} = %[[V]], %{{.*}} = %{{.*}}) -> (f32, i32)
// CHECK: gpu.barrier
// CHECK: %[[P:.*]] = arith.addi %[[X]], %c16
// CHECK: %[[IS_THERE:.*]] = arith.cmpi slt, %[[P]], %c20
// CHECK: arith.select
// CHECK: arith.select
func.func @arg_max(%a: memref<1x20xf32>, %c: memref<1xf32>, %d: memref<1xi32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  linalg.generic {__internal_linalg_transform__ = "workgroup",
                  lowering_config = {tile_sizes = [[1, 0]], distribute_reduction},
                  indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<1x20xf32>) outs(%c, %d : memref<1xf32>, memref<1xi32>) {
  ^bb0(%x: f32, %acc: f32, %at: i32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %greater = arith.cmpf ogt, %x, %acc : f32
    %v = arith.select %greater, %x, %acc : f32
    %w = arith.select %greater, %n, %at : i32
    linalg.yield %v, %w : f32, i32
  }
  return
}

// A body that is not known to be associative stays with one invocation.

// CHECK-LABEL: func.func @keeps_subtraction
// CHECK-NOT: gpu.barrier
// CHECK: scf.for %{{.*}} = %c0 to %c20 step %c1
// CHECK: arith.subf
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @keeps_subtraction(%a: memref<1x20xf32>, %c: memref<1xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  linalg.generic {__internal_linalg_transform__ = "workgroup",
                  lowering_config = {tile_sizes = [[1, 0]], distribute_reduction},
                  indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<1x20xf32>) outs(%c : memref<1xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.subf %acc, %x : f32
    linalg.yield %s : f32
  }
  return
}

// acc * x + x is no reduction that can be split, either.

// CHECK-LABEL: func.func @keeps_recurrence
// CHECK-NOT: gpu.barrier
// CHECK: scf.for %{{.*}} = %c0 to %c20 step %c1
func.func @keeps_recurrence(%a: memref<1x20xf32>, %c: memref<1xf32>)
    attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  linalg.generic {__internal_linalg_transform__ = "workgroup",
                  lowering_config = {tile_sizes = [[1, 0]], distribute_reduction},
                  indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<1x20xf32>) outs(%c : memref<1xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %p = arith.mulf %acc, %x : f32
    %s = arith.addf %p, %x : f32
    linalg.yield %s : f32
  }
  return
}

module attributes {spirv.target_env = #spirv.target_env<
    #spirv.vce<v1.3, [Shader, GroupNonUniform, GroupNonUniformArithmetic], []>, #spirv.resource_limits<>>} {
  // Where the target can, subgroups add up first. Their size is not assumed.

  // CHECK-LABEL: func.func @subgroups
  // CHECK: %[[SLOTS:.*]] = memref.alloc() : memref<64xi32, 3>
  // CHECK: %[[PARTIAL:.*]] = scf.for
  // CHECK: %[[SUM:.*]] = gpu.subgroup_reduce add %[[PARTIAL]] uniform : (i32) -> i32
  // CHECK: %[[LANE:.*]] = gpu.lane_id
  // CHECK: %[[SUBGROUP:.*]] = gpu.subgroup_id
  // CHECK: arith.cmpi slt, %[[LANE]], %c1
  // CHECK: memref.store %[[SUM]], %[[SLOTS]][%[[SUBGROUP]]]
  // CHECK: gpu.barrier
  // CHECK: %[[N:.*]] = gpu.num_subgroups
  // CHECK: scf.for %{{.*}} = %c1 to %[[N]] step %c1
  func.func @subgroups(%a: memref<1x1000xi32>, %c: memref<1xi32>)
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    linalg.generic {__internal_linalg_transform__ = "workgroup",
                    lowering_config = {tile_sizes = [[1, 0]], distribute_reduction},
                    indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a : memref<1x1000xi32>) outs(%c : memref<1xi32>) {
    ^bb0(%x: i32, %acc: i32):
      %s = arith.addi %acc, %x : i32
      linalg.yield %s : i32
    }
    return
  }

  // The maximum of floats by subgroups might lose a NaN.

  // CHECK-LABEL: func.func @keeps_nan
  // CHECK-NOT: gpu.subgroup_reduce
  // CHECK: arith.maximumf
  // CHECK-NOT: gpu.subgroup_reduce
  // CHECK: return
  func.func @keeps_nan(%a: memref<1x1000xf32>, %c: memref<1xf32>)
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    linalg.generic {__internal_linalg_transform__ = "workgroup",
                    lowering_config = {tile_sizes = [[1, 0]], distribute_reduction},
                    indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a : memref<1x1000xf32>) outs(%c : memref<1xf32>) {
    ^bb0(%x: f32, %acc: f32):
      %s = arith.maximumf %acc, %x : f32
      linalg.yield %s : f32
    }
    return
  }
}

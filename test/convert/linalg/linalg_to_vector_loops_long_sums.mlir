// RUN: tern-opt %s --linalg-to-vector-loops=max-accumulators=24 --canonicalize --cse | FileCheck %s

// Long sums are cut into pieces that start from nothing and are summed up by themselves.

#matrix = affine_map<(i, k) -> (k, i)>
#lane = affine_map<(i, k) -> (i)>

// In three levels: 40 rows, 50 times 40, and 25 times that.

// CHECK-LABEL: func.func @cuts_columns
// CHECK-DAG: %[[NOTHING:.*]] = arith.constant dense<-0.000000e+00> : vector<16xf32>
// CHECK: %[[SUM:.*]] = scf.for %[[P:.*]] = %c0 to %c50000 step %c2000 iter_args(%[[T0:.*]] = %[[NOTHING]])
// CHECK: %[[E:.*]] = arith.addi %[[P]], %c2000
// CHECK: %[[S1:.*]] = scf.for %[[Q:.*]] = %[[P]] to %[[E]] step %c40 iter_args(%[[T1:.*]] = %[[NOTHING]])
// CHECK: %[[F:.*]] = arith.addi %[[Q]], %c40
// CHECK: %[[S2:.*]] = scf.for %[[K:.*]] = %[[Q]] to %[[F]] step %c1 iter_args(%[[T2:.*]] = %[[NOTHING]])
// CHECK: %[[X:.*]] = vector.load %arg0[%[[K]], %c0]
// CHECK: arith.addf %[[T2]], %[[X]]
// CHECK: arith.addf %[[T1]], %[[S2]]
// CHECK: arith.addf %[[T0]], %[[S1]]
// CHECK: %[[OLD:.*]] = vector.load %arg1[%c0]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[SUM]]
// CHECK: vector.store %[[NEW]], %arg1[%c0]
func.func @cuts_columns(%a: memref<50000x16xf32>, %c: memref<16xf32>) {
  linalg.generic {indexing_maps = [#matrix, #lane], iterator_types = ["parallel", "reduction"]} ins(%a : memref<50000x16xf32>) outs(%c : memref<16xf32>) {
  ^bb0(%x: f32, %s: f32):
    %r = arith.addf %s, %x : f32
    linalg.yield %r : f32
  }
  return
}

// Where nobody knows how many there are: two levels around, which end where the rows do.

// CHECK-LABEL: func.func @cuts_any_number
// CHECK: %[[N:.*]] = memref.dim %arg0, %c0
// CHECK: scf.for %[[P:.*]] = %c0 to %[[N]] step %c1024
// CHECK: %[[END:.*]] = arith.minsi %{{.*}}, %[[N]]
// CHECK: scf.for %[[Q:.*]] = %[[P]] to %[[END]] step %c32
// CHECK: %[[LAST:.*]] = arith.minsi %{{.*}}, %[[N]]
// CHECK: scf.for %{{.*}} = %[[Q]] to %[[LAST]] step %c1
func.func @cuts_any_number(%a: memref<?x16xf32>, %c: memref<16xf32>) {
  linalg.generic {indexing_maps = [#matrix, #lane], iterator_types = ["parallel", "reduction"]} ins(%a : memref<?x16xf32>) outs(%c : memref<16xf32>) {
  ^bb0(%x: f32, %s: f32):
    %r = arith.addf %s, %x : f32
    linalg.yield %r : f32
  }
  return
}

// CHECK-LABEL: func.func @keeps_short_sums
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @keeps_short_sums(%a: memref<64x16xf32>, %c: memref<16xf32>) {
  linalg.generic {indexing_maps = [#matrix, #lane], iterator_types = ["parallel", "reduction"]} ins(%a : memref<64x16xf32>) outs(%c : memref<16xf32>) {
  ^bb0(%x: f32, %s: f32):
    %r = arith.addf %s, %x : f32
    linalg.yield %r : f32
  }
  return
}

// Maxima and integers lose nothing.

// CHECK-LABEL: func.func @keeps_what_is_exact
// CHECK: scf.for %{{.*}} = %c0 to %c50000 step %c1
// CHECK: arith.maximumf
// CHECK: arith.addi
// CHECK: return
func.func @keeps_what_is_exact(%a: memref<50000x16xf32>, %b: memref<50000x16xi32>, %c: memref<16xf32>, %d: memref<16xi32>) {
  linalg.generic {indexing_maps = [#matrix, #matrix, #lane, #lane], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<50000x16xf32>, memref<50000x16xi32>) outs(%c, %d : memref<16xf32>, memref<16xi32>) {
  ^bb0(%x: f32, %i: i32, %s: f32, %t: i32):
    %r = arith.maximumf %s, %x : f32
    %u = arith.addi %t, %i : i32
    linalg.yield %r, %u : f32, i32
  }
  return
}

// A sum beside a maximum: both go through all loops, and only one is cut.

// CHECK-LABEL: func.func @cuts_one_of_two
// CHECK: %[[OUT:.*]]:2 = scf.for {{.*}} iter_args(%[[T:.*]] = %{{.*}}, %[[M:.*]] = %{{.*}})
// CHECK: %[[IN:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %[[M]])
// CHECK: %[[U:.*]] = arith.addf %[[T]], %[[IN]]#0
// CHECK: scf.yield %[[U]], %[[IN]]#1
func.func @cuts_one_of_two(%a: memref<1000x16xf32>, %c: memref<16xf32>, %d: memref<16xf32>) {
  linalg.generic {indexing_maps = [#matrix, #lane, #lane], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<1000x16xf32>) outs(%c, %d : memref<16xf32>, memref<16xf32>) {
  ^bb0(%x: f32, %s: f32, %m: f32):
    %r = arith.addf %s, %x : f32
    %n = arith.maximumf %m, %x : f32
    linalg.yield %r, %n : f32, f32
  }
  return
}

// The inner one of two loops is a piece as it is.

#image = affine_map<(i, k, l) -> (k, l, i)>
#pixel = affine_map<(i, k, l) -> (i)>

// CHECK-LABEL: func.func @takes_loops_as_pieces
// CHECK: scf.for %{{.*}} = %c0 to %c30 step %c1 iter_args(%[[T:.*]] = %{{.*}})
// CHECK: %[[S:.*]] = scf.for %{{.*}} = %c0 to %c40 step %c1 iter_args(%{{.*}} = %cst)
// CHECK: arith.addf %[[T]], %[[S]]
func.func @takes_loops_as_pieces(%a: memref<30x40x16xf32>, %c: memref<16xf32>) {
  linalg.generic {indexing_maps = [#image, #pixel], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : memref<30x40x16xf32>) outs(%c : memref<16xf32>) {
  ^bb0(%x: f32, %s: f32):
    %r = arith.addf %s, %x : f32
    linalg.yield %r : f32
  }
  return
}

// A piece of a product that is deeper: its memory is asked for first, and read and added at the end.

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK-LABEL: func.func @adds_memory_last
// CHECK: memref.prefetch %arg2[%c0, %c0]
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: math.fma
// CHECK: %[[OLD:.*]] = vector.load %arg2[%c0, %c0]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[SUM]]
// CHECK: vector.store %[[NEW]], %arg2[%c0, %c0]
func.func @adds_memory_last(%a: memref<1x64xf32>, %b: memref<64x16xf32>, %c: memref<1x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1x64xf32>, memref<64x16xf32>) outs(%c : memref<1x16xf32>) attrs = {tern.sum_piece} {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %r = arith.addf %s, %p : f32
    linalg.yield %r : f32
  }
  return
}

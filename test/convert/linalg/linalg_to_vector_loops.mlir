// RUN: tern-opt %s --linalg-to-vector-loops --canonicalize --cse --allow-unregistered-dialect | FileCheck %s
// RUN: tern-opt %s --linalg-to-vector-loops --allow-unregistered-dialect | mlir-opt --canonicalize --cse --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --linalg-to-vector-loops=vector-bytes=32 --canonicalize --cse --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=NARROW
// RUN: tern-opt %s --linalg-to-vector-loops=max-accumulators=4 --canonicalize --cse --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=FEW
// RUN: tern-opt %s --linalg-to-vector-loops=fuse-products=false --canonicalize --cse --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=SEPARATE

// UPSTREAM-LABEL: func.func @masks_odd_size
// UPSTREAM-COUNT-2: vector.load
// UPSTREAM: vector.maskedload
// UPSTREAM-LABEL: func.func @tiles_matmul
// UPSTREAM-COUNT-8: math.fma

// NARROW-LABEL: func.func @takes_one_vector
// NARROW-COUNT-2: vector.load {{.*}} vector<8xf32>
// NARROW-NOT: vector.load
// NARROW-LABEL: func.func @masks_odd_size
// NARROW: vector.constant_mask [5] : vector<8xi1>

// FEW-LABEL: func.func @tiles_matmul
// FEW: scf.for %{{.*}} step %c4 {
// FEW: %{{.*}}:4 = scf.for
// FEW-COUNT-4: math.fma
// FEW-NOT: math.fma
// FEW-LABEL: func.func @keeps_rest_of_rows

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#column = affine_map<(d0, d1) -> (d0)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#one = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// CHECK-LABEL: func.func @takes_one_vector
// CHECK-SAME: (%[[A:.*]]: memref<16xf32>, %[[O:.*]]: memref<16xf32>)
// CHECK: %[[X:.*]] = vector.load %[[A]][%c0] : memref<16xf32>, vector<16xf32>
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[X]] : vector<16xf32>
// CHECK-NEXT: vector.store %[[N]], %[[O]][%c0]
// CHECK-NEXT: return
func.func @takes_one_vector(%a: memref<16xf32>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<16xf32>) outs(%o : memref<16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// CHECK-LABEL: func.func @masks_odd_size
// CHECK-SAME: (%[[A:.*]]: memref<37xf32>, %[[O:.*]]: memref<37xf32>)
// CHECK-DAG: %[[MASK:.*]] = vector.constant_mask [5] : vector<16xi1>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-DAG: %[[X:.*]] = vector.load %[[A]][%c0]
// CHECK-DAG: %[[Y:.*]] = vector.load %[[A]][%c16]
// CHECK: %[[Z:.*]] = vector.maskedload %[[A]][%c32], %[[MASK]], %[[ZERO]]
// CHECK-DAG: %[[N:.*]] = arith.negf %[[X]] : vector<16xf32>
// CHECK-DAG: %[[NY:.*]] = arith.negf %[[Y]] : vector<16xf32>
// CHECK-DAG: %[[NZ:.*]] = arith.negf %[[Z]] : vector<16xf32>
// CHECK: vector.store %[[N]], %[[O]][%c0]
// CHECK-NEXT: vector.store %[[NY]], %[[O]][%c16]
// CHECK-NEXT: vector.maskedstore %[[O]][%c32], %[[MASK]], %[[NZ]]
// CHECK-NEXT: return
func.func @masks_odd_size(%a: memref<37xf32>, %o: memref<37xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<37xf32>) outs(%o : memref<37xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// No vector is longer than the loop, rounded up to a power of two.

// CHECK-LABEL: func.func @masks_short_size
// CHECK: %[[MASK:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK-NOT: vector.load
// CHECK: vector.maskedload %{{.*}}[%c0], %[[MASK]]
// CHECK: vector.maskedstore %{{.*}}[%c0], %[[MASK]]
func.func @masks_short_size(%a: memref<3xf32>, %o: memref<3xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<3xf32>) outs(%o : memref<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// CHECK-LABEL: func.func @takes_short_size_whole
// CHECK: vector.load %{{.*}} : memref<4xf32>, vector<4xf32>
// CHECK-NOT: mask
// CHECK: vector.store %{{.*}} : memref<4xf32>, vector<4xf32>
func.func @takes_short_size_whole(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<4xf32>) outs(%o : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// Six vectors: three at a time and no rest, rather than four and two.

// CHECK-LABEL: func.func @leaves_no_rest_of_vectors
// CHECK: scf.for %{{.*}} = %c0 to %c96 step %c48 {
// CHECK-COUNT-3: vector.store
// CHECK-NOT: vector.store
// CHECK: return
func.func @leaves_no_rest_of_vectors(%a: memref<96xf32>, %o: memref<96xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<96xf32>) outs(%o : memref<96xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// 14 rows: seven twice, rather than eight and six.

// CHECK-LABEL: func.func @leaves_no_rest_of_rows
// CHECK: scf.for %{{.*}} = %c0 to %c14 step %c7 {
// CHECK-COUNT-7: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @leaves_no_rest_of_rows(%a: memref<14x24xf32>, %b: memref<24x16xf32>, %c: memref<14x16xf32>) {
  linalg.matmul ins(%a, %b : memref<14x24xf32>, memref<24x16xf32>) outs(%c : memref<14x16xf32>)
  return
}

// 64 elements at a time, then 8 under a mask.

// CHECK-LABEL: func.func @loops_over_long_size
// CHECK: scf.for %[[I:.*]] = %c0 to %c192 step %c64 {
// CHECK-COUNT-4: vector.load
// CHECK-COUNT-4: vector.store
// CHECK: }
// CHECK-NOT: scf.for
// CHECK: vector.maskedload %{{.*}}[%c192]
// CHECK: vector.maskedstore %{{.*}}[%c192]
func.func @loops_over_long_size(%a: memref<200xf32>, %o: memref<200xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<200xf32>) outs(%o : memref<200xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// CHECK-LABEL: func.func @masks_each_vector_of_dynamic_rest
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[O:.*]]: memref<?xf32>)
// CHECK: %[[N:.*]] = memref.dim %[[A]], %c0
// CHECK: %[[REST:.*]] = arith.remui %[[N]], %c64
// CHECK: %[[MAIN:.*]] = arith.subi %[[N]], %[[REST]]
// CHECK: scf.for %{{.*}} = %c0 to %[[MAIN]] step %c64
// CHECK-NOT: mask
// CHECK: scf.for %[[I:.*]] = %[[MAIN]] to %[[N]] step %c16
// CHECK-NEXT: %[[LEFT:.*]] = arith.subi %[[N]], %[[I]]
// CHECK-NEXT: %[[MASK:.*]] = vector.create_mask %[[LEFT]]
// CHECK-NEXT: vector.maskedload %[[A]][%[[I]]], %[[MASK]]
// CHECK: vector.maskedstore %[[O]][%[[I]]], %[[MASK]]
func.func @masks_each_vector_of_dynamic_rest(%a: memref<?xf32>, %o: memref<?xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<?xf32>) outs(%o : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// What does not depend on the vectorized loop is one number for all lanes.

// CHECK-LABEL: func.func @loops_over_outer_dimension
// CHECK-SAME: (%[[A:.*]]: memref<10x15xf32>, %[[B:.*]]: memref<15xf32>, %[[K:.*]]: memref<10xf32>, %[[O:.*]]: memref<10x15xf32>)
// CHECK: scf.for %[[I:.*]] = %c0 to %c10 step %c1 {
// CHECK-DAG: %[[X:.*]] = vector.maskedload %[[A]][%[[I]], %c0]
// CHECK-DAG: %[[Y:.*]] = vector.maskedload %[[B]][%c0]
// CHECK-DAG: %[[Z:.*]] = memref.load %[[K]][%[[I]]]
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : vector<16xf32>
// CHECK: %[[ZS:.*]] = vector.broadcast %[[Z]] : f32 to vector<16xf32>
// CHECK: %[[P:.*]] = arith.mulf %[[S]], %[[ZS]]
// CHECK: vector.maskedstore %[[O]][%[[I]], %c0], %{{.*}}, %[[P]]
func.func @loops_over_outer_dimension(%a: memref<10x15xf32>, %b: memref<15xf32>, %k: memref<10xf32>, %o: memref<10x15xf32>) {
  linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %k : memref<10x15xf32>, memref<15xf32>, memref<10xf32>) outs(%o : memref<10x15xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    %s = arith.addf %x, %y : f32
    %p = arith.mulf %s, %z : f32
    linalg.yield %p : f32
  }
  return
}

// CHECK-LABEL: func.func @counts_in_lanes
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[STEP:.*]] = vector.step : vector<[[LANES:.*]]xindex>
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : vector<[[LANES]]xindex>
// CHECK: %[[C:.*]] = arith.index_cast %[[SUM]] : vector<[[LANES]]xindex> to vector<[[LANES]]xi32>
// CHECK: vector.store %[[C]]
func.func @counts_in_lanes(%o: memref<4x16xi32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%o : memref<4x16xi32>) {
  ^bb0(%x: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    %c = arith.index_cast %s : index to i32
    linalg.yield %c : i32
  }
  return
}

// CHECK-LABEL: func.func @has_lanes_for_widest_type
// CHECK: %[[X:.*]] = vector.load %{{.*}} : memref<16xi8>, vector<16xi8>
// CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[X]] : vector<16xi8> to vector<16xf32>
// CHECK-NEXT: vector.store %[[F]]
func.func @has_lanes_for_widest_type(%a: memref<16xi8>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<16xi8>) outs(%o : memref<16xf32>) {
  ^bb0(%x: i8, %y: f32):
    %f = arith.sitofp %x : i8 to f32
    linalg.yield %f : f32
  }
  return
}

// CHECK-LABEL: func.func @writes_two_outputs
// CHECK-SAME: (%[[A:.*]]: memref<16xf32>, %[[O:.*]]: memref<16xf32>, %[[P:.*]]: memref<16xf32>)
// CHECK: %[[X:.*]] = vector.load %[[A]]
// CHECK: %[[N:.*]] = arith.negf %[[X]]
// CHECK: vector.store %[[N]], %[[O]]
// CHECK-NEXT: vector.store %[[X]], %[[P]]
func.func @writes_two_outputs(%a: memref<16xf32>, %o: memref<16xf32>, %p: memref<16xf32>) {
  linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<16xf32>) outs(%o, %p : memref<16xf32>, memref<16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %n = arith.negf %x : f32
    linalg.yield %n, %x : f32, f32
  }
  return
}

// --- reductions in registers ---

// Eight rows share each vector of the right-hand side.

// CHECK-LABEL: func.func @tiles_matmul
// CHECK-SAME: (%[[A:.*]]: memref<32x24xf32>, %[[B:.*]]: memref<24x16xf32>, %[[O:.*]]: memref<32x16xf32>)
// CHECK: scf.for %[[I:.*]] = %c0 to %c32 step %c8 {
// CHECK-COUNT-8: vector.load %[[O]]
// CHECK: %[[ACC:.*]]:8 = scf.for %[[K:.*]] = %c0 to %c24 step %c1 iter_args(%[[FIRST:[a-z0-9_]+]] = %{{.*}},
// CHECK-DAG: %[[X:.*]] = memref.load %[[A]][%[[I]], %[[K]]]
// CHECK: %[[Y:.*]] = vector.load %[[B]][%[[K]], %c0]
// CHECK: %[[XS:.*]] = vector.broadcast %[[X]] : f32 to vector<16xf32>
// CHECK-NEXT: %{{.*}} = math.fma %[[XS]], %[[Y]], %[[FIRST]]
// CHECK-COUNT-7: math.fma %{{.*}}, %[[Y]],
// CHECK-NOT: math.fma
// CHECK: scf.yield
// CHECK: vector.store %[[ACC]]#0, %[[O]][%[[I]], %c0]
// CHECK-COUNT-7: vector.store
// CHECK-NOT: vector.store
func.func @tiles_matmul(%a: memref<32x24xf32>, %b: memref<24x16xf32>, %o: memref<32x16xf32>) {
  linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%o : memref<32x16xf32>)
  return
}

// Twelve rows, then five.

// CHECK-LABEL: func.func @keeps_rest_of_rows
// CHECK: %{{.*}}:12 = scf.for
// CHECK: %{{.*}}:5 = scf.for
// CHECK-NOT: scf.for
func.func @keeps_rest_of_rows(%a: memref<17x24xf32>, %b: memref<24x16xf32>, %o: memref<17x16xf32>) {
  linalg.matmul ins(%a, %b : memref<17x24xf32>, memref<24x16xf32>) outs(%o : memref<17x16xf32>)
  return
}

// The fill is where the accumulators start: the output is not read.

// CHECK-LABEL: func.func @folds_fill
// CHECK-SAME: (%[[Z:.*]]: f32, %[[A:.*]]: memref<32x24xf32>, %[[B:.*]]: memref<24x16xf32>, %[[O:.*]]: memref<32x16xf32>)
// CHECK-NOT: vector.load %[[O]]
// CHECK: %[[START:.*]] = vector.broadcast %[[Z]] : f32 to vector<16xf32>
// CHECK: scf.for %{{.*}} iter_args(%{{[a-z0-9]+}} = %[[START]], %{{[a-z0-9]+}} = %[[START]],
// CHECK-NOT: vector.load %[[O]]
// CHECK: return
func.func @folds_fill(%z: f32, %a: memref<32x24xf32>, %b: memref<24x16xf32>, %o: memref<32x16xf32>) {
  linalg.fill ins(%z : f32) outs(%o : memref<32x16xf32>)
  linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%o : memref<32x16xf32>)
  return
}

// Another op stands between the two.

// CHECK-LABEL: func.func @keeps_fill_of_what_is_read_between
// CHECK-SAME: (%[[Z:.*]]: f32, %{{.*}}: memref<16xf32>, %{{.*}}: memref<16xf32>, %[[S:.*]]: memref<f32>)
// CHECK: linalg.fill ins(%[[Z]] : f32) outs(%[[S]] : memref<f32>)
// CHECK: vector.reduction <add>
// CHECK: memref.load %[[S]][]
func.func @keeps_fill_of_what_is_read_between(%z: f32, %a: memref<16xf32>, %o: memref<16xf32>, %s: memref<f32>) {
  linalg.fill ins(%z : f32) outs(%s : memref<f32>)
  linalg.copy ins(%a : memref<16xf32>) outs(%o : memref<16xf32>)
  linalg.generic {indexing_maps = [#one, #none], iterator_types = ["reduction"]}
      ins(%o : memref<16xf32>) outs(%s : memref<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %r = arith.addf %acc, %x : f32
    linalg.yield %r : f32
  }
  return
}

// CHECK-LABEL: func.func @keeps_fill_of_own_input
// CHECK-SAME: (%[[Z:.*]]: f32, %[[O:.*]]: memref<16x16xf32>)
// CHECK: %[[V:.*]] = vector.broadcast %[[Z]]
// CHECK: vector.store %[[V]], %[[O]]
// CHECK: vector.load %[[O]]
func.func @keeps_fill_of_own_input(%z: f32, %o: memref<16x16xf32>) {
  linalg.fill ins(%z : f32) outs(%o : memref<16x16xf32>)
  linalg.matmul ins(%o, %o : memref<16x16xf32>, memref<16x16xf32>) outs(%o : memref<16x16xf32>)
  return
}

// CHECK-LABEL: func.func @does_not_fuse_narrow_products
// CHECK-NOT: math.fma
// CHECK: arith.mulf %{{.*}} : vector<32xf16>
// CHECK: arith.addf %{{.*}} : vector<32xf16>
func.func @does_not_fuse_narrow_products(%a: memref<4x8xf16>, %b: memref<8x32xf16>, %o: memref<4x32xf16>) {
  linalg.matmul ins(%a, %b : memref<4x8xf16>, memref<8x32xf16>) outs(%o : memref<4x32xf16>)
  return
}

// The vector runs along the columns, which are parallel.

// CHECK-LABEL: func.func @sums_columns
// CHECK: %[[START:.*]] = vector.load
// CHECK: %[[SUM:.*]] = scf.for %[[I:.*]] = %c0 to %c8 step %c1 iter_args(%[[ACC:[a-z0-9_]+]] = %[[START]])
// CHECK: %[[X:.*]] = vector.load %{{.*}}[%[[I]], %c0]
// CHECK: arith.addf %[[ACC]], %[[X]] : vector<16xf32>
// CHECK: vector.store %[[SUM]]
// CHECK-NOT: vector.reduction
func.func @sums_columns(%a: memref<8x16xf32>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<8x16xf32>) outs(%o : memref<16xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %r = arith.addf %acc, %x : f32
    linalg.yield %r : f32
  }
  return
}

// The vector runs along the reduction; lanes beyond the row count as the lowest number.

// CHECK-LABEL: func.func @finds_maxima_of_rows
// CHECK-SAME: (%[[A:.*]]: memref<4x40xf32>, %[[O:.*]]: memref<4xf32>)
// CHECK-DAG: %[[LOWEST:.*]] = arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK-DAG: %[[MASK:.*]] = vector.constant_mask [8] : vector<16xi1>
// CHECK-DAG: %[[X:.*]] = vector.load %[[A]][%[[I:.*]], %c0]
// CHECK: %[[Z:.*]] = vector.maskedload %[[A]][%[[I]], %c32], %[[MASK]]
// CHECK: %[[SAFE:.*]] = arith.select %[[MASK]], %[[Z]], %[[LOWEST]]
// CHECK: %[[LANES:.*]] = arith.maximumf %{{.*}}, %[[SAFE]] : vector<16xf32>
// CHECK: %[[M:.*]] = vector.reduction <maximumf>, %[[LANES]] fastmath<reassoc> : vector<16xf32> into f32
// CHECK: %[[OLD:.*]] = memref.load %[[O]][%[[I]]]
// CHECK: %[[NEW:.*]] = arith.maximumf %[[OLD]], %[[M]]
// CHECK: memref.store %[[NEW]], %[[O]][%[[I]]]
func.func @finds_maxima_of_rows(%a: memref<4x40xf32>, %o: memref<4xf32>) {
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<4x40xf32>) outs(%o : memref<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %r = arith.maximumf %acc, %x : f32
    linalg.yield %r : f32
  }
  return
}

// What need not be known of zeros is said of all steps.

// CHECK-LABEL: func.func @finds_maxima_of_any_sign
// CHECK: arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : vector<16xf32>
// CHECK-NEXT: arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : vector<16xf32>
// CHECK-NEXT: %[[LANES:.*]] = arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : vector<16xf32>
// CHECK: %[[M:.*]] = vector.reduction <maximumf>, %[[LANES]] fastmath<reassoc,nsz> : vector<16xf32> into f32
// CHECK: arith.maximumf %{{.*}}, %[[M]] fastmath<nsz> : f32
func.func @finds_maxima_of_any_sign(%a: memref<4x64xf32>, %o: memref<4xf32>) {
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<4x64xf32>) outs(%o : memref<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %r = arith.maximumf %acc, %x fastmath<nsz> : f32
    linalg.yield %r : f32
  }
  return
}

// CHECK-LABEL: func.func @multiplies_dynamic_rows
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1> : vector<16xi32>
// CHECK: %[[MAIN:.*]]:4 = scf.for %{{.*}} step %c64 iter_args(%{{[a-z0-9]+}} = %[[ONES]],
// CHECK: %[[REST:.*]] = scf.for %{{.*}} step %c16 iter_args(%[[ACC:[a-z0-9_]+]] = %[[MAIN]]#0)
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[X:.*]] = vector.maskedload
// CHECK: %[[P:.*]] = arith.muli %[[ACC]], %[[X]]
// CHECK: arith.select %[[MASK]], %[[P]], %[[ACC]]
// CHECK: vector.reduction <mul>
func.func @multiplies_dynamic_rows(%a: memref<4x?xi32>, %o: memref<4xi32>) {
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<4x?xi32>) outs(%o : memref<4xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %r = arith.muli %acc, %x : i32
    linalg.yield %r : i32
  }
  return
}

// --- what has no vector form stays ---

// A vector of i1 would be packed, and memory holds a byte for each.

// CHECK-LABEL: func.func @keeps_bits_in_memory
// CHECK: linalg.generic
func.func @keeps_bits_in_memory(%a: memref<16xi1>, %o: memref<16xi1>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<16xi1>) outs(%o : memref<16xi1>) {
  ^bb0(%x: i1, %y: i1):
    linalg.yield %x : i1
  }
  return
}

// CHECK-LABEL: func.func @takes_bits_in_registers
// CHECK: %[[C:.*]] = arith.cmpf olt, %{{.*}} : vector<16xf32>
// CHECK: arith.select %[[C]], %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @takes_bits_in_registers(%a: memref<16xf32>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<16xf32>) outs(%o : memref<16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf olt, %x, %z : f32
    %s = arith.select %c, %z, %x : f32
    linalg.yield %s : f32
  }
  return
}

// No loop is the innermost dimension of both.

// CHECK-LABEL: func.func @keeps_transposition
// CHECK: linalg.generic
func.func @keeps_transposition(%a: memref<16x16xf32>, %o: memref<16x16xf32>) {
  linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x16xf32>) outs(%o : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @keeps_strided
// CHECK: linalg.generic
func.func @keeps_strided(%a: memref<16xf32, strided<[2]>>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : memref<16xf32, strided<[2]>>) outs(%o : memref<16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @keeps_guards
// CHECK: linalg.generic
// CHECK: scf.if
func.func @keeps_guards(%a: memref<16xf32>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]}
      outs(%o : memref<16xf32>) {
  ^bb0(%y: f32):
    %i = linalg.index 0 : index
    %c = arith.constant 3 : index
    %in = arith.cmpi ult, %i, %c : index
    %v = scf.if %in -> f32 {
      %l = memref.load %a[%i] : memref<16xf32>
      scf.yield %l : f32
    } else {
      %z = arith.constant 0.0 : f32
      scf.yield %z : f32
    }
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @keeps_tensors
// CHECK: linalg.generic
func.func @keeps_tensors(%a: tensor<16xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<16xf32>
  "test.use"(%r) : (tensor<16xf32>) -> ()
  return
}

// Lanes beyond the end hold zeros: nothing is divided by them.
// CHECK-LABEL: func.func @divides_the_rest
// CHECK: %[[D:.*]] = vector.maskedload %{{.*}}[%{{.*}}], %[[MASK:.*]], %{{.*}}
// CHECK: %[[SAFE:.*]] = arith.select %[[MASK]], %{{.*}}, %{{.*}} : vector<{{.*}}xi1>, vector<{{.*}}xi32>
// CHECK: arith.divui %{{.*}}, %[[SAFE]]
func.func @divides_the_rest(%a: memref<3xi32>, %b: memref<3xi32>, %o: memref<3xi32>) {
  linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%a, %b : memref<3xi32>, memref<3xi32>) outs(%o : memref<3xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %q = arith.divui %x, %y : i32
    linalg.yield %q : i32
  }
  return
}

// A prefetch is made once for all rows and vectors of a tile that do not differ in its place; along the vector loop it is one for each
// vector, of the first lane.
// CHECK-LABEL: func.func @prefetches
// CHECK: scf.for %[[K:.*]] = %c0 to %c32 step %c1 iter_args({{.*}} -> (vector<16xf32>,
// CHECK: %[[PLACE:.*]] = arith.muli %[[K]], %c3 : index
// CHECK-NEXT: memref.prefetch %arg3[%[[PLACE]]], read, locality<2>, data : memref<96xf32>
// CHECK-NEXT: memref.prefetch %arg3[%[[FIRST:[a-z0-9_]+]]], read, locality<2>, data : memref<96xf32>
// CHECK: memref.prefetch %arg3[%[[SECOND:[a-z0-9_]+]]], read, locality<2>, data : memref<96xf32>
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @prefetches(%a: memref<6x32xf32>, %b: memref<32x64xf32>, %c: memref<6x64xf32>, %next: memref<96xf32>) {
  %c3 = arith.constant 3 : index
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<6x32xf32>, memref<32x64xf32>) outs(%c : memref<6x64xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %k = linalg.index 2 : index
    %place = arith.muli %k, %c3 : index
    memref.prefetch %next[%place], read, locality<2>, data : memref<96xf32>
    %n = linalg.index 1 : index
    memref.prefetch %next[%n], read, locality<2>, data : memref<96xf32>
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}

// A fill on a condition: where it is filled nothing is read.
// CHECK-LABEL: func.func @begins_on_a_condition
// CHECK-SAME: %[[BEGINS:[a-z0-9]+]]: i1)
// CHECK: %[[KEEPS:.*]] = arith.xori %[[BEGINS]], %true
// CHECK: %[[MASK:.*]] = vector.broadcast %[[KEEPS]] : i1 to vector<16xi1>
// CHECK-NOT: scf.if
// CHECK-NOT: vector.store
// CHECK: vector.maskedload %arg2[%{{.*}}, %{{.*}}], %[[MASK]], %[[ONES:.*]] : memref<1x20xf32>
// CHECK: %[[REST:.*]] = arith.andi %[[MASK]], %{{.*}} : vector<16xi1>
// CHECK: vector.maskedload %arg2[%{{.*}}, %{{.*}}], %[[REST]], %[[ONES]] : memref<1x20xf32>
// CHECK: scf.for
func.func @begins_on_a_condition(%a: memref<1x32xf32>, %b: memref<32x20xf32>, %c: memref<1x20xf32>, %begins: i1) {
  %one = arith.constant 1.0 : f32
  scf.if %begins {
    linalg.fill ins(%one : f32) outs(%c : memref<1x20xf32>)
  }
  linalg.matmul ins(%a, %b : memref<1x32xf32>, memref<32x20xf32>) outs(%c : memref<1x20xf32>)
  return
}

// Sums of lanes.
// CHECK-LABEL: func.func @sums_on_a_condition
// CHECK-NOT: scf.if
// CHECK: %[[SUM:.*]] = vector.reduction
// CHECK: %[[OLD:.*]] = memref.load %arg1[]
// CHECK: %[[START:.*]] = arith.select %arg2, %{{.*}}, %[[OLD]] : f32
// CHECK: arith.addf %[[START]], %[[SUM]]
func.func @sums_on_a_condition(%a: memref<128xf32>, %s: memref<f32>, %begins: i1) {
  %one = arith.constant 1.0 : f32
  scf.if %begins {
    linalg.fill ins(%one : f32) outs(%s : memref<f32>)
  }
  linalg.generic {indexing_maps = [#one, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : memref<128xf32>) outs(%s : memref<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %t = arith.addf %acc, %x : f32
    linalg.yield %t : f32
  }
  return
}

// What else is done on the condition, or on its contrary, stays.
// CHECK-LABEL: func.func @keeps_other_choices
// CHECK: scf.if
// CHECK: scf.if
func.func @keeps_other_choices(%a: memref<128xf32>, %s: memref<f32>, %t: memref<f32>, %begins: i1) {
  %one = arith.constant 1.0 : f32
  scf.if %begins {
    linalg.fill ins(%one : f32) outs(%s : memref<f32>)
    linalg.fill ins(%one : f32) outs(%t : memref<f32>)
  }
  linalg.generic {indexing_maps = [#one, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : memref<128xf32>) outs(%s : memref<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %r = arith.addf %acc, %x : f32
    linalg.yield %r : f32
  }
  scf.if %begins {
    linalg.fill ins(%one : f32) outs(%s : memref<f32>)
  } else {
    linalg.fill ins(%one : f32) outs(%t : memref<f32>)
  }
  linalg.generic {indexing_maps = [#one, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : memref<128xf32>) outs(%s : memref<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %r = arith.addf %acc, %x : f32
    linalg.yield %r : f32
  }
  return
}

// The steps of a window along the rows of a tile are written out: two rows read three vectors of the image, not four, and each of the
// weights once. Each sum still has them in order.

// CHECK-LABEL: func.func @shares_what_windows_share
// CHECK: scf.for %[[I:.*]] = %c0 to %c3 step %c1 iter_args(%[[S0:.*]] = %{{.*}}, %[[S1:.*]] = %{{.*}}) -> (vector<16xf32>, vector<16xf32>) {
// CHECK-COUNT-5: vector.load
// CHECK-NOT: vector.load
// CHECK: scf.yield
func.func @shares_what_windows_share(%x: memref<6x3x16xf32>, %w: memref<3x2x16xf32>, %o: memref<4x2x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(y, x, c, i, j) -> (y + i, x + j, c)>, affine_map<(y, x, c, i, j) -> (i, j, c)>,
                                   affine_map<(y, x, c, i, j) -> (y, x, c)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<6x3x16xf32>, memref<3x2x16xf32>) outs(%o : memref<4x2x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Rows that nobody counts, but in pairs: what is left of whole tiles of four is a tile of two.
// CHECK-LABEL: func.func @rows_in_pairs
// CHECK: %[[EXTENT:.*]] = arith.muli
// CHECK: %[[REST:.*]] = arith.remui %[[EXTENT]], %c4
// CHECK: %[[END:.*]] = arith.subi %[[EXTENT]], %[[REST]]
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step %c4
// CHECK-COUNT-16: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.for %{{.*}} = %[[END]] to %[[EXTENT]] step %c2
// CHECK-COUNT-8: math.fma
// CHECK-NOT: math.fma
// CHECK: return
// SEPARATE-LABEL: func.func @rows_in_pairs
// SEPARATE-NOT: math.fma
// SEPARATE: %[[PRODUCT:.*]] = arith.mulf {{.*}} : vector<16xf32>
// SEPARATE-NEXT: arith.addf %{{.*}}, %[[PRODUCT]] : vector<16xf32>
// SEPARATE-NOT: math.fma
func.func @rows_in_pairs(%a: memref<400x32xf32>, %b: memref<32x64xf32>, %c: memref<400x64xf32>, %n: index) {
  %c2 = arith.constant 2 : index
  %rows = arith.muli %n, %c2 : index
  %part = memref.subview %a[0, 0] [%rows, 32] [1, 1] : memref<400x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  %out = memref.subview %c[0, 0] [%rows, 64] [1, 1] : memref<400x64xf32> to memref<?x64xf32, strided<[64, 1]>>
  linalg.matmul ins(%part, %b : memref<?x32xf32, strided<[32, 1]>>, memref<32x64xf32>) outs(%out : memref<?x64xf32, strided<[64, 1]>>)
  return
}

// RUN: tern-opt %s --linalg-to-vector-loops --canonicalize --cse --split-input-file | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[T:.*]]: memref<30x20xf32>, %[[I:.*]]: memref<7xi32>, %[[X:.*]]: memref<7x20xf32>, %{{.*}}: memref<7x20xf32>, %[[O:.*]]: index
// CHECK: scf.for %[[R:.*]] = %c0
// CHECK-DAG: %[[N:.*]] = memref.load %[[I]][%[[R]]] : memref<7xi32>
// CHECK-DAG: %[[ROW:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: vector.load %[[T]][%[[ROW]], %c0{{.*}}] : memref<30x20xf32>, vector<16xf32>
// CHECK: vector.load %[[T]][%[[ROW]], %[[O]]] : memref<30x20xf32>, vector<16xf32>
// CHECK: vector.maskedload %[[T]][%[[ROW]], %c16{{.*}}]
// CHECK: %[[AT:.*]] = arith.addi %[[O]], %c16{{.*}} : index
// CHECK: vector.maskedload %[[T]][%[[ROW]], %[[AT]]]
func.func @gather(%t: memref<30x20xf32>, %i: memref<7xi32>, %x: memref<7x20xf32>, %y: memref<7x20xf32>, %o: index) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : memref<7x20xf32>) outs(%y : memref<7x20xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = memref.load %i[%0] : memref<7xi32>
    %3 = arith.index_cast %2 : i32 to index
    %4 = memref.load %t[%3, %1] : memref<30x20xf32>
    %5 = arith.addi %1, %o : index
    %6 = memref.load %t[%3, %5] : memref<30x20xf32>
    %7 = arith.mulf %a, %4 : f32
    %8 = arith.addf %7, %6 : f32
    linalg.yield %8 : f32
  }
  return
}

// -----

// Places that differ in each lane, elements that are not side by side, and what is written at the same time, are loops.
#map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @no_gather(
// CHECK-COUNT-3: linalg.generic
func.func @no_gather(%t: memref<30x20xf32>, %i: memref<20xi32>, %s: memref<30x20xf32, strided<[40, 2]>>, %y: memref<7x20xf32>) {
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%y : memref<7x20xf32>) {
  ^bb0(%b: f32):
    %0 = linalg.index 1 : index
    %1 = memref.load %i[%0] : memref<20xi32>
    %2 = arith.index_cast %1 : i32 to index
    %3 = memref.load %t[%2, %0] : memref<30x20xf32>
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%y : memref<7x20xf32>) {
  ^bb0(%b: f32):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = memref.load %s[%0, %1] : memref<30x20xf32, strided<[40, 2]>>
    linalg.yield %2 : f32
  }
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%y : memref<7x20xf32>) {
  ^bb0(%b: f32):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = memref.load %y[%0, %1] : memref<7x20xf32>
    linalg.yield %2 : f32
  }
  return
}

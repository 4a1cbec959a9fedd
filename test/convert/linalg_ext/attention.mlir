// RUN: tern-opt %s --iree-linalg-ext-tile-attention="vector-bytes=16 panel-vectors=1 keys=16 rows=4 chunk=8" --canonicalize --cse | FileCheck %s
// RUN: not tern-opt %s --iree-linalg-ext-tile-attention="keys=1" 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: 'builtin.module' op options must be positive

#q = affine_map<(b, m, k, d, n) -> (b, m, d)>
#k = affine_map<(b, m, k, d, n) -> (b, k, d)>
#v = affine_map<(b, m, k, d, n) -> (b, k, n)>
#s = affine_map<(b, m, k, d, n) -> ()>
#mask = affine_map<(b, m, k, d, n) -> (k, m)>
#o = affine_map<(b, m, k, d, n) -> (b, m, n)>

// CHECK-DAG: #[[$TURN:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$ALL:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ROW:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$A:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$B:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$C:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// Eight rows to a workgroup, four at a time, then the three that are left; sixteen keys, then eight.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME: (%[[Q:[^ ]+]]: memref<2x11x8xf32>, %[[K:[^ ]+]]: memref<2x40x8xf32>, %[[V:[^ ]+]]: memref<2x40x4xf32>, %[[O:[^ ]+]]: memref<2x11x4xf32>)
// CHECK-DAG: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[HALF:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG: %[[LEAST:.+]] = arith.constant 0xFF800000 : f32
// CHECK-DAG: %[[PANELS:.+]] = memref.alloca() {alignment = 64 : i64} : memref<4x8x4xf32>
// CHECK-DAG: %[[SCORES:.+]] = memref.alloca() {alignment = 64 : i64} : memref<4x32xf32>
// CHECK: scf.forall (%[[BATCH:.+]], %[[CHUNK:.+]]) in (2, 2) {
// CHECK: %[[FIRST:.+]] = arith.muli %[[CHUNK]], %c8
// CHECK: %[[LEFT:.+]] = arith.subi %c11, %[[FIRST]]
// CHECK: %[[COUNT:.+]] = arith.minsi %[[LEFT]], %c8
// CHECK: linalg.fill ins(%[[LEAST]] : f32) outs(%[[MAX:.+]] : memref<8xf32>)
// CHECK: linalg.fill ins(%[[ZERO]] : f32) outs(%[[SUM:.+]] : memref<8xf32>)
// CHECK: %[[OUT:.+]] = memref.subview %[[O]][%[[BATCH]], %[[FIRST]], 0] [1, %[[COUNT]], 4]
// CHECK: linalg.fill ins(%[[ZERO]] : f32) outs(%[[OUT]] : memref<?x4xf32
// CHECK: scf.for %[[KEY:.+]] = %c0 to %c32 step %c16 {

// Keys are copied once for all rows of the workgroup.
// CHECK: scf.for %[[P:.+]] = %c0 to %c4 step %c1 {
// CHECK: memref.subview %[[K]][%[[BATCH]], %{{.+}}, 0] [1, 4, 8]
// CHECK: memref.subview %[[PANELS]][%[[P]], 0, 0] [1, 8, 4]
// CHECK: linalg.generic {indexing_maps = [#[[$TURN]], #[[$ALL]]], iterator_types = ["parallel", "parallel"]}
// CHECK: scf.for %[[ROW:.+]] = %[[FIRST]] to %{{.+}} step %c4 {
// CHECK: scf.for %[[P:.+]] = %c0 to %c4 step %c1 {
// CHECK: memref.subview %[[Q]][%[[BATCH]], %[[ROW]], 0] [1, 4, 8]
// CHECK: linalg.fill ins(%[[ZERO]] : f32) outs(%[[S:.+]] : memref<4x4xf32
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$C]]], iterator_types = ["parallel", "parallel", "reduction"]} {{.*}} outs(%[[S]] :
// CHECK: }
// CHECK: %[[BLOCK:.+]] = memref.subview %[[SCORES]][0, 0] [4, 16]

// The old maxima; the new ones; what scores are compared with.
// CHECK: linalg.generic {{.*}} ins(%[[M:.+]] : memref<4xf32, {{.+}}>) outs(%[[OLD:.+]] : memref<4xf32
// CHECK: linalg.generic {indexing_maps = [#[[$ALL]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]} ins(%[[BLOCK]] : {{.+}}) outs(%[[M]] :
// CHECK: %[[T:.+]] = arith.mulf %{{.+}}, %[[HALF]] : f32
// CHECK: arith.maxnumf %{{.+}}, %[[T]] : f32
// CHECK: linalg.generic {{.*}} ins(%[[M]] : {{.+}}) outs(%[[BASE:.+]] :
// CHECK: arith.cmpf oeq, %{{.+}}, %[[LEAST]] : f32
// CHECK: linalg.generic {indexing_maps = [#[[$ROW]], #[[$ALL]]], iterator_types = ["parallel", "parallel"]} ins(%[[BASE]] : {{.+}}) outs(%[[BLOCK]] :
// CHECK: %[[MINUS:.+]] = arith.negf
// CHECK: %[[D:.+]] = math.fma %{{.+}}, %[[HALF]], %[[MINUS]] : f32
// CHECK: math.exp %[[D]] {tern.not_positive} : f32

// The correction of what has been summed up before.
// CHECK: linalg.generic {{.*}} ins(%[[BASE]] : {{.+}}) outs(%[[OLD]] :
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%[[OLD]] : {{.+}}) outs(%[[L:.+]] : memref<4xf32
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} ins(%[[OLD]] : {{.+}}) outs(%{{.+}} : memref<4x4xf32
// CHECK: arith.mulf
// CHECK: linalg.generic {indexing_maps = [#[[$ALL]], #[[$ROW]]], iterator_types = ["parallel", "reduction"]} ins(%[[BLOCK]] : {{.+}}) outs(%[[L]] :
// CHECK: arith.addf

// Values lie well.
// CHECK: %[[VALUES:.+]] = memref.subview %[[V]][%[[BATCH]], %[[KEY]], 0] [1, 16, 4]
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$C]]], {{.*}} ins(%[[BLOCK]], %[[VALUES]] :
// CHECK: scf.for %{{.+}} = %c8 to %{{.+}} step %c4 {
// CHECK: memref.subview %[[SCORES]][0, 0] [3, 16]

// The last keys.
// CHECK: memref.subview %[[SCORES]][0, 0] [4, 8]
// CHECK: memref.subview %[[SCORES]][0, 0] [3, 8]

// CHECK: %[[SUMS:.+]] = memref.subview %[[SUM]][0] [%[[COUNT]]] [1]
// CHECK: linalg.generic {{.*}} outs(%[[SUMS]] :
// CHECK: arith.divf %[[ONE]], %{{.+}} : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]] : {{.+}}) outs(%[[OUT]] :
func.func @blocks(%q: memref<2x11x8xf32>, %k: memref<2x40x8xf32>, %v: memref<2x40x4xf32>, %o: memref<2x11x4xf32>) {
  %s = arith.constant 0.5 : f32
  iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> ins(%q, %k, %v, %s : memref<2x11x8xf32>, memref<2x40x8xf32>, memref<2x40x4xf32>, f32) outs(%o : memref<2x11x4xf32>) {
  ^bb0(%x: f32):
    iree_linalg_ext.yield %x : f32
  }
  return
}

// All keys at once: nothing to correct. A mask, a function of scores and a scale of 1; the default scale is that of the depth.
// CHECK-LABEL: func.func @once
// CHECK-SAME: %[[MASK:[^ ]+]]: memref<9x3xf32>
// CHECK: scf.forall (%{{.+}}) in (2) {
// CHECK-NOT: arith.cmpf
// CHECK: linalg.fill ins(%{{.+}} : f32) outs(%[[M:.+]] : memref<3xf32
// CHECK: linalg.generic {indexing_maps = [#[[$ALL]], #[[$TURN]], #[[$ROW]]], {{.*}} ins(%{{.+}}, %[[MASK]] : {{.+}}) outs(%[[M]] :
// CHECK-NEXT: ^{{.+}}(%[[P:.+]]: f32, %[[ADDED:.+]]: f32, %{{.+}}: f32):
// CHECK-NEXT: %[[T:.+]] = math.tanh %[[P]] : f32
// CHECK-NEXT: arith.addf %[[T]], %[[ADDED]] : f32
// CHECK: linalg.generic {{.*}} ins(%[[M]], %[[MASK]] :
// CHECK: math.tanh
// CHECK: arith.subf
// CHECK: math.exp
// CHECK-NOT: arith.cmpf
func.func @once(%q: memref<2x3x8xf32>, %k: memref<2x9x8xf32>, %v: memref<2x9x4xf32>, %m: memref<9x3xf32>, %o: memref<2x3x4xf32>) {
  %s = arith.constant 1.0 : f32
  iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #mask, #o]> ins(%q, %k, %v, %s, %m : memref<2x3x8xf32>, memref<2x9x8xf32>, memref<2x9x4xf32>, f32, memref<9x3xf32>) outs(%o : memref<2x3x4xf32>) {
  ^bb0(%x: f32):
    %t = math.tanh %x : f32
    iree_linalg_ext.yield %t : f32
  }
  return
}

// Positions are those in the block and where it begins; that of a batch is where the loop over batches is.
// CHECK-LABEL: func.func @places
// CHECK: scf.forall (%[[BATCH:.+]], %{{.+}}) in (2, 2) {
// CHECK: scf.for %[[KEY:.+]] = %c0 to
// CHECK: scf.for %{{.+}} = %c0 to
// CHECK: scf.for %[[ROW:.+]] = %{{.+}} to
// CHECK: arith.maxnumf
// CHECK: arith.cmpf oeq
// CHECK: linalg.generic
// CHECK: linalg.index 0 : index
// CHECK: %[[I:.+]] = arith.addi %{{.+}}, %[[ROW]] : index
// CHECK: linalg.index 1 : index
// CHECK: %[[J:.+]] = arith.addi %{{.+}}, %[[KEY]] : index
// CHECK: %[[K:.+]] = arith.addi %[[J]], %[[BATCH]] : index
// CHECK: arith.cmpi sle, %[[K]], %[[I]] : index
// CHECK: math.exp
func.func @places(%q: memref<2x11x8xf32>, %k: memref<2x32x8xf32>, %v: memref<2x32x4xf32>, %o: memref<2x11x4xf32>) {
  iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #o]> ins(%q, %k, %v : memref<2x11x8xf32>, memref<2x32x8xf32>, memref<2x32x4xf32>) outs(%o : memref<2x11x4xf32>) {
  ^bb0(%x: f32):
    %b = iree_linalg_ext.index 0 : index
    %i = iree_linalg_ext.index 1 : index
    %j = iree_linalg_ext.index 2 : index
    %n = arith.addi %j, %b : index
    %is = arith.cmpi sle, %n, %i : index
    %least = arith.constant 0xFF800000 : f32
    %y = arith.select %is, %x, %least : f32
    iree_linalg_ext.yield %y : f32
  }
  return
}

// Rows of queries and values that are half a page apart are copied to where they are not.
// CHECK-LABEL: func.func @copies
// CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<2x9x4xf32>
// CHECK-DAG: %[[QUERIES:.+]] = memref.alloca() {alignment = 64 : i64} : memref<4x32xf32>
// CHECK: memref.subview %[[QUERIES]][0, 0] [4, 8]
// CHECK: linalg.generic {indexing_maps = [#[[$ALL]], #[[$ALL]]]
func.func @copies(%q: memref<2x4x8xf32, strided<[8, 512, 1]>>, %k: memref<2x9x8xf32>, %v: memref<2x9x8xf32, strided<[8, 512, 1]>>, %o: memref<2x4x8xf32>) {
  iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #o]> ins(%q, %k, %v : memref<2x4x8xf32, strided<[8, 512, 1]>>, memref<2x9x8xf32>, memref<2x9x8xf32, strided<[8, 512, 1]>>) outs(%o : memref<2x4x8xf32>) {
  ^bb0(%x: f32):
    iree_linalg_ext.yield %x : f32
  }
  return
}

// What is on tensors, or has other types, is not for this pass.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: iree_linalg_ext.attention
func.func @others(%q: memref<2x3x8xf16>, %k: memref<2x9x8xf16>, %v: memref<2x9x4xf16>, %o: memref<2x3x4xf16>, %t: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #o]> ins(%q, %k, %v : memref<2x3x8xf16>, memref<2x9x8xf16>, memref<2x9x4xf16>) outs(%o : memref<2x3x4xf16>) {
  ^bb0(%x: f32):
    iree_linalg_ext.yield %x : f32
  }
  %r = iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #o]> ins(%t, %t, %t : tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%t : tensor<2x4x4xf32>) {
  ^bb0(%x: f32):
    iree_linalg_ext.yield %x : f32
  } -> tensor<2x4x4xf32>
  return %r : tensor<2x4x4xf32>
}

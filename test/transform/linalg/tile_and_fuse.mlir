// RUN: tern-opt --help | FileCheck %s --check-prefix=HELP
// RUN: tern-opt %s --linalg-tile-and-fuse=tile-sizes=8,8,4 --cse --split-input-file | FileCheck %s --check-prefix=GIVEN
// RUN: tern-opt %s --linalg-tile-and-fuse=tile-sizes=8,8,4 --cse --split-input-file --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect --split-input-file | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s '--linalg-tile-and-fuse=tile-sizes=8,8,4 workgroup-size=4,2 fuse=false' --cse --split-input-file \
// RUN:   | FileCheck %s --check-prefix=ALONE
// HELP: --linalg-tile-and-fuse {{.*}}LinalgMarker, later LinalgTransformationFilter

// Snippet 7: two parallel loops over the tiles, a sequential one over the reduction. The fill is in the tile.

// GIVEN-LABEL: func.func @divides()
// GIVEN-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>}
// GIVEN: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0, %c0) to (%c32, %c16) step (%c8, %c8) {
// GIVEN-NEXT: %[[C:.*]] = memref.subview %{{.*}}[%[[I]], %[[J]]] [8, 8] [1, 1]
// GIVEN-NEXT: linalg.fill {__internal_linalg_transform__ = "workgroup"{{.*}}} ins(%{{.*}} : f32) outs(%[[C]] : memref<8x8xf32,
// GIVEN: scf.for %[[K:.*]] = %c0 to %c24 step %c4 {
// GIVEN-NEXT: %[[A:.*]] = memref.subview %{{.*}}[%[[I]], %[[K]]] [8, 4] [1, 1]
// GIVEN-NEXT: %[[B:.*]] = memref.subview %{{.*}}[%[[K]], %[[J]]] [4, 8] [1, 1]
// GIVEN-NEXT: linalg.matmul {__internal_linalg_transform__ = "workgroup", lowering_config = {tile_sizes = {{\[\[}}8, 8, 0], [], [], [0, 0, 4]], workgroup_size = [8, 8, 1]}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] :
// GIVEN-NEXT: }
// GIVEN-NEXT: scf.reduce

// UPSTREAM-LABEL: func.func @divides()
// UPSTREAM: scf.parallel
// UPSTREAM: scf.for
// UPSTREAM: linalg.matmul

// ALONE-LABEL: func.func @divides()
// ALONE-SAME: workgroup_size = [4, 2, 1]
// ALONE: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<32x16xf32>)
// ALONE: scf.parallel
// ALONE-NOT: linalg.fill
// ALONE: linalg.matmul {__internal_linalg_transform__ = "workgroup"
func.func @divides() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<32x24xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<24x16xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<32x16xf32>
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<32x16xf32>)
  linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%c : memref<32x16xf32>)
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}

// -----

// Tiles that reach over the end are cut; the only tile of a loop has the loop's size.

// GIVEN-LABEL: func.func @cuts_last_tiles(
// GIVEN: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0, %c0) to (%c4, %c10) step (%c8, %c8) {
// GIVEN-NEXT: %[[LEFT:.*]] = arith.subi %c10, %[[J]]
// GIVEN-NEXT: %[[COLUMNS:.*]] = arith.minsi %c8, %[[LEFT]]
// GIVEN: scf.for %[[K:.*]] = %c0 to %c5 step %c4 {
// GIVEN-NEXT: %[[REST:.*]] = arith.subi %c5, %[[K]]
// GIVEN-NEXT: %[[DEPTH:.*]] = arith.minsi %c4, %[[REST]]
// GIVEN-NEXT: memref.subview %{{.*}}[0, %[[K]]] [4, %[[DEPTH]]] [1, 1]
// GIVEN-NEXT: memref.subview %{{.*}}[%[[K]], %[[J]]] [%[[DEPTH]], %[[COLUMNS]]] [1, 1]
// GIVEN-NEXT: memref.subview %{{.*}}[0, %[[J]]] [4, %[[COLUMNS]]] [1, 1]
// GIVEN-NEXT: linalg.matmul {__internal_linalg_transform__ = "workgroup"
func.func @cuts_last_tiles(%a: memref<4x5xf32>, %b: memref<5x10xf32>, %c: memref<4x10xf32>) {
  linalg.matmul ins(%a, %b : memref<4x5xf32>, memref<5x10xf32>) outs(%c : memref<4x10xf32>)
  return
}

// -----

// GIVEN-LABEL: func.func @reads_dynamic_extents(
// GIVEN-DAG: %[[M:.*]] = memref.dim %arg0, %c0
// GIVEN-DAG: %[[K:.*]] = memref.dim %arg0, %c1
// GIVEN-DAG: %[[N:.*]] = memref.dim %arg1, %c1
// GIVEN: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%[[M]], %[[N]]) step (%c8, %c8) {
// GIVEN: scf.for %{{.*}} = %c0 to %[[K]] step %c4 {
func.func @reads_dynamic_extents(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

// Nothing is in an empty tile, and the loops do not run.

// GIVEN-LABEL: func.func @keeps_empty_loops(
// GIVEN: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%c0, %c4) step (%c8, %c8) {
// GIVEN: scf.for %{{.*}} = %c0 to %c0 step %c4 {
func.func @keeps_empty_loops(%a: memref<0x0xf32>, %b: memref<0x4xf32>, %c: memref<0x4xf32>) {
  linalg.matmul ins(%a, %b : memref<0x0xf32>, memref<0x4xf32>) outs(%c : memref<0x4xf32>)
  return
}

// -----

// What follows element for element is in the tile too, behind the reduction; linalg.index means the whole.

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
// GIVEN-LABEL: func.func @fuses_epilogue(
// GIVEN: scf.parallel (%[[I:.*]], %[[J:.*]]) =
// GIVEN: scf.for
// GIVEN: linalg.matmul {__internal_linalg_transform__ = "workgroup"
// GIVEN: }
// GIVEN: %[[BIAS:.*]] = memref.subview %arg3[%[[J]]] [8] [1]
// GIVEN: linalg.generic {{.*}} ins(%{{.*}}, %[[BIAS]] : {{.*}}) {{.*}}__internal_linalg_transform__ = "workgroup"
// GIVEN: linalg.index 0
// GIVEN-NEXT: arith.addi %{{.*}}, %[[I]]
// GIVEN: scf.reduce
// GIVEN-NEXT: }
// GIVEN-NEXT: return
func.func @fuses_epilogue(%a: memref<32x24xf32>, %b: memref<24x16xf32>, %c: memref<32x16xf32>, %d: memref<16xf32>,
                          %e: memref<32x16xindex>) {
  linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%c : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#id, #column, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %d : memref<32x16xf32>, memref<16xf32>) outs(%c, %e : memref<32x16xf32>, memref<32x16xindex>) {
  ^bb0(%x: f32, %y: f32, %o: f32, %p: index):
    %s = arith.addf %x, %y : f32
    %i = linalg.index 0 : index
    linalg.yield %s, %i : f32, index
  }
  return
}

// -----

// A transposed consumer goes through the same tile.

#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>
// GIVEN-LABEL: func.func @fuses_transposed_epilogue(
// GIVEN: scf.parallel (%[[I:.*]], %[[J:.*]]) =
// GIVEN: linalg.matmul
// GIVEN: %[[D:.*]] = memref.subview %arg3[%[[J]], %[[I]]] [8, 8] [1, 1]
// GIVEN: linalg.generic {{.*}} ins(%{{.*}} : memref<8x8xf32, strided<[16, 1], offset: ?>>) outs(%[[D]] : {{.*}}__internal_linalg_transform__ = "workgroup"
func.func @fuses_transposed_epilogue(%a: memref<32x24xf32>, %b: memref<24x16xf32>, %c: memref<32x16xf32>, %d: memref<16x32xf32>) {
  linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%c : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#swapped, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<32x16xf32>) outs(%d : memref<16x32xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

// This consumer reads what other workgroups write: it stays outside, to be split off before.

#id = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>
// GIVEN-LABEL: func.func @keeps_what_crosses_tiles(
// GIVEN: scf.parallel
// GIVEN: scf.reduce
// GIVEN-NEXT: }
// GIVEN-NEXT: linalg.generic
// GIVEN-SAME: ins(%arg2, %arg2 : memref<16x16xf32>, memref<16x16xf32>)
func.func @keeps_what_crosses_tiles(%a: memref<16x24xf32>, %b: memref<24x16xf32>, %c: memref<16x16xf32>, %d: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x24xf32>, memref<24x16xf32>) outs(%c : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#swapped, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %c : memref<16x16xf32>, memref<16x16xf32>) outs(%d : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// The product would read rows that other tiles have overwritten.

// GIVEN-LABEL: func.func @keeps_product_in_place(
// GIVEN-NOT: scf.parallel
// GIVEN: linalg.matmul ins(%arg0, %arg1
func.func @keeps_product_in_place(%a: memref<16x16xf32>, %b: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%a : memref<16x16xf32>)
  return
}

// -----

// Element-wise by itself: the whole grid shares the elements.

// GIVEN-LABEL: func.func @keeps_elementwise(
// GIVEN-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>}
// GIVEN-NOT: scf.parallel
// GIVEN: linalg.exp ins(
func.func @keeps_elementwise(%a: memref<32x24xf32>, %b: memref<32x24xf32>) {
  linalg.exp ins(%a : memref<32x24xf32>) outs(%b : memref<32x24xf32>)
  return
}

// -----

// The attribute of an op is stronger than the options; one list may hold all tiles.

// GIVEN-LABEL: func.func @follows_attribute(
// GIVEN-SAME: workgroup_size = [16, 2, 1]
// GIVEN: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%c32, %c16) step (%c4, %c16) {
// GIVEN: scf.for %{{.*}} = %c0 to %c24 step %c6 {
// GIVEN: lowering_config = {promote, tile_sizes = {{\[\[}}4, 16, 0], [], [], [0, 0, 6]], workgroup_size = [16, 2, 1]}
func.func @follows_attribute(%a: memref<32x24xf32>, %b: memref<24x16xf32>, %c: memref<32x16xf32>) {
  linalg.matmul {lowering_config = {tile_sizes = [[4, 16, 6]], workgroup_size = [16, 2, 1], promote}}
      ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%c : memref<32x16xf32>)
  return
}

// RUN: tern-opt %s --iree-codegen-tile-and-distribute-to-workgroups --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --iree-codegen-tile-and-distribute-to-workgroups --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --iree-codegen-tile-and-distribute-to-workgroups=tile-sizes=32,0 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=GIVEN

#one = affine_map<(d0) -> (d0)>
#two = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#flipped = affine_map<(d0, d1) -> (d1, d0)>
#shifted = affine_map<(d0) -> (d0 + 2)>
#reversed = affine_map<(d0) -> (-d0 + 99999)>

// Fill and matmul share the tile, so no workgroup waits for another. The inner dimension goes to x.

// CHECK-LABEL: func.func @tiles_matmul_with_fill
// CHECK: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0}
// CHECK: %[[B:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg1}
// CHECK: %[[C:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0}
// CHECK-DAG: %[[Y:.*]] = hal.interface.workgroup.id[1]
// CHECK-DAG: %[[NY:.*]] = hal.interface.workgroup.count[1]
// CHECK-DAG: %[[FROM_Y:.*]] = arith.muli %[[Y]], %c512
// CHECK-DAG: %[[STEP_Y:.*]] = arith.muli %[[NY]], %c512
// CHECK: scf.for %[[I:.*]] = %[[FROM_Y]] to %c1024 step %[[STEP_Y]] {
// CHECK-DAG: %[[X:.*]] = hal.interface.workgroup.id[0]
// CHECK-DAG: %[[NX:.*]] = hal.interface.workgroup.count[0]
// CHECK-DAG: %[[FROM_X:.*]] = arith.muli %[[X]], %c512
// CHECK-DAG: %[[STEP_X:.*]] = arith.muli %[[NX]], %c512
// CHECK: scf.for %[[J:.*]] = %[[FROM_X]] to %c2048 step %[[STEP_X]] {
// CHECK-DAG: %[[TC:.*]] = memref.subview %[[C]][%[[I]], %[[J]]] [512, 512] [1, 1]
// CHECK-DAG: %[[TA:.*]] = memref.subview %[[A]][%[[I]], 0] [512, 64] [1, 1]
// CHECK-DAG: %[[TB:.*]] = memref.subview %[[B]][0, %[[J]]] [64, 512] [1, 1]
// CHECK-DAG: linalg.fill ins(%{{.*}} : f32) outs(%[[TC]] :
// CHECK: linalg.matmul ins(%[[TA]], %[[TB]] : {{.*}}) outs(%[[TC]] :
// CHECK-NOT: linalg

// CHECK-LABEL: func.func private @tiles_matmul_with_fill_workgroup_count() -> (index, index, index)
// CHECK-SAME: hal.workgroup_count_of = @tiles_matmul_with_fill
// CHECK: return %c4, %c2, %c1

// UPSTREAM-LABEL: func.func @tiles_matmul_with_fill
// UPSTREAM: linalg.matmul
// UPSTREAM-LABEL: func.func private @tiles_matmul_with_fill_workgroup_count

// Loop 0 gets tiles of 32, loop 1 none.

// GIVEN-LABEL: func.func @tiles_matmul_with_fill
// GIVEN: scf.for %[[I:.*]] = %{{.*}} to %c1024 step
// GIVEN-NOT: scf.for
// GIVEN: memref.subview %{{.*}}[%[[I]], 0] [32, 2048] [1, 1]
// GIVEN-LABEL: func.func private @tiles_matmul_with_fill_workgroup_count
// GIVEN: return %c1, %c32, %c1
func.func @tiles_matmul_with_fill() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x64xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x2048xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x2048xf32>
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<1024x2048xf32>)
  linalg.matmul ins(%a, %b : memref<1024x64xf32>, memref<64x2048xf32>) outs(%c : memref<1024x2048xf32>)
  return
}

// CHECK-LABEL: func.func @clamps_last_tile
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[END:.*]] step
// CHECK: %[[LEFT:.*]] = arith.subi %[[END]], %[[I]]
// CHECK: %[[SIZE:.*]] = arith.minsi %[[LEFT]], %c8192
// CHECK: memref.subview %{{.*}}[%[[I]]] [%[[SIZE]]] [1]
// CHECK-LABEL: func.func private @clamps_last_tile_workgroup_count
// CHECK: return %c13, %c1, %c1
func.func @clamps_last_tile() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<99999xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<99999xf32>
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : memref<99999xf32>) outs(%o : memref<99999xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// The host computes the grid from the push constant.

// CHECK-LABEL: func.func @counts_from_push_constants
// CHECK: %[[N:.*]] = memref.dim
// CHECK: scf.for %{{.*}} to %[[N]] step
// CHECK-LABEL: func.func private @counts_from_push_constants_workgroup_count
// CHECK: %[[K:.*]] = hal.interface.load.constant offset = 3 : index
// CHECK: %[[COUNT:.*]] = arith.ceildiv{{[su]}}i %[[K]], %c8192
// CHECK: return %[[COUNT]], %c1, %c1
func.func @counts_from_push_constants() {
  %n = hal.interface.load.constant offset = 3 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?xf32>{%n}
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?xf32>{%n}
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%a : memref<?xf32>) outs(%o : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n2 = arith.negf %x : f32
    linalg.yield %n2 : f32
  }
  return
}

// linalg.index means the whole, the tiled op counts within the tile.

// CHECK-LABEL: func.func @shifts_indices
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[WITHIN:.*]] = linalg.index 0 : index
// CHECK-NEXT: %[[INDEX:.*]] = arith.addi %[[WITHIN]], %[[I]]
// CHECK-NEXT: linalg.yield %[[INDEX]]
func.func @shifts_indices() {
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<131072xindex>
  linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%o : memref<131072xindex>) {
  ^bb0(%y: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  }
  return
}

// The slice holds what the constant of the map skips; the op applies the map again.

// CHECK-LABEL: func.func @slices_shifted_input
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: memref.subview %{{.*}}[%[[I]]] [8194] [1] : memref<131074xf32>
// CHECK-NEXT: memref.subview %{{.*}}[%[[I]]] [8192] [1] : memref<131072xf32>
func.func @slices_shifted_input() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<131074xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<131072xf32>
  linalg.generic {indexing_maps = [#shifted, #one], iterator_types = ["parallel"]} ins(%a : memref<131074xf32>) outs(%o : memref<131072xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// --- one workgroup ---

// CHECK-LABEL: func.func @keeps_small_dispatch
// CHECK-NOT: hal.interface.workgroup.id
// CHECK: linalg.matmul
// CHECK-NOT: @keeps_small_dispatch_workgroup_count
func.func @keeps_small_dispatch() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<32x24xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<24x16xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<32x16xf32>
  linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%c : memref<32x16xf32>)
  return
}

// Each workgroup reads only what it overwrites itself.

// CHECK-LABEL: func.func @deals_op_that_works_in_place
// CHECK: hal.interface.workgroup.id
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%[[S:[a-z0-9_]+]] : {{.*}}) outs(%[[S]] :
// CHECK-LABEL: func.func @keeps_two_outputs
func.func @deals_op_that_works_in_place() {
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<131072xf32>
  linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%o : memref<131072xf32>) outs(%o : memref<131072xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// CHECK-NOT: hal.interface.workgroup.id
// CHECK-LABEL: func.func @keeps_reversal
func.func @keeps_two_outputs() {
  %z = arith.constant 0.0 : f32
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<131072xf32>
  %p = iree.placeholder for "interface buffer" {binding = @io::@ret1} : memref<131072xf32>
  linalg.fill ins(%z : f32) outs(%o : memref<131072xf32>)
  linalg.fill ins(%z : f32) outs(%p : memref<131072xf32>)
  return
}

// A tile of a reversed input does not start at the tile's start.

// CHECK-NOT: hal.interface.workgroup.id
// CHECK-LABEL: func.func private @keeps_private_function
func.func @keeps_reversal() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<100000xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<100000xf32>
  linalg.generic {indexing_maps = [#reversed, #one], iterator_types = ["parallel"]} ins(%a : memref<100000xf32>) outs(%o : memref<100000xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK-NOT: hal.interface.workgroup.id
// CHECK: linalg.fill
func.func private @keeps_private_function(%o: memref<131072xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%o : memref<131072xf32>)
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  hal.interface.binding @ret1, set=0, binding=3, type="StorageBuffer", access="Write|Discard"
}

// --- temporaries ---

// Rows are what all ops have in common. Temporaries are as large as a tile, and the tile is as small as they should be.

// CHECK-LABEL: func.func @shrinks_temporaries
// CHECK-DAG: %[[S:.*]] = memref.alloca() : memref<8xf32>
// CHECK-DAG: %[[T:.*]] = memref.alloca() : memref<8x1000xf32>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c1024 step
// CHECK: linalg.generic {{.*}} outs(%[[T]] : memref<8x1000xf32>)
// CHECK: linalg.fill ins(%{{.*}}) outs(%[[S]] :
// CHECK: linalg.generic {{.*}} ins(%[[T]] : {{.*}}) outs(%[[S]] :
// CHECK: linalg.generic {{.*}} ins(%[[T]], %[[S]] :
func.func @shrinks_temporaries() {
  %z = arith.constant 0.0 : f32
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1000xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1000xf32>
  %t = memref.alloca() : memref<1024x1000xf32>
  %s = memref.alloca() : memref<1024xf32>
  linalg.generic {indexing_maps = [#two, #two], iterator_types = ["parallel", "parallel"]} ins(%a : memref<1024x1000xf32>) outs(%t : memref<1024x1000xf32>) {
  ^bb0(%x: f32, %y: f32):
    %e = math.exp %x : f32
    linalg.yield %e : f32
  }
  linalg.fill ins(%z : f32) outs(%s : memref<1024xf32>)
  linalg.generic {indexing_maps = [#two, #rows], iterator_types = ["parallel", "reduction"]} ins(%t : memref<1024x1000xf32>) outs(%s : memref<1024xf32>) {
  ^bb0(%x: f32, %y: f32):
    %e = arith.addf %x, %y : f32
    linalg.yield %e : f32
  }
  linalg.generic {indexing_maps = [#two, #rows, #two], iterator_types = ["parallel", "parallel"]} ins(%t, %s : memref<1024x1000xf32>, memref<1024xf32>) outs(%o : memref<1024x1000xf32>) {
  ^bb0(%x: f32, %y: f32, %z0: f32):
    %e = arith.divf %x, %y : f32
    linalg.yield %e : f32
  }
  return
}

// A transposition has the dimensions in common crosswise: none of them is one loop.

// CHECK-LABEL: func.func @keeps_transposed_temporary
// CHECK-NOT: hal.interface.workgroup.id
// CHECK: memref.alloca() : memref<512x512xf32>
func.func @keeps_transposed_temporary() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xf32>
  %t = memref.alloca() : memref<512x512xf32>
  linalg.transpose ins(%a : memref<512x512xf32>) outs(%t : memref<512x512xf32>) permutation = [1, 0]
  linalg.generic {indexing_maps = [#two, #flipped, #two], iterator_types = ["parallel", "parallel"]} ins(%t, %t : memref<512x512xf32>, memref<512x512xf32>) outs(%o : memref<512x512xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %e = arith.addf %x, %y : f32
    linalg.yield %e : f32
  }
  return
}

// CHECK-LABEL: func.func @makes_square_tiles
// CHECK: linalg.transpose ins(%{{.*}} : memref<32x32xf32, {{.*}}>) outs(%{{.*}} : memref<32x32xf32, {{.*}}>)
func.func @makes_square_tiles() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x512xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x1024xf32>
  linalg.transpose ins(%a : memref<1024x512xf32>) outs(%o : memref<512x1024xf32>) permutation = [1, 0]
  return
}

// A product without columns, of some rows: no part of it can be a tile. Canonicalization erases it.

// CHECK-LABEL: func.func @no_columns
// CHECK-NEXT: return
// UPSTREAM-LABEL: func.func @no_columns
// UPSTREAM-NOT: scf.for
// UPSTREAM-NOT: memref.subview
// UPSTREAM: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<?x64xf32>, memref<64x0xf32>) outs(%{{.*}} : memref<?x0xf32>)
// UPSTREAM-NEXT: return
func.func @no_columns() {
  %rows = hal.interface.constant.load layout(<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>) ordinal(0) : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x64xf32>{%rows}
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x0xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?x0xf32>{%rows}
  linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x0xf32>) outs(%o : memref<?x0xf32>)
  return
}

// Of a convolution that is cut where least is read twice: here the weights are more than the image. Padding stays as it is, for each
// workgroup: what it needs of it is made later.

// CHECK-LABEL: func.func @convolution
// CHECK: %[[P:.*]] = memref.alloca() : memref<1x16x16x256xf32>
// CHECK: linalg.fill {{.*}} outs(%[[P]]
// CHECK: %[[M:.*]] = memref.subview %[[P]][0, 1, 1, 0]
// CHECK: linalg.copy {{.*}} outs(%[[M]]
// CHECK: scf.for %[[F:.*]] = %{{.*}} to %c256 step
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}ins(%[[P]], %{{.*}} : memref<1x16x16x256xf32>, memref<3x3x256x64xf32, {{.*}}>)
func.func @convolution() {
  %zero = arith.constant 0.0 : f32
  %x = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x14x14x256xf32>
  %w = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x256x256xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x14x14x256xf32>
  %p = memref.alloca() : memref<1x16x16x256xf32>
  linalg.fill ins(%zero : f32) outs(%o : memref<1x14x14x256xf32>)
  linalg.fill ins(%zero : f32) outs(%p : memref<1x16x16x256xf32>)
  %m = memref.subview %p[0, 1, 1, 0] [1, 14, 14, 256] [1, 1, 1, 1] : memref<1x16x16x256xf32> to memref<1x14x14x256xf32, strided<[65536, 4096, 256, 1], offset: 4352>>
  linalg.copy ins(%x : memref<1x14x14x256xf32>) outs(%m : memref<1x14x14x256xf32, strided<[65536, 4096, 256, 1], offset: 4352>>)
  linalg.conv_2d_nhwc_hwcf ins(%p, %w : memref<1x16x16x256xf32>, memref<3x3x256x256xf32>) outs(%o : memref<1x14x14x256xf32>)
  return
}

// Here the image is more. Each channel on its own: whole rows of channels.

// CHECK-LABEL: func.func @large_image
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}ins(%{{.*}} : memref<1x16x58x64xf32, {{.*}}>, memref<3x3x64x64xf32>)
// CHECK-LABEL: func.func @depthwise
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc {{.*}}ins(%{{.*}} : memref<1x9x58x128xf32, {{.*}}>, memref<3x3x128xf32>)
func.func @large_image() {
  %x = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x58x58x64xf32>
  %w = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x64x64xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x56x56x64xf32>
  linalg.conv_2d_nhwc_hwcf ins(%x, %w : memref<1x58x58x64xf32>, memref<3x3x64x64xf32>) outs(%o : memref<1x56x56x64xf32>)
  return
}
func.func @depthwise() {
  %x = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1x58x58x128xf32>
  %w = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3x3x128xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1x56x56x128xf32>
  linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : memref<1x58x58x128xf32>, memref<3x3x128xf32>) outs(%o : memref<1x56x56x128xf32>)
  return
}

// What several ops of a tile read stays in the nearest cache, in tiles of fewer rows.

// CHECK-LABEL: func.func @read_twice
// CHECK: scf.for %{{.*}} = %{{.*}} to %c512 step
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<8x1024xf32, {{.*}}>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<8x1024xf32, {{.*}}>
func.func @read_twice() {
  %zero = arith.constant 0.0 : f32
  %x = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x1024xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x1024xf32>
  %sums = memref.alloca() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<512xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x1024xf32>) outs(%sums : memref<512xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %s = arith.addf %sum, %a : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : memref<512x1024xf32>, memref<512xf32>) outs(%o : memref<512x1024xf32>) {
  ^bb0(%a: f32, %sum: f32, %old: f32):
    %s = arith.divf %a, %sum : f32
    linalg.yield %s : f32
  }
  return
}

// Several such tiles are one workgroup, where there are enough workgroups.

// CHECK-LABEL: func.func @read_twice_of_many
// CHECK-DAG: %[[X:.*]] = hal.interface.workgroup.id[0]
// CHECK-DAG: %[[N:.*]] = hal.interface.workgroup.count[0]
// CHECK-DAG: %[[FROM:.*]] = arith.muli %[[X]], %c64
// CHECK-DAG: %[[STEP:.*]] = arith.muli %[[N]], %c64
// CHECK: scf.for %[[PART:.*]] = %[[FROM]] to %c4096 step %[[STEP]] {
// CHECK: %[[SUM:.*]] = arith.addi %[[PART]], %c64
// CHECK: %[[END:.*]] = arith.minsi %[[SUM]], %c4096
// CHECK: scf.for %[[I:.*]] = %[[PART]] to %[[END]] step %c8 {
// CHECK: memref.subview %{{.*}}[%[[I]], 0] [8, 1024]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<8x1024xf32, {{.*}}>)
// CHECK-LABEL: func.func private @read_twice_of_many_workgroup_count
// CHECK: return %c64, %c1, %c1
func.func @read_twice_of_many() {
  %zero = arith.constant 0.0 : f32
  %x = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4096x1024xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4096x1024xf32>
  %sums = memref.alloca() : memref<4096xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<4096xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4096x1024xf32>) outs(%sums : memref<4096xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %s = arith.addf %sum, %a : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : memref<4096x1024xf32>, memref<4096xf32>) outs(%o : memref<4096x1024xf32>) {
  ^bb0(%a: f32, %sum: f32, %old: f32):
    %s = arith.divf %a, %sum : f32
    linalg.yield %s : f32
  }
  return
}

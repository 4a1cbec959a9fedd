// Loops that a script deals to workgroups and work items: what upstream's ops give.
// RUN: tern-opt --split-input-file --transform-interpreter --test-transform-dialect-erase-schedule %s > %t.mlir
// RUN: mlir-opt --split-input-file --transform-interpreter --test-transform-dialect-erase-schedule %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// Planes and rows of a volume to the workgroups of a launch that is there already, whose sizes the script sets.
// CHECK-LABEL: func.func @planes
// CHECK: gpu.launch blocks(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %c5{{.*}}, %{{.+}} = %c6{{.*}}, %{{.+}} = %c3{{.*}}) threads
// CHECK-DAG: %[[PLANE:.+]] = gpu.block_id z
// CHECK-DAG: %[[ROW:.+]] = gpu.block_id x
// CHECK: memref.store %{{.+}}, %{{.+}}[%[[PLANE]], %[[ROW]], %{{.+}}]
func.func @planes(%volume: memref<3x5x8xi16>, %column: index, %value: i16) {
  %all = arith.constant 4 : index
  gpu.launch blocks(%b0, %b1, %b2) in (%g0 = %all, %g1 = %all, %g2 = %all) threads(%t0, %t1, %t2) in (%l0 = %all, %l1 = %all, %l2 = %all) {
    scf.forall (%plane, %row) in (3, 5) {
      memref.store %value, %volume[%plane, %row, %column] : memref<3x5x8xi16>
    } {mapping = [#gpu.block<z>, #gpu.block<x>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %launch = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_forall_to_blocks %launch grid_dims = [5, 6, 3] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Three loops in a launch, with a token: one in as many work items as there are, one in fewer of them, and one along z.
// Each is followed by a barrier.
// CHECK-LABEL: func.func @items
// CHECK: gpu.launch async
// CHECK-COUNT-3: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.terminator
func.func @items(%table: memref<4x6xf64>, %sums: memref<6xf64>, %after: !gpu.async.token) -> !gpu.async.token {
  %all = arith.constant 2 : index
  %done = gpu.launch async [%after] blocks(%b0, %b1, %b2) in (%g0 = %all, %g1 = %all, %g2 = %all) threads(%t0, %t1, %t2) in (%l0 = %all, %l1 = %all, %l2 = %all) {
    scf.forall (%row, %column) in (4, 6) {
      %x = memref.load %table[%row, %column] : memref<4x6xf64>
      %root = math.sqrt %x : f64
      memref.store %root, %table[%row, %column] : memref<4x6xf64>
    } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
    scf.forall (%column) in (3) {
      %x = memref.load %table[%column, %column] : memref<4x6xf64>
      memref.store %x, %sums[%column] : memref<6xf64>
    } {mapping = [#gpu.thread<y>]}
    scf.forall (%which) in (2) {
      %zero = arith.constant 0.0 : f64
      memref.store %zero, %sums[%which] : memref<6xf64>
    } {mapping = [#gpu.thread<z>]}
    gpu.terminator
  }
  return %done : !gpu.async.token
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %launch = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %launch block_dims = [4, 6, 2] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Tiles and what is in them: the outer loop makes the launch, the inner ones fill it; nobody asks for barriers.
// CHECK-LABEL: func.func @transpose
// CHECK: gpu.launch
// CHECK-NOT: scf.forall
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @transpose(%from: memref<24x40xi8>, %to: memref<40x24xi8>) -> memref<40x24xi8> {
  %c8 = arith.constant 8 : index
  scf.forall (%tile_row, %tile_column) in (3, 5) {
    %row = arith.muli %tile_row, %c8 : index
    %column = arith.muli %tile_column, %c8 : index
    scf.forall (%i, %j) in (8, 8) {
      %r = arith.addi %row, %i : index
      %c = arith.addi %column, %j : index
      %x = memref.load %from[%r, %c] : memref<24x40xi8>
      memref.store %x, %to[%c, %r] : memref<40x24xi8>
    } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  } {mapping = [#gpu.block<y>, #gpu.block<x>]}
  return %to : memref<40x24xi8>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %launch = transform.gpu.map_forall_to_blocks %function generate_gpu_launch : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %launch block_dims = [8, 16, 1] sync_after_distribute = false : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Groups of work items that go together: by their number or by where they are, of the hardware's size; and work items by their number.
// CHECK-LABEL: func.func @groups
// CHECK-NOT: scf.forall
// CHECK-COUNT-6: gpu.barrier
// CHECK: gpu.terminator
func.func @groups(%grid: memref<48x12xi32>, %mark: i32) {
  %all = arith.constant 3 : index
  gpu.launch blocks(%b0, %b1, %b2) in (%g0 = %all, %g1 = %all, %g2 = %all) threads(%t0, %t1, %t2) in (%l0 = %all, %l1 = %all, %l2 = %all) {
    scf.forall (%one, %two, %three) in (2, 2, 3) {
      %sum = arith.addi %one, %three : index
      memref.store %mark, %grid[%sum, %two] : memref<48x12xi32>
    } {mapping = [#gpu.warp<linear_dim_2>, #gpu.warp<linear_dim_0>, #gpu.warp<linear_dim_1>]}
    scf.forall (%first, %second) in (4, 3) {
      memref.store %mark, %grid[%second, %first] : memref<48x12xi32>
    } {mapping = [#gpu.warp<x>, #gpu.warp<y>]}
    scf.forall (%number) in (3) {
      memref.store %mark, %grid[%number, %number] : memref<48x12xi32>
    } {mapping = [#gpu.warpgroup<linear_dim_0>]}
    scf.forall (%here) in (1) {
      memref.store %mark, %grid[%here, %here] : memref<48x12xi32>
    } {mapping = [#gpu.warpgroup<x>]}
    scf.forall (%pair, %lane) in (8, 4) {
      memref.store %mark, %grid[%lane, %pair] : memref<48x12xi32>
    } {mapping = [#gpu.lane<linear_dim_0>, #gpu.lane<linear_dim_1>]}
    scf.forall (%long, %short) in (31, 11) {
      memref.store %mark, %grid[%long, %short] : memref<48x12xi32>
    } {mapping = [#gpu.thread<linear_dim_0>, #gpu.thread<linear_dim_1>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %launch = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %launch block_dims = [128, 3, 1] sync_after_distribute = true : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Only every other group takes part, and is counted.
// CHECK-LABEL: func.func @every_other
// CHECK: arith.constant 85 : i64
// CHECK: math.ctpop
func.func @every_other(%flags: memref<4xi1>, %yes: i1) {
  %all = arith.constant 1 : index
  gpu.launch blocks(%b0, %b1, %b2) in (%g0 = %all, %g1 = %all, %g2 = %all) threads(%t0, %t1, %t2) in (%l0 = %all, %l1 = %all, %l2 = %all) {
    scf.forall (%flag) in (4) {
      memref.store %yes, %flags[%flag] : memref<4xi1>
    } {mapping = [#gpu.warp<linear_dim_0>, #gpu.mask<0x55>]}
    gpu.terminator
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %launch = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %launch block_dims = [64, 2, 2] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Workgroups by their number, more of them than there is work for.
// CHECK-LABEL: func.func @numbered
// CHECK-COUNT-3: gpu.block_id
// CHECK: scf.if
func.func @numbered(%cells: memref<5x2x3xf16>, %x: f16) {
  scf.forall (%a, %b, %c) in (5, 2, 3) {
    memref.store %x, %cells[%a, %b, %c] : memref<5x2x3xf16>
  } {mapping = [#gpu.block<linear_dim_0>, #gpu.block<linear_dim_2>, #gpu.block<linear_dim_1>]}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_forall_to_blocks %function generate_gpu_launch grid_dims = [4, 4, 3] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The patterns that scripts can apply: a barrier between two reads goes, the one before the write stays; numbers of a grid are computed.
// CHECK-LABEL: func.func @patterns
// CHECK: vector.load
// CHECK-NOT: gpu.barrier
// CHECK: vector.load
// CHECK: gpu.barrier
// CHECK-NEXT: vector.store
// CHECK-NOT: gpu.global_id
// CHECK: return
func.func @patterns(%pixels: memref<1024xi8>, %at: index) -> (index, index) attributes {__parallel_region_boundary_for_test} {
  %this = vector.load %pixels[%at] : memref<1024xi8>, vector<16xi8>
  %y = gpu.global_id y
  gpu.barrier
  %that = vector.load %pixels[%y] : memref<1024xi8>, vector<16xi8>
  %most = arith.maxui %this, %that : vector<16xi8>
  gpu.barrier
  vector.store %most, %pixels[%at] : memref<1024xi8>, vector<16xi8>
  %z = gpu.global_id z
  return %z, %y : index, index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.gpu.gpu_rewrite_patterns
      transform.apply_patterns.gpu.eliminate_barriers
    } : !transform.any_op
    transform.yield
  }
}

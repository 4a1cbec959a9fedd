// RUN: tern-opt %s --split-input-file --convert-transposes-to-gpu --canonicalize --cse | FileCheck %s
// RUN: not tern-opt %s --split-input-file --pass-pipeline="builtin.module(convert-transposes-to-gpu,gpu-check-workgroup-races)" -o /dev/null 2>&1 | FileCheck %s --check-prefix=RACES --implicit-check-not=error:

// What becomes no kernel has no races to look for.
// RACES-COUNT-1: error: 'builtin.module' op holds no kernel, so no races were looked for

// Both sides by 16 bytes; rows of the tile are one element longer, so that banks differ; tiles that reach over the end
// are guarded.

// CHECK-LABEL: func.func @transpose()
// CHECK-SAME: workgroup_size = [256, 1, 1]
// CHECK: %[[TILE:.*]] = memref.alloc() : memref<64x65xf32, 3>
// CHECK-COUNT-4: vector.load %{{.*}} : memref<128x192xf32>, vector<4xf32>
// CHECK-COUNT-16: memref.store %{{.*}}, %[[TILE]]
// CHECK: gpu.barrier
// CHECK-NOT: scf.if
// CHECK-COUNT-4: memref.load %[[TILE]]
// CHECK: vector.from_elements
// CHECK: vector.store %{{.*}} : memref<192x128xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @transpose_workgroup_count
// CHECK: return %c6, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @transpose() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<128x192xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<192x128xf32>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<128x192xf32>) outs(%y : memref<192x128xf32>) {
    ^bb0(%a: f32, %p: f32):
      linalg.yield %a : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// What is read as it is written does not go through the tile, nor what moves along one loop only. Rows of narrow elements are
// moved by a bank for each vector of rows.

// CHECK-LABEL: func.func @and_more()
// CHECK: memref.alloc() : memref<64x82xf16, 3>
// CHECK-NOT: memref.alloc
// CHECK: scf.if %{{.*}} -> (vector<4xf16>) {
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: memref.load %{{.*}} : memref<64x82xf16, 3>
// CHECK: vector.load %{{.*}} : memref<40x104xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}} : memref<104xf16>, vector<8xf16>
// CHECK: memref.load %{{.*}} : memref<40xf16>
// CHECK: vector.store %{{.*}} : memref<40x104xf16>, vector<8xf16>
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @and_more() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<104x44xf16>
    %0 = memref.subview %x[0, 0] [104, 40] [1, 1] : memref<104x44xf16> to memref<104x40xf16, strided<[44, 1]>>
    %z = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<40x104xf16>
    %u = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<104xf16>
    %w = iree.placeholder for "interface buffer" {binding = @io::@b3} : memref<40xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b4} : memref<40x104xf16>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%0, %z, %u, %w : memref<104x40xf16, strided<[44, 1]>>, memref<40x104xf16>, memref<104xf16>, memref<40xf16>) outs(%y : memref<40x104xf16>) {
    ^bb0(%a: f16, %b: f16, %c: f16, %d: f16, %p: f16):
      %s = arith.addf %a, %b : f16
      %t = arith.addf %s, %c : f16
      %v = arith.addf %t, %d : f16
      linalg.yield %v : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Read"
    hal.interface.binding @b2, set=0, binding=2, type="StorageBuffer", access="Read"
    hal.interface.binding @b3, set=0, binding=3, type="StorageBuffer", access="Read"
    hal.interface.binding @b4, set=0, binding=4, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Left to others: dimensions that would leave most of a tile empty, what is not crossed, an output
// that is read, and complex numbers.

// CHECK-LABEL: func.func @thin()
// CHECK: linalg.generic
// CHECK-LABEL: func.func @straight()
// CHECK: linalg.generic
// CHECK-LABEL: func.func @reads_output()
// CHECK: linalg.generic
// CHECK-LABEL: func.func @complex()
// CHECK: linalg.generic
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @thin() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<128x3xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<3x128xf32>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<128x3xf32>) outs(%y : memref<3x128xf32>) {
    ^bb0(%a: f32, %p: f32):
      linalg.yield %a : f32
    }
    return
  }
  func.func @straight() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<32x40x64xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<40x32x64xf32>
    linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, i, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : memref<32x40x64xf32>) outs(%y : memref<40x32x64xf32>) {
    ^bb0(%a: f32, %p: f32):
      linalg.yield %a : f32
    }
    return
  }
  func.func @reads_output() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<128x192xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<192x128xf32>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<128x192xf32>) outs(%y : memref<192x128xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %a, %p : f32
      linalg.yield %s : f32
    }
    return
  }
  func.func @complex() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<128x192xcomplex<f32>>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<192x128xcomplex<f32>>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<128x192xcomplex<f32>>) outs(%y : memref<192x128xcomplex<f32>>) {
    ^bb0(%a: complex<f32>, %p: complex<f32>):
      linalg.yield %a : complex<f32>
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

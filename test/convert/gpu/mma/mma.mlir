// RUN: tern-opt %s --gpu-pipeline-matmul --canonicalize --cse --split-input-file | FileCheck %s

// The product, the fill before it and the element-wise op behind it are one kernel: copies to a ring of stages, fragments,
// products, an exchange among four lanes so that each has eight neighbours, and stores of what the last op gives.

// CHECK-LABEL: func.func @layer()
// CHECK-SAME: workgroup_size = [128, 1, 1]
// CHECK-NOT: linalg
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<8192xf16, 3>
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<8192xf16, 3>
// CHECK: nvgpu.device_async_copy %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}], 8 {bypassL1} : memref<65536xf16> to memref<8192xf16, 3>
// CHECK: nvgpu.device_async_create_group
// CHECK: nvgpu.device_async_wait %{{.*}} {numGroups = 2 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK: nvgpu.ldmatrix %{{.*}} {numTiles = 4 : i32, transpose = false} : memref<8192xf16, 3> -> vector<4x2xf16>
// CHECK: nvgpu.ldmatrix %{{.*}} {numTiles = 4 : i32, transpose = true} : memref<8192xf16, 3> -> vector<4x2xf16>
// CHECK: scf.for
// CHECK: scf.if
// CHECK: nvgpu.device_async_copy
// CHECK: nvgpu.device_async_create_group
// CHECK: nvgpu.mma.sync(%{{.*}}) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: nvgpu.device_async_wait
// CHECK-NEXT: gpu.barrier
// CHECK: scf.yield
// CHECK: arith.truncf %{{.*}} : vector<2xf32> to vector<2xf16>
// CHECK-COUNT-4: gpu.shuffle xor
// CHECK: %[[SUM:.*]] = vector.bitcast %{{.*}} : vector<4xi32> to vector<8xf16>
// CHECK: %[[BIAS:.*]] = vector.load %{{.*}} : memref<128xf16>, vector<8xf16>
// CHECK: %[[BIASED:.*]] = arith.addf %[[SUM]], %[[BIAS]] : vector<8xf16>
// CHECK: vector.store %[[BIASED]], %{{.*}} : memref<256x128xf16>, vector<8xf16>
// CHECK: func.func private @layer_workgroup_count()
// CHECK: %[[TILES:.*]] = arith.constant 8 : index
// CHECK: return %[[TILES]],
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @bias, set=0, binding=2, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=3, type="StorageBuffer", access="Read|Write"
  }
  func.func @layer() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<256x256xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<256x128xf16>
    %bias = iree.placeholder for "interface buffer" {binding = @io::@bias} : memref<128xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<256x128xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<256x128xf16>)
    linalg.matmul {mma_config = {tile = [64, 64, 32], warps = [2, 2, 1], stages = 4}}
        ins(%a, %b : memref<256x256xf16>, memref<256x128xf16>) outs(%c : memref<256x128xf16>)
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                    iterator_types = ["parallel", "parallel"]}
        ins(%c, %bias : memref<256x128xf16>, memref<128xf16>) outs(%c : memref<256x128xf16>) {
    ^bb0(%x: f16, %y: f16, %old: f16):
      %sum = arith.addf %x, %y : f16
      linalg.yield %sum : f16
    }
    return
  }
}

// -----

// Nothing divides anything: copies are told how many elements there are, stores are guarded. Rows of 77 elements of 2 bytes
// are copied one by one; those of 36 by eight bytes.

// CHECK-LABEL: func.func @cut()
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 100 : index
// CHECK-DAG: %[[COLUMNS:.*]] = arith.constant 77 : index
// CHECK: nvgpu.device_async_copy %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}], 4, %{{.*}} : memref<3600xbf16> to
// CHECK: memref.load %{{.*}} : memref<2772xbf16>
// CHECK: nvgpu.mma.sync({{.*}} (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>)
// CHECK: arith.cmpi {{.*}}, %[[ROWS]]
// CHECK: arith.cmpi {{.*}}, %[[COLUMNS]]
// CHECK: memref.store %{{.*}} : memref<100x77xf32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @cut() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<100x36xbf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<36x77xbf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<100x77xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<100x77xf32>)
    linalg.matmul {mma_config = {tile = [64, 64, 32], warps = [2, 2, 1], stages = 3}}
        ins(%a, %b : memref<100x36xbf16>, memref<36x77xbf16>) outs(%c : memref<100x77xf32>)
    return
  }
}

// -----

// Lines of integers always run along k: the copy transposes what lies otherwise. What is there before is added to.

// CHECK-LABEL: func.func @integers()
// CHECK: vector.load %{{.*}} : memref<16384xi8>, vector<4xi8>
// CHECK: vector.shuffle %{{.*}} [0, 4, 1, 5] : vector<4xi8>, vector<4xi8>
// CHECK: vector.store %{{.*}} : memref<{{.*}}xi8, 3>, vector<4xi8>
// CHECK: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = false} : memref<{{.*}}xi8, 3> -> vector<4x4xi8>
// CHECK: nvgpu.mma.sync({{.*}} {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
// CHECK: %[[OLD:.*]] = vector.load %{{.*}} : memref<128x128xi32>, vector<2xi32>
// CHECK: arith.addi %{{.*}}, %[[OLD]] : vector<2xi32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @integers() {
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xi8>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<128x128xi8>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xi32>
    linalg.matmul {mma_config = {tile = [64, 64, 64], warps = [2, 2, 1], stages = 2}}
        ins(%a, %b : memref<128x128xi8>, memref<128x128xi8>) outs(%c : memref<128x128xi32>)
    return
  }
}

// -----

// CHECK-LABEL: func.func @f8()
// CHECK: iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xi8>
// CHECK: llvm.inline_asm {{.*}}"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
module attributes {nvvm.target = #nvvm.target<chip = "sm_89">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @f8() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xf8E4M3FN>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<128x128xf8E5M2>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<128x128xf32>)
    linalg.matmul ins(%a, %b : memref<128x128xf8E4M3FN>, memref<128x128xf8E5M2>) outs(%c : memref<128x128xf32>)
    return
  }
}

// -----

// Numbers of 32 bits are rounded to tf32 where the program allows it, and only there.

// CHECK-LABEL: func.func @tf32()
// CHECK: nvgpu.mma.sync({{.*}} {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>)
// CHECK-LABEL: func.func @f32()
// CHECK: linalg.matmul
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=1, type="StorageBuffer", access="Read|Write"
  }
  func.func @tf32() attributes {tern.allow_tf32} {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<128x128xf32>)
    linalg.matmul ins(%a, %a : memref<128x128xf32>, memref<128x128xf32>) outs(%c : memref<128x128xf32>)
    return
  }
  func.func @f32() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<128x128xf32>)
    linalg.matmul ins(%a, %a : memref<128x128xf32>, memref<128x128xf32>) outs(%c : memref<128x128xf32>)
    return
  }
}

// -----

// Warps along k add up their parts behind a barrier; so do the blocks of a cluster, in each other's memory.

// CHECK-LABEL: func.func @thin()
// CHECK-SAME: hal.kernel_cluster = array<i32: 1, 2, 1>
// CHECK: gpu.block_id y
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<2048xf32, 3>
// CHECK: vector.store %{{.*}}, %[[PARTS]][%{{.*}}] : memref<2048xf32, 3>, vector<2xf32>
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK: nvvm.cluster.wait {aligned}
// CHECK-COUNT-2: nvvm.mapa {{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK-COUNT-4: llvm.load {{.*}} : !llvm.ptr<7> -> vector<2xf32>
// CHECK: vector.store
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK: nvvm.cluster.wait {aligned}
// CHECK-NEXT: return
// CHECK: func.func private @thin_workgroup_count()
// CHECK-DAG: %[[TILES:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[SPLIT:.*]] = arith.constant 2 : index
// CHECK: return %[[TILES]], %[[SPLIT]],
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @thin() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<16x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<1024x256xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<16x256xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<16x256xf16>)
    linalg.matmul {mma_config = {tile = [16, 64, 64], warps = [1, 1, 2], stages = 4, split = 2}}
        ins(%a, %b : memref<16x1024xf16>, memref<1024x256xf16>) outs(%c : memref<16x256xf16>)
    return
  }
}

// -----

// A convolution is a product whose rows are places of the image: the copy finds the window's place from k, once for all
// of its rows.

// CHECK-LABEL: func.func @convolution()
// CHECK-NOT: linalg
// CHECK: scf.for
// CHECK: arith.divui %{{.*}} : i32
// CHECK: nvgpu.device_async_copy %{{.*}}, 8{{.*}} : memref<663552xf16> to
// CHECK: nvgpu.mma.sync
// CHECK: vector.store %{{.*}} : memref<8x34x34x128xf16>, vector<8xf16>
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @convolution() {
    %zero = arith.constant 0.0 : f16
    %x = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<8x36x36x64xf16>
    %w = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<3x3x64x128xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<8x34x34x128xf16>
    linalg.fill ins(%zero : f16) outs(%y : memref<8x34x34x128xf16>)
    linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
        ins(%x, %w : memref<8x36x36x64xf16>, memref<3x3x64x128xf16>) outs(%y : memref<8x34x34x128xf16>)
    return
  }
}

// -----

// The body reads a padded image where it has an element: the copy compares the window's place with the image's sizes, and
// brings zeros where it is outside. Rows of the image begin one before it.

// CHECK-LABEL: func.func @padded_convolution()
// CHECK-NOT: linalg
// CHECK-DAG: %[[START:.*]] = arith.constant -2368 : index
// CHECK-DAG: %[[HEIGHT:.*]] = arith.constant 34 : index
// CHECK-DAG: %[[WIDTH:.*]] = arith.constant 36 : index
// CHECK: arith.addi %{{.*}}, %[[START]] : index
// CHECK: scf.for
// CHECK: %[[DOWN:.*]] = arith.cmpi ult, %{{.*}}, %[[HEIGHT]] : index
// CHECK: %[[ACROSS:.*]] = arith.cmpi ult, %{{.*}}, %[[WIDTH]] : index
// CHECK: %[[INSIDE:.*]] = arith.andi %[[DOWN]], %[[ACROSS]] : i1
// CHECK: %[[PLACE:.*]] = arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : index
// CHECK: %[[ELEMENTS:.*]] = arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : index
// CHECK: nvgpu.device_async_copy %{{.*}}[%[[PLACE]]], %{{.*}}, 8, %[[ELEMENTS]] {bypassL1} : memref<626688xf16> to
// CHECK: nvgpu.mma.sync
// CHECK: vector.store %{{.*}} : memref<8x34x36x128xf16>, vector<8xf16>

// A guard that says something else than that there is an element is left as it is.

// CHECK-LABEL: func.func @other_guard()
// CHECK: linalg.generic
// CHECK: scf.if

// A loop of one iteration counts for nothing: the body need not have its index.

// CHECK-LABEL: func.func @one_image()
// CHECK-NOT: linalg
// CHECK: nvgpu.mma.sync
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @padded_convolution() {
    %zero = arith.constant 0.0 : f16
    %before = arith.constant -1 : index
    %height = arith.constant 34 : index
    %width = arith.constant 36 : index
    %x = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<8x34x36x64xf16>
    %w = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<3x3x64x128xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<8x34x36x128xf16>
    linalg.fill ins(%zero : f16) outs(%y : memref<8x34x36x128xf16>)
    linalg.generic {indexing_maps = [affine_map<(n, h, w, f, p, q, c) -> (p, q, c, f)>,
                                     affine_map<(n, h, w, f, p, q, c) -> (n, h, w, f)>],
                    iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%w : memref<3x3x64x128xf16>) outs(%y : memref<8x34x36x128xf16>) {
    ^bb0(%factor: f16, %sum: f16):
      %n = linalg.index 0 : index
      %h = linalg.index 1 : index
      %i = linalg.index 2 : index
      %p = linalg.index 4 : index
      %q = linalg.index 5 : index
      %c = linalg.index 6 : index
      %down = arith.addi %h, %p : index
      %r = arith.addi %down, %before : index
      %is_row = arith.cmpi ult, %r, %height : index
      %across = arith.addi %i, %q : index
      %s = arith.addi %across, %before : index
      %is_column = arith.cmpi ult, %s, %width : index
      %is_inside = arith.andi %is_row, %is_column : i1
      %pixel = scf.if %is_inside -> (f16) {
        %element = memref.load %x[%n, %r, %s, %c] : memref<8x34x36x64xf16>
        scf.yield %element : f16
      } else {
        scf.yield %zero : f16
      }
      %product = arith.mulf %pixel, %factor : f16
      %next = arith.addf %sum, %product : f16
      linalg.yield %next : f16
    }
    return
  }
  func.func @other_guard() {
    %zero = arith.constant 0.0 : f16
    %before = arith.constant -1 : index
    %height = arith.constant 33 : index
    %width = arith.constant 36 : index
    %x = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<8x34x36x64xf16>
    %w = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<3x3x64x128xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<8x34x36x128xf16>
    linalg.fill ins(%zero : f16) outs(%y : memref<8x34x36x128xf16>)
    linalg.generic {indexing_maps = [affine_map<(n, h, w, f, p, q, c) -> (p, q, c, f)>,
                                     affine_map<(n, h, w, f, p, q, c) -> (n, h, w, f)>],
                    iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%w : memref<3x3x64x128xf16>) outs(%y : memref<8x34x36x128xf16>) {
    ^bb0(%factor: f16, %sum: f16):
      %n = linalg.index 0 : index
      %h = linalg.index 1 : index
      %i = linalg.index 2 : index
      %p = linalg.index 4 : index
      %q = linalg.index 5 : index
      %c = linalg.index 6 : index
      %down = arith.addi %h, %p : index
      %r = arith.addi %down, %before : index
      %is_row = arith.cmpi ult, %r, %height : index
      %across = arith.addi %i, %q : index
      %s = arith.addi %across, %before : index
      %is_column = arith.cmpi ult, %s, %width : index
      %is_inside = arith.andi %is_row, %is_column : i1
      %pixel = scf.if %is_inside -> (f16) {
        %element = memref.load %x[%n, %r, %s, %c] : memref<8x34x36x64xf16>
        scf.yield %element : f16
      } else {
        scf.yield %zero : f16
      }
      %product = arith.mulf %pixel, %factor : f16
      %next = arith.addf %sum, %product : f16
      linalg.yield %next : f16
    }
    return
  }
  func.func @one_image() {
    %zero = arith.constant 0.0 : f16
    %first = arith.constant 0 : index
    %before = arith.constant -1 : index
    %height = arith.constant 34 : index
    %width = arith.constant 36 : index
    %x = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<1x34x36x64xf16>
    %w = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<3x3x64x128xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<1x34x36x128xf16>
    linalg.fill ins(%zero : f16) outs(%y : memref<1x34x36x128xf16>)
    linalg.generic {indexing_maps = [affine_map<(n, h, w, f, p, q, c) -> (p, q, c, f)>,
                                     affine_map<(n, h, w, f, p, q, c) -> (n, h, w, f)>],
                    iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%w : memref<3x3x64x128xf16>) outs(%y : memref<1x34x36x128xf16>) {
    ^bb0(%factor: f16, %sum: f16):
      %h = linalg.index 1 : index
      %i = linalg.index 2 : index
      %p = linalg.index 4 : index
      %q = linalg.index 5 : index
      %c = linalg.index 6 : index
      %down = arith.addi %h, %p : index
      %r = arith.addi %down, %before : index
      %is_row = arith.cmpi ult, %r, %height : index
      %across = arith.addi %i, %q : index
      %s = arith.addi %across, %before : index
      %is_column = arith.cmpi ult, %s, %width : index
      %is_inside = arith.andi %is_row, %is_column : i1
      %pixel = scf.if %is_inside -> (f16) {
        %element = memref.load %x[%first, %r, %s, %c] : memref<1x34x36x64xf16>
        scf.yield %element : f16
      } else {
        scf.yield %zero : f16
      }
      %product = arith.mulf %pixel, %factor : f16
      %next = arith.addf %sum, %product : f16
      linalg.yield %next : f16
    }
    return
  }
}

// -----

// Memory that only these ops know is not written: the sums stay in registers.

// CHECK-LABEL: func.func @temporary()
// CHECK-NOT: memref.alloca
// CHECK-COUNT-8: gpu.shuffle xor
// CHECK: %[[SUMS:.*]] = vector.from_elements {{.*}} : vector<8xf32>
// CHECK: %[[NARROW:.*]] = arith.truncf %[[SUMS]] : vector<8xf32> to vector<8xf16>
// CHECK: vector.store %[[NARROW]], %{{.*}} : memref<256x128xf16>, vector<8xf16>
// CHECK-NOT: memref<256x128xf32>
// CHECK: func.func private @temporary_workgroup_count()
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @temporary() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<256x256xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<256x128xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<256x128xf16>
    %sums = memref.alloca() : memref<256x128xf32>
    linalg.fill ins(%zero : f32) outs(%sums : memref<256x128xf32>)
    linalg.matmul {mma_config = {tile = [64, 64, 32], warps = [2, 2, 1], stages = 4}}
        ins(%a, %b : memref<256x256xf16>, memref<256x128xf16>) outs(%sums : memref<256x128xf32>)
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%sums : memref<256x128xf32>) outs(%c : memref<256x128xf16>) {
    ^bb0(%x: f32, %old: f16):
      %narrow = arith.truncf %x : f32 to f16
      linalg.yield %narrow : f16
    }
    return
  }
}

// -----

// f32 is multiplied as such: what --gpu-simt-matmul does not take.

// CHECK-LABEL: func.func @f32_convolution()
// CHECK: nvgpu.device_async_copy
// CHECK: vector.load %{{.*}} : memref<{{.*}}xf32, 3>, vector<4xf32>
// CHECK: scf.for
// CHECK: vector.fma %{{.*}} : vector<4xf32>
// CHECK: vector.store %{{.*}} : memref<8x34x34x128xf32>, vector<4xf32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @f32_convolution() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<8x36x36x64xf32>
    %w = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<3x3x64x128xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<8x34x34x128xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<8x34x34x128xf32>)
    linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
        ins(%x, %w : memref<8x36x36x64xf32>, memref<3x3x64x128xf32>) outs(%y : memref<8x34x34x128xf32>)
    return
  }
}

// -----

// Few blocks: those of a cluster share the reduction, four neighbours at a time.

// CHECK-LABEL: func.func @small_convolution()
// CHECK-SAME: hal.kernel_cluster = array<i32: 1, 4, 1>
// CHECK: vector.fma
// CHECK: nvvm.cluster.wait
// CHECK-COUNT-4: nvvm.mapa
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<7> -> vector<4xf32>
// CHECK: arith.addf %{{.*}} : vector<4xf32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @small_convolution() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<1x9x9x512xf32>
    %w = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<3x3x512x512xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<1x7x7x512xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<1x7x7x512xf32>)
    linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>,
                              mma_config = {tile = [64, 64, 16], warps = [2, 2, 1], stages = 4, split = 4}}
        ins(%x, %w : memref<1x9x9x512xf32>, memref<3x3x512x512xf32>) outs(%y : memref<1x7x7x512xf32>)
    return
  }
}

// -----

// Rows whose distance only the host knows: the kernel asks whether they can be copied by 16 bytes.

// CHECK-LABEL: func.func @dynamic_rows()
// CHECK-DAG: %[[GROUP:.*]] = arith.constant 8 : index
// CHECK: %[[REST:.*]] = arith.remui %{{.*}}, %[[GROUP]] : index
// CHECK: arith.cmpi slt, %[[REST]], %{{.*}} : index
// CHECK: scf.if
// CHECK: nvgpu.device_async_copy {{.*}}, 8, %{{.*}} : memref<?xf16> to
// CHECK: nvgpu.mma.sync
// CHECK: } else {
// CHECK: memref.load %{{.*}} : memref<?xf16>
// CHECK: nvgpu.mma.sync
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io attributes {push_constants = 1 : index} {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @dynamic_rows() {
    %zero = arith.constant 0.0 : f16
    %k = hal.interface.load.constant offset = 0 : index
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x?xf16>{%k}
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<?x128xf16>{%k}
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<128x128xf16>)
    linalg.matmul ins(%a, %b : memref<128x?xf16>, memref<?x128xf16>) outs(%c : memref<128x128xf16>)
    return
  }
}

// -----

// Sizes that only the host knows: the grid is computed from them.

// CHECK-LABEL: func.func @dynamic()
// CHECK: nvgpu.mma.sync
// CHECK: func.func private @dynamic_workgroup_count()
// CHECK: hal.interface.load.constant offset = 0
// CHECK: arith.muli
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @dynamic() {
    %zero = arith.constant 0.0 : f16
    %m = hal.interface.load.constant offset = 0 : index
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<?x64xf16>{%m}
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<64x128xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<?x128xf16>{%m}
    linalg.fill ins(%zero : f16) outs(%c : memref<?x128xf16>)
    linalg.matmul ins(%a, %b : memref<?x64xf16>, memref<64x128xf16>) outs(%c : memref<?x128xf16>)
    return
  }
}

// -----

// What is not taken stays as it is: unsigned factors, two products, other work beside it, depthwise convolutions, results
// that overlap a factor, processors without these instructions.

// CHECK-LABEL: func.func @unsigned()
// CHECK: linalg.matmul
// CHECK-LABEL: func.func @two()
// CHECK-COUNT-2: linalg.matmul
// CHECK-LABEL: func.func @beside()
// CHECK: linalg.matmul
// CHECK-LABEL: func.func @depthwise()
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK-LABEL: func.func @in_place()
// CHECK: linalg.matmul
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=2, type="StorageBuffer", access="Read|Write"
  }
  func.func @unsigned() {
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xi8>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xi32>
    linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %a : memref<128x128xi8>, memref<128x128xi8>) outs(%c : memref<128x128xi32>)
    return
  }
  func.func @two() {
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xf16>
    linalg.matmul ins(%a, %a : memref<128x128xf16>, memref<128x128xf16>) outs(%c : memref<128x128xf16>)
    linalg.matmul ins(%a, %a : memref<128x128xf16>, memref<128x128xf16>) outs(%c : memref<128x128xf16>)
    return
  }
  func.func @beside() {
    %zero = arith.constant 0.0 : f16
    %i = arith.constant 0 : index
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xf16>
    linalg.matmul ins(%a, %a : memref<128x128xf16>, memref<128x128xf16>) outs(%c : memref<128x128xf16>)
    memref.store %zero, %c[%i, %i] : memref<128x128xf16>
    return
  }
  func.func @depthwise() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<1x10x10x64xf16>
    %w = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<3x3x64xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<1x8x8x64xf16>
    linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
        ins(%x, %w : memref<1x10x10x64xf16>, memref<3x3x64xf16>) outs(%y : memref<1x8x8x64xf16>)
    return
  }
  func.func @in_place() {
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xf16>
    linalg.matmul ins(%a, %a : memref<128x128xf16>, memref<128x128xf16>) outs(%a : memref<128x128xf16>)
    return
  }
}

// -----

// CHECK-LABEL: func.func @elsewhere()
// CHECK: linalg.matmul
module {
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @c, set=0, binding=1, type="StorageBuffer", access="Read|Write"
  }
  func.func @elsewhere() {
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<128x128xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<128x128xf16>
    linalg.matmul ins(%a, %a : memref<128x128xf16>, memref<128x128xf16>) outs(%c : memref<128x128xf16>)
    return
  }
}

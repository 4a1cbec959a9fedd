// RUN: tern-opt %s --split-input-file --gpu-warp-specialize-matmul --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --split-input-file --gpu-warp-specialize-matmul=allow-tf32=true | FileCheck %s --check-prefix=ALLOWED

// The whole kernel: tensor maps, four stages, barriers, one warp group that copies and two that multiply, and tiles in an order
// that shares what is read.

// CHECK-LABEL: func.func @square()
// CHECK-SAME: spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [384, 1, 1]>
// CHECK: %[[A:.+]] = iree.placeholder {{.+}}@io::@arg0
// CHECK: %[[B:.+]] = iree.placeholder {{.+}}@io::@arg1
// CHECK: %[[ANY_A:.+]] = memref.cast %[[A]] : memref<4096x4096xf16> to memref<*xf16>
// CHECK: %[[MAP_A:.+]] = nvgpu.tma.create.descriptor %[[ANY_A]] box[%c128, %c64]
// CHECK-SAME: <tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = l2promo_256b, oob = zero, interleave = none>
// CHECK: %[[MEMORY_A:.+]] = memref.alloc() {alignment = 1024 : i64} : memref<4x1x128x64xf16, 3>
// CHECK: %[[MAP_B:.+]] = nvgpu.tma.create.descriptor %{{.+}} box[%c64, %c64]
// CHECK: %[[MEMORY_B:.+]] = memref.alloc() {alignment = 1024 : i64} : memref<4x4x64x64xf16, 3>
// CHECK: %[[FULL:.+]] = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
// CHECK: %[[EMPTY:.+]] = nvgpu.mbarrier.create
// CHECK: nvgpu.mbarrier.init %[[FULL]][%c0], %c1
// CHECK: nvgpu.mbarrier.init %[[EMPTY]][%c0], %c2
// CHECK: nvvm.fence.mbarrier.init
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: nvvm.setmaxregister decrease 40
// CHECK: scf.for %[[TILE:.+]] = %block_id_x to %c512 step %grid_dim_x iter_args(%{{.+}} = %c0, %{{.+}} = %true)
// CHECK: scf.for %[[ROUND:.+]] = %c0 to %c64 step %c1 iter_args(%[[STAGE:.+]] = {{.+}}, %[[PARITY:.+]] = {{.+}}) -> (index, i1)
// CHECK: nvgpu.mbarrier.try_wait.parity %[[EMPTY]][%[[STAGE]]], %[[PARITY]]
// CHECK: nvgpu.mbarrier.arrive.expect_tx %[[FULL]][%[[STAGE]]], %c49152
// CHECK: %[[BOX:.+]] = memref.subview %[[MEMORY_A]][%[[STAGE]], 0, 0, 0] [1, 1, 128, 64]
// CHECK: nvgpu.tma.async.load %[[MAP_A]][%[[K:.+]], %{{.+}}], %[[FULL]][%[[STAGE]]] to %[[BOX]]
// CHECK-COUNT-4: nvgpu.tma.async.load %[[MAP_B]][%{{.+}}, %[[K]]], %[[FULL]][%[[STAGE]]]
// CHECK: } else {
// CHECK: nvvm.setmaxregister increase 232
// CHECK: llvm.insertvalue %cst
// CHECK: %[[SUMS:.+]]:4 = scf.for %[[ROUND:.+]] = %c0 to %c64 step %c1 iter_args({{.+}}) -> (index, i1, index, !llvm.struct<
// CHECK: nvgpu.mbarrier.try_wait.parity %[[FULL]]
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: scf.for %{{.+}} = %c0 to %c4 step %c1 iter_args
// CHECK: nvvm.wgmma.mma_async {{.+}}, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <row>]
// CHECK-NOT: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: %[[HAS_STAGE:.+]] = arith.cmpi ugt, %[[ROUND]], %c0
// CHECK: %[[SPEAKS:.+]] = arith.andi %{{.+}}, %[[HAS_STAGE]]
// CHECK: scf.if %[[SPEAKS]]
// CHECK: nvgpu.mbarrier.arrive %[[EMPTY]]
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: nvgpu.mbarrier.arrive %[[EMPTY]]
// CHECK: arith.truncf %{{.+}} : vector<2xf32> to vector<2xf16>
// CHECK: gpu.shuffle xor
// CHECK: vector.store %{{.+}} : memref<4096x4096xf16>, vector<8xf16>
// CHECK-NOT: linalg.
// CHECK: func.func private @square_workgroup_count() -> (index, index, index)
// CHECK: return %c132, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @square() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4096x4096xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<4096x4096xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4096x4096xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<4096x4096xf16>)
    linalg.matmul ins(%a, %b : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%c : memref<4096x4096xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// A batch, both factors with their rows the other way round, and sums that are stored as they are.

// CHECK-LABEL: func.func @transposed()
// CHECK: nvgpu.tma.create.descriptor %{{.+}} box[%c1, %c64, %c64] {{.+}} -> <tensor = memref<1x64x64xbf16, 3>
// CHECK: memref.alloc() {alignment = 1024 : i64} : memref<{{[0-9]+}}x{{[0-9]+}}x1x64x64xbf16, 3>
// CHECK: nvgpu.tma.create.descriptor %{{.+}} box[%c1, %c{{[0-9]+}}, %c64]
// CHECK: memref.alloc() {alignment = 1024 : i64} : memref<{{[0-9]+}}x1x1x{{[0-9]+}}x64xbf16, 3>
// CHECK: nvgpu.tma.async.load %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}]
// CHECK: nvvm.wgmma.mma_async {{.+}} A[<bf16>, <one>, <col>], B[<bf16>, <one>, <col>]
// CHECK-NOT: shfl
// CHECK: vector.store %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}] : memref<4x512x512xf32>, vector<2xf32>
#map_a = affine_map<(b, m, n, k) -> (b, k, m)>
#map_b = affine_map<(b, m, n, k) -> (b, n, k)>
#map_c = affine_map<(b, m, n, k) -> (b, m, n)>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @transposed() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4x256x512xbf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<4x512x256xbf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4x512x512xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<4x512x512xf32>)
    linalg.generic {indexing_maps = [#map_a, #map_b, #map_c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x256x512xbf16>, memref<4x512x256xbf16>) outs(%c : memref<4x512x512xf32>) {
    ^bb0(%x: bf16, %y: bf16, %z: f32):
      %wide_x = arith.extf %x : bf16 to f32
      %wide_y = arith.extf %y : bf16 to f32
      %p = arith.mulf %wide_x, %wide_y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Tensor maps know f8 as bytes. Each stage has sums of its own, which are added to those before.

// CHECK-LABEL: func.func @bytes()
// CHECK: iree.placeholder {{.+}}@io::@arg0} : memref<1024x1024xi8>
// CHECK: nvgpu.tma.create.descriptor {{.+}} box[%c64, %c128] : memref<*xi8>
// CHECK: nvvm.wgmma.mma_async {{.+}}<m = 64, n = 128, k = 32>, D[<f32>, <zero>], A[<e4m3>, <one>, <row>], B[<e5m2>, <one>, <col>]
// CHECK-COUNT-3: nvvm.wgmma.mma_async {{.+}} D[<f32>, <one>]
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: llvm.extractvalue
// CHECK: arith.addf
// CHECK: llvm.insertvalue
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @bytes() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf8E4M3FN>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf8E5M2>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<1024x1024xf8E4M3FN>, memref<1024x1024xf8E5M2>) outs(%c : memref<1024x1024xf16>) {
    ^bb0(%x: f8E4M3FN, %y: f8E5M2, %z: f16):
      %wide_x = arith.extf %x : f8E4M3FN to f16
      %wide_y = arith.extf %y : f8E5M2 to f16
      %p = arith.mulf %wide_x, %wide_y : f16
      %s = arith.addf %z, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Many of them: a warp group has two pieces of 64 rows, of which each has sums of a stage after the other.

// CHECK-LABEL: func.func @many_bytes()
// CHECK: memref.alloc() {alignment = 1024 : i64} : memref<4x1x256x128xi8, 3>
// CHECK: memref.alloc() {alignment = 1024 : i64} : memref<4x1x128x128xi8, 3>
// CHECK: nvvm.wgmma.mma_async {{.+}}<m = 64, n = 128, k = 32>, D[<f32>, <zero>]
// CHECK-COUNT-3: nvvm.wgmma.mma_async {{.+}} D[<f32>, <one>]
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: arith.addf
// CHECK: nvvm.wgmma.mma_async {{.+}} D[<f32>, <zero>]
// CHECK-COUNT-3: nvvm.wgmma.mma_async {{.+}} D[<f32>, <one>]
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: arith.addf
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @many_bytes() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4096x4096xf8E4M3FN>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<4096x4096xf8E5M2>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4096x4096xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<4096x4096xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4096x4096xf8E4M3FN>, memref<4096x4096xf8E5M2>) outs(%c : memref<4096x4096xf16>) {
    ^bb0(%x: f8E4M3FN, %y: f8E5M2, %z: f16):
      %wide_x = arith.extf %x : f8E4M3FN to f16
      %wide_y = arith.extf %y : f8E5M2 to f16
      %p = arith.mulf %wide_x, %wide_y : f16
      %s = arith.addf %z, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// f32 is multiplied as tf32 where that is allowed.

// CHECK-LABEL: func.func @rounded()
// CHECK: nvvm.wgmma.mma_async {{.+}}k = 8>, D[<f32>, <one>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @rounded() attributes {tern.allow_tf32} {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<512x512xf32>)
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// But not else.

// CHECK-LABEL: func.func @exact()
// CHECK: linalg.generic
// CHECK-NOT: wgmma

// ALLOWED-LABEL: func.func @exact()
// ALLOWED: A[<tf32>, <one>, <row>]
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @exact() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<512x512xf32>)
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Element-wise ops work on the registers. Beyond the edges of the matrix nothing is read, and nothing stored.

// CHECK-LABEL: func.func @dense()
// CHECK: %[[BIAS:.+]] = iree.placeholder {{.+}} : memref<1000xf16>
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: %[[ROW:.+]] = arith.cmpi slt, %{{.+}}, %c1000
// CHECK: %[[COLUMN:.+]] = arith.cmpi slt, %{{.+}}, %c1000
// CHECK: %[[GUARD:.+]] = arith.andi %[[ROW]], %[[COLUMN]]
// CHECK: %[[RESULT:.+]] = scf.if %[[GUARD]] -> (vector<2xf16>) {
// CHECK: %[[Y:.+]] = vector.load %[[BIAS]][%{{.+}}] : memref<1000xf16>, vector<2xf16>
// CHECK: %[[SUM:.+]] = arith.addf %{{.+}}, %[[Y]] : vector<2xf16>
// CHECK: %[[CUT:.+]] = arith.maximumf %[[SUM]], %{{.+}} : vector<2xf16>
// CHECK: scf.yield %[[CUT]]
// CHECK: gpu.shuffle xor
// CHECK: scf.if
// CHECK-NEXT: vector.store %{{.+}} : memref<1000x1000xf16>, vector<8xf16>
// CHECK: func.func private @dense_workgroup_count
// CHECK: return %c128, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @dense() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1000x1000xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1000x1000xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1000x1000xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1000x1000xf16>)
    linalg.matmul ins(%a, %b : memref<1000x1000xf16>, memref<1000x1000xf16>) outs(%c : memref<1000x1000xf16>)
    %bias = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<1000xf16>
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c, %bias : memref<1000x1000xf16>, memref<1000xf16>) outs(%c : memref<1000x1000xf16>) {
    ^bb0(%x: f16, %y: f16, %old: f16):
      %s = arith.addf %x, %y : f16
      %r = arith.maximumf %s, %zero : f16
      linalg.yield %r : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Rows of an odd length are stored element by element.

// CHECK-LABEL: func.func @odd()
// CHECK: nvvm.wgmma.mma_async
// CHECK: memref.store %{{.+}} : memref<512x333xf32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @odd() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x64xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<333x64xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x333xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<512x333xf32>)
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<512x64xf16>, memref<333x64xf16>) outs(%c : memref<512x333xf32>) {
    ^bb0(%x: f16, %y: f16, %z: f32):
      %wide_x = arith.extf %x : f16 to f32
      %wide_y = arith.extf %y : f16 to f32
      %p = arith.mulf %wide_x, %wide_y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// As many rows as the caller says; workgroups are no more than there are multiprocessors.

// CHECK-LABEL: func.func @rows()
// CHECK: %[[M:.+]] = hal.interface.load.constant offset = 0 : index
// CHECK: %[[EXTENT:.+]] = memref.dim %{{.+}}, %c0 : memref<?x512xf16>
// CHECK: arith.ceildivsi %[[EXTENT]], %c
// CHECK: arith.cmpi slt, %{{.+}}, %[[EXTENT]]
// CHECK: func.func private @rows_workgroup_count
// CHECK: arith.minsi %{{.+}}, %c132
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @rows() {
    %zero = arith.constant 0.0 : f16
    %m = hal.interface.load.constant offset = 0 : index
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x512xf16>{%m}
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?x512xf16>{%m}
    linalg.fill ins(%zero : f16) outs(%c : memref<?x512xf16>)
    linalg.matmul ins(%a, %b : memref<?x512xf16>, memref<512x512xf16>) outs(%c : memref<?x512xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// The tile that is asked for: here each of two warp groups has 128 rows, in two pieces.

// CHECK-LABEL: func.func @given()
// CHECK: memref.alloc() {alignment = 1024 : i64} : memref<3x1x256x64xf16, 3>
// CHECK: memref.alloc() {alignment = 1024 : i64} : memref<3x2x64x64xf16, 3>
// CHECK-COUNT-2: nvvm.wgmma.mma_async {{.+}}n = 128, k = 16>, D[<f32>, <one>]
// CHECK-NOT: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.commit.group.sync.aligned
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @given() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    linalg.matmul {lowering_config = {tile_sizes = [[256, 128, 0], [128, 128, 0], [], [0, 0, 64]], fragment = [64, 128, 16], buffers = 3, workgroup_size = [384, 1, 1]}} ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Few tiles: two workgroups share the depth of one. The second leaves its sums with the first.

// CHECK-LABEL: func.func @thin()
// CHECK-SAME: hal.kernel_cluster = array<i32: 2, 1, 1>
// CHECK: %[[RANK:.+]] = arith.remui %block_id_x, %c2
// CHECK: %[[TILE:.+]] = arith.divui %block_id_x, %c2
// CHECK: %[[SUMS:.+]] = memref.alloc() {alignment = 16 : i64} : memref<1x16x128x4xf32, 3>
// CHECK: nvgpu.mbarrier.init %{{.+}}[%c0], %c128 : <memorySpace = #gpu.address_space<workgroup>>
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK-NEXT: nvvm.cluster.wait {aligned}
// CHECK-NOT: gpu.barrier
// CHECK: scf.for %{{.+}} = %c0 to %c64 step %c1
// CHECK: %[[OTHER:.+]] = arith.cmpi ne, %[[RANK]], %c0
// CHECK: scf.if %[[OTHER]]
// CHECK: %[[FIRST:.+]] = nvvm.mapa %{{.+}} : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<7>
// CHECK: nvvm.mbarrier.arrive %{{.+}} {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
// CHECK: } else {
// CHECK: nvgpu.mbarrier.try_wait.parity
// CHECK: nvvm.fence.sc.cluster
// CHECK: vector.load %[[SUMS]][%c0, %c0, %{{.+}}, %c0]
// CHECK: arith.addf %{{.+}} : vector<4xf32>
// CHECK: vector.store %{{.+}} : memref<64x8192xf16>, vector<8xf16>
// CHECK: func.func private @thin_workgroup_count
// CHECK: return %c128, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @thin() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x8192xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<8192x8192xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x8192xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x8192xf16>)
    linalg.matmul ins(%a, %b : memref<64x8192xf16>, memref<8192x8192xf16>) outs(%c : memref<64x8192xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// f32 with rows of the second factor along n: the transposed product, with that factor in registers.

// CHECK-LABEL: func.func @exchanged()
// CHECK: %[[A:.+]] = iree.placeholder {{.+}}@io::@arg0
// CHECK: %[[B:.+]] = iree.placeholder {{.+}}@io::@arg1
// CHECK: memref.cast %[[B]]
// CHECK: %[[MEMORY:.+]] = memref.alloc() {alignment = 1024 : i64} : memref<{{[0-9]+}}x2x32x32xf32, 3>
// CHECK: memref.cast %[[A]]
// CHECK: %[[WORD:.+]] = memref.load %[[MEMORY]]
// CHECK: arith.bitcast %[[WORD]] : f32 to i32
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "{{.+}}wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: memref.store %{{.+}}, %{{.+}}[%[[ROW:.+]], %{{.+}}] : memref<512x512xf32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @exchanged() attributes {tern.allow_tf32} {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<512x512xf32>)
    linalg.matmul ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Sums that only element-wise ops see are nowhere but in registers.

// CHECK-LABEL: func.func @converted()
// CHECK-NOT: memref<1024x1024xf32>
// CHECK: arith.truncf %{{.+}} : vector<2xf32> to vector<2xf16>
// CHECK: vector.store %{{.+}} : memref<1024x1024xf16>, vector<8xf16>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @converted() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %t = memref.alloc() : memref<1024x1024xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f32) outs(%t : memref<1024x1024xf32>)
    linalg.matmul ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%t : memref<1024x1024xf32>)
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<1024x1024xf32>) outs(%c : memref<1024x1024xf16>) {
    ^bb0(%x: f32, %old: f16):
      %y = arith.truncf %x : f32 to f16
      linalg.yield %y : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: another processor.

// CHECK-LABEL: func.func @older()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @older() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    linalg.matmul ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: sums that go on from what is there.

// CHECK-LABEL: func.func @added()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @added() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.matmul ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: sums that start at another number.

// CHECK-LABEL: func.func @ones()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @ones() {
    %one = arith.constant 1.0 : f16
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%one : f16) outs(%c : memref<1024x1024xf16>)
    linalg.matmul ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: a product with few rows.

// CHECK-LABEL: func.func @few()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @few() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<16x512xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<16x512xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<16x512xf16>)
    linalg.matmul ins(%a, %b : memref<16x512xf16>, memref<512x512xf16>) outs(%c : memref<16x512xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: rows that do not begin at multiples of 16 bytes.

// CHECK-LABEL: func.func @narrow()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @narrow() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x1004xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1004x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<64x1024xf16>)
    linalg.matmul ins(%a, %b : memref<64x1004xf16>, memref<1004x1024xf16>) outs(%c : memref<64x1024xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// f8 of which one factor has its rows across k: the transpose is computed, with that factor in registers, turned by matrices
// of pairs of bytes. What a thread's two rows have in a column are neighbours of a row of the result.

// CHECK-LABEL: func.func @columns()
// CHECK: nvgpu.tma.create.descriptor {{.+}} box[%c128, %c128] : memref<*xi8>
// CHECK: %[[MEMORY:.+]] = memref.alloc() {alignment = 1024 : i64} : memref<{{[0-9]+}}x1x128x128xi8, 3>
// CHECK: %[[ORDER_0:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : i32
// CHECK: %[[ORDER_1:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : i32
// CHECK: %[[MATRICES:.+]] = nvvm.ldmatrix %{{.+}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 4 : i32
// CHECK: %[[X:.+]] = llvm.extractvalue %[[MATRICES]][0]
// CHECK: %[[Y:.+]] = llvm.extractvalue %[[MATRICES]][1]
// CHECK: %[[A0:.+]] = nvvm.prmt <default> %[[ORDER_0]], %[[X]], %[[Y]] : i32
// CHECK: %[[A1:.+]] = nvvm.prmt <default> %[[ORDER_1]], %[[X]], %[[Y]] : i32
// CHECK: llvm.inline_asm {{.+}} "{\0A.reg .pred p;\0Asetp.ne.b32 p, 0, 0;\0Awgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k32.f32.e4m3.e4m3 {{.+}} %[[A0]], %[[A1]],
// CHECK: arith.truncf %{{.+}} : vector<2xf32> to vector<2xf16>
// CHECK: vector.store %{{.+}} : memref<512x512xf16>, vector<2xf16>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @columns() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xf8E4M3FN>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf8E4M3FN>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<512x512xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<512x512xf8E4M3FN>, memref<512x512xf8E4M3FN>) outs(%c : memref<512x512xf16>) {
    ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %z: f16):
      %wide_x = arith.extf %x : f8E4M3FN to f16
      %wide_y = arith.extf %y : f8E4M3FN to f16
      %p = arith.mulf %wide_x, %wide_y : f16
      %s = arith.addf %z, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: f8 of which no factor has its rows along k.

// CHECK-LABEL: func.func @all_columns()
// CHECK-NOT: nvgpu
// CHECK: linalg.generic
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @all_columns() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512x512xf8E4M3FN>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf8E4M3FN>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<512x512xf16>)
    linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<512x512xf8E4M3FN>, memref<512x512xf8E4M3FN>) outs(%c : memref<512x512xf16>) {
    ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %z: f16):
      %wide_x = arith.extf %x : f8E4M3FN to f16
      %wide_y = arith.extf %y : f8E4M3FN to f16
      %p = arith.mulf %wide_x, %wide_y : f16
      %s = arith.addf %z, %p : f16
      linalg.yield %s : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: integers.

// CHECK-LABEL: func.func @integers()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @integers() {
    %zero_i = arith.constant 0 : i32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xi8>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<64x64xi8>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xi32>
    linalg.fill ins(%zero_i : i32) outs(%c : memref<64x64xi32>)
    linalg.matmul ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: a factor where the result goes.

// CHECK-LABEL: func.func @in_place()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @in_place() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    linalg.matmul ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: an op behind it that reads other elements of the result.

// CHECK-LABEL: func.func @turned()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @turned() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<1024x1024xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<1024x1024xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<1024x1024xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<1024x1024xf16>)
    linalg.matmul ins(%a, %b : memref<1024x1024xf16>, memref<1024x1024xf16>) outs(%c : memref<1024x1024xf16>)
    %d = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<1024x1024xf16>
    linalg.generic {indexing_maps = [affine_map<(m, n) -> (n, m)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%c : memref<1024x1024xf16>) outs(%d : memref<1024x1024xf16>) {
    ^bb0(%x: f16, %old: f16):
      linalg.yield %x : f16
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is left to other ways: a factor that begins between multiples of 16 bytes.

// CHECK-LABEL: func.func @windowed()
// CHECK-NOT: nvgpu
// CHECK: linalg.matmul
// CHECK-NOT: nvgpu
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @windowed() {
    %c64 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" offset(%c64) {binding = @io::@arg0} : memref<512x512xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<512x512xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<512x512xf16>
    linalg.fill ins(%zero : f16) outs(%c : memref<512x512xf16>)
    linalg.matmul ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Factors that are the first elements of longer rows, which begin at multiples of 16 bytes: tensor maps of these. Rows of the result begin
// anywhere: they are stored by whole warps, from workgroup memory.

// CHECK-LABEL: func.func @odd()
// CHECK: iree.placeholder {{.+}}@io::@arg0} : memref<256x511xf16, strided<[512, 1]>>
// CHECK: nvgpu.tma.create.descriptor
// CHECK: iree.placeholder {{.+}}@io::@arg1} : memref<511x1001xf16, strided<[1008, 1]>>
// CHECK: nvgpu.tma.create.descriptor
// CHECK: %[[STAGING:.+]] = memref.alloc() {alignment = 16 : i64} : memref<{{[0-9]+}}x8x72xf32, 3>
// CHECK: nvvm.wgmma.mma_async
// CHECK: vector.store %{{.+}}, %[[STAGING]]
// CHECK: nvvm.bar.warp.sync
// CHECK: memref.load %[[STAGING]]
// CHECK: memref.store %{{.+}} : memref<256x1001xf16>
// CHECK: nvvm.bar.warp.sync
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @odd() {
    %zero = arith.constant 0.0 : f16
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<256x512xf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<511x1008xf16>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<256x1001xf16>
    %x = memref.subview %a[0, 0] [256, 511] [1, 1] : memref<256x512xf16> to memref<256x511xf16, strided<[512, 1]>>
    %y = memref.subview %b[0, 0] [511, 1001] [1, 1] : memref<511x1008xf16> to memref<511x1001xf16, strided<[1008, 1]>>
    linalg.fill ins(%zero : f16) outs(%c : memref<256x1001xf16>)
    linalg.matmul ins(%x, %y : memref<256x511xf16, strided<[512, 1]>>, memref<511x1001xf16, strided<[1008, 1]>>) outs(%c : memref<256x1001xf16>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// What is added to two blocks of 64 x 32 results, eight pairs of a thread in each, is read before the first of them is stored. There are
// 128 tiles, one for each multiprocessor but four.

// CHECK-LABEL: func.func @residual()
// CHECK: %[[RESIDUAL:.+]] = iree.placeholder {{.+}}@io::@arg2
// CHECK: nvvm.wgmma.mma_async {{.+}}, <m = 64, n = 192, k = 16>
// CHECK-COUNT-16: vector.load %[[RESIDUAL]]
// CHECK-NOT: vector.load
// CHECK-COUNT-8: vector.store %{{.+}} : memref<4096x768xf32>, vector<2xf32>
// CHECK-NOT: vector.store
// CHECK-COUNT-8: vector.load %[[RESIDUAL]]
// CHECK-NOT: vector.load
// CHECK: vector.store
// CHECK: func.func private @residual_workgroup_count
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @residual() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4096x3072xbf16>
    %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<3072x768xbf16>
    %d = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<4096x768xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4096x768xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<4096x768xf32>)
    linalg.matmul ins(%a, %b : memref<4096x3072xbf16>, memref<3072x768xbf16>) outs(%c : memref<4096x768xf32>)
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                    iterator_types = ["parallel", "parallel"]}
      ins(%d : memref<4096x768xf32>) outs(%c : memref<4096x768xf32>) {
    ^bb0(%x: f32, %y: f32):
      %sum = arith.addf %x, %y : f32
      linalg.yield %sum : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @ret0, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

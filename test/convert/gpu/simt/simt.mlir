// RUN: tern-opt %s --split-input-file --gpu-simt-matmul --cse | FileCheck %s

// The first tile is on its way before the loop, the next one while this one is multiplied. A lies along the reduction and is
// read so: vectors of four depths for each of the thread's four rows; B as vectors of four columns.
// CHECK-LABEL: func.func @deep() attributes {nvvm.minctasm = 2 : i32, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>}
// CHECK-DAG: %[[A:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [1536], strides: [1]
// CHECK-DAG: %[[B:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [768], strides: [1]
// CHECK-DAG: %[[AT:.*]] = memref.alloc() : memref<512xf32, 3>
// CHECK-DAG: %[[BT:.*]] = memref.alloc() : memref<256xf32, 3>
// CHECK: nvgpu.device_async_copy %[[A]][%{{.*}}], %[[AT]][%{{.*}}], 4 {bypassL1}
// CHECK-NEXT: nvgpu.device_async_copy %[[B]][%{{.*}}], %[[BT]][%{{.*}}], 4 {bypassL1}
// CHECK-NEXT: nvvm.cp.async.commit.group
// CHECK-NOT: nvgpu
// CHECK: %[[SUMS:.*]]:10 = scf.for
// CHECK-NEXT: nvvm.cp.async.wait.group 0
// CHECK-NEXT: gpu.barrier
// CHECK: scf.if
// CHECK: nvgpu.device_async_copy %[[A]]
// CHECK: nvgpu.device_async_copy %[[B]]
// CHECK: nvvm.cp.async.commit.group
// CHECK-COUNT-4: vector.load %[[AT]]
// CHECK-COUNT-2: vector.load %[[BT]]
// CHECK: %[[X:.*]] = vector.extract %{{.*}}[0] : f32 from vector<4xf32>
// CHECK-NEXT: %[[XS:.*]] = vector.broadcast %[[X]] : f32 to vector<4xf32>
// CHECK-NEXT: vector.fma %[[XS]]
// CHECK-NOT: vector.load %[[AT]][
// CHECK: scf.yield
// CHECK-COUNT-8: vector.store %{{.*}}, %{{.*}} : memref<64x32xf32>, vector<4xf32>
// CHECK: func.func private @deep_workgroup_count
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: return %[[TWO]], %{{.*}}, %{{.*}}
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @deep() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<64x24xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<24x32xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<64x32xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
    linalg.matmul {simt_config = {tile = [32, 32, 4], warps = [1, 1, 1], lanes = [8, 4], stages = 2, group = 1, wide = 0, ahead = 0}}
      ins(%a, %b : memref<64x24xf32>, memref<24x32xf32>) outs(%c : memref<64x32xf32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// A goes to shared memory line by line along its rows, by single elements, and fragments are loaded one step ahead: the
// loop carries the first one, and waits for the next tile before it multiplies the last.
// CHECK-LABEL: func.func @wide()
// CHECK: %[[AT:.*]] = memref.alloc() : memref<288xf32, 3>
// CHECK-COUNT-4: nvgpu.device_async_copy %{{.*}}, %[[AT]][%{{.*}}], 1 :
// CHECK: nvvm.cp.async.wait.group 0
// CHECK-NEXT: gpu.barrier
// CHECK: vector.load %[[AT]]
// CHECK: scf.for {{.*}} -> (index, index, {{(vector<4xf32>, )+}}vector<4xf32>)
// CHECK-NOT: nvvm.cp.async.wait.group
// CHECK: vector.load %[[AT]]
// CHECK: nvvm.cp.async.commit.group
// CHECK: vector.fma
// CHECK: nvvm.cp.async.wait.group 0
// CHECK-NEXT: gpu.barrier
// CHECK: vector.load %[[AT]]
// CHECK: vector.fma
// CHECK: scf.yield
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @wide() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<64x24xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<24x32xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<64x32xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
    linalg.matmul {simt_config = {tile = [32, 32, 4], warps = [1, 1, 1], lanes = [8, 4], stages = 2, group = 1, wide = 1, ahead = 1}}
      ins(%a, %b : memref<64x24xf32>, memref<24x32xf32>) outs(%c : memref<64x32xf32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Nothing is a multiple of the tile: copies of what is not there are copies of no element, which makes zeros; results that
// are not there are not stored. The element-wise ops are done on the sums, whose own memory is not written before.
// CHECK-LABEL: func.func @cut()
// CHECK: %[[COUNT:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK-NEXT: nvgpu.device_async_copy %{{.*}}, 1, %[[COUNT]] : memref<
// CHECK: scf.for
// CHECK: scf.if
// CHECK: scf.if
// CHECK: %[[SUM:.*]] = vector.extract %{{.*}}[0] : f32 from vector<4xf32>
// CHECK-NOT: memref.store
// CHECK: %[[BIAS:.*]] = memref.load %{{.*}} : memref<30xf32>
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[SUM]], %[[BIAS]] : f32
// CHECK-NEXT: %[[Z:.*]] = math.tanh %[[Y]] : f32
// CHECK-NEXT: memref.store %[[Z]]
// CHECK-NOT: linalg.
// CHECK: func.func private @cut_workgroup_count
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @cut() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<61x23xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<23x30xf32>
    %bias = iree.placeholder for "interface buffer" {binding = @io::@bias} : memref<30xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<61x30xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<61x30xf32>)
    linalg.matmul {simt_config = {tile = [32, 32, 4], warps = [1, 1, 1], lanes = [8, 4], stages = 2, group = 1}}
      ins(%a, %b : memref<61x23xf32>, memref<23x30xf32>) outs(%c : memref<61x30xf32>)
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : memref<61x30xf32>, memref<30xf32>) outs(%c : memref<61x30xf32>) {
    ^bb0(%x: f32, %y: f32, %old: f32):
      %s = arith.addf %x, %y : f32
      %t = math.tanh %s : f32
      linalg.yield %t : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @bias, set = 0, binding = 2, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 3, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Without a fill the product is added to what is there. Two slices of the depth: the second hands its sums over.
// CHECK-LABEL: func.func @slices()
// CHECK: workgroup_size = [64, 1, 1]
// CHECK: scf.for
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<1024xf32, 3>
// CHECK: scf.if
// CHECK-COUNT-8: vector.store %{{.*}}, %[[PARTS]]
// CHECK: gpu.barrier
// CHECK-NEXT: arith.cmpi
// CHECK: scf.if
// CHECK: vector.load %[[PARTS]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf
// CHECK: %[[OLD:.*]] = vector.load %{{.*}} : memref<64x32xf32>, vector<4xf32>
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[SUM]]
// CHECK-NEXT: vector.store %[[NEW]]
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @slices() {
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<64x24xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<24x32xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<64x32xf32>
    linalg.matmul {simt_config = {tile = [32, 32, 8], warps = [1, 1, 2], lanes = [8, 4], stages = 2, group = 1}}
      ins(%a, %b : memref<64x24xf32>, memref<24x32xf32>) outs(%c : memref<64x32xf32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Read|Write"
  }
}

// -----

// Two blocks of a cluster have half of the depth each. Their sums take the place of the tiles, and each finishes half of every
// thread's rows from what both have, in their order.
// CHECK-LABEL: func.func @cluster() attributes {hal.kernel_cluster = array<i32: 1, 1, 2>
// CHECK: %[[MEMORY:.*]] = memref.alloc() : memref<1024xf32, 3>
// CHECK: %[[RANK:.*]] = gpu.block_id  z
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-COUNT-8: vector.store %{{.*}}, %[[MEMORY]]
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK-NEXT: nvvm.cluster.wait {aligned}
// CHECK: nvvm.mapa
// CHECK: nvvm.mapa
// CHECK: llvm.load %{{.*}} : !llvm.ptr<7> -> vector<4xf32>
// CHECK: llvm.load %{{.*}} : !llvm.ptr<7> -> vector<4xf32>
// CHECK-NEXT: arith.addf
// CHECK: vector.store %{{.*}} : memref<64x32xf32>, vector<4xf32>
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK-NEXT: nvvm.cluster.wait {aligned}
// CHECK-NEXT: return
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @cluster() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<64x24xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<24x32xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<64x32xf32>
    linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
    linalg.matmul {simt_config = {tile = [32, 32, 4], warps = [1, 1, 1], lanes = [8, 4], stages = 2, group = 1, split = 2}}
      ins(%a, %b : memref<64x24xf32>, memref<24x32xf32>) outs(%c : memref<64x32xf32>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Pairs of matrices by the block's second number; both factors lie the other way round, and may do so in shared memory too:
// tensor cores multiply f64.
// CHECK-LABEL: func.func @batch()
// CHECK: gpu.block_id  y
// CHECK: nvgpu.device_async_copy %{{.*}}, 2 {bypassL1} : memref<12288xf64>
// CHECK: scf.for
// CHECK: %[[X:.*]] = memref.load %{{.*}} : memref<{{.*}}xf64, 3>
// CHECK: vector.insert %{{.*}}, %{{.*}} [0, 0] : f64 into vector<1x1xf64>
// CHECK: nvgpu.mma.sync(%{{.*}}) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
// CHECK: vector.store %{{.*}} : memref<6x64x64xf64>, vector<2xf64>
// CHECK: func.func private @batch_workgroup_count
// CHECK: arith.constant 6 : index
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @batch() {
    %zero = arith.constant 0.0 : f64
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<6x32x64xf64>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<6x64x32xf64>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<6x64x64xf64>
    linalg.fill ins(%zero : f64) outs(%c : memref<6x64x64xf64>)
    linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, k, i)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>],
                    iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<6x32x64xf64>, memref<6x64x32xf64>) outs(%c : memref<6x64x64xf64>) {
    ^bb0(%x: f64, %y: f64, %acc: f64):
      %p = arith.mulf %x, %y : f64
      %s = arith.addf %acc, %p : f64
      linalg.yield %s : f64
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// From sm_90 on tensor cores take 16 rows and eight depths of f64 at a time.
// CHECK-LABEL: func.func @tall()
// CHECK: %[[SUM:.*]] = llvm.call_intrinsic "llvm.nvvm.mma.m16n8k8.row.col.f64"({{.*}}) : (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64) -> !llvm.struct<(f64, f64, f64, f64)>
// CHECK: llvm.extractvalue %[[SUM]][3]
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @tall() {
    %zero = arith.constant 0.0 : f64
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<64x64xf64>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<64x64xf64>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<64x64xf64>
    linalg.fill ins(%zero : f64) outs(%c : memref<64x64xf64>)
    linalg.matmul ins(%a, %b : memref<64x64xf64>, memref<64x64xf64>) outs(%c : memref<64x64xf64>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

// -----

// Left alone: no CUDA device; two products in one function; a result that is read at another element.
// CHECK-LABEL: func.func @other_device
// CHECK: linalg.matmul
module {
  func.func @other_device(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    return
  }
}

// -----

// CHECK-LABEL: func.func @two_products
// CHECK-COUNT-2: linalg.matmul
// CHECK-LABEL: func.func @transposed_use
// CHECK: linalg.matmul
// CHECK: linalg.generic
// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.matmul
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @two_products(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>, %d: memref<64x64xf32>) {
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%d : memref<64x64xf32>)
    return
  }
  func.func @transposed_use(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>, %d: memref<64x64xf32>) {
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<64x64xf32>) outs(%d : memref<64x64xf32>) {
    ^bb0(%x: f32, %old: f32):
      %y = arith.negf %x : f32
      linalg.yield %y : f32
    }
    return
  }
  func.func @dynamic(%a: memref<?x64xf32>, %b: memref<64x64xf32>, %c: memref<?x64xf32>) {
    linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x64xf32>) outs(%c : memref<?x64xf32>)
    return
  }
}

// -----

// A temporary for the product stays in registers.
// CHECK-LABEL: func.func @temporary()
// CHECK: scf.for
// CHECK: %[[HALF:.*]] = arith.truncf %{{.*}} : vector<4xf32> to vector<4xf16>
// CHECK-NEXT: vector.store %[[HALF]], %{{.*}} : memref<64x32xf16>
// CHECK-NOT: vector.store %{{.*}} : memref<64x32xf32>
// CHECK-NOT: memref.dealloc
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @temporary() {
    %zero = arith.constant 0.0 : f32
    %a = iree.placeholder for "interface buffer" {binding = @io::@a} : memref<64x24xf32>
    %b = iree.placeholder for "interface buffer" {binding = @io::@b} : memref<24x32xf32>
    %c = iree.placeholder for "interface buffer" {binding = @io::@c} : memref<64x32xf16>
    %t = memref.alloc() : memref<64x32xf32>
    linalg.fill ins(%zero : f32) outs(%t : memref<64x32xf32>)
    linalg.matmul ins(%a, %b : memref<64x24xf32>, memref<24x32xf32>) outs(%t : memref<64x32xf32>)
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<64x32xf32>) outs(%c : memref<64x32xf16>) {
    ^bb0(%x: f32, %old: f16):
      %y = arith.truncf %x : f32 to f16
      linalg.yield %y : f16
    }
    memref.dealloc %t : memref<64x32xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
    hal.interface.binding @c, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
  }
}

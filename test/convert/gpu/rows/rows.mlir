// RUN: tern-opt %s --split-input-file --convert-rows-to-gpu --canonicalize --cse | FileCheck %s
// RUN: not tern-opt %s --split-input-file --pass-pipeline="builtin.module(convert-rows-to-gpu,gpu-check-workgroup-races)" -o /dev/null 2>&1 | FileCheck %s --check-prefix=RACES --implicit-check-not=error:

// What becomes no kernel has no races to look for.
// RACES-COUNT-4: error: 'builtin.module' op holds no kernel, so no races were looked for

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// A row of 128 to 8 invocations: four accesses of 16 bytes each, all under way before the first is used; no barriers.

// CHECK-LABEL: func.func @sum()
// CHECK-SAME: workgroup_size = [128, 1, 1], subgroup_size = 32
// CHECK: %[[PLACE:.*]] = arith.remui %thread_id_x, %c8
// CHECK: %[[SUBROW:.*]] = arith.divui %thread_id_x, %c8
// CHECK: %[[ROW:.*]] = arith.addi %{{.*}}, %[[SUBROW]]
// CHECK-COUNT-4: vector.load %{{.*}}[%[[ROW]], %{{.*}}] : memref<64x128xf32>, vector<4xf32>
// CHECK-COUNT-3: arith.addf %{{.*}} : vector<4xf32>
// CHECK-COUNT-4: vector.extract
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
// CHECK: %[[FIRST:.*]] = arith.cmpi slt, %[[PLACE]], %c1
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[ROW]]] : memref<64xf32>
// CHECK-LABEL: func.func private @sum_workgroup_count
// CHECK: return %c4, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @sum() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x128xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x128xf32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A workgroup to a row: subgroups meet in workgroup memory, once for each reduction; the row is read once, and what is not
// reduced needs no memory. Division by the row's sum becomes products that are put right, unless that is near the ends of the
// range.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @softmax()
// CHECK-SAME: workgroup_size = [128, 1, 1]
// CHECK-NOT: memref.alloca
// CHECK-COUNT-3: vector.load %{{.*}} : memref<300x1200xf32>, vector<4xf32>
// CHECK: arith.maximumf %{{.*}} : vector<4xf32>
// CHECK: memref.alloc() : memref<4xf32, 3>
// CHECK: gpu.barrier
// CHECK: %[[E:.*]] = math.exp %{{.*}} : vector<4xf32>
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK-NOT: vector.load
// CHECK: %[[ONE_BY:.*]] = arith.divf %{{.*}}, %[[SUM:.*]] : f32
// CHECK: %[[IS_NEAR:.*]] = arith.andi
// CHECK: %[[INVERSE:.*]] = vector.broadcast %[[ONE_BY]]
// CHECK: %[[DIVISOR:.*]] = vector.broadcast %[[SUM]]
// CHECK: scf.if %[[IS_NEAR]] -> (vector<4xf32>) {
// CHECK: %[[Q:.*]] = arith.mulf %[[E]], %[[INVERSE]]
// CHECK: %[[NEGATED:.*]] = arith.negf %[[Q]]
// CHECK: %[[REST:.*]] = math.fma %[[NEGATED]], %[[DIVISOR]], %[[E]]
// CHECK: math.fma %[[REST]], %[[INVERSE]], %[[Q]]
// CHECK: } else {
// CHECK-NEXT: arith.divf %[[E]], %[[DIVISOR]]
// CHECK: vector.store %{{.*}} : memref<300x1200xf32>, vector<4xf32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, api = Vulkan, #spirv.resource_limits<max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 64]>>} {
  func.func @softmax() {
    %zero = arith.constant 0.0 : f32
    %least = arith.constant 0xFF800000 : f32
    %e = memref.alloca() : memref<300x1200xf32>
    %max = memref.alloca() : memref<300xf32>
    %sum = memref.alloca() : memref<300xf32>
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<300x1200xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<300x1200xf32>
    linalg.fill ins(%zero : f32) outs(%sum : memref<300xf32>)
    linalg.fill ins(%least : f32) outs(%max : memref<300xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<300x1200xf32>) outs(%max : memref<300xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.maximumf %p, %a : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : memref<300x1200xf32>, memref<300xf32>) outs(%e : memref<300x1200xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %d = arith.subf %a, %b : f32
      %s = math.exp %d : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : memref<300x1200xf32>) outs(%sum : memref<300xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : memref<300x1200xf32>, memref<300xf32>) outs(%y : memref<300x1200xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %s = arith.divf %a, %b : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Too long for registers: a loop over what is whole, in pieces that are summed up by themselves, and the end of the row with guards.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @long()
// CHECK: %[[SUM:.*]] = scf.for %[[FIRST:.*]] = %c0 to %c98304 step %c32768 iter_args(%[[TOTAL:.*]] = %{{.*}}) -> (vector<4xf32>) {
// CHECK: %[[END:.*]] = arith.addi %[[FIRST]], %c32768
// CHECK: %[[PIECE:.*]] = scf.for %{{.*}} = %[[FIRST]] to %[[END]] step %c2048 iter_args(%{{.*}} = %{{.*}}) -> (vector<4xf32>) {
// CHECK-COUNT-4: vector.load
// CHECK: scf.yield
// CHECK: %[[NEXT:.*]] = arith.addf %[[TOTAL]], %[[PIECE]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: scf.if %{{.*}} -> (vector<4xf32>) {
// CHECK: vector.load
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[SUM]]
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @long() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<3x98404xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<3xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<3xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<3x98404xf32>) outs(%y : memref<3xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Columns: the lanes are neighbouring results, partial sums meet in workgroup memory, where eight of those that share columns
// add up what eight have each, and the first ones the rest.

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @columns()
// CHECK-SAME: workgroup_size = [128, 1, 1]
// CHECK: %[[BESIDE:.*]] = arith.remui %thread_id_x, %c2
// CHECK: %[[PLACE:.*]] = arith.divui %thread_id_x, %c2
// CHECK: scf.for
// CHECK: vector.load %{{.*}} : memref<4096x64xf32>, vector<4xf32>
// CHECK: vector.store %{{.*}} : memref<512xf32, 3>, vector<4xf32>
// CHECK-NEXT: gpu.barrier
// CHECK: %[[GATHERS:.*]] = arith.cmpi slt, %[[PLACE]], %c8
// CHECK: scf.if %[[GATHERS]] {
// CHECK-COUNT-8: vector.load %{{.*}} : memref<512xf32, 3>
// CHECK: vector.store %{{.*}} : memref<512xf32, 3>, vector<4xf32>
// CHECK: gpu.barrier
// CHECK: %[[FIRST:.*]] = arith.cmpi slt, %[[PLACE]], %c1
// CHECK: scf.if %[[FIRST]] -> (vector<4xf32>) {
// CHECK-COUNT-8: vector.load %{{.*}} : memref<512xf32, 3>
// CHECK: vector.store %{{.*}} : memref<64xf32>, vector<4xf32>
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @columns() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4096x64xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
    linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : memref<4096x64xf32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Left to others: a product, a result that is read where another row wrote it, an output that was not begun here, and
// a target without a processor of CUDA.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#vector = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @product()
// CHECK: linalg.generic
// CHECK-LABEL: func.func @other_rows()
// CHECK: linalg.generic
// CHECK-LABEL: func.func @goes_on()
// CHECK: linalg.generic
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @product() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x128xf32>
    %v = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<128xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<64xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
    linalg.generic {indexing_maps = [#id, #vector, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %v : memref<64x128xf32>, memref<128xf32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %m = arith.mulf %a, %b : f32
      %s = arith.addf %p, %m : f32
      linalg.yield %s : f32
    }
    return
  }
  func.func @other_rows() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x64xf32>
    %sum = memref.alloca() : memref<64xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x64xf32>
    linalg.fill ins(%zero : f32) outs(%sum : memref<64xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x64xf32>) outs(%sum : memref<64xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #row, #vector, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum, %sum : memref<64x64xf32>, memref<64xf32>, memref<64xf32>) outs(%y : memref<64x64xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %p: f32):
      %m = arith.mulf %b, %c : f32
      %s = arith.divf %a, %m : f32
      linalg.yield %s : f32
    }
    return
  }
  func.func @goes_on() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x128xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x128xf32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Read|Write"
    hal.interface.binding @b2, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @no_processor()
// CHECK: linalg.generic
func.func @no_processor() {
  %zero = arith.constant 0.0 : f32
  %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x128xf32>
  %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x128xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %p: f32):
    %s = arith.addf %p, %a : f32
    linalg.yield %s : f32
  }
  return
}
hal.interface private @io {
  hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}

// -----

// Few columns: the workgroups of a cluster share them. All arrive at once, and each puts what it has into the memory of all
// when all have begun; the first stores the results.

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @shared()
// CHECK-SAME: hal.kernel_cluster = array<i32: 8, 1, 1>
// CHECK: %[[GROUP:.*]] = arith.divui %block_id_x, %c8
// CHECK: %[[RANK:.*]] = arith.remui %block_id_x, %c8
// CHECK: nvvm.cluster.arrive
// CHECK: gpu.barrier
// CHECK: nvvm.cluster.wait
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK-COUNT-8: nvvm.mapa
// CHECK: nvvm.cluster.arrive
// CHECK-NEXT: nvvm.cluster.wait
// CHECK-COUNT-8: vector.load %{{.*}} : memref<{{.*}}xf32, 3>, vector<4xf32>
// CHECK: vector.store %{{.*}} : memref<64xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @shared_workgroup_count
// CHECK: return %c64, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @shared() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4096x64xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
    linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : memref<4096x64xf32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Columns for 64 workgroups of whole lines of the cache: of half lines there are enough without clusters, and each has 16 reads under
// way.

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @half_lines()
// CHECK-NOT: hal.kernel_cluster
// CHECK-SAME: workgroup_size = [512, 1, 1]
// CHECK: scf.for
// CHECK-COUNT-16: vector.load %{{.*}} : memref<4096x4096xf16>, vector<8xf16>
// CHECK: arith.extf
// CHECK-LABEL: func.func private @half_lines_workgroup_count
// CHECK: return %c128, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, api = Vulkan, #spirv.resource_limits<max_compute_shared_memory_size = 49152, max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 64]>>} {
  func.func @half_lines() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<4096x4096xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<4096xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<4096xf32>)
    linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : memref<4096x4096xf16>) outs(%y : memref<4096xf32>) {
    ^bb0(%a: f16, %p: f32):
      %w = arith.extf %a : f16 to f32
      %s = arith.addf %p, %w : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// A row that no workgroup keeps in registers lies in the memory of four: each invocation copies its columns there, without
// waiting for one before the next, and reads them again in each phase. Columns that are not there are not copied.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @staged()
// CHECK-SAME: hal.kernel_cluster = array<i32: 4, 1, 1>
// CHECK-SAME: workgroup_size = [512, 1, 1]
// CHECK: %[[X:.*]] = iree.placeholder {{.*}} @io::@b0
// CHECK: %[[MEMORY:.*]] = memref.alloc() {alignment = 16 : i64} : memref<16384xf32, 3>
// CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %c57344
// CHECK: %[[IS_THERE:.*]] = arith.cmpi slt, %[[LAST]], %c65000
// CHECK: scf.if %[[IS_THERE]]
// CHECK-NEXT: nvgpu.device_async_copy %[[X]][%{{.*}}, %[[LAST]]], %[[MEMORY]][%[[PLACE:.*]]], 4 {bypassL1}
// CHECK: nvvm.cp.async.commit.group
// CHECK-NEXT: nvvm.cp.async.wait.group 0
// CHECK-NOT: %[[X]]
// CHECK: %[[COLUMNS:.*]] = vector.load %[[MEMORY]][%[[PLACE]]]
// CHECK: vector.fma %[[COLUMNS]], %[[COLUMNS]]
// CHECK: arith.select %[[IS_THERE]]
// CHECK: gpu.barrier
// CHECK: nvvm.cluster.wait
// CHECK-NOT: %[[X]]
// CHECK: vector.load %[[MEMORY]][%[[PLACE]]]
// CHECK: scf.if %[[IS_THERE]]
// CHECK: vector.store
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, api = Vulkan, #spirv.resource_limits<max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 64]>>} {
  func.func @staged() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<1024x65000xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<1024x65000xf32>
    %t = memref.alloca() : memref<1024xf32>
    linalg.fill ins(%zero : f32) outs(%t : memref<1024xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<1024x65000xf32>) outs(%t : memref<1024xf32>) {
    ^bb0(%a: f32, %p: f32):
      %q = arith.mulf %a, %a : f32
      %s = arith.addf %p, %q : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %t : memref<1024x65000xf32>, memref<1024xf32>) outs(%y : memref<1024x65000xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %i = math.rsqrt %b : f32
      %s = arith.mulf %a, %i : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Where columns cost much to compute again they stay in registers, of more workgroups.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @costly()
// CHECK-SAME: hal.kernel_cluster = array<i32: 8, 1, 1>
// CHECK-NOT: device_async_copy
// CHECK: func.func private @costly_workgroup_count
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, api = Vulkan, #spirv.resource_limits<max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 64]>>} {
  func.func @costly() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<1024x65536xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<1024x65536xf32>
    %e = memref.alloca() : memref<1024x65536xf32>
    %t = memref.alloca() : memref<1024xf32>
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<1024x65536xf32>) outs(%e : memref<1024x65536xf32>) {
    ^bb0(%a: f32, %p: f32):
      %r = math.exp %a : f32
      linalg.yield %r : f32
    }
    linalg.fill ins(%zero : f32) outs(%t : memref<1024xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : memref<1024x65536xf32>) outs(%t : memref<1024xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %t : memref<1024x65536xf32>, memref<1024xf32>) outs(%y : memref<1024x65536xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %s = arith.mulf %a, %b : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Groups of channels: the columns are two dimensions, with the group between them, and what is computed of them has its loops in
// another order than the sum. Each element is read once, and all of it stays in registers.

#part = affine_map<(b, g, i, j) -> (b, i, g, j)>
#group = affine_map<(b, g, i, j) -> (b, g)>
#id = affine_map<(b, i, g, j) -> (b, i, g, j)>
#of = affine_map<(b, i, g, j) -> (b, g)>

// CHECK-LABEL: func.func @groups()
// CHECK-COUNT-4: vector.load %{{.*}} : memref<64x64x4x8xf32>, vector<4xf32>
// CHECK-NOT: vector.load
// CHECK: gpu.shuffle xor
// CHECK-NOT: vector.load
// CHECK-COUNT-4: vector.store %{{.*}} : memref<64x64x4x8xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @groups_workgroup_count
// CHECK: return %c64, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @groups() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x64x4x8xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x64x4x8xf32>
    %t = memref.alloca() : memref<64x4xf32>
    linalg.fill ins(%zero : f32) outs(%t : memref<64x4xf32>)
    linalg.generic {indexing_maps = [#part, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%x : memref<64x64x4x8xf32>) outs(%t : memref<64x4xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #of, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %t : memref<64x64x4x8xf32>, memref<64x4xf32>) outs(%y : memref<64x64x4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %s = arith.subf %a, %b : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Columns of other lengths than those that are summed are none of the row, though they are as many.

#part = affine_map<(g, i, j) -> (i, g, j)>
#group = affine_map<(g, i, j) -> (g)>
#id = affine_map<(i, g, j) -> (i, g, j)>
#of = affine_map<(i, g, j) -> (g)>

// CHECK-LABEL: func.func @other_lengths()
// CHECK: linalg.generic
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @other_lengths() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x4x8xf32>
    %z = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<32x4x16xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<32x4x16xf32>
    %t = memref.alloca() : memref<4xf32>
    linalg.fill ins(%zero : f32) outs(%t : memref<4xf32>)
    linalg.generic {indexing_maps = [#part, #group], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : memref<64x4x8xf32>) outs(%t : memref<4xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    linalg.generic {indexing_maps = [#id, #of, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%z, %t : memref<32x4x16xf32>, memref<4xf32>) outs(%y : memref<32x4x16xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %s = arith.subf %a, %b : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Read"
    hal.interface.binding @b2, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Rows of which nothing lies in memory: what is computed of their positions has no neighbours there.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @positions()
// CHECK-SAME: workgroup_size
// CHECK-NOT: memref.alloca
// CHECK-NOT: linalg.generic
// CHECK: arith.cmpi eq
// CHECK: gpu.shuffle xor
// CHECK-LABEL: func.func private @positions_workgroup_count
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @positions() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64xi32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    %t = memref.alloca() : memref<64x1000xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
    linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<64xi32>) outs(%t : memref<64x1000xf32>) {
    ^bb0(%a: i32, %p: f32):
      %i = linalg.index 1 : index
      %j = arith.index_cast %i : index to i32
      %e = arith.cmpi eq, %j, %a : i32
      %f = arith.uitofp %e : i1 to f32
      linalg.yield %f : f32
    }
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : memref<64x1000xf32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

#x = affine_map<(i, j, k) -> (i, j, k)>
#y = affine_map<(i, j, k) -> (i, k)>
#z = affine_map<(i, j, k) -> (i, j)>
// Products of short rows with a vector: four invocations take a row.
// CHECK-LABEL: func.func @short_products()
// CHECK: arith.remui %thread_id_x, %c4
// CHECK: vector.fma
// CHECK-COUNT-2: gpu.shuffle
// CHECK-NOT: linalg.generic
// CHECK: return
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @short_products() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<512x256x16xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<512x16xf32>
    %z = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<512x256xf32>
    linalg.fill ins(%zero : f32) outs(%z : memref<512x256xf32>)
    linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<512x256x16xf32>, memref<512x16xf32>) outs(%z : memref<512x256xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %m = arith.mulf %a, %b : f32
      %s = arith.addf %p, %m : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Read"
    hal.interface.binding @b2, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

#x = affine_map<(i, j, k) -> (i, j, k)>
#y = affine_map<(i, j, k) -> (i, k)>
#z = affine_map<(i, j, k) -> (i, j)>
// Long ones are left to kernels of products.
// CHECK-LABEL: func.func @long_products()
// CHECK: linalg.generic
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @long_products() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<512x256x128xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<512x128xf32>
    %z = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<512x256xf32>
    linalg.fill ins(%zero : f32) outs(%z : memref<512x256xf32>)
    linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<512x256x128xf32>, memref<512x128xf32>) outs(%z : memref<512x256xf32>) {
    ^bb0(%a: f32, %b: f32, %p: f32):
      %m = arith.mulf %a, %b : f32
      %s = arith.addf %p, %m : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Read"
    hal.interface.binding @b2, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// Few rows have a processor each: one access for each invocation of a workgroup, where lanes of a subgroup would take four.
// CHECK-LABEL: func.func @few_rows()
// CHECK-SAME: workgroup_size = [128, 1, 1]
// CHECK-COUNT-1: vector.load
// CHECK-NOT: vector.load
// CHECK: gpu.barrier
// CHECK-LABEL: func.func private @few_rows_workgroup_count
// CHECK: return %c3, %c1, %c1
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @few_rows() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<3x512xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<3xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<3xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<3x512xf32>) outs(%y : memref<3xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

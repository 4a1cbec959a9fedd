// RUN: tern-opt %s --split-input-file --iree-convert-to-nvvm --canonicalize --cse | FileCheck %s

// Bindings are the first arguments, words of push constants those behind them.

// CHECK-LABEL: llvm.func @copy(
// CHECK-SAME: %[[IN:[a-z0-9]+]]: !llvm.ptr<1>, %[[OUT:[a-z0-9]+]]: !llvm.ptr<1>, %[[N:[a-z0-9]+]]: i32, %[[LOW:[a-z0-9]+]]: i32, %[[HIGH:[a-z0-9]+]]: i32
// CHECK-SAME: attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 4, 1>}
// CHECK: %[[WIDE_LOW:.+]] = llvm.zext %[[LOW]] : i32 to i64
// CHECK: %[[WIDE_HIGH:.+]] = llvm.zext %[[HIGH]] : i32 to i64
// CHECK: %[[SHIFTED:.+]] = llvm.shl %[[WIDE_HIGH]]
// CHECK: %[[BITS:.+]] = llvm.or %[[WIDE_LOW]], %[[SHIFTED]] : i64
// CHECK: %[[SCALE:.+]] = llvm.bitcast %[[BITS]] : i64 to f64
// CHECK: %[[A:.+]] = llvm.addrspacecast %[[IN]] : !llvm.ptr<1> to !llvm.ptr
// CHECK: %[[B:.+]] = llvm.addrspacecast %[[OUT]] : !llvm.ptr<1> to !llvm.ptr
// CHECK: %[[X:.+]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: %[[I:.+]] = llvm.zext %[[X]] : i32 to i64
// CHECK: %[[AT:.+]] = llvm.getelementptr %[[A]][%[[I]]]
// CHECK: %[[VALUE:.+]] = llvm.load %[[AT]] : !llvm.ptr -> f64
// CHECK: %[[PRODUCT:.+]] = llvm.fmul %[[VALUE]], %[[SCALE]] : f64
// CHECK: %[[TO:.+]] = llvm.getelementptr %[[B]][%[[I]]]
// CHECK: llvm.store %[[PRODUCT]], %[[TO]] : f64, !llvm.ptr
// CHECK: llvm.return
func.func @copy() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 4, 1]>} {
  %n = hal.interface.load.constant offset = 0 : index
  %scale = hal.interface.load.constant offset = 1 : f64
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?xf64>{%n}
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?xf64>{%n}
  %x = gpu.thread_id x
  %value = memref.load %in[%x] : memref<?xf64>
  %scaled = arith.mulf %value, %scale : f64
  memref.store %scaled, %out[%x] : memref<?xf64>
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}

// -----

// Ids: of threads, blocks, lanes and warps.

// CHECK-LABEL: llvm.func @ids
// CHECK-DAG: nvvm.read.ptx.sreg.ctaid.y : i32
// CHECK-DAG: nvvm.read.ptx.sreg.nctaid.z : i32
// CHECK-DAG: nvvm.read.ptx.sreg.ntid.x : i32
// CHECK-DAG: nvvm.read.ptx.sreg.laneid : i32
// CHECK-DAG: nvvm.read.ptx.sreg.tid.z : i32
// CHECK-DAG: llvm.mlir.constant(5 : i64) : i64
// CHECK-DAG: llvm.mlir.constant(31 : i64) : i64
// CHECK: llvm.lshr
func.func @ids() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xindex>
  %0 = gpu.block_id y
  %1 = gpu.grid_dim z
  %2 = gpu.block_dim x
  %3 = gpu.lane_id
  %4 = gpu.subgroup_id : index
  %5 = gpu.num_subgroups : index
  %6 = gpu.subgroup_size : index
  %a = arith.addi %0, %1 : index
  %b = arith.addi %2, %3 : index
  %c = arith.addi %4, %5 : index
  %d = arith.addi %a, %b : index
  %e = arith.addi %c, %d : index
  %f = arith.addi %e, %6 : index
  %c0 = arith.constant 0 : index
  memref.store %f, %out[%c0] : memref<8xindex>
  return
}
hal.interface private @io {
  hal.interface.binding @ret0, set = 0, binding = 0, type = "StorageBuffer", access = "Write|Discard"
}

// -----

// Workgroup memory is a global of the shared address space, a barrier that of the block. Vectors are accessed as a whole.

// CHECK: llvm.mlir.global internal @shared_shared_0() {addr_space = 3 : i32, alignment = 32 : i64} : !llvm.array<128 x f32>
// CHECK: llvm.mlir.global internal @shared_shared_1() {addr_space = 3 : i32, alignment = 32 : i64} : !llvm.array<4 x i8>
// CHECK-LABEL: llvm.func @shared(
// CHECK: llvm.mlir.addressof @shared_shared_0 : !llvm.ptr<3>
// CHECK: %[[V:.+]] = llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.store %[[V]], %{{.+}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load %{{.+}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
// CHECK: nvvm.barrier0
func.func @shared() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<128xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<128xf32>
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %tile = memref.alloc() : memref<8x16xf32, 3>
  %flags = memref.alloc() : memref<4xi1, 3>
  %v = vector.load %in[%c0] : memref<128xf32>, vector<4xf32>
  vector.store %v, %tile[%c0, %c0] : memref<8x16xf32, 3>, vector<4xf32>
  memref.store %true, %flags[%c0] : memref<4xi1, 3>
  spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  %w = vector.load %tile[%c0, %c0] : memref<8x16xf32, 3>, vector<2xf32>
  gpu.barrier
  vector.store %w, %out[%c0] : memref<128xf32>, vector<2xf32>
  memref.dealloc %tile : memref<8x16xf32, 3>
  memref.dealloc %flags : memref<4xi1, 3>
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}

// -----

// A reduction over the warp exchanges values over growing distances; what is no word of 32 bits is made of words.

// CHECK-LABEL: llvm.func @reduce(
// CHECK-DAG: %[[ALL:.+]] = llvm.mlir.constant(-1 : i32) : i32
// CHECK-DAG: %[[LAST:.+]] = llvm.mlir.constant(31 : i32) : i32
// CHECK-DAG: %[[ONE:.+]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-DAG: %[[SIXTEEN:.+]] = llvm.mlir.constant(16 : i32) : i32
// CHECK: %[[X:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: %[[Y:.+]] = nvvm.shfl.sync bfly %[[ALL]], %[[X]], %[[ONE]], %[[LAST]] : f32 -> f32
// CHECK: llvm.fadd %[[X]], %[[Y]] : f32
// CHECK-COUNT-3: nvvm.shfl.sync bfly {{.+}} : f32 -> f32
// CHECK: nvvm.shfl.sync bfly %[[ALL]], %{{.+}}, %[[SIXTEEN]], %[[LAST]] : f32 -> f32
// Four lanes with a distance of two, of 16 bits.
// CHECK-COUNT-2: nvvm.shfl.sync bfly {{.+}} : i32 -> i32
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.intr.maxnum(%{{.+}}, %{{.+}}) : (f16, f16) -> f16
// 64 bits are two words each time.
// CHECK-COUNT-10: nvvm.shfl.sync bfly {{.+}} : i32 -> i32
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.return
func.func @reduce() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %f32 = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<32xf32>
  %f16 = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<32xf16>
  %i64 = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<32xi64>
  %c0 = arith.constant 0 : index
  %a = memref.load %f32[%c0] : memref<32xf32>
  %sum = gpu.subgroup_reduce add %a : (f32) -> f32
  memref.store %sum, %f32[%c0] : memref<32xf32>
  %b = memref.load %f16[%c0] : memref<32xf16>
  %max = gpu.subgroup_reduce maxnumf %b cluster(size = 4, stride = 2) : (f16) -> f16
  memref.store %max, %f16[%c0] : memref<32xf16>
  %c = memref.load %i64[%c0] : memref<32xi64>
  %min = gpu.subgroup_reduce minsi %c : (i64) -> i64
  memref.store %min, %i64[%c0] : memref<32xi64>
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
  hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read|Write"
  hal.interface.binding @arg2, set = 0, binding = 2, type = "StorageBuffer", access = "Read|Write"
}

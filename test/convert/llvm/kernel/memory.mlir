// RUN: tern-opt %s --iree-convert-to-nvvm --cse --canonicalize | FileCheck %s

// Arrays of a kernel that has 48 KB of them or less are globals.

// CHECK-DAG: llvm.mlir.global internal @small_shared_0() {addr_space = 3 : i32, alignment = 32 : i64} : !llvm.array<1024 x f32>
// CHECK-LABEL: llvm.func @small
// CHECK-NOT: hal.kernel_shared_memory
// CHECK-SAME: {
func.func @small() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %cst = arith.constant 1.0 : f32
  %x = gpu.thread_id x
  %a = memref.alloc() : memref<1024xf32, 3>
  memref.store %cst, %a[%x] : memref<1024xf32, 3>
  return
}

// Those of a kernel that has more are parts of one, which the launch makes room for. Parts lie at multiples of what they ask for,
// 128 bytes at least. An address can be had as a number.

// CHECK: llvm.mlir.global external @large_dynamic_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK-LABEL: llvm.func @large
// CHECK-SAME: hal.kernel_shared_memory = 67584 : i64
// CHECK-DAG: %[[BASE:.+]] = llvm.mlir.addressof @large_dynamic_shared : !llvm.ptr<3>
// CHECK-DAG: llvm.getelementptr %[[BASE]][1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
// CHECK-DAG: llvm.getelementptr %[[BASE]][66560] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
// CHECK: llvm.ptrtoint %{{.+}} : !llvm.ptr<3> to i64
func.func @large() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64xindex>
  %cst = arith.constant 1.0 : f32
  %x = gpu.thread_id x
  %a = memref.alloc() : memref<10xf32, 3>
  %b = memref.alloc() {alignment = 1024 : i64} : memref<16384xf32, 3>
  %c = memref.alloc() : memref<64xvector<4xf32>, 3>
  memref.store %cst, %a[%x] : memref<10xf32, 3>
  memref.store %cst, %b[%x] : memref<16384xf32, 3>
  %v = vector.broadcast %cst : f32 to vector<4xf32>
  memref.store %v, %c[%x] : memref<64xvector<4xf32>, 3>
  %address = memref.extract_aligned_pointer_as_index %b : memref<16384xf32, 3> -> index
  memref.store %address, %out[%x] : memref<64xindex>
  return
}
hal.interface private @io {
  hal.interface.binding @ret0, set = 0, binding = 0, type = "StorageBuffer", access = "Write|Discard"
}

// Atomics of a kernel order other memory only if nobody says that they need not.

// CHECK-LABEL: llvm.func @counts
// CHECK: llvm.atomicrmw add %{{.+}}, %{{.+}} syncscope("device") monotonic
// CHECK: llvm.atomicrmw umax %{{.+}}, %{{.+}} acq_rel
func.func @counts() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64xi32>
  %one = arith.constant 1 : i32
  %x = gpu.thread_id x
  %a = memref.atomic_rmw addi %one, %out[%x] {tern.relaxed} : (i32, memref<64xi32>) -> i32
  %b = memref.atomic_rmw maxu %one, %out[%x] : (i32, memref<64xi32>) -> i32
  return
}

// RUN: tern-opt %s --split-input-file --iree-convert-to-nvvm --canonicalize --cse | FileCheck %s

// The kernel gets as much dynamic workgroup memory as its views reach.

// CHECK: llvm.mlir.global external @views_dynamic_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// CHECK-LABEL: llvm.func @views()
// CHECK-SAME: hal.kernel_shared_memory = 10240 : i64
// CHECK: %[[BASE:.+]] = llvm.mlir.addressof @views_dynamic_shared : !llvm.ptr<3>
// CHECK-DAG: %[[SECOND:.+]] = llvm.getelementptr %[[BASE]][8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
// CHECK-DAG: %[[LOADED:.+]] = llvm.load %[[BASE]] {{.*}}: !llvm.ptr<3> -> vector<4xf32>
// CHECK: llvm.store %[[LOADED]], %[[SECOND]]
func.func @views() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c8192 = arith.constant 8192 : index
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %1 = memref.view %0[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x32xf32, #gpu.address_space<workgroup>>
  %2 = memref.view %0[%c8192][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<16x32xf32, #gpu.address_space<workgroup>>
  %3 = vector.load %1[%c0, %c0] : memref<64x32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  vector.store %3, %2[%c0, %c0] : memref<16x32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  return
}

// -----

// Or as much as it says. Arrays of its own that are too large for static memory lie behind it.

// CHECK-LABEL: llvm.func @arrays(%arg0: i32)
// CHECK-SAME: hal.kernel_shared_memory = 81920 : i64
// CHECK: %[[BASE:.+]] = llvm.mlir.addressof @arrays_dynamic_shared : !llvm.ptr<3>
// CHECK-DAG: %[[LOADED:.+]] = llvm.load {{.*}} -> f32
// CHECK-DAG: %[[ARRAY:.+]] = llvm.getelementptr %[[BASE]][16384]
// CHECK: llvm.store %[[LOADED]], %[[ARRAY]]
func.func @arrays() attributes {hal.kernel_shared_memory = 16000 : i64, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %x = gpu.thread_id x
  %n = hal.interface.load.constant offset = 0 : index
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %1 = memref.view %0[%n][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?x8xf32, #gpu.address_space<workgroup>>
  %2 = memref.alloc() {alignment = 1024 : i64} : memref<128x128xf32, 3>
  %3 = memref.load %1[%x, %c0] : memref<?x8xf32, #gpu.address_space<workgroup>>
  memref.store %3, %2[%c0, %c0] : memref<128x128xf32, 3>
  return
}

// -----

// Globals in workgroup memory.

// CHECK: llvm.mlir.global internal @flags() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<6 x i64>
// CHECK-LABEL: llvm.func @globals()
// CHECK: %[[FLAGS:.+]] = llvm.mlir.addressof @flags : !llvm.ptr<3>
// CHECK: %[[PLACE:.+]] = llvm.getelementptr %[[FLAGS]][%{{.+}}]
// CHECK: llvm.store %{{.+}}, %[[PLACE]] : i64, !llvm.ptr<3>
memref.global "private" @flags : memref<2x3xi64, #gpu.address_space<workgroup>> = uninitialized {alignment = 8 : i64}
func.func @globals() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
  %c1 = arith.constant 1 : index
  %x = gpu.thread_id x
  %value = arith.constant 7 : i64
  %0 = memref.get_global @flags : memref<2x3xi64, #gpu.address_space<workgroup>>
  memref.store %value, %0[%c1, %x] : memref<2x3xi64, #gpu.address_space<workgroup>>
  return
}

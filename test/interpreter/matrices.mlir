// Matrices of a subgroup: two subgroups multiply into the halves of a result, over workgroup memory.
// RUN: tern-run %s --interpret=forward --input=2x4xf16=1,2,3,4,5,6,7,8 --input=4x4xf16=1,0,0,2,0,1,0,0,0,0,1,0,0,0,0,1 | FileCheck %s
// RUN: tern-run %s --interpret=round-robin --input=2x4xf16=1,2,3,4,5,6,7,8 --input=4x4xf16=1,0,0,2,0,1,0,0,0,0,1,0,0,0,0,1 | FileCheck %s
// RUN: tern-run %s --interpret=random:9 --input=2x4xf16=1,2,3,4,5,6,7,8 --input=4x4xf16=1,0,0,2,0,1,0,0,0,0,1,0,0,0,0,1 | FileCheck %s
// CHECK: 2x4xf32=[3 4 5 8][7 8 9 20]

// Without the barrier a subgroup reads what the other one has written.
// RUN: grep -v gpu.barrier %s > %t.mlir
// RUN: not tern-run %t.mlir --interpret=forward --input=2x4xf16=1 --input=4x4xf16=1 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: error: 'gpu.subgroup_mma_load_matrix' op races: invocation (0, 0, 0) of workgroup (0, 0, 0) reads what invocation ({{[0-9]}}, 0, 0) of workgroup (0, 0, 0) wrote
// RUN: not tern-run %t.mlir --interpret=reverse --input=2x4xf16=1 --input=4x4xf16=1 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not tern-opt %t.mlir --gpu-check-workgroup-races 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: error: 'gpu.subgroup_mma_load_matrix' op may race: other invocations may write the same elements
// RUN: tern-opt %s --gpu-check-workgroup-races | FileCheck %s --check-prefix=RIGHT
// RIGHT: gpu.subgroup_mma_compute

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @arg1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 1, 1], subgroup_size = 4>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %lhs = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<2x4xf16>
  %rhs = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<4x4xf16>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<2x4xf32>
  %c4 = arith.constant 4 : index
  %shared = memref.alloc() : memref<2x4xf16, 3>
  %x = gpu.thread_id x
  %row = arith.divui %x, %c4 : index
  %column = arith.remui %x, %c4 : index
  %value = memref.load %lhs[%row, %column] : memref<2x4xf16>
  memref.store %value, %shared[%row, %column] : memref<2x4xf16, 3>
  gpu.barrier
  %half = gpu.subgroup_id : index
  %first = arith.muli %half, %c2 : index
  %a = gpu.subgroup_mma_load_matrix %shared[%c0, %c0] {leadDimension = 4 : index} : memref<2x4xf16, 3> -> !gpu.mma_matrix<2x4xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %rhs[%c0, %first] {leadDimension = 4 : index} : memref<4x4xf16> -> !gpu.mma_matrix<4x2xf16, "BOp">
  %zero = gpu.subgroup_mma_constant_matrix %one : !gpu.mma_matrix<2x2xf32, "COp">
  %c = gpu.subgroup_mma_compute %a, %b, %zero : !gpu.mma_matrix<2x4xf16, "AOp">, !gpu.mma_matrix<4x2xf16, "BOp"> -> !gpu.mma_matrix<2x2xf32, "COp">
  %d = gpu.subgroup_mma_elementwise addf %c, %zero : (!gpu.mma_matrix<2x2xf32, "COp">, !gpu.mma_matrix<2x2xf32, "COp">) -> !gpu.mma_matrix<2x2xf32, "COp">
  %e = gpu.subgroup_mma_elementwise addf %d, %c : (!gpu.mma_matrix<2x2xf32, "COp">, !gpu.mma_matrix<2x2xf32, "COp">) -> !gpu.mma_matrix<2x2xf32, "COp">
  %f = gpu.subgroup_mma_elementwise subf %e, %d : (!gpu.mma_matrix<2x2xf32, "COp">, !gpu.mma_matrix<2x2xf32, "COp">) -> !gpu.mma_matrix<2x2xf32, "COp">
  %g = gpu.subgroup_mma_elementwise addf %f, %zero : (!gpu.mma_matrix<2x2xf32, "COp">, !gpu.mma_matrix<2x2xf32, "COp">) -> !gpu.mma_matrix<2x2xf32, "COp">
  gpu.subgroup_mma_store_matrix %g, %out[%c0, %first] {leadDimension = 4 : index} : !gpu.mma_matrix<2x2xf32, "COp">, memref<2x4xf32>
  return
}

// No barrier orders workgroups.
// RUN: not tern-run %s --interpret=forward --input=8xf32=1 2>&1 | FileCheck %s
// CHECK: error: 'memref.store' op races: invocation (0, 0, 0) of workgroup (1, 0, 0) writes what invocation (0, 0, 0) of workgroup (0, 0, 0) wrote

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %x = gpu.thread_id x
  %value = memref.load %in[%x] : memref<8xf32>
  gpu.barrier
  memref.store %value, %out[%x] : memref<8xf32>
  return
}
func.func private @main_workgroup_count() -> (index, index, index) attributes {hal.workgroup_count_of = @main} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  return %c2, %c1, %c1 : index, index, index
}

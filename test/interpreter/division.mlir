// A division by zero is an error.
// RUN: not tern-run %s --interpret=forward --input=8xi32=0 2>&1 | FileCheck %s
// CHECK: error: 'arith.divsi' op divides by zero

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xi32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xi32>
  %x = gpu.thread_id x
  %value = memref.load %in[%x] : memref<8xi32>
  %q = arith.divsi %value, %value : i32
  memref.store %q, %out[%x] : memref<8xi32>
  return
}

// Orders have names.
// RUN: not tern-run %s --interpret=sideways --input=8xf32=1 2>&1 | FileCheck %s
// CHECK: tern-run: error: 'sideways' is no order: expected forward, reverse, round-robin or random:SEED

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %x = gpu.thread_id x
  
  return
}

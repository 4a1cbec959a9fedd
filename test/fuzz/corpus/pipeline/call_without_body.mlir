// An op that is not known is named.
// RUN: not tern-run %s --interpret=forward --input=8xf32=1 2>&1 | FileCheck %s
// CHECK: error: 'func.call' op is no op that the interpreter runs

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %x = gpu.thread_id x
  func.call @helper() : () -> ()
  return
}
func.func private @helper()

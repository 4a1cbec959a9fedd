// The same barrier, in different iterations.
// RUN: not tern-run %s --interpret=forward --input=8xf32=1 2>&1 | FileCheck %s
// CHECK: error: 'gpu.barrier' op is not reached by all
// CHECK: note: that one has ended

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %x = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.addi %x, %c2 : index
  scf.for %i = %c0 to %n step %c1 {
    gpu.barrier
  }
  return
}

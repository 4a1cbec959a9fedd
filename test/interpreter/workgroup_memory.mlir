// A row is turned around through workgroup memory, by two workgroups, in every order.
// RUN: tern-run %s --interpret=forward --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=reverse --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=round-robin --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=random:5 --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// CHECK: 8xf32=4 3 2 1 8 7 6 5

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %x = gpu.thread_id x
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %b = gpu.block_id x
  %first = arith.muli %b, %c4 : index
  %row = memref.subview %in[%first] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %shared = memref.alloc() : memref<4xf32, 3>
  %value = memref.load %row[%x] : memref<4xf32, strided<[1], offset: ?>>
  memref.store %value, %shared[%x] : memref<4xf32, 3>
  spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  %other = arith.subi %c3, %x : index
  %turned = memref.load %shared[%other] : memref<4xf32, 3>
  %at = arith.addi %first, %x : index
  memref.store %turned, %out[%at] : memref<8xf32>
  memref.dealloc %shared : memref<4xf32, 3>
  return
}
func.func private @main_workgroup_count() -> (index, index, index) attributes {hal.workgroup_count_of = @main} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  return %c2, %c1, %c1 : index, index, index
}

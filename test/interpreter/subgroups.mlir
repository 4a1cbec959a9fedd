// Ops of a subgroup: 8 invocations are two of them.
// RUN: tern-run %s --interpret=forward --input=8xi32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=reverse --input=8xi32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=round-robin --input=8xi32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=random:5 --input=8xi32=1,2,3,4,5,6,7,8 | FileCheck %s
// CHECK: 8xi32=11338 12448 13138 14248 55778 56888 57578 58688

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 1, 1], subgroup_size = 4>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xi32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xi32>
  %x = gpu.thread_id x
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c10 = arith.constant 10 : i32
  %value = memref.load %in[%x] : memref<8xi32>
  %first = gpu.subgroup_broadcast %value, first_active_lane : i32
  %other, %valid = gpu.shuffle xor %value, %c2, %c4 : i32
  %largest = gpu.subgroup_reduce maxsi %value cluster(size = 2, stride = 2) : (i32) -> i32
  %all = gpu.all_reduce maxsi %value {
  } : (i32) -> i32
  // The digits: broadcast, own value, shuffled value, largest of a cluster, largest of all.
  %a = arith.muli %first, %c10 : i32
  %b = arith.addi %a, %value : i32
  %c = arith.muli %b, %c10 : i32
  %d = arith.addi %c, %other : i32
  %e = arith.muli %d, %c10 : i32
  %f = arith.addi %e, %largest : i32
  %g = arith.muli %f, %c10 : i32
  %h = arith.addi %g, %all : i32
  memref.store %h, %out[%x] : memref<8xi32>
  return
}

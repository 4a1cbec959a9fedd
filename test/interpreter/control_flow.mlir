// Loops, conditions and a while loop with values; private memory; vectors.
// RUN: tern-run %s --interpret=forward --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=reverse --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=round-robin --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: tern-run %s --interpret=random:5 --input=8xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// CHECK: 8xf32=11 22 33 44 5 6 7 8

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
  %c4 = arith.constant 4 : index
  %ten = arith.constant 1.0e+01 : f32
  %private = memref.alloca() : memref<2xf32>
  %value = memref.load %in[%x] : memref<8xf32>
  memref.store %value, %private[%c1] : memref<2xf32>
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %value) -> (f32) {
    %last = arith.cmpi eq, %i, %c0 : index
    %next = scf.if %last -> (f32) {
      %p = memref.load %private[%c1] : memref<2xf32>
      %t = math.fma %p, %ten, %acc : f32
      scf.yield %t : f32
    } else {
      scf.yield %acc : f32
    }
    scf.yield %next : f32
  }
  %count = scf.while (%n = %c0) : (index) -> index {
    %more = arith.cmpi ult, %n, %x : index
    scf.condition(%more) %n : index
  } do {
  ^bb0(%n: index):
    %m = arith.addi %n, %c1 : index
    scf.yield %m : index
  }
  memref.store %sum, %out[%count] : memref<8xf32>
  %first = arith.cmpi eq, %x, %c0 : index
  scf.if %first {
    %v = vector.load %in[%c4] : memref<8xf32>, vector<4xf32>
    %lane = vector.extract %v[0] : f32 from vector<4xf32>
    %w = vector.insert %lane, %v[0] : f32 into vector<4xf32>
    vector.store %w, %out[%c4] : memref<8xf32>, vector<4xf32>
  }
  return
}

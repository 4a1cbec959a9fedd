// What another invocation writes with no barrier between.
// RUN: not tern-run %s --interpret=round-robin --input=8xf32=1 2>&1 | FileCheck %s
// CHECK: race_workgroup.mlir:[[#]]:{{[0-9]+}}: error: 'memref.load' op races: invocation ({{[0-9]}}, 0, 0) of workgroup (0, 0, 0) reads what invocation ({{[0-9]}}, 0, 0) of workgroup (0, 0, 0) wrote, and no barrier is between
// CHECK: note: it was written here

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
func.func @main() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
  %in = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8xf32>
  %x = gpu.thread_id x
  %c3 = arith.constant 3 : index
  %shared = memref.alloc() : memref<4xf32, 3>
  %value = memref.load %in[%x] : memref<8xf32>
  memref.store %value, %shared[%x] : memref<4xf32, 3>
  spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  memref.store %value, %shared[%x] : memref<4xf32, 3>
  %other = arith.subi %c3, %x : index
  %turned = memref.load %shared[%other] : memref<4xf32, 3>
  memref.store %turned, %out[%x] : memref<8xf32>
  return
}

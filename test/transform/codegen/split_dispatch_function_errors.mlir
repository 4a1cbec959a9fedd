// RUN: tern-opt %s --iree-codegen-split-dispatch-function --split-input-file --verify-diagnostics

// expected-note @+1 {{give the temporary a buffer of the interface}}
func.func @temporary() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8x8xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8x8xf32>
  // expected-error @+1 {{'memref.alloc' op is shared by kernels that cannot be one}}
  %t = memref.alloc() : memref<8x8xf32>
  linalg.matmul ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%t : memref<8x8xf32>)
  linalg.matmul ins(%a, %t : memref<8x8xf32>, memref<8x8xf32>) outs(%o : memref<8x8xf32>)
  memref.dealloc %t : memref<8x8xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}

// -----

func.func @early_read() {
  %c0 = arith.constant 0 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8x8xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8x8xf32>
  %p = iree.placeholder for "interface buffer" {binding = @io::@ret1} : memref<8x8xf32>
  // expected-error @+1 {{'memref.load' op reads memory that a kernel of the same dispatch writes}}
  %x = memref.load %o[%c0, %c0] : memref<8x8xf32>
  linalg.matmul ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%o : memref<8x8xf32>)
  linalg.matmul ins(%a, %o : memref<8x8xf32>, memref<8x8xf32>) outs(%p : memref<8x8xf32>)
  linalg.fill ins(%x : f32) outs(%o : memref<8x8xf32>)
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Read|Write"
  hal.interface.binding @ret1, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}

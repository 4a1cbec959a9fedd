// What the pass refuses it leaves as it was: the IR after the failure is the IR before it, also in the function that
// could have been converted.

// RUN: tern-opt %s | sed -e '/^$/d' > %t.before
// RUN: not tern-opt %s --hlo-to-linalg-on-buffers --mlir-print-ir-after-failure -o %t.none 2> %t.log
// RUN: sed -e '1,/IR Dump After HLOToLinalgOnBuffersPass Failed/d' -e '/^$/d' %t.log > %t.after
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.log

// CHECK: error: 'mhlo.dot' op has no buffer for its result: a temporary buffer would be needed
// CHECK-NEXT: %d = "mhlo.dot"(%a, %a)
// CHECK-NEXT: ^
// CHECK-NEXT: note: a dispatch may not allocate; compile to a module (.tern), which may have several kernels and buffers between them, store the tensor to a binding, or split the dispatch here
// CHECK-NEXT: %e = "mhlo.dot"(%d, %a)

func.func @not_refused() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %d = "mhlo.dot"(%a, %a) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %d, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

func.func @refused() {
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4x4xf32>
  %d = "mhlo.dot"(%a, %a) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = "mhlo.dot"(%d, %a) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  hal.interface.store.tensor %e, @io::@ret0, offset = %c0 : tensor<4x4xf32>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}

// RUN: tern-opt %s --split-input-file --iree-linalg-ext-convert-attention-to-triton --verify-diagnostics

#q = affine_map<(m, n, k, l) -> (m, l)>
#k = affine_map<(m, n, k, l) -> (k, l)>
#v = affine_map<(m, n, k, l) -> (k, n)>
#s = affine_map<(m, n, k, l) -> ()>
#o = affine_map<(m, n, k, l) -> (m, n)>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @between_others() {
    %s = arith.constant 0.125 : f32
    %all = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x32x2xf16>
    %q = memref.subview %all[0, 0, 0] [64, 32, 1] [1, 1, 1] : memref<64x32x2xf16> to memref<64x32xf16, strided<[64, 2]>>
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x32xf16>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x32xf16>
    // expected-error @below {{has an operand whose neighbours in memory are none in a tile}}
    // expected-note @below {{kernels for attention read parts of bindings whose offsets and strides are constants}}
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> ins(%q, %x, %x, %s : memref<64x32xf16, strided<[64, 2]>>, memref<64x32xf16>, memref<64x32xf16>, f32) outs(%o : memref<64x32xf16>) {
    ^bb0(%y: f32):
      iree_linalg_ext.yield %y : f32
    }
    return
  }
  hal.interface private @io attributes {push_constants = 1 : index} {
    hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
  }
}

// -----

#q = affine_map<(m, n, k, l) -> (m, l)>
#k = affine_map<(m, n, k, l) -> (k, l)>
#v = affine_map<(m, n, k, l) -> (k, n)>
#s = affine_map<(m, n, k, l) -> ()>
#o = affine_map<(m, n, k, l) -> (m, n)>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90a">} {
  func.func @anywhere() {
    %s = arith.constant 0.125 : f32
    %i = hal.interface.load.constant offset = 0 : index
    %all = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<256x32xf16>
    %q = memref.subview %all[%i, 0] [64, 32] [1, 1] : memref<256x32xf16> to memref<64x32xf16, strided<[32, 1], offset: ?>>
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x32xf16>
    %o = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x32xf16>
    // expected-error @below {{has an operand whose strides or offset are not known}}
    // expected-note @below {{kernels for attention read parts of bindings whose offsets and strides are constants}}
    iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #o]> ins(%q, %x, %x, %s : memref<64x32xf16, strided<[32, 1], offset: ?>>, memref<64x32xf16>, memref<64x32xf16>, f32) outs(%o : memref<64x32xf16>) {
    ^bb0(%y: f32):
      iree_linalg_ext.yield %y : f32
    }
    return
  }
  hal.interface private @io attributes {push_constants = 1 : index} {
    hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
    hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Write"
  }
}

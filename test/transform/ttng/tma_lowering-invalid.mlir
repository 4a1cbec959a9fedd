// RUN: tern-opt %s --split-input-file --verify-diagnostics --triton-nvidia-tma-lowering

tt.func @no_encoding(%d: !tt.tensordesc<tensor<32x64xf16>>, %i: i32) -> tensor<32x64xf16> {
  // expected-error @below {{'tt.descriptor_load' op has a descriptor without an encoding of shared memory}}
  // expected-note @below {{--triton-nvidia-optimize-descriptor-encoding chooses encodings that tensor maps have}}
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16>
  tt.return %x : tensor<32x64xf16>
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @reads_plain(%d: !tt.tensordesc<tensor<32x64xf16, #plain>>, %i: i32) -> tensor<32x64xf16> {
  // expected-error @below {{'tt.descriptor_load' op reads by a descriptor whose encoding is not nvmma_shared}}
  // expected-note @below {{chooses encodings}}
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<32x64xf16, #plain>> -> tensor<32x64xf16>
  tt.return %x : tensor<32x64xf16>
}

// -----

#swizzled = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
tt.func @other_swizzle(%p: !tt.ptr<f16>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<32x64xf16, #swizzled>> {
  // expected-error @below {{'tt.make_tensor_descriptor' op has a descriptor whose encoding is neither nvmma_shared nor swizzled_shared without a swizzle}}
  // expected-note @below {{chooses encodings}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<f16>, !tt.tensordesc<tensor<32x64xf16, #swizzled>>
  tt.return %d : !tt.tensordesc<tensor<32x64xf16, #swizzled>>
}

// -----

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @narrow(%p: !tt.ptr<f16>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<32x32xf16, #boxes>> {
  // expected-error @below {{'tt.make_tensor_descriptor' op has a block that is smaller than a line of its swizzle}}
  // expected-note @below {{chooses encodings}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<f16>, !tt.tensordesc<tensor<32x32xf16, #boxes>>
  tt.return %d : !tt.tensordesc<tensor<32x32xf16, #boxes>>
}

// -----

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @other_rank(%p: !tt.ptr<f16>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<64xf16, #boxes>> {
  // expected-error @below {{'tt.make_tensor_descriptor' op has a descriptor of less than one or more than five dimensions, or with an encoding of another rank}}
  // expected-note @below {{chooses encodings}}
  %d = tt.make_tensor_descriptor %p, [%n], [%s] : !tt.ptr<f16>, !tt.tensordesc<tensor<64xf16, #boxes>>
  tt.return %d : !tt.tensordesc<tensor<64xf16, #boxes>>
}

// -----

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 4}>
tt.func @small_elements(%p: !tt.ptr<i4>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<64x64xi4, #boxes>> {
  // expected-error @below {{'tt.make_tensor_descriptor' op has a descriptor whose elements have none of the sizes 1, 2, 4 and 8}}
  // expected-note @below {{chooses encodings}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<i4>, !tt.tensordesc<tensor<64x64xi4, #boxes>>
  tt.return %d : !tt.tensordesc<tensor<64x64xi4, #boxes>>
}

// -----

#fp4 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8, fp4Padded = true}>
tt.func @narrow_fp4(%p: !tt.ptr<i8>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<64x32xi8, #fp4>> {
  // expected-error @below {{'tt.make_tensor_descriptor' op has FP4 padded blocks, which require 128 elements or more in the last dim}}
  // expected-note @below {{chooses encodings}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<i8>, !tt.tensordesc<tensor<64x32xi8, #fp4>>
  tt.return %d : !tt.tensordesc<tensor<64x32xi8, #fp4>>
}

// -----

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
tt.func @short_rows(%p: !tt.ptr<f16>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<32x4xf16, #boxes>> {
  // expected-error @below {{'tt.make_tensor_descriptor' op has a block whose rows are no multiple of 16 bytes, which copies move}}
  // expected-note @below {{chooses encodings}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<f16>, !tt.tensordesc<tensor<32x4xf16, #boxes>>
  tt.return %d : !tt.tensordesc<tensor<32x4xf16, #boxes>>
}

// -----

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @odd_stride(%p: !tt.ptr<f16>, %n: i32) -> !tt.tensordesc<tensor<32x64xf16, #boxes>> {
  %s = arith.constant 20 : i64
  %l = arith.constant 1 : i64
  // expected-error @below {{'tt.make_tensor_descriptor' op has a stride of 20 elements of 2 bytes along dimension 0, but those of tensor maps are multiples of 16 bytes, from 0 to 2^40}}
  // expected-note @below {{load and store such tensors through pointers}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %l] : !tt.ptr<f16>, !tt.tensordesc<tensor<32x64xf16, #boxes>>
  tt.return %d : !tt.tensordesc<tensor<32x64xf16, #boxes>>
}

// -----

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @negative_stride(%p: !tt.ptr<f16>, %n: i32) -> !tt.tensordesc<tensor<32x64xf16, #boxes>> {
  %s = arith.constant -64 : i64
  %l = arith.constant 1 : i64
  // expected-error @below {{'tt.make_tensor_descriptor' op has a stride of -64 elements of 2 bytes along dimension 0}}
  // expected-note @below {{load and store such tensors through pointers}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %l] : !tt.ptr<f16>, !tt.tensordesc<tensor<32x64xf16, #boxes>>
  tt.return %d : !tt.tensordesc<tensor<32x64xf16, #boxes>>
}

// -----

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @far_stride(%p: !tt.ptr<f16>, %n: i32) -> !tt.tensordesc<tensor<32x64xf16, #boxes>> {
  %s = arith.constant 549755813888 : i64
  %l = arith.constant 1 : i64
  // expected-error @below {{'tt.make_tensor_descriptor' op has a stride of 549755813888 elements of 2 bytes along dimension 0}}
  // expected-note @below {{load and store such tensors through pointers}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %l] : !tt.ptr<f16>, !tt.tensordesc<tensor<32x64xf16, #boxes>>
  tt.return %d : !tt.tensordesc<tensor<32x64xf16, #boxes>>
}

// -----

#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @apart(%p: !tt.ptr<f16>, %n: i32) -> !tt.tensordesc<tensor<32x64xf16, #boxes>> {
  %s = arith.constant 64 : i64
  %l = arith.constant 2 : i64
  // expected-error @below {{'tt.make_tensor_descriptor' op has a stride of 2 along its last dimension, but tensor maps have 1}}
  // expected-note @below {{load and store such tensors through pointers}}
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %l] : !tt.ptr<f16>, !tt.tensordesc<tensor<32x64xf16, #boxes>>
  tt.return %d : !tt.tensordesc<tensor<32x64xf16, #boxes>>
}

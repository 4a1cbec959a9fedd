// What block pointers cannot be taken apart for.
// RUN: tern-opt %s --triton-rewrite-tensor-pointer --split-input-file --verify-diagnostics --allow-unregistered-dialect

tt.func @unknown_user(%base: !tt.ptr<f16>, %n: i64, %o: i32) {
  %p = tt.make_tensor_ptr %base, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  // expected-error@+2 {{'some.op' op has a block pointer, which cannot be taken apart here}}
  // expected-note@+1 {{it may pass functions, branches, loops and arith.select}}
  "some.op"(%p) : (!tt.ptr<tensor<8xf16>>) -> ()
  tt.return
}

// -----

tt.func @mask(%p: !tt.ptr<tensor<8xf16>>, %x: tensor<8xf16>, %m: tensor<8xi1>) {
  // expected-error@+2 {{'tt.store' op has a mask beside a block pointer}}
  // expected-note@+1 {{say with boundaryCheck which dimensions are checked}}
  "tt.store"(%p, %x, %m) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32}> : (!tt.ptr<tensor<8xf16>>, tensor<8xf16>, tensor<8xi1>) -> ()
  tt.return
}

// -----

tt.func @dimension(%p: !tt.ptr<tensor<8xf16>>) -> tensor<8xf16> {
  // expected-error@+1 {{'tt.load' op checks the boundary of dimension 1 of a block of 1 dimensions}}
  %x = tt.load %p {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8xf16>>
  tt.return %x : tensor<8xf16>
}

// -----

tt.func @padding(%p: !tt.ptr<tensor<8xi32>>) -> tensor<8xi32> {
  // expected-error@+1 {{'tt.load' op pads 'i32' with NaN}}
  %x = tt.load %p {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<8xi32>>
  tt.return %x : tensor<8xi32>
}

// -----

tt.func @rank(%b: !tt.ptr<f16>, %n: i64, %o: i32) {
  // expected-error@+1 {{'tt.make_tensor_ptr' op makes a block of 17 dimensions, of which there may be 16}}
  %p = tt.make_tensor_ptr %b, [%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n], [%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n], [%o, %o, %o, %o, %o, %o, %o, %o, %o, %o, %o, %o, %o, %o, %o, %o, %o] {order = array<i32: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>} : !tt.ptr<tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2xf16>>
  tt.return
}

// -----

// Copies of blocks that a text of 2023 has need a descriptor of the array.
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @unknown_array(%p: !tt.ptr<tensor<64x64xf16>>) -> i32 {
  // expected-error@+1 {{needs a descriptor of a block pointer, but its tt.make_tensor_ptr is not seen from here}}
  %d:3 = builtin.unrealized_conversion_cast %p : !tt.ptr<tensor<64x64xf16>> to !tt.tensordesc<tensor<64x64xf16, #s>>, i32, i32
  tt.return %d#1 : i32
}

// -----

#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func @order(%b: !tt.ptr<f16>, %n: i64, %o: i32) -> i32 {
  %p = tt.make_tensor_ptr %b, [%n, %n], [%n, %n], [%o, %o] {order = array<i32: 0, 1>} : !tt.ptr<tensor<64x64xf16>>
  // expected-error@+1 {{needs a descriptor of an array whose last dimension is not the fastest}}
  %d:3 = builtin.unrealized_conversion_cast %p : !tt.ptr<tensor<64x64xf16>> to !tt.tensordesc<tensor<64x64xf16, #s>>, i32, i32
  tt.return %d#1 : i32
}

// -----

tt.func @no_descriptor(%b: !tt.ptr<f16>, %n: i64, %o: i32) -> i32 {
  %p = tt.make_tensor_ptr %b, [%n, %n], [%n, %n], [%o, %o] {order = array<i32: 1, 0>} : !tt.ptr<tensor<64x64xf16>>
  // expected-error@+1 {{makes of a block pointer what is no descriptor with an offset for each dimension}}
  %d = builtin.unrealized_conversion_cast %p : !tt.ptr<tensor<64x64xf16>> to i32
  tt.return %d : i32
}

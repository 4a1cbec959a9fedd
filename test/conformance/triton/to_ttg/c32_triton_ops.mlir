// C32. Each op of tt that has a tensor gets encodings: none is left without.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s --implicit-check-not="xi32>" --implicit-check-not="xf32>" --implicit-check-not="xi1>" --implicit-check-not="xf16>" --implicit-check-not="xi64>" --implicit-check-not="ptr<i32>>"

// CHECK: tt.make_tensor_ptr
// CHECK: tt.advance
// CHECK: tt.load
// CHECK: tt.make_range
// CHECK: tt.splat
// CHECK: tt.addptr
// CHECK: tt.load
// CHECK: tt.ptr_to_int
// CHECK: tt.int_to_ptr
// CHECK: tt.bitcast
// CHECK: tt.fp_to_fp
// CHECK: tt.expand_dims
// CHECK: tt.broadcast
// CHECK: tt.trans
// CHECK: tt.reshape
// CHECK: tt.cat
// CHECK: tt.elementwise_inline_asm
// CHECK: tt.extern_elementwise
// CHECK: "tt.reduce"
// CHECK: "tt.scan"
// CHECK: tt.dot
// CHECK: tt.atomic_rmw
// CHECK: tt.atomic_cas
// CHECK: tt.print
// CHECK: tt.assert
// CHECK: tt.call
// CHECK: tt.store
// CHECK: tt.return
// CHECK: tt.func private @called(%{{.*}}: tensor<128xi32, #{{.*}}>) -> tensor<128xi32, #{{.*}}>
// CHECK: tt.return %{{.*}} : tensor<128xi32, #{{.*}}>
tt.func @all(%p: !tt.ptr<i32>, %h: !tt.ptr<f16>, %n: i64, %j: i32) {
  %block = tt.make_tensor_ptr %h, [%n, %n], [%n, %n], [%j, %j] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
  %moved = tt.advance %block, [%j, %j] : <tensor<16x16xf16>>
  %a = tt.load %moved : !tt.ptr<tensor<16x16xf16>>
  %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %q = tt.addptr %s, %i : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  %x = tt.load %q : tensor<128x!tt.ptr<i32>>
  %address = tt.ptr_to_int %q : tensor<128x!tt.ptr<i32>> -> tensor<128xi64>
  %back = tt.int_to_ptr %address : tensor<128xi64> -> tensor<128x!tt.ptr<i32>>
  %f = tt.bitcast %x : tensor<128xi32> -> tensor<128xf32>
  %g = tt.fp_to_fp %f, rounding = rtne : tensor<128xf32> -> tensor<128xf16>
  %e = tt.expand_dims %x {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %b = tt.broadcast %e : tensor<1x128xi32> -> tensor<4x128xi32>
  %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<4x128xi32> -> tensor<128x4xi32>
  %v = tt.reshape %t : tensor<128x4xi32> -> tensor<512xi32>
  %c = tt.cat %x, %i : tensor<128xi32> -> tensor<256xi32>
  %asm = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<128xi32> -> tensor<128xi32>
  %ext = tt.extern_elementwise %f {libname = "", libpath = "", pure = true, symbol = "__nv_expf"} : (tensor<128xf32>) -> tensor<128xf32>
  %sum = "tt.reduce"(%b) <{axis = 1 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %0 = arith.addi %l, %r : i32
    tt.reduce.return %0 : i32
  }) : (tensor<4x128xi32>) -> tensor<4xi32>
  %scan = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: i32, %r: i32):
    %0 = arith.addi %l, %r : i32
    tt.scan.return %0 : i32
  }) : (tensor<128xi32>) -> tensor<128xi32>
  %d = tt.dot %a, %a, %a : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
  %rmw = tt.atomic_rmw add, relaxed, gpu, %q, %x : (tensor<128x!tt.ptr<i32>>, tensor<128xi32>) -> tensor<128xi32>
  %cas = tt.atomic_cas relaxed, gpu, %q, %x, %i : (tensor<128x!tt.ptr<i32>>, tensor<128xi32>, tensor<128xi32>) -> tensor<128xi32>
  tt.print " x: " {hex = false, isSigned = array<i32: 0>} : %x : tensor<128xi32>
  %ok = arith.cmpi sge, %x, %i : tensor<128xi32>
  tt.assert %ok, "too small" : tensor<128xi1>
  %called = tt.call @called(%x) : (tensor<128xi32>) -> tensor<128xi32>
  tt.store %q, %called : tensor<128x!tt.ptr<i32>>
  tt.return
}
tt.func private @called(%x: tensor<128xi32>) -> tensor<128xi32> {
  tt.return %x : tensor<128xi32>
}

// RUN: tern-compile %s --target=cuda:sm_90a --num-warps=4 -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: sed -e 's/ {tt.warp_specialize}//' %s > %t.plain.mlir
// RUN: tern-compile %t.plain.mlir --target=cuda:sm_90a --num-warps=4 -o %t.plain.ptx
// RUN: diff %t.ptx %t.plain.ptx

// On Hopper a loop that asks for groups of warps is pipelined as others are, by the same code.

// CHECK: .visible .entry product
// CHECK: .reqntid 128
// CHECK: cp.async.bulk.tensor.2d.shared
// CHECK: mbarrier.try_wait
// CHECK: wgmma.mma_async
// CHECK-NOT: setmaxnreg
tt.func public @product(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %w = arith.extsi %n : i32 to i64
  %da = tt.make_tensor_descriptor %a, [%c64, %n], [%w, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16>>
  %db = tt.make_tensor_descriptor %b, [%n, %c64], [%w, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16>>
  %dc = tt.make_tensor_descriptor %c, [%c64, %c64], [%w, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16>>
  %r = scf.for %k = %c0 to %n step %c64 iter_args(%s = %zero) -> tensor<64x64xf32> : i32 {
    %x = tt.descriptor_load %da[%c0, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %y = tt.descriptor_load %db[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %x, %y, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {tt.warp_specialize}
  %h = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %dc[%c0, %c0], %h : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

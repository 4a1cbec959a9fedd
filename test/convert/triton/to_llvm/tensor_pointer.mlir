// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

// A block pointer is a struct: offsets, sizes, strides and the address. Moving one adds to the offsets.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @c90_block_pointer(
  // CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>, %[[N:.*]]: i64, %[[S:.*]]: i64, %[[I:.*]]: i32
  // CHECK: %[[MOVED:.*]] = llvm.add %[[I]], %[[I]]
  // CHECK: %[[U:.*]] = llvm.mlir.undef : !llvm.struct<(i32, i32, i64, i64, i64, i64, ptr<1>)>
  // CHECK: %[[A:.*]] = llvm.insertvalue %[[I]], %[[U]][0]
  // CHECK: %[[B:.*]] = llvm.insertvalue %[[MOVED]], %[[A]][1]
  // CHECK: %[[C:.*]] = llvm.insertvalue %[[N]], %[[B]][2]
  // CHECK: %[[D:.*]] = llvm.insertvalue %[[N]], %[[C]][3]
  // CHECK: %[[E:.*]] = llvm.insertvalue %[[S]], %[[D]][4]
  // CHECK: %[[F:.*]] = llvm.insertvalue %{{.*}}, %[[E]][5]
  // CHECK: %[[G:.*]] = llvm.insertvalue %[[P]], %[[F]][6]
  // CHECK: llvm.return %[[G]]
  tt.func private @c90_block_pointer(%p: !tt.ptr<f16>, %n: i64, %s: i64, %i: i32) -> !tt.ptr<tensor<16x16xf16>> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i64
    %0 = tt.make_tensor_ptr %p, [%n, %n], [%s, %c1], [%i, %i] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
    %1 = tt.advance %0, [%c0, %i] : <tensor<16x16xf16>>
    tt.return %1 : !tt.ptr<tensor<16x16xf16>>
  }
  // One that a loop hands on.
  // CHECK-LABEL: llvm.func internal @moving
  // CHECK: ^bb1(%[[J:.*]]: i32, %[[Q:.*]]: !llvm.struct<(i32, i64, i64, ptr<1>)>):
  // CHECK: %[[O:.*]] = llvm.extractvalue %[[Q]][0]
  // CHECK: %[[O2:.*]] = llvm.add %[[O]], %{{.*}}
  // CHECK: llvm.insertvalue %[[O2]], %{{.*}}[0]
  tt.func private @moving(%p: !tt.ptr<f16>, %n: i64, %i: i32) -> !tt.ptr<tensor<16xf16>> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i64
    %c8 = arith.constant 8 : i32
    %0 = tt.make_tensor_ptr %p, [%n], [%c1], [%c0] {order = array<i32: 0>} : <tensor<16xf16>>
    cf.br ^bb1(%c0, %0 : i32, !tt.ptr<tensor<16xf16>>)
  ^bb1(%j: i32, %q: !tt.ptr<tensor<16xf16>>):
    %1 = tt.advance %q, [%i] : <tensor<16xf16>>
    %2 = arith.addi %j, %i : i32
    %3 = arith.cmpi slt, %2, %c8 : i32
    cf.cond_br %3, ^bb1(%2, %1 : i32, !tt.ptr<tensor<16xf16>>), ^bb2
  ^bb2:
    tt.return %1 : !tt.ptr<tensor<16xf16>>
  }
}

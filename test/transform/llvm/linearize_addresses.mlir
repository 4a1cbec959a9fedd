// RUN: tern-opt %s --llvm-linearize-addresses | FileCheck %s
// RUN: tern-opt %s --llvm-linearize-addresses | mlir-opt -o /dev/null
// RUN: tern-opt %s --llvm-linearize-addresses --llvm-linearize-addresses | FileCheck %s

// Parts of the sum stand where their value is defined; loads that are a constant apart share them.
// CHECK-LABEL: llvm.func @nest(%arg0: !llvm.ptr, %arg1: i1)
llvm.func @nest(%base: !llvm.ptr, %again: i1) {
  %0 = llvm.mlir.constant(0 : i64) : i64
  %1 = llvm.mlir.constant(1 : i64) : i64
  %2 = llvm.mlir.constant(2 : i64) : i64
  %28 = llvm.mlir.constant(28 : i64) : i64
  %1024 = llvm.mlir.constant(1024 : i64) : i64
  llvm.br ^outer(%0 : i64)
// CHECK: ^bb1(%[[I:.*]]: i64):
// CHECK-NEXT: %[[BITS:.*]] = llvm.mlir.constant(12 : i64)
// CHECK-NEXT: %[[BYTES:.*]] = llvm.shl %[[I]], %[[BITS]]
// CHECK-NEXT: %[[P:.*]] = llvm.getelementptr %arg0[%[[BYTES]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.br ^bb2
^outer(%i: i64):
  llvm.br ^middle(%0 : i64)
// CHECK: ^bb2(%[[J:.*]]: i64):
// CHECK-NEXT: %[[STRIDE:.*]] = llvm.mlir.constant(112 : i64)
// CHECK-NEXT: %[[PRODUCT:.*]] = llvm.mul %[[J]], %[[STRIDE]]
// CHECK-NEXT: %[[Q:.*]] = llvm.getelementptr %[[P]][%[[PRODUCT]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.br ^bb3
^middle(%j: i64):
  llvm.br ^inner(%0 : i64)
// CHECK: ^bb3(%[[K:.*]]: i64):
// CHECK-NEXT: %[[R:.*]] = llvm.getelementptr %[[Q]][%[[K]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: llvm.load volatile %[[R]]
// CHECK-NEXT: llvm.add %[[K]],
// CHECK-NEXT: %[[S:.*]] = llvm.getelementptr %[[R]][8] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.load volatile %[[S]]
// CHECK-NEXT: %[[T:.*]] = llvm.getelementptr %[[R]][-4] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.load volatile %[[T]]
// CHECK-NEXT: llvm.cond_br
^inner(%k: i64):
  %a = llvm.mul %i, %1024 : i64
  %b = llvm.mul %28, %j : i64
  %c = llvm.add %a, %b : i64
  %d = llvm.add %c, %k : i64
  %p = llvm.getelementptr %base[%d] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load volatile %p : !llvm.ptr -> f32
  %e = llvm.add %k, %2 : i64
  %f = llvm.add %c, %e : i64
  %q = llvm.getelementptr %base[%f] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load volatile %q : !llvm.ptr -> f32
  %g = llvm.sub %d, %1 : i64
  %r = llvm.getelementptr inbounds %base[%g] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %z = llvm.load volatile %r : !llvm.ptr -> f32
  llvm.cond_br %again, ^inner(%e : i64), ^end
^end:
  llvm.return
}

// A base that is itself an address is taken apart; a shift is a product.
// CHECK-LABEL: llvm.func @addresses_of_addresses
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %[[Q:.*]] = llvm.getelementptr %[[P]][28] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.return %[[Q]]
llvm.func @addresses_of_addresses(%base: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %2 = llvm.mlir.constant(2 : i64) : i64
  %p = llvm.getelementptr %base[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %a = llvm.shl %i, %2 : i64
  %b = llvm.add %a, %2 : i64
  %q = llvm.getelementptr %p[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  llvm.return %q : !llvm.ptr
}

// What cancels out is gone, and 64-bit numbers wrap around.
// CHECK-LABEL: llvm.func @cancels
// CHECK-NEXT: llvm.return %arg0
llvm.func @cancels(%base: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %top = llvm.mlir.constant(4611686018427387904 : i64) : i64
  %a = llvm.mul %i, %top : i64
  %p = llvm.getelementptr %base[%a] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %b = llvm.sub %i, %i : i64
  %q = llvm.getelementptr %p[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.return %q : !llvm.ptr
}

// Products of two values are computed where the later one is defined, and are a term of their own.
// CHECK-LABEL: llvm.func @hoists_products(%arg0: !llvm.ptr, %arg1: i64, %arg2: i1)
// CHECK: ^bb1(%[[I:.*]]: i64):
// CHECK-NEXT: %[[PRODUCT:.*]] = llvm.mul %[[I]], %arg1
// CHECK-NEXT: %[[P:.*]] = llvm.getelementptr %arg0[%[[PRODUCT]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK: ^bb2(%[[J:.*]]: i64):
// CHECK-NEXT: %[[Q:.*]] = llvm.getelementptr %[[P]][%[[J]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: llvm.load volatile %[[Q]]
llvm.func @hoists_products(%base: !llvm.ptr, %stride: i64, %again: i1) {
  %0 = llvm.mlir.constant(0 : i64) : i64
  llvm.br ^outer(%0 : i64)
^outer(%i: i64):
  llvm.br ^inner(%0 : i64)
^inner(%j: i64):
  %a = llvm.mul %i, %stride : i64
  %b = llvm.add %j, %a : i64
  %p = llvm.getelementptr %base[%b] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load volatile %p : !llvm.ptr -> i32
  llvm.cond_br %again, ^inner(%a : i64), ^outer(%a : i64)
}

// Left alone: indices into aggregates, indices of other widths, elements that only LLVM's data layout knows the size of.
// CHECK-LABEL: llvm.func @others
// CHECK-NEXT: llvm.getelementptr %arg0[%arg1, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%arg2] : (!llvm.ptr, i32) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
// CHECK-NEXT: llvm.return
llvm.func @others(%base: !llvm.ptr, %i: i64, %n: i32) -> !llvm.ptr {
  %p = llvm.getelementptr %base[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %q = llvm.getelementptr %p[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %r = llvm.getelementptr %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
  llvm.return %r : !llvm.ptr
}

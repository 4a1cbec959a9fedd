// RUN: tern-opt %s --llvm-narrow-integers --cse | FileCheck %s

// Threads and blocks bound what is computed from their numbers; an address takes it widened.
// CHECK-LABEL: llvm.func @ids
// CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK: %[[B:.*]] = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK: %[[M:.*]] = llvm.mul %[[B]], %{{.*}} : i32
// CHECK: %[[S:.*]] = llvm.add %[[M]], %[[T]] : i32
// CHECK: %[[D:.*]] = llvm.udiv %[[S]], %{{.*}} : i32
// CHECK: %[[W:.*]] = llvm.zext %[[D]] : i32 to i64
// CHECK: llvm.getelementptr %{{.*}}[%[[W]]]
llvm.func @ids(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>, hal.kernel_grid = array<i64: 1000, 1, 1>} {
  %c256 = llvm.mlir.constant(256 : i64) : i64
  %c48 = llvm.mlir.constant(48 : i64) : i64
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %tw = llvm.zext %t : i32 to i64
  %b = nvvm.read.ptx.sreg.ctaid.x : i32
  %bw = llvm.zext %b : i32 to i64
  %m = llvm.mul %bw, %c256 : i64
  %s = llvm.add %m, %tw : i64
  %d = llvm.udiv %s, %c48 : i64
  %a = llvm.getelementptr %p[%d] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %zero, %a : f32, !llvm.ptr<1>
  llvm.return
}

// The same of a grid that may be anything: the product does not fit, its remainder does but not what it is computed from.
// CHECK-LABEL: llvm.func @any_grid
// CHECK: %[[BW:.*]] = llvm.zext %{{.*}} : i32 to i64
// CHECK: %[[M:.*]] = llvm.mul %[[BW]], %{{.*}} : i64
// CHECK: %[[R:.*]] = llvm.urem %[[M]], %{{.*}} : i64
// CHECK: %[[N:.*]] = llvm.trunc %[[R]] : i64 to i32
// CHECK: llvm.add %[[N]], %{{.*}} : i32
llvm.func @any_grid(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c256 = llvm.mlir.constant(256 : i64) : i64
  %c48 = llvm.mlir.constant(48 : i64) : i64
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %b = nvvm.read.ptx.sreg.ctaid.x : i32
  %bw = llvm.zext %b : i32 to i64
  %m = llvm.mul %bw, %c256 : i64
  %r = llvm.urem %m, %c48 : i64
  %s = llvm.add %r, %c3 : i64
  %a = llvm.getelementptr %p[%s] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %zero, %a : f32, !llvm.ptr<1>
  llvm.return
}

// A counter is bounded by the branch that goes around, and takes its type along. It begins below zero: it is widened with
// its sign.
// CHECK-LABEL: llvm.func @loop
// CHECK: %[[FIRST:.*]] = llvm.mlir.constant(-8 : i32) : i32
// CHECK: llvm.br ^[[BODY:.*]](%[[FIRST]] : i32)
// CHECK: ^[[BODY]](%[[I:.*]]: i32):
// CHECK: %[[W:.*]] = llvm.sext %[[I]] : i32 to i64
// CHECK: llvm.getelementptr %{{.*}}[%[[W]]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} : i32
// CHECK: %[[GOES:.*]] = llvm.icmp "slt" %[[NEXT]], %{{.*}} : i32
// CHECK: llvm.cond_br %[[GOES]], ^[[BODY]](%[[NEXT]] : i32)
llvm.func @loop(%p: !llvm.ptr) {
  %first = llvm.mlir.constant(-8 : i64) : i64
  %end = llvm.mlir.constant(1000000 : i64) : i64
  %step = llvm.mlir.constant(4 : i64) : i64
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  llvm.br ^body(%first : i64)
^body(%i: i64):
  %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %zero, %a : f32, !llvm.ptr
  %next = llvm.add %i, %step : i64
  %goes = llvm.icmp "slt" %next, %end : i64
  llvm.cond_br %goes, ^body(%next : i64), ^end
^end:
  llvm.return
}

// Nothing bounds this one from above, and that one is bounded by too much.
// CHECK-LABEL: llvm.func @wide_loops
// CHECK: ^{{.*}}(%{{.*}}: i64, %{{.*}}: i64):
// CHECK: llvm.add %{{.*}} : i64
// CHECK: llvm.add %{{.*}} : i64
llvm.func @wide_loops(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %end = llvm.mlir.constant(5000000000 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^body(%zero, %zero : i64, i64)
^body(%i: i64, %j: i64):
  %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %j, %a : i64, !llvm.ptr
  %i2 = llvm.add %i, %one : i64
  %j2 = llvm.add %j, %i : i64
  %goes = llvm.icmp "ult" %i2, %end : i64
  llvm.cond_br %goes, ^body(%i2, %j2 : i64, i64), ^end
^end:
  llvm.return
}

// A shift to the right and a division of what may be negative stay as they are; so do shifts by 32 and more.
// CHECK-LABEL: llvm.func @signs
// CHECK: %[[X:.*]] = llvm.sext %{{.*}} : i32 to i64
// CHECK: llvm.lshr %[[X]], %{{.*}} : i64
// CHECK: llvm.udiv %[[X]], %{{.*}} : i64
// CHECK: llvm.ashr %{{.*}} : i32
// CHECK: llvm.ashr %[[X]], %{{.*}} : i64
llvm.func @signs(%p: !llvm.ptr, %n: i32) {
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %c40 = llvm.mlir.constant(40 : i64) : i64
  %x = llvm.sext %n : i32 to i64
  %a = llvm.lshr %x, %c2 : i64
  %b = llvm.udiv %x, %c2 : i64
  %c = llvm.ashr %x, %c2 : i64
  %d = llvm.ashr %x, %c40 : i64
  llvm.store volatile %a, %p : i64, !llvm.ptr
  llvm.store volatile %b, %p : i64, !llvm.ptr
  llvm.store volatile %c, %p : i64, !llvm.ptr
  llvm.store volatile %d, %p : i64, !llvm.ptr
  llvm.return
}

// A counter that goes around is bounded by what its select leaves.
// CHECK-LABEL: llvm.func @around
// CHECK: ^{{.*}}(%[[I:.*]]: i32, %{{.*}}: i32):
// CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} : i32
// CHECK: %[[FITS:.*]] = llvm.icmp "slt" %[[NEXT]], %{{.*}} : i32
// CHECK: llvm.select %[[FITS]], %[[NEXT]], %{{.*}} : i1, i32
llvm.func @around(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %end = llvm.mlir.constant(100 : i64) : i64
  llvm.br ^body(%zero, %zero : i64, i64)
^body(%i: i64, %n: i64):
  %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store volatile %one, %a : i64, !llvm.ptr
  %next = llvm.add %i, %one : i64
  %fits = llvm.icmp "slt" %next, %three : i64
  %i2 = llvm.select %fits, %next, %zero : i1, i64
  %n2 = llvm.add %n, %one : i64
  %goes = llvm.icmp "slt" %n2, %end : i64
  llvm.cond_br %goes, ^body(%i2, %n2 : i64, i64), ^end
^end:
  llvm.return
}

// Branches and phis as PTX without LLVM's code generator.
// RUN: tern-translate --mlir-to-ptx-by-rows --target=sm_90a --split-input-file %s | FileCheck %s

// Values that change places do so by way of a third register; the branch back is the loop's only one.
// CHECK-LABEL: .visible .entry exchange(
// CHECK: $L__BB0_1:
// CHECK: setp.lt.s32 [[P:%p[0-9]+]],
// CHECK: mov.b32 [[COPY:%r[0-9]+]], [[B:%r[0-9]+]];
// CHECK-NEXT: mov.b32 [[OTHER:%r[0-9]+]], [[A:%r[0-9]+]];
// CHECK: mov.b32 [[A]], [[COPY]];
// CHECK-NEXT: mov.b32 [[B]], [[OTHER]];
// CHECK-NEXT: @[[P]] bra $L__BB0_1;
// CHECK-NEXT: $L__BB0_2:
llvm.func @exchange(%n: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^loop(%c0, %c0, %c1 : i32, i32, i32)
^loop(%i: i32, %a: i32, %b: i32):
  llvm.store volatile %a, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  %next = llvm.add %i, %c1 : i32
  %again = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %again, ^loop(%next, %b, %a : i32, i32, i32), ^end
^end:
  llvm.return
}

// -----

// What is read where the loop is left is not written before the branch.
// CHECK-LABEL: .visible .entry read_behind(
// CHECK: $L__BB0_1:
// CHECK: add.s32 [[NEXT:%r[0-9]+]], [[I:%r[0-9]+]], 1;
// CHECK: @![[P:%p[0-9]+]] bra $L__BB0_2;
// CHECK-NEXT: mov.b32 [[I]], [[NEXT]];
// CHECK-NEXT: bra.uni $L__BB0_1;
// CHECK-NEXT: $L__BB0_2:
// CHECK-NEXT: st.global.b32 {{.*}}, [[I]];
llvm.func @read_behind(%n: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^loop(%c0 : i32)
^loop(%i: i32):
  %next = llvm.add %i, %c1 : i32
  %again = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %again, ^loop(%next : i32), ^end
^end:
  llvm.store %i, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.return
}

// -----

// A sum is made in the register of the phi that it is the next value of.
// CHECK-LABEL: .visible .entry sum(
// CHECK: $L__BB0_1:
// CHECK: add.rn.f32 [[SUM:%r[0-9]+]], [[SUM]], {{%r[0-9]+}};
// CHECK-NOT: mov.b32 [[SUM]]
// CHECK: bra $L__BB0_1;
llvm.func @sum(%n: i32, %x: f32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  llvm.br ^loop(%c0, %zero : i32, f32)
^loop(%i: i32, %s: f32):
  %t = llvm.fadd %s, %x : f32
  %next = llvm.add %i, %c1 : i32
  %again = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %again, ^loop(%next, %t : i32, f32), ^end
^end:
  llvm.store %t, %p {alignment = 4 : i64} : f32, !llvm.ptr<1>
  llvm.return
}

// -----

// The edges of a switch that bring values have blocks of their own.
// CHECK-LABEL: .visible .entry cases(
// CHECK: setp.eq.b32 [[FIRST:%p[0-9]+]], [[X:%r[0-9]+]], 3;
// CHECK-NEXT: @[[FIRST]] bra $L__BB0_0_1;
// CHECK: setp.eq.b32 [[SECOND:%p[0-9]+]], [[X]], -1;
// CHECK-NEXT: @[[SECOND]] bra $L__BB0_1;
// CHECK-NEXT: bra.uni $L__BB0_3;
// CHECK: $L__BB0_0_1:
// CHECK-NEXT: mov.b32 [[R:%r[0-9]+]], 7;
// CHECK-NEXT: bra.uni $L__BB0_2;
// CHECK: $L__BB0_1:
// CHECK-NEXT: mov.b32 [[R]], [[X]];
llvm.func @cases(%x: i32, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %c7 = llvm.mlir.constant(7 : i32) : i32
  llvm.switch %x : i32, ^end [3: ^join(%c7 : i32), -1: ^other]
^other:
  llvm.br ^join(%x : i32)
^join(%r: i32):
  llvm.store %r, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}

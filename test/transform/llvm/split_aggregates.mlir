// RUN: tern-opt %s --llvm-split-aggregates | FileCheck %s
// RUN: tern-opt %s --llvm-split-aggregates --canonicalize | FileCheck %s --check-prefix=FOLDED

!pair = !llvm.struct<(f32, i32)>

// What a loop carries in a struct is carried as its members: what was put in is handed on, also where it comes in from outside.
// CHECK-LABEL: llvm.func @loop
// CHECK: llvm.br ^bb1(%[[N:.*]], %[[F:.*]], %[[I:.*]] : i32, f32, i32)
// CHECK: ^bb1(%[[K:.*]]: i32, %[[X:.*]]: f32, %[[Y:.*]]: i32):
// CHECK-NOT: llvm.extractvalue
// CHECK: %[[X2:.*]] = llvm.fadd %[[X]], %[[X]]
// CHECK: %[[Y2:.*]] = llvm.add %[[Y]], %[[K]]
// CHECK: llvm.cond_br %{{.*}}, ^bb1(%{{.*}}, %[[X2]], %[[Y2]] : i32, f32, i32), ^bb2(%[[X2]], %[[Y2]] : f32, i32)
// CHECK: ^bb2(%[[R:.*]]: f32, %{{.*}}: i32):
// CHECK: llvm.return %[[R]]
llvm.func @loop(%n: i32, %f: f32, %i: i32) -> f32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %none = llvm.mlir.undef : !pair
  %a = llvm.insertvalue %f, %none[0] : !pair
  %b = llvm.insertvalue %i, %a[1] : !pair
  llvm.br ^bb1(%n, %b : i32, !pair)
^bb1(%k: i32, %s: !pair):
  %x = llvm.extractvalue %s[0] : !pair
  %y = llvm.extractvalue %s[1] : !pair
  %x2 = llvm.fadd %x, %x : f32
  %y2 = llvm.add %y, %k : i32
  %c = llvm.insertvalue %x2, %s[0] : !pair
  %d = llvm.insertvalue %y2, %c[1] : !pair
  %k2 = llvm.sub %k, %one : i32
  %go = llvm.icmp "sgt" %k2, %one : i32
  llvm.cond_br %go, ^bb1(%k2, %d : i32, !pair), ^bb2(%d : !pair)
^bb2(%e: !pair):
  %r = llvm.extractvalue %e[0] : !pair
  llvm.return %r : f32
}

// A struct that is used whole is put together again; one that is handed through unchanged is not.
// FOLDED-LABEL: llvm.func @whole
// FOLDED: ^bb1(%[[X:.*]]: f32, %[[Y:.*]]: i32):
// FOLDED: %[[A:.*]] = llvm.insertvalue %[[X]], %{{.*}}[0]
// FOLDED: %[[B:.*]] = llvm.insertvalue %[[Y]], %[[A]][1]
// FOLDED: llvm.cond_br %{{.*}}, ^bb1(%[[X]], %[[Y]] : f32, i32), ^bb2
// FOLDED: llvm.return %[[B]]
llvm.func @whole(%go: i1, %p: !llvm.ptr) -> !pair {
  %s = llvm.load %p : !llvm.ptr -> !pair
  llvm.br ^bb1(%s : !pair)
^bb1(%t: !pair):
  llvm.cond_br %go, ^bb1(%t : !pair), ^bb2
^bb2:
  llvm.return %t : !pair
}

// Both ways of a branch may lead to one block, with different structs.
// CHECK-LABEL: llvm.func @both_ways
// CHECK: llvm.cond_br %{{.*}}, ^bb1(%[[F:.*]], %[[I:.*]] : f32, i32), ^bb1(%{{.*}}, %{{.*}} : f32, i32)
// CHECK: ^bb1(%{{.*}}: f32, %[[M:.*]]: i32):
// CHECK: llvm.return %[[M]]
llvm.func @both_ways(%go: i1, %f: f32, %i: i32, %other: !pair) -> i32 {
  %none = llvm.mlir.poison : !pair
  %a = llvm.insertvalue %f, %none[0] : !pair
  %b = llvm.insertvalue %i, %a[1] : !pair
  llvm.cond_br %go, ^bb1(%b : !pair), ^bb1(%other : !pair)
^bb1(%s: !pair):
  %m = llvm.extractvalue %s[1] : !pair
  llvm.return %m : i32
}

// Structs in structs come apart as well.
// CHECK-LABEL: llvm.func @nested
// CHECK: ^bb1(%{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i32):
// FOLDED-LABEL: llvm.func @nested
// FOLDED: ^bb1(%[[B:.*]]: i32):
// FOLDED-NEXT: llvm.return %[[B]]
llvm.func @nested(%s: !llvm.struct<(struct<(f32, i32)>, i64)>) -> i32 {
  llvm.br ^bb1(%s : !llvm.struct<(struct<(f32, i32)>, i64)>)
^bb1(%t: !llvm.struct<(struct<(f32, i32)>, i64)>):
  %b = llvm.extractvalue %t[0, 1] : !llvm.struct<(struct<(f32, i32)>, i64)>
  llvm.return %b : i32
}

// Members of what an op makes are extracted behind it, for all blocks.
// CHECK-LABEL: llvm.func @moved
// CHECK: %[[S:.*]] = llvm.inline_asm "two"
// CHECK-NEXT: %[[X:.*]] = llvm.extractvalue %[[S]][0]
// CHECK-NEXT: llvm.cond_br
// CHECK: ^bb1:
// CHECK-NEXT: llvm.return %[[X]]
llvm.func @moved(%go: i1, %f: f32) -> f32 {
  %s = llvm.inline_asm "two", "=f,=r" : () -> !pair
  llvm.cond_br %go, ^bb1, ^bb2
^bb1:
  %x = llvm.extractvalue %s[0] : !pair
  llvm.return %x : f32
^bb2:
  llvm.return %f : f32
}

// Structs without members, and those whose branches make them, stay.
// CHECK-LABEL: llvm.func @stays
// CHECK: ^bb1(%{{.*}}: !llvm.struct<()>):
llvm.func @stays(%s: !llvm.struct<()>) {
  llvm.br ^bb1(%s : !llvm.struct<()>)
^bb1(%t: !llvm.struct<()>):
  llvm.return
}

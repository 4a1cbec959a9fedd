// Calls of llvm.func become what upstream makes of them.
// RUN: tern-opt %s --inline --split-input-file > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-opt %s --inline --split-input-file | FileCheck %s

llvm.func @many_blocks(%c: i1, %x: i32) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.return %x : i32
^bb2:
  %0 = llvm.add %x, %x : i32
  llvm.return %0 : i32
}

// The entry of the callee goes on in the block of the call; returns branch.
// CHECK-LABEL: llvm.func @caller
// CHECK-NEXT: llvm.cond_br %arg0, ^[[YES:.*]], ^[[NO:.*]]
// CHECK: ^[[YES]]
// CHECK-NEXT: llvm.br ^[[END:.*]](%arg1 : i32)
// CHECK: ^[[NO]]
// CHECK: llvm.br ^[[END]]
// CHECK: ^[[END]](%[[R:.*]]: i32)
// CHECK-NEXT: llvm.return %[[R]]
llvm.func @caller(%c: i1, %x: i32) -> i32 {
  %0 = llvm.call @many_blocks(%c, %x) : (i1, i32) -> i32
  llvm.return %0 : i32
}

// -----

llvm.func @personality(...) -> i32
llvm.func @catches() attributes {personality = @personality} {
  llvm.return
}
llvm.func @twice() attributes {passthrough = ["returns_twice"]} {
  llvm.return
}
llvm.func @other() attributes {passthrough = ["cold", ["a", "b"]]} {
  llvm.return
}
llvm.func @on_stack(%p: !llvm.ptr {llvm.inalloca = i32}) {
  llvm.return
}
llvm.func @tagged() {
  llvm.blocktag <id = 1>
  llvm.return
}

// CHECK-LABEL: llvm.func @refused
// CHECK-NEXT: llvm.call @catches
// CHECK-NEXT: llvm.call @twice
// CHECK-NEXT: llvm.call @on_stack
// CHECK-NEXT: llvm.call @tagged
// CHECK-NEXT: llvm.return
llvm.func @refused(%p: !llvm.ptr) {
  llvm.call @catches() : () -> ()
  llvm.call @twice() : () -> ()
  llvm.call @other() : () -> ()
  llvm.call @on_stack(%p) : (!llvm.ptr) -> ()
  llvm.call @tagged() : () -> ()
  llvm.return
}

// -----

llvm.func @use(!llvm.ptr)
llvm.func @memory(%n: i32) {
  %c = llvm.mlir.constant(3 : i32) : i32
  %0 = llvm.alloca %c x i8 : (i32) -> !llvm.ptr
  %1 = llvm.alloca %n x i8 : (i32) -> !llvm.ptr
  llvm.call @use(%0) : (!llvm.ptr) -> ()
  llvm.call @use(%1) : (!llvm.ptr) -> ()
  llvm.return
}

// Memory of a constant size is the caller's, for as long as it is used; what else was allocated is freed.
// CHECK-LABEL: llvm.func @allocates
// CHECK: %[[A:.*]] = llvm.alloca %{{.*}} x i8
// CHECK: llvm.br
// CHECK: %[[TOP:.*]] = llvm.intr.stacksave
// CHECK: llvm.intr.lifetime.start %[[A]]
// CHECK: %[[B:.*]] = llvm.alloca %arg0 x i8
// CHECK: llvm.call @use(%[[A]])
// CHECK: llvm.call @use(%[[B]])
// CHECK: llvm.intr.stackrestore %[[TOP]]
// CHECK: llvm.intr.lifetime.end %[[A]]
llvm.func @allocates(%n: i32, %c: i1) {
  llvm.br ^bb1
^bb1:
  llvm.call @memory(%n) : (i32) -> ()
  llvm.cond_br %c, ^bb1, ^bb2
^bb2:
  llvm.return
}

// -----

llvm.func @use(!llvm.ptr)
llvm.func @changes(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i8, f64, array<3 x i16>)>, llvm.align = 32 : i64}) {
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @reads(%p: !llvm.ptr {llvm.byval = i16, llvm.align = 16 : i64}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @by_value
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr {llvm.align = 16 : i64}
// CHECK-DAG: %[[A:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i8, f64, array<3 x i16>)> {alignment = 32 : i64}
// CHECK-DAG: %[[SIZE:.*]] = llvm.mlir.constant(24 : i64) : i64
// CHECK: "llvm.intr.memcpy"(%[[A]], %[[P]], %[[SIZE]])
// CHECK: llvm.call @use(%[[A]])
// CHECK: llvm.call @use(%[[Q]])
// CHECK: "llvm.intr.memcpy"(%[[B:.*]], %[[P]], %{{.*}})
// CHECK: llvm.call @use(%[[B]])
llvm.func @by_value(%p: !llvm.ptr, %q: !llvm.ptr {llvm.align = 16 : i64}) {
  llvm.call @changes(%p) : (!llvm.ptr) -> ()
  llvm.call @reads(%q) : (!llvm.ptr) -> ()
  llvm.call @reads(%p) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// Scopes are other scopes in each copy; groups and scopes of the call are added.
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "callee">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
#group = #llvm.access_group<id = distinct[2]<>>
#others = #llvm.access_group<id = distinct[3]<>>
llvm.func @accesses(%p: !llvm.ptr) -> i32 {
  %0 = llvm.load %p {access_groups = [#group], alias_scopes = [#scope]} : !llvm.ptr -> i32
  llvm.return %0 : i32
}

// CHECK: llvm.func @accesses
// CHECK-NEXT: alias_scopes = [#[[SCOPE:.*]]]}
// CHECK: llvm.func @marked
// CHECK-NEXT: llvm.load %{{.*}} {access_groups = [#[[GROUP:.*]], #[[OTHERS:.*]]], alias_scopes = [#[[SCOPE1:.*]]]}
// CHECK-NOT: [#[[SCOPE1]]]
// CHECK: alias_scopes = [#[[SCOPE2:.*]]]}
llvm.func @marked(%p: !llvm.ptr) -> i32 {
  %0 = llvm.call @accesses(%p) {access_groups = [#others]} : (!llvm.ptr) -> i32
  %1 = llvm.call @accesses(%p) : (!llvm.ptr) -> i32
  %2 = llvm.add %0, %1 : i32
  llvm.return %2 : i32
}

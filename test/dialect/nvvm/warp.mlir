// Ops among the lanes of a warp: pretty syntax as upstream prints it, and back.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-LABEL: llvm.func @redux_sync(
// CHECK-NEXT: %{{.*}} = nvvm.redux.sync  fmin %{{[^ ,]+}}, %{{[^ ,]+}} : f32 -> f32
llvm.func @redux_sync(%a0: f32, %a1: i32) {
  %r0 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind fmin>, abs = false, nan = false}> : (f32, i32) -> f32
  %r1 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind fmax>, nan = false}> : (f32, i32) -> f32
  %r2 = "nvvm.redux.sync"(%a1, %a1) <{kind = #nvvm<redux_kind add>}> : (i32, i32) -> i32
  %r3 = "nvvm.redux.sync"(%a0, %a1) <{kind = #nvvm<redux_kind fmax>, nan = true}> : (f32, i32) -> f32
  %r4 = "nvvm.redux.sync"(%a1, %a1) <{kind = #nvvm<redux_kind umax>}> : (i32, i32) -> i32
  %r5 = "nvvm.redux.sync"(%a1, %a1) <{kind = #nvvm<redux_kind umax>, abs = false, nan = false}> : (i32, i32) -> i32
  %r6 = "nvvm.redux.sync"(%a1, %a1) <{kind = #nvvm<redux_kind and>, abs = false}> : (i32, i32) -> i32
  %r7 = "nvvm.redux.sync"(%a1, %a1) <{kind = #nvvm<redux_kind or>, abs = false}> : (i32, i32) -> i32
  %r8 = "nvvm.redux.sync"(%a1, %a1) <{kind = #nvvm<redux_kind max>, nan = false}> : (i32, i32) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @shfl_sync(
// CHECK-NEXT: %{{.*}} = nvvm.shfl.sync  idx %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}}, %{{[^ ,]+}} : i32 -> i32
llvm.func @shfl_sync(%a0: i32, %a1: f32) {
  %r0 = "nvvm.shfl.sync"(%a0, %a0, %a0, %a0) <{kind = #nvvm<shfl_kind idx>}> : (i32, i32, i32, i32) -> i32
  %r1 = "nvvm.shfl.sync"(%a0, %a0, %a0, %a0) <{kind = #nvvm<shfl_kind down>}> : (i32, i32, i32, i32) -> i32
  %r2 = "nvvm.shfl.sync"(%a0, %a0, %a0, %a0) <{kind = #nvvm<shfl_kind bfly>}> : (i32, i32, i32, i32) -> i32
  %r3 = "nvvm.shfl.sync"(%a0, %a1, %a0, %a0) <{kind = #nvvm<shfl_kind bfly>}> : (i32, f32, i32, i32) -> f32
  %r4 = "nvvm.shfl.sync"(%a0, %a1, %a0, %a0) <{kind = #nvvm<shfl_kind up>}> : (i32, f32, i32, i32) -> f32
  %r5 = "nvvm.shfl.sync"(%a0, %a1, %a0, %a0) <{kind = #nvvm<shfl_kind idx>}> : (i32, f32, i32, i32) -> f32
  llvm.return
}

// CHECK-LABEL: llvm.func @vote_sync(
// CHECK-NEXT: %{{.*}} = nvvm.vote.sync  uni %{{[^ ,]+}}, %{{[^ ,]+}} -> i1
llvm.func @vote_sync(%a0: i32, %a1: i1) {
  %r0 = "nvvm.vote.sync"(%a0, %a1) <{kind = #nvvm<vote_sync_kind uni>}> : (i32, i1) -> i1
  %r1 = "nvvm.vote.sync"(%a0, %a1) <{kind = #nvvm<vote_sync_kind all>}> : (i32, i1) -> i1
  %r2 = "nvvm.vote.sync"(%a0, %a1) <{kind = #nvvm<vote_sync_kind ballot>}> : (i32, i1) -> i32
  %r3 = "nvvm.vote.sync"(%a0, %a1) <{kind = #nvvm<vote_sync_kind any>}> : (i32, i1) -> i1
  llvm.return
}

// CHECK-LABEL: llvm.func @bar_warp_sync(
// CHECK-NEXT: nvvm.bar.warp.sync %{{[^ ,]+}} : i32
llvm.func @bar_warp_sync(%a0: i32) {
  "nvvm.bar.warp.sync"(%a0) : (i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @elect_sync(
// CHECK-NEXT: %{{.*}} = nvvm.elect.sync -> i1
llvm.func @elect_sync(%a0: i32) {
  %r0 = "nvvm.elect.sync"() : () -> i1
  %r1 = "nvvm.elect.sync"(%a0) : (i32) -> i1
  llvm.return
}

// CHECK-LABEL: llvm.func @match_sync(
// CHECK-NEXT: %{{.*}} = nvvm.match.sync  any %{{[^ ,]+}}, %{{[^ ,]+}} : i64 -> i32
llvm.func @match_sync(%a0: i32, %a1: i64) {
  %r0 = "nvvm.match.sync"(%a0, %a1) <{kind = #nvvm<match_sync_kind any>}> : (i32, i64) -> i32
  %r1 = "nvvm.match.sync"(%a0, %a0) <{kind = #nvvm<match_sync_kind any>}> : (i32, i32) -> i32
  %r2 = "nvvm.match.sync"(%a0, %a0) <{kind = #nvvm<match_sync_kind all>}> : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return
}

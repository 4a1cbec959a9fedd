// The nvvm dialect, ops among lanes: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK-LABEL: define void @redux_sync(
// CHECK: call float @llvm.nvvm.redux.sync.fmin(
llvm.func @redux_sync(%arg0: f32, %arg1: i32) {
  %0 = nvvm.redux.sync  fmin %arg0, %arg1 : f32 -> f32
  %1 = nvvm.redux.sync  fmax %arg0, %arg1 : f32 -> f32
  %2 = nvvm.redux.sync  add %arg1, %arg1 : i32 -> i32
  %3 = nvvm.redux.sync  fmax %arg0, %arg1 {nan = true} : f32 -> f32
  %4 = nvvm.redux.sync  umax %arg1, %arg1 : i32 -> i32
  %5 = nvvm.redux.sync  umax %arg1, %arg1 : i32 -> i32
  %6 = nvvm.redux.sync  and %arg1, %arg1 : i32 -> i32
  %7 = nvvm.redux.sync  or %arg1, %arg1 : i32 -> i32
  %8 = nvvm.redux.sync  max %arg1, %arg1 : i32 -> i32
  llvm.return
}

// CHECK-LABEL: define void @shfl_sync(
// CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
llvm.func @shfl_sync(%arg0: i32, %arg1: f32) {
  %0 = nvvm.shfl.sync  idx %arg0, %arg0, %arg0, %arg0 : i32 -> i32
  %1 = nvvm.shfl.sync  down %arg0, %arg0, %arg0, %arg0 : i32 -> i32
  %2 = nvvm.shfl.sync  bfly %arg0, %arg0, %arg0, %arg0 : i32 -> i32
  %3 = nvvm.shfl.sync  bfly %arg0, %arg1, %arg0, %arg0 : f32 -> f32
  %4 = nvvm.shfl.sync  up %arg0, %arg1, %arg0, %arg0 : f32 -> f32
  %5 = nvvm.shfl.sync  idx %arg0, %arg1, %arg0, %arg0 : f32 -> f32
  llvm.return
}

// CHECK-LABEL: define void @vote_sync(
// CHECK: call i1 @llvm.nvvm.vote.uni.sync(
llvm.func @vote_sync(%arg0: i32, %arg1: i1) {
  %0 = nvvm.vote.sync  uni %arg0, %arg1 -> i1
  %1 = nvvm.vote.sync  all %arg0, %arg1 -> i1
  %2 = nvvm.vote.sync  ballot %arg0, %arg1 -> i32
  %3 = nvvm.vote.sync  any %arg0, %arg1 -> i1
  llvm.return
}

// CHECK-LABEL: define void @bar_warp_sync(
// CHECK: call void @llvm.nvvm.bar.warp.sync(
llvm.func @bar_warp_sync(%arg0: i32) {
  nvvm.bar.warp.sync %arg0 : i32
  llvm.return
}

// CHECK-LABEL: define void @elect_sync(
// CHECK: call { i32, i1 } @llvm.nvvm.elect.sync(
llvm.func @elect_sync(%arg0: i32) {
  %0 = nvvm.elect.sync -> i1
  %1 = nvvm.elect.sync %arg0 -> i1
  llvm.return
}

// CHECK-LABEL: define void @match_sync(
// CHECK: call i32 @llvm.nvvm.match.any.sync.i64(
llvm.func @match_sync(%arg0: i32, %arg1: i64) {
  %0 = nvvm.match.sync  any %arg0, %arg1 : i64 -> i32
  %1 = nvvm.match.sync  any %arg0, %arg0 : i32 -> i32
  %2 = nvvm.match.sync  all %arg0, %arg0 : i32 -> !llvm.struct<(i32, i1)>
  llvm.return
}

// RUN: tern-opt %s | tern-opt | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | FileCheck %s

!four = !llvm.struct<(f32, f32, f32, f32)>

// CHECK-LABEL: llvm.func @all
// CHECK: nvg.cluster_id
// CHECK: nvg.warp_id
// CHECK: nvg.tensor_memory_base
// CHECK: nvg.ld_acquire acquire, gpu, %arg0 : (!llvm.ptr<1>) -> i32
// CHECK: nvg.ld_acquire relaxed, sys, %arg0, %arg2 : (!llvm.ptr<1>) -> f64
// CHECK: %[[SUMS:.*]] = nvg.wgmma %arg1, %arg1, %arg2 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK: nvg.wgmma %arg1, %arg1, %arg2, %[[SUMS]] {eltTypeA = 2 : i32, eltTypeB = 3 : i32
// CHECK: nvg.wgmma_wait_group %{{.*}} {pendings = 1 : i32} : !llvm.struct<(f32, f32, f32, f32)>
llvm.func @all(%p: !llvm.ptr<1>, %a: i64, %m: i1) {
  %0 = nvg.cluster_id
  %1 = nvg.warp_id
  %2 = nvg.tensor_memory_base
  %3 = nvg.ld_acquire acquire, gpu, %p : (!llvm.ptr<1>) -> i32
  %4 = nvg.ld_acquire relaxed, sys, %p, %m : (!llvm.ptr<1>) -> f64
  %5 = nvg.wgmma %a, %a, %m {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !four
  %6 = nvg.wgmma %a, %a, %m, %5 {eltTypeA = 2 : i32, eltTypeB = 3 : i32, eltTypeC = 7 : i32, k = 32 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !four) -> !four
  %7 = nvg.wgmma_wait_group %6 {pendings = 1 : i32} : !four
  llvm.return
}

// RUN: tern-opt %s --triton-nvidia-mma-lowering | FileCheck %s

#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nv8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#nv8t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#l = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#sc = #ttng.tensor_memory_scales_encoding<>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @waits_at_once
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64
  // CHECK-NEXT: ttng.init_barrier %[[B]], 1
  // CHECK-NEXT: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %{{.*}}, %[[P:.*]], %[[P]], %[[B]][%[[TRUE]]] {is_async}
  // CHECK-NEXT: ttng.wait_barrier %[[B]], %[[ZERO]], %[[P]]
  // CHECK-NEXT: ttng.inval_barrier %[[B]]
  tt.func @waits_at_once(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1) {
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @keeps_what_does_not_wait
  // CHECK-NEXT: ttng.tc_gen5_mma {{.*}} {is_async}
  // CHECK-NEXT: tt.return
  tt.func @keeps_what_does_not_wait(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %p: i1) {
    ttng.tc_gen5_mma %a, %b, %d, %p, %p {is_async} : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    tt.return
  }

  // Scales: a row of the first matrix, a column of the second has as many as there are; pairs of the second lie along its columns.
  // CHECK-LABEL: tt.func @scales
  // CHECK: %[[A:.*]] = ttng.tmem_alloc : () -> !ttg.memdesc<128x2xi8, #{{.*}}, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: ttng.tmem_copy %[[SA:.*]], %[[A]]
  // CHECK-NEXT: %[[B:.*]] = ttng.tmem_alloc : () -> !ttg.memdesc<128x2xi8, #{{.*}}, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: ttng.tmem_copy %[[SB:.*]], %[[B]]
  // CHECK-NEXT: ttng.tc_gen5_mma_scaled %{{.*}}, %{{.*}}, %{{.*}}, %[[A]], %[[B]],
  // CHECK-NEXT: %[[C:.*]] = ttng.tmem_alloc
  // CHECK-NEXT: ttng.tc_gen5_mma_scaled %{{.*}}, %{{.*}}, %{{.*}}, %[[C]], %[[C]],
  tt.func @scales(%a: !ttg.memdesc<128x64xf8E5M2, #nv8, #smem>, %b: !ttg.memdesc<64x64xi8, #nv8, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %s: !ttg.memdesc<128x2xi8, #plain, #smem>, %p: i1) {
    ttng.tc_gen5_mma_scaled %a, %b, %d, %s, %s, %p, %p lhs = e5m2 rhs = e2m1 {is_async} : !ttg.memdesc<128x64xf8E5M2, #nv8, #smem>, !ttg.memdesc<64x64xi8, #nv8, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<128x2xi8, #plain, #smem>, !ttg.memdesc<128x2xi8, #plain, #smem>
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x2xi8, #sc, #tmem, mutable>
    ttng.tc_gen5_mma_scaled %a, %b, %d, %0, %0, %p, %p lhs = e5m2 rhs = e2m1 {is_async} : !ttg.memdesc<128x64xf8E5M2, #nv8, #smem>, !ttg.memdesc<64x64xi8, #nv8, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, !ttg.memdesc<128x2xi8, #sc, #tmem, mutable>, !ttg.memdesc<128x2xi8, #sc, #tmem, mutable>
    tt.return
  }

  // What a commit's barrier is computed from moves, too; one with another predicate, or behind what does something, stays.
  // CHECK-LABEL: tt.func @commits
  // CHECK: %[[TRUE:.*]] = arith.constant true
  // CHECK: %[[I:.*]] = ttg.memdesc_index
  // CHECK-NEXT: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[TRUE]], %[[I]][%[[TRUE]]], %{{.*}}[%[[Q:.*]]] {is_async}
  // CHECK-NEXT: ttng.fence_async_shared
  // CHECK-NEXT: ttng.tc_gen5_commit
  // CHECK-NEXT: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %{{.*}}, %[[Q]], %[[Q]], %{{.*}}[%[[Q]]] {is_async}
  // CHECK-NEXT: ttng.tc_gen5_commit %{{[^,]*}} :
  tt.func @commits(%a: !ttg.memdesc<128x64xf16, #nv, #smem>, %b: !ttg.memdesc<64x128xf16, #nv, #smem>, %d: !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>, %bars: !ttg.memdesc<2x1xi64, #l, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #l, #smem, mutable>, %i: i32, %q: i1) {
    %t = arith.constant true
    ttng.tc_gen5_mma %a, %b, %d, %q, %t {is_async} : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    %0 = ttg.memdesc_index %bars[%i] : !ttg.memdesc<2x1xi64, #l, #smem, mutable> -> !ttg.memdesc<1xi64, #l, #smem, mutable>
    ttng.tc_gen5_commit %0 : !ttg.memdesc<1xi64, #l, #smem, mutable>
    ttng.tc_gen5_commit %bar, %q : !ttg.memdesc<1xi64, #l, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    ttng.tc_gen5_commit %bar : !ttg.memdesc<1xi64, #l, #smem, mutable>
    ttng.tc_gen5_mma %a, %b, %d, %q, %q {is_async} : !ttg.memdesc<128x64xf16, #nv, #smem>, !ttg.memdesc<64x128xf16, #nv, #smem>, !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>
    ttng.tc_gen5_commit %bar : !ttg.memdesc<1xi64, #l, #smem, mutable>
    ttng.tc_gen5_commit %bar, %q : !ttg.memdesc<1xi64, #l, #smem, mutable>
    tt.return
  }
}

// RUN: tern-opt %s --allocate-shared-memory --convert-triton-gpu-to-llvm | FileCheck %s

#s = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#turned = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#padded = #ttg.padded_shared<[64:+4] {order = [1, 0], shape = [16, 32]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 1 : i32} {
  // A buffer has 512 elements.
  // CHECK-LABEL: llvm.func internal @index
  // CHECK: %[[BASE:.*]] = llvm.extractvalue %arg0[0]
  // CHECK: %[[SIZE:.*]] = llvm.mlir.constant(512 : i32)
  // CHECK: %[[AT:.*]] = llvm.mul %arg1, %[[SIZE]]
  // CHECK: %[[BUFFER:.*]] = llvm.getelementptr %[[BASE]][%[[AT]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // CHECK: llvm.insertvalue %[[BUFFER]], %{{.*}}[0] : !llvm.struct<(ptr<3>, i32, i32)>
  tt.func private @index(%m: !ttg.memdesc<4x16x32xf32, #s, #smem, mutable>, %i: i32) -> !ttg.memdesc<16x32xf32, #s, #smem, mutable> {
    %b = ttg.memdesc_index %m[%i] : !ttg.memdesc<4x16x32xf32, #s, #smem, mutable> -> !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    tt.return %b : !ttg.memdesc<16x32xf32, #s, #smem, mutable>
  }

  // And its padding: 4 behind each 64.
  // CHECK-LABEL: llvm.func internal @padded_index
  // CHECK: %[[AT:.*]] = llvm.mul %arg1, %{{.*}}
  // CHECK: %[[COUNT:.*]] = llvm.lshr %[[AT]], %{{.*}}
  // CHECK: %[[PAD:.*]] = llvm.shl %[[COUNT]], %{{.*}}
  // CHECK: %[[SUM:.*]] = llvm.add %[[AT]], %[[PAD]]
  // CHECK: llvm.getelementptr %{{.*}}[%[[SUM]]]
  tt.func private @padded_index(%m: !ttg.memdesc<4x16x32xf32, #padded, #smem, mutable>, %i: i32) -> !ttg.memdesc<16x32xf32, #padded, #smem, mutable> {
    %b = ttg.memdesc_index %m[%i] : !ttg.memdesc<4x16x32xf32, #padded, #smem, mutable> -> !ttg.memdesc<16x32xf32, #padded, #smem, mutable>
    tt.return %b : !ttg.memdesc<16x32xf32, #padded, #smem, mutable>
  }

  // A part is where it begins; what accesses it mixes that into its offsets, bit by bit.
  // CHECK-LABEL: llvm.func internal @part
  // CHECK: %[[BASE:.*]] = llvm.extractvalue %arg0[0]
  // CHECK: %[[ROW:.*]] = llvm.extractvalue %arg0[1]
  // CHECK: %[[COLUMN:.*]] = llvm.extractvalue %arg0[2]
  // CHECK: %[[SIXTEEN:.*]] = llvm.mlir.constant(16 : i32)
  // CHECK: %[[BEGIN:.*]] = llvm.add %[[COLUMN]], %[[SIXTEEN]]
  // CHECK: %[[MIXED:.*]] = llvm.xor
  // CHECK: %[[BYTES:.*]] = llvm.mul %[[MIXED]], %{{.*}}
  // CHECK: %[[PLACE:.*]] = llvm.xor %{{.*}}, %[[BYTES]]
  // CHECK: llvm.getelementptr inbounds %[[BASE]][%[[PLACE]]]
  // CHECK: llvm.load %{{.*}} -> vector<4xi32>
  tt.func private @part(%m: !ttg.memdesc<16x32xf32, #s, #smem, mutable>) -> tensor<16x16xf32, #rows> {
    %p = ttg.memdesc_subslice %m[0, 16] : !ttg.memdesc<16x32xf32, #s, #smem, mutable> -> !ttg.memdesc<16x16xf32, #s, #smem, mutable, 16x32>
    %x = ttg.local_load %p : !ttg.memdesc<16x16xf32, #s, #smem, mutable, 16x32> -> tensor<16x16xf32, #rows>
    tt.return %x : tensor<16x16xf32, #rows>
  }

  // CHECK-LABEL: llvm.func internal @trans
  // CHECK-DAG: %[[ROW:.*]] = llvm.extractvalue %arg0[1]
  // CHECK-DAG: %[[COLUMN:.*]] = llvm.extractvalue %arg0[2]
  // CHECK: llvm.insertvalue %[[COLUMN]], %{{.*}}[1]
  // CHECK: llvm.insertvalue %[[ROW]], %{{.*}}[2]
  tt.func private @trans(%m: !ttg.memdesc<16x32xf32, #s, #smem, mutable>) -> !ttg.memdesc<32x16xf32, #turned, #smem, mutable> {
    %t = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #s, #smem, mutable> -> !ttg.memdesc<32x16xf32, #turned, #smem, mutable>
    tt.return %t : !ttg.memdesc<32x16xf32, #turned, #smem, mutable>
  }

  // CHECK-LABEL: llvm.func internal @reshape
  // CHECK-DAG: %[[ROW:.*]] = llvm.extractvalue %arg0[1]
  // CHECK-DAG: %[[COLUMN:.*]] = llvm.extractvalue %arg0[2]
  // CHECK: %[[LINES:.*]] = llvm.mul %[[ROW]], %{{.*}}
  // CHECK: %[[PLACE:.*]] = llvm.add %[[LINES]], %[[COLUMN]]
  // CHECK: llvm.insertvalue %[[PLACE]], %{{.*}}[1] : !llvm.struct<(ptr<3>, i32)>
  tt.func private @reshape(%m: !ttg.memdesc<16x32xf32, #plain, #smem, mutable>) -> !ttg.memdesc<512xf32, #line, #smem, mutable> {
    %r = ttg.memdesc_reshape %m : !ttg.memdesc<16x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<512xf32, #line, #smem, mutable>
    tt.return %r : !ttg.memdesc<512xf32, #line, #smem, mutable>
  }

  // CHECK-LABEL: llvm.func internal @reinterpret
  // CHECK: %[[BASE:.*]] = llvm.extractvalue %arg0[0]
  // CHECK: %[[NEW:.*]] = llvm.getelementptr %[[BASE]]
  // CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK: llvm.insertvalue %[[NEW]], %{{.*}}[0] : !llvm.struct<(ptr<3>, i32)>
  // CHECK: llvm.insertvalue %[[ZERO]], %{{.*}}[1]
  tt.func private @reinterpret(%m: !ttg.memdesc<16x32xf32, #plain, #smem, mutable>) -> !ttg.memdesc<1024xf16, #line, #smem, mutable> {
    %r = ttg.memdesc_reinterpret %m : !ttg.memdesc<16x32xf32, #plain, #smem, mutable> -> !ttg.memdesc<1024xf16, #line, #smem, mutable>
    tt.return %r : !ttg.memdesc<1024xf16, #line, #smem, mutable>
  }
}

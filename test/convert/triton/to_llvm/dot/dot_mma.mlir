// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=89 | FileCheck %s --check-prefixes=CHECK,SM89

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a1 = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 1}>
#b1 = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 1}>
#a2 = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>
#b2 = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>
#a4 = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>
#b4 = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // Registers 0, 1, then 2, 3 of eight rows below, then those eight further along the depth.
  // CHECK-LABEL: llvm.func internal @f16
  // CHECK-DAG: %[[A0:.*]] = llvm.extractvalue %arg0[0]
  // CHECK-DAG: %[[A2:.*]] = llvm.extractvalue %arg0[2]
  // CHECK-DAG: %[[A4:.*]] = llvm.extractvalue %arg0[4]
  // CHECK: llvm.insertelement %[[A0]], %{{.*}} : vector<2xf16>
  // CHECK: llvm.insertelement %[[A2]], %{{.*}} : vector<2xf16>
  // CHECK: llvm.insertelement %[[A4]], %{{.*}} : vector<2xf16>
  // CHECK: "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"
  // CHECK-NOT: mma.sync
  // CHECK: llvm.return
  tt.func private @f16(%a: tensor<32x16xf16, #a2>, %b: tensor<16x16xf16, #b2>, %c: tensor<32x16xf32, #m>) -> tensor<32x16xf32, #m> {
    %0 = tt.dot %a, %b, %c : tensor<32x16xf16, #a2> * tensor<16x16xf16, #b2> -> tensor<32x16xf32, #m>
    tt.return %0 : tensor<32x16xf32, #m>
  }

  // Tensors of fewer rows or columns than a tile has: each row of the tile is one of theirs, several times.
  // CHECK-LABEL: llvm.func internal @four_rows
  // CHECK: llvm.insertelement %[[A:.*]], %{{.*}} : vector<2xf16>
  // CHECK: %[[LOW:.*]] = llvm.bitcast {{.*}} : vector<2xf16> to i32
  // CHECK: llvm.insertelement %[[A]], %{{.*}} : vector<2xf16>
  // CHECK-COUNT-1: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
  // CHECK-NOT: mma.sync
  // CHECK-LABEL: llvm.func internal @one_column
  // CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
  tt.func private @four_rows(%a: tensor<4x16xf16, #a2>, %b: tensor<16x16xf16, #b2>, %c: tensor<4x16xf32, #m>) -> tensor<4x16xf32, #m> {
    %0 = tt.dot %a, %b, %c : tensor<4x16xf16, #a2> * tensor<16x16xf16, #b2> -> tensor<4x16xf32, #m>
    tt.return %0 : tensor<4x16xf32, #m>
  }
  tt.func private @one_column(%a: tensor<32x16xf16, #a2>, %b: tensor<16x1xf16, #b2>, %c: tensor<32x1xf32, #m>) -> tensor<32x1xf32, #m> {
    %0 = tt.dot %a, %b, %c : tensor<32x16xf16, #a2> * tensor<16x1xf16, #b2> -> tensor<32x1xf32, #m>
    tt.return %0 : tensor<32x1xf32, #m>
  }

  // Two tiles of each operand, two steps along the depth.
  // CHECK-LABEL: llvm.func internal @tiles
  // CHECK-COUNT-8: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
  // CHECK-NOT: mma.sync
  // CHECK: llvm.return
  tt.func private @tiles(%a: tensor<64x32xbf16, #a2>, %b: tensor<32x32xbf16, #b2>, %c: tensor<64x32xf32, #m>) -> tensor<64x32xf32, #m> {
    %0 = tt.dot %a, %b, %c : tensor<64x32xbf16, #a2> * tensor<32x32xbf16, #b2> -> tensor<64x32xf32, #m>
    tt.return %0 : tensor<64x32xf32, #m>
  }

  // Sums of 16 bits lie in pairs.
  // CHECK-LABEL: llvm.func internal @narrow_sums
  // CHECK: "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 { $0, $1 }, { $4, $5, $6, $7 }, { $8, $9 }, { $2, $3 };", "=r,=r,0,1,r,r,r,r,r,r"
  // CHECK-SAME: -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  tt.func private @narrow_sums(%a: tensor<32x16xf16, #a2>, %b: tensor<16x16xf16, #b2>, %c: tensor<32x16xf16, #m>) -> tensor<32x16xf16, #m> {
    %0 = tt.dot %a, %b, %c : tensor<32x16xf16, #a2> * tensor<16x16xf16, #b2> -> tensor<32x16xf16, #m>
    tt.return %0 : tensor<32x16xf16, #m>
  }

  // CHECK-LABEL: llvm.func internal @tf32
  // CHECK: "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };"
  tt.func private @tf32(%a: tensor<32x8xf32, #a1>, %b: tensor<8x16xf32, #b1>, %c: tensor<32x16xf32, #m>) -> tensor<32x16xf32, #m> {
    %0 = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<32x8xf32, #a1> * tensor<8x16xf32, #b1> -> tensor<32x16xf32, #m>
    tt.return %0 : tensor<32x16xf32, #m>
  }

  // CHECK-LABEL: llvm.func internal @i8
  // CHECK: "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=r,=r,=r,=r,0,1,2,3,r,r,r,r,r,r"
  tt.func private @i8(%a: tensor<32x32xi8, #a4>, %b: tensor<32x16xi8, #b4>, %c: tensor<32x16xi32, #m>) -> tensor<32x16xi32, #m> {
    %0 = tt.dot %a, %b, %c : tensor<32x32xi8, #a4> * tensor<32x16xi8, #b4> -> tensor<32x16xi32, #m>
    tt.return %0 : tensor<32x16xi32, #m>
  }

  // CHECK-LABEL: llvm.func internal @f8
  // CHECK: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32
  // CHECK: mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16
  // CHECK: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
  // CHECK: mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e4m3.f16
  tt.func private @f8(%a: tensor<32x32xf8E4M3FN, #a4>, %b: tensor<32x16xf8E4M3FN, #b4>, %c: tensor<32x16xf32, #m>,
                      %x: tensor<32x32xf8E5M2, #a4>, %y: tensor<32x16xf8E5M2, #b4>, %z: tensor<32x16xf16, #m>)
      -> (tensor<32x16xf32, #m>, tensor<32x16xf16, #m>, tensor<32x16xf32, #m>, tensor<32x16xf16, #m>) {
    %0 = tt.dot %a, %b, %c : tensor<32x32xf8E4M3FN, #a4> * tensor<32x16xf8E4M3FN, #b4> -> tensor<32x16xf32, #m>
    %1 = tt.dot %x, %y, %z : tensor<32x32xf8E5M2, #a4> * tensor<32x16xf8E5M2, #b4> -> tensor<32x16xf16, #m>
    %2 = tt.dot %a, %y, %c : tensor<32x32xf8E4M3FN, #a4> * tensor<32x16xf8E5M2, #b4> -> tensor<32x16xf32, #m>
    %3 = tt.dot %x, %b, %z : tensor<32x32xf8E5M2, #a4> * tensor<32x16xf8E4M3FN, #b4> -> tensor<32x16xf16, #m>
    tt.return %0, %1, %2, %3 : tensor<32x16xf32, #m>, tensor<32x16xf16, #m>, tensor<32x16xf32, #m>, tensor<32x16xf16, #m>
  }

  // The later chip takes sixteen numbers of the depth at once, and sixteen rows.
  // CHECK-LABEL: llvm.func internal @f64
  // SM90: "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 { $0, $1, $2, $3 }, { $8, $9, $10, $11, $12, $13, $14, $15 }, { $16, $17, $18, $19 }, { $4, $5, $6, $7 };", "=d,=d,=d,=d,0,1,2,3,d,d,d,d,d,d,d,d,d,d,d,d"
  // SM89-COUNT-8: "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 { $0, $1 }, { $4 }, { $5 }, { $2, $3 };", "=d,=d,0,1,d,d"
  // CHECK-NOT: mma.sync
  // CHECK: llvm.return
  tt.func private @f64(%a: tensor<32x16xf64, #a1>, %b: tensor<16x16xf64, #b1>, %c: tensor<32x16xf64, #m>) -> tensor<32x16xf64, #m> {
    %0 = tt.dot %a, %b, %c : tensor<32x16xf64, #a1> * tensor<16x16xf64, #b1> -> tensor<32x16xf64, #m>
    tt.return %0 : tensor<32x16xf64, #m>
  }
}

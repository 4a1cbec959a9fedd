// Products of numbers with scales: a word of bytes for a row and one for a column go with each instruction.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=120 | FileCheck %s

#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 4}>
#s1 = #ttg.linear<{register = [[0, 1]], lane = [[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#t1 = #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#s4 = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
#t4 = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // One scale for 32 numbers: the second step along the depth has the second byte, and the second eight columns have their own.
  // CHECK-LABEL: llvm.func internal @fp8
  // CHECK-DAG: %[[S0:.*]] = llvm.extractvalue %arg3[0]
  // CHECK-DAG: %[[S1:.*]] = llvm.extractvalue %arg3[1]
  // CHECK-DAG: %[[T0:.*]] = llvm.extractvalue %arg4[0]
  // CHECK-DAG: %[[T1:.*]] = llvm.extractvalue %arg4[1]
  // CHECK-DAG: %[[T2:.*]] = llvm.extractvalue %arg4[2]
  // CHECK-DAG: %[[T3:.*]] = llvm.extractvalue %arg4[3]
  // CHECK: %[[A:.*]] = llvm.zext %[[S0]] : i8 to i32
  // CHECK: %[[B:.*]] = llvm.zext %[[T0]] : i8 to i32
  // CHECK: "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e5m2.f32.ue8m0 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 }, { $14 }, { 0, 0 }, { $15 }, { 0, 0 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r,r,r"
  // CHECK-SAME: %[[A]], %[[B]] : (
  // CHECK: %[[B:.*]] = llvm.zext %[[T2]] : i8 to i32
  // CHECK: "mma.sync.{{.*}} %[[B]] : (
  // CHECK: %[[A:.*]] = llvm.zext %[[S1]] : i8 to i32
  // CHECK: %[[B:.*]] = llvm.zext %[[T1]] : i8 to i32
  // CHECK: "mma.sync.{{.*}} %[[A]], %[[B]] : (
  // CHECK: %[[B:.*]] = llvm.zext %[[T3]] : i8 to i32
  // CHECK: "mma.sync.{{.*}} %[[B]] : (
  // CHECK-NOT: "mma.sync
  // CHECK: llvm.return
  tt.func private @fp8(%a: tensor<16x64xf8E4M3FN, #a>, %b: tensor<64x16xf8E5M2, #b>, %c: tensor<16x16xf32, #m>, %s: tensor<16x2xi8, #s1>, %t: tensor<16x2xi8, #t1>) -> tensor<16x16xf32, #m> {
    %0 = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<16x64xf8E4M3FN, #a>, tensor<16x2xi8, #s1> * tensor<64x16xf8E5M2, #b>, tensor<16x2xi8, #t1> -> tensor<16x16xf32, #m>
    tt.return %0 : tensor<16x16xf32, #m>
  }

  // Bytes that stand for numbers of 8 bits are the same.
  // CHECK-LABEL: llvm.func internal @bytes
  // CHECK: scale_vec::1X.f32.e5m2.e4m3.f32.ue8m0
  tt.func private @bytes(%a: tensor<16x64xi8, #a>, %b: tensor<64x16xi8, #b>, %c: tensor<16x16xf32, #m>, %s: tensor<16x2xi8, #s1>, %t: tensor<16x2xi8, #t1>) -> tensor<16x16xf32, #m> {
    %0 = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e5m2 rhs = e4m3 {fastMath = false} : tensor<16x64xi8, #a>, tensor<16x2xi8, #s1> * tensor<64x16xi8, #b>, tensor<16x2xi8, #t1> -> tensor<16x16xf32, #m>
    tt.return %0 : tensor<16x16xf32, #m>
  }

  // Of 64 numbers of 4 bits each 32 have a scale of e8m0, or each 16 one of e4m3.
  // CHECK-LABEL: llvm.func internal @fp4
  // CHECK: llvm.bitcast %{{.*}} : vector<2xi8> to i16
  // CHECK: llvm.zext %{{.*}} : i16 to i32
  // CHECK: m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
  // CHECK: llvm.bitcast %{{.*}} : vector<4xi8> to i32
  // CHECK: m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3
  tt.func private @fp4(%a: tensor<16x32xi8, #a>, %b: tensor<32x8xi8, #b>, %c: tensor<16x8xf32, #m>, %s: tensor<16x2xi8, #s1>, %t: tensor<8x2xi8, #t1>, %u: tensor<16x4xf8E4M3FN, #s4>, %v: tensor<8x4xf8E4M3FN, #t4>) -> tensor<16x8xf32, #m> {
    %0 = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<16x32xi8, #a>, tensor<16x2xi8, #s1> * tensor<32x8xi8, #b>, tensor<8x2xi8, #t1> -> tensor<16x8xf32, #m>
    %1 = tt.dot_scaled %a scale %u, %b scale %v, %0 lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<16x32xi8, #a>, tensor<16x4xf8E4M3FN, #s4> * tensor<32x8xi8, #b>, tensor<8x4xf8E4M3FN, #t4> -> tensor<16x8xf32, #m>
    tt.return %1 : tensor<16x8xf32, #m>
  }
}

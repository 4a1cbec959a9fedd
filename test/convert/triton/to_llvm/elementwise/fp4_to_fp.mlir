// Numbers of 4 bits: bytes of the wide format are taken out of tables, by the numbers as selectors.
// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s

#bytes = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#halves = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // f16 has nothing but zeros in its low bytes.
  // CHECK-LABEL: llvm.func internal @f16
  tt.func private @f16(%x: tensor<512xi8, #bytes>) -> tensor<1024xf16, #halves> {
    // CHECK: %[[WORD:.*]] = llvm.bitcast %{{.*}} : vector<4xi8> to i32
    // CHECK: %[[SEVENS:.*]] = llvm.mlir.constant(2004318071 : i32)
    // CHECK: %[[NUMBERS:.*]] = llvm.and %[[WORD]], %[[SEVENS]]
    // CHECK: llvm.lshr %[[WORD]]
    // CHECK: %[[SIGNS:.*]] = llvm.and
    // CHECK-DAG: %[[SMALL:.*]] = llvm.mlir.constant(1044133888 : i32)
    // CHECK-DAG: %[[LARGE:.*]] = llvm.mlir.constant(1178878528 : i32)
    // CHECK: %[[BYTES:.*]] = {{.*}}prmt{{.*}}%[[SMALL]], %[[LARGE]], %[[NUMBERS]]
    // CHECK: %[[MINUS:.*]] = {{.*}}prmt{{.*}}, %[[SIGNS]]
    // CHECK: %[[HIGH:.*]] = llvm.or %[[BYTES]], %[[MINUS]]
    // CHECK: %[[PAIR:.*]] = {{.*}}prmt{{.*}}, %[[HIGH]]
    // CHECK: llvm.bitcast %[[PAIR]] : i32 to vector<2xf16>
    // CHECK-COUNT-8: llvm.insertvalue
    %y = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<512xi8, #bytes> -> tensor<1024xf16, #halves>
    tt.return %y : tensor<1024xf16, #halves>
  }
}

// -----

// A thread has two bytes, of which the result has one column each: numbers of a byte lie below one another.
#bytes = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#halves = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func internal @columns
  tt.func private @columns(%x: tensor<4x64xi8, #bytes>) -> tensor<8x64xbf16, #halves> {
    // CHECK: %[[TWO:.*]] = llvm.bitcast %{{.*}} : i32 to vector<2xbf16>
    // CHECK: %[[A:.*]] = llvm.extractelement %[[TWO]]
    // CHECK: %[[B:.*]] = llvm.extractelement %[[TWO]]
    // CHECK: %[[MORE:.*]] = llvm.bitcast %{{.*}} : i32 to vector<2xbf16>
    // CHECK: %[[C:.*]] = llvm.extractelement %[[MORE]]
    // CHECK: %[[D:.*]] = llvm.extractelement %[[MORE]]
    // CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
    // CHECK: llvm.insertvalue %[[C]], %{{.*}}[1]
    // CHECK: llvm.insertvalue %[[B]], %{{.*}}[2]
    // CHECK: llvm.insertvalue %[[D]], %{{.*}}[3]
    %y = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<4x64xi8, #bytes> -> tensor<8x64xbf16, #halves>
    tt.return %y : tensor<8x64xbf16, #halves>
  }
}

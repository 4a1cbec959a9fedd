// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --tritonamdgpu-optimize-epilogue | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #[[$MMA:.*]] = #ttg.amd_mfma
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @stores_sums(
  // CHECK-SAME: %[[P:.*]]: tensor<64x32x!tt.ptr<f16>, #blocked>, %[[S:.*]]: tensor<64x32xf32, #[[$MMA]]>, %[[M:.*]]: tensor<64x32xi1, #blocked>)
  tt.func @stores_sums(%p: tensor<64x32x!tt.ptr<f16>, #blocked>, %s: tensor<64x32xf32, #mma>, %m: tensor<64x32xi1, #blocked>) {
    // CHECK: %[[H:.*]] = arith.truncf %[[S]] : tensor<64x32xf32, #[[$MMA]]> to tensor<64x32xf16, #[[$MMA]]>
    // CHECK: %[[Q:.*]] = ttg.convert_layout %[[P]]
    // CHECK: %[[N:.*]] = ttg.convert_layout %[[M]]
    // CHECK: tt.store %[[Q]], %[[H]], %[[N]] cacheModifier = wb : tensor<64x32x!tt.ptr<f16>, #[[$MMA]]>
    %0 = ttg.convert_layout %s : tensor<64x32xf32, #mma> -> tensor<64x32xf32, #blocked>
    %1 = arith.truncf %0 : tensor<64x32xf32, #blocked> to tensor<64x32xf16, #blocked>
    tt.store %p, %1, %m cacheModifier = wb : tensor<64x32x!tt.ptr<f16>, #blocked>
    tt.return
  }

  // CHECK-LABEL: @keeps_what_is_used_twice(
  tt.func @keeps_what_is_used_twice(%p: tensor<64x32x!tt.ptr<f32>, #blocked>, %s: tensor<64x32xf32, #mma>) {
    // CHECK: ttg.convert_layout %arg1
    // CHECK-NEXT: tt.store %arg0, %{{.*}} : tensor<64x32x!tt.ptr<f32>, #blocked>
    %0 = ttg.convert_layout %s : tensor<64x32xf32, #mma> -> tensor<64x32xf32, #blocked>
    tt.store %p, %0 : tensor<64x32x!tt.ptr<f32>, #blocked>
    "test.use"(%0) : (tensor<64x32xf32, #blocked>) -> ()
    tt.return
  }

  // CHECK-LABEL: @keeps_sums_of_two(
  tt.func @keeps_sums_of_two(%p: tensor<64x32x!tt.ptr<f32>, #blocked>, %s: tensor<64x32xf32, #mma>, %t: tensor<64x32xf32, #blocked>) {
    // CHECK: tt.store %arg0, %{{.*}} : tensor<64x32x!tt.ptr<f32>, #blocked>
    %0 = ttg.convert_layout %s : tensor<64x32xf32, #mma> -> tensor<64x32xf32, #blocked>
    %1 = arith.addf %0, %t : tensor<64x32xf32, #blocked>
    tt.store %p, %1 : tensor<64x32x!tt.ptr<f32>, #blocked>
    tt.return
  }
}

// -----

// On CDNA 4 lanes exchange halves of 16 bits, so that each stores 128 bits.
// CHECK-DAG: #[[$WIDE:.*]] = #ttg.linear<{register = {{\[}}[0, 1], [0, 2], [0, 4]
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 16], isTransposed = true}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @wide(
  tt.func @wide(%p: tensor<128x32x!tt.ptr<f16>, #blocked>, %s: tensor<128x32xf32, #mma>) {
    // CHECK: tt.store %{{.*}} : tensor<128x32x!tt.ptr<f16>, #[[$WIDE]]>
    %0 = arith.truncf %s : tensor<128x32xf32, #mma> to tensor<128x32xf16, #mma>
    %1 = ttg.convert_layout %0 : tensor<128x32xf16, #mma> -> tensor<128x32xf16, #blocked>
    tt.store %p, %1 : tensor<128x32x!tt.ptr<f16>, #blocked>
    tt.return
  }
}

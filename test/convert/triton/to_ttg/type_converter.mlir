// RUN: tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s
// RUN: tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=cuda:90 num-warps=8 num-ctas=2" | FileCheck %s --check-prefix=MORE
// RUN: tern-opt %s --split-input-file --convert-triton-to-tritongpu="target=hip:gfx942 num-warps=4 threads-per-warp=64" | FileCheck %s --check-prefix=WAVE

// The numbers of warps, threads and blocks are in the encodings that the converter makes.
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// MORE: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0], CGALayout = {{\[\[}}1]]}>
// WAVE: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @default_encoding
tt.func @default_encoding(%x: f32) -> tensor<128xf32> {
  // CHECK: tt.splat %{{.*}} : f32 -> tensor<128xf32, #blocked>
  %0 = tt.splat %x : f32 -> tensor<128xf32>
  // CHECK: tt.return %{{.*}} : tensor<128xf32, #blocked>
  tt.return %0 : tensor<128xf32>
}

// -----

// The last dimension gets threads and warps first, and the first one what is left.
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [2, 4, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-LABEL: @three_dimensions
tt.func @three_dimensions(%x: f32) {
  // CHECK: tensor<8x4x4xf32, #blocked>
  %0 = tt.splat %x : f32 -> tensor<8x4x4xf32>
  tt.return
}

// -----

// Any other type is itself.
// CHECK-LABEL: tt.func @kept_types(%{{.*}}: i32, %{{.*}}: f16, %{{.*}}: !tt.ptr<f32>, %{{.*}}: !tt.ptr<f16, 3>, %{{.*}}: !tt.tensordesc<tensor<8x8xf16>>) -> i32
tt.func @kept_types(%i: i32, %x: f16, %p: !tt.ptr<f32>, %q: !tt.ptr<f16, 3>, %d: !tt.tensordesc<tensor<8x8xf16>>) -> i32 {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32
  %0 = arith.addi %i, %i : i32
  // CHECK: tt.load %{{.*}} : !tt.ptr<f32>
  %1 = tt.load %p : !tt.ptr<f32>
  // CHECK: tt.addptr %{{.*}}, %{{.*}} : !tt.ptr<f16, 3>, i32
  %2 = tt.addptr %q, %i : !tt.ptr<f16, 3>, i32
  tt.return %0 : i32
}

// -----

// What has an encoding keeps it.
#other = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$OTHER:.*]] = #ttg.blocked<{sizePerThread = [2]
// CHECK-LABEL: @kept_encoding
tt.func @kept_encoding(%x: tensor<128xf32, #other>) {
  // CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<128xf32, #[[$OTHER]]>
  %0 = arith.addf %x, %x : tensor<128xf32, #other>
  tt.return
}

// -----

// The block of a block pointer gets an encoding, and the address space stays.
// CHECK-LABEL: @block_pointer
tt.func @block_pointer(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // CHECK: tt.make_tensor_ptr %{{.*}} {order = array<i32: 1, 0>} : <tensor<64x64xf16, #blocked>>
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<64x64xf16>>
  // CHECK: tt.advance %{{.*}} : <tensor<64x64xf16, #blocked>>
  %1 = tt.advance %0, [%i, %i] : <tensor<64x64xf16>>
  // CHECK: tt.load %{{.*}} : !tt.ptr<tensor<64x64xf16, #blocked>>
  %2 = tt.load %1 : !tt.ptr<tensor<64x64xf16>>
  tt.return
}

// -----

// CHECK-LABEL: tt.func @pointer_in_space(%{{.*}}: !tt.ptr<tensor<64x64xf16, #blocked>, 3>)
tt.func @pointer_in_space(%p: !tt.ptr<tensor<64x64xf16>, 3>) {
  tt.return
}

// -----

// An operand of another encoding than its op wants gets one conversion, behind what makes it.
// CHECK-DAG: #[[$COLUMN:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #[[$PLAIN:.*]] = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: @target_materialization
tt.func @target_materialization(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<128xf32>
  // CHECK: %[[E:.*]] = tt.expand_dims %{{.*}} -> tensor<128x1xf32, #[[$COLUMN]]>
  // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[E]] : tensor<128x1xf32, #[[$COLUMN]]> -> tensor<128x1xf32, #[[$PLAIN]]>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  // CHECK-NEXT: math.exp %[[C]] : tensor<128x1xf32, #[[$PLAIN]]>
  %2 = math.exp %1 : tensor<128x1xf32>
  // CHECK-NEXT: math.sin %[[C]] : tensor<128x1xf32, #[[$PLAIN]]>
  %3 = math.sin %1 : tensor<128x1xf32>
  tt.return
}

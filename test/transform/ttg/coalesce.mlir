// RUN: tern-opt %s --split-input-file --tritongpu-coalesce | FileCheck %s

// Four floats that lie side by side for each thread, and the result back in the encoding that others want.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$OLD:.*]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[$WIDE:.*]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @widens_contiguous
  tt.func @widens_contiguous(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: tensor<1024xi1, #blocked>) {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %at = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    // CHECK: %[[P:.*]] = ttg.convert_layout %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[$OLD]]> -> tensor<1024x!tt.ptr<f32>, #[[$WIDE]]>
    // CHECK: %[[M:.*]] = ttg.convert_layout %{{.*}} : tensor<1024xi1, #[[$OLD]]> -> tensor<1024xi1, #[[$WIDE]]>
    // CHECK: %[[X:.*]] = tt.load %[[P]], %[[M]] evictionPolicy = evict_first : tensor<1024x!tt.ptr<f32>, #[[$WIDE]]>
    // CHECK: ttg.convert_layout %[[X]] : tensor<1024xf32, #[[$WIDE]]> -> tensor<1024xf32, #[[$OLD]]>
    %x = tt.load %at, %m evictionPolicy = evict_first : tensor<1024x!tt.ptr<f32>, #blocked>
    tt.return
  }

  // Nothing is known of where the array begins, so each float is read by itself.
  // CHECK-LABEL: @keeps_unaligned
  tt.func @keeps_unaligned(%p: !tt.ptr<f32>) {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %at = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    // CHECK: tt.load %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[$OLD]]>
    %x = tt.load %at : tensor<1024x!tt.ptr<f32>, #blocked>
    tt.return
  }

  // A scalar has no encoding.
  // CHECK-LABEL: @keeps_scalar
  tt.func @keeps_scalar(%p: !tt.ptr<f32>, %x: f32) {
    // CHECK-NEXT: tt.store %{{.*}}, %{{.*}} : !tt.ptr<f32>
    tt.store %p, %x : !tt.ptr<f32>
    tt.return
  }
}

// -----

// Columns that are contiguous are gone along first.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#slice = #ttg.slice<{dim = 1, parent = #blocked}>
// CHECK-DAG: #[[$TALL:.*]] = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @turns_order
  tt.func @turns_order(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #slice>
    %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32, #slice> -> tensor<64x1xi32, #blocked>
    %offsets = tt.broadcast %rows : tensor<64x1xi32, #blocked> -> tensor<64x64xi32, #blocked>
    %base = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %at = tt.addptr %base, %offsets : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    // CHECK: tt.load %{{.*}} : tensor<64x64x!tt.ptr<f16>, #[[$TALL]]>
    %x = tt.load %at : tensor<64x64x!tt.ptr<f16>, #blocked>
    tt.return
  }
}

// -----

// A load is as wide as the widest access of the same computation; a store never wider than one vector of its own.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-DAG: #[[$EIGHT:.*]] = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// CHECK-DAG: #[[$FOUR:.*]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @widest_of_computation
  tt.func @widest_of_computation(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %bases = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #blocked>
    %halves = tt.addptr %bases, %range : tensor<1024x!tt.ptr<f16>, #blocked>, tensor<1024xi32, #blocked>
    %other = tt.splat %q : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %floats = tt.addptr %other, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    // CHECK: tt.load %{{.*}} : tensor<1024x!tt.ptr<f16>, #[[$EIGHT]]>
    %x = tt.load %halves : tensor<1024x!tt.ptr<f16>, #blocked>
    // CHECK: tt.load %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[$EIGHT]]>
    %y = tt.load %floats : tensor<1024x!tt.ptr<f32>, #blocked>
    // CHECK: tt.store %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[$FOUR]]>
    tt.store %floats, %y : tensor<1024x!tt.ptr<f32>, #blocked>
    // CHECK: tt.atomic_rmw {{.*}} : (tensor<1024x!tt.ptr<f32>, #[[$FOUR]]>, tensor<1024xf32, #[[$FOUR]]>) -> tensor<1024xf32, #[[$FOUR]]>
    %z = tt.atomic_rmw fadd, acq_rel, gpu, %floats, %y : (tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xf32, #blocked>) -> tensor<1024xf32, #blocked>
    tt.return
  }
}

// -----

// Few elements: not wider than there are for each thread.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: #[[$TWO:.*]] = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @few_elements
  tt.func @few_elements(%p: !tt.ptr<i1> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked>
    %base = tt.splat %p : !tt.ptr<i1> -> tensor<256x!tt.ptr<i1>, #blocked>
    %at = tt.addptr %base, %range : tensor<256x!tt.ptr<i1>, #blocked>, tensor<256xi32, #blocked>
    // CHECK: tt.load %{{.*}} : tensor<256x!tt.ptr<i1>, #[[$TWO]]>
    %x = tt.load %at : tensor<256x!tt.ptr<i1>, #blocked>
    tt.return
  }
}

// -----

// Blocks of descriptors come through shared memory, of which 16 bytes are accessed at once. Numbers of rows stay.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#numbers = #ttg.slice<{dim = 0, parent = #rows}>
// CHECK-DAG: #[[$ROWS:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-DAG: #[[$LINE:.*]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @descriptors
  tt.func @descriptors(%d: !tt.tensordesc<tensor<64x64xf16>>, %e: !tt.tensordesc<tensor<1x64xf16>>, %i: i32, %n: tensor<64xi32, #numbers>) {
    // CHECK: %[[X:.*]] = tt.descriptor_load %{{.*}} : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #[[$LINE]]>
    // CHECK: ttg.convert_layout %[[X]]
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
    // CHECK: tt.descriptor_store %{{.*}} : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #[[$LINE]]>
    tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #blocked>
    // CHECK: tt.descriptor_gather %{{.*}}[%{{.*}}] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #[[$ROWS]]}>>, i32) -> tensor<64x64xf16, #[[$LINE]]>
    %y = tt.descriptor_gather %e[%n, %i] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<64xi32, #numbers>, i32) -> tensor<64x64xf16, #blocked>
    // CHECK: tt.descriptor_scatter %{{.*}}[%{{.*}}], %{{.*}} : !tt.tensordesc<tensor<1x64xf16>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #[[$ROWS]]}>>, i32, tensor<64x64xf16, #[[$LINE]]>
    tt.descriptor_scatter %e[%n, %i], %y : !tt.tensordesc<tensor<1x64xf16>>, tensor<64xi32, #numbers>, i32, tensor<64x64xf16, #blocked>
    tt.return
  }
}

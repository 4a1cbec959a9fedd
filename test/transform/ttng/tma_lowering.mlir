// RUN: tern-opt %s --split-input-file --triton-nvidia-tma-lowering | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 0, parent = #blocked}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // A barrier counts the bytes that arrive.
  // CHECK-LABEL: tt.func @reads
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #[[$S:[a-z0-9]+]], #smem, mutable>
  // CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #[[$L:[a-z0-9]+]], #smem, mutable>
  // CHECK: ttng.init_barrier %[[B]], 1
  // CHECK: ttng.barrier_expect %[[B]], 4096, %[[TRUE]]
  // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}[%{{.*}}, %{{.*}}] %[[M]], %[[B]], %[[TRUE]]
  // CHECK: ttng.wait_barrier %[[B]], %[[ZERO]]
  // CHECK: ttng.inval_barrier %[[B]]
  // CHECK: ttg.local_load %[[M]]
  tt.func @reads(%d: !tt.tensordesc<tensor<32x64xf16, #boxes>>, %i: i32, %j: i32) -> tensor<32x64xf16, #blocked> {
    %x = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<32x64xf16, #boxes>> -> tensor<32x64xf16, #blocked>
    tt.return %x : tensor<32x64xf16, #blocked>
  }

  // What is read without a leading dimension lies in memory without it.
  // CHECK-LABEL: tt.func @reads_without_a_dimension
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #[[$S]], #smem, mutable>
  tt.func @reads_without_a_dimension(%d: !tt.tensordesc<tensor<1x32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>>>, %i: i32) -> tensor<32x64xf16, #blocked> {
    %x = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>>> -> tensor<32x64xf16, #blocked>
    tt.return %x : tensor<32x64xf16, #blocked>
  }

  // Memory that was to hold it is what it was copied to, and its views may be written to, too.
  // CHECK-LABEL: tt.func @reads_into_memory
  // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16
  // CHECK: ttng.async_tma_copy_global_to_local %{{.*}} %[[M]],
  // CHECK-NOT: ttg.local_load
  // CHECK: %[[T:.*]] = ttg.memdesc_trans %[[M]] {{.*}} : !ttg.memdesc<32x64xf16, #[[$S]], #smem, mutable> -> !ttg.memdesc<64x32xf16, #{{.*}}, #smem, mutable>
  // CHECK: ttg.local_load %[[T]] : !ttg.memdesc<64x32xf16, #{{.*}}, #smem, mutable>
  tt.func @reads_into_memory(%d: !tt.tensordesc<tensor<32x64xf16, #boxes>>, %i: i32) -> tensor<64x32xf16, #blocked> {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<32x64xf16, #boxes>> -> tensor<32x64xf16, #blocked>
    %m = ttg.local_alloc %x : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #boxes, #smem>
    %t = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<32x64xf16, #boxes, #smem> -> !ttg.memdesc<64x32xf16, #turned, #smem>
    %y = ttg.local_load %t : !ttg.memdesc<64x32xf16, #turned, #smem> -> tensor<64x32xf16, #blocked>
    tt.return %y : tensor<64x32xf16, #blocked>
  }

  // Memory of another encoding still has to be filled.
  // CHECK-LABEL: tt.func @reads_into_other_memory
  // CHECK: %[[X:.*]] = ttg.local_load
  // CHECK: ttg.local_alloc %[[X]]
  tt.func @reads_into_other_memory(%d: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %i: i32) -> !ttg.memdesc<64x64xf16, #turned, #smem> {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #blocked>
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #turned, #smem>
    tt.return %m : !ttg.memdesc<64x64xf16, #turned, #smem>
  }

  // CHECK-LABEL: tt.func @writes
  // CHECK: %[[M:.*]] = ttg.local_alloc %[[X:.*]] : (tensor<32x64xf16, #{{.*}}>) -> !ttg.memdesc<32x64xf16, #[[$S]], #smem>
  // CHECK: ttng.fence_async_shared {bCluster = false}
  // CHECK: ttng.async_tma_copy_local_to_global %{{.*}}[%{{.*}}, %{{.*}}] %[[M]]
  // CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK: %[[N:.*]] = ttg.local_alloc %[[X]]
  // CHECK: ttng.fence_async_shared
  // CHECK: ttng.async_tma_reduce max, %{{.*}}[%{{.*}}, %{{.*}}] %[[N]]
  // CHECK: ttng.async_tma_store_wait
  tt.func @writes(%d: !tt.tensordesc<tensor<32x64xf16, #boxes>>, %x: tensor<32x64xf16, #blocked>, %i: i32) {
    tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<32x64xf16, #boxes>>, tensor<32x64xf16, #blocked>
    tt.descriptor_reduce max, %d[%i, %i], %x : !tt.tensordesc<tensor<32x64xf16, #boxes>>, tensor<32x64xf16, #blocked>
    tt.return
  }

  // What is read and written again stays in memory.
  // CHECK-LABEL: tt.func @copies
  // CHECK: ttng.async_tma_copy_global_to_local %{{.*}} %[[M:.*]], %{{.*}}, %{{.*}} :
  // CHECK-NOT: ttg.local_
  // CHECK: ttng.async_tma_copy_local_to_global %{{.*}} %[[M]] :
  tt.func @copies(%d: !tt.tensordesc<tensor<32x64xf16, #boxes>>, %i: i32) {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<32x64xf16, #boxes>> -> tensor<32x64xf16, #blocked>
    tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<32x64xf16, #boxes>>, tensor<32x64xf16, #blocked>
    tt.return
  }

  // CHECK-LABEL: tt.func @rows
  // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #[[$S]], #smem, mutable>
  // CHECK: ttng.barrier_expect %[[B:.*]], 4096
  // CHECK: ttng.async_tma_gather %{{.*}}[%[[R:.*]], %[[C:.*]]] %[[M]], %[[B]]
  // CHECK: ttg.local_alloc %
  // CHECK: ttng.async_tma_scatter %{{.*}}[%[[R]], %[[C]]]
  tt.func @rows(%d: !tt.tensordesc<tensor<1x64xf16, #boxes>>, %y: tensor<32x64xf16, #blocked>, %r: tensor<32xi32, #rows>, %c: i32) -> tensor<32x64xf16, #blocked> {
    %x = tt.descriptor_gather %d[%r, %c] : (!tt.tensordesc<tensor<1x64xf16, #boxes>>, tensor<32xi32, #rows>, i32) -> tensor<32x64xf16, #blocked>
    tt.descriptor_scatter %d[%r, %c], %y : !tt.tensordesc<tensor<1x64xf16, #boxes>>, tensor<32xi32, #rows>, i32, tensor<32x64xf16, #blocked>
    tt.return %x : tensor<32x64xf16, #blocked>
  }

  // Sizes are given from the fastest dimension on, strides in bytes; the box is a line of the swizzle wide.
  // CHECK-LABEL: tt.func @makes_a_descriptor
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !tt.ptr<f16>, %[[ROWS:[a-z0-9]+]]: i32, %[[COLUMNS:[a-z0-9]+]]: i32, %[[STRIDE:[a-z0-9]+]]: i64
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i64
  // CHECK-DAG: %[[HIGH:.*]] = arith.constant 256 : i32
  // CHECK-DAG: %[[WIDE:.*]] = arith.constant 64 : i32
  // CHECK: %[[A:.*]] = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
  // CHECK: %[[BYTES:.*]] = arith.muli %[[STRIDE]], %[[TWO]] : i64
  // CHECK: ttng.tensormap_create %[[A]], %[[P]], [%[[WIDE]], %[[HIGH]]], [%[[COLUMNS]], %[[ROWS]]], [%[[BYTES]]], [%[[ONE]], %[[ONE]]] {elem_type = 6 : i32, fill_mode = 1 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32}
  // CHECK: ttng.tensormap_fenceproxy_acquire %[[A]]
  // CHECK: ttng.reinterpret_tensor_descriptor %[[A]] : !tt.ptr<i8> to !tt.tensordesc<tensor<512x128xf16, #[[$S]]>>
  tt.func @makes_a_descriptor(%p: !tt.ptr<f16>, %rows: i32, %columns: i32, %stride: i64) -> !tt.tensordesc<tensor<512x128xf16, #boxes>> {
    %one = arith.constant 1 : i64
    %d = tt.make_tensor_descriptor %p, [%rows, %columns], [%stride, %one] {padding = 2 : i32} : !tt.ptr<f16>, !tt.tensordesc<tensor<512x128xf16, #boxes>>
    tt.return %d : !tt.tensordesc<tensor<512x128xf16, #boxes>>
  }

  // CHECK-LABEL: tt.func @makes_others
  // CHECK: ttng.tensormap_create {{.*}} {elem_type = 3 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32}
  // CHECK: ttng.tensormap_create {{.*}} {elem_type = 0 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 2 : i32}
  // CHECK: ttng.tensormap_create {{.*}} {elem_type = 9 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 1 : i32}
  tt.func @makes_others(%p: !tt.ptr<i32>, %q: !tt.ptr<i8>, %r: !tt.ptr<f64>, %n: i32, %s: i64) -> (!tt.tensordesc<tensor<64xsi32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>>, !tt.tensordesc<tensor<8x64xui8, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>>>, !tt.tensordesc<tensor<8x4xf64, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 64}>>>) {
    %one = arith.constant 1 : i64
    %0 = tt.make_tensor_descriptor %p, [%n], [%one] : !tt.ptr<i32>, !tt.tensordesc<tensor<64xsi32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>>
    %1 = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] : !tt.ptr<i8>, !tt.tensordesc<tensor<8x64xui8, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>>>
    %2 = tt.make_tensor_descriptor %r, [%n, %n], [%s, %one] : !tt.ptr<f64>, !tt.tensordesc<tensor<8x4xf64, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 64}>>>
    tt.return %0, %1, %2 : !tt.tensordesc<tensor<64xsi32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>>, !tt.tensordesc<tensor<8x64xui8, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>>>, !tt.tensordesc<tensor<8x4xf64, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 64}>>>
  }
}

// -----

// Numbers of 4 bits that are padded: places, sizes and boxes count them, and memory their bytes.
#blocked = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#fp4 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @padded
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !tt.ptr<i8>, %[[N:[a-z0-9]+]]: i32
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[WIDE:.*]] = arith.constant 128 : i32
  // CHECK: %[[COLUMNS:.*]] = arith.muli %[[N]], %[[TWO]] : i32
  // CHECK: ttng.tensormap_create {{.*}}, [%[[WIDE]], %{{.*}}], [%[[COLUMNS]], %[[N]]], {{.*}} {elem_type = 14 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32}
  // CHECK: ttng.barrier_expect %{{.*}}, 4096,
  // CHECK: %[[PLACE:.*]] = arith.muli %{{.*}}, %[[TWO]] : i32
  // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}[%{{.*}}, %[[PLACE]]]
  tt.func @padded(%p: !tt.ptr<i8>, %n: i32, %s: i64, %i: i32) -> tensor<64x64xi8, #blocked> {
    %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<i8>, !tt.tensordesc<tensor<64x64xi8, #fp4>>
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xi8, #fp4>> -> tensor<64x64xi8, #blocked>
    tt.return %x : tensor<64x64xi8, #blocked>
  }
}

// -----

// A cluster of two: each block waits for its own half.
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @reads_a_part
  // CHECK: ttng.barrier_expect %{{.*}}, 4096,
  tt.func @reads_a_part(%d: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %i: i32) -> tensor<64x64xf16, #blocked> {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #blocked>
    tt.return %x : tensor<64x64xf16, #blocked>
  }
}

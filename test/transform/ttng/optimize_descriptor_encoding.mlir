// RUN: tern-opt %s --split-input-file --triton-nvidia-optimize-descriptor-encoding | FileCheck %s

// The widest swizzle that lines of the block are made of; none where they are too short, too few, or there is one dimension.
// CHECK-DAG: #[[$W128:[a-z0-9]+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[$W64:[a-z0-9]+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[$W0:[a-z0-9]+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[$LINE:[a-z0-9]+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 16, rank = 1}>
// CHECK-DAG: #[[$WISH:[a-z0-9]+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 0, parent = #blocked}>
#wish = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func public @nobody_wishes
  // CHECK-SAME: !tt.tensordesc<tensor<32x64xf16, #[[$W128]]>>, %{{.*}}: !tt.tensordesc<tensor<8x32xf16, #[[$W64]]>>, %{{.*}}: !tt.tensordesc<tensor<4x64xf16, #[[$W0]]>>, %{{.*}}: !tt.tensordesc<tensor<64x8xf16, #[[$W0]]>>, %{{.*}}: !tt.tensordesc<tensor<64xf16, #[[$LINE]]>>
  tt.func public @nobody_wishes(%a: !tt.tensordesc<tensor<32x64xf16>>, %b: !tt.tensordesc<tensor<8x32xf16>>, %c: !tt.tensordesc<tensor<4x64xf16>>, %d: !tt.tensordesc<tensor<64x8xf16>>, %e: !tt.tensordesc<tensor<64xf16>>) {
    tt.return
  }

  // CHECK-LABEL: tt.func public @memory_wishes
  // CHECK: tt.make_tensor_descriptor {{.*}} : <f16>, <tensor<32x64xf16, #[[$WISH]]>>
  // CHECK: tt.descriptor_load {{.*}} : !tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>
  tt.func public @memory_wishes(%p: !tt.ptr<f16>, %n: i32, %s: i64) -> !ttg.memdesc<32x64xf16, #wish, #smem> {
    %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<f16>, !tt.tensordesc<tensor<32x64xf16>>
    %x = tt.descriptor_load %d[%n, %n] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16, #blocked>
    %m = ttg.local_alloc %x : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #wish, #smem>
    tt.return %m : !ttg.memdesc<32x64xf16, #wish, #smem>
  }

  // What is turned around no copy leaves behind; two that differ cannot both have it.
  // CHECK-LABEL: tt.func public @wishes_that_fail
  // CHECK-SAME: %{{.*}}: !tt.tensordesc<tensor<32x64xf16, #[[$W128]]>>, %{{.*}}: !tt.tensordesc<tensor<32x64xf16, #[[$W128]]>>
  tt.func public @wishes_that_fail(%a: !tt.tensordesc<tensor<32x64xf16>>, %b: !tt.tensordesc<tensor<32x64xf16>>, %m: !ttg.memdesc<32x64xf16, #wish, #smem, mutable>, %i: i32) -> (!ttg.memdesc<32x64xf16, #turned, #smem>, !ttg.memdesc<32x64xf16, #other, #smem>) {
    %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16, #blocked>
    %0 = ttg.local_alloc %x : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #turned, #smem>
    %y = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16, #blocked>
    ttg.local_store %y, %m : tensor<32x64xf16, #blocked> -> !ttg.memdesc<32x64xf16, #wish, #smem, mutable>
    %z = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16, #blocked>
    %1 = ttg.local_alloc %z : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #other, #smem>
    tt.return %0, %1 : !ttg.memdesc<32x64xf16, #turned, #smem>, !ttg.memdesc<32x64xf16, #other, #smem>
  }

  // A block of one row is moved as many.
  // CHECK-LABEL: tt.func public @rows
  // CHECK-SAME: %{{.*}}: !tt.tensordesc<tensor<1x64xf16, #[[$W128]]>>
  tt.func public @rows(%d: !tt.tensordesc<tensor<1x64xf16>>, %r: tensor<32xi32, #rows>, %c: i32) -> tensor<32x64xf16, #blocked> {
    %x = tt.descriptor_gather %d[%r, %c] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32, #rows>, i32) -> tensor<32x64xf16, #blocked>
    tt.return %x : tensor<32x64xf16, #blocked>
  }

  // CHECK-LABEL: tt.func public @passed_on
  // CHECK-SAME: %[[A:[a-z0-9]+]]: !tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>
  // CHECK: scf.if {{.*}} -> (!tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>)
  // CHECK: scf.for {{.*}} -> (!tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>)
  // CHECK: scf.while {{.*}} : (!tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>) -> !tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>
  // CHECK: cf.br ^{{.*}}(%{{.*}} : !tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>)
  // CHECK: tt.descriptor_load
  tt.func public @passed_on(%a: !tt.tensordesc<tensor<32x64xf16>>, %c: i1, %n: index, %i: i32) -> !ttg.memdesc<32x64xf16, #wish, #smem> {
    %0 = scf.if %c -> (!tt.tensordesc<tensor<32x64xf16>>) {
      scf.yield %a : !tt.tensordesc<tensor<32x64xf16>>
    } else {
      scf.yield %a : !tt.tensordesc<tensor<32x64xf16>>
    }
    %1 = scf.for %k = %n to %n step %n iter_args(%e = %0) -> (!tt.tensordesc<tensor<32x64xf16>>) {
      scf.yield %e : !tt.tensordesc<tensor<32x64xf16>>
    }
    %2 = scf.while (%e = %1) : (!tt.tensordesc<tensor<32x64xf16>>) -> !tt.tensordesc<tensor<32x64xf16>> {
      scf.condition(%c) %e : !tt.tensordesc<tensor<32x64xf16>>
    } do {
    ^bb0(%e: !tt.tensordesc<tensor<32x64xf16>>):
      scf.yield %e : !tt.tensordesc<tensor<32x64xf16>>
    }
    cf.br ^next(%2 : !tt.tensordesc<tensor<32x64xf16>>)
  ^next(%f: !tt.tensordesc<tensor<32x64xf16>>):
    %x = tt.descriptor_load %f[%i, %i] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16, #blocked>
    %m = ttg.local_alloc %x : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #wish, #smem>
    tt.return %m : !ttg.memdesc<32x64xf16, #wish, #smem>
  }

  // CHECK-LABEL: tt.func public @partitions
  // CHECK-SAME: %{{.*}}: !tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>
  // CHECK: partition0(%{{.*}}: !tt.tensordesc<tensor<32x64xf16, #[[$WISH]]>>, %{{.*}}: i32)
  tt.func public @partitions(%a: !tt.tensordesc<tensor<32x64xf16>>, %i: i32) {
    ttg.warp_specialize(%a, %i)
    default {
      ttg.warp_yield
    }
    partition0(%d: !tt.tensordesc<tensor<32x64xf16>>, %k: i32) num_warps(4) {
      %x = tt.descriptor_load %d[%k, %k] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16, #blocked>
      %m = ttg.local_alloc %x : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #wish, #smem>
      %y = ttg.local_load %m : !ttg.memdesc<32x64xf16, #wish, #smem> -> tensor<32x64xf16, #blocked>
      tt.descriptor_store %d[%k, %k], %y : !tt.tensordesc<tensor<32x64xf16>>, tensor<32x64xf16, #blocked>
      ttg.warp_return
    } : (!tt.tensordesc<tensor<32x64xf16>>, i32) -> ()
    tt.return
  }

  // Functions agree by having what nobody wishes.
  // CHECK-LABEL: tt.func public @calls
  // CHECK-SAME: %{{.*}}: !tt.tensordesc<tensor<32x64xf16, #[[$W128]]>>
  // CHECK: tt.call @called(%{{.*}}) : (!tt.tensordesc<tensor<32x64xf16, #[[$W128]]>>) -> !tt.tensordesc<tensor<32x64xf16, #[[$W128]]>>
  tt.func public @calls(%a: !tt.tensordesc<tensor<32x64xf16>>) {
    %0 = tt.call @called(%a) : (!tt.tensordesc<tensor<32x64xf16>>) -> !tt.tensordesc<tensor<32x64xf16>>
    tt.return
  }
  // CHECK: tt.func private @called(%{{.*}}: !tt.tensordesc<tensor<32x64xf16, #[[$W128]]>>) -> !tt.tensordesc<tensor<32x64xf16, #[[$W128]]>>
  tt.func private @called(%a: !tt.tensordesc<tensor<32x64xf16>>) -> !tt.tensordesc<tensor<32x64xf16>> {
    %i = arith.constant 0 : i32
    %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16, #blocked>
    %m = ttg.local_alloc %x : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #wish, #smem>
    tt.return %a : !tt.tensordesc<tensor<32x64xf16>>
  }
}

// -----

// Blocks of a cluster have the parts that the tensor's encoding gives them; where two disagree each has all.
// CHECK-DAG: #[[$PART:[a-z0-9]+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = {{\[\[}}1, 0]]}>
// CHECK-DAG: #[[$ALL:[a-z0-9]+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#down = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#across = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func public @clusters
  // CHECK-SAME: %{{.*}}: !tt.tensordesc<tensor<64x64xf16, #[[$PART]]>>, %{{.*}}: !tt.tensordesc<tensor<64x64xf16, #[[$ALL]]>>
  tt.func public @clusters(%a: !tt.tensordesc<tensor<64x64xf16>>, %b: !tt.tensordesc<tensor<64x64xf16>>, %x: tensor<64x64xf16, #down>, %y: tensor<64x64xf16, #across>, %i: i32) {
    tt.descriptor_store %a[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #down>
    tt.descriptor_store %b[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #down>
    tt.descriptor_store %b[%i, %i], %y : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #across>
    tt.return
  }
}

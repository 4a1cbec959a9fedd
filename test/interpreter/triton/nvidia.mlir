// ttng: products of groups of warps, copies by tensor maps, tensor memory. What runs by itself on a GPU is done at once.
// RUN: tern-opt %s --interpret=products | FileCheck %s --check-prefix=PRODUCTS
// RUN: tern-opt %s --interpret=tensor_memory | FileCheck %s --check-prefix=TMEM
// RUN: tern-opt %s --check-each --triton-nvidia-optimize-descriptor-encoding --triton-nvidia-tma-lowering -o %t.mlir 2>&1 | FileCheck %s --allow-empty --check-prefix=EACH
// RUN: FileCheck %s --check-prefix=LOWERED < %t.mlir
// RUN: tern-run %t.mlir --interpret --function=copies --grid=1 --input=4x4xf32=0,1,2,3,10,11,12,13,20,21,22,23,30,31,32,33 --input=8x8xf32=7 --input=8x8xf32=1 \
// RUN:   --input=i32=4 --input=i64=4 | FileCheck %s --check-prefix=COPIES
// RUN: tern-run %t.mlir --interpret --function=rows --grid=1 --input=3x8xf32=0,1,2,3,4,5,6,7,10,11,12,13,14,15,16,17,20,21,22,23,24,25,26,27 \
// RUN:   --input=8x8xf32=9 | FileCheck %s --check-prefix=ROWS
// RUN: not tern-run %t.mlir --interpret --function=copies --grid=1 --input=4x4xf32=0 --input=8x8xf32=7 --input=8x8xf32=1 --input=i32=5 --input=i64=4 \
// RUN:   2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: tern-run %t.mlir --interpret --function=own_maps --grid=2 --input=8x8xf32=1 | FileCheck %s --check-prefix=OWN
// RUN: not tern-opt %s --interpret=no_map 2>&1 | FileCheck %s --check-prefix=NO-MAP
// EACH-NOT: {{error|warning}}

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.slice<{dim = 0, parent = #blocked}>
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 16]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 16, colStride = 1>
#half = #ttng.tensor_memory_encoding<blockM = 128, blockN = 8, colStride = 1>
#rows = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#few = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // 16 products of 2 and 3, with and without the sums.
  // PRODUCTS: @products #0: ( ( 97, 97,
  // PRODUCTS: @products #1: ( ( 96, 96,
  tt.func @products() -> (tensor<64x8xf32, #mma>, tensor<64x8xf32, #mma>) {
    %x = arith.constant dense<2.0> : tensor<64x16xf16, #blocked>
    %y = arith.constant dense<3.0> : tensor<16x8xf16, #blocked>
    %c = arith.constant dense<1.0> : tensor<64x8xf32, #mma>
    %false = arith.constant false
    %a = ttg.local_alloc %x : (tensor<64x16xf16, #blocked>) -> !ttg.memdesc<64x16xf16, #a, #smem>
    %b = ttg.local_alloc %y : (tensor<16x8xf16, #blocked>) -> !ttg.memdesc<16x8xf16, #b, #smem>
    ttng.fence_async_shared {bCluster = false}
    %0 = ttng.warp_group_dot %a, %b, %c {isAsync = true} : !ttg.memdesc<64x16xf16, #a, #smem> * !ttg.memdesc<16x8xf16, #b, #smem> -> tensor<64x8xf32, #mma>
    %1 = ttng.warp_group_dot %a, %b, %c, %false {isAsync = true} : !ttg.memdesc<64x16xf16, #a, #smem> * !ttg.memdesc<16x8xf16, #b, #smem> -> tensor<64x8xf32, #mma>
    %2:2 = ttng.warp_group_dot_wait %0, %1 {pendings = 0 : i32} : tensor<64x8xf32, #mma>, tensor<64x8xf32, #mma>
    tt.return %2#0, %2#1 : tensor<64x8xf32, #mma>, tensor<64x8xf32, #mma>
  }

  // A product that is not to happen changes nothing; of columns 8 and on, others are written over.
  // TMEM: @tensor_memory #0: ( ( 97, 97, 97, 97, 97, 97, 97, 97, 5, 5, 5, 5, 5, 5, 5, 5 )
  tt.func @tensor_memory() -> tensor<128x16xf32, #rows> {
    %x = arith.constant dense<2.0> : tensor<128x16xf16, #blocked>
    %y = arith.constant dense<3.0> : tensor<16x16xf16, #blocked>
    %c = arith.constant dense<1.0> : tensor<128x16xf32, #rows>
    %five = arith.constant dense<5.0> : tensor<128x8xf32, #few>
    %true = arith.constant true
    %false = arith.constant false
    %a = ttg.local_alloc %x : (tensor<128x16xf16, #blocked>) -> !ttg.memdesc<128x16xf16, #a, #smem>
    %b = ttg.local_alloc %y : (tensor<16x16xf16, #blocked>) -> !ttg.memdesc<16x16xf16, #a, #smem>
    %d, %t = ttng.tmem_alloc %c : (tensor<128x16xf32, #rows>) -> (!ttg.memdesc<128x16xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %u = ttng.tc_gen5_mma %a, %b, %d[%t], %true, %true : !ttg.memdesc<128x16xf16, #a, #smem>, !ttg.memdesc<16x16xf16, #a, #smem>, !ttg.memdesc<128x16xf32, #tmem, #ttng.tensor_memory, mutable>
    %v = ttng.tc_gen5_mma %a, %b, %d[%u], %true, %false : !ttg.memdesc<128x16xf16, #a, #smem>, !ttg.memdesc<16x16xf16, #a, #smem>, !ttg.memdesc<128x16xf32, #tmem, #ttng.tensor_memory, mutable>
    %s = ttng.tmem_subslice %d {N = 8 : i32} : !ttg.memdesc<128x16xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x8xf32, #half, #ttng.tensor_memory, mutable, 128x16>
    ttng.tmem_store %five, %s, %true : tensor<128x8xf32, #few> -> !ttg.memdesc<128x8xf32, #half, #ttng.tensor_memory, mutable, 128x16>
    ttng.tmem_store %c, %d, %false : tensor<128x16xf32, #rows> -> !ttg.memdesc<128x16xf32, #tmem, #ttng.tensor_memory, mutable>
    %r, %w = ttng.tmem_load %d[%v] : !ttg.memdesc<128x16xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x16xf32, #rows>
    tt.return %r : tensor<128x16xf32, #rows>
  }

  // A block that begins at [2, 1] of an array with 4 rows and columns; what is outside is zero.
  // COPIES: y( ( 21, 22, 23, 0, 0, 0, 0, 0 ), ( 31, 32, 33, 0, 0, 0, 0, 0 ), ( 0, 0,
  // COPIES: z( ( 22, 23, 24, 1, 1, 1, 1, 1 ), ( 32, 33, 34, 1, 1, 1, 1, 1 ), ( 1, 1,
  // LOWERED-LABEL: tt.func public @copies
  // LOWERED: ttng.tensormap_create
  // LOWERED: ttng.async_tma_copy_global_to_local
  // LOWERED: ttng.async_tma_copy_local_to_global
  // LOWERED: ttng.async_tma_reduce
  // BEYOND: error: 'ttng.async_tma_copy_global_to_local' op program (0, 0, 0) loads 4 bytes at offset 64 of argument 0, which has 64 bytes
  tt.func public @copies(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>, %n: i32, %s: i64) {
    %c0 = arith.constant 0 : i32
    %row = arith.constant 2 : i32
    %column = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %one = arith.constant 1 : i64
    %eight = arith.constant 8 : i64
    %dx = tt.make_tensor_descriptor %x, [%n, %n], [%s, %one] : <f32>, <tensor<8x8xf32>>
    %dy = tt.make_tensor_descriptor %y, [%c8, %c8], [%eight, %one] : <f32>, <tensor<8x8xf32>>
    %dz = tt.make_tensor_descriptor %z, [%c8, %c8], [%eight, %one] : <f32>, <tensor<8x8xf32>>
    %0 = tt.descriptor_load %dx[%row, %column] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32, #blocked>
    tt.descriptor_store %dy[%c0, %c0], %0 : !tt.tensordesc<tensor<8x8xf32>>, tensor<8x8xf32, #blocked>
    tt.descriptor_reduce add, %dz[%c0, %c0], %0 : !tt.tensordesc<tensor<8x8xf32>>, tensor<8x8xf32, #blocked>
    %1 = tt.descriptor_load %dy[%c0, %c0] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32, #blocked>
    %2 = tt.descriptor_load %dz[%c0, %c0] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32, #blocked>
    tt.print " y" {hex = false, isSigned = array<i32: 0>} : %1 : tensor<8x8xf32, #blocked>
    tt.print " z" {hex = false, isSigned = array<i32: 0>} : %2 : tensor<8x8xf32, #blocked>
    tt.return
  }

  // Rows 0 to 7, of which there are three, to rows 0 to 7.
  // ROWS: y( ( 0, 1, 2, 3, 4, 5, 6, 7 ), ( 10, 11, 12, 13, 14, 15, 16, 17 ), ( 20, 21, 22, 23, 24, 25, 26, 27 ), ( 0, 0,
  // LOWERED-LABEL: tt.func public @rows
  // LOWERED: ttng.async_tma_gather
  // LOWERED: ttng.async_tma_scatter
  tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %c0 = arith.constant 0 : i32
    %c3 = arith.constant 3 : i32
    %c8 = arith.constant 8 : i32
    %one = arith.constant 1 : i64
    %eight = arith.constant 8 : i64
    %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #line>
    %dx = tt.make_tensor_descriptor %x, [%c3, %c8], [%eight, %one] : <f32>, <tensor<1x8xf32>>
    %dy = tt.make_tensor_descriptor %y, [%c8, %c8], [%eight, %one] : <f32>, <tensor<1x8xf32>>
    %0 = tt.descriptor_gather %dx[%r, %c0] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32, #line>, i32) -> tensor<8x8xf32, #blocked>
    tt.descriptor_scatter %dy[%r, %c0], %0 : !tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32, #line>, i32, tensor<8x8xf32, #blocked>
    %1 = tt.descriptor_gather %dy[%r, %c0] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32, #line>, i32) -> tensor<8x8xf32, #blocked>
    tt.print " y" {hex = false, isSigned = array<i32: 0>} : %1 : tensor<8x8xf32, #blocked>
    tt.return
  }

  // A descriptor that the host makes.
  // LOWERED-LABEL: tt.func public @described
  // LOWERED: ttng.async_tma_copy_global_to_local
  tt.func public @described(%x: !tt.tensordesc<tensor<8x8xf32>>, %y: !tt.tensordesc<tensor<8x8xf32>>) {
    %p = tt.get_program_id x : i32
    %q = tt.get_program_id y : i32
    %c248 = arith.constant 248 : i32
    %at = arith.muli %q, %c248 : i32
    %0 = tt.descriptor_load %x[%p, %at] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32, #blocked>
    tt.descriptor_store %y[%p, %at], %0 : !tt.tensordesc<tensor<8x8xf32>>, tensor<8x8xf32, #blocked>
    tt.return
  }

  // Each program has its tensor map in memory of its own, at the same address.
  // OWN: (0, 0, 0) y( ( 1,
  // OWN: (1, 0, 0) y( ( 1,
  tt.func public @own_maps(%x: !tt.ptr<f32>) {
    %c0 = arith.constant 0 : i32
    %c8 = arith.constant 8 : i32
    %one = arith.constant 1 : i64
    %eight = arith.constant 8 : i64
    %dx = tt.make_tensor_descriptor %x, [%c8, %c8], [%eight, %one] : <f32>, <tensor<8x8xf32>>
    %0 = tt.descriptor_load %dx[%c0, %c0] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32, #blocked>
    tt.print " y" {hex = false, isSigned = array<i32: 0>} : %0 : tensor<8x8xf32, #blocked>
    tt.return
  }

  // NO-MAP: error: 'ttng.reinterpret_tensor_descriptor' op finds no tensor map
  tt.func private @no_map() {
    %p = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    %d = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<tensor<8x8xf32, #a>>
    tt.return
  }
}

// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --tritongpu-partition-scheduling | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#load = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.slice<{dim = 1, parent = #rows}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128x64xf16, #boxes, #smem>
!small = !ttg.memdesc<64x64xf16, #boxes, #smem>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // Loads and memory that they fill are 2's, the product and its views 1's, what is computed of it 0's. What computes places of
  // loads goes with these, and a number that all use is computed by all.
  // CHECK-LABEL: @product
  // CHECK: scf.for
  // CHECK-NEXT: %[[K:.*]] = arith.muli {{.*}} {ttg.partition = array<i32: 0, 2>}
  // CHECK-NEXT: arith.addi {{.*}} {ttg.partition = array<i32: 2>}
  // CHECK-NEXT: tt.descriptor_load {{.*}} {ttg.partition = array<i32: 2>}
  // CHECK-NEXT: %[[M:.*]] = ttg.local_alloc {{.*}} {ttg.partition = array<i32: 2>}
  // CHECK-NEXT: ttg.local_alloc {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: %[[OWN:.*]] = ttg.memdesc_trans %[[M]] {{.*}}ttg.partition = array<i32: 1>
  // CHECK-NEXT: %[[OTHERS:.*]] = ttg.memdesc_trans %[[M]] {{.*}}ttg.partition = array<i32: 0>
  // CHECK-NEXT: ttng.tc_gen5_mma %{{.*}}, %[[OWN]], {{.*}} {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: ttng.tmem_load {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: "use"({{.*}} %[[OTHERS]], %[[K]]) {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: scf.yield {ttg.partition = array<i32: 0, 1, 2>}
  // CHECK-NEXT: } {tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.func @product(%a: !tile, %d: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %false = arith.constant false
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %t) -> (!ttg.async.token) : i32 {
      %k = arith.muli %i, %n : i32
      %j = arith.addi %k, %c1 : i32
      %b = tt.descriptor_load %d[%j, %c0] : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #load>
      %s = ttg.local_alloc %b : (tensor<64x64xf16, #load>) -> !small
      %o = ttg.local_alloc %b : (tensor<64x64xf16, #load>) -> !ttg.memdesc<64x64xf16, #plain, #smem>
      %v = ttg.memdesc_trans %s {order = array<i32: 1, 0>} : !small -> !ttg.memdesc<64x64xf16, #turned, #smem>
      %w = ttng.tc_gen5_mma %a, %v, %m[%u], %false, %true : !tile, !ttg.memdesc<64x64xf16, #turned, #smem>, !sums
      %c, %x = ttng.tmem_load %m[%w] : !sums -> tensor<128x64xf32, #rows>
      "use"(%c, %o, %v, %k) : (tensor<128x64xf32, #rows>, !ttg.memdesc<64x64xf16, #plain, #smem>, !ttg.memdesc<64x64xf16, #turned, #smem>, i32) -> ()
      scf.yield %x : !ttg.async.token
    } {tt.warp_specialize}
    tt.return
  }

  // Sums that begin anew with the same tensor are set by whom the product is of; sums that come back changed are not.
  // CHECK-LABEL: @begin
  // CHECK: ttng.tmem_store {{.*}} {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: ttng.tc_gen5_mma
  // CHECK: scf.for
  // CHECK: ttng.tc_gen5_mma
  // CHECK: ttng.tmem_store {{.*}} {ttg.partition = array<i32: 0>}
  tt.func @begin(%a: !tile, %b: !small, %n: i32, %z: tensor<128x64xf32, #rows>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    scf.for %i = %c0 to %n step %c1 iter_args(%u = %t) -> (!ttg.async.token) : i32 {
      %v = ttng.tmem_store %z, %m[%u], %true : tensor<128x64xf32, #rows> -> !sums
      %w = ttng.tc_gen5_mma %a, %b, %m[%v], %true, %true : !tile, !small, !sums
      %c, %x = ttng.tmem_load %m[%w] : !sums -> tensor<128x64xf32, #rows>
      "use"(%c) : (tensor<128x64xf32, #rows>) -> ()
      scf.yield %x : !ttg.async.token
    } {tt.warp_specialize}
    %p, %q = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    scf.for %i = %c0 to %n step %c1 iter_args(%u = %q) -> (!ttg.async.token) : i32 {
      %w = ttng.tc_gen5_mma %a, %b, %p[%u], %true, %true : !tile, !small, !sums
      %c, %x = ttng.tmem_load %p[%w] : !sums -> tensor<128x64xf32, #rows>
      %e = arith.addf %c, %z : tensor<128x64xf32, #rows>
      %y = ttng.tmem_store %e, %p[%x], %true : tensor<128x64xf32, #rows> -> !sums
      scf.yield %y : !ttg.async.token
    } {tt.warp_specialize}
    tt.return
  }

  // The second product has a partition of its own for what comes of it. Of what both need, the part that leads to the second one is
  // computed twice; the sum over iterations stays with the first one.
  // CHECK-LABEL: @two
  // CHECK: math.exp2 {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: %[[S:.*]] = "sum"({{.*}}) {ttg.partition = array<i32: 3>}
  // CHECK-NEXT: "sum"({{.*}}) {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: %[[C:.*]] = "half"(%[[S]]) {ttg.partition = array<i32: 3>}
  // CHECK-NEXT: %[[H:.*]] = "half"({{.*}}) {ttg.partition = array<i32: 0>}
  // CHECK: arith.addf %{{.*}}, %[[H]] {ttg.partition = array<i32: 0>}
  // CHECK: "scale"(%{{.*}}, %[[C]]) {ttg.partition = array<i32: 3>}
  // CHECK: } {{.*}}ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32, 1 : i32]
  tt.func @two(%a: !tile, %b: !small, %n: i32, %z: tensor<128xf32, #line>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %false = arith.constant false
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %p, %q = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %l:3 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %t, %v = %q, %s = %z) -> (!ttg.async.token, !ttg.async.token, tensor<128xf32, #line>) : i32 {
      %w = ttng.tc_gen5_mma %a, %b, %m[%u], %false, %true : !tile, !small, !sums
      %c, %x = ttng.tmem_load %m[%w] : !sums -> tensor<128x64xf32, #rows>
      %e = math.exp2 %c : tensor<128x64xf32, #rows>
      %g = "sum"(%e) : (tensor<128x64xf32, #rows>) -> tensor<128xf32, #line>
      %h = "half"(%g) : (tensor<128xf32, #line>) -> tensor<128xf32, #line>
      %f = arith.addf %s, %h : tensor<128xf32, #line>
      %o, %y = ttng.tmem_load %p[%v] : !sums -> tensor<128x64xf32, #rows>
      %k = "scale"(%o, %h) : (tensor<128x64xf32, #rows>, tensor<128xf32, #line>) -> tensor<128x64xf32, #rows>
      %j = ttng.tmem_store %k, %p[%y], %true : tensor<128x64xf32, #rows> -> !sums
      %d = arith.truncf %e : tensor<128x64xf32, #rows> to tensor<128x64xf16, #rows>
      %d2 = ttg.local_alloc %d : (tensor<128x64xf16, #rows>) -> !tile
      %r = ttng.tc_gen5_mma %d2, %b, %p[%j], %true, %true : !tile, !small, !sums
      scf.yield %x, %r, %f : !ttg.async.token, !ttg.async.token, tensor<128xf32, #line>
    } {tt.warp_specialize}
    "use"(%l#2) : (tensor<128xf32, #line>) -> ()
    tt.return
  }
}

// -----

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  // An atomic op is done once. A condition is computed by all who branch; a reduction stays in one piece; what nobody uses is 0's.
  // CHECK-LABEL: @rest
  // CHECK: tt.atomic_rmw {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK: tt.descriptor_load {{.*}} {ttg.partition = array<i32: 2>}
  // CHECK: "tt.reduce"
  // CHECK: arith.addf {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: tt.reduce.return {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: }) {ttg.partition = array<i32: 0>, ttg.partition.outputs = [array<i32: 0>]}
  // CHECK: arith.cmpi {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK: scf.if
  // CHECK-NEXT: "first"({{.*}}) {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: scf.yield {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: } {ttg.partition = array<i32: 0>, ttg.partition.outputs = [array<i32: 0>]}
  // CHECK: tt.splat {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK: llvm.intr.assume {{.*}} {ttg.partition = array<i32: 0>}
  // CHECK: tt.store {{.*}} {ttg.partition = array<i32: 0>}
  tt.func @rest(%d: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %p: !tt.ptr<i32>, %n: i32, %f: tensor<64xf16, #ttg.slice<{dim = 1, parent = #rows}>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    scf.for %i = %c0 to %n step %c1 : i32 {
      %j = tt.atomic_rmw add, acq_rel, gpu, %p, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
      %b = tt.descriptor_load %d[%j, %c0] : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #rows>
      %s = "tt.reduce"(%b) <{axis = 1 : i32}> ({
      ^bb0(%x: f16, %y: f16):
        %z = arith.addf %x, %y : f16
        tt.reduce.return %z : f16
      }) : (tensor<64x64xf16, #rows>) -> tensor<64xf16, #ttg.slice<{dim = 1, parent = #rows}>>
      %k = arith.cmpi slt, %j, %n : i32
      %v = scf.if %k -> tensor<64xf16, #ttg.slice<{dim = 1, parent = #rows}>> {
        %w = "first"(%s) : (tensor<64xf16, #ttg.slice<{dim = 1, parent = #rows}>>) -> tensor<64xf16, #ttg.slice<{dim = 1, parent = #rows}>>
        scf.yield %w : tensor<64xf16, #ttg.slice<{dim = 1, parent = #rows}>>
      } else {
        scf.yield %f : tensor<64xf16, #ttg.slice<{dim = 1, parent = #rows}>>
      }
      "use"(%v, %j) : (tensor<64xf16, #ttg.slice<{dim = 1, parent = #rows}>>, i32) -> ()
      %l = tt.splat %i : i32 -> tensor<64xi32, #line>
      llvm.intr.assume %k : i1
      tt.store %p, %i : !tt.ptr<i32>
    } {tt.warp_specialize}
    tt.return
  }

  // Partitions that a loop has stay. Each expands for itself what it gets from the other.
  // CHECK-LABEL: @given
  // CHECK: %[[X:.*]] = "make"
  // CHECK-DAG: %[[E:.*]] = tt.expand_dims %[[X]] {axis = 1 : i32, ttg.partition = array<i32: 1>}
  // CHECK-DAG: %[[B:.*]] = tt.broadcast %[[E]] {ttg.partition = array<i32: 1>}
  // CHECK-DAG: "use"(%[[B]]) {ttg.partition = array<i32: 1>}
  // CHECK: ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 3 : i32], ttg.warp_specialize.tag = 1 : i32
  tt.func @given(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = "make"() {ttg.partition = array<i32: 0>} : () -> tensor<64xf32>
      %e = tt.expand_dims %x {axis = 1 : i32, ttg.partition = array<i32: 0>} : tensor<64xf32> -> tensor<64x1xf32>
      %b = tt.broadcast %e {ttg.partition = array<i32: 0>} : tensor<64x1xf32> -> tensor<64x64xf32>
      "use"(%b) {ttg.partition = array<i32: 1>} : (tensor<64x64xf32>) -> ()
    } {tt.warp_specialize, ttg.partition.stages = [0 : i32, 3 : i32], ttg.warp_specialize.tag = 7 : i32}
    tt.return
  }

  // Loops that load through pointers stay, and so do those that nobody wants divided.
  // CHECK-LABEL: @others
  // CHECK-NOT: ttg.partition
  tt.func @others(%d: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %p: tensor<64x!tt.ptr<f32>, #line>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %p : tensor<64x!tt.ptr<f32>, #line>
      "use"(%x) : (tensor<64xf32, #line>) -> ()
    } {tt.warp_specialize}
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #rows>
      "use"(%x) : (tensor<64x64xf16, #rows>) -> ()
    }
    tt.return
  }
}

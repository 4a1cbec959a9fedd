// RUN: tern-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#l = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#l2 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#l4 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#l8 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#o = #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>
#s = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#st = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#same = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#p = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#q = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @conversions
  // CHECK-SAME: (%[[X:.*]]: tensor<16x32xf32, #[[B:.*]]>, %{{.*}}: f32)
  tt.func @conversions(%x: tensor<16x32xf32, #b>, %y: f32) -> (tensor<16x32xf32, #b>, tensor<16x32xf32, #t>, tensor<16x32xf32, #t>, tensor<128xi32, #l2>, tensor<16x32xf32, #t>) {
    // CHECK-DAG: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<16x32xf32, #[[T:.*]]>
    // CHECK-DAG: %[[S:.*]] = tt.splat %{{.*}} : f32 -> tensor<16x32xf32, #[[T]]>
    // CHECK-DAG: %[[R:.*]] = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #[[L2:.*]]>
    // CHECK-DAG: %[[V:.*]] = ttg.convert_layout %[[X]] : tensor<16x32xf32, #[[B]]> -> tensor<16x32xf32, #[[T]]>
    // CHECK: tt.return %[[X]], %[[S]], %[[C]], %[[R]], %[[V]]
    %a = ttg.convert_layout %x : tensor<16x32xf32, #b> -> tensor<16x32xf32, #t>
    %b = ttg.convert_layout %a : tensor<16x32xf32, #t> -> tensor<16x32xf32, #b>
    %s = tt.splat %y : f32 -> tensor<16x32xf32, #b>
    %c = ttg.convert_layout %s : tensor<16x32xf32, #b> -> tensor<16x32xf32, #t>
    %one = arith.constant dense<1.0> : tensor<16x32xf32, #b>
    %d = ttg.convert_layout %one : tensor<16x32xf32, #b> -> tensor<16x32xf32, #t>
    %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #l>
    %e = ttg.convert_layout %r : tensor<128xi32, #l> -> tensor<128xi32, #l2>
    tt.return %b, %c, %d, %e, %a : tensor<16x32xf32, #b>, tensor<16x32xf32, #t>, tensor<16x32xf32, #t>, tensor<128xi32, #l2>, tensor<16x32xf32, #t>
  }

  // Sums that become an operand are left as they are.
  // CHECK-LABEL: tt.func @keeps_operands
  tt.func @keeps_operands(%x: tensor<32x32xf32, #b>) -> tensor<32x32xf32, #o> {
    // CHECK: ttg.convert_layout
    // CHECK: ttg.convert_layout
    %a = ttg.convert_layout %x : tensor<32x32xf32, #b> -> tensor<32x32xf32, #m>
    %b = ttg.convert_layout %a : tensor<32x32xf32, #m> -> tensor<32x32xf32, #o>
    tt.return %b : tensor<32x32xf32, #o>
  }

  // CHECK-LABEL: tt.func @memory
  // CHECK-SAME: (%[[X:.*]]: tensor<16x32xf32, #{{.*}}>, %[[M:.*]]: !ttg.memdesc<16x32xf32, {{.*}}, mutable>, %[[N:.*]]: !ttg.memdesc<16x32xf32, #{{[a-z0-9]*}}, #{{[a-z0-9]*}}>)
  tt.func @memory(%x: tensor<16x32xf32, #b>, %m: !ttg.memdesc<16x32xf32, #s, #smem, mutable>, %n: !ttg.memdesc<16x32xf32, #s, #smem>) -> (tensor<16x32xf32, #t>, !ttg.memdesc<16x32xf32, #s, #smem>, !ttg.memdesc<16x32xf32, #s, #smem>) {
    // CHECK: %[[L:.*]] = ttg.local_load %[[M]] : {{.*}} -> tensor<16x32xf32, #{{.*}}>
    // CHECK-NEXT: ttg.local_store %[[X]], %[[M]]
    // CHECK-NEXT: %[[A:.*]] = ttg.local_alloc %[[X]]
    // CHECK-NEXT: tt.return %[[L]], %[[A]], %[[N]]
    %a = ttg.convert_layout %x : tensor<16x32xf32, #b> -> tensor<16x32xf32, #t>
    %l = ttg.local_load %m : !ttg.memdesc<16x32xf32, #s, #smem, mutable> -> tensor<16x32xf32, #b>
    ttg.local_store %a, %m : tensor<16x32xf32, #t> -> !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    %c = ttg.convert_layout %l : tensor<16x32xf32, #b> -> tensor<16x32xf32, #t>
    %d = ttg.local_alloc %a : (tensor<16x32xf32, #t>) -> !ttg.memdesc<16x32xf32, #s, #smem>
    %e = ttg.local_load %n : !ttg.memdesc<16x32xf32, #s, #smem> -> tensor<16x32xf32, #b>
    %f = ttg.local_alloc %e : (tensor<16x32xf32, #b>) -> !ttg.memdesc<16x32xf32, #s, #smem>
    tt.return %c, %d, %f : tensor<16x32xf32, #t>, !ttg.memdesc<16x32xf32, #s, #smem>, !ttg.memdesc<16x32xf32, #s, #smem>
  }

  // Memory that nobody writes to goes with its last use, other memory stays.
  // CHECK-LABEL: tt.func @unused
  // CHECK-NEXT: ttg.local_alloc {allocation.offset = 0 : i32} : () -> {{.*}}mutable>
  // CHECK-NEXT: ttg.local_dealloc
  // CHECK-NEXT: tt.return
  tt.func @unused(%x: tensor<16x32xf32, #b>) {
    %a = ttg.local_alloc %x : (tensor<16x32xf32, #b>) -> !ttg.memdesc<16x32xf32, #s, #smem>
    %b = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    ttg.local_dealloc %b : !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    tt.return
  }

  // CHECK-LABEL: tt.func @views
  // CHECK-SAME: (%[[M:.*]]: !ttg.memdesc
  // CHECK-NEXT: tt.return %[[M]], %[[M]]
  tt.func @views(%m: !ttg.memdesc<16x32xf32, #s, #smem, mutable>) -> (!ttg.memdesc<16x32xf32, #s, #smem, mutable>, !ttg.memdesc<16x32xf32, #s, #smem, mutable>) {
    %a = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #s, #smem, mutable> -> !ttg.memdesc<32x16xf32, #st, #smem, mutable>
    %b = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<32x16xf32, #st, #smem, mutable> -> !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    %c = ttg.memdesc_reinterpret %m : !ttg.memdesc<16x32xf32, #s, #smem, mutable> -> !ttg.memdesc<16x32xf32, #s, #smem, mutable>
    tt.return %b, %c : !ttg.memdesc<16x32xf32, #s, #smem, mutable>, !ttg.memdesc<16x32xf32, #s, #smem, mutable>
  }

  // CHECK-LABEL: tt.func @captures
  // CHECK-SAME: (%[[X:.*]]: i32, %{{.*}}: i32)
  // CHECK: ttg.warp_specialize(%[[X]])
  // CHECK: partition0(%[[A:.*]]: i32) num_warps(4)
  // CHECK-NEXT: "use"(%[[A]], %[[A]])
  tt.func @captures(%x: i32, %y: i32) {
    ttg.warp_specialize(%x, %y, %x)
    default {
      ttg.warp_yield
    }
    partition0(%a: i32, %b: i32, %c: i32) num_warps(4) {
      "use"(%a, %c) : (i32, i32) -> ()
      ttg.warp_return
    } : (i32, i32, i32) -> ()
    tt.return
  }

  // What is read in any layout is read as it lies, but for a gather whose layout was chosen.
  // CHECK-LABEL: tt.func @takes_sources
  // CHECK-SAME: (%[[X:.*]]: tensor<32x16xf32, #{{.*}}>, %[[I:.*]]: tensor<16x16xi32, #{{.*}}>, %[[N:.*]]: tensor<128xi32, #[[L:[a-z0-9]+]]>, %[[M:.*]]: tensor<128xi1, #[[L2:[a-z0-9]+]]>)
  tt.func @takes_sources(%x: tensor<32x16xf32, #b>, %i: tensor<16x16xi32, #t>, %n: tensor<128xi32, #l>, %m: tensor<128xi1, #l2>) -> (tensor<16x16xf32, #t>, tensor<16x16xf32, #t>, tensor<32xi32, #l2>) {
    // CHECK: %[[C:.*]] = ttg.convert_layout %[[X]]
    // CHECK: tt.gather %[[X]][%[[I]]] {axis = 0 : i32}
    // CHECK: tt.gather %[[C]][%[[I]]] {axis = 0 : i32, efficient_layout}
    // CHECK: %[[K:.*]] = ttg.convert_layout %[[M]] : tensor<128xi1, #[[L2]]> -> tensor<128xi1, #[[L]]>
    // CHECK: tt.histogram %[[N]], %[[K]] : tensor<128xi32, #[[L]]>
    %c = ttg.convert_layout %x : tensor<32x16xf32, #b> -> tensor<32x16xf32, #t>
    %0 = tt.gather %c[%i] {axis = 0 : i32} : (tensor<32x16xf32, #t>, tensor<16x16xi32, #t>) -> tensor<16x16xf32, #t>
    %1 = tt.gather %c[%i] {axis = 0 : i32, efficient_layout} : (tensor<32x16xf32, #t>, tensor<16x16xi32, #t>) -> tensor<16x16xf32, #t>
    %d = ttg.convert_layout %n : tensor<128xi32, #l> -> tensor<128xi32, #l2>
    %2 = tt.histogram %d, %m : tensor<128xi32, #l2> -> tensor<32xi32, #l2>
    tt.return %0, %1, %2 : tensor<16x16xf32, #t>, tensor<16x16xf32, #t>, tensor<32xi32, #l2>
  }

  // A conversion to what is the same layout is none; elements in any order may be where others are.
  // CHECK-LABEL: tt.func @reshapes
  // CHECK-SAME: (%[[X:.*]]: tensor<16x32xf32, #{{.*}}>)
  tt.func @reshapes(%x: tensor<16x32xf32, #b>) -> (tensor<512xf32, #l>, tensor<32x16xf32, #t>, tensor<512xf32, #l>) {
    // CHECK-DAG: tt.reshape %[[X]] allow_reorder
    // CHECK-DAG: tt.trans %[[X]]
    // CHECK-DAG: %[[C:.*]] = ttg.convert_layout %[[X]]
    // CHECK-DAG: tt.reshape %[[C]] : tensor<16x32xf32
    %a = ttg.convert_layout %x : tensor<16x32xf32, #b> -> tensor<16x32xf32, #t>
    %0 = tt.reshape %a allow_reorder : tensor<16x32xf32, #t> -> tensor<512xf32, #l>
    %b = ttg.convert_layout %x : tensor<16x32xf32, #b> -> tensor<16x32xf32, #same>
    %1 = tt.trans %b {order = array<i32: 1, 0>} : tensor<16x32xf32, #same> -> tensor<32x16xf32, #t>
    %c = ttg.convert_layout %x : tensor<16x32xf32, #b> -> tensor<16x32xf32, #row>
    %2 = tt.reshape %c : tensor<16x32xf32, #row> -> tensor<512xf32, #l>
    tt.return %0, %1, %2 : tensor<512xf32, #l>, tensor<32x16xf32, #t>, tensor<512xf32, #l>
  }

  // What may come in any order comes in the one that is wanted, where threads have as many elements then. Operands of products are
  // packed, and what has an efficient layout keeps it.
  // CHECK-LABEL: tt.func @any_order
  // CHECK-SAME: (%[[X:.*]]: tensor<16x32xf32, #{{.*}}>, %[[Y:.*]]: tensor<256xf32, #[[L2:[a-z0-9]+]]>)
  tt.func @any_order(%x: tensor<16x32xf32, #b>, %y: tensor<256xf32, #l2>) -> (tensor<512xf32, #l>, tensor<512xf32, #l>, tensor<512xf32, #l8>, tensor<512xf32, #l>, tensor<512xf32, #l4>, tensor<16x32xf32, #o>) {
    // CHECK-DAG: %[[M:.*]] = tt.reshape %[[X]] allow_reorder : {{.*}} -> tensor<512xf32, #[[L2]]>
    // CHECK-DAG: %[[A:.*]] = tt.reshape %[[X]] allow_reorder : {{.*}} -> tensor<512xf32, #[[L:[a-z0-9]+]]>
    // CHECK-DAG: %[[E:.*]] = tt.reshape %[[X]] allow_reorder efficient_layout : {{.*}} -> tensor<512xf32, #[[L2]]>
    // CHECK-DAG: %[[B:.*]] = ttg.convert_layout %[[E]] : tensor<512xf32, #[[L2]]> -> tensor<512xf32, #[[L]]>
    // CHECK-DAG: %[[C:.*]] = ttg.convert_layout %[[M]] : tensor<512xf32, #[[L2]]> -> tensor<512xf32, #[[L8:[a-z0-9]+]]>
    // CHECK-DAG: %[[D:.*]] = tt.cat %[[Y]], %[[Y]] : {{.*}} -> tensor<512xf32, #[[L]]>
    // CHECK-DAG: %[[N:.*]] = tt.cat %[[Y]], %[[Y]] : {{.*}} -> tensor<512xf32, #[[L8]]>
    // CHECK-DAG: %[[F:.*]] = ttg.convert_layout %[[N]] : tensor<512xf32, #[[L8]]> -> tensor<512xf32, #[[L4:[a-z0-9]+]]>
    // CHECK-DAG: %[[P:.*]] = tt.reshape %[[X]] allow_reorder : tensor<16x32xf32, #[[Q:[a-z0-9]+]]> -> tensor<16x32xf32, #[[Q]]>
    // CHECK-DAG: %[[O:.*]] = ttg.convert_layout %[[P]]
    // CHECK: tt.return %[[A]], %[[B]], %[[C]], %[[D]], %[[F]], %[[O]]
    %0 = tt.reshape %x allow_reorder : tensor<16x32xf32, #b> -> tensor<512xf32, #l2>
    %a = ttg.convert_layout %0 : tensor<512xf32, #l2> -> tensor<512xf32, #l>
    %1 = tt.reshape %x allow_reorder efficient_layout : tensor<16x32xf32, #b> -> tensor<512xf32, #l2>
    %b = ttg.convert_layout %1 : tensor<512xf32, #l2> -> tensor<512xf32, #l>
    %c = ttg.convert_layout %0 : tensor<512xf32, #l2> -> tensor<512xf32, #l8>
    %2 = tt.cat %y, %y : tensor<256xf32, #l2> -> tensor<512xf32, #l2>
    %d = ttg.convert_layout %2 : tensor<512xf32, #l2> -> tensor<512xf32, #l>
    %3 = tt.cat %y, %y : tensor<256xf32, #l2> -> tensor<512xf32, #l8>
    %f = ttg.convert_layout %3 : tensor<512xf32, #l8> -> tensor<512xf32, #l4>
    %4 = tt.reshape %x allow_reorder : tensor<16x32xf32, #b> -> tensor<16x32xf32, #b>
    %o = ttg.convert_layout %4 : tensor<16x32xf32, #b> -> tensor<16x32xf32, #o>
    tt.return %a, %b, %c, %d, %f, %o : tensor<512xf32, #l>, tensor<512xf32, #l>, tensor<512xf32, #l8>, tensor<512xf32, #l>, tensor<512xf32, #l4>, tensor<16x32xf32, #o>
  }

  // CHECK-LABEL: tt.func @splits
  // CHECK-SAME: (%[[X:.*]]: tensor<128x2xf32, #{{.*}}>)
  // CHECK-NEXT: tt.split %[[X]]
  tt.func @splits(%x: tensor<128x2xf32, #p>) -> tensor<128xf32, #l> {
    %a = ttg.convert_layout %x : tensor<128x2xf32, #p> -> tensor<128x2xf32, #q>
    %0, %1 = tt.split %a : tensor<128x2xf32, #q> -> tensor<128xf32, #l>
    tt.return %0 : tensor<128xf32, #l>
  }
  // Transposed twice is not transposed, but perhaps somewhere else.
  // CHECK-LABEL: tt.func @trans_twice
  // CHECK-SAME: (%[[X:.*]]: tensor<16x32xf32, #[[B:[a-z0-9]+]]>)
  // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[X]] : tensor<16x32xf32, #[[B]]> -> tensor<16x32xf32, #[[SAME:[a-z0-9]+]]>
  // CHECK-NEXT: tt.return %[[C]] : tensor<16x32xf32, #[[SAME]]>
  tt.func @trans_twice(%x: tensor<16x32xf32, #b>) -> tensor<16x32xf32, #same> {
    %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x32xf32, #b> -> tensor<32x16xf32, #t>
    %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<32x16xf32, #t> -> tensor<16x32xf32, #same>
    tt.return %1 : tensor<16x32xf32, #same>
  }

  // What nobody takes from a partition is not yielded, from no block of it.
  // CHECK-LABEL: tt.func @unused_results
  // CHECK-NEXT: %[[R:.*]]:2 = ttg.warp_specialize()
  // CHECK: cf.cond_br
  // CHECK: ttg.warp_yield %arg1, %arg3 : i32, i64
  // CHECK: ttg.warp_yield %arg2, %arg3 : i32, i64
  // CHECK: () -> (i32, i64)
  // CHECK-NEXT: tt.return %[[R]]#0, %[[R]]#1
  tt.func @unused_results(%p: i1, %a: i32, %b: i32, %c: i64) -> (i32, i64) {
    %0:4 = ttg.warp_specialize() attributes {requestedRegisters = array<i32: 24>}
    default {
      cf.cond_br %p, ^bb1, ^bb2
    ^bb1:
      ttg.warp_yield %p, %a, %b, %c : i1, i32, i32, i64
    ^bb2:
      ttg.warp_yield %p, %b, %a, %c : i1, i32, i32, i64
    }
    partition0() num_warps(4) {
      "test.keep"() : () -> ()
      ttg.warp_return
    } : () -> (i1, i32, i32, i64)
    tt.return %0#1, %0#3 : i32, i64
  }
}

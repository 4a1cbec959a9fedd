// RUN: tern-opt %s --allow-unregistered-dialect --verify-diagnostics --tritongpu-partition-loops --canonicalize | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // Each partition carries and computes what it needs alone; an op of both is in both. Ops around the loop with its tag go with it.
  // CHECK-LABEL: @two
  // CHECK: %[[R:.*]] = nvws.warp_group
  // CHECK-NEXT: partition0 num_warps(4) {
  // CHECK-NEXT:   %[[F:.*]] = scf.for %[[I:.*]] = %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (f32)
  // CHECK-NEXT:     %[[J:.*]] = arith.addi %[[I]], %[[I]]
  // CHECK-NEXT:     %[[N:.*]] = "first"(%[[A]], %[[J]])
  // CHECK-NEXT:     scf.yield %[[N]] : f32
  // CHECK-NEXT:   }
  // CHECK-NEXT:   nvws.warp_group.yield %[[F]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: partition1 num_warps(4) {
  // CHECK-NEXT:   "before"
  // CHECK-NEXT:   scf.for %[[I:.*]] = %{{.*}} iter_args(%[[B:.*]] = %{{.*}}) -> (i32)
  // CHECK-NEXT:     %[[J:.*]] = arith.addi %[[I]], %[[I]]
  // CHECK-NEXT:     %[[N:.*]] = "second"(%[[B]], %[[J]])
  // CHECK-NEXT:     scf.yield %[[N]] : i32
  // CHECK-NOT: ttg.partition
  // CHECK: "use"(%[[R]])
  tt.func @two(%n: i32, %x: f32, %y: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    "before"() {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 5 : i32} : () -> ()
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f32, i32) : i32 {
      %j = arith.addi %i, %i {ttg.partition = array<i32: 0, 1>} : i32
      %p = "first"(%a, %j) {ttg.partition = array<i32: 0>} : (f32, i32) -> f32
      %q = "second"(%b, %j) {ttg.partition = array<i32: 1>} : (i32, i32) -> i32
      scf.yield {ttg.partition = array<i32: 0, 1>} %p, %q : f32, i32
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>, array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 5 : i32}
    "use"(%r#0) : (f32) -> ()
    tt.return
  }

  // A tensor that another partition than the first one has comes back through shared memory.
  // CHECK-LABEL: @tensor
  // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<64xf32, #shared, #smem, mutable>
  // CHECK: nvws.warp_group
  // CHECK: partition1
  // CHECK: %[[F:.*]] = scf.for
  // CHECK: ttg.local_store %[[F]], %[[M]]
  // CHECK: %[[V:.*]] = ttg.local_load %[[M]]
  // CHECK-NEXT: ttg.local_dealloc %[[M]]
  // CHECK-NEXT: tt.return %[[V]]
  tt.func @tensor(%n: i32, %x: tensor<64xf32, #b>) -> tensor<64xf32, #b> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<64xf32, #b>) : i32 {
      "first"() {ttg.partition = array<i32: 0>} : () -> ()
      %p = "second"(%a) {ttg.partition = array<i32: 1>} : (tensor<64xf32, #b>) -> tensor<64xf32, #b>
      scf.yield {ttg.partition = array<i32: 1>} %p : tensor<64xf32, #b>
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return %r : tensor<64xf32, #b>
  }

  // Branches are divided as loops are.
  // CHECK-LABEL: @branch
  // CHECK: partition0
  // CHECK: scf.if
  // CHECK-NEXT: "first"
  // CHECK-NEXT: }
  // CHECK: partition1
  // CHECK: %[[V:.*]] = scf.if
  // CHECK-NEXT: %[[S:.*]] = "second"
  // CHECK-NEXT: scf.yield %[[S]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %{{.*}} : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: "use"(%[[V]])
  tt.func @branch(%n: i32, %c: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %v = scf.if %c -> i32 {
        "first"() {ttg.partition = array<i32: 0>} : () -> ()
        %s = "second"() {ttg.partition = array<i32: 1>} : () -> i32
        scf.yield {ttg.partition = array<i32: 0, 1>} %s : i32
      } else {
        scf.yield {ttg.partition = array<i32: 0, 1>} %i : i32
      } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>]}
      "use"(%v) {ttg.partition = array<i32: 1>} : (i32) -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // Nothing is divided where there is one partition, or where a value would go from one to another.
  // CHECK-LABEL: @one
  // CHECK-NOT: nvws.warp_group
  tt.func @one(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      "first"() {ttg.partition = array<i32: 0>} : () -> ()
    } {ttg.partition = array<i32: 0>, ttg.partition.stages = [0 : i32], ttg.warp_specialize.tag = 0 : i32}
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-warning @below {{non-root partition #1 has direct SSA consumer}}
      %x = "make"() {ttg.partition = array<i32: 1>} : () -> i32
      // expected-note @below {{use at distance 0 in partition #0 here}}
      "use"(%x) {ttg.partition = array<i32: 0>} : (i32) -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 1 : i32}
    tt.return
  }
}

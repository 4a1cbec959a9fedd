// Loads of scheduled loops become copies into several buffers, and iterations overlap.
// RUN: tern-opt %s --split-input-file --tritongpu-pipeline --canonicalize --allow-unregistered-dialect --verify-diagnostics | FileCheck %s
// RUN: not tern-opt %s --split-input-file --tritongpu-pipeline=dump-intermediate-steps=true --allow-unregistered-dialect 2>&1 >/dev/null | FileCheck %s --check-prefix=STEPS

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // Two buffers, of which each iteration fills one and reads the other one. Before the loop two copies are begun, if there are iterations
  // for them; the loop waits for all but the last one.
  // STEPS: IR Dump After: LowerLoops
  // STEPS: ttg.async_commit_group tokens %{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
  // STEPS: ttg.async_wait %{{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32, num = 0 : i32}
  // STEPS: IR Dump After: ExpandLoops
  // CHECK-LABEL: @copies(
  // CHECK-SAME: %[[P:[^:]*]]: tensor<512x!tt.ptr<f32>, #blocked>, %[[N:[^:]*]]: i32)
  // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x512xf32, #shared, #smem, mutable>
  // CHECK: %[[ANY:.*]] = arith.cmpi sgt, %[[N]], %c0_i32
  // CHECK: %[[B0:.*]] = ttg.memdesc_index %[[M]][%c0_i32]
  // CHECK: %[[ANYS:.*]] = tt.splat %[[ANY]]
  // CHECK: %[[C0:.*]] = ttg.async_copy_global_to_local %[[P]], %[[B0]] mask %[[ANYS]]
  // CHECK: %[[G0:.*]] = ttg.async_commit_group tokens %[[C0]]
  // CHECK: %[[B1:.*]] = ttg.memdesc_index %[[M]][%c1_i32]
  // CHECK: %[[C1:.*]] = ttg.async_copy_global_to_local %[[P]], %[[B1]] mask
  // CHECK: %[[G1:.*]] = ttg.async_commit_group tokens %[[C1]]
  // CHECK: scf.for %[[I:.*]] = %c0_i32 to %[[N]] step %c1_i32 iter_args(%[[F:.*]] = %c1_i32, %[[R:.*]] = %c-1_i32, %[[T0:.*]] = %[[G0]], %[[T1:.*]] = %[[G1]])
  // CHECK: %[[END:.*]] = arith.subi %[[N]], %c2_i32
  // CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[I]], %[[END]]
  // CHECK: %[[R1:.*]] = arith.addi %[[R]], %c1_i32
  // CHECK: %[[RW:.*]] = arith.cmpi sge, %[[R1]], %c2_i32
  // CHECK: %[[R2:.*]] = arith.select %[[RW]], %c0_i32, %[[R1]]
  // CHECK: %[[W:.*]] = ttg.async_wait %[[T0]] {num = 1 : i32}
  // CHECK: %[[RB:.*]] = ttg.memdesc_index %[[M]][%[[R2]]]
  // CHECK: %[[X:.*]] = ttg.local_load %[[RB]] token %[[W]]
  // CHECK: "my.use"(%[[X]])
  // CHECK: %[[F1:.*]] = arith.addi %[[F]], %c1_i32
  // CHECK: %[[F2:.*]] = arith.select %{{.*}}, %c0_i32, %[[F1]]
  // CHECK: %[[FB:.*]] = ttg.memdesc_index %[[M]][%[[F2]]]
  // CHECK: %[[MASK:.*]] = tt.splat %[[MORE]]
  // CHECK: %[[C2:.*]] = ttg.async_copy_global_to_local %[[P]], %[[FB]] mask %[[MASK]]
  // CHECK: %[[G2:.*]] = ttg.async_commit_group tokens %[[C2]]
  // CHECK: scf.yield %[[F2]], %[[R2]], %[[T1]], %[[G2]]
  // CHECK: ttg.async_wait {num = 0 : i32}
  // CHECK-NEXT: ttg.local_dealloc %[[M]]
  tt.func @copies(%p: tensor<512x!tt.ptr<f32>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      "my.use"(%x) {loop.cluster = 0 : i32, loop.stage = 2 : i32} : (tensor<512xf32, #blocked>) -> ()
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }

  // A load that comes before its use in the body, too, fills a buffer before the oldest one has been read: there is one more.
  // CHECK-LABEL: @filled_before_read(
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x512xf32,
  // CHECK: scf.for
  // CHECK: ttg.async_copy_global_to_local
  // CHECK: ttg.local_load
  tt.func @filled_before_read(%p: tensor<512x!tt.ptr<f32>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %p {loop.cluster = 0 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      "my.use"(%x) {loop.cluster = 1 : i32, loop.stage = 2 : i32} : (tensor<512xf32, #blocked>) -> ()
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }

  // Copies leave zeros where the mask is false: another value is put in afterwards, by the mask of that iteration.
  // CHECK-LABEL: @masked(
  // CHECK-SAME: %[[K:[^:]*]]: tensor<512xi1, #blocked>
  // CHECK: %[[OTHER:.*]] = arith.constant dense<1.000000e+00>
  // CHECK: scf.for
  // CHECK: %[[L:.*]] = ttg.local_load
  // CHECK: %[[S:.*]] = arith.select %[[K]], %[[L]], %[[OTHER]]
  // CHECK: "my.use"(%[[S]])
  // CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[K]]
  // CHECK: ttg.async_copy_global_to_local %{{.*}} mask %[[BOTH]] other %[[OTHER]]
  tt.func @masked(%mask: tensor<512xi1, #blocked>, %p: tensor<512x!tt.ptr<f32>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %other = arith.constant dense<1.0> : tensor<512xf32, #blocked>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %p, %mask, %other {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      "my.use"(%x) {loop.cluster = 0 : i32, loop.stage = 1 : i32} : (tensor<512xf32, #blocked>) -> ()
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }

  // A number is copied as a tensor of one element.
  // CHECK-LABEL: @number(
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<1x1xi64,
  // CHECK: scf.for
  // CHECK: %[[L:.*]] = ttg.local_load %{{.*}} -> tensor<1xi64, #{{.*}}>
  // CHECK: %[[X:.*]] = tt.unsplat %[[L]]
  // CHECK: "my.use"(%[[X]])
  // CHECK: ttg.async_copy_global_to_local %{{.*}} : tensor<1x!tt.ptr<i64>, #{{.*}}> -> <1xi64,
  tt.func @number(%p: !tt.ptr<i64>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<i64>
      "my.use"(%x) {loop.cluster = 0 : i32, loop.stage = 1 : i32} : (i64) -> ()
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }

  // Copies have 4 bytes or more: what is loaded stays in registers.
  // CHECK-LABEL: @narrow(
  // CHECK: %[[X0:.*]] = tt.load
  // CHECK: %[[X1:.*]] = tt.load
  // CHECK: scf.for %{{.*}} iter_args(%[[A0:.*]] = %[[X0]], %[[A1:.*]] = %[[X1]])
  // CHECK: "my.use"(%[[A0]])
  // CHECK: %[[X2:.*]] = tt.load
  // CHECK: scf.yield %[[A1]], %[[X2]]
  tt.func @narrow(%p: tensor<512x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-remark @below {{is kept in registers for 2 stages: asynchronous copies take 4 bytes or more that lie together}}
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f16>, #blocked>
      "my.use"(%x) {loop.cluster = 0 : i32, loop.stage = 2 : i32} : (tensor<512xf16, #blocked>) -> ()
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }

  // What is not of the last stage is switched off when its iterations are over: by a mask, by a condition, in a conditional. What the loop
  // gives stays as it was then.
  // CHECK-LABEL: @predicates(
  // CHECK-SAME: %[[P:[^:]*]]: !tt.ptr<i32>, %[[N:[^:]*]]: i32, %[[C:[^:]*]]: i1
  // CHECK: %[[ANY:.*]] = arith.cmpi sgt, %[[N]], %c0_i32
  // CHECK: tt.store %[[P]], %c0_i32, %[[ANY]]
  // CHECK: scf.if %[[ANY]] {
  // CHECK-NEXT: tt.assert
  // CHECK: %[[BOTH:.*]] = arith.andi %[[ANY]], %[[C]]
  // CHECK: scf.if %[[BOTH]] {
  // CHECK: %[[S0:.*]] = arith.addi %{{.*}}, %c1_i32
  // CHECK: %[[SEL:.*]] = arith.select %[[ANY]], %{{.*}}, %[[INIT:.*]]
  // CHECK: scf.for
  // CHECK: %[[MORE:.*]] = arith.cmpi slt
  // CHECK: tt.store %[[P]], %{{.*}}, %[[MORE]]
  // CHECK: scf.if %[[MORE]] {
  // CHECK-NEXT: tt.assert
  tt.func @predicates(%p: !tt.ptr<i32>, %n: i32, %c: i1, %init: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (i32) : i32 {
      tt.store %p, %i {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<i32>
      tt.assert %c, "wrong" {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i1
      scf.if %c {
        "my.branch"() : () -> ()
      } {loop.cluster = 1 : i32, loop.stage = 0 : i32}
      %t = arith.addi %s, %c1 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
      "my.use"(%i, %s) {loop.cluster = 0 : i32, loop.stage = 1 : i32} : (i32, i32) -> ()
      scf.yield %t : i32
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return %r : i32
  }

  // Bounds without a sign are compared so.
  // CHECK-LABEL: @unsigned_bounds(
  // CHECK: arith.cmpi ult
  // CHECK: scf.for unsigned
  // CHECK: arith.cmpi ult
  tt.func @unsigned_bounds(%p: !tt.ptr<i32>, %lower: i32, %n: i32, %step: i32) {
    scf.for unsigned %i = %lower to %n step %step : i32 {
      tt.store %p, %i {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<i32>
      "my.use"(%i) {loop.cluster = 0 : i32, loop.stage = 1 : i32} : (i32) -> ()
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }

  // Attributes other than the schedule stay; so does a predicate that is asked for.
  // CHECK-LABEL: @keeps(
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N:.*]] step %[[S:.*]] : i32 {
  // CHECK: %[[P:.*]] = ttg.predicate_stage %[[I]], %[[N]], %[[S]] maxStage 1 stage 0 : i32 -> i1
  // CHECK: tt.store %{{.*}}, %{{.*}}, %[[P]] : !tt.ptr<i32>
  // CHECK: } {__test_keep_predicate_stage, tt.num_stages = 2 : i32}
  tt.func @keeps(%p: !tt.ptr<i32>, %lower: i32, %n: i32, %step: i32) {
    scf.for %i = %lower to %n step %step : i32 {
      tt.store %p, %i {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<i32>
      "my.use"(%i) {loop.cluster = 0 : i32, loop.stage = 1 : i32} : (i32) -> ()
    } {__test_keep_predicate_stage, tt.num_stages = 2 : i32, tt.scheduled_max_stage = 1 : i32}
    tt.return
  }

  // A schedule that cannot be leaves the loop as it is.
  // CHECK-LABEL: @impossible(
  // CHECK: scf.for %{{.*}} : i32 {
  // CHECK-NEXT: %[[X:.*]] = "my.make"() : () -> f32
  // CHECK-NEXT: "my.use"(%[[X]])
  // CHECK-NEXT: }
  tt.func @impossible(%lower: i32, %n: i32, %step: i32) {
    scf.for %i = %lower to %n step %step : i32 {
      %x = "my.make"() {loop.cluster = 1 : i32, loop.stage = 1 : i32} : () -> f32
      "my.use"(%x) {loop.cluster = 0 : i32, loop.stage = 0 : i32} : (f32) -> ()
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

tt.func @no_stage(%lower: i32, %n: i32, %step: i32) {
  // expected-note @below {{the loop has 'tt.scheduled_max_stage': each op of its body needs 'loop.stage' and 'loop.cluster', which --tritongpu-schedule-loops gives}}
  scf.for %i = %lower to %n step %step : i32 {
    %x = "my.make"() {loop.cluster = 1 : i32, loop.stage = 1 : i32} : () -> f32
    // expected-error @below {{'my.use' op not assigned a pipeline stage}}
    "my.use"(%x) : (f32) -> ()
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return
}

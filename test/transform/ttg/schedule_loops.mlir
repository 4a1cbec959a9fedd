// Stages and clusters from latencies.
// RUN: tern-opt %s --tritongpu-schedule-loops --allow-unregistered-dialect | FileCheck %s

// Two iterations after the load its value is used; what the next load needs stays with it, a stage later than its user.
// CHECK-LABEL: @load(
// CHECK: "my.load"(%{{.*}}) {loop.cluster = 3 : i32, loop.stage = 0 : i32}
// CHECK: "my.use"(%{{.*}}) {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: arith.addi %{{.*}} {loop.cluster = 2 : i32, loop.stage = 1 : i32}
// CHECK: "my.other"() {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: } {tt.scheduled_max_stage = 2 : i32}
tt.func @load(%n: i32, %p: i32) -> i32 {
  %r = scf.for %i = %n to %n step %n iter_args(%q = %p) -> (i32) : i32 {
    %x = "my.load"(%q) {tt.latency = 2 : i32} : (i32) -> f32
    "my.use"(%x) : (f32) -> ()
    %q1 = arith.addi %q, %n : i32
    "my.other"() : () -> ()
    scf.yield %q1 : i32
  }
  tt.return %r : i32
}

// What a scheduled op needs runs with it, also a load that a carried value comes from.
// CHECK-LABEL: @operands(
// CHECK: %[[A:.*]] = arith.addi %{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
// CHECK: "my.load"(%[[A]], %{{.*}}) {loop.cluster = 1 : i32, loop.stage = 0 : i32}
// CHECK: "my.use"(%{{.*}}) {loop.cluster = 0 : i32, loop.stage = 1 : i32}
// CHECK: tt.load %{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
tt.func @operands(%n: i32, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.for %i = %n to %n step %n iter_args(%k = %n) -> (i32) : i32 {
    %a = arith.addi %i, %n : i32
    %x = "my.load"(%a, %k) {tt.latency = 1 : i32} : (i32, i32) -> f32
    "my.use"(%x) : (f32) -> ()
    %k1 = tt.load %p : !tt.ptr<i32>
    scf.yield %k1 : i32
  }
  tt.return %r : i32
}

// A conditional that the load waits for comes first, one that waits for the load last, with what uses it.
// CHECK-LABEL: @conditionals(
// CHECK: scf.if
// CHECK: } {loop.cluster = 0 : i32, loop.stage = 0 : i32}
// CHECK: "my.load"(%{{.*}}) {loop.cluster = 2 : i32, loop.stage = 0 : i32}
// CHECK: scf.if
// CHECK: } {loop.cluster = 3 : i32, loop.stage = 1 : i32}
// CHECK: scf.if
// CHECK: } {loop.cluster = 4 : i32, loop.stage = 1 : i32}
tt.func @conditionals(%n: i32, %c: i1) {
  scf.for %i = %n to %n step %n : i32 {
    %k = scf.if %c -> (i32) {
      scf.yield %i : i32
    } else {
      scf.yield %n : i32
    }
    %x = "my.load"(%k) {tt.latency = 1 : i32} : (i32) -> f32
    scf.if %c {
      "my.use"(%x) : (f32) -> ()
    }
    scf.if %c {
      "my.other"() : () -> ()
    }
  }
  tt.return
}

// A part of a loop on warps of its own: stages that it does not wait in are no stages.
// CHECK-LABEL: @parts(
// CHECK: tt.load %{{.*}} {loop.cluster = {{[0-9]}} : i32, loop.stage = 0 : i32}
// CHECK: ttg.local_load {{.*}} {loop.cluster = {{[0-9]}} : i32, loop.stage = 2 : i32}
// CHECK: tt.scheduled_max_stage
// CHECK: "my.use"() {loop.cluster = {{[0-9]}} : i32, loop.stage = 0 : i32}
// CHECK: "my.use"() {loop.cluster = {{[0-9]}} : i32, loop.stage = 0 : i32}
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @parts(%n: i32, %p: !tt.ptr<i32>, %m: !ttg.memdesc<128xi32, #shared, #ttg.shared_memory, mutable>) {
    scf.for %i = %n to %n step %n : i32 {
      %x = tt.load %p {loop.cluster = 2 : i32, loop.stage = 1 : i32} : !tt.ptr<i32>
      %y = ttg.local_load %m {loop.cluster = 0 : i32, loop.stage = 3 : i32} : !ttg.memdesc<128xi32, #shared, #ttg.shared_memory, mutable> -> tensor<128xi32, #blocked>
      "my.use"(%x, %y) : (i32, tensor<128xi32, #blocked>) -> ()
    } {tt.warp_specialize, tt.scheduled_max_stage = 3 : i32}
    scf.for %i = %n to %n step %n : i32 {
      "my.use"() {loop.cluster = 2 : i32, loop.stage = 1 : i32} : () -> ()
      "my.use"() {loop.cluster = 0 : i32, loop.stage = 3 : i32} : () -> ()
    } {tt.warp_specialize, tt.scheduled_max_stage = 3 : i32}
    tt.return
  }
}

// Nothing to wait for; a barrier; a value that is handed on twice.
// CHECK-LABEL: @keeps(
// CHECK-NOT: loop.stage
// CHECK-NOT: tt.latency
tt.func @keeps(%n: i32) -> i32 {
  scf.for %i = %n to %n step %n : i32 {
    "my.use"() : () -> ()
  }
  scf.for %i = %n to %n step %n : i32 {
    "my.load"() {tt.latency = 1 : i32} : () -> ()
    gpu.barrier
  }
  %r:2 = scf.for %i = %n to %n step %n iter_args(%a = %n, %b = %n) -> (i32, i32) : i32 {
    %x = "my.load"(%b) {tt.latency = 1 : i32} : (i32) -> i32
    scf.yield %x, %a : i32, i32
  }
  tt.return %r#1 : i32
}

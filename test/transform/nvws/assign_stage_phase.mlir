// RUN: tern-opt %s --allow-unregistered-dialect --nvws-assign-stage-phase --cse | FileCheck %s

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // The producer and each consumer count for themselves; exits get the stage of their enters.
  // CHECK-LABEL: @loop
  // CHECK: %[[A:.*]] = nvws.aref.create
  // CHECK: %[[LAST:.*]] = arith.constant 3 : i32
  // CHECK: scf.for {{.*}} iter_args(%[[S0:.*]] = %[[LAST]], %[[P0:.*]] = %c0_i32, %[[S1:.*]] = %[[LAST]], %[[P1:.*]] = %c1_i32)
  // CHECK: %[[NEXT:.*]] = arith.addi %[[S0]], %{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>}
  // CHECK: %[[ROUND:.*]] = arith.cmpi eq, %[[NEXT]], %{{.*}} {
  // CHECK: %[[S:.*]] = arith.select %[[ROUND]], %{{.*}}, %[[NEXT]] {
  // CHECK: %[[OTHER:.*]] = arith.xori %[[P0]], %{{.*}} {
  // CHECK: %[[P:.*]] = arith.select %[[ROUND]], %[[OTHER]], %[[P0]] {
  // CHECK: nvws.aref.put.enter %[[A]][%[[S]], %[[P]]]
  // CHECK: nvws.aref.put.exit %[[A]][%[[S]]]
  // CHECK: %[[GS:.*]] = arith.select %{{.*}} {ttg.partition = array<i32: 0>}
  // CHECK: %[[GP:.*]] = arith.select %{{.*}} {ttg.partition = array<i32: 0>}
  // CHECK: nvws.aref.get.enter %[[A]][%[[GS]], %[[GP]]]
  // CHECK: nvws.aref.buffer %[[A]][%[[GS]]]
  // CHECK: nvws.aref.get.exit %[[A]][%[[GS]]]
  // CHECK: scf.yield {ttg.partition = array<i32: 0, 1>} %[[S]], %[[P]], %[[GS]], %[[GP]]
  // CHECK-NEXT: } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>, array<i32: 0>, array<i32: 0>],
  tt.func @loop(%n: i32, %m: !ttg.memdesc<4x8xf32, #line, #smem, mutable>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nvws.aref.create %m : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %b, %t = nvws.aref.put.enter %a {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem, mutable>, !ttg.async.token
      nvws.aref.put.exit %a, %t [#nvws.async_op<none>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
      %c, %u = nvws.aref.get.enter %a {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem>, !ttg.async.token
      %d = nvws.aref.buffer %a, %u {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token -> !ttg.memdesc<8xf32, #line, #smem>
      "use"(%d) {ttg.partition = array<i32: 0>} : (!ttg.memdesc<8xf32, #line, #smem>) -> ()
      nvws.aref.get.exit %a, %u [#nvws.async_op<none>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // A branch that does not move on hands the position through, and a token that a loop carries takes the stage with it.
  // CHECK-LABEL: @branch
  // CHECK: %[[B:.*]], %[[T:.*]] = nvws.aref.put.enter %[[A:.*]][%[[S:.*]], %[[P:.*]]] :
  // CHECK: %[[R:.*]]:3 = scf.for {{.*}} iter_args(%[[CT:.*]] = %[[T]], %[[CS:.*]] = %[[S]], %[[CP:.*]] = %[[P]])
  // CHECK: nvws.aref.put.exit %[[A]][%[[CS]]], %[[CT]]
  // CHECK: %[[V:.*]]:3 = scf.if
  // CHECK: nvws.aref.put.enter %[[A]][%[[IS:.*]], %[[IP:.*]]] {
  // CHECK: scf.yield {ttg.partition = array<i32: 0>} %{{.*}}, %[[IS]], %[[IP]]
  // CHECK: } else {
  // CHECK: scf.yield {ttg.partition = array<i32: 0>} %[[CT]], %[[CS]], %[[CP]]
  // CHECK: scf.yield {{.*}} %[[V]]#0, %[[V]]#1, %[[V]]#2
  // CHECK: nvws.aref.put.exit %[[A]][%[[R]]#1], %[[R]]#0
  tt.func @branch(%n: i32, %k: i1, %m: !ttg.memdesc<4x8xf32, #line, #smem, mutable>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nvws.aref.create %m : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>
    %b, %t = nvws.aref.put.enter %a : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem, mutable>, !ttg.async.token
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%ct = %t) -> (!ttg.async.token) : i32 {
      nvws.aref.put.exit %a, %ct [#nvws.async_op<none>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
      %v = scf.if %k -> !ttg.async.token {
        %x, %y = nvws.aref.put.enter %a {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem, mutable>, !ttg.async.token
        scf.yield {ttg.partition = array<i32: 0>} %y : !ttg.async.token
      } else {
        scf.yield {ttg.partition = array<i32: 0>} %ct : !ttg.async.token
      } {ttg.partition = array<i32: 0>, ttg.partition.outputs = [array<i32: 0>]}
      scf.yield {ttg.partition = array<i32: 0>} %v : !ttg.async.token
    } {ttg.partition = array<i32: 0>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    nvws.aref.put.exit %a, %r [#nvws.async_op<none>] : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
    tt.return
  }

  // A number that leaves the loop is computed by the function's own warps, partition 0, too; a tensor is not.
  // CHECK-LABEL: @results
  // CHECK: arith.addi %{{.*}} {ttg.partition = array<i32: 0, 1>}
  // CHECK: "tensor"() {ttg.partition = array<i32: 1>}
  // CHECK: ttg.partition.outputs = [array<i32: 0, 1>, array<i32: 1>]
  tt.func @results(%n: i32, %x: tensor<8xf32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %y = %x) -> (i32, tensor<8xf32>) : i32 {
      %z = arith.addi %s, %i {ttg.partition = array<i32: 1>} : i32
      %w = "tensor"() {ttg.partition = array<i32: 1>} : () -> tensor<8xf32>
      scf.yield {ttg.partition = array<i32: 1>} %z, %w : i32, tensor<8xf32>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    "use"(%r#0, %r#1) : (i32, tensor<8xf32>) -> ()
    tt.return
  }
}

// Channels and collective commands.
// RUN: tern-opt %s --iree-hal-conversion | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_F:.+]] = #hal.executable.target<"llvm-cpu", "f">
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_F]]]> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.func public @channels
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) -> (!hal.channel, index, index) {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[V0:.+]] = util.null : !util.buffer
// CHECK-NEXT: %[[V1:.+]] = util.null : !util.buffer
// CHECK-NEXT: %[[V2:.+]] = arith.index_cast %[[ARG0]] : index to i32
// CHECK-NEXT: %[[V3:.+]] = arith.index_cast %[[ARG1]] : index to i32
// CHECK-NEXT: %[[CHANNEL:.+]] = hal.channel.create device(%[[DEVICE]] : !hal.device) affinity(%[[C_1_I64]]) flags("None") id(%[[V0]]) group(%[[V1]]) rank(%[[V2]]) count(%[[V3]]) : !hal.channel
// CHECK-NEXT: %[[V4:.+]] = arith.index_cast %[[ARG0]] : index to i32
// CHECK-NEXT: %[[V5:.+]] = arith.index_cast %[[ARG1]] : index to i32
// CHECK-NEXT: %[[CHANNEL_0:.+]] = hal.channel.split<%[[CHANNEL]] : !hal.channel> color(%[[V4]]) key(%[[V5]]) flags("None") : !hal.channel
// CHECK-NEXT: %[[CCL_RANK:.+]], %[[CCL_COUNT:.+]] = hal.channel.rank_and_count<%[[CHANNEL_0]] : !hal.channel> : i32, i32
// CHECK-NEXT: %[[V6:.+]] = arith.index_cast %[[CCL_RANK]] : i32 to index
// CHECK-NEXT: %[[CCL_RANK_1:.+]], %[[CCL_COUNT_2:.+]] = hal.channel.rank_and_count<%[[CHANNEL_0]] : !hal.channel> : i32, i32
// CHECK-NEXT: %[[V7:.+]] = arith.index_cast %[[CCL_COUNT_2]] : i32 to index
// CHECK-NEXT: util.return %[[CHANNEL_0]], %[[V6]], %[[V7]] : !hal.channel, index, index
// CHECK-LABEL: util.func public @collectives
// CHECK-SAME: (%[[ARG0:.+]]: !hal.channel, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index, %[[ARG4:.+]]: i32) -> !hal.fence {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[CMD:.+]] = hal.command_buffer.create device(%[[DEVICE]] : !hal.device) mode("OneShot|AllowInlineExecution") categories(Dispatch) affinity(%[[C_1_I64]]) : !hal.command_buffer
// CHECK-NEXT: hal.command_buffer.collective<%[[CMD]] : !hal.command_buffer> channel(%[[ARG0]] : !hal.channel) op(<all_reduce with sum : f32>) send(%[[ARG1]] : !hal.buffer)[%[[C0]], %[[ARG2]]] recv(%[[ARG1]] : !hal.buffer)[%[[C0]], %[[ARG2]]] count(%[[ARG3]])
// CHECK-NEXT: hal.command_buffer.execution_barrier<%[[CMD]] : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
// CHECK-NEXT: hal.command_buffer.collective<%[[CMD]] : !hal.command_buffer> channel(%[[ARG0]] : !hal.channel) op(<send : f32>) param(%[[ARG4]] : i32) send(%[[ARG1]] : !hal.buffer)[%[[C0]], %[[ARG2]]] count(%[[ARG3]])
// CHECK-NEXT: hal.command_buffer.execution_barrier<%[[CMD]] : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
// CHECK-NEXT: hal.command_buffer.collective<%[[CMD]] : !hal.command_buffer> channel(%[[ARG0]] : !hal.channel) op(<recv : f32>) param(%[[ARG4]] : i32) recv(%[[ARG1]] : !hal.buffer)[%[[C0]], %[[ARG2]]] count(%[[ARG3]])
// CHECK-NEXT: hal.command_buffer.finalize<%[[CMD]] : !hal.command_buffer>
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.fence
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: hal.device.queue.execute<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[V0]]) signal(%[[FENCE]]) commands(%[[CMD]]) flags("None")
// CHECK-NEXT: util.return %[[FENCE]] : !hal.fence
// CHECK-LABEL: util.func private @record
// CHECK-SAME: (%[[ARG0:.+]]: !hal.command_buffer, %[[ARG1:.+]]: index, %[[ARG2:.+]]: !hal.buffer, %[[ARG3:.+]]: index, %[[ARG4:.+]]: index, %[[ARG5:.+]]: i32, %[[ARG6:.+]]: index, %[[ARG7:.+]]: !hal.buffer, %[[ARG8:.+]]: index, %[[ARG9:.+]]: index)
// CHECK-LABEL: util.func public @call
// CHECK-SAME: (%[[ARG0:.+]]: !hal.buffer, %[[ARG1:.+]]: index, %[[ARG2:.+]]: i32) -> !hal.fence {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[CMD:.+]] = hal.command_buffer.create device(%[[DEVICE]] : !hal.device) mode("OneShot|AllowInlineExecution") categories("Transfer|Dispatch") affinity(%[[C_1_I64]]) : !hal.command_buffer
// CHECK-NEXT: %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : index
// CHECK-NEXT: util.call @record(%[[CMD]], %[[C0_0]], %[[ARG0]], %[[C0]], %[[ARG1]], %[[ARG2]], %[[C0_1]], %[[ARG0]], %[[C0]], %[[ARG1]]) : (!hal.command_buffer, index, !hal.buffer, index, index, i32, index, !hal.buffer, index, index) -> ()
// CHECK-NEXT: hal.command_buffer.finalize<%[[CMD]] : !hal.command_buffer>
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.fence
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: hal.device.queue.execute<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[V0]]) signal(%[[FENCE]]) commands(%[[CMD]]) flags("None")
// CHECK-NEXT: util.return %[[FENCE]] : !hal.fence
util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "f">]> : !hal.device
util.func public @channels(%r: index, %c: index) -> (!stream.channel, index, index) {
  %0 = stream.channel.create rank(%r) count(%c) : !stream.channel
  %1 = stream.channel.split %0, %r, %c : !stream.channel -> !stream.channel
  %2 = stream.channel.rank %1 : index
  %3 = stream.channel.count %1 : index
  util.return %1, %2, %3 : !stream.channel, index, index
}
util.func public @collectives(%ch: !stream.channel, %r: !stream.resource<external>, %n: index, %e: index, %p: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %0 = stream.cmd.execute with(%r as %x: !stream.resource<external>{%n}) {
    stream.cmd.collective<all_reduce with sum : f32>[%e] channel(%ch) {
      ro %x[%c0 for %n] : !stream.resource<external>{%n},
      wo %x[%c0 for %n] : !stream.resource<external>{%n}
    }
    stream.cmd.collective<send : f32>[%e] channel(%ch) param(%p : i32) {
      ro %x[%c0 for %n] : !stream.resource<external>{%n}
    }
    stream.cmd.collective<recv : f32>[%e] channel(%ch) param(%p : i32) {
      wo %x[%c0 for %n] : !stream.resource<external>{%n}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// A function of the host's that records commands itself.
stream.cmd.func private @record(%x[%a for %b]: !stream.resource<*>, %v: i32, %y[%c for %d]: !stream.resource<*>)
util.func public @call(%r: !stream.resource<external>, %n: index, %i: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %0 = stream.cmd.execute with(%r as %x: !stream.resource<external>{%n}) {
    stream.cmd.call @record(ro %x[%c0 for %n], %i, rw %x[%c0 for %n]) : (!stream.resource<external>{%n}, i32, !stream.resource<external>{%n}) -> ()
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

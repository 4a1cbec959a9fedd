// Commands are recorded into one command buffer for each execution.
// RUN: tern-opt %s --iree-hal-conversion | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_F:.+]] = #hal.executable.target<"llvm-cpu", "f">
// CHECK-NEXT: #[[$PIPELINE_LAYOUT:.+]] = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_F]]]> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: hal.executable private @exe
// CHECK-NEXT: hal.executable.variant public @v target(#[[$EXECUTABLE_TARGET_F]]) {
// CHECK-NEXT: hal.executable.export public @d ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-LABEL: util.func public @commands
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index, %[[ARG3:.+]]: i32) -> !hal.fence {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[CMD:.+]] = hal.command_buffer.create device(%[[DEVICE]] : !hal.device) mode(OneShot) categories("Transfer|Dispatch") affinity(%[[C_1_I64]]) : !hal.command_buffer
// CHECK-NEXT: hal.command_buffer.fill_buffer<%[[CMD]] : !hal.command_buffer> target(%[[ARG1]] : !hal.buffer)[%[[C0]], %[[C4]]] pattern(%[[ARG3]] : i32) flags("None")
// CHECK-NEXT: hal.command_buffer.execution_barrier<%[[CMD]] : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
// CHECK-NEXT: hal.command_buffer.copy_buffer<%[[CMD]] : !hal.command_buffer> source(%[[ARG1]] : !hal.buffer)[%[[C0]]] target(%[[ARG1]] : !hal.buffer)[%[[C4]]] length(%[[C4]]) flags("None")
// CHECK-NEXT: hal.command_buffer.fill_buffer<%[[CMD]] : !hal.command_buffer> target(%[[ARG1]] : !hal.buffer)[%[[C0]], %[[C4]]] pattern(%[[ARG3]] : i32) flags("None")
// CHECK-NEXT: hal.command_buffer.execution_barrier<%[[CMD]] : !hal.command_buffer> source("Dispatch|Transfer|CommandRetire") target("CommandIssue|Dispatch|Transfer") flags("None")
// CHECK-NEXT: %[[DEVICE_0:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[EXE:.+]] = hal.executable.lookup device(%[[DEVICE_0]] : !hal.device) executable(@exe) : !hal.executable
// CHECK-NEXT: %[[ORDINAL:.+]] = hal.executable.export.ordinal target(@exe::@v::@d) : index
// CHECK-NEXT: %[[V0:.+]] = arith.index_cast %[[ORDINAL]] : index to i64
// CHECK-NEXT: %[[C0_1:.+]] = arith.constant 0 : index
// CHECK-NEXT: hal.command_buffer.dispatch<%[[CMD]] : !hal.command_buffer> target(%[[EXE]] : !hal.executable)[%[[V0]]] workgroups([%[[C0_1]], %[[C0_1]], %[[C0_1]]]) constants([%[[ARG3]]]) bindings([
// CHECK-NEXT: (%[[ARG1]] : !hal.buffer)[%[[C4]], %[[ARG2]]]
// CHECK-NEXT: ]) flags("None")
// CHECK-NEXT: hal.command_buffer.finalize<%[[CMD]] : !hal.command_buffer>
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: hal.device.queue.execute<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[ARG0]]) signal(%[[FENCE]]) commands(%[[CMD]]) flags("None")
// CHECK-NEXT: util.return %[[FENCE]] : !hal.fence
// CHECK-LABEL: util.func public @nothing
// CHECK-SAME: (%[[ARG0:.+]]: !hal.fence) -> !hal.fence {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[CMD:.+]] = hal.command_buffer.create device(%[[DEVICE]] : !hal.device) mode(OneShot) categories("None") affinity(%[[C_1_I64]]) : !hal.command_buffer
// CHECK-NEXT: hal.command_buffer.finalize<%[[CMD]] : !hal.command_buffer>
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: hal.device.queue.execute<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[ARG0]]) signal(%[[FENCE]]) commands(%[[CMD]]) flags("None")
// CHECK-NEXT: util.return %[[FENCE]] : !hal.fence
util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "f">]> : !hal.device
hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    hal.executable.export public @d ordinal(0) layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>)
  }
}
util.func public @commands(%t: !stream.timepoint, %r: !stream.resource<external>, %n: index, %i: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = stream.cmd.execute once await(%t) => with(%r as %x: !stream.resource<external>{%n}) {
    stream.cmd.fill %i, %x[%c0 for %c4] : i32 -> !stream.resource<external>{%n}
    stream.cmd.concurrent {
      stream.cmd.copy %x[%c0], %x[%c4], %c4 : !stream.resource<external>{%n} -> !stream.resource<external>{%n}
      stream.cmd.serial {
        stream.cmd.fill %i, %x[%c0 for %c4] : i32 -> !stream.resource<external>{%n}
        stream.cmd.dispatch @exe::@v::@d[%n](%i : i32) {
          rw %x[%c4 for %n] : !stream.resource<external>{%n}
        }
      }
    }
    stream.cmd.discard %x[%c0 for %c4] : !stream.resource<external>{%n}
    stream.cmd.flush %x[%c0 for %c4] : !stream.resource<external>{%n}
    stream.cmd.invalidate %x[%c0 for %c4] : !stream.resource<external>{%n}
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}
// Nothing is recorded.
util.func public @nothing(%t: !stream.timepoint) -> !stream.timepoint {
  %0 = stream.cmd.execute await(%t) => with() {
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

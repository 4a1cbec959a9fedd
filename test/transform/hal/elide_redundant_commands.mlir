// Barriers with nothing between them are one, those at the ends and empty debug groups go.
// RUN: tern-opt %s --iree-hal-elide-redundant-commands --split-input-file | FileCheck %s

// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[ARG0:.+]]: !hal.device, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index, %[[ARG3:.+]]: i32) -> !hal.command_buffer {
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[CMD:.+]] = hal.command_buffer.create device(%[[ARG0]] : !hal.device) mode(OneShot) categories(Transfer) affinity(%[[C_1_I64]]) : !hal.command_buffer
// CHECK-NEXT: hal.command_buffer.fill_buffer<%[[CMD]] : !hal.command_buffer> target(%[[ARG1]] : !hal.buffer)[%[[ARG2]], %[[ARG2]]] pattern(%[[ARG3]] : i32) flags("None")
// CHECK-NEXT: hal.command_buffer.execution_barrier<%[[CMD]] : !hal.command_buffer> source("Dispatch|Transfer") target("Dispatch|Transfer") flags("None")
// CHECK-NEXT: hal.command_buffer.fill_buffer<%[[CMD]] : !hal.command_buffer> target(%[[ARG1]] : !hal.buffer)[%[[ARG2]], %[[ARG2]]] pattern(%[[ARG3]] : i32) flags("None")
// CHECK-NEXT: hal.command_buffer.finalize<%[[CMD]] : !hal.command_buffer>
// CHECK-NEXT: util.return %[[CMD]] : !hal.command_buffer
util.func public @main(%device: !hal.device, %b: !hal.buffer, %n: index, %i: i32) -> !hal.command_buffer {
  %any = arith.constant -1 : i64
  %cmd = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories(Transfer) affinity(%any) : !hal.command_buffer
  hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%b : !hal.buffer)[%n, %n] pattern(%i : i32) flags("None")
  hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source(Dispatch) target(Transfer) flags("None")
  hal.command_buffer.begin_debug_group<%cmd : !hal.command_buffer> label("empty")
  hal.command_buffer.end_debug_group<%cmd : !hal.command_buffer>
  hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source(Transfer) target(Dispatch) flags("None")
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%b : !hal.buffer)[%n, %n] pattern(%i : i32) flags("None")
  hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  util.return %cmd : !hal.command_buffer
}

// -----

// Where the command buffer comes from somewhere else, there may be commands before and behind.
// CHECK-LABEL: util.func public @unknown
// CHECK-SAME: (%[[ARG0:.+]]: !hal.command_buffer, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: index, %[[ARG3:.+]]: i32) {
// CHECK-NEXT: hal.command_buffer.execution_barrier<%[[ARG0]] : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
// CHECK-NEXT: hal.command_buffer.fill_buffer<%[[ARG0]] : !hal.command_buffer> target(%[[ARG1]] : !hal.buffer)[%[[ARG2]], %[[ARG2]]] pattern(%[[ARG3]] : i32) flags("None")
// CHECK-NEXT: util.return
util.func public @unknown(%cmd: !hal.command_buffer, %b: !hal.buffer, %n: index, %i: i32) {
  hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source(Dispatch) target(Dispatch) flags("None")
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%b : !hal.buffer)[%n, %n] pattern(%i : i32) flags("None")
  util.return
}

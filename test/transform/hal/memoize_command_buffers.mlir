// What is recorded the same way at every call is recorded once; its buffers are slots of a table.
// RUN: tern-opt %s --iree-hal-memoize-command-buffers --split-input-file | FileCheck %s
// RUN: tern-opt %s --iree-hal-memoize-command-buffers --iree-hal-outline-memoize-regions --split-input-file \
// RUN:   | FileCheck %s --check-prefix=OUTLINE

// OUTLINE-LABEL: util.func private @__main_memoize_apply
// OUTLINE: hal.command_buffer.create {{.*}} bindings(%{{.*}})
// OUTLINE: hal.command_buffer.finalize
// OUTLINE: util.global private @__main_memoize_result
// OUTLINE: util.initializer
// OUTLINE-LABEL: util.func public @main
// OUTLINE-NOT: hal.command_buffer.create
// OUTLINE: util.global.load immutable @__main_memoize_result
// OUTLINE: hal.device.queue.execute.indirect

// Ranges of one buffer share a slot, which reaches to the end of the last; one at a computed offset is a slot of its own.
// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[A:.*]]: !hal.buffer, %[[B:.*]]: !hal.buffer, %[[N:.*]]: index, %[[W:.*]]: !hal.fence, %[[S:.*]]: !hal.fence)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[PATTERN:.*]] = arith.constant 7 : i32
// CHECK: %[[CMD:.*]] = hal.device.memoize<%[[DEVICE:.*]] : !hal.device> affinity(%[[ANY:.*]]) -> !hal.command_buffer {
// CHECK: %[[SLOTS:.*]] = arith.constant 3 : index
// CHECK: %[[INNER:.*]] = hal.command_buffer.create device(%[[DEVICE]] : !hal.device) mode("None") categories("Transfer|Dispatch") affinity(%[[ANY]]) bindings(%[[SLOTS]]) : !hal.command_buffer
// CHECK: %[[S0:.*]] = arith.constant 0 : index
// CHECK: hal.command_buffer.fill_buffer<%[[INNER]] : !hal.command_buffer> target(%[[S0]] : index)[%[[C64]], %[[C64]]] pattern(%[[PATTERN]] : i32)
// CHECK: hal.command_buffer.execution_barrier<%[[INNER]]
// CHECK: hal.command_buffer.dispatch<%[[INNER]] : !hal.command_buffer> target(%{{.*}} : !hal.executable)[%{{.*}}]
// CHECK-NEXT: (%{{.*}} : index)[%[[C0]], %[[C64]]],
// CHECK-NEXT: (%{{.*}} : index)[%[[C0]], %[[C64]]]
// CHECK: %[[S2:.*]] = arith.constant 2 : index
// CHECK: hal.command_buffer.copy_buffer<%[[INNER]] : !hal.command_buffer> source(%{{.*}} : index)[%[[C0]]] target(%[[S2]] : index)[%c0_{{[0-9]+}}] length(%[[C64]])
// CHECK: hal.command_buffer.finalize<%[[INNER]] : !hal.command_buffer>
// CHECK: hal.return %[[INNER]]
// CHECK: hal.device.queue.execute.indirect<%[[DEVICE]] : !hal.device> affinity(%[[ANY]]) wait(%[[W]]) signal(%[[S]]) commands(%[[CMD]]) bindings([
// CHECK-NEXT: (%[[A]] : !hal.buffer)[%{{.*}}, %[[L0:.*]]],
// CHECK-NEXT: (%[[B]] : !hal.buffer)[%{{.*}}, %[[L1:.*]]],
// CHECK-NEXT: (%[[B]] : !hal.buffer)[%[[N]], %[[L2:.*]]]
// CHECK-NEXT: ]) flags("None")
util.global private @device : !hal.device
util.global private @executable : !hal.executable
util.func public @main(%a: !hal.buffer, %b: !hal.buffer, %n: index, %wait: !hal.fence, %signal: !hal.fence) {
  %device = util.global.load immutable @device : !hal.device
  %executable = util.global.load immutable @executable : !hal.executable
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c7 = arith.constant 7 : i32
  %entry = arith.constant 0 : i64
  %cmd = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories("Transfer|Dispatch") affinity(%any) : !hal.command_buffer
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%a : !hal.buffer)[%c64, %c64] pattern(%c7 : i32) flags("None")
  hal.command_buffer.execution_barrier<%cmd : !hal.command_buffer> source(Transfer) target(Dispatch) flags("None")
  hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%executable : !hal.executable)[%entry] workgroups([%c0, %c0, %c0]) bindings([
    (%a : !hal.buffer)[%c0, %c64],
    (%b : !hal.buffer)[%c0, %c64]
  ]) flags("None")
  hal.command_buffer.copy_buffer<%cmd : !hal.command_buffer> source(%a : !hal.buffer)[%c0] target(%b : !hal.buffer)[%n] length(%c64) flags("None")
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%wait) signal(%signal) commands(%cmd) flags("None")
  util.return
}

// -----

// A size or a pattern that depends on the call; commands that are not known; two executions; and initializers, which
// run once.
// CHECK-LABEL: util.func public @size
// CHECK-NOT: hal.device.memoize
util.global private @device : !hal.device
util.func public @size(%a: !hal.buffer, %n: index, %wait: !hal.fence, %signal: !hal.fence) {
  %device = util.global.load immutable @device : !hal.device
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i32
  %cmd = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories(Transfer) affinity(%any) : !hal.command_buffer
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %n] pattern(%c7 : i32) flags("None")
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%wait) signal(%signal) commands(%cmd) flags("None")
  util.return
}
// CHECK-LABEL: util.func public @pattern
// CHECK-NOT: hal.device.memoize
util.func public @pattern(%a: !hal.buffer, %i: i32, %wait: !hal.fence, %signal: !hal.fence) {
  %device = util.global.load immutable @device : !hal.device
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %cmd = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories(Transfer) affinity(%any) : !hal.command_buffer
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %c64] pattern(%i : i32) flags("None")
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%wait) signal(%signal) commands(%cmd) flags("None")
  util.return
}
// CHECK-LABEL: util.func public @update
// CHECK-NOT: hal.device.memoize
util.func public @update(%a: !hal.buffer, %data: !util.buffer, %wait: !hal.fence, %signal: !hal.fence) {
  %device = util.global.load immutable @device : !hal.device
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %cmd = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories(Transfer) affinity(%any) : !hal.command_buffer
  hal.command_buffer.update_buffer<%cmd : !hal.command_buffer> source(%data : !util.buffer{%c64})[%c0] target(%a : !hal.buffer)[%c0] length(%c64) flags("None")
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%wait) signal(%signal) commands(%cmd) flags("None")
  util.return
}
// CHECK-LABEL: util.func public @twice
// CHECK-NOT: hal.device.memoize
util.func public @twice(%a: !hal.buffer, %wait: !hal.fence, %signal: !hal.fence, %last: !hal.fence) {
  %device = util.global.load immutable @device : !hal.device
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c7 = arith.constant 7 : i32
  %cmd = hal.command_buffer.create device(%device : !hal.device) mode("None") categories(Transfer) affinity(%any) : !hal.command_buffer
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%wait) signal(%signal) commands(%cmd) flags("None")
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%signal) signal(%last) commands(%cmd) flags("None")
  util.return
}
// CHECK-LABEL: util.global private @memory
// CHECK-NOT: hal.device.memoize
util.global private @memory : !hal.buffer
util.initializer {
  %device = util.global.load immutable @device : !hal.device
  %a = util.global.load @memory : !hal.buffer
  %null = util.null : !hal.fence
  %fence = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %any = arith.constant -1 : i64
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c7 = arith.constant 7 : i32
  %cmd = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories(Transfer) affinity(%any) : !hal.command_buffer
  hal.command_buffer.fill_buffer<%cmd : !hal.command_buffer> target(%a : !hal.buffer)[%c0, %c64] pattern(%c7 : i32) flags("None")
  hal.command_buffer.finalize<%cmd : !hal.command_buffer>
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%null) signal(%fence) commands(%cmd) flags("None")
  util.return
}

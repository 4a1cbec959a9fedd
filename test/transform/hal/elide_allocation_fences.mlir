// Waiting for an allocation is waiting for what it waits for.
// RUN: tern-opt %s --iree-hal-elide-allocation-fences --split-input-file | FileCheck %s

// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[DEVICE:.*]]: !hal.device, %[[CMD:.*]]: !hal.command_buffer, %[[W:.*]]: !hal.fence, %[[S:.*]]: !hal.fence
// CHECK: %[[N0:.*]] = util.null : !hal.fence
// CHECK: hal.device.queue.alloca<%[[DEVICE]] : !hal.device> affinity(%{{.*}}) wait(%[[W]]) signal(%[[N0]])
// CHECK: %[[DONE:.*]] = hal.fence.create
// CHECK: hal.device.queue.execute<%[[DEVICE]] : !hal.device> affinity(%{{.*}}) wait(%[[W]]) signal(%[[DONE]]) commands(%[[CMD]])
// CHECK: %[[N1:.*]] = util.null : !hal.fence
// CHECK: hal.device.queue.dealloca<%[[DEVICE]] : !hal.device> affinity(%{{.*}}) wait(%[[DONE]]) signal(%[[N1]])
// CHECK: cf.br ^{{.*}}(%[[DONE]] : !hal.fence)
util.func public @main(%device: !hal.device, %cmd: !hal.command_buffer, %wait: !hal.fence, %signal: !hal.fence, %type: i32, %usage: i32, %n: index) -> i32 {
  %any = arith.constant -1 : i64
  %pool = arith.constant 0 : i64
  %forever = arith.constant -1 : i32
  %f0 = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %b = hal.device.queue.alloca<%device : !hal.device> affinity(%any) wait(%wait) signal(%f0) pool(%pool) type(%type) usage(%usage) flags("None") : !hal.buffer{%n}
  %f1 = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%f0) signal(%f1) commands(%cmd) flags("None")
  %f2 = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  hal.device.queue.dealloca<%device : !hal.device> affinity(%any) wait(%f1) signal(%f2) buffer(%b : !hal.buffer) flags("None")
  cf.br ^bb1(%f2 : !hal.fence)
^bb1(%last: !hal.fence):
  %status = hal.fence.await until([%last]) timeout_millis(%forever) flags("None") : i32
  util.return %status : i32
}

// -----

// A fence of the caller's, one that is signaled in two places or asked for, and one whose waiter comes first stay.
// CHECK-LABEL: util.func public @others
// CHECK-SAME: (%[[DEVICE:.*]]: !hal.device, %[[CMD:.*]]: !hal.command_buffer, %[[W:.*]]: !hal.fence, %[[S:.*]]: !hal.fence
// CHECK-NOT: util.null
// CHECK: hal.device.queue.alloca<%[[DEVICE]] : !hal.device> affinity(%{{.*}}) wait(%[[W]]) signal(%[[S]])
// CHECK: %[[F0:.*]] = hal.fence.create
// CHECK: hal.device.queue.alloca<%[[DEVICE]] : !hal.device> affinity(%{{.*}}) wait(%[[S]]) signal(%[[F0]])
// CHECK: hal.fence.signal<%[[F0]]
// CHECK: %[[F1:.*]] = hal.fence.create
// CHECK: hal.device.queue.alloca<%[[DEVICE]] : !hal.device> affinity(%{{.*}}) wait(%[[S]]) signal(%[[F1]])
// CHECK: hal.fence.query<%[[F1]]
// CHECK: %[[F2:.*]] = hal.fence.create
// CHECK: hal.device.queue.execute<%[[DEVICE]] : !hal.device> affinity(%{{.*}}) wait(%[[F2]])
// CHECK: hal.device.queue.alloca<%[[DEVICE]] : !hal.device> affinity(%{{.*}}) wait(%[[S]]) signal(%[[F2]])
// CHECK-NOT: util.null
util.func public @others(%device: !hal.device, %cmd: !hal.command_buffer, %wait: !hal.fence, %signal: !hal.fence, %type: i32, %usage: i32, %n: index) -> (i32, !hal.buffer, !hal.buffer, !hal.buffer, !hal.buffer) {
  %any = arith.constant -1 : i64
  %pool = arith.constant 0 : i64
  %b = hal.device.queue.alloca<%device : !hal.device> affinity(%any) wait(%wait) signal(%signal) pool(%pool) type(%type) usage(%usage) flags("None") : !hal.buffer{%n}
  %f0 = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %b0 = hal.device.queue.alloca<%device : !hal.device> affinity(%any) wait(%signal) signal(%f0) pool(%pool) type(%type) usage(%usage) flags("None") : !hal.buffer{%n}
  hal.fence.signal<%f0 : !hal.fence>
  %f1 = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %b1 = hal.device.queue.alloca<%device : !hal.device> affinity(%any) wait(%signal) signal(%f1) pool(%pool) type(%type) usage(%usage) flags("None") : !hal.buffer{%n}
  %status = hal.fence.query<%f1 : !hal.fence> : i32
  %f2 = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  %f3 = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
  hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%f2) signal(%f3) commands(%cmd) flags("None")
  %b2 = hal.device.queue.alloca<%device : !hal.device> affinity(%any) wait(%signal) signal(%f2) pool(%pool) type(%type) usage(%usage) flags("None") : !hal.buffer{%n}
  util.return %status, %b, %b0, %b1, %b2 : i32, !hal.buffer, !hal.buffer, !hal.buffer, !hal.buffer
}

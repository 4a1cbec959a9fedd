// Allocations, host access, and types of functions, globals and control flow.
// RUN: tern-opt %s --iree-hal-conversion | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_F:.+]] = #hal.executable.target<"llvm-cpu", "f">
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_F]]]> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.global private mutable @variable
// CHECK-SAME: : !hal.buffer
// CHECK-LABEL: util.func public @alloc
// CHECK-SAME: (%[[ARG0:.+]]: index) -> !hal.buffer {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[ALLOCATOR:.+]] = hal.device.allocator<%[[DEVICE]] : !hal.device> : !hal.allocator
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[MEMORY_TYPE:.+]] = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
// CHECK-NEXT: %[[BUFFER_USAGE:.+]] = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage"> : i32
// CHECK-NEXT: %[[BUFFER:.+]] = hal.allocator.allocate<%[[ALLOCATOR]] : !hal.allocator> affinity(%[[C_1_I64]]) type(%[[MEMORY_TYPE]]) usage(%[[BUFFER_USAGE]]) : !hal.buffer{%[[ARG0]]}
// CHECK-NEXT: util.return %[[BUFFER]] : !hal.buffer
// CHECK-LABEL: util.func public @alloca
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: !hal.fence) -> (!hal.buffer, !hal.fence) {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C2_I64:.+]] = arith.constant 2 : i64
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: %[[C0_I64:.+]] = arith.constant 0 : i64
// CHECK-NEXT: %[[MEMORY_TYPE:.+]] = hal.memory_type<"HostVisible|HostCoherent|HostLocal|DeviceVisible"> : i32
// CHECK-NEXT: %[[BUFFER_USAGE:.+]] = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|MappingScoped|MappingAccessRandom|Mapping"> : i32
// CHECK-NEXT: %[[TRANSIENT_BUFFER:.+]] = hal.device.queue.alloca<%[[DEVICE]] : !hal.device> affinity(%[[C2_I64]]) wait(%[[ARG1]]) signal(%[[FENCE]]) pool(%[[C0_I64]]) type(%[[MEMORY_TYPE]]) usage(%[[BUFFER_USAGE]]) flags("None") : !hal.buffer{%[[ARG0]]}
// CHECK-NEXT: util.return %[[TRANSIENT_BUFFER]], %[[FENCE]] : !hal.buffer, !hal.fence
// CHECK-LABEL: util.func public @dealloca
// CHECK-SAME: (%[[ARG0:.+]]: !hal.buffer, %[[ARG1:.+]]: index) -> !hal.fence {
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[V0:.+]] = util.null : !hal.fence
// CHECK-NEXT: %[[FENCE:.+]] = hal.fence.create device(%[[DEVICE]] : !hal.device) flags("None") : !hal.fence
// CHECK-NEXT: hal.device.queue.dealloca<%[[DEVICE]] : !hal.device> affinity(%[[C_1_I64]]) wait(%[[V0]]) signal(%[[FENCE]]) buffer(%[[ARG0]] : !hal.buffer) flags(PreferOrigin)
// CHECK-NEXT: util.return %[[FENCE]] : !hal.fence
// CHECK-LABEL: util.func public @retain
// CHECK-SAME: (%[[ARG0:.+]]: !hal.buffer, %[[ARG1:.+]]: index) -> i1 {
// CHECK-NEXT: hal.buffer.allocation.preserve<%[[ARG0]] : !hal.buffer>
// CHECK-NEXT: %[[WAS_TERMINAL:.+]] = hal.buffer.allocation.discard<%[[ARG0]] : !hal.buffer> : i1
// CHECK-NEXT: %[[IS_TERMINAL:.+]] = hal.buffer.allocation.is_terminal<%[[ARG0]] : !hal.buffer> : i1
// CHECK-NEXT: %[[V0:.+]] = arith.ori %[[WAS_TERMINAL]], %[[IS_TERMINAL]] : i1
// CHECK-NEXT: util.return %[[V0]] : i1
// CHECK-LABEL: util.func public @access
// CHECK-SAME: (%[[ARG0:.+]]: !hal.buffer, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: f32) -> (f32, !hal.buffer, index) {
// CHECK-NEXT: hal.buffer.store<%[[ARG0]] : !hal.buffer>[%[[ARG2]]] value(%[[ARG3]] : f32)
// CHECK-NEXT: %[[V0:.+]] = hal.buffer.load<%[[ARG0]] : !hal.buffer>[%[[ARG2]]] : f32
// CHECK-NEXT: %[[BUFFER:.+]] = hal.buffer.subspan<%[[ARG0]] : !hal.buffer>[%[[ARG2]], %[[ARG2]]] : !hal.buffer
// CHECK-NEXT: %[[LENGTH:.+]] = hal.buffer.length<%[[ARG0]] : !hal.buffer> : index
// CHECK-NEXT: util.return %[[V0]], %[[BUFFER]], %[[LENGTH]] : f32, !hal.buffer, index
// CHECK-LABEL: util.func public @try_map
// CHECK-SAME: (%[[ARG0:.+]]: !util.buffer, %[[ARG1:.+]]: index) -> (i1, !hal.buffer) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DEVICE:.+]] = util.global.load immutable @device : !hal.device
// CHECK-NEXT: %[[ALLOCATOR:.+]] = hal.device.allocator<%[[DEVICE]] : !hal.device> : !hal.allocator
// CHECK-NEXT: %[[C_1_I64:.+]] = arith.constant -1 : i64
// CHECK-NEXT: %[[MEMORY_TYPE:.+]] = hal.memory_type<"DeviceVisible|DeviceLocal"> : i32
// CHECK-NEXT: %[[BUFFER_USAGE:.+]] = hal.buffer_usage<"TransferSource|TransferTarget|Transfer|DispatchStorageRead|DispatchStorageWrite|DispatchStorage|SharingImmutable"> : i32
// CHECK-NEXT: %[[DID_IMPORT:.+]], %[[MAPPED:.+]] = hal.allocator.import<%[[ALLOCATOR]] : !hal.allocator> source(%[[ARG0]] : !util.buffer)[%[[C0]], %[[ARG1]]] affinity(%[[C_1_I64]]) type(%[[MEMORY_TYPE]]) usage(%[[BUFFER_USAGE]]) : i1, !hal.buffer
// CHECK-NEXT: util.return %[[DID_IMPORT]], %[[MAPPED]] : i1, !hal.buffer
// CHECK-LABEL: util.func private @types
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: !hal.buffer, %[[ARG2:.+]]: !hal.fence) -> (!hal.buffer, !hal.fence) {
// CHECK-NEXT: %[[V0:.+]] = scf.if %[[ARG0]] -> (!hal.buffer) {
// CHECK-NEXT: %[[VARIABLE:.+]] = util.global.load @variable : !hal.buffer
// CHECK-NEXT: scf.yield %[[VARIABLE]] : !hal.buffer
// CHECK-NEXT: } else {
// CHECK-NEXT: util.global.store %[[ARG1]], @variable : !hal.buffer
// CHECK-NEXT: scf.yield %[[ARG1]] : !hal.buffer
// CHECK: cf.cond_br %[[ARG0]], ^bb1(%[[V0]], %[[ARG2]] : !hal.buffer, !hal.fence), ^bb2
// CHECK-NEXT: ^bb1(%[[V1:.+]]: !hal.buffer, %[[V2:.+]]: !hal.fence):  // pred: ^bb0
// CHECK-NEXT: util.return %[[V1]], %[[V2]] : !hal.buffer, !hal.fence
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %[[V3:.+]]:2 = util.call @types(%[[ARG0]], %[[V0]], %[[ARG2]]) : (i1, !hal.buffer, !hal.fence) -> (!hal.buffer, !hal.fence)
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[ARG0]], %[[V3]]#0, %[[ARG1]] : !hal.buffer
// CHECK-NEXT: util.return %[[V4]], %[[V3]]#1 : !hal.buffer, !hal.fence
util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "f">]> : !hal.device
util.global private mutable @variable : !stream.resource<variable>
util.func public @alloc(%n: index) -> !stream.resource<transient> {
  %0 = stream.resource.alloc uninitialized : !stream.resource<transient>{%n}
  util.return %0 : !stream.resource<transient>
}
util.func public @alloca(%n: index, %t: !stream.timepoint) -> (!stream.resource<staging>, !stream.timepoint) {
  %0, %1 = stream.resource.alloca uninitialized on(#hal.device.affinity<@device, [1]>) await(%t) => !stream.resource<staging>{%n} => !stream.timepoint
  util.return %0, %1 : !stream.resource<staging>, !stream.timepoint
}
util.func public @dealloca(%r: !stream.resource<transient>, %n: index) -> !stream.timepoint {
  %0 = stream.resource.dealloca origin %r : !stream.resource<transient>{%n} => !stream.timepoint
  util.return %0 : !stream.timepoint
}
util.func public @retain(%r: !stream.resource<transient>, %n: index) -> i1 {
  stream.resource.retain %r : !stream.resource<transient>{%n}
  %0 = stream.resource.release %r : !stream.resource<transient>{%n}
  %1 = stream.resource.is_terminal %r : !stream.resource<transient>{%n}
  %2 = arith.ori %0, %1 : i1
  util.return %2 : i1
}
util.func public @access(%r: !stream.resource<staging>, %n: index, %i: index, %x: f32) -> (f32, !stream.resource<staging>, index) {
  stream.resource.store %x, %r[%i] : f32 -> !stream.resource<staging>{%n}
  %0 = stream.resource.load %r[%i] : !stream.resource<staging>{%n} -> f32
  %1 = stream.resource.subview %r[%i] : !stream.resource<staging>{%n} -> !stream.resource<staging>{%i}
  %2 = stream.resource.size %r : !stream.resource<staging>
  util.return %0, %1, %2 : f32, !stream.resource<staging>, index
}
util.func public @try_map(%b: !util.buffer, %n: index) -> (i1, !stream.resource<constant>) {
  %c0 = arith.constant 0 : index
  %0, %1 = stream.resource.try_map %b[%c0] : !util.buffer -> i1, !stream.resource<constant>{%n}
  util.return %0, %1 : i1, !stream.resource<constant>
}
util.func private @types(%c: i1, %r: !stream.resource<variable>, %t: !stream.timepoint) -> (!stream.resource<variable>, !stream.timepoint) {
  %0 = scf.if %c -> (!stream.resource<variable>) {
    %1 = util.global.load @variable : !stream.resource<variable>
    scf.yield %1 : !stream.resource<variable>
  } else {
    util.global.store %r, @variable : !stream.resource<variable>
    scf.yield %r : !stream.resource<variable>
  }
  cf.cond_br %c, ^bb1(%0, %t : !stream.resource<variable>, !stream.timepoint), ^bb2
^bb1(%2: !stream.resource<variable>, %3: !stream.timepoint):
  util.return %2, %3 : !stream.resource<variable>, !stream.timepoint
^bb2:
  %4, %5 = util.call @types(%c, %0, %t) : (i1, !stream.resource<variable>, !stream.timepoint) -> (!stream.resource<variable>, !stream.timepoint)
  %6 = arith.select %c, %4, %r : !stream.resource<variable>
  util.return %6, %5 : !stream.resource<variable>, !stream.timepoint
}

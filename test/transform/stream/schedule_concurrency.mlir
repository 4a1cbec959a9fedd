// RUN: tern-opt %s --split-input-file --iree-stream-schedule-concurrency | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-stream-schedule-concurrency=favor=min-peak-memory | FileCheck %s --check-prefix=MEMORY
// RUN: tern-opt %s --split-input-file --iree-stream-schedule-concurrency=favor=debug | FileCheck %s --check-prefix=DEBUG

// Two independent ops run at the same time, what needs both of them after.

// CHECK-LABEL: @diamond
// CHECK: stream.async.execute with(%{{.+}} as %[[A:.+]]: !stream.resource<external>
// CHECK-NEXT: %[[C:.+]]:2 = stream.async.concurrent with(%[[A]] as %[[B:.+]]: !stream.resource<external>{%{{.+}}}) -> (!stream.resource<transient>{%{{.+}}}, !stream.resource<transient>{%{{.+}}}) {
// CHECK-NEXT: %[[X:.+]] = stream.async.clone %[[B]]
// CHECK-NEXT: %[[Y:.+]] = stream.async.clone %[[B]]
// CHECK-NEXT: stream.yield %[[X]], %[[Y]]
// CHECK-NEXT: {{^ *}}}
// CHECK-NEXT: %[[U:.+]] = stream.async.update %[[C]]#1, %[[C]]#0
// CHECK-NEXT: stream.yield %[[U]]
// DEBUG-LABEL: @diamond
// DEBUG-NOT: stream.async.concurrent
util.func public @diamond(%x: !stream.resource<external>) -> !stream.resource<transient> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %r, %t = stream.async.execute with(%x as %a: !stream.resource<external>{%c8}) -> !stream.resource<transient>{%c8} {
    %0 = stream.async.clone %a : !stream.resource<external>{%c8} -> !stream.resource<transient>{%c8}
    %1 = stream.async.clone %a : !stream.resource<external>{%c8} -> !stream.resource<transient>{%c8}
    %2 = stream.async.update %1, %0[%c0 to %c8] : !stream.resource<transient>{%c8} -> %0 as !stream.resource<transient>{%c8}
    stream.yield %2 : !stream.resource<transient>{%c8}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<transient>{%c8}
  util.return %w : !stream.resource<transient>
}

// -----

// Updates of disjoint ranges of one value do not wait for each other, and the value stays where it is.

// CHECK-LABEL: @disjoint_updates
// CHECK: stream.async.execute with(%[[D:[^ ]+]] as %[[A:[^ ]+]]:
// CHECK-SAME: -> %[[D]]{%{{.+}}} {
// CHECK-NEXT: stream.async.concurrent with(
// CHECK-SAME: -> %[[A]]{%{{.+}}} {
// CHECK-NEXT: %[[F:.+]] = stream.async.fill
// CHECK-NEXT: %[[G:.+]] = stream.async.fill %{{.+}}, %[[F]]
// CHECK-NEXT: stream.yield %[[G]]
util.func public @disjoint_updates(%d: !stream.resource<transient>) -> !stream.resource<transient> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1 : i32
  %r, %t = stream.async.execute with(%d as %a: !stream.resource<transient>{%c8}) -> %d as !stream.resource<transient>{%c8} {
    %0 = stream.async.fill %x, %a[%c0 to %c4 for %c4] : i32 -> %a as !stream.resource<transient>{%c8}
    %1 = stream.async.fill %x, %0[%c4 to %c8 for %c4] : i32 -> %0 as !stream.resource<transient>{%c8}
    stream.yield %1 : !stream.resource<transient>{%c8}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<transient>{%c8}
  util.return %w : !stream.resource<transient>
}

// -----

// A reader does not run together with what overwrites its operand.

// CHECK-LABEL: @overwritten_operand
// CHECK-NOT: stream.async.concurrent
// CHECK: stream.async.clone
// CHECK-NEXT: stream.async.fill
util.func public @overwritten_operand(%d: !stream.resource<transient>) -> (!stream.resource<transient>, !stream.resource<transient>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1 : i32
  %r:2, %t = stream.async.execute with(%d as %a: !stream.resource<transient>{%c8}) -> (!stream.resource<transient>{%c8}, %d as !stream.resource<transient>{%c8}) {
    %0 = stream.async.clone %a : !stream.resource<transient>{%c8} -> !stream.resource<transient>{%c8}
    %1 = stream.async.fill %x, %a[%c0 to %c8 for %c8] : i32 -> %a as !stream.resource<transient>{%c8}
    stream.yield %0, %1 : !stream.resource<transient>{%c8}, !stream.resource<transient>{%c8}
  } => !stream.timepoint
  %w:2 = stream.timepoint.await %t => %r#0, %r#1 : !stream.resource<transient>{%c8}, !stream.resource<transient>{%c8}
  util.return %w#0, %w#1 : !stream.resource<transient>, !stream.resource<transient>
}

// -----

// An op goes into the last wave that its users permit, or, to save memory, into the first one.

// CHECK-LABEL: @late_or_early
// CHECK: stream.async.clone
// CHECK-NEXT: stream.async.concurrent
// CHECK-NEXT: stream.async.splat
// CHECK-NEXT: stream.async.clone
// MEMORY-LABEL: @late_or_early
// MEMORY: stream.async.concurrent
// MEMORY-NEXT: stream.async.splat
// MEMORY-NEXT: stream.async.clone
// MEMORY: stream.async.clone
util.func public @late_or_early(%d: !stream.resource<external>) -> (!stream.resource<transient>, !stream.resource<transient>) {
  %c8 = arith.constant 8 : index
  %x = arith.constant 1 : i32
  %r:2, %t = stream.async.execute with(%d as %a: !stream.resource<external>{%c8}) -> (!stream.resource<transient>{%c8}, !stream.resource<transient>{%c8}) {
    %1 = stream.async.splat %x : i32 -> !stream.resource<transient>{%c8}
    %0 = stream.async.clone %a : !stream.resource<external>{%c8} -> !stream.resource<transient>{%c8}
    %2 = stream.async.clone %0 : !stream.resource<transient>{%c8} -> !stream.resource<transient>{%c8}
    stream.yield %2, %1 : !stream.resource<transient>{%c8}, !stream.resource<transient>{%c8}
  } => !stream.timepoint
  %w:2 = stream.timepoint.await %t => %r#0, %r#1 : !stream.resource<transient>{%c8}, !stream.resource<transient>{%c8}
  util.return %w#0, %w#1 : !stream.resource<transient>, !stream.resource<transient>
}

// -----

// The third write in place overlaps with the first one, although the second is between them and overlaps with none.

// CHECK-LABEL: @versions
// CHECK: stream.async.fill %{{.+}}, %{{.+}}[%c0 to %c8 for
// CHECK: stream.async.concurrent
// CHECK-NEXT: stream.async.fill %{{.+}}, %{{.+}}[%c8 to %c16 for
// CHECK-NEXT: stream.async.fill %{{.+}}, %{{.+}}[%c4 to %c8 for
util.func public @versions(%d: !stream.resource<external>) -> !stream.resource<external> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = arith.constant 1 : i32
  %r, %t = stream.async.execute with(%d as %a: !stream.resource<external>{%c16}) -> %d as !stream.resource<external>{%c16} {
    %0 = stream.async.fill %x, %a[%c0 to %c8 for %c8] : i32 -> %a as !stream.resource<external>{%c16}
    %1 = stream.async.fill %x, %0[%c8 to %c16 for %c8] : i32 -> %0 as !stream.resource<external>{%c16}
    %2 = stream.async.fill %x, %1[%c4 to %c8 for %c4] : i32 -> %1 as !stream.resource<external>{%c16}
    stream.yield %2 : !stream.resource<external>{%c16}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<external>{%c16}
  util.return %w : !stream.resource<external>
}

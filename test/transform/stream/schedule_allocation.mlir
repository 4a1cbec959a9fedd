// RUN: tern-opt %s --split-input-file --iree-stream-schedule-allocation | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-stream-schedule-allocation --iree-stream-layout-slices --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=PLAN

// A chain of ten layers needs two buffers, whatever its length: one allocation, of a size that is known.

// CHECK-LABEL: @chain
// CHECK: %[[OUT:.+]], %[[OUT_T:.+]] = stream.resource.alloca uninitialized : !stream.resource<external>{%{{.+}}}
// CHECK: = stream.resource.pack slices({
// CHECK-NEXT: [0, 1] = %[[N:[^ ,]+]],
// CHECK-NEXT: [1, 2] = %[[N]],
// CHECK-NEXT: [2, 3] = %[[N]],
// CHECK: [8, 9] = %[[N]]
// CHECK-NEXT: })
// CHECK-NEXT: %[[TMP:.+]], %[[TMP_T:.+]] = stream.resource.alloca uninitialized : !stream.resource<transient>
// CHECK-NOT: stream.resource.alloca
// CHECK: %[[READY:.+]] = stream.timepoint.join max(%[[OUT_T]], %[[TMP_T]])
// CHECK: %[[DONE:.+]] = stream.cmd.execute await(%[[READY]]) => with(%{{.+}} as %[[X:[^:]+]]: !stream.resource<external>{{.*}}, %[[OUT]] as %[[O:[^:]+]]: !stream.resource<external>{{.*}}, %[[TMP]] as %[[T:[^:]+]]: !stream.resource<transient>
// CHECK-NEXT: stream.cmd.dispatch @exe::@f {
// CHECK-NEXT: ro %[[X]][%{{.+}} for %[[N]]]
// CHECK-NEXT: wo %[[T]][%{{.+}} for %[[N]]]
// CHECK: ro %[[T]]
// CHECK: wo %[[O]]
// CHECK: %[[FREE:.+]] = stream.resource.dealloca await(%[[DONE]]) => %[[TMP]]
// CHECK: %[[END:.+]] = stream.timepoint.join max(%[[FREE]], %[[DONE]])
// CHECK: stream.timepoint.await %[[END]] => %[[OUT]]

// PLAN-LABEL: @chain
// PLAN-DAG: %[[TWO:.+]] = arith.constant 8192 : index
// PLAN: stream.resource.alloca uninitialized : !stream.resource<transient>{%[[TWO]]}
stream.executable private @exe {
  stream.executable.export public @f
}
util.func public @chain(%x: !stream.resource<external>) -> !stream.resource<external> {
  %c0 = arith.constant 0 : index
  %n = arith.constant 4096 : index
  %r, %t = stream.async.execute with(%x as %a: !stream.resource<external>{%n}) -> !stream.resource<external>{%n} {
    %0 = stream.async.dispatch @exe::@f(%a[%c0 to %n for %n]) : (!stream.resource<external>{%n}) -> !stream.resource<transient>{%n}
    %1 = stream.async.dispatch @exe::@f(%0[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<transient>{%n}
    %2 = stream.async.dispatch @exe::@f(%1[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<transient>{%n}
    %3 = stream.async.dispatch @exe::@f(%2[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<transient>{%n}
    %4 = stream.async.dispatch @exe::@f(%3[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<transient>{%n}
    %5 = stream.async.dispatch @exe::@f(%4[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<transient>{%n}
    %6 = stream.async.dispatch @exe::@f(%5[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<transient>{%n}
    %7 = stream.async.dispatch @exe::@f(%6[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<transient>{%n}
    %8 = stream.async.dispatch @exe::@f(%7[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<transient>{%n}
    %9 = stream.async.dispatch @exe::@f(%8[%c0 to %n for %n]) : (!stream.resource<transient>{%n}) -> !stream.resource<external>{%n}
    stream.yield %9 : !stream.resource<external>{%n}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<external>{%n}
  util.return %w : !stream.resource<external>
}

// -----

// Results of one lifetime share an allocation; constants are uploaded before, and awaited by what reads them only.

// CHECK-LABEL: @results_and_constants
// CHECK: %[[K:.+]]:2, %[[KT:.+]] = stream.resource.constants :
// CHECK-NEXT: !stream.resource<constant>{%{{.+}}} = dense<[1, 2]> : tensor<2xi32>,
// CHECK-NEXT: !stream.resource<constant>{%{{.+}}} = dense<[3, 4]> : tensor<2xi32>
// CHECK: stream.resource.pack slices({
// CHECK-NEXT: [0, 0] = %[[A:[^ ,]+]],
// CHECK-NEXT: [0, 0] = %[[B:[^ ,]+]]
// CHECK-NEXT: })
// CHECK: %[[S:.+]], %[[ST:.+]] = stream.resource.alloca uninitialized : !stream.resource<transient>
// CHECK: %[[R0:.+]] = stream.resource.subview %[[S]]
// CHECK: %[[R1:.+]] = stream.resource.subview %[[S]]
// CHECK: stream.timepoint.join max(%[[KT]], %[[ST]])
// CHECK: %[[T:.+]] = stream.cmd.execute await({{.*}}) => with(%[[K]]#0 as %[[KA:[^:]+]]: {{.*}}, %[[R0]] as %{{.+}}, %[[R1]] as
// CHECK: stream.cmd.copy %[[KA]]
// CHECK: stream.timepoint.await %[[T]] => %[[R0]], %[[R1]], %[[K]]#1
util.func public @results_and_constants(%a: index, %b: index) -> (!stream.resource<transient>, !stream.resource<transient>, !stream.resource<constant>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1 : i32
  %r:3, %t = stream.async.execute with() -> (!stream.resource<transient>{%a}, !stream.resource<transient>{%b}, !stream.resource<constant>{%c8}) {
    %k = stream.async.constant : !stream.resource<constant>{%c8} = dense<[1, 2]> : tensor<2xi32>
    %l = stream.async.constant : !stream.resource<constant>{%c8} = dense<[3, 4]> : tensor<2xi32>
    %0 = stream.async.splat %x : i32 -> !stream.resource<transient>{%a}
    %1 = stream.async.update %k, %0[%c0 to %c8] : !stream.resource<constant>{%c8} -> %0 as !stream.resource<transient>{%a}
    %2 = stream.async.splat %x : i32 -> !stream.resource<transient>{%b}
    stream.yield %1, %2, %l : !stream.resource<transient>{%a}, !stream.resource<transient>{%b}, !stream.resource<constant>{%c8}
  } => !stream.timepoint
  %w:3 = stream.timepoint.await %t => %r#0, %r#1, %r#2 : !stream.resource<transient>{%a}, !stream.resource<transient>{%b}, !stream.resource<constant>{%c8}
  util.return %w#0, %w#1, %w#2 : !stream.resource<transient>, !stream.resource<transient>, !stream.resource<constant>
}

// -----

// Constants that nothing in the region reads are joined with it rather than awaited.

// CHECK-LABEL: @constants_only
// CHECK: %[[K:.+]], %[[KT:.+]] = stream.resource.constants :
// CHECK: %[[T:.+]] = stream.cmd.execute with() {
// CHECK: stream.timepoint.join max(%[[KT]], %[[T]])
util.func public @constants_only() -> !stream.resource<constant> {
  %c8 = arith.constant 8 : index
  %r, %t = stream.async.execute with() -> !stream.resource<constant>{%c8} {
    %k = stream.async.constant : !stream.resource<constant>{%c8} = dense<[1, 2]> : tensor<2xi32>
    stream.yield %k : !stream.resource<constant>{%c8}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<constant>{%c8}
  util.return %w : !stream.resource<constant>
}

// -----

// Values in waves live as long as their wave; waves become concurrent commands that share what is around them.

// CHECK-LABEL: @waves
// CHECK: stream.resource.pack slices({
// CHECK-NEXT: [0, 1] = %[[N:[^ ,]+]],
// CHECK-NEXT: [0, 1] = %[[N]]
// CHECK-NEXT: })
// CHECK: stream.cmd.execute await
// CHECK-NEXT: stream.cmd.concurrent {
// CHECK-NEXT: stream.cmd.copy %[[A:.+]][
// CHECK-NEXT: stream.cmd.copy %[[A]][
// CHECK-NEXT: {{^ *}}}
// CHECK-NEXT: stream.cmd.copy
// PLAN-LABEL: @waves
// PLAN-DAG: arith.constant 128 : index
// PLAN: stream.resource.alloca {{.*}}!stream.resource<transient>{%c128}
util.func public @waves(%x: !stream.resource<external>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %n = arith.constant 64 : index
  %t = stream.async.execute with(%x as %a: !stream.resource<external>{%n}) {
    %0:2 = stream.async.concurrent with(%a as %b: !stream.resource<external>{%n}) -> (!stream.resource<transient>{%n}, !stream.resource<transient>{%n}) {
      %1 = stream.async.clone %b : !stream.resource<external>{%n} -> !stream.resource<transient>{%n}
      %2 = stream.async.clone %b : !stream.resource<external>{%n} -> !stream.resource<transient>{%n}
      stream.yield %1, %2 : !stream.resource<transient>{%n}, !stream.resource<transient>{%n}
    }
    %3 = stream.async.update %0#1, %0#0[%c0 to %n] : !stream.resource<transient>{%n} -> %0#0 as !stream.resource<transient>{%n}
    stream.yield
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

// -----

// Every op that works on memory, and offsets of subviews added to theirs.

// CHECK: stream.cmd.func private @callee(%arg0[%arg1 for %arg2]: !stream.resource<*>, %arg3: i32)
// CHECK-LABEL: util.func public @commands
// CHECK-SAME: (%[[X:[^:]+]]: !stream.resource<transient>
// CHECK-DAG: %[[C12:.+]] = arith.constant 12 : index
// CHECK: stream.cmd.execute with(%[[X]] as %[[A:[^:]+]]:
// CHECK-NEXT: stream.cmd.fill %{{.+}}, %[[A]][%[[C12]] for %{{.+}}] : i32
// CHECK-NEXT: stream.cmd.copy %[[A]][%{{.+}}], %[[A]][%{{.+}}], %{{.+}}
// CHECK-NEXT: stream.cmd.dispatch @exe::@f[%{{.+}}](%{{.+}} : i32) {
// CHECK-NEXT: rw %[[A]][%{{.+}} for %{{.+}}]
// CHECK: } attributes {tag = 1 : i32}
// CHECK: stream.cmd.call @callee(ro %[[A]][%{{.+}} for %{{.+}}], %{{.+}})
stream.executable private @exe {
  stream.executable.export public @f
}
stream.async.func private @callee(%arg0: !stream.resource<*>, %arg1: i32)
util.func public @commands(%x: !stream.resource<transient>) -> !stream.resource<transient> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %r, %t = stream.async.execute with(%x as %a: !stream.resource<transient>{%c32}) -> %x as !stream.resource<transient>{%c32} {
    %v = stream.resource.subview %a[%c8] : !stream.resource<transient>{%c32} -> !stream.resource<transient>{%c16}
    %0 = stream.async.fill %c1, %v[%c4 to %c8 for %c4] : i32 -> %v as !stream.resource<transient>{%c16}
    %1 = stream.async.copy %0[%c0 to %c4], %a[%c16 to %c32], %c4 : !stream.resource<transient>{%c16} -> %a as !stream.resource<transient>{%c32}
    %2 = stream.async.dispatch @exe::@f[%c4](%1[%c0 to %c32 for %c32], %c1) {tag = 1 : i32} : (!stream.resource<transient>{%c32}, i32) -> %1{%c32}
    stream.async.call @callee(%2[%c0 to %c32 for %c32], %c1) : (!stream.resource<transient>{%c32}, i32) -> ()
    stream.yield %2 : !stream.resource<transient>{%c32}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<transient>{%c32}
  util.return %w : !stream.resource<transient>
}

// -----

// What is yielded in part is a subview of what was captured.

// CHECK-LABEL: @part_of_capture
// CHECK-SAME: (%[[X:[^:]+]]: !stream.resource<transient>
// CHECK: %[[V:.+]] = stream.resource.subview %[[X]][%c8]
// CHECK: stream.timepoint.await %{{.+}} => %[[V]]
util.func public @part_of_capture(%x: !stream.resource<transient>) -> !stream.resource<transient> {
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %r, %t = stream.async.execute with(%x as %a: !stream.resource<transient>{%c32}) -> !stream.resource<transient>{%c8} {
    %v = stream.resource.subview %a[%c8] : !stream.resource<transient>{%c32} -> !stream.resource<transient>{%c8}
    stream.yield %v : !stream.resource<transient>{%c8}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<transient>{%c8}
  util.return %w : !stream.resource<transient>
}

// -----

// The host's accesses happen at once; transfers to and from it are made visible.

// CHECK-LABEL: @host_accesses
// CHECK: %[[L:.+]] = stream.resource.load %[[S:.+]][%c0]
// CHECK: stream.resource.store %[[L]], %[[S]][%c4]
// CHECK: stream.cmd.execute
// CHECK-NEXT: stream.cmd.invalidate
// CHECK-NEXT: stream.cmd.copy
// CHECK-NEXT: stream.cmd.copy
// CHECK-NEXT: stream.cmd.flush
util.func public @host_accesses(%s: !stream.resource<staging>) -> !stream.resource<staging> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = stream.async.load %s[%c0] : !stream.resource<staging>{%c8} -> f32
  %1 = stream.async.store %0, %s[%c4] : f32 -> %s as !stream.resource<staging>{%c8}
  %r, %t = stream.async.execute with(%1 as %a: !stream.resource<staging>{%c8}) -> !stream.resource<staging>{%c8} {
    %2 = stream.async.transfer %a : !stream.resource<staging>{%c8} -> !stream.resource<transient>{%c8}
    %3 = stream.async.transfer %2 : !stream.resource<transient>{%c8} -> !stream.resource<staging>{%c8}
    stream.yield %3 : !stream.resource<staging>{%c8}
  } => !stream.timepoint
  %w = stream.timepoint.await %t => %r : !stream.resource<staging>{%c8}
  util.return %w : !stream.resource<staging>
}

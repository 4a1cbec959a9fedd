// RUN: tern-opt %s --iree-stream-dump-statistics -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=Streams
// RUN: tern-opt %s --iree-stream-dump-statistics="output-format=verbose" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,VERBOSE
// RUN: tern-opt %s --iree-stream-dump-statistics="output-format=csv" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CSV
// RUN: tern-opt %s --iree-stream-dump-statistics="output-format=json output-file=%t" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t
// RUN: not tern-opt %s --iree-stream-dump-statistics="output-file=/nowhere/at/all" 2>&1 | FileCheck %s --check-prefix=ERROR

// The two transient allocations are one after the other: the peak is less than their sum and the constant's.

// CHECK: // Aggregate Statistics (static, whole-program)
// CHECK: //   Constants: 1, estimated storage of 0 B (0.00 MiB)
// CHECK-NEXT: //   Variables: 1, 0 B (0.00 MiB)
// CHECK-NEXT: //  D->H Syncs: 2
// CHECK-NEXT: // Submissions: 3, using cumulative 256 B (0.00 MiB)
// CHECK-NEXT: // Peak Memory: 128 B (0.00 MiB)
// CHECK-NEXT: //   DMA Fills: 1
// CHECK-NEXT: //  DMA Copies: 2
// CHECK-NEXT: // Collectives: 0
// CHECK-NEXT: //  Dispatches: 2
// CHECK-NEXT: // Async Calls: 0
// CHECK-NEXT: // Executables: 1, 50% reuse

// VERBOSE: // Streams
// VERBOSE: // builtin.module > util.initializer > stream.cmd.execute
// VERBOSE-NEXT: //   0,"fill",,64,,,,
// VERBOSE: // Executables
// VERBOSE: // builtin.module > stream.executable @exe > builtin.module > func.func @f
// VERBOSE-NEXT: //   dispatched from 2 places

// CSV: ; Aggregate Statistics (static, whole-program)
// CSV: "Constants","Constant Size","Variables","Variable Size","Awaits","Submissions","Transient Size","Fills","Copies","Dispatches","Async Calls","Executables","Peak Size"
// CSV-NEXT: 1,0,1,0,2,3,256,1,2,2,0,1,128
// CSV: ; Execution
// CSV: ; builtin.module > util.func @f > stream.cmd.execute
// CSV-NEXT: "Depth","Command","Symbol","Length","Invocations","Workload","Operands","Resources"
// CSV-NEXT: 0,"copy",,64,,,,
// CSV-NEXT: 1,"dispatch","@exe::@f",,1,"",0,2
// CSV-NEXT: 1,"dispatch","@exe::@f",,1,"",0,2

// JSON: "synchronization": {"sync-count": 2}
// JSON-NEXT: "execution": {"submission-count": 3, "transient-memory-size": 256, "peak-memory-size": 128, "has-dynamic-sizes": false, "fill-count": 1, "copy-count": 2, "collective-count": 0, "dispatch-count": 2, "call-count": 0}
// JSON-NEXT: "globals": {"constant-count": 1, "constant-size": 0, "variable-count": 1, "variable-size": 0}
// JSON-NEXT: "executables": {"executable-count": 1}

// ERROR: error: 'builtin.module' op cannot write statistics to '/nowhere/at/all'

stream.executable private @exe {
  stream.executable.export public @f
  builtin.module {
    func.func @f(%r: !stream.binding, %w: !stream.binding) {
      return
    }
  }
}
util.global private @constant : !stream.resource<constant>
util.global private mutable @variable : !stream.resource<variable>
util.initializer {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %v = arith.constant 1 : i32
  %r, %t = stream.resource.alloca uninitialized : !stream.resource<constant>{%c64} => !stream.timepoint
  %1 = stream.cmd.execute await(%t) => with(%r as %a: !stream.resource<constant>{%c64}) {
    stream.cmd.fill %v, %a[%c0 for %c64] : i32 -> !stream.resource<constant>{%c64}
  } => !stream.timepoint
  %2 = stream.timepoint.await %1 => %r : !stream.resource<constant>{%c64}
  util.global.store %2, @constant : !stream.resource<constant>
  util.return
}
util.func public @f(%x: !stream.resource<external>) -> !stream.resource<external> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %g = util.global.load @constant : !stream.resource<constant>
  %r, %ta = stream.resource.alloca uninitialized : !stream.resource<transient>{%c128} => !stream.timepoint
  %1 = stream.cmd.execute await(%ta) => with(%g as %k: !stream.resource<constant>{%c64}, %r as %a: !stream.resource<transient>{%c128}, %x as %o: !stream.resource<external>{%c64}) {
    stream.cmd.copy %k[%c0], %a[%c0], %c64 : !stream.resource<constant>{%c64} -> !stream.resource<transient>{%c128}
    stream.cmd.concurrent {
      stream.cmd.dispatch @exe::@f {
        ro %a[%c0 for %c64] : !stream.resource<transient>{%c128},
        wo %a[%c64 for %c64] : !stream.resource<transient>{%c128}
      }
      stream.cmd.dispatch @exe::@f {
        ro %a[%c0 for %c64] : !stream.resource<transient>{%c128},
        wo %o[%c0 for %c64] : !stream.resource<external>{%c64}
      }
    }
  } => !stream.timepoint
  %2 = stream.resource.dealloca await(%1) => %r : !stream.resource<transient>{%c128} => !stream.timepoint
  %3, %tb = stream.resource.alloca uninitialized await(%2) => !stream.resource<transient>{%c64} => !stream.timepoint
  %4 = stream.cmd.execute await(%tb) => with(%3 as %a: !stream.resource<transient>{%c64}, %x as %o: !stream.resource<external>{%c64}) {
    stream.cmd.copy %o[%c0], %a[%c0], %c64 : !stream.resource<external>{%c64} -> !stream.resource<transient>{%c64}
  } => !stream.timepoint
  %5 = stream.resource.dealloca await(%4) => %3 : !stream.resource<transient>{%c64} => !stream.timepoint
  %6 = stream.timepoint.await %5 => %x : !stream.resource<external>{%c64}
  util.return %6 : !stream.resource<external>
}

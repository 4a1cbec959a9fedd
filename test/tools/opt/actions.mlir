// Traces of the executions of passes: as a log, for ops of some lines only, and as events for a trace viewer.

// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse),canonicalize)' --log-actions-to=- -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=LOG
// LOG: [thread main] begins (no breakpoint) Action `pass-execution` running `CSE` on Operation `func.func` (func.func @f() {...})`
// LOG-NEXT: [thread main] completed `pass-execution`
// LOG-NEXT: running `CSE` on Operation `func.func` (func.func @g() {...})`
// LOG-NEXT: completed
// LOG-NEXT: running `Canonicalizer` on Operation `builtin.module` (module {...})`
// LOG-NEXT: completed
// LOG-NOT: Action

// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse))' --log-actions-to=%t -o /dev/null \
// RUN:   --log-mlir-actions-filter=other.mlir,%s:38
// RUN: FileCheck %s --check-prefix=LINE --input-file=%t
// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse))' --log-actions-to=- -o /dev/null \
// RUN:   --log-mlir-actions-filter=%s:38:1 | FileCheck %s --check-prefix=LINE
// LINE-NOT: @f
// LINE: begins {{.*}} (func.func @g() {...})`
// LINE-NEXT: completed

// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse))' --log-actions-to=- -o /dev/null \
// RUN:   --log-mlir-actions-filter=%s:38:7,other.mlir | count 0

// RUN: tern-opt %s --cse --profile-actions-to=%t -o /dev/null
// RUN: FileCheck %s --check-prefix=PROFILE --input-file=%t
// RUN: python3 -m json.tool %t
// PROFILE: [{"name": "pass-execution", "cat": "PERF", "ph": "B", "pid": 0, "tid": 0, "ts": {{[0-9]+}}, "args": {"desc": "`pass-execution` running `CSE` on Operation `builtin.module`"}},
// PROFILE-NEXT: {"name": "pass-execution", "cat": "PERF", "ph": "E", "pid": 0, "tid": 0, "ts": {{[0-9]+}}}]

// RUN: not tern-opt %s --cse --log-actions-to=%t.missing/log -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLOSED
// RUN: not tern-opt %s --cse --log-actions-to=- --profile-actions-to=%t.missing/log -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLOSED
// CLOSED: tern-opt: cannot open '{{.*}}.missing/log' to trace actions

func.func @f() {
  return
}
func.func @g() {
  return
}

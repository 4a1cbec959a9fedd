// RUN: tern-opt %s --inline='default-pipeline= inlining-threshold=100' | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: mlir-opt %s --inline='default-pipeline= inlining-threshold=100' | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: tern-opt %s --inline='default-pipeline= inlining-threshold=0' | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: mlir-opt %s --inline='default-pipeline= inlining-threshold=0' | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: tern-opt %s --inline='op-pipelines=llvm.func(canonicalize),func.func(cse)' | FileCheck %s --check-prefix=CSE
// RUN: mlir-opt %s --inline='op-pipelines=llvm.func(canonicalize),func.func(cse)' | FileCheck %s --check-prefix=CSE
// RUN: tern-opt %s --inline='default-pipeline=cse,canonicalize' | FileCheck %s --check-prefix=BOTH
// RUN: mlir-opt %s --inline='default-pipeline=cse,canonicalize' | FileCheck %s --check-prefix=BOTH
// RUN: tern-opt %s --inline='max-iterations=1' | FileCheck %s --check-prefix=ONCE
// RUN: mlir-opt %s --inline='max-iterations=1' | FileCheck %s --check-prefix=ONCE
// RUN: tern-opt %s --inline | FileCheck %s --check-prefix=DEAD
// RUN: tern-opt %s --inline --dump-pass-pipeline -o %t.mlir 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not tern-opt %s --inline='default-pipeline=cze' 2>&1 | FileCheck %s --check-prefix=NO-PASS
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(inline))' 2>&1 | FileCheck %s --check-prefix=NO-TABLE
// RUN: tern-opt %s --pass-pipeline='builtin.module(inline,inline{op-pipelines=func.func(cse),llvm.func(cse,symbol-dce)})' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=LISTS
// RUN: mlir-opt %s --pass-pipeline='builtin.module(inline,inline{op-pipelines=func.func(cse),llvm.func(cse,symbol-dce)})' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=LISTS
// LISTS: inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 },
// LISTS-NEXT: inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 op-pipelines={func.func(cse),llvm.func(cse,symbol-dce)}}

// DUMP: inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4
// NO-PASS: error: {{.*}}'cze' does not refer to a registered pass or pass pipeline
// NO-TABLE: error: 'func.func' op was scheduled to run under the inliner, but does not define a symbol table

// Nobody has ever called it: it goes, and with it what only it calls (which upstream keeps).
// CHECK-NOT: @unused{{(_nested)?}}(
// CSE-NOT: @unused{{(_nested)?}}(
// DEAD-NOT: @unused
func.func private @unused() {
  call @unused_too() : () -> ()
  return
}
func.func private @unused_too() {
  return
}
// Whatever only the module can see; what it only declares may be anywhere.
func.func nested @unused_nested() {
  return
}
// CHECK: func.func private @declared
func.func private @declared() -> i32

// CHECK: func.func @callee
func.func @callee(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// Four ops into two are 200 per cent.
// CHECK: func.func @small
// CHECK-NEXT: call @callee
// CSE: func.func @small
// CSE-NEXT: %[[SUM:.*]] = arith.addi
// CSE-NEXT: arith.muli %[[SUM]], %[[SUM]]
// BOTH: func.func @small
// BOTH-NEXT: %[[SUM:.*]] = arith.addi
// BOTH-NEXT: arith.muli %[[SUM]], %[[SUM]]
func.func @small(%a: i32) -> i32 {
  %0 = call @callee(%a) : (i32) -> i32
  return %0 : i32
}

// Four into four are 100.
// CHECK: func.func @large
// ONE-NOT: call @callee
// NONE: call @callee
// CHECK: return
// CSE: func.func @large
// CSE: arith.constant 0
// BOTH: func.func @large
// BOTH-NOT: arith.constant
// BOTH: return
func.func @large(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = call @callee(%a) : (i32) -> i32
  %1 = arith.addi %0, %c0 : i32
  return %1 : i32
}

// That the callee is known shows only after its constant has been inlined and folded in.
// BOTH: func.func @indirect
// BOTH-NEXT: return %{{.*}} : i32
// ONCE: func.func @indirect
// ONCE: call_indirect
func.func private @identity(%a: i32) -> i32 {
  return %a : i32
}
func.func private @choose() -> ((i32) -> i32) {
  %f = constant @identity : (i32) -> i32
  return %f : (i32) -> i32
}
func.func @indirect(%a: i32) -> i32 {
  %f = call @choose() : () -> ((i32) -> i32)
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}

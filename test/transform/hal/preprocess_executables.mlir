// Pipelines and tools of the user's own change executables.
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-preprocess-executables-with-pipeline{pipeline=builtin.module(func.func(canonicalize))})" | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-preprocess-executables-with-pipeline{pipeline='hal.executable.variant(builtin.module(func.func(canonicalize)))'})" | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-preprocess-executables-with-tool{command='sed s/addi/muli/'})" | FileCheck %s --check-prefixes=CHECK,TOOL
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-preprocess-executables-with-tool{command=cat})" | FileCheck %s --check-prefixes=CHECK,SAME
// RUN: not tern-opt %s --pass-pipeline="builtin.module(iree-hal-preprocess-executables-with-tool{command='exit 3'})" 2>&1 | FileCheck %s --check-prefix=STATUS
// RUN: not tern-opt %s --pass-pipeline="builtin.module(iree-hal-preprocess-executables-with-tool{command='echo nonsense'})" 2>&1 | FileCheck %s --check-prefix=NONSENSE
// RUN: not tern-opt %s --pass-pipeline="builtin.module(iree-hal-preprocess-executables-with-tool{command=true})" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tern-opt %s --pass-pipeline="builtin.module(iree-hal-preprocess-executables-with-pipeline{pipeline=builtin.module(no-such-pass)})" 2>&1 | FileCheck %s --check-prefix=PASS

// CHECK-LABEL: hal.executable private @exe
// CHECK: func.func @f
// FOLDED-NEXT: %[[C:.*]] = arith.constant 5 : i32
// FOLDED-NEXT: return %[[C]]
// TOOL: arith.muli
// SAME: arith.addi
// STATUS: error: 'hal.executable' op could not be preprocessed: 'exit 3' ended with 3
// NONSENSE: error: 'hal.executable' op came back from the tool with errors
// NONE: error: 'hal.executable' op came back from the tool as 0 executables, expected one
// PASS: no-such-pass
hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    builtin.module {
      func.func @f() -> i32 {
        %c2 = arith.constant 2 : i32
        %c3 = arith.constant 3 : i32
        %0 = arith.addi %c2, %c3 : i32
        return %0 : i32
      }
    }
  }
}

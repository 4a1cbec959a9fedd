// Each executable goes to a file of its own.
// RUN: rm -rf %t && tern-opt %s --pass-pipeline="builtin.module(iree-hal-dump-executable-sources{path=%t/new/folder prefix=configured})" | FileCheck %s
// RUN: ls %t/new/folder | FileCheck %s --check-prefix=NAMES --match-full-lines
// RUN: tern-opt %t/new/folder/configured_program_first.mlir | FileCheck %s --check-prefix=FIRST
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-dump-executable-sources{path=-})" -o %t/whole.mlir | FileCheck %s --check-prefix=STDOUT
// RUN: echo > %t/file && not tern-opt %s --pass-pipeline="builtin.module(iree-hal-dump-executable-sources{path=%t/file})" 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK-DAG: hal.executable private @first
// CHECK-DAG: hal.executable private @second
// NAMES: configured_program_first.mlir
// NAMES-NEXT: configured_program_second.mlir
// FIRST: hal.executable public @first
// FIRST: func.func @f
// FIRST-NOT: @second
// STDOUT: hal.executable public @first
// STDOUT: hal.executable public @second
// ERROR: error: 'hal.executable' op cannot be written to a file: {{.*}}file
module @program {
  hal.executable private @first {
    hal.executable.variant public @v target(<"llvm-cpu", "f">) {
      hal.executable.export public @f ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
      builtin.module {
        func.func @f() {
          return
        }
      }
    }
  }
  hal.executable private @second {
    hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    }
  }
}

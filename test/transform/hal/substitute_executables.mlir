// Executables are replaced by those of MLIR files; any other file is the code itself, for the target that takes its form.
// RUN: rm -rf %t && split-file %s %t
// RUN: tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{substitutions=first=%t/other.mlir,@second=%t/code.ptx})" | FileCheck %s
// RUN: tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{search-path=%t/folder})" | FileCheck %s --check-prefix=FOLDER
// RUN: not tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{substitutions=first})" 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: not tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{substitutions=third=%t/other.mlir})" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{substitutions=second=%t/other.mlir})" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{substitutions=first=%t/nowhere.mlir})" 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{substitutions=first=%t/broken.mlir})" 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: not tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{substitutions=second=%t/code.bin})" 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not tern-opt %t/program.mlir --pass-pipeline="builtin.module(iree-hal-substitute-executables{search-path=%t/nowhere})" 2>&1 | FileCheck %s --check-prefix=NO-FOLDER

// CHECK: hal.executable private @first {
// CHECK-NEXT: hal.executable.variant public @other
// CHECK: hal.executable private @second {
// CHECK-NEXT: hal.executable.variant public @cpu target(#{{[a-z0-9_]*}}) {
// CHECK-NEXT: hal.executable.export public @g
// CHECK-NEXT: builtin.module
// CHECK: }
// CHECK-NEXT: }
// CHECK-NEXT: hal.executable.variant public @v target(#{{.*}}) objects([#hal.executable.object<{path = "{{.*}}/code.ptx"}>]) {
// CHECK-NEXT: hal.executable.export public @g
// CHECK-NEXT: }

// FOLDER: hal.executable private @first {
// FOLDER-NEXT: hal.executable.variant public @from_folder
// FOLDER: hal.executable private @second {
// FOLDER-NEXT: hal.executable.variant public @cpu target(#{{[a-z0-9_]*}}) {

// PAIR: error: 'builtin.module' op is to be changed by 'first', expected a pair executable=file
// NAME: error: 'builtin.module' op has no executable '@third' to be replaced
// OTHER: error: 'hal.executable' op is to be replaced by one in '{{.*}}/other.mlir', which has none of its name
// FILE: error: 'hal.executable' op cannot be replaced by '{{.*}}/nowhere.mlir': {{.*}}No such file or directory
// BROKEN: broken.mlir:1:
// BROKEN: error: 'hal.executable' op cannot be replaced by '{{.*}}/broken.mlir'
// FORM: error: 'hal.executable' op is to be replaced by '{{.*}}/code.bin', whose form none of its targets takes
// FORM: note: llvm-cpu takes a relocatable ELF object, vulkan-spirv SPIR-V, cuda PTX, a cubin or a fatbin; a file with MLIR ends with .mlir or .mlirbc
// NO-FOLDER: error: 'builtin.module' op is to be changed by files in '{{.*}}/nowhere', which is no folder

//--- program.mlir
hal.executable private @first {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    hal.executable.export public @f ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
    }
  }
}
hal.executable private @second {
  hal.executable.variant public @cpu target(<"llvm-cpu", "f">) {
    hal.executable.export public @g ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
    }
  }
  hal.executable.variant public @v target(<"cuda", "f">) {
    hal.executable.export public @g ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    builtin.module {
    }
  }
}

//--- other.mlir
hal.executable public @first {
  hal.executable.variant public @other target(<"llvm-cpu", "f">) {
  }
}

//--- code.ptx
// Any text that begins like this.
.version 7.0

//--- code.bin
bytes

//--- broken.mlir
hal.executable public @first {

//--- folder/configured_module_first.mlir
hal.executable public @first {
  hal.executable.variant public @from_folder target(<"llvm-cpu", "f">) {
  }
}

//--- folder/unrelated.txt
text

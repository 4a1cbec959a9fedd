// RUN: llvm-as %S/Inputs/library.ll -o %t.bc
// RUN: tern-opt %s --gpu-module-to-binary="format=isa l=%t.bc" | FileCheck %s --implicit-check-not=unused
// RUN: sed 's|chip = "sm_80"|chip = "sm_80", link = ["%t.bc"]|' %s | tern-opt --gpu-module-to-binary=format=isa | FileCheck %s --implicit-check-not=unused
// RUN: not tern-opt %s --gpu-module-to-binary="format=isa l=%t.nothing" 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not tern-opt %s --gpu-module-to-binary="format=isa l=%s" 2>&1 | FileCheck %s --check-prefix=WRONG

// Files of bitcode given by option or by the target; only what is called is linked.
// CHECK: gpu.binary @linked
// CHECK-SAME: add.rn.f32
// ABSENT: module_to_binary_link.mlir:[[@LINE+4]]:1: error: File path: "{{.*}}.nothing" does not exist or is not a file.
// ABSENT: module_to_binary_link.mlir:[[@LINE+3]]:1: error: An error happened while serializing the module.
// WRONG: error: {{.*}}module_to_binary_link.mlir{{.*}}
// WRONG: error: An error happened while serializing the module.
gpu.module @linked [#nvvm.target<chip = "sm_80">] {
  llvm.func @twice(f32) -> f32
  llvm.func @kernel(%x: f32, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.call @twice(%x) : (f32) -> f32
    llvm.store %0, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}

// RUN: tern-opt %s --xevm-attach-target="module=b$ chip=pvc O=1" | FileCheck %s
// RUN: tern-opt %s --xevm-attach-target="cmd-options='-a b' l=c.bc triple=spirv32" | mlir-opt | FileCheck %s --check-prefix=REST
// RUN: not tern-opt %s --xevm-attach-target=O=-1 2>&1 | FileCheck %s --check-prefix=LEVEL

// LEVEL: error: The optimization level must be a number between 0 and 3.
module attributes {gpu.container_module} {
  // CHECK: gpu.module @a {
  // REST: gpu.module @a [#xevm.target<triple = "spirv32", flags = {"cmd-options" = ["-a", "b"]}, linkFiles = ["c.bc"]>] {
  gpu.module @a {
  }
  // CHECK: gpu.module @b [#nvvm.target, #xevm.target<O = 1, chip = "pvc">] {
  gpu.module @b [#nvvm.target] {
  }
}

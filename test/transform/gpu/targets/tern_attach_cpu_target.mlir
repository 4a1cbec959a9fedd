// RUN: tern-opt %s --tern-attach-cpu-target="module=b$ chip=x86-64-v3 O=1 features=+avx2" | FileCheck %s
// RUN: tern-opt %s --tern-attach-cpu-target="l=c.bc triple=aarch64-linux-gnu" | tern-opt | FileCheck %s --check-prefix=REST
// RUN: tern-opt %s --tern-attach-cpu-target --tern-attach-cpu-target | FileCheck %s --check-prefix=PLAIN
// RUN: not tern-opt %s --tern-attach-cpu-target=O=4 2>&1 | FileCheck %s --check-prefix=LEVEL

// LEVEL: error: The optimization level must be a number between 0 and 3.
module attributes {gpu.container_module} {
  // CHECK: gpu.module @a {
  // REST: gpu.module @a [#tern.cpu_target<triple = "aarch64-linux-gnu", link = ["c.bc"]>] {
  // PLAIN: gpu.module @a [#tern.cpu_target] {
  gpu.module @a {
  }
  // CHECK: gpu.module @b [#nvvm.target, #tern.cpu_target<O = 1, chip = "x86-64-v3", features = "+avx2">] {
  gpu.module @b [#nvvm.target] {
  }
}

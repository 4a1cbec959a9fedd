// RUN: tern-opt %s --rocdl-attach-target="module=b$ chip=gfx90a O=1" | FileCheck %s
// RUN: tern-opt %s --rocdl-attach-target="wave64=false fast=true daz=true finite-only=true unsafe-math=true correct-sqrt=false" | FileCheck %s --check-prefix=FLAGS
// RUN: tern-opt %s --rocdl-attach-target="abi=500 features=+xnack triple=amdgcn l=ocml.bc" | mlir-opt | FileCheck %s --check-prefix=REST
// RUN: not tern-opt %s --rocdl-attach-target=triple= 2>&1 | FileCheck %s --check-prefix=TRIPLE

// TRIPLE: error: The target triple cannot be empty.
module attributes {gpu.container_module} {
  // CHECK: gpu.module @a {
  // FLAGS: gpu.module @a [#rocdl.target<flags = {daz, fast, finite_only, no_wave64, unsafe_math, unsafe_sqrt}>] {
  // REST: gpu.module @a [#rocdl.target<triple = "amdgcn", features = "+xnack", abi = "500", link = ["ocml.bc"]>] {
  gpu.module @a {
  }
  // CHECK: gpu.module @b [#nvvm.target, #rocdl.target<O = 1, chip = "gfx90a">] {
  gpu.module @b [#nvvm.target] {
  }
}

// RUN: tern-opt %s --nvvm-attach-target="module=^dev chip=sm_90a features=+ptx80 O=3" | FileCheck %s
// RUN: tern-opt %s --nvvm-attach-target="module=^dev chip=sm_90a features=+ptx80 O=3" | mlir-opt | FileCheck %s
// RUN: tern-opt %s --nvvm-attach-target="fast=true ftz=true l=a.bc,b.bc triple=nvptx-nvidia-cuda" | FileCheck %s --check-prefix=FLAGS
// RUN: tern-opt %s --nvvm-attach-target="ptxas-cmd-options='-v --maxrregcount=32 \"two words\"'" | FileCheck %s --check-prefix=WORDS
// RUN: tern-opt %s --nvvm-attach-target="verify-target-arch=false" | FileCheck %s --check-prefix=UNCHECKED
// RUN: tern-opt %s --nvvm-attach-target="module=(" | FileCheck %s --check-prefix=NONE
// RUN: not tern-opt %s --nvvm-attach-target=O=4 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not tern-opt %s --nvvm-attach-target=chip= 2>&1 | FileCheck %s --check-prefix=CHIP

// LEVEL: error: The optimization level must be a number between 0 and 3.
// CHIP: error: The target chip cannot be empty.
module attributes {gpu.container_module} {
  // CHECK: gpu.module @device_a [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">] {
  // FLAGS: gpu.module @device_a [#nvvm.target<triple = "nvptx-nvidia-cuda", flags = {fast, ftz}, link = ["a.bc", "b.bc"]>] {
  // WORDS: gpu.module @device_a [#nvvm.target<flags = {"ptxas-cmd-options" = ["-v", "--maxrregcount=32", "two words"]}>] {
  // UNCHECKED: gpu.module @device_a [#nvvm.target<verifyTarget = false>] {
  // NONE: gpu.module @device_a {
  gpu.module @device_a {
  }

  // What the module has stays in front; the same again is not added.
  // CHECK: gpu.module @device_b [#nvvm.target, #nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">] {
  gpu.module @device_b [#nvvm.target] {
  }
  // CHECK: gpu.module @device_c [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">] {
  gpu.module @device_c [#nvvm.target<features = "+ptx80", O = 3, chip = "sm_90a">] {
  }

  // The name does not match.
  // CHECK: gpu.module @a_device {
  gpu.module @a_device {
  }
}

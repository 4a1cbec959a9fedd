// A dispatch region of several kernels runs them in order: a product, and the sums of its rows, which other workgroups computed.
// REQUIRES: lavapipe
// RUN: %lavapipe tern-run %s --device=vulkan --time --input=33x17xf32=1 --input=17x20xf32=0.5 --expected_output=33x20xf32=8.5 \
// RUN:   --expected_output=33xf32=170 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT-DAG: compile: {{.*}}, 2 kernels
// COUNT-DAG: [SUCCESS]
// RUN: tern-compile %s -o %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=KERNELS
// KERNELS: OpEntryPoint GLCompute %main_0 "main_0"
// KERNELS: OpEntryPoint GLCompute %main_1 "main_1"
// KERNELS-NOT: OpEntryPoint

// With nothing fused there are four, for the same result. The parts of a file that was split are run as one entry point.
// RUN: tern-opt %s --hlo-to-linalg-pipeline --iree-codegen-split-dispatch-function=fuse=false > %t.split.mlir
// RUN: FileCheck %s --check-prefix=ALONE --input-file=%t.split.mlir
// ALONE: @main() attributes {hal.entry_point_schedule = [@main_0, @main_1, @main_2, @main_3]}
// RUN: %lavapipe tern-run %t.split.mlir --device=vulkan --input=33x17xf32=1 --input=17x20xf32=0.5 --expected_output=33x20xf32=8.5 \
// RUN:   --expected_output=33xf32=170
// RUN: tern-run %t.split.mlir --interpret=random:3 --input=33x17xf32=1 --input=17x20xf32=0.5 --expected_output=33x20xf32=8.5 \
// RUN:   --expected_output=33xf32=170
// RUN: not tern-run %t.split.mlir --input=33x17xf32=1 --input=17x20xf32=0.5 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: 'func.func' op was split into kernels, which the target cpu does not run in a row

// A list that is none means nothing; a kernel that is not there is named.
// RUN: sed -e 's/schedule = \[.*\]/schedule = [1]/' %t.split.mlir > %t.numbers.mlir
// RUN: not tern-run %t.numbers.mlir --interpret --function=main --input=33x17xf32=1 --input=17x20xf32=0.5 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: error: the executable has no entry point 'main'
// RUN: sed -e 's/schedule = \[.*\]/schedule = [@other]/' %t.split.mlir > %t.other.mlir
// RUN: not tern-run %t.other.mlir --interpret --input=33x17xf32=1 --input=17x20xf32=0.5 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: 'builtin.module' op has no kernel @other

hal.executable.variant "vulkan*" {
  module {
    func.func @main() {
      %c0 = arith.constant 0 : index
      %0 = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<33x17xf32>
      %1 = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<17x20xf32>
      %2 = "mhlo.dot"(%0, %1) : (tensor<33x17xf32>, tensor<17x20xf32>) -> tensor<33x20xf32>
      %zero = mhlo.constant dense<0.0> : tensor<f32>
      %3 = "mhlo.reduce"(%2, %zero) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = mhlo.add %x, %y : tensor<f32>
        "mhlo.return"(%s) : (tensor<f32>) -> ()
      }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<33x20xf32>, tensor<f32>) -> tensor<33xf32>
      hal.interface.store.tensor %2, @io::@ret0, offset = %c0 : tensor<33x20xf32>
      hal.interface.store.tensor %3, @io::@ret1, offset = %c0 : tensor<33xf32>
      return
    }
    hal.interface private @io {
      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
      hal.interface.binding @ret1, set=0, binding=3, type="StorageBuffer", access="Write|Discard"
    }
  }
}

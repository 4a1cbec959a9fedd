// Functions that are not private are entry points; private ones can be called and are not exported.

// RUN: tern-compile %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: FileCheck %s --input-file=%t.h --check-prefix=HEADER
// RUN: tern-compile %s -o %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV
// RUN: tern-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --check-prefix=PTX
// RUN: tern-run %s --function=doubles --input=4xf32=1,2,3,4 --expected_output=4xf32=2,4,6,8
// RUN: tern-run %s --function=negates --input=4xf32=1,2,3,4 --expected_output=4xf32=-1,-2,-3,-4
// RUN: not tern-run %s --input=4xf32=1,2,3,4 2>&1 | FileCheck %s --check-prefix=WHICH
// RUN: not tern-run %s --function=helper --input=4xf32=1,2,3,4 2>&1 | FileCheck %s --check-prefix=PRIVATE
// RUN: sed -e 's/vulkan/nosuch/' %s > %t.nosuch.mlir
// RUN: not tern-run %t.nosuch.mlir --function=negates --input=4xf32=1,2,3,4 2>&1 | FileCheck %s --check-prefix=NOSUCH

// SYMBOLS-DAG: {{[0-9a-f]+}} T doubles
// SYMBOLS-DAG: {{[0-9a-f]+}} T negates
// SYMBOLS-NOT: T helper

// SPIRV: OpEntryPoint GLCompute %[[DOUBLES:.*]] "doubles"
// SPIRV-NEXT: OpEntryPoint GLCompute %[[NEGATES:.*]] "negates"
// SPIRV-NOT: OpEntryPoint
// SPIRV: %[[DOUBLES]] = OpFunction
// SPIRV: OpFunctionCall %float %[[HELPER:.*]] %
// SPIRV: %[[NEGATES]] = OpFunction
// SPIRV: %[[HELPER]] = OpFunction

// PTX-DAG: .visible .entry doubles(
// PTX-DAG: .visible .entry negates(
// PTX-NOT: .entry helper

// HEADER-DAG: doubles(
// HEADER-DAG: negates(
// HEADER-NOT: helper

// WHICH: error: {{.*}}--function
// PRIVATE: error: {{.*}}helper
// NOSUCH: error: 'hal.executable.variant' op selects no target with the pattern "nosuch*"

hal.executable.variant "vulkan*" {
  module {
    func.func @doubles() {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c1 = arith.constant 1 : index
      %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4xf32>
      %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<4xf32>
      scf.for %i = %c0 to %c4 step %c1 {
        %x = memref.load %a[%i] : memref<4xf32>
        %y = func.call @helper(%x) : (f32) -> f32
        memref.store %y, %r[%i] : memref<4xf32>
      }
      return
    }
    func.func @negates() {
      %c0 = arith.constant 0 : index
      %a = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<4xf32>
      %r = "mhlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
      hal.interface.store.tensor %r, @io::@ret0, offset = %c0 : tensor<4xf32>
      return
    }
    func.func private @helper(%x: f32) -> f32 {
      %y = arith.addf %x, %x : f32
      return %y : f32
    }
    hal.interface private @io {
      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
    }
  }
}

// RUN: split-file %s %t
// RUN: tern-compile %t/add.mlir -o %t/two.tern --target=cuda --cuda-target=sm_80,sm_90a
// RUN: grep -a -o "target sm_[0-9a-z]*" %t/two.tern | FileCheck %s
// RUN: tern-compile %t/add.mlir -o %t/both.tern --target=cpu,cuda:sm_80,sm_90a
// RUN: grep -a -o "target sm_[0-9a-z]*" %t/both.tern | FileCheck %s
// RUN: tern-run %t/both.tern --input=4xf32=1,2,3,4 | FileCheck %s --check-prefix=SUM
// RUN: tern-compile %t/dispatch.mlir -o %t/dispatch.tern --target=cuda:sm_90,sm_80
// RUN: grep -a -o "target sm_[0-9a-z]*" %t/dispatch.tern | FileCheck %s --check-prefix=TURNED
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.ptx --cuda-target=sm_80,sm_90 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.tern --target=cuda:sm_80,sm_80 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tern-compile %t/add.mlir -o %t/x.tern --target=cuda:sm_80,sm_1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.spv --target=cuda 2>&1 | FileCheck %s --check-prefix=SPIRV
// RUN: tern-compile %t/add.mlir -o %t/virtual.tern --target=cuda:compute_80,cpu
// RUN: grep -a -o "target sm_[0-9a-z]*" %t/virtual.tern | FileCheck %s --check-prefix=VIRTUAL
// RUN: tern-compile %t/dispatch.mlir -o %t/virtual.ptx --cuda-target=compute_90a
// RUN: FileCheck %s --check-prefix=PTX < %t/virtual.ptx
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.ptx --cuda-target=compute_80,sm_90 2>&1 | FileCheck %s --check-prefix=REAL
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.cubin --cuda-target=compute_80 2>&1 | FileCheck %s --check-prefix=NO-REAL
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.cubin --cuda-target=compute_80,sm_80,sm_90 2>&1 | FileCheck %s --check-prefix=NO-REAL
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.tern --cuda-target=compute_90,sm_80 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.tern --cuda-target=compute_90a,sm_90 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.tern --cuda-target=compute_80,sm_90,sm_90 2>&1 | FileCheck %s --check-prefix=REAL-TWICE
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.tern --cuda-target=compute_80 --cuda-embed-cubin 2>&1 | FileCheck %s --check-prefix=EMBED
// RUN: not tern-compile %t/dispatch.mlir -o %t/x.tern --target=cuda:sm_80 --cuda-target=sm_90 2>&1 | FileCheck %s --check-prefix=BOTH-WAYS

// Code for several processors in one module; which one is loaded is the device's matter.

// CHECK: target sm_80
// CHECK: target sm_90a
// SUM: 4xf32=2 4 6 8
// TURNED: target sm_90
// TURNED: target sm_80
// ONE: only a module (.tern) can hold code for several processors; name one with --cuda-target
// TWICE: the processor sm_80 is named twice
// UNKNOWN: 'sm_1' names no processor of CUDA that is known; sm_80, sm_90, sm_90a and compute_80 are some of them
// SPIRV: error: '{{.*}}/x.spv' is for the target vulkan, but cuda is asked for; choose another ending

// A virtual architecture is what the PTX is written for; the processors behind it get machine code that is made of that PTX.
// VIRTUAL: target sm_80
// VIRTUAL-NOT: target
// PTX: .target sm_90a
// REAL: machine code goes into a module (.tern) or a cubin; name PTX's compute_NN alone
// NO-REAL: machine code is for one processor; name it as sm_90, or compute_80,sm_90
// OLD: sm_80 does not run PTX for compute_90
// OTHER: sm_90 does not run PTX for compute_90a
// REAL-TWICE: the processor sm_90 is named twice
// EMBED: --cuda-embed-cubin is for processors alone; behind compute_NN name those to assemble for
// BOTH-WAYS: error: processors of CUDA are given twice: cuda:sm_80

//--- add.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.add %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- dispatch.mlir
hal.executable.variant "cuda*" {
  module {
    func.func @add() {
      %c0 = arith.constant 0 : index
      %0 = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<64xf32>
      %1 = mhlo.add %0, %0 : tensor<64xf32>
      hal.interface.store.tensor %1, @io::@ret0, offset = %c0 : tensor<64xf32>
      return
    }
    hal.interface private @io {
      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
    }
  }
}

// REQUIRES: ptxas
// RUN: tern-compile %s -o %t.cubin --cuda-target=sm_90a
// RUN: od -An -c -N4 %t.cubin | FileCheck %s
// RUN: tern-compile %s -o %t.tern --target=cuda:sm_80,sm_90a --cuda-embed-cubin
// RUN: grep -a -c ELF %t.tern | FileCheck %s --check-prefix=BOTH
// RUN: tern-compile %s -o %t.tern --target=cuda:compute_80,sm_86,sm_90
// RUN: grep -a -o "ELF\|target sm_[0-9a-z]*" %t.tern | FileCheck %s --check-prefix=REALS
// RUN: tern-compile %s -o %t.cubin --cuda-target=compute_80,sm_90
// RUN: od -An -t x1 -j48 -N4 %t.cubin | FileCheck %s --check-prefix=FLAGS

// Machine code by ptxas: alone, and beside the PTX in a module.

// CHECK: 177 E L F
// BOTH: {{[1-9]}}
// The PTX is for the first, which is not assembled for itself.
// REALS: target sm_80
// REALS-NEXT: ELF
// REALS-NEXT: ELF
// REALS-NOT: {{.}}
// The flags of the file say sm_90 (0x5a).
// FLAGS: {{^ .. 5a}}

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

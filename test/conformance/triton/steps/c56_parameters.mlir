// C56. The conversion is told the capability of the chip, the maker of the GPU, and which tensor maps there are.
// RUN: split-file %s %t
// RUN: tern-opt %t/chip.mlir --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s --check-prefixes=NVIDIA,HOPPER
// RUN: tern-opt %t/chip.mlir --convert-triton-gpu-to-llvm=compute-capability=80 | FileCheck %s --check-prefixes=NVIDIA,AMPERE
// RUN: tern-opt %t/chip.mlir --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s --check-prefix=AMD
// RUN: tern-opt %t/maps.mlir --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s --check-prefix=MAPS

// From Hopper on there is an instruction from e5m2 to f16.
// NVIDIA-LABEL: llvm.func internal @narrow
// HOPPER: cvt.rn.f16x2.e5m2x2
// AMPERE-NOT: e5m2x2
// NVIDIA-LABEL: llvm.func internal @program
// NVIDIA: nvvm.read.ptx.sreg.ctaid.x
// AMD-LABEL: llvm.func internal @narrow
// AMD-NOT: nvvm
// AMD-NOT: cvt.rn
// AMD-LABEL: llvm.func internal @program
// AMD: rocdl.workgroup.id.x
// MAPS: llvm.func @maps(%arg0: !llvm.ptr {{{.*}}tt.nv_tma_desc = 1 : i32}, %arg1: !llvm.ptr {{{.*}}tt.nv_tma_desc = 1 : i32}, %arg2: !llvm.ptr<1>

//--- chip.mlir
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @narrow(%x: tensor<128xf8E5M2, #blocked>) -> tensor<128xf16, #blocked> {
    %0 = tt.fp_to_fp %x : tensor<128xf8E5M2, #blocked> -> tensor<128xf16, #blocked>
    tt.return %0 : tensor<128xf16, #blocked>
  }
  tt.func private @program() -> i32 {
    %0 = tt.get_program_id x : i32
    tt.return %0 : i32
  }
}

//--- maps.mlir
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func public @maps(%d: !tt.tensordesc<tensor<64x64xf16, #s>>, %e: !tt.tensordesc<tensor<64x64xf16, #s>>, %p: !tt.ptr<f16>) {
    tt.return
  }
}

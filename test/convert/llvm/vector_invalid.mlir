// Options of --convert-vector-to-llvm that ask for what is not here.
// RUN: not tern-opt %s --convert-vector-to-llvm=enable-amx=1 2>&1 | FileCheck %s --check-prefix=AMX
// RUN: not tern-opt %s --convert-vector-to-llvm=enable-arm-neon=1 2>&1 | FileCheck %s --check-prefix=NEON
// RUN: not tern-opt %s --convert-vector-to-llvm=enable-arm-sve=1 2>&1 | FileCheck %s --check-prefix=SVE
// RUN: not tern-opt %s --convert-vector-to-llvm=enable-x86vector=1 2>&1 | FileCheck %s --check-prefix=X86
// RUN: not tern-opt %s --convert-vector-to-llvm=vector-contract-lowering=fast 2>&1 | FileCheck %s --check-prefix=CONTRACT
// RUN: not tern-opt %s --convert-vector-to-llvm=vector-transpose-lowering=fast 2>&1 | FileCheck %s --check-prefix=TRANSPOSE

// AMX: error: option 'enable-amx' asks for the dialect 'amx', which is not supported
// AMX: note: without the option vectors are lowered for any processor
// NEON: error: option 'enable-arm-neon' asks for the dialect 'arm_neon', which is not supported
// SVE: error: option 'enable-arm-sve' asks for the dialect 'arm_sve', which is not supported
// X86: error: option 'enable-x86vector' asks for the dialect 'x86vector', which is not supported
// CONTRACT: for option 'vector-contract-lowering': expected one of 'dot', 'llvmintr', 'outerproduct', 'parallelarith' but got 'fast'
// TRANSPOSE: for option 'vector-transpose-lowering': expected one of 'eltwise', 'llvmintr', 'shuffle1d', 'shuffle16x16' but got 'fast'

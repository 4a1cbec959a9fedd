// RUN: split-file %s %t
// RUN: not tern-opt %t/plain.mlir --gpu-module-to-binary=format=exe 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not tern-opt %t/plain.mlir --gpu-module-to-binary="format=bin opts=--fail toolkit=%S/Inputs/toolkit" 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not tern-opt %t/plain.mlir --gpu-module-to-binary="format=bin toolkit=%t/nowhere" 2>&1 | FileCheck %s --check-prefix=TOOLKIT
// RUN: not env TMPDIR=%t/nowhere tern-opt %t/plain.mlir --gpu-module-to-binary="toolkit=%S/Inputs/toolkit" 2>&1 | FileCheck %s --check-prefix=TEMPORARY
// RUN: not tern-opt %t/plain.mlir --gpu-module-to-binary="toolkit=%S/Inputs/broken" 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: not tern-opt %t/decoration.mlir --gpu-module-to-binary 2>&1 | FileCheck %s --check-prefix=DECORATION
// RUN: not env PATH= CUDA_ROOT=%t %build/bin/tern-opt %t/plain.mlir --gpu-module-to-binary 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: not env PATH= ROCM_PATH=%t %build/bin/tern-opt %t/rocdl.mlir --gpu-module-to-binary 2>&1 | FileCheck %s --check-prefix=LLD
// RUN: not tern-opt %t/untranslatable.mlir --gpu-module-to-binary=format=llvm 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: not tern-opt %t/targets.mlir --gpu-module-to-binary 2>&1 | FileCheck %s --check-prefix=TARGETS
// RUN: not tern-opt %t/triple.mlir --gpu-module-to-binary=format=isa 2>&1 | FileCheck %s --check-prefix=TRIPLE
// RUN: not tern-opt %t/no_spirv.mlir --gpu-module-to-binary 2>&1 | FileCheck %s --check-prefix=SPIRV
// RUN: not tern-opt %t/unknown.mlir --allow-unregistered-dialect --gpu-module-to-binary 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// FORMAT: plain.mlir:0:0: error: Invalid format specified.
// FAIL: plain.mlir:1:1: error: `ptxas` invocation failed. Log:
// FAIL-NEXT: ptxas fatal : told to fail
// FAIL: plain.mlir:1:1: error: An error happened while serializing the module.
// TOOLKIT: plain.mlir:1:1: error: CUDA path: {{.*}}/nowhere does not exist or is not a directory.
// PTXAS: plain.mlir:1:1: error: Couldn't find the `ptxas` binary. Please specify the toolkit path, add the compiler to $PATH, or set one of the environment variables CUDA_ROOT, CUDA_HOME and CUDA_PATH.
// LLD: rocdl.mlir:1:1: error: Couldn't find the `ld.lld` binary. Please specify the toolkit path, add it to $PATH, or set one of the environment variables ROCM_PATH, ROCM_ROOT and ROCM_HOME.
// TEMPORARY: plain.mlir:1:1: error: Couldn't create the temp file: `{{.*}}/nowhere/tern-{{.*}}.ptx`, error message: No such file or directory
// BROKEN: plain.mlir:1:1: error: `ptxas` invocation failed, error message: '{{.*}}/broken/bin/ptxas' cannot be run
//--- plain.mlir
gpu.module @plain [#nvvm.target<chip = "sm_80">] {
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
//--- rocdl.mlir
gpu.module @plain [#rocdl.target<chip = "gfx90a">] {
  llvm.func @kernel() attributes {gpu.kernel, rocdl.kernel} {
    llvm.return
  }
}
//--- untranslatable.mlir
// The first module that cannot be compiled ends the pass.
// FIRST: untranslatable.mlir:7:3: error: 'func.func' op cannot be translated to LLVM IR
// FIRST: error: Failed creating the llvm::Module.
// FIRST: error: An error happened while serializing the module.
// FIRST-NOT: error:
gpu.module @first [#nvvm.target<chip = "sm_80">] {
  func.func @f() {
    return
  }
}
gpu.module @second [#nvvm.target<chip = "sm_80">] {
  func.func @f() {
    return
  }
}
//--- targets.mlir
// TARGETS: error: the module has no target attributes
gpu.module @none {
}
//--- triple.mlir
// TRIPLE: error: no code can be made for 'nonsense'
gpu.module @triple [#nvvm.target<triple = "nonsense">] {
}
//--- no_spirv.mlir
// SPIRV: error: has no spirv.module: run --convert-gpu-to-spirv first
// SPIRV: error: An error happened while serializing the module.
gpu.module @empty [#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>] {
}
//--- unknown.mlir
// UNKNOWN: error: no code can be made for the target '#other.target<"x">'
gpu.module @unknown [#other.target<"x">] {
}
//--- decoration.mlir
// DECORATION: error: 'spirv.func' op has the attribute 'nonsense', which is no decoration of SPIR-V
// DECORATION: error: 'spirv.module' op failed to serialize SPIR-V module
gpu.module @decoration [#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>] {
  spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
    spirv.func @main() "None" attributes {nonsense = 1 : i32} {
      spirv.Return
    }
  }
}

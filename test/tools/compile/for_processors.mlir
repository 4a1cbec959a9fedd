// Code for several processors in one module, and what is said where none of it runs. The processors are x86-64's.

// Known: names of LLVM, and what they are short for. Not known: others, and this machine's as another.
// RUN: tern-compile %s -o %t.known.tern --target-triple=x86_64-linux-gnu --target-cpu=znver4,skx,core-avx2,x86-64
// RUN: not tern-compile %s -o %t.tern --target-triple=x86_64-linux-gnu --target-cpu=x86-64-v3,x86-64-v9 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: {{.*}}'x86-64-v9' is no known processor of x86_64; 'native' is this machine's
// RUN: not tern-compile %s -o %t.tern --target-triple=riscv64-linux-gnu --target-cpu=native 2>&1 | FileCheck %s --check-prefix=NATIVE
// NATIVE: error: {{.*}}'native' is this machine's processor, but the code is for 'riscv64-linux-gnu'
// RUN: not tern-compile %s -o %t.tern --target-triple=x86_64-linux-gnu --target-cpu=k8,x86-64-v2,x86-64-v3,x86-64-v4,nocona,core2,penryn,atom,slm,westmere,haswell,skylake,skx,knl,znver1,znver2,znver3 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: {{.*}}code is made for at most 16 processors

// The same under upstream's name, in this order whatever the order of the names: what needs most first.
// RUN: tern-compile %s -o %t.1.tern --target-triple=x86_64-linux-gnu --target-cpu=x86-64-v2,x86-64-v4,x86-64-v3
// RUN: tern-compile %s -o %t.2.tern --iree-llvmcpu-target-triple=x86_64-linux-gnu --iree-llvmcpu-target-cpu=x86-64-v4,x86-64-v3,x86-64-v2,x86-64-v3
// RUN: cmp %t.1.tern %t.2.tern

// Features go to the code of each. No processor has all of these.
// RUN: tern-compile %s -o %t.none.tern --target-triple=x86_64-linux-gnu --target-cpu=x86-64,x86-64-v3 --target-cpu-features=+xop,+amx-complex,-avx2
// RUN: not tern-run %t.none.tern --input=4xf32=1 --input=4xf32=1 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: {{.*}}this processor runs none of the code that there is: for x86-64-v3 it lacks {{.*(xop|amx-complex)}}{{.*}}; for x86-64 it lacks {{.*(xop|amx-complex)}}

// A lone dispatch has no form for several.
// RUN: not tern-compile %S/../Inputs/scaled_sum.mlir -o %t.o --target-cpu=x86-64-v2,x86-64-v3 2>&1 | FileCheck %s --check-prefix=LONE
// LONE: error: only a module (.tern) can hold code for several processors; name one with --target-cpu

func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

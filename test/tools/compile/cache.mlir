// Executables are kept in a folder, and taken from there if nothing that decides about them is different.

// RUN: rm -rf %t && mkdir %t
// RUN: tern-compile %s -o %t/1.tern --cache-dir=%t/new/cache --explain 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: tern-compile %s -o %t/2.tern --cache-dir=%t/new/cache --explain 2>&1 | FileCheck %s --check-prefix=HIT
// MISS: executable @{{.*}} compiled in {{.*}} ms; put into the cache
// HIT: executable @{{.*}} compiled in {{.*}} ms; taken from the cache

// The bytes are the same, also without a cache, and where code generation is put off.
// RUN: tern-compile %s -o %t/3.tern
// RUN: tern-compile %s -o %t/4.tern --cache-dir=%t/new/cache
// RUN: tern-compile %s -o %t/5.tern --cache-dir=%t/other
// RUN: cmp %t/1.tern %t/2.tern
// RUN: cmp %t/1.tern %t/3.tern
// RUN: cmp %t/1.tern %t/4.tern
// RUN: cmp %t/1.tern %t/5.tern
// RUN: tern-run %s --cache-dir=%t/other --input=4xf32=1,2,3,4 --expected_output=4xf32=3,5,7,9
// RUN: tern-run %s --cache-dir=%t/other --input=4xf32=1,2,3,4 --expected_output=4xf32=3,5,7,9

// The same program for something else is another entry.
// RUN: tern-compile %s -o %t/6.tern --target-cpu=native --target-cpu-features=+sse3 --cache-dir=%t/new/cache --explain 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: tern-compile %s -o %t/6.tern --llvm-passes='default<O1>' --cache-dir=%t/new/cache --explain 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: tern-compile %s -o %t/6.tern --target=vulkan --cache-dir=%t/new/cache --explain 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: sed s/2.0/4.0/ %s > %t/changed.mlir
// RUN: tern-compile %t/changed.mlir -o %t/6.tern --cache-dir=%t/new/cache --explain 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: tern-compile %s -o %t/2.tern --cache-dir=%t/new/cache --explain 2>&1 | FileCheck %s --check-prefix=HIT
// RUN: cmp %t/1.tern %t/2.tern

// Damage is found, and repaired: files that are cut off, empty, of another entry, or with one byte that is different.
// RUN: python3 %S/../Inputs/damage_cache.py %t/other tern-compile %s %t/1.tern

// What cannot be written is not kept.
// RUN: tern-compile %s -o %t/2.tern --cache-dir=%s/none --explain 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: cmp %t/1.tern %t/2.tern
// NONE: executable @{{.*}} compiled in {{.*}} ms; cannot create '{{.*}}cache.mlir/none/

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.multiply %a, %two : tensor<4xf32>
  %1 = stablehlo.add %0, %one : tensor<4xf32>
  return %1 : tensor<4xf32>
}

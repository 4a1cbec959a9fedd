// Tiles that were measured change the code of the products they are about, and no bit of what these compute.

// RUN: rm -rf %t && mkdir %t
// RUN: tern-compile %s -o %t/plain.tern --target-cpu=x86-64-v3 --explain=full 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: tuning.mlir:[[@LINE+39]]:{{.*}}: remark: tuning: contraction f32,f32,f32 mk,kn->mn m=61 n=70 k=130 vector-bytes=32; not in the file
// RUN: echo "contraction f32,f32,f32 mk,kn->mn m=61 n=70 k=130 vector-bytes=32: tile-m=32 tile-n=40" > %t/tuning
// RUN: tern-compile %s -o %t/tuned.tern --target-cpu=x86-64-v3 --tuning-file=%t/tuning --explain=full 2>&1 | FileCheck %s --check-prefix=TUNED
// TUNED: remark: tuning: contraction {{.*}}; as in the file
// RUN: not cmp %t/plain.tern %t/tuned.tern

// Other processors have other entries.
// RUN: tern-compile %s -o %t/old.tern --target-cpu=x86-64-v2
// RUN: tern-compile %s -o %t/old-tuned.tern --target-cpu=x86-64-v2 --tuning-file=%t/tuning
// RUN: cmp %t/old.tern %t/old-tuned.tern

// What a cache keeps is for one content of the file.
// RUN: tern-compile %s -o %t/1.tern --target-cpu=x86-64-v3 --cache-dir=%t/cache --explain=full 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: tern-compile %s -o %t/2.tern --target-cpu=x86-64-v3 --cache-dir=%t/cache --tuning-file=%t/tuning --explain=full 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: tern-compile %s -o %t/3.tern --target-cpu=x86-64-v3 --cache-dir=%t/cache --tuning-file=%t/tuning --explain=full 2>&1 | FileCheck %s --check-prefix=HIT
// RUN: cmp %t/1.tern %t/plain.tern
// RUN: cmp %t/2.tern %t/tuned.tern
// RUN: cmp %t/3.tern %t/tuned.tern
// RUN: echo "contraction f32,f32,f32 mk,kn->mn m=61 n=70 k=130 vector-bytes=32: tile-m=48" > %t/tuning
// RUN: tern-compile %s -o %t/4.tern --target-cpu=x86-64-v3 --cache-dir=%t/cache --tuning-file=%t/tuning --explain=full 2>&1 | FileCheck %s --check-prefix=MISS
// RUN: not cmp %t/4.tern %t/tuned.tern
// MISS: put into the cache
// HIT: taken from the cache

// What is wrong with the file is told at its place; no file at all is an error also where there is a cache.
// RUN: echo "contraction f32" > %t/wrong
// RUN: not tern-compile %s -o %t/5.tern --tuning-file=%t/wrong --cache-dir=%t/cache 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: rm %t/tuning
// RUN: not tern-compile %s -o %t/5.tern --target-cpu=x86-64-v3 --tuning-file=%t/tuning --cache-dir=%t/cache 2>&1 | FileCheck %s --check-prefix=NONE
// WRONG: {{.*}}wrong:1:13: error: expected three element types, such as f32,f32,f32
// WRONG-NEXT: {{^}}contraction f32
// WRONG-NEXT: {{^            \^$}}
// WRONG-NEXT: {{.*}}wrong:1:13: note: a line is
// NONE: error: cannot open '{{.*}}tuning'

// RUN: tern-compile --help | FileCheck %s --check-prefix=HELP
// HELP: --tuning-file=FILE

func.func @main(%a: tensor<61x130xf32>, %b: tensor<130x70xf32>) -> tensor<61x70xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<61x130xf32>, tensor<130x70xf32>) -> tensor<61x70xf32>
  return %0 : tensor<61x70xf32>
}

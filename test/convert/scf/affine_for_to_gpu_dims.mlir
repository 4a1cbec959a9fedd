// RUN: tern-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=3 gpu-thread-dims=3}))" %s > %t.3.mlir
// RUN: mlir-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=3 gpu-thread-dims=3}))" %s | diff - %t.3.mlir
// RUN: tern-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=0 gpu-thread-dims=2}))" %s > %t.0.mlir
// RUN: mlir-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=0 gpu-thread-dims=2}))" %s | diff - %t.0.mlir
// RUN: tern-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=0 gpu-thread-dims=0}))" %s | FileCheck --check-prefix=NONE %s
// RUN: not tern-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=4}))" %s 2>&1 | FileCheck --check-prefix=BLOCKS %s
// RUN: not tern-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu{gpu-thread-dims=4}))" %s 2>&1 | FileCheck --check-prefix=THREADS %s
// RUN: not tern-opt --allow-unregistered-dialect --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=-1}))" %s 2>&1 | FileCheck --check-prefix=NEGATIVE %s

// NONE-COUNT-6: affine.for
// BLOCKS: error: cannot map to more than 3 block dimensions
// THREADS: error: cannot map to more than 3 thread dimensions
// NEGATIVE: error: gpu-block-dims and gpu-thread-dims are counts of dimensions, got -1 and 1

func.func @a(%m: memref<?x?xf32>, %n: index, %k: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 3 to 10 step 2 {
      affine.for %l = 3 to 10 step 3 {
       affine.for %o = 3 to 10  {
         affine.for %p = 3 to 10  {
          affine.for %q = 3 to 10  {
      "test.b"(%i, %j, %l, %o, %p, %q) : (index, index, index, index, index, index) -> ()
      }}}
    } }
  }
  return
}

// The result is what upstream's pass gives.
// RUN: tern-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(test-gpu-memory-promotion)))' --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(test-gpu-memory-promotion)))' --allow-unregistered-dialect %s | diff - %t.mlir

gpu.module @foo {
  gpu.func @memref3d(%arg0: memref<5x4xf32> {gpu.test_promote_workgroup}, %arg3: memref<4xf32>) kernel {
    "use"(%arg0) : (memref<5x4xf32>) -> ()
    gpu.return
  }
  gpu.func @insert(%arg0: memref<4xf32> {gpu.test_promote_workgroup}, %arg5: memref<2x3x4x5xi8, strided<[1, 2, 3, 4], offset: 4>, 4> {gpu.test_promote_workgroup})
      workgroup(%arg1: memref<1x1xf64, #gpu.address_space<workgroup>>)
      private(%arg2: memref<1x1xi64, 5>) kernel {
    "use"(%arg0) : (memref<4xf32>) -> ()
    "use"(%arg5) : (memref<2x3x4x5xi8, strided<[1, 2, 3, 4], offset: 4>, 4>) -> ()
    gpu.return
  }
}

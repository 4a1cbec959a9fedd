builtin.module(iree-stablehlo-preprocessing-flatten-cfg-tuples,gpu-module-to-binary{format=isa  opts= section= toolkit=})

// There are no fat binaries.
gpu.module @amd [#rocdl.target<chip = "gfx90a">] {
  llvm.func @kernel(%x: f32, %out: !llvm.ptr<1>) attributes {gpu.kernel, rocdl.kernel, rocdl.max_flat_work_group_size = 64 : index} {
    llvm.store %x, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}

// Compiled modules, their kernels and targets are read and written as upstream does; kernels of a table are sorted, the
// default format and handler are left out.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s | diff - %t.generic.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.generic.mlir | diff %t.mlir -

gpu.binary @b [#gpu.object<#nvvm.target, "abc\00">]
gpu.binary @c <#gpu.select_object<1>> [#gpu.object<#nvvm.target, "abc">, #gpu.object<#rocdl.target, offload = "x">, #gpu.object<#xevm.target, assembly="x">]
gpu.binary @d <#gpu.select_object<#nvvm.target>> {a} [#gpu.object<#nvvm.target, properties = {O = 3 : i32}, kernels = #gpu.kernel_table<[#gpu.kernel_metadata<"k0", (i32, f32) -> (), metadata = {sgpr = 255}>, #gpu.kernel_metadata<"a1", (i32) -> (), arg_attrs = [{}]>]>, bin = "x">]
gpu.binary @e <#gpu.select_object> [#gpu.object<#nvvm.target, kernels = #gpu.kernel_table<>, fatbin = "abc">]
gpu.module @m <#gpu.select_object<0>> [#nvvm.target<chip = "sm_90">] attributes {a} {
  gpu.func @k() kernel { gpu.return }
}
gpu.module @m2 [#nvvm.target, #rocdl.target<chip = "gfx90a">, #xevm.target<chip = "pvc">] {
  gpu.func @k() kernel attributes {known_block_size = array<i32: 1,2,3>} { gpu.return }
}

// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'gpu.module' op attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
gpu.module @empty [] {
}

// -----

// expected-error @+1 {{'gpu.module' op attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
gpu.module @number [1] {
}

// -----

// expected-error @+1 {{'gpu.module' op attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.}}
gpu.module @handler <1> {
}

// -----

// expected-error @+1 {{'gpu.binary' op attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.}}
gpu.binary @handler <1> [#gpu.object<#nvvm.target, "">]

// -----

// expected-error @+1 {{'gpu.binary' op attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements}}
gpu.binary @nothing []

// -----

// expected-error @+1 {{the target attribute must implement or promise the `gpu::TargetAttrInterface`}}
gpu.binary @target [#gpu.object<1, "">]

// -----

// expected-error @+1 {{expected keyword for GPU object format}}
gpu.binary @format [#gpu.object<#nvvm.target, text = "">]

// -----

// expected-error @+1 {{expected an equal sign}}
gpu.binary @equal [#gpu.object<#nvvm.target, bin "">]

// -----

// expected-error @+1 {{expected a dictionary}}
gpu.binary @properties [#gpu.object<#nvvm.target, properties = 1, bin = "">]

// -----

// expected-error @+2 {{expected a #gpu.kernel_table attribute}}
// expected-error @+1 {{failed to parse GPU_ObjectAttr parameter 'kernels' which is to be a `KernelTableAttr`}}
gpu.binary @kernels [#gpu.object<#nvvm.target, kernels = 1, bin = "">]

// -----

// expected-error @+1 {{the object index must be positive}}
gpu.binary @index <#gpu.select_object<-1>> [#gpu.object<#nvvm.target, "">]

// -----

// expected-error @+1 {{the target attribute must be a GPU Target attribute}}
gpu.binary @selected <#gpu.select_object<"a">> [#gpu.object<#nvvm.target, "">]

// -----

// expected-error @+1 {{expected all kernels to be uniquely named}}
"test.a"() {t = #gpu.kernel_table<[#gpu.kernel_metadata<"k", () -> ()>, #gpu.kernel_metadata<"k", () -> ()>]>} : () -> ()

// -----

// expected-error @+1 {{expected #gpu.kernel_metadata attributes in a kernel table}}
"test.a"() {t = #gpu.kernel_table<[1]>} : () -> ()

// -----

// expected-error @+1 {{the kernel name can't be empty}}
"test.a"() {t = #gpu.kernel_metadata<"", () -> ()>} : () -> ()

// -----

// expected-error @+1 {{all attributes in the array must be a dictionary attribute}}
"test.a"() {t = #gpu.kernel_metadata<"k", () -> (), arg_attrs = [1]>} : () -> ()

// -----

// expected-error @+1 {{arg_attrs must be an array}}
"test.a"() {t = #gpu.kernel_metadata<"k", () -> (), arg_attrs = 1>} : () -> ()

// -----

// expected-error @+1 {{metadata must be a dictionary}}
"test.a"() {t = #gpu.kernel_metadata<"k", () -> (), metadata = 1>} : () -> ()

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: registers}}
"test.a"() {t = #gpu.kernel_metadata<"k", () -> (), registers = 1>} : () -> ()

// -----

gpu.binary @twice [#gpu.object<#rocdl.target<chip = "gfx900">,
  // expected-error @+1 {{expected all kernels to be uniquely named}}
  kernels = #gpu.kernel_table<[#gpu.kernel_metadata<"k", () -> ()>, #gpu.kernel_metadata<"k", (i32) -> ()>]
  // expected-error @+1 {{failed to parse GPU_ObjectAttr parameter 'kernels' which is to be a `KernelTableAttr`}}
  >, bin = "BLOB">]

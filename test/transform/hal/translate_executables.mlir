// Variants get the bytes that the runtime loads; what has them is left alone.
// RUN: tern-opt %s --iree-hal-configure-executables --iree-hal-translate-all-executables | FileCheck %s
// RUN: tern-opt %s --iree-hal-translate-executables --iree-hal-serialize-executables | FileCheck %s --check-prefix=BINARY
// RUN: rm -rf %t && tern-opt %s --pass-pipeline="builtin.module(iree-hal-translate-all-executables{dump-intermediates-path=%t/a},iree-hal-serialize-all-executables{dump-binaries-path=%t/b debug-level=1})" -o %t.mlir
// RUN: ls %t/a %t/b | FileCheck %s --check-prefix=FILES

#layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>
// CHECK-LABEL: hal.executable private @copy
// CHECK: hal.executable.variant public @cpu target(#{{.*}}) attributes {hal.executable.binary_data = dense<"0x
// CHECK-NEXT: hal.executable.export public @copy ordinal(0)
// CHECK-NOT: builtin.module
// CHECK: hal.executable.variant public @gpu target(#{{.*}}) attributes {hal.executable.binary_data = dense<"0x
// CHECK-NEXT: hal.executable.export public @copy ordinal(0)
// CHECK-NOT: builtin.module
// BINARY-LABEL: hal.executable private @copy
// BINARY: hal.executable.binary public @cpu <format = "embedded-elf-x86_64", data = dense<"0x
// BINARY-NEXT: hal.executable.binary public @gpu <format = "vulkan-spirv-fb", data = dense<"0x
// FILES-DAG: copy_cpu{{.*}}.mlir
// FILES-DAG: copy_gpu{{.*}}.mlir
// FILES-DAG: copy_cpu{{.*}}.bin
// FILES-DAG: copy_gpu{{.*}}.bin
hal.executable private @copy {
  hal.executable.variant public @cpu target(<"llvm-cpu", "embedded-elf-x86_64">) {
    hal.executable.export public @copy ordinal(0) layout(#layout)
    builtin.module {
      func.func @copy() {
        %c0 = arith.constant 0 : index
        %0 = hal.interface.binding.subspan layout(#layout) binding(0) offset(%c0) flags(ReadOnly) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<8xf32>>
        %1 = hal.interface.binding.subspan layout(#layout) binding(1) offset(%c0) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8xf32>>
        %2 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [8], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<8xf32>> -> tensor<8xf32>
        iree_tensor_ext.dispatch.tensor.store %2, %1, offsets = [0], sizes = [8], strides = [1] : tensor<8xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8xf32>>
        return
      }
    }
  }
  hal.executable.variant public @gpu target(<"vulkan-spirv", "vulkan-spirv-fb">) {
    hal.executable.export public @copy ordinal(0) layout(#layout)
    builtin.module {
      func.func @copy() {
        %c0 = arith.constant 0 : index
        %0 = hal.interface.binding.subspan layout(#layout) binding(0) offset(%c0) flags(ReadOnly) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<8xf32>>
        %1 = hal.interface.binding.subspan layout(#layout) binding(1) offset(%c0) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8xf32>>
        %2 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [8], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<8xf32>> -> tensor<8xf32>
        iree_tensor_ext.dispatch.tensor.store %2, %1, offsets = [0], sizes = [8], strides = [1] : tensor<8xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8xf32>>
        return
      }
    }
  }
}

// CHECK-LABEL: hal.executable private @done
// CHECK: hal.executable.variant public @cpu target(#{{.*}}) attributes {hal.executable.binary_data = dense<[1, 2, 3]> : vector<3xi8>}
// BINARY-LABEL: hal.executable private @done
// BINARY: hal.executable.binary public @cpu <format = "embedded-elf-x86_64", data = dense<[1, 2, 3]> : vector<3xi8>
hal.executable private @done {
  hal.executable.variant public @cpu target(<"llvm-cpu", "embedded-elf-x86_64">) attributes {hal.executable.binary_data = dense<[1, 2, 3]> : vector<3xi8>} {
    hal.executable.export public @f ordinal(0) layout(#layout)
  }
}

// Code that somebody else wrote, here a text, is checked against the export, and the bytes are made of it.
// CHECK-LABEL: hal.executable private @object
// CHECK: hal.executable.variant public @cuda target(#{{.*}}) objects({{.*}}) attributes {hal.executable.binary_data = dense<"0x
// BINARY-LABEL: hal.executable private @object
// BINARY: hal.executable.binary public @cuda <format = "cuda-nvptx-fb", data = dense<"0x
hal.executable private @object {
  hal.executable.variant public @cuda target(<"cuda", "cuda-nvptx-fb">) objects([#hal.executable.object<{path = "f.ptx", data = dense<"0x2E76657273696F6E20372E300A2E74617267657420736D5F38300A2E636F6E7374202E75333220665F776F726B67726F75705F636F756E745B335D203D207B312C20312C20317D3B0A2E656E7472792066282E706172616D202E75363420612C202E706172616D202E753634206229207B207265743B207D0A"> : vector<121xi8>}>]) {
    hal.executable.export public @f ordinal(0) layout(#layout) attributes {workgroup_size = [64 : index, 1 : index, 1 : index]}
  }
}

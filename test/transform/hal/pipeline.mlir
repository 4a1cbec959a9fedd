// The phases of the pipeline: what is printed after one is where the next starts.
// RUN: tern-opt %s --iree-hal-transformation-pipeline=targets=cpu,vulkan -o %t.whole
// RUN: tern-opt %s --pass-pipeline="builtin.module(iree-hal-transformation-pipeline{targets=cpu,vulkan compile-to=executable-sources})" -o %t.sources
// RUN: tern-opt %t.sources --pass-pipeline="builtin.module(iree-hal-transformation-pipeline{compile-from=executable-sources compile-to=executable-configurations})" -o %t.configurations
// RUN: tern-opt %t.configurations --pass-pipeline="builtin.module(iree-hal-transformation-pipeline{compile-from=executable-configurations compile-to=executable-targets})" -o %t.targets
// RUN: tern-opt %t.targets --iree-hal-transformation-pipeline=compile-from=executable-targets | diff - %t.whole
// RUN: FileCheck %s --check-prefix=SOURCES < %t.sources
// RUN: FileCheck %s --check-prefix=TARGETS < %t.targets
// RUN: FileCheck %s < %t.whole
// RUN: tern-opt %s --iree-hal-transformation-pipeline="targets=cpu serialize-executables=false link-executables=false" | FileCheck %s --check-prefix=KEPT
// RUN: rm -rf %t.files && tern-opt %s --iree-hal-transformation-pipeline="targets=cpu dump-executable-files-to=%t.files benchmark-dispatch-repeat-count=2" | FileCheck %s --check-prefix=REPEATED
// RUN: ls %t.files | FileCheck %s --check-prefix=FILES
// RUN: tern-opt %s --iree-hal-transformation-pipeline="targets=cpu substitute-executable-source=ex=%t.files/module_ex.mlir substitute-executable-configurations-from=%t.files preprocess-executables-with=cat" | FileCheck %s --check-prefix=SUBSTITUTED
// RUN: not tern-opt %s --iree-hal-transformation-pipeline=compile-to=nowhere 2>&1 | FileCheck %s --check-prefix=PHASE

// SOURCES: hal.executable private @ex
// SOURCES: hal.executable.variant public @embedded_elf_x86_64
// SOURCES: builtin.module
// SOURCES: hal.executable.variant public @vulkan_spirv_fb
// SOURCES: builtin.module
// SOURCES: stream.cmd.dispatch {@ex::@embedded_elf_x86_64::@d, @ex::@vulkan_spirv_fb::@d}

// TARGETS: hal.executable.variant public @embedded_elf_x86_64 {{.*}} attributes {hal.executable.binary_data
// TARGETS: hal.executable.variant public @vulkan_spirv_fb {{.*}} attributes {hal.executable.binary_data
// TARGETS: stream.cmd.dispatch

// CHECK: util.global private @__device_0 : !hal.device
// CHECK: hal.executable.binary public @embedded_elf_x86_64
// CHECK: hal.executable.binary public @vulkan_spirv_fb
// CHECK-LABEL: util.func private @__main_memoize_apply
// CHECK: hal.command_buffer.create {{.*}} bindings(%c2)
// CHECK: hal.command_buffer.dispatch{{.*}}[%c0_i64]
// CHECK-NOT: hal.command_buffer.dispatch
// CHECK-LABEL: util.initializer
// CHECK: hal.device.query{{.*}} key("hal.device.id" :: "local*")
// CHECK: hal.executable.create {{.*}} target(@{{.*}}::@embedded_elf_x86_64)
// CHECK: hal.executable.create {{.*}} target(@{{.*}}::@vulkan_spirv_fb)
// CHECK: util.call @__main_memoize_apply
// CHECK-LABEL: util.func public @main
// CHECK-NOT: stream.
// CHECK-NOT: hal.fence.create
// CHECK: hal.device.queue.alloca
// CHECK: hal.fence.create
// CHECK: hal.device.queue.execute.indirect

// KEPT: hal.executable private @ex
// KEPT-NEXT: hal.executable.variant
// KEPT-NOT: hal.executable.binary public

// REPEATED: hal.command_buffer.dispatch
// REPEATED: hal.command_buffer.execution_barrier
// REPEATED: hal.command_buffer.dispatch

// FILES-DAG: {{^}}configured_module_ex.mlir
// FILES-DAG: {{^}}module_ex.mlir
// FILES-DAG: {{^}}module_ex_benchmark.mlir
// FILES-DAG: {{^}}module_ex_embedded_elf_x86_64.mlir
// FILES-DAG: {{^}}module_ex_embedded_elf_x86_64.bin

// SUBSTITUTED: hal.executable.binary
// PHASE: error: for option 'compile-to': expected one of 'start', 'executable-sources', 'executable-configurations', 'executable-targets', 'end' but got 'nowhere'
stream.executable private @ex {
  stream.executable.export public @d
  builtin.module {
    func.func @d(%a: !stream.binding, %b: !stream.binding) {
      %c0 = arith.constant 0 : index
      %0 = stream.binding.subspan %a[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<8xf32>>
      %1 = stream.binding.subspan %b[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8xf32>>
      %2 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [8], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<8xf32>> -> tensor<8xf32>
      iree_tensor_ext.dispatch.tensor.store %2, %1, offsets = [0], sizes = [8], strides = [1] : tensor<8xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<8xf32>>
      return
    }
  }
}
util.func public @main(%view: !hal.buffer_view) -> !hal.buffer_view {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %0 = stream.tensor.import %view : !hal.buffer_view -> tensor<8xf32> in !stream.resource<external>{%c32}
  %1, %t = stream.resource.alloca uninitialized : !stream.resource<external>{%c32} => !stream.timepoint
  %2 = stream.cmd.execute await(%t) => with(%0 as %a: !stream.resource<external>{%c32}, %1 as %b: !stream.resource<external>{%c32}) {
    stream.cmd.dispatch @ex::@d {
      ro %a[%c0 for %c32] : !stream.resource<external>{%c32},
      wo %b[%c0 for %c32] : !stream.resource<external>{%c32}
    }
  } => !stream.timepoint
  %3 = stream.timepoint.await %2 => %1 : !stream.resource<external>{%c32}
  %4 = stream.tensor.export %3 : tensor<8xf32> in !stream.resource<external>{%c32} -> !hal.buffer_view
  util.return %4 : !hal.buffer_view
}

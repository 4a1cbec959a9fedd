// Executables get a variant for each target, their functions an interface, dispatches the entry points of all variants.
// RUN: tern-opt %s --iree-hal-materialize-interfaces --allow-unregistered-dialect --split-input-file | FileCheck %s

// CHECK: #[[$EXECUTABLE_TARGET_EMBEDDED_ELF_X86_64:.+]] = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">
// CHECK-NEXT: #[[$EXECUTABLE_TARGET_VULKAN_SPIRV_FB:.+]] = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
// CHECK-NEXT: #[[$PIPELINE_LAYOUT:.+]] = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_EMBEDDED_ELF_X86_64]]]> : !hal.device
// CHECK-NEXT: #[[$DEVICE_TARGET_VULKAN:.+]] = #hal.device.target<"vulkan", [#[[$EXECUTABLE_TARGET_VULKAN_SPIRV_FB]]]> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #hal.device.select<[#[[$DEVICE_TARGET_LOCAL]], #[[$DEVICE_TARGET_VULKAN]]]> : !hal.device
// CHECK-LABEL: hal.executable private @ex
// CHECK-NEXT: hal.executable.variant public @embedded_elf_x86_64 target(#[[$EXECUTABLE_TARGET_EMBEDDED_ELF_X86_64]]) {
// CHECK-NEXT: hal.executable.export public @entry ordinal(0) layout(#[[$PIPELINE_LAYOUT]]) count(%[[ARG0:.+]]: !hal.device, %[[ARG1:.+]]: index) -> (index, index, index) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: hal.return %[[ARG1]], %[[C1]], %[[C1]] : index, index, index
// CHECK: builtin.module {
// CHECK-NEXT: func.func @entry() {
// CHECK-NEXT: %[[V0:.+]] = hal.interface.constant.load layout(#[[$PIPELINE_LAYOUT]]) ordinal(0) values([1 : i32, 2 : i32]) : i32
// CHECK-NEXT: %[[V1:.+]] = hal.interface.constant.load layout(#[[$PIPELINE_LAYOUT]]) ordinal(1) : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V2:.+]] = arith.index_castui %[[V0]] : i32 to index
// CHECK-NEXT: %[[V3:.+]] = hal.interface.binding.subspan layout(#[[$PIPELINE_LAYOUT]]) binding(0) alignment(64) offset(%[[C0]]) flags(ReadOnly) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%[[V2]]}
// CHECK-NEXT: %[[V4:.+]] = hal.interface.binding.subspan layout(#[[$PIPELINE_LAYOUT]]) binding(1) offset(%[[C0]]) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%[[V2]]}
// CHECK-NEXT: %[[V5:.+]] = iree_tensor_ext.dispatch.tensor.load %[[V3]], offsets = [0], sizes = [%[[V2]]], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%[[V2]]} -> tensor<?xf32>
// CHECK-NEXT: iree_tensor_ext.dispatch.tensor.store %[[V5]], %[[V4]], offsets = [0], sizes = [%[[V2]]], strides = [1] : tensor<?xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%[[V2]]}
// CHECK-NEXT: %[[WORKGROUP_ID_Y:.+]] = hal.interface.workgroup.id[1] : index
// CHECK-NEXT: %[[WORKGROUP_COUNT_X:.+]] = hal.interface.workgroup.count[0] : index
// CHECK-NEXT: %[[WORKGROUP_SIZE_Z:.+]] = hal.interface.workgroup.size[2] : index
// CHECK-NEXT: %[[V6:.+]] = arith.index_castui %[[V1]] : i32 to index
// CHECK-NEXT: "test.use"(%[[WORKGROUP_ID_Y]], %[[WORKGROUP_COUNT_X]], %[[WORKGROUP_SIZE_Z]], %[[V6]]) : (index, index, index, index) -> ()
// CHECK-NEXT: return
// CHECK: hal.executable.variant public @vulkan_spirv_fb target(#[[$EXECUTABLE_TARGET_VULKAN_SPIRV_FB]]) {
// CHECK-NEXT: hal.executable.export public @entry ordinal(0) layout(#[[$PIPELINE_LAYOUT]]) count(%[[ARG0]]: !hal.device, %[[ARG1]]: index) -> (index, index, index) {
// CHECK-NEXT: %[[C1]] = arith.constant 1 : index
// CHECK-NEXT: hal.return %[[ARG1]], %[[C1]], %[[C1]] : index, index, index
// CHECK: builtin.module {
// CHECK-NEXT: func.func @entry() {
// CHECK-NEXT: %[[V0]] = hal.interface.constant.load layout(#[[$PIPELINE_LAYOUT]]) ordinal(0) values([1 : i32, 2 : i32]) : i32
// CHECK-NEXT: %[[V1]] = hal.interface.constant.load layout(#[[$PIPELINE_LAYOUT]]) ordinal(1) : i32
// CHECK-NEXT: %[[C0]] = arith.constant 0 : index
// CHECK-NEXT: %[[V2]] = arith.index_castui %[[V0]] : i32 to index
// CHECK-NEXT: %[[V3]] = hal.interface.binding.subspan layout(#[[$PIPELINE_LAYOUT]]) binding(0) alignment(64) offset(%[[C0]]) flags(ReadOnly) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%[[V2]]}
// CHECK-NEXT: %[[V4]] = hal.interface.binding.subspan layout(#[[$PIPELINE_LAYOUT]]) binding(1) offset(%[[C0]]) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%[[V2]]}
// CHECK-NEXT: %[[V5]] = iree_tensor_ext.dispatch.tensor.load %[[V3]], offsets = [0], sizes = [%[[V2]]], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%[[V2]]} -> tensor<?xf32>
// CHECK-NEXT: iree_tensor_ext.dispatch.tensor.store %[[V5]], %[[V4]], offsets = [0], sizes = [%[[V2]]], strides = [1] : tensor<?xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%[[V2]]}
// CHECK-NEXT: %[[WORKGROUP_ID_Y]] = hal.interface.workgroup.id[1] : index
// CHECK-NEXT: %[[WORKGROUP_COUNT_X]] = hal.interface.workgroup.count[0] : index
// CHECK-NEXT: %[[WORKGROUP_SIZE_Z]] = hal.interface.workgroup.size[2] : index
// CHECK-NEXT: %[[V6]] = arith.index_castui %[[V1]] : i32 to index
// CHECK-NEXT: "test.use"(%[[WORKGROUP_ID_Y]], %[[WORKGROUP_COUNT_X]], %[[WORKGROUP_SIZE_Z]], %[[V6]]) : (index, index, index, index) -> ()
// CHECK-NEXT: return
// CHECK-LABEL: util.func public @main
// CHECK-SAME: (%[[ARG0:.+]]: !stream.timepoint, %[[ARG1:.+]]: !stream.resource<external>, %[[ARG2:.+]]: i32) -> !stream.timepoint {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64:.+]] = arith.constant 64 : index
// CHECK-NEXT: %[[V0:.+]] = stream.cmd.execute on(#hal.device.affinity<@device>) await(%[[ARG0]]) => with(%[[ARG1]] as %[[ARG3:.+]]: !stream.resource<external>{%[[C64]]}) {
// CHECK-NEXT: stream.cmd.dispatch {@ex::@embedded_elf_x86_64::@entry, @ex::@vulkan_spirv_fb::@entry}[%[[C64]]](%[[ARG2]], %[[ARG2]] : i32, i32) {
// CHECK-NEXT: ro %[[ARG3]][%[[C0]] for %[[C64]]] : !stream.resource<external>{%[[C64]]},
// CHECK-NEXT: wo %[[ARG3]][%[[C0]] for %[[C64]]] : !stream.resource<external>{%[[C64]]}
// CHECK: } => !stream.timepoint
// CHECK-NEXT: util.return %[[V0]] : !stream.timepoint
#cpu = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">
#gpu = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">
util.global private @device = #hal.device.select<[#hal.device.target<"local", [#cpu]> : !hal.device, #hal.device.target<"vulkan", [#gpu]> : !hal.device]> : !hal.device
stream.executable private @ex {
  stream.executable.export public @entry workgroups(%n: index) -> (index, index, index) {
    %c1 = arith.constant 1 : index
    stream.return %n, %c1, %c1 : index, index, index
  }
  builtin.module {
    func.func @entry(%a: !stream.binding {stream.alignment = 64 : index}, %k: i32 {stream.values = [1 : i32, 2 : i32]}, %b: !stream.binding, %l: i32) {
      %c0 = arith.constant 0 : index
      %n = arith.index_castui %k : i32 to index
      %0 = stream.binding.subspan %a[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%n}
      %1 = stream.binding.subspan %b[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%n}
      %2 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0], sizes = [%n], strides = [1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?xf32>>{%n} -> tensor<?xf32>
      iree_tensor_ext.dispatch.tensor.store %2, %1, offsets = [0], sizes = [%n], strides = [1] : tensor<?xf32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xf32>>{%n}
      %id = stream.dispatch.workgroup.id[1] : index
      %count = stream.dispatch.workgroup.count[0] : index
      %size = stream.dispatch.workgroup.size[2] : index
      %l2 = arith.index_castui %l : i32 to index
      "test.use"(%id, %count, %size, %l2) : (index, index, index, index) -> ()
      return
    }
  }
}
util.func public @main(%t: !stream.timepoint, %r: !stream.resource<external>, %k: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@device>) await(%t) => with(%r as %x: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch @ex::@entry[%c64](%k, %k : i32, i32) {
      ro %x[%c0 for %c64] : !stream.resource<external>{%c64},
      wo %x[%c0 for %c64] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

// A binding that one dispatch writes is not read only; an executable whose dispatches name their device gets its targets only.
// CHECK: #[[$EXECUTABLE_TARGET_A:.+]] = #hal.executable.target<"llvm-cpu", "a">
// CHECK-NEXT: #[[$EXECUTABLE_TARGET_B:.+]] = #hal.executable.target<"vulkan-spirv", "b">
// CHECK-NEXT: #[[$PIPELINE_LAYOUT:.+]] = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer>]>
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_A]]]> : !hal.device
// CHECK-NEXT: #[[$DEVICE_TARGET_VULKAN:.+]] = #hal.device.target<"vulkan", [#[[$EXECUTABLE_TARGET_B]]]> : !hal.device
// CHECK-LABEL: util.global private @a
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: util.global private @b
// CHECK-SAME: = #[[$DEVICE_TARGET_VULKAN]]
// CHECK-LABEL: hal.executable private @on_b
// CHECK-NEXT: hal.executable.variant public @b target(#[[$EXECUTABLE_TARGET_B]]) {
// CHECK-NEXT: hal.executable.export public @entry ordinal(0) layout(#[[$PIPELINE_LAYOUT]])
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func @entry() {
// CHECK-NEXT: return
// CHECK-LABEL: util.func public @twice
// CHECK-SAME: (%[[ARG0:.+]]: !stream.timepoint, %[[ARG1:.+]]: !stream.resource<external>) -> !stream.timepoint {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64:.+]] = arith.constant 64 : index
// CHECK-NEXT: %[[V0:.+]] = stream.cmd.execute on(#hal.device.affinity<@b>) await(%[[ARG0]]) => with(%[[ARG1]] as %[[ARG2:.+]]: !stream.resource<external>{%[[C64]]}) {
// CHECK-NEXT: stream.cmd.dispatch @on_b::@b::@entry {
// CHECK-NEXT: ro %[[ARG2]][%[[C0]] for %[[C64]]] : !stream.resource<external>{%[[C64]]}
// CHECK: stream.cmd.dispatch @on_b::@b::@entry {
// CHECK-NEXT: rw %[[ARG2]][%[[C0]] for %[[C64]]] : !stream.resource<external>{%[[C64]]}
// CHECK: } => !stream.timepoint
// CHECK-NEXT: util.return %[[V0]] : !stream.timepoint
util.global private @a = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "a">]> : !hal.device
util.global private @b = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "b">]> : !hal.device
stream.executable private @on_b {
  stream.executable.export public @entry
  builtin.module {
    func.func @entry(%x: !stream.binding) {
      return
    }
  }
}
util.func public @twice(%t: !stream.timepoint, %r: !stream.resource<external>) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@b>) await(%t) => with(%r as %x: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch @on_b::@entry {
      ro %x[%c0 for %c64] : !stream.resource<external>{%c64}
    }
    stream.cmd.dispatch @on_b::@entry {
      rw %x[%c0 for %c64] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

// -----

// Sources say their interface themselves. Objects are those of the target.
// CHECK: #[[$EXECUTABLE_TARGET_A:.+]] = #hal.executable.target<"llvm-cpu", "a">
// CHECK-NEXT: #[[$PIPELINE_LAYOUT:.+]] = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>]>
// CHECK-NEXT: #[[$DEVICE_TARGET_LOCAL:.+]] = #hal.device.target<"local", [#[[$EXECUTABLE_TARGET_A]]]> : !hal.device
// CHECK-LABEL: util.global private @device
// CHECK-SAME: = #[[$DEVICE_TARGET_LOCAL]]
// CHECK-LABEL: hal.executable private @given
// CHECK-NEXT: hal.executable.variant public @a target(#[[$EXECUTABLE_TARGET_A]]) objects([#hal.executable.object<{path = "given.o"}>]) {
// CHECK-NEXT: hal.executable.export public @entry ordinal(0) layout(#[[$PIPELINE_LAYOUT]]) count(%[[ARG0:.+]]: !hal.device, %[[ARG1:.+]]: index) -> (index, index, index) {
// CHECK-NEXT: hal.return %[[ARG1]], %[[ARG1]], %[[ARG1]] : index, index, index
// CHECK-LABEL: util.func public @source
// CHECK-SAME: (%[[ARG0:.+]]: !stream.timepoint, %[[ARG1:.+]]: !stream.resource<external>, %[[ARG2:.+]]: i32) -> !stream.timepoint {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C64:.+]] = arith.constant 64 : index
// CHECK-NEXT: %[[V0:.+]] = stream.cmd.execute on(#hal.device.affinity<@device>) await(%[[ARG0]]) => with(%[[ARG1]] as %[[ARG3:.+]]: !stream.resource<external>{%[[C64]]}) {
// CHECK-NEXT: stream.cmd.dispatch @given::@a::@entry[%[[C64]]](%[[ARG2]] : i32) {
// CHECK-NEXT: ro %[[ARG3]][%[[C0]] for %[[C64]]] : !stream.resource<external>{%[[C64]]}
// CHECK: } => !stream.timepoint
// CHECK-NEXT: util.return %[[V0]] : !stream.timepoint
#cpu = #hal.executable.target<"llvm-cpu", "a">
#layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>]>
util.global private @device = #hal.device.target<"local", [#cpu]> : !hal.device
hal.executable.source private @given attributes {objects = #hal.executable.objects<{#cpu = [#hal.executable.object<{path = "given.o"}>]}>} {
  hal.executable.export public @entry ordinal(0) layout(#layout) count(%device: !hal.device, %n: index) -> (index, index, index) {
    hal.return %n, %n, %n : index, index, index
  }
}
util.func public @source(%t: !stream.timepoint, %r: !stream.resource<external>, %k: i32) -> !stream.timepoint {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = stream.cmd.execute on(#hal.device.affinity<@device>) await(%t) => with(%r as %x: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch @given::@entry[%c64](%k : i32) {
      ro %x[%c0 for %c64] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

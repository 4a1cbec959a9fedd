// For each way in which the program dispatches an export with known operands, a function that runs just this.
// RUN: rm -rf %t && tern-opt %s --pass-pipeline="builtin.module(iree-hal-dump-executable-benchmarks{path=%t})" -o %t.out.mlir
// RUN: tern-opt %t/module_exe_benchmark.mlir | FileCheck %s
// RUN: tern-opt %t/module_exe_benchmark.mlir --iree-hal-transformation-pipeline=compile-from=executable-configurations | FileCheck %s --check-prefix=COMPILED

#layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>
util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">]> : !hal.device
hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) {
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
// CHECK: util.global private @device
// CHECK: hal.executable private @exe
// CHECK: func.func @copy
// CHECK-LABEL: util.func public @exe_v_copy_0
// CHECK-SAME: (%[[N:.+]]: i32) attributes {iree.abi.stub, iree.reflection = {iree.benchmark = "dispatch"}} {
// CHECK: %[[B:.+]] = hal.allocator.allocate{{.*}} : !hal.buffer{%c512}
// CHECK-NEXT: hal.command_buffer.create
// CHECK: scf.for
// CHECK: hal.command_buffer.dispatch{{.*}} constants([%c4_i32]) bindings([
// CHECK-NEXT: (%[[B]] : !hal.buffer)[%{{.*}}, %c32],
// CHECK-NEXT: (%[[B]] : !hal.buffer)[%{{.*}}, %c32_2]
// CHECK: hal.command_buffer.execution_barrier
// CHECK: hal.device.queue.execute
// CHECK: hal.fence.await
// The one with an operand of the caller's has none, and the same sizes again are not another one.
// CHECK-NOT: util.func public @exe_v_copy_1

// COMPILED: hal.executable.binary public @{{.*}} <format = "embedded-elf-x86_64"
// COMPILED: util.func public @exe_v_copy_0
util.func public @main(%t: !stream.timepoint, %r: !stream.resource<external>, %k: i32) -> !stream.timepoint attributes {stream.affinity = #hal.device.affinity<@device>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c4_i32 = arith.constant 4 : i32
  %0 = stream.cmd.execute on(#hal.device.affinity<@device>) await(%t) => with(%r as %x: !stream.resource<external>{%c64}) {
    stream.cmd.dispatch @exe::@v::@copy(%c4_i32 : i32) {
      ro %x[%c0 for %c32] : !stream.resource<external>{%c64},
      wo %x[%c32 for %c32] : !stream.resource<external>{%c64}
    }
    stream.cmd.dispatch @exe::@v::@copy(%c4_i32 : i32) {
      ro %x[%c32 for %c32] : !stream.resource<external>{%c64},
      wo %x[%c0 for %c32] : !stream.resource<external>{%c64}
    }
    stream.cmd.dispatch @exe::@v::@copy(%k : i32) {
      ro %x[%c0 for %c32] : !stream.resource<external>{%c64},
      wo %x[%c32 for %c32] : !stream.resource<external>{%c64}
    }
  } => !stream.timepoint
  util.return %0 : !stream.timepoint
}

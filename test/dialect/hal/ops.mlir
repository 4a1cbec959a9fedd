// Every op of host programs and dispatches as it prints, which is what upstream prints too.
// RUN: grep -v "^//" %s > %t.expected
// RUN: tern-opt %s | diff - %t.expected
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.expected
#executable_target_a = #hal.executable.target<"llvm-cpu", "a">
#pipeline_layout = #hal.pipeline.layout<constants = 2, bindings = []>
#pipeline_layout1 = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>]>
#pipeline_layout2 = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer>]>
module {
  util.func public @f(%arg0: !hal.device, %arg1: !hal.allocator, %arg2: index, %arg3: i64, %arg4: !hal.buffer, %arg5: !hal.fence, %arg6: !hal.fence, %arg7: i32, %arg8: i64, %arg9: !hal.executable, %arg10: !util.buffer, %arg11: !hal.file, %arg12: !hal.buffer_view, %arg13: !hal.command_buffer, %arg14: !hal.channel, %arg15: tensor<?x4xf32>, %arg16: tensor<4xf32>, %arg17: f32, %arg18: i8, %arg19: memref<?xi8>) {
    %memory_file = hal.ex.file.from_memory device(%arg0 : !hal.device) affinity(%arg3) access(Read) buffer(%arg10 : !util.buffer)[%arg2 for %arg2] flags(%arg7) : !hal.file
    %0 = hal.tensor.import %arg12 "x" : !hal.buffer_view -> tensor<4xf32>
    %1 = hal.tensor.export %arg16 "x" : tensor<4xf32> -> !hal.buffer_view
    %2 = hal.tensor.export on(#hal.device.promise<@a>) %arg15 : tensor<?x4xf32>{%arg2} -> !hal.buffer
    %3 = hal.tensor.alias wait(%arg5) => %arg16 : tensor<4xf32> to %arg4 : !hal.buffer
    %4 = hal.tensor.alias %arg15 : tensor<?x4xf32>{%arg2} to %arg4 : !hal.buffer
    %5:2 = hal.tensor.barrier join(%arg15, %arg16 : tensor<?x4xf32>, tensor<4xf32>) => %arg5 : !hal.fence
    %6 = hal.device.memoize<%arg0 : !hal.device> affinity(%arg3) -> i32 {
      %c1_i32 = arith.constant 1 : i32
      hal.return %c1_i32 : i32
    }
    %buffer = hal.allocator.allocate<%arg1 : !hal.allocator> affinity(%arg3) type(%arg7) usage(%arg7) : !hal.buffer{%arg2}
    %did_import, %mapped = hal.allocator.import<%arg1 : !hal.allocator> source(%arg10 : !util.buffer)[%arg2, %arg2] affinity(%arg3) type(%arg7) usage(%arg7) : i1, !hal.buffer
    %memory_types, %buffer_usage = hal.allocator.resolve_memory_properties for(#hal.device.promise<@a>) lifetime(constant) : i32, i32
    %memory_types_0, %buffer_usage_1 = hal.allocator.resolve_memory_properties lifetime(transient) : i32, i32
    %device, %queue_affinity = hal.allocator.select from([
      (%arg0, %arg3 : !hal.device, i64),
      (%arg0, %arg3 : !hal.device, i64)
    ]) type(%arg7) usage(%arg7) : !hal.device, i64
    hal.buffer.allocation.preserve<%arg4 : !hal.buffer>
    %was_terminal = hal.buffer.allocation.discard<%arg4 : !hal.buffer> : i1
    %is_terminal = hal.buffer.allocation.is_terminal<%arg4 : !hal.buffer> : i1
    %buffer_2 = hal.buffer.subspan<%arg4 : !hal.buffer>[%arg2, %arg2] : !hal.buffer
    %length = hal.buffer.length<%arg4 : !hal.buffer> : index
    %7 = hal.buffer.load<%arg4 : !hal.buffer>[%arg2] : i32
    hal.buffer.store<%arg4 : !hal.buffer>[%arg2] value(%arg17 : f32)
    %element_type_complex3Cf323E = hal.element_type<complex<f32>> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    %memory_type = hal.memory_type<Optimal> : i32
    %buffer_usage_3 = hal.buffer_usage<TransferSource> : i32
    %view = hal.buffer_view.create buffer(%arg4 : !hal.buffer)[%arg2, %arg2] shape([%arg2, %arg2]) type(%arg7) encoding(%arg7) : !hal.buffer_view
    %view_4 = hal.buffer_view.create buffer(%arg4 : !hal.buffer)[%arg2, %arg2] shape([]) type(%arg7) encoding(%arg7) : !hal.buffer_view
    hal.buffer_view.assert<%arg12 : !hal.buffer_view> message("m") shape([%arg2]) type(%arg7) encoding(%arg7)
    %buffer_5 = hal.buffer_view.buffer<%arg12 : !hal.buffer_view> : !hal.buffer
    %8 = hal.buffer_view.element_type<%arg12 : !hal.buffer_view> : i32
    %9 = hal.buffer_view.encoding_type<%arg12 : !hal.buffer_view> : i32
    %10 = hal.buffer_view.rank<%arg12 : !hal.buffer_view> : index
    %11 = hal.buffer_view.dim<%arg12 : !hal.buffer_view>[0] : index
    hal.buffer_view.trace "k" = %arg12, %arg12 : !hal.buffer_view, !hal.buffer_view
    %channel = hal.channel.create device(%arg0 : !hal.device) affinity(%arg3) flags("None") id(%arg10) group(%arg10) rank(%arg7) count(%arg7) : !hal.channel
    %channel_6 = hal.channel.split<%arg14 : !hal.channel> color(%arg7) key(%arg7) flags(Reserved) : !hal.channel
    %ccl_rank, %ccl_count = hal.channel.rank_and_count<%arg14 : !hal.channel> : i32, i32
    %cmd = hal.command_buffer.create device(%arg0 : !hal.device) mode("OneShot|AllowInlineExecution") categories("Transfer|Dispatch") affinity(%arg3) bindings(%arg2) : !hal.command_buffer
    hal.command_buffer.finalize<%arg13 : !hal.command_buffer>
    %12 = hal.command_buffer.device<%arg13 : !hal.command_buffer> : !hal.device
    hal.command_buffer.begin_debug_group<%arg13 : !hal.command_buffer> label("a")
    hal.command_buffer.end_debug_group<%arg13 : !hal.command_buffer>
    hal.command_buffer.execution_barrier<%arg13 : !hal.command_buffer> source("Dispatch|Transfer") target(CommandIssue) flags("None")
    hal.command_buffer.fill_buffer<%arg13 : !hal.command_buffer> target(%arg4 : !hal.buffer)[%arg2, %arg2] pattern(%arg7 : i32) flags("None")
    hal.command_buffer.update_buffer<%arg13 : !hal.command_buffer> source(%arg10 : !util.buffer{%arg2})[%arg2] target(%arg4 : !hal.buffer)[%arg2] length(%arg2) flags("None")
    hal.command_buffer.copy_buffer<%arg13 : !hal.command_buffer> source(%arg4 : !hal.buffer)[%arg2] target(%arg2 : index)[%arg2] length(%arg2) flags("None")
    hal.command_buffer.collective<%arg13 : !hal.command_buffer> channel(%arg14 : !hal.channel) op(<all_reduce with sum : si8>) param(%arg7 : i32) send(%arg4 : !hal.buffer)[%arg2, %arg2] recv(%arg4 : !hal.buffer)[%arg2, %arg2] count(%arg2)
    hal.command_buffer.dispatch<%arg13 : !hal.command_buffer> target(%arg9 : !hal.executable)[%arg8] workgroups([%arg2, %arg2, %arg2]) constants([%arg7, %arg7]) bindings([
      (%arg4 : !hal.buffer)[%arg2, %arg2], 
      (%arg2 : index)[%arg2, %arg2]
    ]) flags("None")
    hal.command_buffer.dispatch.indirect<%arg13 : !hal.command_buffer> target(%arg9 : !hal.executable)[%arg8] workgroups(%arg4 : !hal.buffer)[%arg2] bindings([
      (%arg4 : !hal.buffer)[%arg2, %arg2]
    ]) flags("None")
    hal.command_buffer.flush_buffer<%arg13 : !hal.command_buffer> target(%arg4 : !hal.buffer)[%arg2, %arg2]
    hal.command_buffer.invalidate_buffer<%arg13 : !hal.command_buffer> target(%arg4 : !hal.buffer)[%arg2, %arg2]
    %device_7, %allocator, %queue_affinity_8 = hal.device.resolve on(#hal.device.affinity<@device>) : !hal.device, !hal.allocator, i64
    %device_9 = hal.device.resolve : !hal.device
    %allocator_10 = hal.device.allocator<%arg0 : !hal.device> : !hal.allocator
    %ok, %value = hal.device.query<%arg0 : !hal.device> key("a" :: "b") : i1, i32 = 5 : i32
    %ok_11, %value_12 = hal.device.query<%arg0 : !hal.device> key("a" :: "b") : i1, i1 = false
    %ok_13, %value_14 = hal.device.query<%arg0 : !hal.device> key("a" :: "b") : i1, i64
    %transient_buffer = hal.device.queue.alloca<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) pool(%arg8) type(%arg7) usage(%arg7) flags("None") : !hal.buffer{%arg2}
    hal.device.queue.dealloca<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) buffer(%arg4 : !hal.buffer) flags(PreferOrigin)
    hal.device.queue.fill<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) target(%arg4 : !hal.buffer)[%arg2] length(%arg2) pattern(%arg18 : i8) flags("None")
    hal.device.queue.update<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) source(%arg10 : !util.buffer)[%arg2] target(%arg4 : !hal.buffer)[%arg2] length(%arg2) flags("None")
    hal.device.queue.copy<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) source(%arg4 : !hal.buffer)[%arg2] target(%arg4 : !hal.buffer)[%arg2] length(%arg2) flags("None")
    hal.device.queue.read<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) source(%arg11 : !hal.file)[%arg8] target(%arg4 : !hal.buffer)[%arg2] length(%arg2) flags("None")
    hal.device.queue.write<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) source(%arg4 : !hal.buffer)[%arg2] target(%arg11 : !hal.file)[%arg8] length(%arg2) flags("None")
    hal.device.queue.barrier<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) flags("None")
    hal.device.queue.execute<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) commands(%arg13) flags("None")
    hal.device.queue.execute.indirect<%arg0 : !hal.device> affinity(%arg3) wait(%arg5) signal(%arg6) commands(%arg13) bindings([
      (%arg4 : !hal.buffer)[%arg2, %arg2]
    ]) flags("None")
    hal.device.queue.flush<%arg0 : !hal.device> affinity(%arg3)
    %device_count = hal.devices.count : index
    %device_n = hal.devices.get %arg2 : !hal.device
    %executable = hal.executable.create device(%arg0 : !hal.device) affinity(%arg3) target(@a::@b) constants([%arg7]) : !hal.executable
    %exe = hal.executable.lookup device(%arg0 : !hal.device) executable(@a) : !hal.executable
    %function_id = hal.executable.lookup.function target(%arg9 : !hal.executable) function(@a::@b::@c) : i64
    %ordinal = hal.executable.export.ordinal target(@a::@b::@c) : index
    %workgroup_x, %workgroup_y, %workgroup_z = hal.executable.calculate_workgroups device(%arg0 : !hal.device) target(@a::@b::@c) workload([%arg2]) : index, index, index
    %13 = hal.executable.constant.load "x" : i32
    %14 = hal.instrument.workgroup[%arg19 : memref<?xi8>] dispatch(%arg7) : index
    hal.instrument.print[%arg19 : memref<?xi8> for %arg2] "fmt" * (%arg7 : i32)
    %15 = hal.instrument.value[%arg19 : memref<?xi8> for %arg2] 1 : i8 = %arg7 : i32
    %16 = hal.instrument.memory.load[%arg19 : memref<?xi8> for %arg2] %arg19[%arg2], %arg18 : memref<?xi8>, i8
    %17 = hal.instrument.memory.store[%arg19 : memref<?xi8> for %arg2] %arg19[%arg2], %arg18 : memref<?xi8>, i8
    %workgroup_id_x = hal.interface.workgroup.id[0] : index
    %workgroup_count_y = hal.interface.workgroup.count[1] upper_bound 5 : index
    %workgroup_size_z = hal.interface.workgroup.size[2] : index
    %18 = hal.interface.constant.load layout(#pipeline_layout) ordinal(1) alignment(64) values([1 : i32, 2 : i32]) : i32
    %19 = hal.interface.binding.subspan layout(#pipeline_layout1) binding(0) alignment(64) offset(%arg2) flags(ReadOnly) {a = 1 : i32} : memref<?xf32>{%arg2}
    %fence = hal.fence.create device(%arg0 : !hal.device) flags("None") : !hal.fence
    %fence_15 = hal.fence.join at([%arg5, %arg6]) flags("None") -> !hal.fence
    %20 = hal.fence.query<%arg5 : !hal.fence> : i32
    hal.fence.signal<%arg5 : !hal.fence>
    hal.fence.fail<%arg5 : !hal.fence> status(%arg7)
    %status = hal.fence.await until([%arg5, %arg6]) timeout_millis(%arg7) flags("None") : i32
    util.return
  }
  util.func public @more(%arg0: !hal.buffer, %arg1: !hal.allocator, %arg2: index, %arg3: tensor<?x4xf32>, %arg4: tensor<4xf32>, %arg5: !hal.buffer) {
    hal.buffer.assert<%arg0 : !hal.buffer> message("b") allocator(%arg1 : !hal.allocator) minimum_length(%arg2) type(DeviceVisible) usage("TransferSource|TransferTarget|Transfer")
    %0 = hal.tensor.transients %arg3 : tensor<?x4xf32>{%arg2} from %arg5 : !hal.buffer
    %1 = hal.dispatch.extern "main"[%arg2](%arg2, %arg3) : (index, tensor<?x4xf32>{%arg2}) -> tensor<4xf32> count(%arg6: !hal.device, %arg7: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      hal.return %arg7, %c1, %c1 : index, index, index
    } layout(#pipeline_layout2) objects({
      #executable_target_a ordinal(0) = [#hal.executable.object<{path = "a.o"}>]
    })
    util.return
  }
}


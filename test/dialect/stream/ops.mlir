// Every op as it prints, which is what upstream prints too.
// RUN: grep -v "^//" %s > %t.expected
// RUN: tern-opt %s | diff - %t.expected
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.expected
module {
  stream.executable private @ex {
    stream.executable.export public @d workgroups(%arg0: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      stream.return %arg0, %c1, %c1 : index, index, index
    }
    stream.executable.export public @e 
    builtin.module {
      func.func @d(%arg0: !stream.binding, %arg1: !stream.binding, %arg2: i32) {
        %c0 = arith.constant 0 : index
        %0 = stream.binding.subspan %arg0[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>
        %workgroup_id_0 = stream.dispatch.workgroup.id[0] : index
        return
      }
      func.func @e(%arg0: !stream.binding) {
        return
      }
    }
  }
  util.func public @a(%arg0: !stream.resource<*>, %arg1: index, %arg2: !stream.timepoint, %arg3: i64, %arg4: !util.buffer) {
    %c0 = arith.constant 0 : index
    %c0_i32 = arith.constant 0 : i32
    %0 = stream.async.dispatch @ex::@d[%c0](%arg0[%c0 to %arg1 for %arg1], %c0_i32) : (!stream.resource<*>{%arg1}, i32) -> !stream.resource<*>{%arg1}
    %1:2 = stream.async.dispatch @ex::@d[%c0](%arg0[%c0 to %arg1 for %arg1], %c0_i32) : (!stream.resource<*>{%arg1}, i32) -> (!stream.resource<*>{%arg1}, %arg0{%arg1})
    %2 = stream.tensor.fill %c0_i32, %arg0 : i32 -> tensor<4x?xi32>{%arg1} in %arg0 as !stream.resource<*>{%arg1}
    %results:2, %result_timepoint = stream.async.execute await(%arg2) => with(%arg0 as %arg5: !stream.resource<*>{%arg1}) -> (%arg0{%arg1}, !stream.resource<*>{%arg1}) {
      %4 = stream.async.fill %c0_i32, %arg5[%c0 to %arg1 for %arg1] : i32 -> %arg5 as !stream.resource<*>{%arg1}
      %5 = stream.async.splat %c0_i32 : i32 -> !stream.resource<*>{%arg1}
      stream.yield %4, %5 : !stream.resource<*>{%arg1}, !stream.resource<*>{%arg1}
    } => !stream.timepoint
    %3:3 = stream.resource.pack slices({
      [0, 10] = %arg1,
      [3, 8] = %arg1
    }) : index
    util.return
  }
  util.func public @cmd(%arg0: !stream.resource<external>, %arg1: index, %arg2: !stream.timepoint, %arg3: i64, %arg4: !util.buffer) {
    %c0 = arith.constant 0 : index
    %c0_i32 = arith.constant 0 : i32
    %results:2, %result_timepoint = stream.resource.constants : 
      !stream.resource<constant>{%arg1} = dense<1.000000e+00> : tensor<4xf32>,
      !stream.resource<constant>{%arg1} = dense<2.000000e+00> : tensor<4xf32>
      => !stream.timepoint
    %0 = stream.cmd.execute once await(%arg2) => with(%arg0 as %arg5: !stream.resource<external>{%arg1}, %arg0 as %arg6: !stream.resource<external>{%arg1}) {
      stream.cmd.dispatch @ex::@d[%c0](%c0_i32 : i32) {
        ro %arg5[%c0 for %arg1] : !stream.resource<external>{%arg1},
        wo %arg5[%c0 for %arg1] : !stream.resource<external>{%arg1}
      }
      stream.cmd.concurrent {
        stream.cmd.fill %c0_i32, %arg5[%c0 for %arg1] : i32 -> !stream.resource<external>{%arg1}
      }
      stream.cmd.call @foo(ro %arg5[%c0 for %arg1], %c0_i32, rw %arg5[%c0 for %arg1]) : (!stream.resource<external>{%arg1}, i32, !stream.resource<external>{%arg1}) -> ()
    } => !stream.timepoint
    %1:2 = stream.timepoint.await %arg2 => %arg0, %arg0 : !stream.resource<external>{%arg1}, !stream.resource<external>{%arg1}
    %result, %result_timepoint_0 = stream.resource.alloca uninitialized : !stream.resource<transient>{%arg1} => !stream.timepoint
    %2 = stream.timepoint.immediate => !stream.timepoint
    util.return
  }
  stream.cmd.func private @foo(%arg0[%arg1 for %arg2]: !stream.resource<*>, %arg3: i32, %arg4[%arg5 for %arg6]: !stream.resource<*>)
  stream.async.func private @bar(%arg0: !stream.resource<*>, %arg1: i32) -> %arg0
  util.func private @p(%arg0: !stream.resource<transient>, %arg1: index, %arg2: !util.buffer, %arg3: !util.buffer, %arg4: i64, %arg5: index, %arg6: !stream.timepoint, %arg7: !stream.file, %arg8: !stream.channel, %arg9: i32, %arg10: !stream.resource<staging>) {
    %result, %result_timepoint = stream.async.parameter.gather await(%arg6) {
      %arg2::%arg3[%arg4] -> %arg0[%arg5 to %arg5 for %arg1] : !stream.resource<transient>{%arg1},
      %arg2::%arg3[%arg4] -> %arg0[%arg5 to %arg5 for %arg1] : !stream.resource<transient>{%arg1}
    } : !stream.resource<transient> => !stream.timepoint
    %result_0, %result_timepoint_1 = stream.async.parameter.scatter {
      %arg0[%arg5 to %arg5 for %arg1] : !stream.resource<transient>{%arg1} -> %arg2::%arg3[%arg4]
    } : !stream.resource<transient> => !stream.timepoint
    %results, %result_timepoint_2 = stream.cmd.parameter.load await(%arg6) => {
      %arg2::%arg3[%arg4] : !stream.resource<constant>{%arg1}
    } => !stream.timepoint
    %0 = stream.cmd.parameter.read await(%arg6) => %arg3[%arg4] -> %arg0[%arg5 for %arg1] : !stream.resource<transient>{%arg1} => !stream.timepoint
    %1 = stream.cmd.parameter.write %arg0[%arg5 for %arg1] : !stream.resource<transient>{%arg1} -> %arg2::%arg3[%arg4] => !stream.timepoint
    %2 = stream.cmd.parameter.gather await(%arg6) => {
      %arg2::%arg3[%arg4] -> %arg0[%arg5 for %arg1] : !stream.resource<transient>{%arg1},
      %arg2::%arg3[%arg4] -> %arg0[%arg5 for %arg1] : !stream.resource<transient>{%arg1}
    } => !stream.timepoint
    %3 = stream.cmd.parameter.scatter {
      %arg0[%arg5 for %arg1] : !stream.resource<transient>{%arg1} -> %arg3[%arg4]
    } => !stream.timepoint
    %4 = stream.tensor.parameter.load %arg2::%arg3[%arg4] : tensor<4x8xf32> in !stream.resource<*>{%arg1}
    %file = stream.file.constant %arg3[%arg5 for %arg1] : !util.buffer{%arg1} -> !stream.file
    %5 = stream.file.read await(%arg6) => %arg7[%arg4], %arg0[%arg5], %arg1 : !stream.file -> !stream.resource<transient>{%arg1} => !stream.timepoint
    %6 = stream.async.collective<all_reduce with sum : f32>[%arg1] channel(%arg8) %arg0[%arg5 to %arg5 for %arg1], %arg0[%arg5 to %arg5 for %arg1] : !stream.resource<transient>{%arg1} -> %arg0 as !stream.resource<transient>{%arg1}
    %7 = stream.async.collective<broadcast : f32>[%arg1] channel(%arg8) source(%arg9) %arg0[%arg5 to %arg5 for %arg1], %arg0[%arg5 to %arg5 for %arg1] : !stream.resource<transient>{%arg1} -> %arg0 as !stream.resource<transient>{%arg1}
    stream.tensor.trace "k" = [
      %arg10 : tensor<4x?xf32>{%arg1} in !stream.resource<staging>{%arg1},
      %arg10 : tensor<f32> in !stream.resource<staging>{%arg1}
    ]
    %8 = stream.tensor.dispatch @other::@d[%arg5](%arg0, %arg9) : (tensor<?xf32>{%arg1} in !stream.resource<transient>{%arg1}, i32) -> tensor<?xf32>{%arg1} in %arg0{%arg1}
    %result_3, %result_timepoint_4 = stream.resource.transients %arg0 : !stream.resource<transient>{%arg1} from %arg0 : !stream.resource<transient>{%arg1} => !stream.timepoint
    util.return
  }
  stream.executable private @other {
    stream.executable.export public @d 
    builtin.module {
      func.func @d(%arg0: !stream.binding, %arg1: i32) {
        return
      }
    }
  }
  util.func private @stream_async_alloca(%arg0: index) {
    %0 = stream.async.alloca : !stream.resource<transient>{%arg0}
    util.return
  }
  util.func private @stream_async_constant(%arg0: index) {
    %cst = stream.async.constant : !stream.resource<constant>{%arg0} = dense<[1, 2]> : tensor<2xi32>
    util.return
  }
  util.func private @stream_async_clone(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.async.clone %arg0 : !stream.resource<*>{%arg1} -> !stream.resource<transient>{%arg1}
    util.return
  }
  util.func private @stream_async_slice(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.async.slice %arg0[%arg1 to %arg1] : !stream.resource<*>{%arg1} -> !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_async_update(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.async.update %arg0, %arg0[%arg1 to %arg1] : !stream.resource<*>{%arg1} -> %arg0 as !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_async_copy(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.async.copy %arg0[%arg1 to %arg1], %arg0[%arg1 to %arg1], %arg1 : !stream.resource<*>{%arg1} -> %arg0 as !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_async_barrier(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.async.barrier %arg0 : !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_async_transfer(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.async.transfer %arg0 : !stream.resource<*>{%arg1} -> !stream.resource<staging>{%arg1}
    util.return
  }
  util.func private @stream_async_cast(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.async.cast %arg0 : !stream.resource<*>{%arg1} -> !stream.resource<external>{%arg1}
    util.return
  }
  util.func private @stream_async_load(%arg0: !stream.resource<staging>, %arg1: index) {
    %0 = stream.async.load %arg0[%arg1] : !stream.resource<staging>{%arg1} -> f32
    util.return
  }
  util.func private @stream_async_store(%arg0: !stream.resource<staging>, %arg1: index, %arg2: f32) {
    %0 = stream.async.store %arg2, %arg0[%arg1] : f32 -> %arg0 as !stream.resource<staging>{%arg1}
    util.return
  }
  util.func private @stream_cmd_flush(%arg0: !stream.resource<transient>, %arg1: index) {
    stream.cmd.flush %arg0[%arg1 for %arg1] : !stream.resource<transient>{%arg1}
    util.return
  }
  util.func private @stream_cmd_invalidate(%arg0: !stream.resource<transient>, %arg1: index) {
    stream.cmd.invalidate %arg0[%arg1 for %arg1] : !stream.resource<transient>{%arg1}
    util.return
  }
  util.func private @stream_cmd_discard(%arg0: !stream.resource<transient>, %arg1: index) {
    stream.cmd.discard %arg0[%arg1 for %arg1] : !stream.resource<transient>{%arg1}
    util.return
  }
  util.func private @stream_cmd_copy(%arg0: !stream.resource<transient>, %arg1: index) {
    stream.cmd.copy %arg0[%arg1], %arg0[%arg1], %arg1 : !stream.resource<transient>{%arg1} -> !stream.resource<transient>{%arg1}
    util.return
  }
  util.func private @stream_timepoint_import(%arg0: i32) {
    %0 = stream.timepoint.import %arg0 : (i32) => !stream.timepoint
    util.return
  }
  util.func private @stream_timepoint_export(%arg0: !stream.timepoint) {
    %0 = stream.timepoint.export %arg0 => (i32)
    util.return
  }
  util.func private @stream_timepoint_chain_external(%arg0: !stream.timepoint, %arg1: i32) {
    stream.timepoint.chain_external %arg0 => (%arg1 : i32)
    util.return
  }
  util.func private @stream_timepoint_join(%arg0: !stream.timepoint, %arg1: !stream.timepoint) {
    %0 = stream.timepoint.join max(%arg0, %arg1) => !stream.timepoint
    util.return
  }
  util.func private @stream_timepoint_barrier(%arg0: !stream.resource<*>, %arg1: index) {
    %result, %result_timepoint = stream.timepoint.barrier %arg0 : !stream.resource<*>{%arg1} => !stream.timepoint
    util.return
  }
  util.func private @stream_dispatch_workgroup_count() {
    %workgroup_count_0 = stream.dispatch.workgroup.count[0] : index
    util.return
  }
  util.func private @stream_dispatch_workgroup_size() {
    %workgroup_size_0 = stream.dispatch.workgroup.size[0] : index
    util.return
  }
  util.func private @stream_context_resolve() {
    %0 = stream.context.resolve : i64
    util.return
  }
  util.func private @stream_resource_alloc(%arg0: index) {
    %0 = stream.resource.alloc uninitialized : !stream.resource<variable>{%arg0}
    util.return
  }
  util.func private @stream_resource_dealloca(%arg0: !stream.resource<transient>, %arg1: index) {
    %0 = stream.resource.dealloca origin %arg0 : !stream.resource<transient>{%arg1} => !stream.timepoint
    util.return
  }
  util.func private @stream_resource_retain(%arg0: !stream.resource<transient>, %arg1: index) {
    stream.resource.retain %arg0 : !stream.resource<transient>{%arg1}
    util.return
  }
  util.func private @stream_resource_release(%arg0: !stream.resource<transient>, %arg1: index) {
    %is_terminal = stream.resource.release %arg0 : !stream.resource<transient>{%arg1}
    util.return
  }
  util.func private @stream_resource_is_terminal(%arg0: !stream.resource<transient>, %arg1: index) {
    %is_terminal = stream.resource.is_terminal %arg0 : !stream.resource<transient>{%arg1}
    util.return
  }
  util.func private @stream_resource_size(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.resource.size %arg0 : !stream.resource<*>
    util.return
  }
  util.func private @stream_resource_load(%arg0: !stream.resource<staging>, %arg1: index) {
    %0 = stream.resource.load %arg0[%arg1] : !stream.resource<staging>{%arg1} -> f32
    util.return
  }
  util.func private @stream_resource_store(%arg0: !stream.resource<staging>, %arg1: index, %arg2: i32) {
    stream.resource.store %arg2, %arg0[%arg1] : i32 -> !stream.resource<staging>{%arg1}
    util.return
  }
  util.func private @stream_resource_subview(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.resource.subview %arg0[%arg1] : !stream.resource<*>{%arg1} -> !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_file_write(%arg0: !stream.resource<variable>, %arg1: index, %arg2: !stream.file, %arg3: i64) {
    %0 = stream.file.write : %arg0[%arg1], %arg2[%arg3], %arg1 : !stream.resource<variable>{%arg1} -> !stream.file => !stream.timepoint
    util.return
  }
  util.func private @stream_channel_create(%arg0: index) {
    %channel = stream.channel.create rank(%arg0) count(%arg0) : !stream.channel
    util.return
  }
  util.func private @stream_channel_split(%arg0: !stream.channel, %arg1: index) {
    %channel = stream.channel.split %arg0, %arg1, %arg1 : !stream.channel -> !stream.channel
    util.return
  }
  util.func private @stream_channel_rank(%arg0: !stream.channel) {
    %ccl_rank = stream.channel.rank %arg0 : index
    util.return
  }
  util.func private @stream_channel_count(%arg0: !stream.channel) {
    %ccl_count = stream.channel.count %arg0 : index
    util.return
  }
  util.func private @stream_tensor_import(%arg0: index, %arg1: tensor<?x4xf32>) {
    %0 = stream.tensor.import %arg1 : tensor<?x4xf32> -> tensor<?x4xf32>{%arg0} in !stream.resource<*>{%arg0}
    util.return
  }
  util.func private @stream_tensor_export(%arg0: !stream.resource<external>, %arg1: index) {
    %0 = stream.tensor.export %arg0 : tensor<4xf32> in !stream.resource<external>{%arg1} -> tensor<4xf32>
    util.return
  }
  util.func private @stream_tensor_sizeof(%arg0: index) {
    %0 = stream.tensor.sizeof tensor<?x4xf32>{%arg0} : index
    util.return
  }
  util.func private @stream_tensor_empty(%arg0: index) {
    %empty = stream.tensor.empty : tensor<4xf32> in !stream.resource<*>{%arg0}
    util.return
  }
  util.func private @stream_tensor_constant() {
    %cst = stream.tensor.constant : tensor<2xi32> in !stream.resource<constant> = dense<[1, 2]> : tensor<2xi32>
    util.return
  }
  util.func private @stream_tensor_splat(%arg0: index, %arg1: f32) {
    %0 = stream.tensor.splat %arg1 : f32 -> tensor<?xf32>{%arg0} in !stream.resource<*>{%arg0}
    util.return
  }
  util.func private @stream_tensor_clone(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.tensor.clone %arg0 : tensor<4xf32> in !stream.resource<*>{%arg1} -> tensor<2x2xf32> in !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_tensor_encode(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.tensor.encode %arg0 : tensor<4xf32> in !stream.resource<*>{%arg1} -> tensor<2x2xf32> in !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_tensor_slice(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.tensor.slice %arg0[%arg1 for %arg1] : tensor<4xf32> in !stream.resource<*>{%arg1} -> tensor<2xf32> in !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_tensor_update(%arg0: !stream.resource<*>, %arg1: index) {
    %0 = stream.tensor.update %arg0, %arg0[%arg1] : tensor<2xi32> in !stream.resource<*>{%arg1} -> tensor<4xi32> in %arg0 as !stream.resource<*>{%arg1}
    util.return
  }
  util.func private @stream_tensor_load(%arg0: !stream.resource<staging>, %arg1: index) {
    %0 = stream.tensor.load %arg0[%arg1] : tensor<2xi32> in !stream.resource<staging>{%arg1} -> i32
    util.return
  }
  util.func private @stream_tensor_store(%arg0: !stream.resource<staging>, %arg1: index, %arg2: i32) {
    %0 = stream.tensor.store %arg2, %arg0[%arg1] : i32 -> tensor<2xi32> in %arg0 as !stream.resource<staging>{%arg1}
    util.return
  }
  util.func private @parameters(%arg0: !stream.resource<transient>, %arg1: index, %arg2: !util.buffer, %arg3: !util.buffer, %arg4: i64, %arg5: !stream.timepoint) {
    %result, %result_timepoint = stream.async.parameter.load await(%arg5) %arg2::%arg3[%arg4] : !stream.resource<constant>{%arg1} => !stream.timepoint
    %result_0, %result_timepoint_1 = stream.async.parameter.read %arg3[%arg4] -> %arg0[%arg1 to %arg1 for %arg1] : !stream.resource<transient>{%arg1} => !stream.timepoint
    %result_2, %result_timepoint_3 = stream.async.parameter.write %arg0[%arg1 to %arg1 for %arg1] -> %arg2::%arg3[%arg4] : !stream.resource<transient>{%arg1} => !stream.timepoint
    %0 = stream.tensor.parameter.write %arg0 -> %arg2::%arg3[%arg4] : tensor<4xf32> in !stream.resource<transient>{%arg1}
    %did_map, %result_4 = stream.resource.try_map %arg2[%arg1] : !util.buffer -> i1, !stream.resource<constant>{%arg1}
    util.return
  }
  util.func private @waves(%arg0: !stream.resource<transient>, %arg1: index) -> !stream.timepoint {
    %c0 = arith.constant 0 : index
    %c1_i32 = arith.constant 1 : i32
    %results:2, %result_timepoint = stream.async.execute with(%arg0 as %arg2: !stream.resource<transient>{%arg1}) -> (!stream.resource<transient>{%arg1}, %arg0 as !stream.resource<external>{%arg1}) {
      %1:2 = stream.async.concurrent with(%arg2 as %arg3: !stream.resource<transient>{%arg1}) -> (!stream.resource<transient>{%arg1}, !stream.resource<external>{%arg1}) {
        %2 = stream.async.splat %c1_i32 : i32 -> !stream.resource<transient>{%arg1}
        %3 = stream.async.transfer %arg3 : !stream.resource<transient>{%arg1} -> !stream.resource<external>{%arg1}
        stream.yield %2, %3 : !stream.resource<transient>{%arg1}, !stream.resource<external>{%arg1}
      }
      stream.yield %1#0, %1#1 : !stream.resource<transient>{%arg1}, !stream.resource<external>{%arg1}
    } => !stream.timepoint
    %0 = stream.cmd.execute with(%arg0 as %arg2: !stream.resource<transient>{%arg1}) {
      stream.cmd.serial {
        stream.cmd.concurrent {
          stream.cmd.discard %arg2[%c0 for %arg1] : !stream.resource<transient>{%arg1}
        }
        stream.cmd.invalidate %arg2[%c0 for %arg1] : !stream.resource<transient>{%arg1}
      }
    } => !stream.timepoint
    util.return %0 : !stream.timepoint
  }
}


// Parameters as upstream prints them.
// RUN: grep -v "^//" %s > %t.expected
// RUN: tern-opt %s | diff - %t.expected
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.expected
module {
  util.func public @f(%arg0: !hal.device, %arg1: i64, %arg2: !hal.fence, %arg3: !hal.fence, %arg4: !util.buffer, %arg5: !util.buffer, %arg6: i64, %arg7: i32, %arg8: !hal.buffer, %arg9: index, %arg10: index) {
    %0:2 = io_parameters.load<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) type(%arg7) usage(%arg7) {
      %arg4::%arg5[%arg6] : !hal.buffer{%arg9},
      %arg4::%arg5[%arg6] : !hal.buffer{%arg10}
    }
    %1 = io_parameters.load<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) type(%arg7) usage(%arg7) {
      %arg5[%arg6] : !hal.buffer{%arg9}
    } attributes {hint = 1 : i32}
    io_parameters.gather<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) {
      %arg4::%arg5[%arg6] -> %arg8[%arg9 for %arg10] : !hal.buffer,
      %arg4::%arg5[%arg6] -> %arg8[%arg10 for %arg9] : !hal.buffer
    }
    io_parameters.scatter<%arg0 : !hal.device> affinity(%arg1) wait(%arg2) signal(%arg3) {
      %arg8[%arg9 for %arg10] : !hal.buffer -> %arg5[%arg6]
    }
    util.return
  }
}


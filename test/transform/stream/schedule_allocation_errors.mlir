// RUN: not tern-opt %s --allow-unregistered-dialect --split-input-file --iree-stream-schedule-allocation 2>&1 | FileCheck %s

// CHECK: error: 'test.unknown' op makes a resource without saying how large it is
util.func public @unknown_size(%r: !stream.resource<external>) -> !stream.timepoint {
  %c4 = arith.constant 4 : index
  %x, %t = stream.async.execute with(%r as %a: !stream.resource<external>{%c4}) -> !stream.resource<external>{%c4} {
    %0 = "test.unknown"(%a) : (!stream.resource<external>) -> !stream.resource<external>
    stream.yield %0 : !stream.resource<external>{%c4}
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

// -----

// CHECK: error: 'stream.timepoint.immediate' op is no command: it should not be in an execution region by now
util.func public @no_command() -> !stream.timepoint {
  %t = stream.async.execute with() {
    %0 = stream.timepoint.immediate => !stream.timepoint
    stream.yield
  } => !stream.timepoint
  util.return %t : !stream.timepoint
}

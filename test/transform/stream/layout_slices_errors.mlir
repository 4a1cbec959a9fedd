// RUN: not tern-opt %s --iree-stream-layout-slices 2>&1 | FileCheck %s

// CHECK: error: 'stream.resource.pack' op needs more bytes than an index can count
util.func public @too_large() -> index {
  %n = arith.constant 9223372036854775807 : index
  %0:3 = stream.resource.pack slices({
    [0, 1] = %n,
    [0, 1] = %n
  }) : index
  util.return %0#0 : index
}

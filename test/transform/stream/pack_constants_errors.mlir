// RUN: not tern-opt %s --iree-stream-pack-constants 2>&1 | FileCheck %s

// CHECK: error: 'stream.resource.constants' op constant 0 has no known size: "text"
util.func public @unknown_size(%n: index) -> !stream.resource<constant> {
  %r, %t = stream.resource.constants :
    !stream.resource<constant>{%n} = "text"
    => !stream.timepoint
  util.return %r : !stream.resource<constant>
}

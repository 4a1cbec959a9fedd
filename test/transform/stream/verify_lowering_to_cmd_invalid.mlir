// RUN: tern-opt %s --split-input-file --iree-stream-verify-lowering-to-cmd --verify-diagnostics

util.func private @async_op(%x: i32, %n: index) {
  // expected-error@+1 {{is left after the allocation of resources}}
  %0 = stream.async.splat %x : i32 -> !stream.resource<transient>{%n}
  util.return
}

// -----

// expected-error@+1 {{uses !stream.resource<*>, whose lifetime has to be known by now}}
util.func private @lifetime(%x: !stream.resource<*>) {
  util.return
}

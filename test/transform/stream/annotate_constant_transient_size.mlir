// RUN: tern-opt %s --iree-stream-annotate-constant-transient-size | FileCheck %s

// CHECK: @f() attributes {iree.reflection = {iree.abi.transients.size = @f_size, iree.abi.transients.size.constant = 128 : index}}
// CHECK: @g(%{{.+}}: index) attributes {iree.reflection = {iree.abi.transients.size = @g_size}}
util.func public @f() attributes {iree.reflection = {iree.abi.transients.size = @f_size}} {
  util.return
}
util.func private @f_size() -> index {
  %c128 = arith.constant 128 : index
  util.return %c128 : index
}
util.func public @g(%n: index) attributes {iree.reflection = {iree.abi.transients.size = @g_size}} {
  util.return
}
util.func private @g_size(%n: index) -> index {
  util.return %n : index
}

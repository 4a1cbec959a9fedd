// RUN: tern-opt %s --iree-flow-outline-dispatch-externs | FileCheck %s

// CHECK: hal.executable private @extern_dispatch {
// CHECK: hal.executable.variant public @a target(#{{.*}}) objects([#hal.executable.object<{path = "a.o"}>]) {
// CHECK: hal.executable.export public @main ordinal(200) layout(#{{.*}}) count(%{{.*}}: !hal.device, %[[X:.*]]: index) -> (index, index, index) {
// CHECK: hal.return %[[X]], %[[X]], %[[X]]
// CHECK: hal.executable.variant public @b
// CHECK: hal.executable.export public @main ordinal(300)
// CHECK-LABEL: util.func public @f
// CHECK: flow.dispatch {@extern_dispatch::@a::@main, @extern_dispatch::@b::@main}[%arg2](%arg3, %arg0, %arg1) : (i32, tensor<4xf32>, tensor<?xf32>{%arg2}) -> %arg0
util.func public @f(%a: tensor<4xf32>, %b: tensor<?xf32>, %n: index, %s: i32) -> tensor<4xf32> {
  %0 = hal.dispatch.extern "main"[%n](%s, %a, %b) : (i32, tensor<4xf32>, tensor<?xf32>{%n}) -> %a
    count(%device: !hal.device, %x: index) -> (index, index, index) {
      hal.return %x, %x, %x : index, index, index
    }
    layout(#hal.pipeline.layout<constants = 1, bindings = [
        #hal.pipeline.binding<storage_buffer>,
        #hal.pipeline.binding<storage_buffer, ReadOnly>
    ]>)
    objects({
      #hal.executable.target<"llvm-cpu", "a"> ordinal(200) = [#hal.executable.object<{path = "a.o"}>],
      #hal.executable.target<"llvm-cpu", "b"> ordinal(300) = [#hal.executable.object<{path = "b.o"}>]
    })
  util.return %0 : tensor<4xf32>
}

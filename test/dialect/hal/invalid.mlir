// What the ops and attributes refuse.
// RUN: tern-opt %s --split-input-file --verify-diagnostics

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.return' op returns 0 values, but 'hal.device.memoize' has 1 results}}
  %0 = "hal.device.memoize"(%d, %q) ({ hal.return }) : (!hal.device, i64) -> i32
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.return' op returns index as value 0, but the result is i32}}
  %0 = "hal.device.memoize"(%d, %q) ({ hal.return %n : index }) : (!hal.device, i64) -> i32
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.tensor.import' op expects 1 dynamic dimension sizes for tensor<?x4xf32> but got 0}}
  %0 = "hal.tensor.import"(%bv) <{operandSegmentSizes = array<i32: 1, 0, 0>, target_encoding = tensor<?x4xf32>}> : (!hal.buffer_view) -> tensor<?x4xf32>
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.tensor.import' op has the encoding tensor<4x4xf32> for tensor<?x4xf32>, which has another number of dynamic dimensions}}
  %0 = hal.tensor.import %bv : !hal.buffer_view -> tensor<4x4xf32> as tensor<?x4xf32>{%n}
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.tensor.export' op expects 1 dynamic dimension sizes for tensor<?x4xf32> but got 0}}
  %0 = "hal.tensor.export"(%t) <{source_encoding = tensor<?x4xf32>}> : (tensor<?x4xf32>) -> !hal.buffer_view
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.tensor.alias' op expects 1 dynamic dimension sizes for tensor<?x4xf32> but got 0}}
  %0 = "hal.tensor.alias"(%t, %b) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (tensor<?x4xf32>, !hal.buffer) -> tensor<?x4xf32>
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.tensor.barrier' op failed to verify that all of {sources, results} have same type}}
  "hal.tensor.barrier"(%t, %fe) : (tensor<?x4xf32>, !hal.fence) -> ()
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.tensor.barrier' op failed to verify that all of {sources, results} have same type}}
  %0 = "hal.tensor.barrier"(%t, %fe) : (tensor<?x4xf32>, !hal.fence) -> tensor<4x4xf32>
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.element_type' op has no number for the element type i7}}
  %0 = hal.element_type<i7> : i32
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.encoding_type' op has no number for the encoding 4 : i32}}
  %0 = hal.encoding_type<4 : i32> : i32
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.command_buffer.dispatch' op has 1 buffers with 0 offsets and 1 lengths}}
  "hal.command_buffer.dispatch"(%cmd, %exe, %q, %n, %n, %n, %b, %n) <{flags = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 1, 0, 1>}> : (!hal.command_buffer, !hal.executable, i64, index, index, index, !hal.buffer, index) -> ()
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.device.query' op has a default 5 : i64 for a value of i32}}
  %0:2 = "hal.device.query"(%d) <{category = "a", key = "b", default_value = 5 : i64}> : (!hal.device) -> (i1, i32)
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.device.queue.barrier' op waits for the fence that it signals}}
  hal.device.queue.barrier<%d : !hal.device> affinity(%q) wait(%fe) signal(%fe) flags("None")
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.interface.constant.load' op loads constant 1 of a layout that has 1}}
  %0 = hal.interface.constant.load layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>) ordinal(1) : i32
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.interface.binding.subspan' op names binding 1 of a layout that has 1}}
  %0 = hal.interface.binding.subspan layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>) binding(1) : memref<4xf32>
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.interface.binding.subspan' op expects 1 dynamic dimension sizes for memref<?xf32> but got 0}}
  %0 = hal.interface.binding.subspan layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>) binding(0) : memref<?xf32>
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  // expected-error @+1 {{'hal.dispatch.extern' op has a workload of 2 numbers, but its region takes 1}}
  %0 = hal.dispatch.extern "main"[%n, %n](%n) : (index) -> tensor<4xf32> count(%device: !hal.device, %w: index) -> (index, index, index) {
    hal.return %w, %w, %w : index, index, index
  } layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>) objects({
    #hal.executable.target<"llvm-cpu", "a"> ordinal(0) = [#hal.executable.object<{path = "a.o"}>]
  })
  util.return
}

// -----

util.func public @f(%b: !hal.buffer, %n: index, %t: tensor<?x4xf32>, %d: !hal.device, %q: i64, %fe: !hal.fence, %bv: !hal.buffer_view, %i: i32, %cmd: !hal.command_buffer, %exe: !hal.executable) {
  %x = tensor.empty() : tensor<4xindex>
  // expected-error @+1 {{'hal.dispatch.extern' op takes tensor<4xindex>, but index has no size that host and device agree on}}
  %0 = hal.dispatch.extern "main"[%n](%x) : (tensor<4xindex>) -> tensor<4xf32> count(%device: !hal.device, %w: index) -> (index, index, index) {
    hal.return %w, %w, %w : index, index, index
  } layout(#hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>) objects({
    #hal.executable.target<"llvm-cpu", "a"> ordinal(0) = [#hal.executable.object<{path = "a.o"}>]
  })
  util.return
}

// -----

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op expects at most one builtin.module in its body but got 2}}
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    builtin.module {}
    builtin.module {}
  }
}

// -----

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op expects exactly one builtin.module in its body but got 0}}
  hal.executable.variant "vulkan*" {
  ^bb0:
  }
}

// -----

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op with a #hal.executable.target needs a name}}
  "hal.executable.variant"() <{target = #hal.executable.target<"a", "b">}> ({
  ^bb0:
  }) : () -> ()
}

// -----

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op has more than one hal.executable.condition}}
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    hal.executable.condition(%d: !hal.device) -> i1 {
      %t = arith.constant true
      hal.return %t : i1
    }
    hal.executable.condition(%d: !hal.device) -> i1 {
      %t = arith.constant true
      hal.return %t : i1
    }
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    "hal.executable.condition"() <{function_type = (!hal.device) -> i1}> ({
    ^bb0(%d: !hal.device):
      %i = arith.constant 1 : i32
      // expected-error @+1 {{'hal.return' op returns i32 as value 0, but its parent's signature has i1}}
      hal.return %i : i32
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    "hal.executable.condition"() <{function_type = (!hal.device) -> i32}> ({
    ^bb0(%d: !hal.device):
      %i = arith.constant 1 : i32
      // expected-error @+1 {{'hal.return' op ends a condition region, which returns one i1}}
      hal.return %i : i32
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.condition' op needs a condition region that takes a !hal.device and nothing else}}
    "hal.executable.condition"() <{function_type = (i32) -> i1}> ({
    ^bb0(%d: i32):
      %t = arith.constant true
      hal.return %t : i1
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.export' op has a fallback but no condition}}
    "hal.executable.export"() <{sym_name = "e", layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>, condition_fallback = @g}> ({}, {}) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.export' op has a condition but no fallback}}
    "hal.executable.export"() <{sym_name = "e", layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>}> ({}, {
    ^bb0(%d: !hal.device):
      %t = arith.constant true
      hal.return %t : i1
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.export' op has the fallback @g, which is no export beside it}}
    "hal.executable.export"() <{sym_name = "e", layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>, condition_fallback = @g}> ({}, {
    ^bb0(%d: !hal.device):
      %t = arith.constant true
      hal.return %t : i1
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-note @+1 {{the fallback has the layout #hal.pipeline.layout<bindings = []>}}
    hal.executable.export public @g layout(#hal.pipeline.layout<bindings = []>)
    // expected-error @+1 {{'hal.executable.export' op has another layout than its fallback @g}}
    "hal.executable.export"() <{sym_name = "e", layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>, condition_fallback = @g}> ({}, {
    ^bb0(%d: !hal.device):
      %t = arith.constant true
      hal.return %t : i1
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.export' op expects a workgroup count region of one block}}
    "hal.executable.export"() <{sym_name = "e", layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>}> ({
    ^bb0(%d: !hal.device):
      cf.br ^bb1
    ^bb1:
      %c = arith.constant 1 : index
      hal.return %c, %c, %c : index, index, index
    }, {}) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.export' op expects a workgroup count region that takes a !hal.device and the workload as index}}
    "hal.executable.export"() <{sym_name = "e", layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>}> ({
    ^bb0(%d: !hal.device, %x: i32):
      %c = arith.constant 1 : index
      hal.return %c, %c, %c : index, index, index
    }, {}) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.export' op expects a workgroup count region that returns three numbers}}
    "hal.executable.export"() <{sym_name = "e", layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>}> ({
    ^bb0(%d: !hal.device):
      %c = arith.constant 1 : index
      hal.return %c : index
    }, {}) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.constant.block' op takes a !hal.device or nothing, but got (i32) -> i32}}
    "hal.executable.constant.block"() <{function_type = (i32) -> i32, keys = ["a"]}> ({
    ^bb0(%a: i32):
      hal.return %a : i32
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.constant.block' op returns i32 only, but result 0 is i64}}
    "hal.executable.constant.block"() <{function_type = () -> i64, keys = ["a"]}> ({
      %0 = arith.constant 1 : i64
      hal.return %0 : i64
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    // expected-error @+1 {{'hal.executable.constant.block' op has 2 keys for 1 results}}
    "hal.executable.constant.block"() <{function_type = () -> i32, keys = ["a", "b"]}> ({
      %0 = arith.constant 1 : i32
      hal.return %0 : i32
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    "hal.executable.constant.block"() <{function_type = () -> i32, keys = ["a"]}> ({
      // expected-error @+1 {{'hal.return' op returns 0 values, but its parent's signature has 1}}
      hal.return
    }) : () -> ()
  }
}

// -----

hal.executable private @exe {
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    "hal.executable.constant.block"() <{function_type = () -> i32, keys = ["a"]}> ({
      %0 = arith.constant 1 : i64
      // expected-error @+1 {{'hal.return' op returns i64 as value 0, but its parent's signature has i32}}
      hal.return %0 : i64
    }) : () -> ()
  }
}

// -----

// expected-error @+1 {{expected a dictionary}}
module attributes {a = #hal.executable.target<"a", "b", 3>} {}

// -----

// expected-error @+1 {{expected the 'path' of an object file as a string}}
module attributes {a = #hal.executable.object<{data = dense<1> : vector<4xi8>}>} {}

// -----

// expected-error @+1 {{expected a #hal.executable.target}}
module attributes {a = #hal.executable.objects<{4 : i32 = []}>} {}

// -----

// expected-error @+1 {{expected an array of #hal.executable.object}}
module attributes {a = #hal.executable.objects<{#hal.executable.target<"a", "b"> = [4]}>} {}

// -----

// expected-error @+1 {{expected a #hal.pipeline.binding}}
module attributes {a = #hal.pipeline.layout<bindings = [4]>} {}

// -----

// expected-error @+1 {{expected a number of constants of at least 0}}
module attributes {a = #hal.pipeline.layout<constants = -1, bindings = []>} {}

// -----

// expected-error @+1 {{expected type !hal.device but got i32}}
module attributes {a = #hal.device.ordinal<3> : i32} {}

// -----

// expected-error @+1 {{expected a dictionary, or an array of #hal.executable.target}}
module attributes {a = #hal.device.target<"a", 4> : !hal.device} {}

// -----

// expected-error @+1 {{expected the number of a device}}
module attributes {a = #hal.device.alias<"a"[-1]> : !hal.device} {}

// -----

// expected-error @+1 {{expected a dictionary}}
module attributes {a = #hal.device.alias<"a", 4> : !hal.device} {}

// -----

// expected-error @+1 {{expected an array of at least one device attribute}}
module attributes {a = #hal.device.select<[]> : !hal.device} {}

// -----

// expected-error @+1 {{expected the number of a queue, 0 to 63}}
module attributes {a = #hal.device.affinity<@a, [64]>} {}

// -----

// expected-error @+1 {{expected an array of at least one affinity}}
module attributes {a = #hal.device.optimal<[]>} {}

// -----

util.func public @f(%n: index, %t: tensor<?x4xf32>) {
  // expected-error @+1 {{'hal.dispatch.extern' op expects 1 dynamic dimensions of its arguments but got 0}}
  %0 = "hal.dispatch.extern"(%n, %t) <{export = "e", layout = #hal.pipeline.layout<bindings = []>, target_objects = [], target_ordinals = [], targets = [], operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  }) : (index, tensor<?x4xf32>) -> tensor<4xf32>
  util.return
}

// -----

util.func public @f(%n: index, %t: tensor<4xf32>) {
  // expected-error @+1 {{'hal.dispatch.extern' op expects 1 dynamic dimensions of its results but got 0}}
  %0 = "hal.dispatch.extern"(%n, %t) <{export = "e", layout = #hal.pipeline.layout<bindings = []>, target_objects = [], target_ordinals = [], targets = [], operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  }) : (index, tensor<4xf32>) -> tensor<?x4xf32>
  util.return
}

// -----

util.func public @f(%n: index, %t: tensor<4xf32>) {
  // expected-error @+1 {{'hal.dispatch.extern' op expects objects, an ordinal and a region for each of its 1 targets}}
  %0 = "hal.dispatch.extern"(%n, %t) <{export = "e", layout = #hal.pipeline.layout<bindings = []>, target_objects = [], target_ordinals = [], targets = [#hal.executable.target<"a", "b">], operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  }) : (index, tensor<4xf32>) -> tensor<4xf32>
  util.return
}

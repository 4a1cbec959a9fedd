// A program without executables runs on any device.
// RUN: tern-opt %s --hal-take-any-device --split-input-file | FileCheck %s

// CHECK-LABEL: module @one
module @one {
  // CHECK: util.global private @device = #hal.device.ordinal<0> : !hal.device
  util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "format-a">]> : !hal.device
}

// -----

// CHECK-LABEL: module @one_of_several
module @one_of_several {
  // CHECK: util.global private @device = #hal.device.ordinal<0> : !hal.device
  util.global private @device = #hal.device.select<[#hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "format-b">]> : !hal.device, #hal.device.target<"local"> : !hal.device]> : !hal.device
}

// -----

// The second of its kind is another one than the first.
// CHECK: #[[SECOND:.+]] = #hal.device.target<"local", {ordinal = 1 : index}> : !hal.device
// CHECK: module @second
module @second {
  // CHECK: util.global private @device = #[[SECOND]]
  util.global private @device = #hal.device.target<"local", {ordinal = 1 : index}, [#hal.executable.target<"llvm-cpu", "format-a">]> : !hal.device
}

// -----

// Two devices stay two.
// CHECK: #[[LOCAL:.+]] = #hal.device.target<"local"> : !hal.device
// CHECK: #[[VULKAN:.+]] = #hal.device.target<"vulkan"> : !hal.device
// CHECK: module @two
module @two {
  // CHECK: util.global private @first = #[[LOCAL]]
  util.global private @first = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "format-a">]> : !hal.device
  // CHECK: util.global private @second = #[[VULKAN]]
  util.global private @second = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "format-b">]> : !hal.device
  // CHECK: util.global private @third = #hal.device.fallback<@first> : !hal.device
  util.global private @third = #hal.device.fallback<@first> : !hal.device
}

// -----

// CHECK: #[[DEVICE:.+]] = #hal.device.target<"local", [#{{.+}}]> : !hal.device
// CHECK: module @with_executable
module @with_executable {
  // CHECK: util.global private @device = #[[DEVICE]]
  util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "format-a">]> : !hal.device
  hal.executable private @exe {
    hal.executable.binary public @a attributes {data = dense<1> : vector<8xi8>, format = "format-a"}
  }
}

// RUN: tern-opt %s --iree-hal-materialize-interfaces --split-input-file --verify-diagnostics

// expected-error @+2 {{'builtin.module' op has executables but no device to run them}}
// expected-note @+1 {{name devices by iree-hal-assign-target-devices or the attribute 'hal.device.targets'}}
module {
  stream.executable private @ex {
  }
}

// -----

util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "a">]> : !hal.device
stream.executable private @ex {
  stream.executable.export public @entry
  builtin.module {
    // expected-error @+2 {{'func.func' op has an argument 0 of type f32, which cannot be handed to a dispatch}}
    // expected-note @+1 {{only !stream.binding and i32 can; iree-stream-pack-dispatch-operands makes i32 of others}}
    func.func @entry(%x: f32) {
      return
    }
  }
}

// -----

util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "a">]> : !hal.device
stream.executable private @ex {
  stream.executable.export public @entry
  builtin.module {
    func.func private @other(!stream.binding)
    func.func @entry(%x: !stream.binding) {
      // expected-error @+1 {{'func.call' op uses a binding, which only stream.binding.subspan may do}}
      func.call @other(%x) : (!stream.binding) -> ()
      return
    }
  }
}

// -----

util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "a">]> : !hal.device
stream.executable private @ex {
  // expected-error @+1 {{'stream.executable.export' op names the function '@entry', which its executable does not have}}
  stream.executable.export public @entry
  builtin.module {
  }
}

// -----

module attributes {stream.affinity.default = #hal.device.affinity<@device>} {
  util.global private @device = #hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]> : !hal.device
  // expected-error @+2 {{'hal.executable' op has no object file for #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">, which its device may be}}
  // expected-note @+1 {{add one, or compile for other targets only}}
  hal.executable private @exe {
    hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) objects([#hal.executable.object<{path = "f.o"}>]) {
      hal.executable.export public @f ordinal(0) layout(#hal.pipeline.layout<bindings = []>)
    }
  }
}

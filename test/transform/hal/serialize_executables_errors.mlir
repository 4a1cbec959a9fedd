// RUN: tern-opt %s --iree-hal-serialize-all-executables --split-input-file --verify-diagnostics

hal.executable private @exe {
  // expected-error @+2 {{'hal.executable.variant' op was not translated}}
  // expected-note @+1 {{iree-hal-translate-all-executables translates it}}
  hal.executable.variant public @v target(<"llvm-cpu", "f">) {
    builtin.module {
    }
  }
}

// -----

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op expects its code as elements of i8}}
  hal.executable.variant public @v target(<"llvm-cpu", "f">) attributes {hal.executable.binary_data = dense<1.0> : tensor<4xf32>} {
  }
}

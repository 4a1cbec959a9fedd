// RUN: tern-opt %s --iree-hal-configure-executables --iree-hal-translate-all-executables --split-input-file --verify-diagnostics

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op needs the backend 'abacus', which this compiler does not have}}
  hal.executable.variant public @v target(<"abacus", "f">) {
    builtin.module {
    }
  }
}

// RUN: tern-opt %s --iree-hal-configure-executables --iree-hal-translate-all-executables --split-input-file --verify-diagnostics

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op needs the backend 'abacus', which this compiler does not have}}
  hal.executable.variant public @v target(<"abacus", "f">) {
    builtin.module {
    }
  }
}

// -----

hal.executable private @exe {
  // expected-error @+2 {{'hal.executable.variant' op has object files beside a module, and they are not linked to generated code}}
  // expected-note @+1 {{an object file takes the place of a whole dispatch}}
  hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) objects([#hal.executable.object<{path = "a.o"}>]) {
    builtin.module {
    }
  }
}

// -----

hal.executable private @exe {
  // expected-error @+2 {{'hal.executable.variant' op has no module, and expects one object file instead but got 2}}
  // expected-note @+1 {{link several into one}}
  hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) objects([#hal.executable.object<{path = "a"}>, #hal.executable.object<{path = "b"}>]) {
  }
}

// -----

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op has an object file that cannot be read: cannot open '/nowhere/a.o': No such file or directory}}
  hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) objects([#hal.executable.object<{path = "/nowhere/a.o"}>]) {
  }
}

// -----

hal.executable private @exe {
  // expected-error @+1 {{'hal.executable.variant' op expects the data of its object as elements of i8}}
  hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) objects([#hal.executable.object<{path = "a.o", data = dense<1.0> : vector<2xf32>}>]) {
  }
}

// -----

hal.executable private @exe {
  // expected-error @+2 {{'hal.executable.variant' op cannot use 'a.o', which is no form of code that is known}}
  // expected-note @+1 {{llvm-cpu takes a relocatable ELF object}}
  hal.executable.variant public @v target(<"llvm-cpu", "embedded-elf-x86_64">) objects([#hal.executable.object<{path = "a.o", data = dense<1> : vector<9xi8>}>]) {
  }
}

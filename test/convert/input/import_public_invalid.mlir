// RUN: tern-opt %s --split-input-file --iree-import-public --verify-diagnostics

func.func private @g()
func.func @f() {
  // expected-error@+1 {{failed to legalize operation 'func.constant' that was explicitly marked illegal}}
  %0 = constant @g : () -> ()
  return
}

// -----

func.func @f(%b: !iree_input.buffer) {
  // expected-error@+1 {{needs the sizes of the dynamic dimensions, which a buffer does not know}}
  %0 = iree_input.tensor.import %b : !iree_input.buffer -> tensor<?xf32>
  return
}

// -----

iree_input.executable.source private @e {
  // expected-error@+1 {{expects its layout as #iree_input.pipeline.layout but got 3 : i32}}
  iree_input.executable.export public @f layout(3 : i32)
}

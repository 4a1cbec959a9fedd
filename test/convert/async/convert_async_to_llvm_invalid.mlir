// RUN: tern-opt %s --convert-async-to-llvm --split-input-file --verify-diagnostics

// Tasks have to be coroutines before.
func.func @task() {
  // expected-error@+1 {{failed to legalize operation 'async.execute' that was explicitly marked illegal}}
  %1 = async.execute {
    async.yield
  }
  return
}

// -----

// The runtime's groups hold tokens.
func.func @value_in_group(%v: !async.value<f32>, %g: !async.group) -> index {
  // expected-error@+1 {{failed to legalize operation 'async.runtime.add_to_group' that was explicitly marked illegal}}
  %0 = async.runtime.add_to_group %v, %g : !async.value<f32>
  return %0 : index
}

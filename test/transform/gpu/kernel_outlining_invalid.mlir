// RUN: tern-opt --gpu-kernel-outlining --split-input-file --verify-diagnostics --allow-unregistered-dialect %s

func.func @missing(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error @+1 {{failed to outline gpu kernel: symbol 'nowhere' not found}}
    "test.op"() {symbol = @nowhere} : () -> ()
    gpu.terminator
  }
  return
}

// -----

func.func @missing_nested(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error @+1 {{failed to outline gpu kernel: found invalid symbol reference: @nowhere::@f}}
    "test.op"() {symbol = @nowhere::@f} : () -> ()
    gpu.terminator
  }
  return
}

// -----

// What a copied function refers to is looked for too.
// expected-error @+1 {{failed to outline gpu kernel: symbol 'nowhere' not found}}
func.func @callee() attributes {test.symbol = @nowhere} {
  return
}

func.func @caller(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    func.call @callee() : () -> ()
    gpu.terminator
  }
  return
}

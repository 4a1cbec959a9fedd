// RUN: tern-opt %s --iree-convert-to-llvm --split-input-file --verify-diagnostics

// expected-error @+3 {{'func.func' op is an entry point of the dispatch but has arguments or results}}
// expected-note @+2 {{an entry point reads and writes bindings of the hal.interface; make other functions private}}
// expected-error @+1 {{failed to legalize operation 'func.func'}}
func.func @refuses_entry_with_argument(%x: f32) {
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
}

// -----

func.func private @refuses_binding_in_callee() -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @+3 {{'iree.placeholder' op is used in a function that is no entry point}}
  // expected-note @+2 {{move it to the entry point and pass its result as an argument}}
  // expected-error @+1 {{failed to legalize operation 'iree.placeholder'}}
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<4xf32>
  %x = memref.load %a[%c0] : memref<4xf32>
  return %x : f32
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
}

// -----

func.func @refuses_loops_that_are_left() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{failed to legalize operation 'scf.for'}}
  scf.for %i = %c0 to %c1 step %c1 {
  }
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
}

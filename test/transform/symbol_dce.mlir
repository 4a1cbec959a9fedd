// RUN: tern-opt %s --symbol-dce --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s --symbol-dce --allow-unregistered-dialect | FileCheck %s
// RUN: not tern-opt %s --pass-pipeline='builtin.module(func.func(symbol-dce))' --allow-unregistered-dialect 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG

// WRONG: error: 'func.func' op was scheduled to run under SymbolDCE, but does not define a symbol table

// CHECK-NOT: @unused
// CHECK: func.func private @used
// CHECK: func.func @public
// CHECK-NOT: @unused
// CHECK: module @visible {
// CHECK-NOT: @unused
// CHECK: func.func @inner
// CHECK: module @hidden attributes
// CHECK-NEXT: func.func @called
// CHECK-NOT: @unused
// CHECK: func.func nested @caller
// CHECK: "test.reference"
module {
  func.func private @unused()
  func.func private @used() {
    return
  }
  func.func @public() {
    call @used() : () -> ()
    return
  }
  func.func private @unused_first() {
    call @unused_second() : () -> ()
    return
  }
  func.func private @unused_second() {
    call @unused_first() : () -> ()
    return
  }
  func.func nested @unused_nested() {
    return
  }
  module @visible {
    func.func private @unused_inner() {
      return
    }
    func.func @inner() {
      return
    }
  }
  module @hidden attributes {sym_visibility = "private"} {
    func.func @called() {
      return
    }
    func.func nested @unused_here() {
      return
    }
    func.func nested @caller() {
      call @called() : () -> ()
      return
    }
  }
  "test.reference"() {callee = @hidden::@caller} : () -> ()
}

// An op that nobody knows with one region may be a symbol table: where a live one is, nothing can be said.
// RUN: tern-opt %s --symbol-dce --allow-unregistered-dialect --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: module @dead
// CHECK-NOT: @gone
module @dead {
  func.func private @gone() {
    "t.one_region"() ({
    }) : () -> ()
    return
  }
  "t.two_regions"() ({
  }, {
  }) : () -> ()
}

// -----

module @itself {
  func.func private @kept()
  // expected-error@+1 {{operation contains potentially unknown symbol table 't.one_region', so that uses of symbols cannot be told: its dialect must be registered}}
  "t.one_region"() ({
  }) : () -> ()
}

// -----

module @inside {
  // expected-error@+1 {{operation contains potentially unknown symbol table}}
  func.func @live() {
    // expected-note@+1 {{the unknown operation is here}}
    "t.one_region"() ({
    }) : () -> ()
    return
  }
}

// RUN: tern-opt %s --split-input-file --verify-diagnostics

// It has no such members.
// expected-error@+1 {{duplicate or unknown struct parameter name: features}}
gpu.module @features [#xevm.target<features = "a">] {
}

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: link}}
gpu.module @link [#xevm.target<link = ["a"]>] {
}

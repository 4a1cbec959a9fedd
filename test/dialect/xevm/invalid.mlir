// RUN: tern-opt %s --split-input-file --verify-diagnostics

// It has no such members.
// expected-error@+1 {{duplicate or unknown struct parameter name: features}}
gpu.module @features [#xevm.target<features = "a">] {
}

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: link}}
gpu.module @link [#xevm.target<link = ["a"]>] {
}

// -----

// expected-error@+1 {{dimension 'm' has to fit 32 bits}}
"test.op"() {shape = #xevm.mma_shape<m = 4294967296, n = 1, k = 1>} : () -> ()

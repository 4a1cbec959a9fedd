// RUN: tern-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// --- syntax ---

// expected-error @+1 {{no DLTI entries provided}}
"test.a"() {m = #dlti.target_system_spec<>} : () -> ()

// -----

// expected-error @+1 {{repeated DLTI key: "a"}}
"test.a"() {m = #dlti.map<"a" = 1, "a" = 2>} : () -> ()

// -----

// expected-error @+1 {{repeated DLTI key: i32}}
"test.a"() {m = #dlti.dl_spec<i32 = 1, i32 = 2>} : () -> ()

// -----

// expected-error @+1 {{empty string as DLTI key is not allowed}}
"test.a"() {m = #dlti.map<"" = 1>} : () -> ()

// -----

// expected-error @+1 {{expected a type or a quoted string}}
"test.a"() {m = #dlti.dl_entry<42, 1>} : () -> ()

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
"test.a"() {m = #dlti.dl_spec<1>} : () -> ()

// -----

// expected-error @+1 {{dlti.target_device_spec does not allow type as a key: i32}}
"test.a"() {m = #dlti.target_device_spec<#dlti.dl_entry<i32, 1>>} : () -> ()

// -----

// expected-error @+1 {{value associated with key "a" is not a DLTI device spec}}
"test.a"() {m = #dlti.target_system_spec<"a" = 1>} : () -> ()

// -----

// expected-error @+1 {{repeated device ID in dlti.target_system_spec: "a"}}
"test.a"() {m = #dlti.target_system_spec<"a" = #dlti.target_device_spec<"a" = 1>, "a" = #dlti.target_device_spec<"a" = 1>>} : () -> ()

// -----

// expected-error @+1 {{expected `true` or `false`}}
"test.a"() {m = #dlti.function_pointer_alignment<64, function_dependent = maybe>} : () -> ()

// -----

// --- attributes on ops ---

// expected-error @+1 {{'dlti.dl_spec' is expected to be a #dlti.dl_spec attribute}}
"test.a"() {dlti.dl_spec = 1} : () -> ()

// -----

// expected-error @+1 {{attribute 'dlti.target_device_spec' not supported by dialect}}
"test.a"() {dlti.target_device_spec = 1} : () -> ()

// -----

// expected-error @+1 {{'dlti.endianness' data layout entry is expected to be either 'big' or 'little'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "medium">} {}

// -----

// expected-error @+1 {{unknown data layout entry name: dlti.unknown}}
gpu.module @m attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.unknown" = 1>} {}

// -----

// expected-error @+1 {{expected integer attribute in the data layout entry for 'index'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = "x">} {}

// -----

// expected-error @+1 {{expected a dense i64 elements attribute in the data layout entry #dlti.dl_entry<i32, 1 : i32>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = 1 : i32>} {}

// -----

// expected-error @+1 {{expected 1 or 2 elements in the data layout entry #dlti.dl_entry<f32, dense<32> : vector<3xi64>>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<f32 = dense<32> : vector<3xi64>>} {}

// -----

// expected-error @+1 {{preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<[32, 16]> : vector<2xi64>>} {}

// -----

// expected-error @+1 {{unexpected data layout for a built-in type}}
module attributes {dlti.dl_spec = #dlti.dl_spec<complex<f32> = dense<[32, 32]> : vector<2xi64>>} {}

// -----

// expected-error @+1 {{expected layout attribute for '!llvm.ptr' to be a dense integer elements attribute with 3 or 4 elements}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[64, 64]> : vector<2xi64>>} {}

// -----

// expected-error @+1 {{preferred alignment is expected to be at least as large as ABI alignment}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<1> = dense<[64, 64, 32]> : vector<3xi64>>} {}

// -----

// expected-error @+1 {{expected layout attribute for '!llvm.struct<()>' to be a dense integer elements attribute of 1 or 2 elements}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[64, 64, 32]> : vector<3xi64>>} {}

// -----

// expected-error @+1 {{data layout specified for a type that does not support it}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!gpu.async.token = dense<64> : vector<1xi64>>} {}

// -----

// expected-note @+1 {{enclosing op with data layout}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {
  // expected-error @+1 {{data layout does not combine with layouts of enclosing ops}}
  module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">} {
  }
}

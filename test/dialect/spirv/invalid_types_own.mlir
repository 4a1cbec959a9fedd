// Numbers out of their range, which upstream cuts off.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{integer value too large}}
func.func private @f(!spirv.struct<(f32 [-1])>)

// -----

// expected-error @+1 {{integer value too large}}
func.func private @f(!spirv.array<4294967296 x f32>)

// -----

// expected-error @+1 {{expected an unsigned 32-bit integer but got -1}}
func.func private @f() attributes {test.a = #spirv.cache_control_load_intel<cache_level = -1, load_cache_control = Cached>}

// -----

// expected-error @+1 {{expected an unsigned 32-bit integer but got -1}}
func.func private @f() attributes {test.a = #spirv.interface_var_abi<(-1, 0)>}

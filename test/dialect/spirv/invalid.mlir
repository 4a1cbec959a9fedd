// RUN: tern-opt --split-input-file --verify-diagnostics %s

func.func @f() {
  // expected-error @+1 {{'spirv.ControlBarrier' op expected at most one of these four memory constraints to be set: `Acquire`, `Release`,`AcquireRelease` or `SequentiallyConsistent`}}
  spirv.ControlBarrier <Workgroup>, <Workgroup>, <Acquire|Release>
  return
}

// -----

// expected-error @+1 {{'func.func' op 'spirv.entry_point_abi' attribute must be an entry point ABI attribute, but is 1 : i64}}
func.func private @f() attributes {spirv.entry_point_abi = 1}

// -----

// expected-error @+1 {{'func.func' op found unsupported 'spirv.unknown' attribute on operation}}
func.func private @f() attributes {spirv.unknown = 1}

// -----

// expected-error @+1 {{unknown field 'workgroup' of #spirv.entry_point_abi}}
func.func private @f() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup = [8, 8, 1]>}

// -----

// expected-error @+1 {{duplicate field 'subgroup_size' of #spirv.entry_point_abi}}
func.func private @f() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<subgroup_size = 4, subgroup_size = 4>}

// -----

// expected-error @+1 {{expected integers for 'workgroup_size' but got [8, "x"]}}
func.func private @f() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, "x"]>}

// -----

// expected-error @+1 {{expected #spirv.vce but got #spirv.resource_limits<>}}
func.func private @f() attributes {test.a = #spirv.target_env<#spirv.resource_limits<>, #spirv.resource_limits<>>}

// -----

// expected-error @+1 {{entry 'max_speed' does not fit #spirv.resource_limits}}
func.func private @f() attributes {test.a = #spirv.target_env<#spirv.vce<v1.0, [], []>, {max_speed = 1 : i32}>}

// -----

// expected-error @+1 {{unknown version: v9.9}}
func.func private @f() attributes {test.a = #spirv.vce<v9.9, [], []>}

// -----

// expected-error @+1 {{expected #spirv.scope but got #spirv.dim<Dim1D>}}
func.func private @f() attributes {test.a = #spirv.coop_matrix_props_nv<m_size = 8, n_size = 8, k_size = 16, a_type = f16, b_type = f16, c_type = f16, result_type = f16, scope = #spirv.dim<Dim1D>>}

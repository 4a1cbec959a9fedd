// RUN: tern-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{invalid kind of attribute specified}}
func.func private @number(!ptr.ptr<3>)

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
func.func private @other_space(!ptr.ptr<#gpu.address_space<global>>)

// -----

// expected-error @+1 {{expected '<'}}
func.func private @no_space(!ptr.ptr)

// -----

// expected-error @+1 {{invalid kind of type specified}}
func.func private @no_reference(!ptr.ptr_metadata<i32>)

// -----

// expected-error @+1 {{the ptr-like type has no metadata}}
func.func private @no_metadata(!ptr.ptr_metadata<!ptr.ptr<#ptr.generic_space>>)

// -----

// LLVM has no number for it.
// expected-error @+1 {{expected LLVM type for function arguments}}
llvm.func @without_number(!ptr.ptr<#ptr.generic_space>)

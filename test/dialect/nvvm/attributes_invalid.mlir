// Attributes of kernels and of their arguments, and the target's: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

// expected-error @below {{'"nvvm.maxntid"' attribute must be integer array with maximum 3 index}}
llvm.func @f() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 2, 3, 4>} {
  llvm.return
}

// -----

// expected-error @below {{'"nvvm.reqntid"' attribute must be integer array with maximum 3 index}}
llvm.func @f() attributes {nvvm.kernel, nvvm.reqntid = 32 : i32} {
  llvm.return
}

// -----

// expected-error @below {{'"nvvm.minctasm"' attribute must be integer constant}}
llvm.func @f() attributes {nvvm.kernel, nvvm.minctasm = "few"} {
  llvm.return
}

// -----

// expected-error @below {{'"nvvm.maxnreg"' attribute must be integer constant}}
llvm.func @f() attributes {nvvm.kernel, nvvm.maxnreg = "boo"} {
  llvm.return
}

// -----

// expected-error @below {{'"nvvm.cluster_max_blocks"' attribute must be integer constant}}
llvm.func @f() attributes {nvvm.kernel, nvvm.cluster_max_blocks = [8 : i32]} {
  llvm.return
}

// -----

// expected-error @below {{'"nvvm.blocksareclusters"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'}}
llvm.func @f() attributes {nvvm.kernel, nvvm.blocksareclusters} {
  llvm.return
}

// -----

// expected-error @below {{'nvvm.kernel' attribute attached to unexpected op}}
module attributes {nvvm.kernel} {
}

// -----

// expected-error @below {{'"nvvm.grid_constant"' attribute must be present only on kernel arguments}}
llvm.func @f(%a: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) {
  llvm.return
}

// -----

// expected-error @below {{'"nvvm.grid_constant"' attribute requires the argument to also have attribute 'llvm.byval'}}
llvm.func @f(%a: !llvm.ptr {nvvm.grid_constant}) attributes {nvvm.kernel} {
  llvm.return
}

// -----

// expected-error @below {{'"nvvm.grid_constant"' must be a unit attribute}}
llvm.func @f(%a: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant = true}) attributes {nvvm.kernel} {
  llvm.return
}

// -----

llvm.func @f() -> i32 {
  // expected-error @below {{invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 5, 5> : i32
  llvm.return %0 : i32
}

// -----

llvm.func @f(%a: !llvm.ptr<3>, %b: !llvm.ptr<1>) {
  // expected-error @below {{expected byte size to be either 4, 8 or 16.}}
  nvvm.cp.async.shared.global %a, %b, 32, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @f(%a: !llvm.ptr<3>, %b: !llvm.ptr<1>) {
  // expected-error @below {{CG cache modifier is only support for 16 bytes copy.}}
  nvvm.cp.async.shared.global %a, %b, 8, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @f(%a: !llvm.ptr<3>, %s: i64) {
  // expected-error @below {{only 0 is supported for initVal, got 1}}
  nvvm.st.bulk %a, size = %s, init = 1 : !llvm.ptr<3>
  llvm.return
}

// -----

// expected-error @below {{Minimum NVVM target SM version is sm_20}}
gpu.module @m [#nvvm.target<chip = "sm_10">] {
}

// -----

gpu.module @m [#nvvm.target<chip = "sm_80">] {
  func.func @f(%a: f32) {
    %0 = nvvm.convert.float.to.tf32 %a {rnd = #nvvm.fp_rnd_mode<rna>}
    // expected-error @below {{'nvvm.wgmma.fence.aligned' op is not supported on sm_80}}
    nvvm.wgmma.fence.aligned
    return
  }
}

// -----

gpu.module @m [#nvvm.target<chip = "sm_80">] {
  func.func @f(%a: f32) {
    // expected-error @below {{'nvvm.tcgen05.relinquish_alloc_permit' op is not supported on sm_80}}
    nvvm.tcgen05.relinquish_alloc_permit
    return
  }
}

// -----

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  func.func @f(%a: f32) {
    // expected-error @below {{'nvvm.wgmma.fence.aligned' op is not supported on sm_90}}
    nvvm.wgmma.fence.aligned
    return
  }
}

// -----

gpu.module @needs_80 [#nvvm.target<chip = "sm_75">] {
  // expected-error @below {{'test.nvvm_requires_sm_80' op is not supported on sm_75}}
  test.nvvm_requires_sm_80
}

// -----

gpu.module @needs_own_variant [#nvvm.target<chip = "sm_100">] {
  // expected-error @below {{'test.nvvm_requires_sm_90a_or_sm_100a' op is not supported on sm_100}}
  test.nvvm_requires_sm_90a_or_sm_100a
}

// It is one of these.
gpu.module @has_them [#nvvm.target<chip = "sm_90a">] {
  test.nvvm_requires_sm_80
  test.nvvm_requires_sm_90a
  test.nvvm_requires_sm_90a_or_sm_100a
}

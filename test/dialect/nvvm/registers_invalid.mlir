// Special registers: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.laneid' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.laneid"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.warpsize' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.warpsize"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.nwarpid' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.nwarpid"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.smid' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.smid"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.nsmid' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.nsmid"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.gridid' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.gridid"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.tid.x' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.tid.x"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.ntid.y' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.ntid.y"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.ctaid.x' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.ctaid.x"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.ctaid.z' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.ctaid.z"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.clusterid.x' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.clusterid.x"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.nclusterid.x' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.nclusterid.x"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.nclusterid.y' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.nclusterid.y"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.nclusterid.z' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.nclusterid.z"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.cluster.ctaid.x' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.cluster.ctaid.x"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.cluster.ctaid.z' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.cluster.ctaid.z"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.cluster.nctaid.x' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.cluster.nctaid.x"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.cluster.ctarank' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.cluster.ctarank"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @below {{'nvvm.read.ptx.sreg.cluster.nctarank' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %r0 = "nvvm.read.ptx.sreg.cluster.nctarank"() <{range = #llvm.constant_range<i32, 5, 5>}> : () -> i32
  llvm.return
}

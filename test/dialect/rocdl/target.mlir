// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s | tern-opt | mlir-opt | FileCheck %s

// CHECK: gpu.module @plain [#rocdl.target] {
gpu.module @plain [#rocdl.target] {
}

// Defaults are left out.
// CHECK: gpu.module @defaults [#rocdl.target] {
gpu.module @defaults [#rocdl.target<O = 2, triple = "amdgcn-amd-amdhsa", chip = "gfx900", features = "", abi = "600">] {
}

// CHECK: gpu.module @all [#rocdl.target<O = 3, triple = "amdgcn", chip = "gfx942", features = "+xnack", abi = "500", flags = {fast}, link = ["a.bc"]>] {
gpu.module @all [#rocdl.target<link = ["a.bc"], flags = {fast}, abi = "500", features = "+xnack", chip = "gfx942", triple = "amdgcn", O = 3>] {
}

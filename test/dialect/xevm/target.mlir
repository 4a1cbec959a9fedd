// RUN: tern-opt %s | FileCheck %s
// RUN: tern-opt %s | tern-opt | mlir-opt | FileCheck %s

// CHECK: gpu.module @plain [#xevm.target] {
gpu.module @plain [#xevm.target<O = 2, chip = "bmg">] {
}

// CHECK: gpu.module @all [#xevm.target<O = 0, triple = "spirv32", chip = "pvc", flags = {a}, linkFiles = ["a.bc"]>] {
gpu.module @all [#xevm.target<linkFiles = ["a.bc"], flags = {a}, chip = "pvc", triple = "spirv32", O = 0>] {
}

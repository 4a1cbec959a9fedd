// Elements attributes of spirv's own shaped types, in text and in bytecode, here and in upstream's tool.
// RUN: tern-opt %s | tern-opt | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tern-opt %s --mlir-print-op-generic | mlir-opt | FileCheck %s
// RUN: tern-opt %s --emit-bytecode | mlir-opt | FileCheck %s
// RUN: mlir-opt %s --emit-bytecode | tern-opt | FileCheck %s

// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK: spirv.Constant dense<2.500000e+00> : !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>
  // GENERIC: "spirv.Constant"() <{value = dense<2.500000e+00> : !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>}>
  // GENERIC-SAME: -> !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>
  %0 = spirv.Constant dense<2.5> : !spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>
  // CHECK: spirv.Constant dense<{{\[}}[1, 2, 3], [4, 5, 6]]> : !spirv.arm.tensor<2x3xi16>
  // GENERIC: value = dense<{{\[}}[1, 2, 3], [4, 5, 6]]> : !spirv.arm.tensor<2x3xi16>
  %1 = spirv.Constant dense<[[1, 2, 3], [4, 5, 6]]> : !spirv.arm.tensor<2x3xi16>
  // CHECK: spirv.Constant dense<7> : !spirv.arm.tensor<2xi32> : !spirv.array<2 x i32>
  %2 = spirv.Constant dense<7> : !spirv.arm.tensor<2xi32> : !spirv.array<2 x i32>
  return
}

// CHECK-LABEL: func.func private @attributes
// CHECK-SAME: a = dense<true> : !spirv.arm.tensor<4xi1>
// CHECK-SAME: b = sparse<0, 1.000000e+00> : !spirv.arm.tensor<4xf32>
func.func private @attributes() attributes {a = dense<true> : !spirv.arm.tensor<4xi1>, b = sparse<0, 1.0> : !spirv.arm.tensor<4xf32>}

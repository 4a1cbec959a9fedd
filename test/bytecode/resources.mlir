// Resources of dialects and external ones; a key without data stays a key.
// RUN: tern-opt %s > %t.mlir
// RUN: tern-opt --emit-bytecode %s -o %t.ours
// RUN: mlir-opt --emit-bytecode %s -o %t.theirs
// RUN: tern-opt %t.ours | diff %t.mlir -
// RUN: tern-opt %t.theirs | diff %t.mlir -
// RUN: mlir-opt %t.ours | diff %t.mlir -
// RUN: tern-opt --emit-bytecode --elide-resource-data-from-bytecode %s | tern-opt | FileCheck %s --check-prefix=ELIDED
// ELIDED: dense_resource<first>
// ELIDED-NOT: 0x10000000

func.func @f() -> (tensor<2xf32>, tensor<1xi8>) {
  %0 = arith.constant dense_resource<first> : tensor<2xf32>
  %1 = arith.constant dense_resource<second> : tensor<1xi8>
  return %0, %1 : tensor<2xf32>, tensor<1xi8>
}
func.func @without_data() -> tensor<2xf32> {
  %0 = arith.constant dense_resource<nowhere> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
{-#
  dialect_resources: {
    builtin: {
      first: "0x100000000000803F00000040",
      second: "0x0100000007"
    }
  }
#-}

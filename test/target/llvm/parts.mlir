// The kernels of a program are compiled in parts, which become one object: the same one whatever number of threads worked.
//
// RUN: tern-compile %s -o %t.tern
// RUN: taskset -c 0 tern-compile %s -o %t.single.tern
// RUN: cmp %t.tern %t.single.tern
// RUN: python3 %S/Inputs/extract_object.py %t.tern %t.o
// RUN: llvm-readelf -s %t.o | FileCheck %s
// RUN: ld -r %t.o -o %t.linked.o
// RUN: tern-run %t.tern --function=main --input=4x8xf32=1 --input=8x16xf32=2 | FileCheck %s --check-prefix=VALUES

// Products go through the code generator's optimizations, others do not: the parts are by that, so the matrix product
// comes first. What several parts call is one symbol.
// CHECK: FUNC GLOBAL {{.*}}matmul
// CHECK-DAG: FUNC GLOBAL {{.*}}elementwise
// CHECK-DAG: NOTYPE GLOBAL DEFAULT UND fmodf
// CHECK-NOT: fmodf

// VALUES: 4x16xf32=[1 1 1 1
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<16x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %c = stablehlo.constant dense<3.0> : tensor<4x16xf32>
  %d = stablehlo.constant dense<3.0> : tensor<16x8xf32>
  %1 = stablehlo.remainder %0, %c : tensor<4x16xf32>
  %2 = stablehlo.transpose %b, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %3 = stablehlo.remainder %2, %d : tensor<16x8xf32>
  return %1, %3 : tensor<4x16xf32>, tensor<16x8xf32>
}

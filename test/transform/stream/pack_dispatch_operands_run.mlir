// RUN: tern-run %s --input=i32=3 | FileCheck %s --check-prefix=BELOW
// RUN: tern-run %s --input=i32=30 | FileCheck %s --check-prefix=ABOVE

// An index that the host computes is negative in the kernel too.
// BELOW: 4xi64=-7 -6 -5 -4
// ABOVE: 4xi64=20 21 22 23
func.func @main(%n: tensor<i32>) -> tensor<4xi64> {
  %x = tensor.extract %n[] : tensor<i32>
  %i = arith.index_cast %x : i32 to index
  %c10 = arith.constant 10 : index
  %m = arith.subi %i, %c10 : index
  %e = tensor.empty() : tensor<4xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<4xi64>) {
  ^bb0(%o: i64):
    %k = linalg.index 0 : index
    %s = arith.addi %k, %m : index
    %v = arith.index_cast %s : index to i64
    linalg.yield %v : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
}

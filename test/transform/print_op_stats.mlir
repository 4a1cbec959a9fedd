// RUN: tern-opt %s --allow-unregistered-dialect --print-op-stats -o /dev/null 2>&1 | FileCheck %s --strict-whitespace
// RUN: mlir-opt %s --allow-unregistered-dialect --print-op-stats -o /dev/null 2>&1 | FileCheck %s --strict-whitespace
// CHECK:Operations encountered:
// CHECK-NEXT:{{^}}-----------------------
// CHECK-NEXT:{{^}}    arith.addi   , 2
// CHECK-NEXT:{{^}}  builtin.module , 1
// CHECK-NEXT:{{^}}     func.func   , 1
// CHECK-NEXT:{{^}}     func.return , 1
// CHECK-NEXT:{{^}}          lonely , 1

// RUN: tern-opt %s --allow-unregistered-dialect --print-op-stats=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: mlir-opt %s --allow-unregistered-dialect --print-op-stats=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: {
// JSON-NEXT: "arith.addi" : 2,
// JSON-NEXT: "builtin.module" : 1,
// JSON-NEXT: "func.func" : 1,
// JSON-NEXT: "func.return" : 1,
// JSON-NEXT: "lonely" : 1
// JSON-NEXT: }

func.func @f(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  %z = arith.addi %y, %y : i32
  "lonely"() : () -> ()
  return %z : i32
}

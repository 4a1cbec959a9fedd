// RUN: tern-opt %s --canonicalize | FileCheck %s
// RUN: tern-opt %s --canonicalize="disable-patterns=arith.addi,arith.muli" | FileCheck %s --check-prefix=DISABLED
// RUN: tern-opt %s --canonicalize="enable-patterns=arith.muli" | FileCheck %s --check-prefix=DISABLED
// RUN: tern-opt %s --pass-pipeline='builtin.module(canonicalize{max-iterations=1 max-num-rewrites=0})' \
// RUN:   | FileCheck %s --check-prefix=DISABLED
// RUN: tern-opt %s --pass-pipeline="builtin.module(canonicalize{enable-patterns=TestRemoveOpWithInnerOps})" \
// RUN:   | FileCheck %s --check-prefix=DISABLED
// RUN: tern-opt %s --canonicalize="disable-patterns=TestRemoveOpWithInnerOps" | FileCheck %s --check-prefix=KEPT
// RUN: not tern-opt %s --canonicalize="max-iterations=0 test-convergence" 2>&1 | FileCheck %s --check-prefix=CONVERGE

// CHECK-LABEL: func.func @combines_additions
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK: arith.addi %{{.*}}, %[[C]] : i32
// CHECK-NEXT: return
// DISABLED-LABEL: func.func @combines_additions
// DISABLED-COUNT-2: arith.addi
// CONVERGE: error: 'builtin.module' op did not converge
func.func @combines_additions(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %a = arith.addi %x, %c1 : i32
  %b = arith.addi %a, %c2 : i32
  return %b : i32
}

// A pattern of upstream's goes by its name there as well.
// CHECK-LABEL: func.func @removes
// CHECK-NEXT: return
// DISABLED-LABEL: func.func @removes
// KEPT-LABEL: func.func @removes
// KEPT-NEXT: "test.op_with_region_pattern"
func.func @removes() {
  "test.op_with_region_pattern"() ({
    "test.made_up"() : () -> ()
  }) : () -> ()
  return
}

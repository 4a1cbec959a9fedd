// RUN: tern-opt %s --linalg-morph-ops=named-to-category | FileCheck %s --check-prefix=CATEGORY
// RUN: mlir-opt %s --linalg-morph-ops=named-to-category | FileCheck %s --check-prefix=CATEGORY
// RUN: tern-opt %s --linalg-morph-ops=named-to-category | tern-opt --linalg-morph-ops=category-to-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tern-opt %s --linalg-morph-ops=named-to-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tern-opt %s --linalg-morph-ops=named-to-generic | tern-opt --linalg-morph-ops=generic-to-named | FileCheck %s --check-prefix=NAMED

// CATEGORY-LABEL: @power
// CATEGORY: linalg.elementwise kind=#linalg.elementwise_kind<div>
// GENERIC-LABEL: @power
// GENERIC: linalg.generic
// GENERIC: arith.divf
// NAMED-LABEL: @power
// NAMED: linalg.div
func.func @power(%a: tensor<?x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.div ins(%a, %a : tensor<?x4xf32>, tensor<?x4xf32>) outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

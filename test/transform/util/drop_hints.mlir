// RUN: tern-opt %s --iree-util-drop-compiler-hints | FileCheck %s --check-prefix=HINTS
// RUN: tern-opt %s --iree-util-strip-debug-ops | FileCheck %s --check-prefix=DEBUG

// HINTS: util.func public @f(%[[X:.+]]: index, %[[C:.+]]: i1)
// HINTS-NEXT: cf.assert %[[C]]
// HINTS-NEXT: util.return %[[X]], %[[X]]

// DEBUG: util.func public @f(%[[X:.+]]: index, %[[C:.+]]: i1)
// DEBUG-NEXT: %[[A:.+]] = util.optimization_barrier %[[X]]
// DEBUG-NEXT: %[[B:.+]] = util.assume.int %[[X]]
// DEBUG-NEXT: util.return %[[A]], %[[B]]
util.func public @f(%x: index, %c: i1) -> (index, index) {
  %0 = util.optimization_barrier %x : index
  %1 = util.assume.int %x<umin = 0, umax = 9> : index
  cf.assert %c, "no"
  util.return %0, %1 : index, index
}

// RUN: tern-opt %s --dump-pass-pipeline --iree-hal-transformation-pipeline="targets=cpu benchmark-dispatch-repeat-count=3" -o /dev/null 2>&1 | FileCheck %s

// Cleanups after the conversion, after what is made once, and, until nothing changes, at the end.
// CHECK: iree-hal-translate-all-executables
// CHECK: iree-hal-conversion,
// CHECK: iree-hal-fixup-legacy-sync,
// CHECK: canonicalize
// CHECK: iree-util-fold-globals,
// CHECK: iree-hal-resolve-export-ordinals,
// CHECK-NEXT: iree-hal-materialize-resource-caches,
// CHECK: iree-hal-memoize-device-queries,
// CHECK: canonicalize
// CHECK: iree-util-fold-globals,
// CHECK: iree-hal-repeat-dispatches{count=3},
// CHECK-NEXT: iree-hal-elide-redundant-commands,
// CHECK: lower-affine,
// CHECK-NEXT: convert-scf-to-cf{{[{,]}}
// CHECK: iree-util-combine-initializers,
// CHECK-NEXT: iree-hal-serialize-all-executables
// CHECK: symbol-dce,
// CHECK-NEXT: iree-util-fixed-point-iterator{{.*}}iree-util-ipo
util.func public @main(%n: index) -> index {
  util.return %n : index
}

// RUN: tern-opt %s --dump-pass-pipeline --iree-stream-transformation-pipeline=dump-statistics-format=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: tern-opt %s --dump-pass-pipeline --iree-stream-transformation-pipeline=optimize-bindings=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: tern-opt %s --iree-stream-transformation-pipeline | FileCheck %s

// Statistics come between the stages and the optimizations, and a cleanup comes last.
// ORDER: iree-stream-verify-lowering-to-cmd
// ORDER: iree-stream-dump-statistics{{.*}}output-format=json
// ORDER-NOT: iree-stream-fuse-dispatch-bindings
// ORDER: iree-stream-pack-dispatch-operands
// ORDER: iree-stream-fold-uniform-operands
// ORDER: canonicalize
// ORDER-NEXT: cse
// ORDER: symbol-dce

// FUSED: iree-stream-fuse-dispatch-bindings
// FUSED-NEXT: iree-stream-annotate-dispatch-arguments

// What nobody uses any more is gone.
// CHECK-NOT: @unused
// CHECK: util.func public @main
util.global private @unused = 4 : i32
util.func private @unused_function() {
  util.return
}
util.func public @main(%n: index) -> index {
  util.return %n : index
}

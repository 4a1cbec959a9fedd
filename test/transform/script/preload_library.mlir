// Files with named sequences for the scripts of a pipeline.
// RUN: tern-opt --transform-preload-library="transform-library-paths=%S/../Inputs/transform_library.mlir" --transform-interpreter %s | FileCheck %s
// RUN: mlir-opt --transform-preload-library="transform-library-paths=%S/../Inputs/transform_library.mlir" --transform-interpreter %s | FileCheck %s
// RUN: tern-opt --transform-preload-library="transform-library-paths=%S/../Inputs/transform_library.mlir" --transform-interpreter="entry-point=own" %s | FileCheck %s --check-prefix=OWN
// RUN: not tern-opt --transform-interpreter="entry-point=own" %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tern-opt --transform-preload-library="transform-library-paths=%S/none.mlir" %s 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tern-opt --transform-preload-library="transform-library-paths=%S/../Inputs/transform_library_wrong.mlir" %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: echo "module {" > %t.mlir
// RUN: not tern-opt --transform-preload-library="transform-library-paths=%t.mlir" %s 2>&1 | FileCheck %s --check-prefix=PARSE
// RUN: not tern-opt --transform-preload-library="transform-library-paths=%S/../Inputs/transform_library.mlir,%S/../Inputs/transform_library.mlir" %s 2>&1 | FileCheck %s --check-prefix=TWICE

// RUN: not tern-opt --transform-preload-library="transform-library-paths=%S/../Inputs/transform_library.mlir" --transform-interpreter="entry-point=other" %s 2>&1 | FileCheck %s --check-prefix=COUNT

// COUNT: error: expected 1 arguments for the named sequence but got 2
// NONE: error: the named sequence @mark has no body
// FILE: error: cannot read the transform script: {{.*}}none.mlir
// WRONG: error: argument #0 is consumed in the body but is not marked as such
// WRONG: error: failed to verify the transform script '{{.*}}transform_library_wrong.mlir'
// PARSE: error: failed to parse the transform script '{{.*}}'
// TWICE: error: doubly defined symbol @__transform_main
// TWICE: note: previously defined here
module attributes {transform.with_named_sequence} {
  // CHECK: func.func private @f() attributes {marked}
  // OWN: func.func private @f() attributes {marked}
  func.func private @f()

  transform.named_sequence private @mark(!transform.any_op {transform.readonly})
  module @inner attributes {transform.with_named_sequence} {
    transform.named_sequence private @mark(!transform.any_op {transform.readonly}, !transform.any_op {transform.readonly})
    transform.named_sequence @other(%root: !transform.any_op {transform.readonly}) {
      transform.include @mark failures(propagate) (%root, %root) : (!transform.any_op, !transform.any_op) -> ()
      transform.yield
    }
  }
  transform.named_sequence @own(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @mark failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.yield
  }
}

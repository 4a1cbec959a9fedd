// The dialect's version and its encodings in bytecode are upstream's, both ways.
// RUN: tern-opt %s -o %t.text
// RUN: tern-opt %s --emit-bytecode -o %t.ours
// RUN: mlir-opt %t.ours | diff %t.text -
// RUN: mlir-opt %s --emit-bytecode -o %t.theirs
// RUN: tern-opt %t.theirs | diff %t.text -
// RUN: FileCheck %s < %t.text

// CHECK: #test.attr_params<42, 24>
// CHECK: !test.i32
module {
  "test.versionedB"() <{attribute = #test.attr_params<42, 24>}> : () -> ()
  %0 = "test.value"() : () -> !test.i32
}

// Markers behind other text, and what is almost a marker.
// RUN: tern-opt %s --split-input-file --verify-diagnostics 2> %t.err
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t.err
// RUN: mlir-opt %s --split-input-file --verify-diagnostics 2> %t.err
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t.err

// WARNING: split_markers.mlir:[[@LINE+3]]:7: warning: near miss with file split marker
// WARNING-NEXT: {{^}}// ----
// WARNING-NEXT: {{^}}      ^
// ----
func.func private @first()

func.func private @text() // -----

// expected-error @+1 {{expected '"' in string literal}}
"open // -----
func.func private @second() func.func private @beside()  // ----- func.func private @third()

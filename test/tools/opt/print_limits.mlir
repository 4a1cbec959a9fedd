// What is printed of large constants: hexadecimal digits, and resources up to some size.

// RUN: tern-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 | FileCheck %s --check-prefix=HEX2
// RUN: mlir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 | FileCheck %s --check-prefix=HEX2
// HEX2: dense<"0x010203">
// HEX2: dense<[1, 2]>
// HEX2: dense<3>
// RUN: tern-opt %s --mlir-print-elementsattrs-with-hex-if-larger=0 | FileCheck %s --check-prefix=HEX0
// RUN: mlir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=0 | FileCheck %s --check-prefix=HEX0
// HEX0: dense<"0x010203">
// HEX0: dense<"0x0102">
// HEX0: dense<3>
// RUN: tern-opt %s --mlir-print-elementsattrs-with-hex-if-larger=-1 | FileCheck %s --check-prefix=NEVER
// RUN: tern-opt %s | FileCheck %s --check-prefix=NEVER
// NEVER: dense<[1, 2, 3]>

// RUN: tern-opt %s --mlir-elide-resource-strings-if-larger=3 | FileCheck %s --check-prefix=NONE
// RUN: mlir-opt %s --mlir-elide-resource-strings-if-larger=3 | FileCheck %s --check-prefix=NONE
// NONE: dense_resource<blob>
// NONE-NOT: _resources
// RUN: tern-opt %s --mlir-elide-resource-strings-if-larger=7 | FileCheck %s --check-prefix=BOOL
// RUN: mlir-opt %s --mlir-elide-resource-strings-if-larger=7 | FileCheck %s --check-prefix=BOOL
// BOOL: {-#
// BOOL-NEXT: external_resources: {
// BOOL-NEXT: x: {
// BOOL-NEXT: flag: true
// BOOL-NEXT: }
// RUN: tern-opt %s --mlir-elide-resource-strings-if-larger=19 | FileCheck %s --check-prefix=TEXT
// RUN: mlir-opt %s --mlir-elide-resource-strings-if-larger=19 | FileCheck %s --check-prefix=TEXT
// RUN: tern-opt %s --mlir-elide-resource-strings-if-larger=8 | FileCheck %s --check-prefix=TEXT
// TEXT: {-#
// TEXT-NEXT: external_resources: {
// TEXT-NEXT: x: {
// TEXT-NEXT: text: "ab\22c",
// TEXT-NEXT: flag: true
// RUN: tern-opt %s --mlir-elide-resource-strings-if-larger=20 | FileCheck %s --check-prefix=BLOB
// RUN: mlir-opt %s --mlir-elide-resource-strings-if-larger=20 | FileCheck %s --check-prefix=BLOB
// RUN: tern-opt %s | FileCheck %s --check-prefix=BLOB
// BLOB: {-#
// BLOB-NEXT: dialect_resources: {
// BLOB-NEXT: builtin: {
// BLOB-NEXT: blob: "0x0400000001000000"

// The short name of a flag, and all flags.
// RUN: tern-opt %s -p 'builtin.module(func.func(cse))' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: builtin.module(
// SHORT-NEXT: func.func(
// SHORT-NEXT: cse
// RUN: tern-opt --help-hidden | FileCheck %s --check-prefix=HIDDEN
// HIDDEN: --p {{ *}}- Alias for --pass-pipeline

func.func @f() attributes {x.a = dense_resource<blob> : tensor<1xi32>} {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
  %b = arith.constant dense<[1, 2]> : tensor<2xi8>
  %c = arith.constant dense<3> : tensor<200xi8>
  return
}

{-#
  dialect_resources: { builtin: { blob: "0x0400000001000000" } },
  external_resources: { x: { text: "ab\"c", flag: true } }
#-}

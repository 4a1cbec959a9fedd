// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse),symbol-dce)' --mlir-timing --mlir-pass-statistics \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// CHECK: ===---
// CHECK-NEXT: ... Pass statistics report ...
// CHECK: 'func.func' Pipeline
// CHECK-NEXT:   CSE
// CHECK-NEXT:     (S) 1 num-cse'd - Number of operations CSE'd
// CHECK-NEXT:     (S) 0 num-dce'd - Number of operations DCE'd
// CHECK-NEXT: SymbolDCE
// CHECK-NEXT:   (S) 0 num-dce'd - Number of symbols DCE'd
// CHECK: ... Execution time report ...
// CHECK: Total Execution Time: {{[0-9.]+}} seconds
// CHECK: ----Wall Time----  ----Name----
// CHECK-NEXT: {{[0-9.]+ \( *[0-9.]+%\)}}  Parser
// CHECK-NEXT: {{[0-9.]+ \( *[0-9.]+%\)}}  'func.func' Pipeline
// CHECK-NEXT: {{[0-9.]+ \( *[0-9.]+%\)}}    CSE
// CHECK: SymbolDCE
// CHECK: Output
// CHECK-NEXT: Rest
// CHECK-NEXT: (100.0%)  Total

// RUN: tern-opt %s --cse --mlir-timing --mlir-timing-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: ----Wall Time----  ----Name----
// LIST-NEXT: (100.0%)  root
// LIST-DAG: Parser
// LIST-DAG: CSE

// Each pass of a pipeline has its own times, and the analyses are below it.
// RUN: tern-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize,cse))' --mlir-timing -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TREE
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize,cse))' --mlir-timing -o /dev/null 2>&1 \
// RUN:   --mlir-disable-threading --mlir-timing-display=tree | FileCheck %s --check-prefix=TREE
// TREE: ----Wall Time----  ----Name----
// TREE-NEXT: {{%\)}}  Parser
// TREE-NEXT: {{%\)}}  'func.func' Pipeline
// TREE-NEXT: {{%\)}}    CSE
// TREE-NEXT: {{%\)}}      (A) DominanceInfo
// TREE-NEXT: {{%\)}}    Canonicalizer
// TREE-NEXT: {{%\)}}    CSE
// TREE-NEXT: {{%\)}}      (A) DominanceInfo
// TREE-NEXT: {{%\)}}  Output
// TREE-NEXT: {{%\)}}  Rest
// TREE-NEXT: {{%\)}}  Total

// RUN: tern-opt %s --cse --mlir-timing --mlir-output-format=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: tern-opt %s --cse --mlir-timing --mlir-output-format=json -o /dev/null 2>%t && python3 -m json.tool %t
// JSON: [
// JSON-NEXT: {"wall": {"duration": {{ *[0-9.]+}}, "percentage": {{ *[0-9.]+}}}, "name": "Parser", "passes": [
// JSON-NEXT: {}]},
// JSON-NEXT: "name": "CSE", "passes": [
// JSON-NEXT:   "name": "(A) DominanceInfo", "passes": [
// JSON-NEXT:   {}]},
// JSON-NEXT: {}]},
// JSON-NEXT: "name": "Output", "passes": [
// JSON-NEXT: {}]},
// JSON-NEXT: "name": "Rest"},
// JSON-NEXT: "percentage": 100.0}, "name": "Total"}
// JSON-NEXT: ]

// RUN: tern-opt %s --cse --mlir-timing --mlir-timing-display=list --mlir-output-format=json -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=JSONLIST
// JSONLIST: [
// JSONLIST-NEXT: "percentage": 100.0}, "name": "root"},
// JSONLIST-DAG: "name": "Parser"},
// JSONLIST-DAG: "name": "(A) DominanceInfo"},
// JSONLIST: "name": "Total"}

// RUN: not tern-opt %s --mlir-output-format=xml 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: tern-opt: for the --mlir-output-format option: expected 'text' or 'json' but got 'xml'

// RUN: rm -f %t.mlir
// RUN: not tern-opt %s --pass-pipeline='builtin.module(cse,func.func(symbol-dce))' \
// RUN:   --mlir-pass-pipeline-crash-reproducer=%t.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAILED
// FAILED: error: failures have been detected while processing an MLIR pass pipeline
// FAILED: note: pipeline failed while executing [`SymbolDCE` on 'func.func' operation: @f]: reproducer generated at `{{.*}}.mlir`
// RUN: FileCheck %s --check-prefix=REPRODUCER --input-file=%t.mlir
// REPRODUCER: module {
// REPRODUCER: arith.addi
// REPRODUCER-NEXT: arith.addi
// REPRODUCER: {-#
// REPRODUCER-NEXT:   external_resources: {
// REPRODUCER-NEXT:     mlir_reproducer: {
// REPRODUCER-NEXT:       pipeline: "builtin.module(cse, func.func(symbol-dce))",
// REPRODUCER-NEXT:       disable_threading: true,
// REPRODUCER-NEXT:       verify_each: true
// RUN: tern-opt %t.mlir | FileCheck %s --check-prefix=AGAIN
// RUN: mlir-opt %t.mlir | FileCheck %s --check-prefix=AGAIN
// AGAIN: func.func @f

// RUN: not tern-opt %s --pass-pipeline='builtin.module(cse,func.func(symbol-dce))' --mlir-pass-pipeline-local-reproducer \
// RUN:   --mlir-pass-pipeline-crash-reproducer=%t.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=LOCAL --input-file=%t.mlir
// LOCAL-COUNT-1: arith.addi
// LOCAL-NOT: arith.addi
// LOCAL: pipeline: "builtin.module(func.func(symbol-dce))",

// No reproducer stays behind where nothing failed.
// RUN: tern-opt %s --cse --mlir-pass-pipeline-crash-reproducer=%t.mlir -o /dev/null
// RUN: not ls %t.mlir

func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}

// RUN: tern-opt %S/Inputs/program.mlir --iree-flow-dump-dispatch-graph=output-file=%t.dot -o /dev/null
// RUN: FileCheck %s < %t.dot
// RUN: tern-opt %S/Inputs/program.mlir --iree-flow-dump-dispatch-graph=output-file=%t.svg -o /dev/null
// RUN: FileCheck %s --check-prefix=SVG < %t.svg
// A file that cannot be written does not stop the compilation.
// RUN: tern-opt %S/Inputs/program.mlir --iree-flow-dump-dispatch-graph=output-file=%t.dir/none/x.dot -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOWHERE

// CHECK: digraph G {
// CHECK: subgraph cluster_0 {
// CHECK: label = "main";
// CHECK-DAG: v[[IN:[0-9]+]] [shape = ellipse, label = "hal.tensor.import\ntensor<4xf32>"];
// CHECK-DAG: v[[A:[0-9]+]] [shape = box, label = "flow.dispatch\n@ex1::@e1\ntensor<?xf32>"];
// CHECK: v[[B:[0-9]+]] [shape = box, label = "flow.dispatch\n@ex0::@e0\ntensor<4xf32>"];
// CHECK: v[[C:[0-9]+]] [shape = box, label = "flow.dispatch\n@ex0::@e0\ntensor<4xf32>"];
// CHECK: v[[IN]] -> v[[B]]
// CHECK: v[[B]] -> v[[C]]

// SVG: <svg xmlns="http://www.w3.org/2000/svg"
// SVG: >flow.dispatch</text>
// SVG: >@ex1::@e1</text>
// SVG: >tensor&lt;?xf32&gt;</text>
// SVG: </svg>

// NOWHERE: warning: the graph of dispatches cannot be written to '{{.*}}none/x.dot'

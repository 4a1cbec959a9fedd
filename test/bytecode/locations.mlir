// All kinds of locations. Upstream writes the same bytes, but for its own name.
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-debuginfo %s > %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode %s -o %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode %s -o %t.theirs
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-debuginfo %t.ours | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-debuginfo %t.theirs | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-debuginfo %t.ours | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=3 %s -o %t.old
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-debuginfo %t.old | diff %t.mlir -
// RUN: tail -c +11 %t.ours > %t.ours.rest
// RUN: tail -c +17 %t.theirs > %t.theirs.rest
// RUN: cmp %t.ours.rest %t.theirs.rest

"t.op"() : () -> () loc(unknown)
"t.op"() : () -> () loc("file.py":3:4)
"t.op"() : () -> () loc("file.py":3:4 to 5:6)
"t.op"() : () -> () loc("file.py":3:4 to :9)
"t.op"() : () -> () loc("name")
"t.op"() : () -> () loc("name"("file.py":7:1))
"t.op"() : () -> () loc(callsite("callee" at "file.py":8:2))
"t.op"() : () -> () loc(fused["a", "file.py":9:9])
"t.op"() : () -> () loc(fused<{why = "cse"}>["a", "b"])
"t.region"() ({
^bb0(%a: i32 loc("argument"), %b: i32 loc(unknown)):
  "t.op"(%a, %b) : (i32, i32) -> ()
}) : () -> ()

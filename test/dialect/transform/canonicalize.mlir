// Merging one handle is that handle.
// RUN: tern-opt --allow-unregistered-dialect --canonicalize %s | FileCheck %s

// CHECK: %[[H:.*]] = "test.value"
// CHECK-NEXT: %[[M:.*]] = transform.merge_handles deduplicate %[[H]]
// CHECK-NEXT: "test.use"(%[[H]], %[[M]])
%h = "test.value"() : () -> !transform.any_op
%1 = transform.merge_handles %h : !transform.any_op
%2 = transform.merge_handles deduplicate %h : !transform.any_op
"test.use"(%1, %2) : (!transform.any_op, !transform.any_op) -> ()

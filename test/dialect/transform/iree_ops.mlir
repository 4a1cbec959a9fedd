// The ops with which scripts form dispatches.
// RUN: tern-opt --allow-unregistered-dialect %s | tern-opt --allow-unregistered-dialect | FileCheck %s

%h = "test.value"() : () -> !transform.any_op
// CHECK: transform.iree.forall_to_flow %0 : (!transform.any_op) -> !transform.any_op
%1 = transform.iree.forall_to_flow %h : (!transform.any_op) -> !transform.any_op
// CHECK: transform.iree.region_to_workgroups %0 : (!transform.any_op) -> !transform.any_op
%2 = transform.iree.region_to_workgroups %h : (!transform.any_op) -> !transform.any_op
// CHECK: transform.iree.wrap_in_dispatch_region %0 : (!transform.any_op) -> !transform.any_op
%3 = transform.iree.wrap_in_dispatch_region %h {generateWorkload = true} : (!transform.any_op) -> !transform.any_op
// CHECK: transform.iree.wrap_in_dispatch_region %0 {generateWorkload = false} : (!transform.any_op) -> !transform.any_op
%4 = transform.iree.wrap_in_dispatch_region %h {generateWorkload = false} : (!transform.any_op) -> !transform.any_op
// CHECK: transform.iree.clone_preceding_op_into_dispatch_region %0 into %0
%5 = transform.iree.clone_preceding_op_into_dispatch_region %h into %h : (!transform.any_op, !transform.any_op) -> !transform.any_op
// CHECK: transform.iree.move_preceding_op_into_dispatch_region %0 into %0
%6 = transform.iree.move_preceding_op_into_dispatch_region %h into %h : (!transform.any_op, !transform.any_op) -> !transform.any_op
// CHECK: transform.iree.clone_succeeding_op_into_dispatch_region %0 into %0
%7 = transform.iree.clone_succeeding_op_into_dispatch_region %h into %h : (!transform.any_op, !transform.any_op) -> !transform.any_op
// CHECK: transform.iree.move_succeeding_op_into_dispatch_region %0 into %0
%8 = transform.iree.move_succeeding_op_into_dispatch_region %h into %h : (!transform.any_op, !transform.any_op) -> !transform.any_op

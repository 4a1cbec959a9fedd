// Barriers in shared memory: what is refused, with upstream's words.
// RUN: tern-opt --verify-diagnostics --split-input-file %s
// RUN: mlir-opt --verify-diagnostics --split-input-file %s

llvm.func @f(%a0: !llvm.ptr<7>, %a1: i32) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  "nvvm.mbarrier.expect_tx"(%a0, %a1) <{scope = #nvvm.mem_scope<gpu>}> : (!llvm.ptr<7>, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: i32) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  "nvvm.mbarrier.complete_tx"(%a0, %a1) <{scope = #nvvm.mem_scope<gpu>}> : (!llvm.ptr<3>, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>) {
  // expected-error @below {{mbarrier in shared_cluster space cannot return any value}}
  %r0 = "nvvm.mbarrier.arrive"(%a0) <{relaxed = true}> : (!llvm.ptr<7>) -> i64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  %r0 = "nvvm.mbarrier.arrive"(%a0) <{scope = #nvvm.mem_scope<sys>, relaxed = true}> : (!llvm.ptr) -> i64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  "nvvm.mbarrier.arrive_drop"(%a0) <{scope = #nvvm.mem_scope<gpu>}> : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>, %a1: i32) {
  // expected-error @below {{mbarrier in shared_cluster space cannot return any value}}
  %r0 = "nvvm.mbarrier.arrive_drop"(%a0, %a1) <{relaxed = false}> : (!llvm.ptr<7>, i32) -> i64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>, %a1: i32) {
  // expected-error @below {{mbarrier in shared_cluster space cannot return any value}}
  %r0 = "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1) <{scope = #nvvm.mem_scope<cta>, relaxed = false}> : (!llvm.ptr<7>, i32) -> i64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1) <{scope = #nvvm.mem_scope<sys>, relaxed = false}> : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32, %a2: i1) {
  // expected-error @below {{return-value is not supported when using predicate}}
  %r0 = "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1, %a2) <{relaxed = true}> : (!llvm.ptr, i32, i1) -> i64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32, %a2: i1) {
  // expected-error @below {{mbarrier scope must be CTA when using predicate}}
  %r0 = "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1, %a2) <{scope = #nvvm.mem_scope<sys>, relaxed = true}> : (!llvm.ptr, i32, i1) -> i64
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<7>, %a1: i32, %a2: i1) {
  // expected-error @below {{mbarrier in shared_cluster space is not supported when using predicate}}
  "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1, %a2) <{relaxed = false}> : (!llvm.ptr<7>, i32, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32, %a2: i1) {
  // expected-error @below {{mbarrier with relaxed semantics is not supported when using predicate}}
  "nvvm.mbarrier.arrive.expect_tx"(%a0, %a1, %a2) <{scope = #nvvm.mem_scope<cta>, relaxed = true}> : (!llvm.ptr, i32, i1) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  "nvvm.mbarrier.arrive_drop.expect_tx"(%a0, %a1) <{scope = #nvvm.mem_scope<sys>, relaxed = true}> : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr, %a1: i32) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  %r0 = "nvvm.mbarrier.test.wait"(%a0, %a1) <{scope = #nvvm.mem_scope<gpu>, relaxed = false}> : (!llvm.ptr, i32) -> i1
  llvm.return
}

// -----

llvm.func @f(%a0: !llvm.ptr<3>, %a1: i64) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  %r0 = "nvvm.mbarrier.try_wait"(%a0, %a1) <{scope = #nvvm.mem_scope<sys>, relaxed = true}> : (!llvm.ptr<3>, i64) -> i1
  llvm.return
}

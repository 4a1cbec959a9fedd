// RUN: tern-opt %s --allow-unregistered-dialect --tritongpu-fuse-nested-loops --canonicalize --cse | FileCheck %s

module {
  // The inner loop runs at least once behind the branches: its body is under no condition. What is before it runs in the first of its
  // iterations, what is behind in the last one. Sums begin anew there.
  // CHECK-LABEL: @product
  // CHECK-SAME: %[[N:.*]]: i32, %[[M:.*]]: i32, %[[Z:.*]]: f32
  // CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[M]], %c0_i32
  // CHECK: %[[EMPTY:.*]] = arith.cmpi eq, %[[M]], %c0_i32
  // CHECK: scf.if %[[NEGATIVE]] {
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: "before"
  // CHECK-NEXT: "after"(%{{.*}}, %[[Z]])
  // CHECK-NEXT: } {tt.flatten, tt.num_stages = 2 : i32}
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.if %[[EMPTY]] {
  // CHECK: } else {
  // CHECK: %[[ROUND:.*]] = arith.maxsi %[[M]], %c1_i32
  // CHECK: %[[TOTAL:.*]] = arith.muli %[[N]], %[[ROUND]]
  // CHECK: scf.for %{{.*}} = %c0_i32 to %[[TOTAL]] step %c1_i32 iter_args(%[[T:.*]] = %c0_i32, %[[IA:.*]] = %c-1_i32, %[[JA:.*]] = %c0_i32, %[[SA:.*]] = %[[Z]])
  // CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi eq, %[[T]], %c0_i32
  // CHECK-NEXT: %[[J:.*]] = arith.select %[[FIRST]], %c0_i32, %[[JA]]
  // CHECK-NEXT: %[[I:.*]] = scf.if %[[FIRST]] -> (i32) {
  // CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[IA]], %c1_i32
  // CHECK-NEXT: "before"(%[[NEXT]])
  // CHECK-NEXT: scf.yield %[[NEXT]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[IA]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[S:.*]] = "body"(%[[I]], %[[J]], %[[SA]])
  // CHECK-NEXT: %[[JN:.*]] = arith.addi %[[J]], %c1_i32
  // CHECK-NEXT: %[[END:.*]] = arith.subi %[[ROUND]], %c1_i32
  // CHECK-NEXT: %[[LAST:.*]] = arith.cmpi eq, %[[T]], %[[END]]
  // CHECK-NEXT: %[[SN:.*]] = arith.select %[[LAST]], %[[Z]], %[[S]]
  // CHECK-NEXT: scf.if %[[LAST]] {
  // CHECK-NEXT: "after"(%[[I]], %[[S]])
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[TN:.*]] = arith.addi %[[T]], %c1_i32
  // CHECK-NEXT: %[[TR:.*]] = arith.select %[[LAST]], %c0_i32, %[[TN]]
  // CHECK-NEXT: scf.yield %[[TR]], %[[I]], %[[JN]], %[[SN]]
  // CHECK-NEXT: } {tt.disallow_acc_multi_buffer, tt.num_stages = 3 : i32, tt.warp_specialize}
  tt.func @product(%n: i32, %m: i32, %z: f32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      "before"(%i) : (i32) -> ()
      %r = scf.for %j = %c0 to %m step %c1 iter_args(%s = %z) -> f32 : i32 {
        %t = "body"(%i, %j, %s) : (i32, i32, f32) -> f32
        scf.yield %t : f32
      } {tt.disallow_acc_multi_buffer, tt.num_stages = 3 : i32}
      "after"(%i, %r) : (i32, f32) -> ()
    } {tt.flatten, tt.num_stages = 2 : i32, tt.warp_specialize}
    tt.return
  }

  // An assumption takes the place of branches. What is computed before the inner loop for what is behind it goes there. A carried
  // value that is seen in the inner loop stays until the end, one that is not changes at once.
  // CHECK-LABEL: @carried
  // CHECK-NOT: scf.if
  // CHECK: scf.for {{.*}} iter_args(%[[T:.*]] = %c0_i32, %{{.*}} = %c-1_i32, %[[A:.*]] = %arg0, %[[B:.*]] = %arg1,
  // CHECK: %[[P:.*]]:3 = scf.if
  // CHECK: "next"(%[[A]], %[[B]])
  // CHECK: "body"(%[[A]])
  // CHECK: %[[AN:.*]] = arith.select %[[LAST:.*]], %[[P]]#0, %[[A]]
  // CHECK-NEXT: scf.if %[[LAST]] {
  // CHECK-NEXT: %[[D:.*]] = arith.muli %[[P]]#2, %[[P]]#2
  // CHECK-NEXT: "after"(%[[D]])
  // CHECK: scf.yield %{{.*}}, %[[P]]#2, %[[AN]], %[[P]]#1,
  tt.func @carried(%n: i32, %m: i32) -> (i32, i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %k = arith.cmpi sgt, %m, %c0 : i32
    llvm.intr.assume %k : i1
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n, %b = %m) -> (i32, i32) : i32 {
      %d = arith.muli %i, %i : i32
      %x:2 = "next"(%a, %b) : (i32, i32) -> (i32, i32)
      scf.for %j = %c0 to %m step %c1 : i32 {
        "body"(%a) : (i32) -> ()
      }
      "after"(%d) : (i32) -> ()
      scf.yield %x#0, %x#1 : i32, i32
    } {tt.flatten}
    tt.return %r#0, %r#1 : i32, i32
  }

  // Loops whose length depends on the outer one are counted before it; bounds that are numbers of other widths are taken to the widest.
  // CHECK-LABEL: @variant
  // CHECK-SAME: %[[N:.*]]: i32, %[[M:.*]]: i16
  // CHECK: %[[SUM:.*]] = scf.for %[[I:.*]] = %c0_i32 to %[[N]] step %c1_i32 iter_args(%[[S:.*]] = %{{.*}})
  // CHECK: %[[L:.*]] = arith.subi %[[N]], %[[I]]
  // CHECK-NEXT: %[[ONE:.*]] = arith.maxsi %[[L]], %c1_i32
  // CHECK-NEXT: arith.addi %[[S]], %[[ONE]]
  // CHECK: scf.for %{{.*}} = %c0_i32 to %[[SUM]]
  // CHECK-NOT: scf.for
  tt.func @variant(%n: i32, %m: i16) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %s0 = arith.constant 0 : i16
    %s1 = arith.constant 1 : i16
    scf.for %i = %c0 to %n step %c1 : i32 {
      scf.for %j = %i to %n step %c1 : i32 {
        "first"(%j) : (i32) -> ()
      }
      scf.for %j = %s0 to %m step %s1 : i16 {
        "second"(%j) : (i16) -> ()
      }
    } {"ttg.always-fuse"}
    tt.return
  }

  // Where nothing is known of the inner loop's length, there are several, or numbers have no sign, the loops stay.
  // CHECK-LABEL: @others
  // CHECK-COUNT-9: scf.for
  // CHECK-NOT: scf.for
  tt.func @others(%n: i32, %p: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %m = "length"() : () -> i32
      scf.for %j = %c0 to %m step %c1 : i32 {
        "body"(%j) : (i32) -> ()
      }
    } {tt.flatten}
    scf.for %i = %c0 to %n step %c1 : i32 {
      scf.for %j = %c0 to %n step %c1 : i32 {
        "body"(%j) : (i32) -> ()
      }
      scf.for %j = %c0 to %n step %c1 : i32 {
        "body"(%j) : (i32) -> ()
      }
    } {tt.flatten}
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      scf.for %j = %c0 to %n step %c1 : i32 {
        "body"(%j) : (i32) -> ()
      }
    } {tt.flatten}
    scf.for %i = %c0 to %n step %c1 : i32 {
      %m = tt.load %p : !tt.ptr<i32>
      scf.for %j = %c0 to %m step %c1 : i32 {
        "body"(%j) : (i32) -> ()
      }
    } {tt.flatten}
    tt.return
  }
}

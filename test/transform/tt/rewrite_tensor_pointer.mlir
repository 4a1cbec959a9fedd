// Block pointers as tensors of pointers.
// RUN: tern-opt %s --triton-rewrite-tensor-pointer --split-input-file | FileCheck %s

// CHECK-LABEL: @loads(
// CHECK-SAME: %[[BASE:.*]]: !tt.ptr<f16>, %[[N:.*]]: i64, %[[S:.*]]: i64, %[[O:.*]]: i32
// CHECK: %[[O64:.*]] = arith.extsi %[[O]] : i32 to i64
// CHECK: %[[I64:.*]] = arith.extsi %[[O]] : i32 to i64
// CHECK: %[[SUM:.*]] = arith.addi %[[O64]], %[[I64]] : i64
// CHECK: %[[P:.*]] = tt.splat %[[BASE]] : !tt.ptr<f16> -> tensor<8x!tt.ptr<f16>>
// CHECK: %[[SP:.*]] = tt.splat %[[SUM]] : i64 -> tensor<8xi64>
// CHECK: %[[R:.*]] = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK: %[[R64:.*]] = arith.extsi %[[R]] : tensor<8xi32> to tensor<8xi64>
// CHECK: %[[I:.*]] = arith.addi %[[SP]], %[[R64]] : tensor<8xi64>
// CHECK: %[[ST:.*]] = tt.splat %[[S]] : i64 -> tensor<8xi64>
// CHECK: %[[D:.*]] = arith.muli %[[I]], %[[ST]] : tensor<8xi64>
// CHECK: %[[B:.*]] = tt.broadcast %[[D]] : tensor<8xi64> -> tensor<8xi64>
// CHECK: %[[Q:.*]] = tt.addptr %[[P]], %[[B]]
// CHECK: %[[ABOVE:.*]] = arith.cmpi sge, %[[I]],
// CHECK: %[[SN:.*]] = tt.splat %[[N]]
// CHECK: %[[BELOW:.*]] = arith.cmpi slt, %[[I]], %[[SN]]
// CHECK: %[[AND:.*]] = arith.andi %[[ABOVE]], %[[BELOW]] : tensor<8xi1>
// CHECK: %[[M:.*]] = tt.broadcast %[[AND]]
// CHECK: %[[NAN:.*]] = arith.constant 0x7E00 : f16
// CHECK: %[[PAD:.*]] = tt.splat %[[NAN]]
// CHECK: tt.load %[[Q]], %[[M]], %[[PAD]] cacheModifier = cg evictionPolicy = evict_first {isVolatile = true} : tensor<8x!tt.ptr<f16>>
tt.func @loads(%base: !tt.ptr<f16>, %n: i64, %s: i64, %o: i32) -> tensor<8xf16> {
  %p = tt.make_tensor_ptr %base, [%n], [%s], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  %q = tt.advance %p, [%o] : !tt.ptr<tensor<8xf16>>
  %x = tt.load %q cacheModifier = cg evictionPolicy = evict_first {boundaryCheck = array<i32: 0>, padding = 2 : i32, isVolatile = true} : !tt.ptr<tensor<8xf16>>
  tt.return %x : tensor<8xf16>
}

// Without checks there is no mask, and nothing to pad.
// CHECK-LABEL: @unchecked(
// CHECK-NOT: arith.cmpi
// CHECK: %[[X:.*]] = tt.load %[[P:[a-z0-9]*]] : tensor<4x2x!tt.ptr<i32>>
// CHECK: tt.store %{{[a-z0-9]*}}, %[[X]] cacheModifier = wt : tensor<4x2x!tt.ptr<i32>>
tt.func @unchecked(%base: !tt.ptr<i32>, %n: i64, %o: i32) {
  %p = tt.make_tensor_ptr %base, [%n, %n], [%n, %n], [%o, %o] {order = array<i32: 1, 0>} : !tt.ptr<tensor<4x2xi32>>
  %x = tt.load %p {padding = 1 : i32} : !tt.ptr<tensor<4x2xi32>>
  tt.store %p, %x cacheModifier = wt : !tt.ptr<tensor<4x2xi32>>
  tt.return
}

// -----

// Of one array, offsets alone are handed on; of two, also where they are.
// CHECK-LABEL: @loop_of_one_array(
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (i64, tensor<8xf16>) : i32 {
// CHECK: scf.yield %{{.*}}, %{{.*}} : i64, tensor<8xf16>
// CHECK: } {tt.num_stages = 3 : i32}
tt.func @loop_of_one_array(%base: !tt.ptr<f16>, %n: i64, %o: i32, %init: tensor<8xf16>) -> tensor<8xf16> {
  %p = tt.make_tensor_ptr %base, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  %r:2 = scf.for %i = %o to %o step %o iter_args(%q = %p, %acc = %init) -> (!tt.ptr<tensor<8xf16>>, tensor<8xf16>) : i32 {
    %x = tt.load %q : !tt.ptr<tensor<8xf16>>
    %sum = arith.addf %acc, %x : tensor<8xf16>
    %next = tt.advance %q, [%i] : !tt.ptr<tensor<8xf16>>
    scf.yield %next, %sum : !tt.ptr<tensor<8xf16>>, tensor<8xf16>
  } {tt.num_stages = 3 : i32}
  tt.store %r#0, %r#1 : !tt.ptr<tensor<8xf16>>
  tt.return %r#1 : tensor<8xf16>
}

// CHECK-LABEL: @if_of_two_arrays(
// CHECK-SAME: %[[A:.*]]: !tt.ptr<f16>, %[[B:.*]]: !tt.ptr<f16>, %[[N:.*]]: i64, %[[M:.*]]: i64
// CHECK: %[[R:.*]]:3 = scf.if %{{.*}} -> (!tt.ptr<f16>, i64, i64) {
// CHECK: scf.yield %[[A]], %[[N]], %{{.*}} : !tt.ptr<f16>, i64, i64
// CHECK: scf.yield %[[B]], %[[M]], %{{.*}} : !tt.ptr<f16>, i64, i64
// CHECK: %[[BASE:.*]] = tt.splat %[[R]]#0
// CHECK: tt.splat %[[R]]#2
// CHECK: tt.splat %[[N]] : i64 -> tensor<8xi64>
// CHECK: tt.addptr %[[BASE]]
// CHECK: tt.splat %[[R]]#1
tt.func @if_of_two_arrays(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %n: i64, %m: i64, %o: i32, %c: i1) -> tensor<8xf16> {
  %r = scf.if %c -> (!tt.ptr<tensor<8xf16>>) {
    %p = tt.make_tensor_ptr %a, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
    scf.yield %p : !tt.ptr<tensor<8xf16>>
  } else {
    %q = tt.make_tensor_ptr %b, [%m], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
    scf.yield %q : !tt.ptr<tensor<8xf16>>
  }
  %x = tt.load %r {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  tt.return %x : tensor<8xf16>
}

// The stride is made inside, where later users do not see it.
// CHECK-LABEL: @if_with_own_stride(
// CHECK: scf.if %{{.*}} -> (i64, i64) {
tt.func @if_with_own_stride(%a: !tt.ptr<f16>, %n: i64, %o: i32, %c: i1) -> tensor<8xf16> {
  %r = scf.if %c -> (!tt.ptr<tensor<8xf16>>) {
    %s = arith.addi %n, %n : i64
    %p = tt.make_tensor_ptr %a, [%n], [%s], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
    scf.yield %p : !tt.ptr<tensor<8xf16>>
  } else {
    %q = tt.make_tensor_ptr %a, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
    scf.yield %q : !tt.ptr<tensor<8xf16>>
  }
  %x = tt.load %r : !tt.ptr<tensor<8xf16>>
  tt.return %x : tensor<8xf16>
}

// -----

// CHECK-LABEL: @while_loop(
// CHECK: %[[R:.*]]:2 = scf.while (%[[O:.*]] = %{{.*}}) : (i64) -> (i64, tensor<8xf16>) {
// CHECK: scf.condition(%{{.*}}) %[[O]], %{{.*}} : i64, tensor<8xf16>
// CHECK: ^bb0(%[[P:.*]]: i64, %{{.*}}: tensor<8xf16>):
// CHECK: %[[NEXT:.*]] = arith.addi %[[P]], %{{.*}} : i64
// CHECK: scf.yield %[[NEXT]] : i64
// CHECK: tt.splat %[[R]]#0 : i64 -> tensor<8xi64>
tt.func @while_loop(%base: !tt.ptr<f16>, %n: i64, %o: i32, %c: i1) {
  %p = tt.make_tensor_ptr %base, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  %r:2 = scf.while (%q = %p) : (!tt.ptr<tensor<8xf16>>) -> (!tt.ptr<tensor<8xf16>>, tensor<8xf16>) {
    %x = tt.load %q : !tt.ptr<tensor<8xf16>>
    scf.condition(%c) %q, %x : !tt.ptr<tensor<8xf16>>, tensor<8xf16>
  } do {
  ^bb0(%q: !tt.ptr<tensor<8xf16>>, %x: tensor<8xf16>):
    %next = tt.advance %q, [%o] : !tt.ptr<tensor<8xf16>>
    scf.yield %next : !tt.ptr<tensor<8xf16>>
  }
  tt.store %r#0, %r#1 : !tt.ptr<tensor<8xf16>>
  tt.return
}

// CHECK-LABEL: @selects(
// CHECK: %[[BASE:.*]] = arith.select %arg4, %arg0, %arg1 : !tt.ptr<f16>
// CHECK: %[[OFFSET:.*]] = arith.select %arg4, %{{.*}}, %{{.*}} : i64
// CHECK: tt.splat %[[BASE]]
// CHECK: tt.splat %[[OFFSET]]
tt.func @selects(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %n: i64, %o: i32, %c: i1) -> tensor<8xf16> {
  %p = tt.make_tensor_ptr %a, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  %q = tt.make_tensor_ptr %b, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  %r = arith.select %c, %p, %q : !tt.ptr<tensor<8xf16>>
  %x = tt.load %r : !tt.ptr<tensor<8xf16>>
  tt.return %x : tensor<8xf16>
}

// Functions and branches hand on everything. Blocks may be written in another order than they run.
// CHECK-LABEL: @branches(
// CHECK: cf.br ^bb2(%arg0, %arg1, %arg1, %{{.*}} : !tt.ptr<f16>, i64, i64, i64)
// CHECK: ^bb1(
// CHECK: tt.call @callee(%{{.*}}, %{{.*}}, %{{.*}}, %[[X:.*]]) : (!tt.ptr<f16>, i64, i64, i64) -> tensor<8xf16>
// CHECK: ^bb2(%{{.*}}: !tt.ptr<f16>, %{{.*}}: i64, %{{.*}}: i64, %[[Y:.*]]: i64):
// CHECK: %[[X]] = arith.addi %[[Y]]
// CHECK: cf.br ^bb1(%arg1 : i64)
tt.func @branches(%a: !tt.ptr<f16>, %n: i64, %o: i32) -> tensor<8xf16> {
  %p = tt.make_tensor_ptr %a, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  cf.br ^there(%p : !tt.ptr<tensor<8xf16>>)
^end(%unused: i64):
  %r = tt.call @callee(%next) : (!tt.ptr<tensor<8xf16>>) -> tensor<8xf16>
  tt.return %r : tensor<8xf16>
^there(%q: !tt.ptr<tensor<8xf16>>):
  %next = tt.advance %q, [%o] : !tt.ptr<tensor<8xf16>>
  cf.br ^end(%n : i64)
}

// CHECK-LABEL: tt.func private @callee(
// CHECK-SAME: %{{.*}}: !tt.ptr<f16> {tt.x = 1 : i32}, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64) -> tensor<8xf16>
tt.func private @callee(%p: !tt.ptr<tensor<8xf16>> {tt.x = 1 : i32}) -> tensor<8xf16> {
  %x = tt.load %p : !tt.ptr<tensor<8xf16>>
  tt.return %x : tensor<8xf16>
}

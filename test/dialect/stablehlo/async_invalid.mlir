// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Futures, and what may be started and waited for.

func.func @f(%x: tensor<8x2xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    // expected-error@+1 {{'stablehlo.all_gather' op replica_groups: mesh symbol 'm' not found}}
    %1 = "stablehlo.all_gather"(%a) { all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]> } : (tensor<8x2xf32>) -> tensor<8x8xf32>
    "stablehlo.return"(%1) : (tensor<8x8xf32>) -> ()
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

func.func @f(%x: tensor<8x2xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.async_start"(%x) ({
    // expected-error@+1 {{use of undeclared SSA value name '%x'}}
    %1 = "stablehlo.all_gather"(%x) { all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>], device_ids = dense<[0,1,2,3,4,5,6,7]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "y">]> } : (tensor<8x2xf32>) -> tensor<8x8xf32>
    "stablehlo.return"(%1) : (tensor<8x8xf32>) -> ()
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

func.func @f(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // expected-error@+1 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %1 = stablehlo.add %a, %a : tensor<8x2xf32>
    "stablehlo.return"(%1) : (tensor<8x2xf32>) -> ()
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x2xf32>>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// -----

func.func private @g(tensor<8x2xf32>) -> tensor<8x2xf32>
func.func @f(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // expected-error@+1 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %1 = func.call @g(%a) : (tensor<8x2xf32>) -> tensor<8x2xf32>
    "stablehlo.return"(%1) : (tensor<8x2xf32>) -> ()
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x2xf32>>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// -----

func.func @f(%x: tensor<8x2xf32>, %f: !stablehlo.future<tensor<f32>>) -> !stablehlo.future<tensor<8x2xf32>, tensor<2xi32>> {
  // expected-error@+1 {{'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<8x2xf32>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<8x4xf32>>'}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %1 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x2xf32>) -> tensor<8x2xf32>
    "stablehlo.return"(%1) : (tensor<8x2xf32>) -> ()
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x4xf32>>
  // expected-error@+1 {{'stablehlo.async_done' op inferred type(s) 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<8x2xf32>'}}
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x4xf32>>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func private @f(%f: !stablehlo.future<>)

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got 'i32'}}
func.func private @f(%f: !stablehlo.future<i32>)

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got '!stablehlo.token'}}
func.func private @f(%f: !stablehlo.future<!stablehlo.token>)

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got 'tuple<tensor<f32>>'}}
func.func private @f(%f: !stablehlo.future<tuple<tensor<f32>>>)

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got '!stablehlo.future<tensor<f32>>'}}
func.func private @f(%f: !stablehlo.future<!stablehlo.future<tensor<f32>>>)

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got 'tensor<*xf32>'}}
func.func private @f(%f: !stablehlo.future<tensor<f32>, tensor<*xf32>>)

// -----

func.func @custom_call(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // expected-error@+1 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %1 = stablehlo.custom_call @foo(%a) : (tensor<8x2xf32>) -> tensor<8x2xf32>
    stablehlo.return %1 : tensor<8x2xf32>
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x2xf32>>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// -----

func.func @cross(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // expected-error@+1 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %1 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<8x2xf32>) -> tensor<8x2xf32>
    stablehlo.return %1 : tensor<8x2xf32>
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x2xf32>>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// -----

func.func @copy(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // expected-error@+1 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %1 = mhlo.copy %a : tensor<8x2xf32>
    stablehlo.return %1 : tensor<8x2xf32>
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x2xf32>>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// -----

func.func @two(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.async_start"(%x, %x) ({
  ^bb0(%a: tensor<8x2xf32>, %b: tensor<8x2xf32>):
    %1:2 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<8x2xf32>, tensor<8x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>)
    stablehlo.return %1#0, %1#1 : tensor<8x2xf32>, tensor<8x2xf32>
  }) : (tensor<8x2xf32>, tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>, tensor<8x2xf32>>
  // expected-error@+1 {{'stablehlo.async_done' op requires one result}}
  %2:2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x2xf32>, tensor<8x2xf32>>) -> (tensor<8x2xf32>, tensor<8x2xf32>)
  return %2#0 : tensor<8x2xf32>
}

// -----

func.func @two(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  // expected-error@+1 {{'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<8x2xf32>>' are incompatible with return type(s)}}
  %0 = "stablehlo.async_start"(%x, %x) ({
  ^bb0(%a: tensor<8x2xf32>, %b: tensor<8x2xf32>):
    %1:2 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<8x2xf32>, tensor<8x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>)
    stablehlo.return %1#0 : tensor<8x2xf32>
  }) : (tensor<8x2xf32>, tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>, tensor<8x2xf32>>
  %2:2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x2xf32>, tensor<8x2xf32>>) -> (tensor<8x2xf32>, tensor<8x2xf32>)
  return %2#0 : tensor<8x2xf32>
}

// -----

func.func @twoblocks(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op expects region #0 to have 0 or 1 blocks}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %1 = stablehlo.slice %a [0:8, 0:2] : (tensor<8x2xf32>) -> tensor<8x2xf32>
    stablehlo.return %1 : tensor<8x2xf32>
  ^bb1:
    stablehlo.return
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
  return
}

// -----

func.func @notfuture(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op result #0 must be future, but got 'tensor<8x2xf32>'}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    %1 = stablehlo.slice %a [0:8, 0:2] : (tensor<8x2xf32>) -> tensor<8x2xf32>
    stablehlo.return %1 : tensor<8x2xf32>
  }) : (tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @donenot(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.async_done' op operand #0 must be future, but got 'tensor<8x2xf32>'}}
  %0 = "stablehlo.async_done"(%x) : (tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @futop(%x: !stablehlo.future<tensor<8x2xf32>>) {
  // expected-error@+1 {{but got '!stablehlo.future<tensor<8x2xf32>>'}}
  %0 = stablehlo.optimization_barrier %x : !stablehlo.future<tensor<8x2xf32>>
  return
}

// -----

func.func @futop(%x: !stablehlo.future<tensor<8x2xf32>>) {
  // expected-error@+1 {{but got '!stablehlo.future<tensor<8x2xf32>>'}}
  %0 = stablehlo.tuple %x : tuple<!stablehlo.future<tensor<8x2xf32>>>
  return
}

// -----

func.func @token(%x: !stablehlo.token) {
  // expected-error@+1 {{but got '!stablehlo.token'}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: !stablehlo.token):
    %1 = "stablehlo.after_all"(%a) : (!stablehlo.token) -> !stablehlo.token
    stablehlo.return %1 : !stablehlo.token
  }) : (!stablehlo.token) -> !stablehlo.future<tensor<8x2xf32>>
  return
}

// -----

func.func @f(%x: tensor<8x2xf32>, %y: !stablehlo.future<tensor<8x?xf32>>) {
  // expected-error@+1 {{'stablehlo.async_start' op operand type 'tensor<8x2xf32>' at index 0 must match region argument type 'tensor<8x?xf32>'}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x?xf32>):
    %1 = stablehlo.slice %a [0:8, 0:2] : (tensor<8x?xf32>) -> tensor<8x2xf32>
    stablehlo.return %1 : tensor<8x2xf32>
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x?xf32>>
  return
}

// -----

func.func @noret(%x: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op region must contain exactly one operation and a return}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8x2xf32>):
    // expected-error@+1 {{block with no terminator, has %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 8, 2>}}
    %1 = stablehlo.slice %a [0:8, 0:2] : (tensor<8x2xf32>) -> tensor<8x2xf32>
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
  return
}

// -----

func.func @empty(%x: tensor<8x2xf32>) {
  %0 = "stablehlo.async_start"(%x) ({
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
  return
// expected-error@+1 {{expected operation name in quotes}}
}---
// expected-error@+1 {{custom op 'RAW' is unknown (tried 'builtin.RAW' as well)}}
RAW
func.func @sym(%x: tensor<8x2xf32>) -> tensor<8x8xf32> {
    %1 = "stablehlo.all_gather"(%x) { all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]> } : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
sdy.mesh @m = <["x"=4, "y"=2]>

// -----

func.func @start_arguments(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.async_start' op number of operands (2) must match number of region arguments (1)}}
  %f = "stablehlo.async_start"(%x, %i) ({
  ^bb0(%a: tensor<4xf32>):
    %s = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<4xf32>, tensor<i32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @start_of_nothing(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op expects its region to return one or more tensors}}
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %s = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    "stablehlo.return"() : () -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @done_of_two(%f: !stablehlo.future<tensor<4xf32>, tensor<f32>>) {
  // expected-error@+1 {{'stablehlo.async_done' op waits for one result, but the future has 2}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>, tensor<f32>>) -> tensor<4xf32>
  return
}

// What is irregular in the syntax of vm; each row's own example is tested with the row.
// RUN: tern-opt %s | tern-opt | FileCheck %s
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | FileCheck %s

// CHECK-LABEL: vm.module public @program <version = 3>
vm.module public @program <version = 3> {
  // CHECK: vm.global.i32 private mutable @count = 5 : i32
  vm.global.i32 private mutable @count = 5 : i32
  // CHECK: vm.global.ref private @lists : !vm.list<!vm.list<?>>
  vm.global.ref private @lists : !vm.list<!vm.list<!vm.opaque>>
  // CHECK: vm.rodata private @bytes <alignment = 64, mime_type = "text/plain"> dense<[1, 2]> : tensor<2xi8>
  vm.rodata private @bytes {alignment = 64 : i64, mime_type = "text/plain"} dense<[1, 2]> : tensor<2xi8>

  // CHECK: vm.import private optional @other.call(%a : i32, %b : !vm.ref<!hal.buffer> ..., %c : tuple<i32, i64> ...) -> (i32, !vm.buffer) attributes {{{.*}}nosideeffects}
  vm.import private optional @other.call(%a : i32, %b : !vm.ref<!hal.buffer>..., %c : tuple<i32, i64>...) -> (i32, !vm.buffer) attributes {minimum_version = 2 : i32, nosideeffects}
  // CHECK: vm.import public @other.plain(i32, !vm.ref<?>)
  vm.import @other.plain(i32, !vm.ref<!vm.opaque>)

  // CHECK: vm.initializer {
  // CHECK-NEXT: vm.return
  vm.initializer {
    vm.return
  }

  // A reference to a buffer is a buffer.
  // CHECK-LABEL: vm.func private @types(%arg0: !vm.buffer, %arg1: !vm.list<i8>, %arg2: !vm.ref<?>, %arg3: !vm.ref<!hal.fence>)
  vm.func private @types(%b: !vm.ref<!vm.buffer>, %l: !vm.list<i8>, %r: !vm.ref<?>, %f: !vm.ref<!hal.fence>) {
    vm.return
  }

  // CHECK-LABEL: vm.func private @calls
  vm.func private @calls(%a: i32, %w: i64, %b: !vm.ref<!hal.buffer>, %r: !vm.ref<?>) {
    // CHECK: %{{.*}}:2 = vm.call.variadic @other.call(%arg0, [%arg2, %arg2], [(%arg0, %arg1)]) {nosideeffects} : (i32, !vm.ref<!hal.buffer> ..., tuple<i32, i64> ...) -> (i32, !vm.buffer)
    %0:2 = vm.call.variadic @other.call(%a, [%b, %b], [(%a, %w)]) {nosideeffects} : (i32, !vm.ref<!hal.buffer> ..., tuple<i32, i64> ...) -> (i32, !vm.buffer)
    // CHECK: %{{.*}}:2 = vm.call.variadic @other.call(%arg0, [], []) : (i32, !vm.ref<!hal.buffer> ..., tuple<i32, i64> ...) -> (i32, !vm.buffer)
    %1:2 = vm.call.variadic @other.call(%a, [], []) : (i32, !vm.ref<!hal.buffer> ..., tuple<i32, i64> ...) -> (i32, !vm.buffer)
    // CHECK: vm.call @other.plain(%arg0, %arg3) : (i32, !vm.ref<?>) -> ()
    vm.call @other.plain(%a, %r) : (i32, !vm.ref<?>) -> ()
    // CHECK: %has_other_call = vm.import.resolved @other.call : i32
    %2 = vm.import.resolved @other.call : i32
    vm.return
  }

  // CHECK-LABEL: vm.func private @control
  vm.func private @control(%a: i32) -> i32 {
    // CHECK: vm.cond_fail %arg0, "only a status"
    vm.cond_fail %a, "only a status"
    %c3 = vm.const.i32 3
    // CHECK: vm.cond_fail %arg0, %c3
    vm.cond_fail %a, %c3
    // CHECK: vm.br_table %arg0 {
    // CHECK-NEXT: default: ^bb1(%c3 : i32),
    // CHECK-NEXT: 0: ^bb2,
    // CHECK-NEXT: 1: ^bb1(%arg0 : i32)
    // CHECK-NEXT: }
    vm.br_table %a {
      default: ^bb1(%c3 : i32),
      0: ^bb2,
      1: ^bb1(%a : i32)
    }
  ^bb1(%0: i32):
    vm.return %0 : i32
  ^bb2:
    // CHECK: vm.fail %arg0, "message"
    vm.fail %a, "message"
  }

  // CHECK: vm.export @control as("run") attributes {iree.reflection = {key = "value"}}
  vm.export @control as("run") attributes {iree.reflection = {key = "value"}}
  // CHECK: vm.export @types
  vm.export @types
}

// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{'util.func' op declares an import, which has to be private}}
util.func public @import()

// -----

// expected-error@+1 {{tied result '%x' is no argument of the function}}
util.func private @tied(%a: i32) -> %x

// -----

// expected-error@+1 {{ties result #0 to operand #3, but there are 1 operands}}
"util.func"() ({
^bb0(%a: i32):
  util.return %a : i32
}) {sym_name = "f", sym_visibility = "private", function_type = (i32) -> i32, tied_operands = [3 : index]} : () -> ()

// -----

// expected-error@+1 {{expects one entry of 'tied_operands' for each of its 1 results but got []}}
"util.func"() ({
^bb0(%a: i32):
  util.return %a : i32
}) {sym_name = "f", sym_visibility = "private", function_type = (i32) -> i32, tied_operands = []} : () -> ()

// -----

// expected-error@+1 {{expects integers in 'tied_operands'}}
"util.func"() ({
^bb0(%a: i32):
  util.return %a : i32
}) {sym_name = "f", sym_visibility = "private", function_type = (i32) -> i32, tied_operands = ["x"]} : () -> ()

// -----

// expected-error@+1 {{expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"util.func"() ({
^bb0(%a: i32):
  util.return
}) {sym_name = "f", sym_visibility = "private", function_type = (i32) -> (), arg_attrs = [{}, {}]} : () -> ()

// -----

// expected-error@+1 {{entry block must have 2 arguments to match function signature}}
"util.func"() ({
^bb0(%a: i32):
  util.return
}) {sym_name = "f", sym_visibility = "private", function_type = (i32, i32) -> ()} : () -> ()

// -----

// expected-error@+1 {{type of entry block argument #0('i32') must match the type of the corresponding argument in function signature('i64')}}
"util.func"() ({
^bb0(%a: i32):
  util.return
}) {sym_name = "f", sym_visibility = "private", function_type = (i64) -> ()} : () -> ()

// -----

util.func private @f() -> i32 {
  // expected-error@+1 {{does not return what the function does, whose type is () -> i32}}
  util.return
}

// -----

util.initializer {
  %c = arith.constant 1 : i32
  // expected-error@+1 {{returns values from an initializer}}
  util.return %c : i32
}

// -----

util.func private @f() {
  // expected-error@+1 {{'g' does not reference a valid function}}
  util.call @g() : () -> ()
  util.return
}

// -----

util.func private @g(%a: i32)
util.func private @f() {
  // expected-error@+1 {{does not match the type of @g, which is (i32) -> ()}}
  util.call @g() : () -> ()
  util.return
}

// -----

// expected-error@+1 {{has type i32 but initial value 4 : i64}}
util.global private @g : i32 = 4 : i64

// -----

util.func private @f() {
  // expected-error@+1 {{references global @g, which is not defined}}
  %0 = util.global.load @g : i32
  util.return
}

// -----

util.global private @g : i32
util.func private @f() {
  // expected-error@+1 {{uses a global of type i32 as i64}}
  %0 = util.global.load @g : i64
  util.return
}

// -----

util.global private @g : i32
util.func private @f(%a: i32) {
  // expected-error@+1 {{stores to @g, which is not mutable}}
  util.global.store %a, @g : i32
  util.return
}

// -----

// An initializer may store to what nobody else may.
util.global private @g : i32
util.initializer {
  %c = arith.constant 1 : i32
  util.global.store %c, @g : i32
  util.return
}

// -----

util.func private @f(%p: !util.ptr<i32>) {
  // expected-error@+1 {{uses !util.ptr<i32> for a value of type i64}}
  %0 = util.global.load.indirect %p : !util.ptr<i32> -> i64
  util.return
}

// -----

util.func private @f(%l: !util.list<i32>, %i: index, %v: f32) {
  // expected-error@+1 {{has an element of type f32 in !util.list<i32>}}
  util.list.set %l[%i], %v : f32 -> !util.list<i32>
  util.return
}

// -----

util.func private @f(%l: !util.list<?>, %i: index) {
  // expected-error@+1 {{expected `-> type` behind !util.list<?>}}
  %0 = util.list.get %l[%i] : !util.list<?>
  util.return
}

// -----

util.func private @f(%l: !util.list<?>, %i: index, %v: i32) {
  // expected-error@+1 {{expected `type -> ` before !util.list<?>}}
  util.list.set %l[%i], %v : !util.list<?>
  util.return
}

// -----

util.func private @f(%i: index, %v: i32, %w: i64) {
  // expected-error@+1 {{expects values of the result's type i32 but got i64}}
  %0 = "util.switch"(%i, %v, %w) : (index, i32, i64) -> i32
  util.return
}

// -----

util.func private @f(%a: index, %b: index) {
  // expected-error@+1 {{expected operand #1 to have 3 assumptions but it has 2}}
  %0:2 = util.assume.int %a[<umin = 0>, <umax = 2>, <udiv = 16>], %b[<umax = 10>, <udiv = 6>] : index, index
  util.return
}

// -----

util.func private @f(%a: index) {
  // expected-error@+1 {{expected 1 assumption rows to match number of operands}}
  %0 = "util.assume.int"(%a) {assumptions = []} : (index) -> index
  util.return
}

// -----

util.func private @f(%a: index) {
  // expected-error@+1 {{expects arrays of assumptions but got [32]}}
  %0 = "util.assume.int"(%a) {assumptions = [[32]]} : (index) -> index
  util.return
}

// -----

util.func private @f(%a: index) {
  // expected-error@+1 {{expected umin, umax or udiv}}
  %0 = util.assume.int %a<smin = 0> : index
  util.return
}

// -----

util.func private @f(%a: i32) {
  // expected-error@+1 {{must have same number of operands and results}}
  "util.optimization_barrier"(%a) : (i32) -> ()
  util.return
}

// -----

util.func private @f(%a: i32) {
  // expected-error@+1 {{must have same operand and result types, but they differ at index 0}}
  %0 = "util.optimization_barrier"(%a) : (i32) -> i64
  util.return
}

// -----

// expected-error@+1 {{expects an alignment that is a power of two}}
%0 = util.buffer.constant <alignment = 3> : !util.buffer = "x"

// -----

// expected-error@+1 {{has a value without bytes: [1, 2]}}
%0 = util.buffer.constant : !util.buffer = [1, 2]

// -----

// expected-error@+1 {{'size' is no property of the op}}
%0 = util.buffer.constant <size = 3> : !util.buffer = "x"

// -----

// expected-error@+1 {{expected `: type` behind #util.uninitialized}}
"test.op"() {a = #util.uninitialized} : () -> ()

// -----

// expected-error@+1 {{expected the length in bytes, such as 16xi8}}
"test.op"() {a = #util.composite<16xi16, [dense<1> : tensor<16xi8>]>} : () -> ()

// -----

// expected-error@+1 {{expected '['}}
"test.op"() {a = #util.composite<16xi8, 3>} : () -> ()

// -----

// expected-error@+1 {{expected unsigned integer value}}
"test.op"() {a = #util.int.assumption<umin = -1>} : () -> ()

// -----

// expected-error@+1 {{integer value too large}}
"test.op"() {a = #util.int.assumption<umin = 18446744073709551616>} : () -> ()

// -----

// expected-error@+1 {{expected a constant with a type}}
%0 = util.unfoldable_constant [1]

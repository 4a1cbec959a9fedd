// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

vm.module @two_exports {
  vm.func @f() {
    vm.return
  }
  // expected-note@+1 {{by this export; give each a name of its own}}
  vm.export @f
  // expected-error@+1 {{'vm.export' op exports "f", which is taken}}
  vm.export @f
}

// -----

vm.module @no_function {
  // expected-error@+1 {{'vm.export' op exports '@f', which is no vm.func of the module}}
  vm.export @f
}

// -----

vm.module @signature {
  // expected-error@+1 {{'vm.func' op has a signature with i8, expected i32, i64, f32, f64 or a reference}}
  vm.func @f(%a: i8) {
    vm.return
  }
}

// -----

vm.module @returns {
  vm.func @f(%a: i32) -> i64 {
    // expected-error@+1 {{'vm.return' op returns other types than its function says, which are (i32) -> i64}}
    vm.return %a : i32
  }
}

// -----

vm.module @tuples {
  // expected-error@+1 {{'vm.import' op has a tuple as argument #0, which only an argument with '...' can be}}
  vm.import private @o.f(tuple<i32>)
}

// -----

vm.module @empty_tuples {
  // expected-error@+1 {{'vm.import' op has an empty tuple as argument #0}}
  vm.import private @o.f(tuple<> ...)
}

// -----

vm.module @import_types {
  // expected-error@+1 {{'vm.import' op has i8 in argument #1, expected i32, i64, f32, f64 or a reference}}
  vm.import private @o.f(i32, i8)
}

// -----

vm.module @import_results {
  // expected-error@+1 {{'vm.import' op has index as result #0, expected i32, i64, f32, f64 or a reference}}
  vm.import private @o.f() -> index
}

// -----

vm.module @global_kinds {
  // expected-error@+1 {{'vm.global.i32' op has type i64, which is of another kind}}
  vm.global.i32 private @g : i64
}

// -----

vm.module @no_global {
  vm.func @f() {
    // expected-error@+1 {{'vm.global.load.i32' op names '@g', which is no global of the module}}
    %g = vm.global.load.i32 @g : i32
    vm.return
  }
}

// -----

vm.module @other_type {
  vm.global.ref private @g : !vm.buffer
  vm.func @f() {
    // expected-error@+1 {{'vm.global.load.ref' op uses '@g' as !vm.list<i32>, but it is !vm.buffer}}
    %g = vm.global.load.ref @g : !vm.list<i32>
    vm.return
  }
}

// -----

vm.module @immutable {
  vm.global.i32 private @g : i32
  vm.func @f(%a: i32) {
    // expected-error@+1 {{'vm.global.store.i32' op stores to '@g', which is not mutable}}
    vm.global.store.i32 %a, @g : i32
    vm.return
  }
}

// -----

vm.module @no_rodata {
  vm.func @f() {
    // expected-error@+1 {{'vm.const.ref.rodata' op names '@d', which is no vm.rodata of the module}}
    %d = vm.const.ref.rodata @d : !vm.buffer
    vm.return
  }
}

// -----

vm.module @no_bytes {
  // expected-error@+1 {{'vm.rodata' op expects elements, a string or an attribute of util with bytes as its value}}
  vm.rodata private @d unit
}

// -----

vm.module @alignment {
  // expected-error@+1 {{'vm.rodata' op has alignment 3, expected a power of two up to 4096}}
  vm.rodata private @d <alignment = 3> "text"
}

// -----

vm.module @tables {
  vm.func @f() {
    // expected-error@+1 {{'vm.rodata.table.inline' op has a table of f32, expected i32 or i64}}
    %t, %d = vm.rodata.table.inline f32 : !vm.buffer, !vm.buffer = ["text"]
    vm.return
  }
}

// -----

vm.module @table_entries {
  vm.func @f() {
    // expected-error@+1 {{'vm.rodata.table.inline' op expects elements, a string or an attribute of util with bytes as entry #1}}
    %t, %d = vm.rodata.table.inline i32 : !vm.buffer, !vm.buffer = ["text", unit]
    vm.return
  }
}

// -----

vm.module @lists {
  vm.func @f(%l: !vm.list<!vm.buffer>, %i: i32) {
    // expected-error@+1 {{'vm.list.get.i32' op accesses !vm.list<!vm.buffer> as i32}}
    %v = vm.list.get.i32 %l, %i : (!vm.list<!vm.buffer>, i32) -> i32
    vm.return
  }
}

// -----

vm.module @switches {
  vm.func @f(%i: i32, %b: !vm.buffer, %r: !vm.ref<?>) {
    // expected-error@+1 {{'vm.switch.ref' op chooses among !vm.ref<?> and !vm.buffer}}
    %v = "vm.switch.ref"(%i, %b, %r) : (i32, !vm.buffer, !vm.ref<?>) -> !vm.buffer
    vm.return
  }
}

// -----

vm.module @callees {
  vm.func @f() {
    // expected-error@+1 {{'vm.call' op calls '@g', which is no function or import of the module}}
    vm.call @g() : () -> ()
    vm.return
  }
}

// -----

vm.module @plain_call {
  vm.import private @o.f(i32 ...)
  vm.func @f(%a: i32) {
    // expected-error@+1 {{'vm.call' op calls an import with lists of arguments, which takes vm.call.variadic}}
    vm.call @o.f(%a) : (i32) -> ()
    vm.return
  }
}

// -----

vm.module @arguments {
  vm.import private @o.f(i32)
  vm.func @f(%a: i64) {
    // expected-error@+1 {{'vm.call' op has other arguments than its callee, which is (i32) -> ()}}
    vm.call @o.f(%a) : (i64) -> ()
    vm.return
  }
}

// -----

vm.module @results {
  vm.import private @o.f() -> i32
  vm.func @f() {
    // expected-error@+1 {{'vm.call' op has other results than its callee, which is () -> i32}}
    vm.call @o.f() : () -> ()
    vm.return
  }
}

// -----

vm.module @variadic_function {
  vm.func @g(%a: i32) {
    vm.return
  }
  vm.func @f(%a: i32) {
    // expected-error@+1 {{'vm.call.variadic' op calls a function, which takes no lists of arguments}}
    vm.call.variadic @g(%a) : (i32)
    vm.return
  }
}

// -----

vm.module @segments {
  vm.import private @o.f(i32 ...)
  vm.func @f(%a: i32) {
    // expected-error@+1 {{'vm.call.variadic' op has other arguments than its callee, which is (i32) -> ()}}
    vm.call.variadic @o.f(%a) : (i32)
    vm.return
  }
}

// -----

vm.module @segment_sizes {
  vm.import private @o.f(i32 ...)
  vm.func @f(%a: i32) {
    // expected-error@+1 {{'vm.call.variadic' op has 1 operands for segments of 2}}
    "vm.call.variadic"(%a) {callee = @o.f, segment_sizes = dense<2> : vector<1xi16>, segment_types = [i32]} : (i32) -> ()
    vm.return
  }
}

// -----

vm.module @segment_types {
  vm.func @f(%a: i32) {
    // expected-error@+1 {{'vm.call.variadic' op has 1 segment sizes for 0 segment types}}
    "vm.call.variadic"(%a) {callee = @f, segment_sizes = dense<-1> : vector<1xi16>, segment_types = []} : (i32) -> ()
    vm.return
  }
}

// -----

vm.module @negative_segment {
  vm.func @f(%a: i32) {
    // expected-error@+1 {{'vm.call.variadic' op has segment size -2, expected -1 or a number of repetitions}}
    "vm.call.variadic"(%a) {callee = @f, segment_sizes = dense<-2> : vector<1xi16>, segment_types = [i32]} : (i32) -> ()
    vm.return
  }
}

// -----

vm.module @no_import {
  vm.func @f() {
    // expected-error@+1 {{'vm.import.resolved' op names '@f', which is no import of the module}}
    %r = vm.import.resolved @f : i32
    vm.return
  }
}

// -----

vm.module @groups {
  vm.import private @o.f(tuple<i32, i32> ...)
  vm.func @f(%a: i32) {
    // expected-error@+1 {{expected groups of 2 values for tuple<i32, i32>}}
    vm.call.variadic @o.f([(%a)]) : (tuple<i32, i32> ...)
    vm.return
  }
}

// -----

vm.module @cases {
  vm.func @f(%a: i32) {
    vm.br_table %a {
      default: ^bb1,
      // expected-error@+1 {{expected case 0, as cases count from 0}}
      1: ^bb1
    }
  ^bb1:
    vm.return
  }
}

// -----

vm.module @case_segments {
  vm.func @f(%a: i32) {
    // expected-error@+1 {{'vm.br_table' op has 1 cases but 'case_operand_segments' for 0}}
    "vm.br_table"(%a) [^bb1, ^bb1] {case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
  ^bb1:
    vm.return
  }
}

// -----

// expected-error@+1 {{expected the type of an object behind a reference but got i32}}
"test.op"() {type = !vm.ref<i32>} : () -> ()

// -----

// expected-error@+1 {{expected i8, i16, i32, i64, f32, f64 or a reference but got i7}}
"test.op"() {type = !vm.list<i7>} : () -> ()

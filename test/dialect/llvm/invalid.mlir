// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

llvm.func @f(%a: i32) {
  // expected-error@+1 {{'foo' is an incorrect value of the 'predicate' attribute}}
  %0 = llvm.icmp "foo" %a, %a : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{expected trailing function type with one argument and one result}}
  %0 = llvm.alloca %a x i32 : i32
  llvm.return
}

// -----

// expected-note@+1 {{when returning from function}}
llvm.func @f(%a: i32) -> i64 {
  // expected-error@+1 {{mismatching result types}}
  llvm.return %a : i32
}

// -----

// expected-note@+1 {{when returning from function}}
llvm.func @f(%a: i32) -> i64 {
  // expected-error@+1 {{expected 1 operand}}
  llvm.return
}

// -----

// expected-note@+1 {{when returning from function}}
llvm.func @f(%a: i32) {
  // expected-error@+1 {{expected no operands}}
  llvm.return %a : i32
}

// -----

// expected-error@+1 {{failed to construct function type: expected LLVM type for function arguments}}
llvm.func @f(%a: index) {
  llvm.return
}

// -----

// expected-error@+1 {{failed to construct function type: expected zero or one function result}}
llvm.func @f(%a: i32) -> (i32, i32)

// -----

// expected-error@+1 {{external functions must have 'external' or 'extern_weak' linkage}}
llvm.func private @f(%a: i32)

// -----

// expected-error@+1 {{functions cannot have 'common' linkage}}
llvm.func common @f(%a: i32) {
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error@+1 {{expected index 1 indexing a struct to be constant}}
  %0 = llvm.getelementptr %p[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error@+1 {{index 1 indexing a struct is out of bounds}}
  %0 = llvm.getelementptr %p[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error@+1 {{type 'i32' cannot be indexed (index #1)}}
  %0 = llvm.getelementptr %p[0, 2] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error@+1 {{'inbounds_flag' cannot be used directly.}}
  %0 = llvm.getelementptr inbounds_flag %p[0] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{expected alignment for atomic access}}
  %0 = llvm.load %p atomic monotonic : !llvm.ptr -> f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{unsupported ordering 'release'}}
  %0 = llvm.load %p atomic release {alignment = 4 : i64} : !llvm.ptr -> f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{expected syncscope to be null for non-atomic access}}
  %0 = llvm.load %p {syncscope = "a"} : !llvm.ptr -> f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{unsupported type 'i1' for atomic access}}
  %0 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i1
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: vector<2xf32>) {
  // expected-error@+1 {{unsupported type 'vector<2xf32>' for atomic access}}
  llvm.store %x, %p atomic acq_rel {alignment = 4 : i64} : vector<2xf32>, !llvm.ptr
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{'g' does not reference a symbol in the current scope}}
  %0 = llvm.call @g() : () -> i32
  llvm.return
}

// -----

llvm.mlir.global external @g() : i32
llvm.func @f() {
  // expected-error@+1 {{'g' does not reference a valid LLVM function or IFunc}}
  %0 = llvm.call @g() : () -> i32
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f() {
  // expected-error@+1 {{incorrect number of operands (0) for callee (expecting: 1)}}
  %0 = llvm.call @g() : () -> i32
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i64) {
  // expected-error@+1 {{operand type mismatch for operand 0: 'i64' != 'i32'}}
  %0 = llvm.call @g(%a) : (i64) -> i32
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error@+1 {{expected function call to produce a value}}
  llvm.call @g(%a) : (i32) -> ()
  llvm.return
}

// -----

llvm.func @g(i32)
llvm.func @f(%a: i32) {
  // expected-error@+1 {{calling function with void result must not produce values}}
  %0 = llvm.call @g(%a) : (i32) -> i32
  llvm.return
}

// -----

llvm.func @g(i32, ...)
llvm.func @f(%a: i32) {
  // expected-error@+1 {{missing var_callee_type attribute for vararg call}}
  llvm.call @g(%a) : (i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{indirect call expects a pointer as callee: 'i32'}}
  llvm.call %a() : i32, () -> ()
  llvm.return
}

// -----

llvm.func @f(%a: !llvm.ptr) {
  // expected-error@+1 {{expected indirect call to have 2 trailing types}}
  llvm.call %a() : () -> ()
  llvm.return
}

// -----

llvm.func @f(%s: !llvm.struct<(i32)>) {
  %0 = llvm.extractvalue %s[1] : !llvm.struct<(i32)>
  // expected-error@+1 {{position out of bounds: 1}}
  llvm.return
}

// -----

llvm.func @f(%s: !llvm.struct<(i32)>) {
  %0 = llvm.extractvalue %s[0, 0] : !llvm.struct<(i32)>
  // expected-error@+1 {{expected LLVM IR structure/array type, got: 'i32'}}
  llvm.return
}

// -----

llvm.func @f(%s: !llvm.struct<(i32)>, %x: f32) {
  // expected-error@+1 {{Type mismatch: cannot insert 'f32' into '!llvm.struct<(i32)>'}}
  %0 = "llvm.insertvalue"(%s, %x) <{position = array<i64: 0>}> : (!llvm.struct<(i32)>, f32) -> !llvm.struct<(i32)>
  llvm.return
}

// -----

llvm.func @f(%s: !llvm.struct<(i32)>, %x: f32) {
  // expected-error@+1 {{Type mismatch: extracting from '!llvm.struct<(i32)>' should produce 'i32' but this op returns 'f32'}}
  %0 = "llvm.extractvalue"(%s) <{position = array<i64: 0>}> : (!llvm.struct<(i32)>) -> f32
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{integer width of the output type is smaller or equal to the integer width of the input type}}
  %0 = llvm.zext %a : i32 to i32
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{integer width of the output type is smaller or equal to the integer width of the input type}}
  %0 = llvm.sext %a : i32 to i16
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{input type is an integer but output type is a vector}}
  %0 = llvm.zext %a : i32 to vector<2xi64>
  llvm.return
}

// -----

llvm.func @f(%a: !llvm.ptr) {
  // expected-error@+1 {{can only cast pointers from and to pointers}}
  %0 = llvm.bitcast %a : !llvm.ptr to i64
  llvm.return
}

// -----

llvm.func @f(%a: !llvm.ptr) {
  // expected-error@+1 {{cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead}}
  %0 = llvm.bitcast %a : !llvm.ptr to !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{expected array type of 3 i8 elements for the string constant}}
  %0 = llvm.mlir.constant("foo") : !llvm.array<2 x i8>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{expected integer type of width 32}}
  %0 = llvm.mlir.constant(1.0 : f32) : i16
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{expected integer type}}
  %0 = llvm.mlir.constant(1 : i32) : f32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{type and attribute have a different number of elements: 3 vs. 2}}
  %0 = llvm.mlir.constant(dense<1> : vector<2xi32>) : vector<3xi32>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{expected vector or array type}}
  %0 = llvm.mlir.constant(dense<1> : vector<2xi32>) : i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{expected array attribute of size 2}}
  %0 = llvm.mlir.constant([1 : i32]) : !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{struct element at index 1 is of wrong type}}
  %0 = llvm.mlir.constant([1 : i32, 1.0 : f32]) : !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{only supports integer, float, string or elements attributes}}
  %0 = llvm.mlir.constant(unit) : i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'}}
  %0 = llvm.mlir.addressof @nothing : !llvm.ptr
  llvm.return
}

// -----

llvm.mlir.global external @g() {addr_space = 1 : i32} : i32
llvm.func @f() {
  // expected-error@+1 {{pointer address space must match address space of the referenced global or alias}}
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return
}

// -----

// expected-error@+1 {{requires an i8 array type of the length equal to that of the string attribute}}
llvm.mlir.global external @g("abc") : i32

// -----

// expected-error@+1 {{expects type to be a valid element type for an LLVM global}}
llvm.mlir.global external @g() : !llvm.void

// -----

// expected-error@+1 {{type can only be omitted for string globals}}
llvm.mlir.global external @g()

// -----

// expected-error@+1 {{expected zero value for 'common' linkage}}
llvm.mlir.global common @g(1 : i32) : i32

// -----

// expected-error@+1 {{expected array type for 'appending' linkage}}
llvm.mlir.global appending @g(1 : i32) : i32

// -----

// expected-error@+1 {{alignment attribute is not a power of 2}}
llvm.mlir.global external @g(1 : i32) {alignment = 3 : i64} : i32

// -----

// expected-error@+1 {{initializer region type 'i64' does not match global type 'i32'}}
llvm.mlir.global external @g() : i32 {
  %0 = llvm.mlir.constant(1 : i64) : i64
  llvm.return %0 : i64
}

// -----

// expected-error@+1 {{cannot have both initializer value and region}}
llvm.mlir.global external @g(1 : i32) : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}

// -----

llvm.mlir.global external @g() : i32 {
  %p = llvm.mlir.zero : !llvm.ptr
  // expected-error@+1 {{ops with side effects not allowed in global initializers}}
  %0 = llvm.load %p : !llvm.ptr -> i32
  llvm.return %0 : i32
}

// -----

// expected-error@+1 {{initializer region must always return a pointer}}
llvm.mlir.alias external @a : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: f32) {
  // expected-error@+1 {{expected LLVM IR integer type}}
  %0 = llvm.atomicrmw add %p, %x monotonic : !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{expected LLVM IR floating point type}}
  %0 = llvm.atomicrmw fadd %p, %x monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{expected at least 'monotonic' ordering}}
  %0 = llvm.atomicrmw add %p, %x unordered : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{failure ordering cannot be 'release' or 'acq_rel'}}
  %0 = llvm.cmpxchg %p, %x, %x monotonic release : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{ordering must be at least 'monotonic'}}
  %0 = llvm.cmpxchg %p, %x, %x unordered monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@+1 {{can be given only acquire, release, acq_rel, and seq_cst orderings}}
  llvm.fence monotonic
  llvm.return
}

// -----

llvm.func @f(%v: vector<[4]xf32>) {
  // expected-error@+1 {{expected a splat operation for scalable vectors}}
  %0 = llvm.shufflevector %v, %v [0, 0, 0, 1] : vector<[4]xf32>
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@+1 {{expects number of case values to match number of case destinations}}
  "llvm.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

// expected-error@+1 {{invalid array element type: '!llvm.void'}}
llvm.func @f(%a: !llvm.array<2 x void>)

// -----

// expected-error@+1 {{invalid LLVM structure element type: '!llvm.void'}}
llvm.func @f(%a: !llvm.struct<(void)>)

// -----

// expected-error@+1 {{invalid function argument type: '!llvm.void'}}
llvm.func @f(%a: !llvm.func<void (void)>)

// -----

// expected-error@+1 {{only identified structs can be opaque}}
llvm.func @f(%a: !llvm.struct<opaque>)

// -----

// expected-error@+1 {{identified type already used with a different body}}
llvm.func @f(%a: !llvm.struct<"a", (i32)>, %b: !llvm.struct<"a", (f32)>) {
  llvm.return
}

// -----

llvm.func @f() { 
  // expected-error@+1 {{llvm.landingpad needs to be in a function with a personality}}
  %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.return
}

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: foo}}
llvm.func @f(%a: i32) attributes {loop = #llvm.loop_unroll<foo = true>} {
  llvm.return
}

// -----

// expected-error@+1 {{struct is missing required parameter: scope}}
llvm.func @f(%a: i32) attributes {x = #llvm.di_label<name = "a">} {
  llvm.return
}

// -----

// expected-error@+1 {{'x' does not reference a valid LLVM function}}
llvm.mlir.global_ctors ctors = [@x], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @x()
// expected-error@+1 {{'x' does not have a definition}}
llvm.mlir.global_ctors ctors = [@x], priorities = [0 : i32], data = [#llvm.zero]

// -----

// expected-error@+1 {{ctors, priorities, and data must have the same number of elements}}
llvm.mlir.global_ctors ctors = [], priorities = [0 : i32], data = [#llvm.zero]

// -----

// expected-error@+1 {{only comdat selector symbols can appear in a comdat region}}
llvm.comdat @c { llvm.func @f() }

// -----

// expected-error@+1 {{expected comdat symbol}}
llvm.mlir.global external @g(0 : i32) comdat(@c::@x) : i32

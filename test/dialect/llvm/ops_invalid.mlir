// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: f32) {
  // expected-error @+1 {{invalid kind of attribute specified}}
  %0 = llvm.fcmp 1 %a, %a : f32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{expected integer alignment}}
  %0 = llvm.alloca %i x i8 {alignment = "4"} : (i32) -> !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.function, but found 'i32'}}
  %0 = llvm.getelementptr %p[%i] : i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{op requires one result}}
  llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> (i32, i32), i8
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr) -> (i32, i32), i8
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{must have either a `callee` attribute or at least an operand}}
  "llvm.call"() <{op_bundle_sizes = array<i32>}> : () -> ()
  return
}

// -----

llvm.func @g()
func.func @f() {
  // expected-error @+2 {{expected '('}}
  // expected-error @+1 {{expected direct call to have 1 trailing type}}
  llvm.call @g() : i32
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+2 {{expected '('}}
  // expected-error @+1 {{expected trailing function type}}
  llvm.call %p() : !llvm.ptr, i32
  return
}

// -----

func.func @f(%t: tensor<4xi32>) {
  // expected-error @+2 {{expected LLVM IR Dialect type}}
  %0 = llvm.extractvalue %t[0] : tensor<4xi32>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.vector, but found 'i32'}}
  %0 = llvm.shufflevector %i, %i [0] : i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.vector, but found 'i32'}}
  %0 = llvm.extractelement %i[%i : i32] : i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{failed to verify that result type matches vector element type}}
  %0 = "llvm.extractelement"(%v, %i) : (vector<4xi32>, i32) -> i64
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{failed to verify that argument type matches vector element type}}
  %0 = "llvm.insertelement"(%v, %p, %i) : (vector<4xi32>, !llvm.ptr, i32) -> vector<4xi32>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{failed to verify that result #0 and operand #1 have the same type}}
  %0 = "llvm.atomicrmw"(%p, %i) <{bin_op = 1 : i64, ordering = 2 : i64}> : (!llvm.ptr, i32) -> i64
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{failed to verify that operand #1 and operand #2 have the same type}}
  %0 = "llvm.cmpxchg"(%p, %i, %p) <{success_ordering = 2 : i64, failure_ordering = 2 : i64}> : (!llvm.ptr, i32, !llvm.ptr) -> !llvm.struct<(ptr, i1)>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %s: vector<[4]xi32>) {
  // expected-error @+1 {{'val' must be floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector type}}
  %0 = llvm.atomicrmw add %p, %s monotonic : !llvm.ptr, vector<[4]xi32>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{expected LLVM IR floating point type for vector element}}
  %0 = llvm.atomicrmw fmax %p, %v monotonic : !llvm.ptr, vector<4xi32>
  return
}

// -----

func.func @f(%s: !llvm.struct<(i32)>) {
  // expected-error @+1 {{operand #0 must be LLVM-compatible non-aggregate type}}
  %0 = llvm.bitcast %s : !llvm.struct<(i32)> to i32
  return
}

// -----

func.func @f(%s: vector<2x!llvm.ptr>) {
  // expected-error @+1 {{cannot cast vector of pointers to pointer}}
  %0 = llvm.bitcast %s : vector<2x!llvm.ptr> to !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{cannot cast pointer to vector of pointers}}
  %0 = llvm.bitcast %p : !llvm.ptr to vector<2x!llvm.ptr>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{this target extension type cannot be used in alloca}}
  %0 = llvm.alloca %i x !llvm.target<"own"> : (i32) -> !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{result #0 must be LLVM type with size}}
  %0 = llvm.load %p : !llvm.ptr -> !llvm.target<"own">
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{target extension type does not support zero-initializer}}
  %0 = llvm.mlir.zero : !llvm.target<"aarch64.svcount">
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{does not support target extension type}}
  %0 = llvm.mlir.constant(0 : i32) : !llvm.target<"spirv.Image">
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected array attribute for struct type}}
  %0 = llvm.mlir.constant(0 : i32) : !llvm.struct<(i32)>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected struct element types to be floating point type or integer type}}
  %0 = llvm.mlir.constant([0 : i32]) : !llvm.struct<(ptr)>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected element of array attribute to be floating point or integer}}
  %0 = llvm.mlir.constant(["a"]) : !llvm.struct<(i32)>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected integer element type for integer elements attribute}}
  %0 = llvm.mlir.constant(dense<1> : tensor<2xi32>) : !llvm.array<2 x f32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{array attribute size does not match array type size in dimension 1: 1 vs. 2}}
  %0 = llvm.mlir.constant([[[0 : i32]]]) : !llvm.array<1 x array<2 x struct<(i32)>>>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{nested attribute for sub-array in dimension 0 at index 1 must be a zero, or undef, or array attribute}}
  %0 = llvm.mlir.constant([#llvm.zero, 0 : i32]) : !llvm.array<2 x array<2 x struct<(i32)>>>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{nested attribute for struct element at index 0 must be a zero, or undef, or array attribute}}
  %0 = llvm.mlir.constant([0 : i32]) : !llvm.array<1 x struct<(i32)>>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{nested array attribute size for struct element at index 1 must match struct size: 0 vs. 1}}
  %0 = llvm.mlir.constant([#llvm.undef, []]) : !llvm.array<2 x struct<(i32)>>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{for array with an array attribute must have a struct element type}}
  %0 = llvm.mlir.constant([0 : i32]) : !llvm.array<1 x i32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{tail call kind 'musttail' is not supported by this operation}}
  llvm.inline_asm tail_call_kind = <musttail> "nop", "" : () -> ()
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{attribute 'access_groups' failed to satisfy constraint: LLVM dialect access group metadata array}}
  %0 = llvm.load %p {access_groups = [1]} : !llvm.ptr -> i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{attribute 'alias_scopes' failed to satisfy constraint: LLVM dialect alias scope array}}
  %0 = llvm.load %p {alias_scopes = ["a"]} : !llvm.ptr -> i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %v: vector<4xi32>) {
  // expected-error @+1 {{attribute 'tbaa' failed to satisfy constraint: LLVM dialect TBAA tag metadata array}}
  %0 = llvm.load %p {tbaa = unit} : !llvm.ptr -> i32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{expected result type to be an homogeneous struct with two elements matching the operand type}}
  %0 = llvm.intr.sincos(%a) : (f32) -> !llvm.struct<(f32)>
  return
}

// -----

func.func @f(%a: vector<4xi64>, %b: vector<4096xi64>) {
  // expected-error @+1 {{failed to verify that vectors are not bigger than 2^17 bits.}}
  %0 = llvm.intr.vector.insert %a, %b[0] : vector<4xi64> into vector<4096xi64>
  return
}

// -----

func.func @f(%a: vector<[4]xi32>, %b: vector<8xi32>) {
  // expected-error @+1 {{failed to verify that it is not inserting scalable into fixed-length vectors.}}
  %0 = llvm.intr.vector.insert %a, %b[0] : vector<[4]xi32> into vector<8xi32>
  return
}

// -----

func.func @f(%b: vector<8xi32>) {
  // expected-error @+1 {{failed to verify that it is not extracting scalable from fixed-length vectors.}}
  %0 = llvm.intr.vector.extract %b[0] : vector<[4]xi32> from vector<8xi32>
  return
}

// -----

func.func @f(%b: vector<8xi32>) {
  // expected-error @+1 {{failed to verify that result has twice as many elements as 'vec1'}}
  %0 = "llvm.intr.vector.interleave2"(%b, %b) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  return
}

// -----

// expected-error @+1 {{no_inline and always_inline attributes are incompatible}}
llvm.func @f() attributes {always_inline, no_inline} {
  llvm.return
}

// -----

// expected-error @+1 {{op with optimize_none must also be no_inline}}
llvm.func @f() attributes {optimize_none} {
  llvm.return
}

// -----

llvm.func @personality(...) -> i32
llvm.func @g()
// expected-error @+1 {{'llvm.resume' should have a consistent input type inside a function}}
llvm.func @f() attributes {personality = @personality} {
  %c = llvm.mlir.constant(0 : i32) : i32
  llvm.invoke @g() to ^bb1 unwind ^bb2 : () -> ()
^bb1:
  llvm.return
^bb2:
  %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %c : i32
}

// -----

llvm.func @personality(...) -> i32
llvm.func @g()
llvm.func @f(%p: !llvm.ptr) attributes {personality = @personality} {
  // expected-note @+1 {{global addresses expected as operand to bitcast used in clauses for landingpad}}
  %c = llvm.bitcast %p : !llvm.ptr to !llvm.ptr
  llvm.invoke @g() to ^bb1 unwind ^bb2 : () -> ()
^bb1:
  llvm.return
^bb2:
  // expected-error @+1 {{constant clauses expected}}
  %0 = llvm.landingpad (catch %c : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.return
}

// -----

// expected-error @+1 {{invalid data layout descriptor}}
module attributes {llvm.data_layout = "x"} {
}

// -----

// expected-error @+1 {{invalid data layout descriptor}}
module attributes {llvm.data_layout = "e--i64:64"} {
}

// -----

// expected-error @+1 {{invalid data layout descriptor}}
module attributes {llvm.data_layout = "m:q"} {
}

// -----

// expected-error @+1 {{invalid data layout descriptor}}
module attributes {llvm.data_layout = "e1"} {
}

// -----

// expected-error @+1 {{invalid data layout descriptor}}
module attributes {llvm.data_layout = "i"} {
}

// -----

// expected-error @+1 {{invalid data layout descriptor}}
module attributes {llvm.data_layout = "p:64:a"} {
}

// -----

// expected-error @+1 {{invalid data layout descriptor}}
module attributes {llvm.data_layout = "F8"} {
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @+2 {{custom op 'llvm.switch' expected integer value}}
  llvm.switch %i : i32, ^bb1 [
    1: ^bb1, a: ^bb1
  ]
^bb1:
  llvm.return
}

// -----

llvm.func @f(%i: i1) {
  // expected-error @+1 {{expects number of branch weights to match number of successors: 3 vs 2}}
  llvm.cond_br %i weights([1, 2, 3]), ^bb1, ^bb1
^bb1:
  llvm.return
}

// -----

llvm.func @f(%i: i1) {
  // expected-error @+1 {{branch weights cannot all be zero}}
  llvm.cond_br %i weights([0, 0]), ^bb1, ^bb1
^bb1:
  llvm.return
}

// -----

llvm.func @f() {
  llvm.blocktag <id = 7>
  llvm.br ^bb1
^bb1:
  // expected-error @+1 {{duplicate block tag '7' in the same function}}
  llvm.blocktag <id = 7>
  llvm.return
}

// -----

llvm.func @f() {
  llvm.return
}
llvm.func @g() {
  // expected-error @+1 {{expects an existing block label target in the referenced function}}
  %0 = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr
  llvm.return
}

// -----

llvm.mlir.global external @x(42 : i32) : i32
// expected-error @+1 {{expects type to be a valid element type for an LLVM global alias}}
llvm.mlir.alias external @y : !llvm.token {
  %0 = llvm.mlir.addressof @x : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// -----

llvm.mlir.global external @x(42 : i32) : i32
// expected-error @+1 {{'common' linkage not supported in aliases, available options}}
llvm.mlir.alias common @y : i32 {
  %0 = llvm.mlir.addressof @x : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// -----

// expected-error @+1 {{'appending' linkage not supported in ifuncs, available options}}
llvm.mlir.ifunc appending @f : !llvm.func<void ()>, !llvm.ptr @g
llvm.func @g() -> !llvm.ptr

// -----

// expected-error @+1 {{resolver must be a definition}}
llvm.mlir.ifunc external @f : !llvm.func<void ()>, !llvm.ptr @g
llvm.func @g() -> !llvm.ptr

// -----

// expected-error @+1 {{must have a function resolver}}
llvm.mlir.ifunc external @f : !llvm.func<void ()>, !llvm.ptr @y
llvm.mlir.global external @x(42 : i32) : i32
llvm.mlir.alias external @y : i32 {
  %0 = llvm.mlir.addressof @x : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// -----

// expected-error @+1 {{resolver must return a pointer}}
llvm.mlir.ifunc external @f : !llvm.func<void ()>, !llvm.ptr @g
llvm.func @g() {
  llvm.return
}

// -----

// expected-error @+1 {{resolver has incorrect type}}
llvm.mlir.ifunc external @f : !llvm.func<void ()>, !llvm.ptr<1> @g
llvm.func @g() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// -----

llvm.func @intrinsic_without_prefix(%a: f32) {
  // expected-error@+1 {{'llvm.call_intrinsic' op intrinsic name must start with 'llvm.'}}
  %r = llvm.call_intrinsic "sqrt.f32"(%a) : (f32) -> f32
  llvm.return
}

// -----

llvm.func @operand_of_a_block_without(%flag: i32) {
  // expected-error@+1 {{branch has 1 operands for successor #1, but target block has 0}}
  "llvm.switch"(%flag, %flag)[^a, ^a] <{case_operand_segments = array<i32: 1>, case_values = dense<[1]> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^a:
  llvm.return
}

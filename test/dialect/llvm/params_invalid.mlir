// What may be said of parameters and results, and how the attributes are told that are of another kind.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{"llvm.noalias" attribute attached to non-pointer LLVM type}}
llvm.func @noalias_of_a_number(%x: i32 {llvm.noalias})

// -----

// expected-error@+1 {{"llvm.noalias" should be a unit attribute}}
llvm.func @noalias_with_a_value(%x: !llvm.ptr {llvm.noalias = 1 : i32})

// -----

// expected-error@+1 {{"llvm.byval" should be a type attribute}}
llvm.func @byval_without_a_type(%x: !llvm.ptr {llvm.byval})

// -----

// expected-error@+1 {{"llvm.align" should be an integer attribute}}
llvm.func @align_by_nothing(%x: !llvm.ptr {llvm.align})

// -----

// expected-error@+1 {{"llvm.signext" attribute attached to non-integer LLVM type}}
llvm.func @signed_float(%x: f32 {llvm.signext})

// -----

// expected-error@+1 {{"llvm.align" attribute attached to non-pointer LLVM type}}
func.func private @of_another_dialect(%x: f32 {llvm.align = 4 : i64})

// -----

// A type that is not LLVM's yet may become a pointer.
func.func private @memref(%x: memref<4xf32> {llvm.noalias})

// -----

// expected-error@+1 {{"llvm.returned" is not a valid result attribute}}
llvm.func @returned_result() -> (!llvm.ptr {llvm.returned})

// -----

// expected-error@+1 {{"llvm.allocptr" is not a valid result attribute}}
llvm.func @allocated_result() -> (!llvm.ptr {llvm.allocptr})

// -----

// expected-error@+1 {{expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
llvm.func @result_of_void() -> (!llvm.void {llvm.noundef})

// -----

// expected-error@+1 {{variadic arguments must be in the end of the argument list}}
llvm.func @more_after_the_rest(i32, ..., i32)

// -----

// expected-error@+1 {{custom op 'llvm.func' expected valid '@'-identifier for symbol name}}
llvm.func nocc @convention()

// -----

// expected-error@+2 {{for Calling Conventions, got: nocc}}
// expected-error@+1 {{failed to parse CConvAttr parameter 'CallingConv' which is to be a `CConv`}}
"llvm.func"() ({}) {sym_name = "f", CConv = #llvm.cconv<nocc>, function_type = !llvm.func<void ()>} : () -> ()

// -----

llvm.func @dereferenced_number(%p: !llvm.ptr) {
  // expected-error@+1 {{expected op to return a single LLVM pointer type}}
  %0 = llvm.load %p dereferenceable<bytes = 8> : !llvm.ptr -> i64
  llvm.return
}

// -----

// expected-error@+1 {{expected zero or one type}}
llvm.mlir.global internal @two_types(0) : i64, i32

// -----

// expected-error@+1 {{struct without a body only allowed in a recursive struct}}
llvm.func @no_body(!llvm.struct<"a">)

// -----

// expected-error@+1 {{identifier already used for an enclosing struct}}
llvm.func @within_itself(!llvm.struct<"a", (struct<"a", ()>)>)

// -----

// expected-error@+1 {{unexpected type, expected keyword}}
llvm.func @builtin(!llvm.f32)

// -----

// expected-error@+1 {{unknown LLVM type}}
llvm.func @unknown(!llvm.pointer)

// -----

// expected-error@+2 {{expected string}}
// expected-error@+1 {{failed to parse LLVMTargetExtType parameter 'extTypeName' which is to be a `::llvm::StringRef`}}
llvm.func @target_without_a_name(!llvm.target<i32>)

// -----

#root = #llvm.tbaa_root<id = "root">
// expected-error@+2 {{invalid kind of attribute specified}}
// expected-error@+1 {{failed to parse LLVM_TBAATagAttr parameter 'base_type' which is to be a `TBAATypeDescriptorAttr`}}
#tag = #llvm.tbaa_tag<base_type = #root, access_type = #root, offset = 0>

// -----

// expected-error@+3 {{invalid kind of attribute specified}}
// expected-error@+2 {{failed to parse LLVM_TBAAMemberAttr parameter 'typeDesc' which is to be a `TBAANodeAttr`}}
// expected-error@+1 {{failed to parse LLVM_TBAATypeDescriptorAttr parameter 'members' which is to be a `::llvm::ArrayRef<TBAAMemberAttr>`}}
#type = #llvm.tbaa_type_desc<id = "t", members = {<"text", 0>}>

// -----

// expected-error@+1 {{only integer and string values are currently supported}}
llvm.module_flags [#llvm.mlir.module_flag<error, "key", @f>]

// -----

// expected-error@+1 {{'CG Profile' key expects an array of '#llvm.cgprofile_entry'}}
llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", ["text"]>]

// -----

// expected-error@+1 {{'ProfileSummary' key expects a '#llvm.profile_summary' attribute}}
llvm.module_flags [#llvm.mlir.module_flag<append, "ProfileSummary", 3 : i64>]

// -----

// expected-error@+1 {{expected a module flag attribute}}
llvm.module_flags ["text"]

// -----

// expected-error@+3 {{expected one of [SampleProfile, InstrProf, CSInstrProf] for LLVM ProfileSummary format kinds, got: Other}}
// expected-error@+2 {{failed to parse ModuleFlagProfileSummaryAttr parameter 'format' which is to be a `ProfileSummaryFormatKind`}}
// expected-error@+1 {{failed to parse ModuleFlagAttr parameter}}
llvm.module_flags [#llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = "Other">>]

// -----

// expected-error@+1 {{'llvm.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 2}}
"llvm.func"() <{function_type = !llvm.func<void (ptr, i64)>, linkage = #llvm.linkage<external>, sym_name = "f", arg_attrs = [{}]}> ({
}) : () -> ()

// -----

// expected-error@+1 {{'llvm.func' op with optimize_none must also be no_inline}}
llvm.func @f() attributes {optimize_none} {
  llvm.return
}

// -----

// expected-error@+1 {{no_inline and always_inline attributes are incompatible}}
llvm.func @f() attributes {no_inline, always_inline} {
  llvm.return
}

// -----

llvm.func @f(%arg0: i32) {
  // expected-error@+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
  "llvm.switch"(%arg0)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>, branch_weights = array<i32: 1>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%arg0: i32) {
  // expected-error@+1 {{'llvm.switch' op caseOperands count (0) does not match with the total size (1) specified in attribute 'case_operand_segments'}}
  "llvm.switch"(%arg0)[^bb1, ^bb1] <{case_operand_segments = array<i32: 1>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.mlir.ifunc' op must have a function resolver}}
llvm.mlir.ifunc external @i : !llvm.func<void ()>, !llvm.ptr @g
llvm.mlir.global external @g() {addr_space = 0 : i32} : i32

// -----

// expected-error@+1 {{'llvm.mlir.ifunc' op resolver must be a definition}}
llvm.mlir.ifunc external @i : !llvm.func<void ()>, !llvm.ptr @f
llvm.func @f() -> !llvm.ptr

// -----

// expected-error@+1 {{'llvm.mlir.ifunc' op resolver must return a pointer}}
llvm.mlir.ifunc external @i : !llvm.func<void ()>, !llvm.ptr @a
llvm.mlir.alias external @a : !llvm.ptr {
  %0 = llvm.mlir.addressof @f : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @f() {
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.mlir.ifunc' op resolver has incorrect type}}
llvm.mlir.ifunc external @i : !llvm.func<void ()>, !llvm.ptr<1> @f
llvm.func @f() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

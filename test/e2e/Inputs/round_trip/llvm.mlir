// Types and attributes of llvm, and parts of its ops, that no other input has.
"test.types"() {a = !llvm.void, b = !llvm.label, c = !llvm.metadata, d = !llvm.x86_amx, e = !llvm.target<"spirv.Image", !llvm.void, 0, 1>, f = !llvm.ppc_fp128, g = !llvm.token} : () -> ()
// -----
"test.attrs"() {a = #llvm.address_space<3>, b = #llvm.cgprofile_entry<from = @f, to = @g, count = 3>, c = #llvm.cgprofile_entry<count = 3>, d = #llvm.poison, e = #llvm.undef, f = #llvm.zero} : () -> ()
// -----
"test.attrs"() {b = #llvm.dependent_libraries<"m", "c">, c = #llvm.mmra_tag<"x":"y">, d = #llvm.vec_type_hint<hint = i32>, e = #llvm.vec_type_hint<hint = i32, is_signed = true>, f = #llvm.mlir.workgroup_attribution<4, f32>} : () -> ()
// -----
"test.attrs"() {a = #llvm.target<triple = "x86_64-unknown-linux", chip = "generic">, b = #llvm.target<triple = "x86_64-unknown-linux", chip = "generic", features = <["+avx", "-sse"]>>, c = #llvm.target_features<["+avx"]>} : () -> ()
// -----
"test.attrs"() {a = #llvm.profile_summary_detailed<cut_off = 10000, min_count = 86427, num_counts = 1>, b = #llvm.profile_summary<format = InstrProf, total_count = 5, max_count = 4, max_internal_count = 3, max_function_count = 2, num_counts = 1, num_functions = 1, detailed_summary = <cut_off = 1, min_count = 2, num_counts = 3>, <cut_off = 4, min_count = 5, num_counts = 6>>} : () -> ()
// -----
"test.attrs"() {a = #llvm.profile_summary<format = SampleProfile, total_count = 5, max_count = 4, max_internal_count = 3, max_function_count = 2, num_counts = 1, num_functions = 1, is_partial_profile = 1, partial_profile_ratio = 0.5 : f64, detailed_summary = <cut_off = 1, min_count = 2, num_counts = 3>>} : () -> ()
// -----
#file = #llvm.di_file<"f.c" in "/src">
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "p", isOptimized = false, emissionKind = LineTablesOnly, nameTableKind = None, splitDebugFilename = "f.dwo">
#null = #llvm.di_null_type
#types = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #null, #int>
#program = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", linkageName = "_f", file = #file, line = 1, scopeLine = 2, subprogramFlags = Definition, type = #types, annotations = #llvm.di_annotation<name = "n", value = "v">>
#block = #llvm.di_lexical_block<scope = #program, file = #file, line = 3, column = 4>
#inner = #llvm.di_lexical_block_file<scope = #block, file = #file, discriminator = 5>
#variable = #llvm.di_local_variable<scope = #inner, name = "x", file = #file, line = 4, arg = 1, alignInBits = 32, type = #int, flags = Artificial>
"test.attrs"() {a = #variable, b = #program, c = #llvm.di_label<scope = #inner, name = "l", file = #file, line = 5>} : () -> ()
// -----
#file = #llvm.di_file<"m.f90" in "/src">
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#module = #llvm.di_module<file = #file, scope = #file, name = "m", configMacros = "c", includePath = "i", apinotes = "a", line = 1, isDecl = true>
#space = #llvm.di_namespace<name = "n", scope = #module, exportSymbols = true>
#global = #llvm.di_global_variable<scope = #space, name = "g", linkageName = "_g", file = #file, line = 2, type = #int, isLocalToUnit = true, isDefined = true, alignInBits = 8>
#common = #llvm.di_common_block<scope = #space, decl = #global, name = "c", file = #file, line = 3>
#entity = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #space, entity = #module, file = #file, line = 4, name = "e", elements = #int>
#expression = #llvm.di_global_variable_expression<var = #global, expr = <[DW_OP_push_object_address, DW_OP_plus_uconst(1)]>>
#text = #llvm.di_string_type<tag = DW_TAG_string_type, name = "s", sizeInBits = 32, alignInBits = 8, stringLength = #global, stringLengthExp = <[DW_OP_deref]>, stringLocationExp = <>, encoding = DW_ATE_ASCII>
"test.attrs"() {a = #common, b = #entity, c = #expression, d = #text} : () -> ()
// -----
#int = #llvm.di_basic_type<name = "int">
#derived = #llvm.di_derived_type<tag = DW_TAG_pointer_type, name = "p", baseType = #int, sizeInBits = 64, alignInBits = 32, offsetInBits = 4, dwarfAddressSpace = 3, extraData = #int>
#composite = #llvm.di_composite_type<recId = distinct[0]<>, isRecSelf = false, tag = DW_TAG_array_type, name = "a", line = 1, baseType = #derived, flags = Vector, sizeInBits = 64, alignInBits = 32, elements = #llvm.di_subrange<count = 4 : i64, lowerBound = 1 : i64, upperBound = 4 : i64, stride = 1 : i64>, #llvm.di_generic_subrange<lowerBound = #llvm.di_expression<[DW_OP_deref]>, stride = #llvm.di_expression<>>>
"test.attrs"() {a = #composite} : () -> ()
// -----
#outer = #llvm.loop_annotation<disableNonforced = false>
#all = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = false, predicateEnable = true, scalableEnable = false, width = 8 : i64, followupAll = #outer>, interleave = <count = 4 : i32>, unroll = <disable = true, count = 64 : i64, runtimeDisable = false, full = false>, unrollAndJam = <disable = false, count = 32 : i64>, licm = <disable = false, versioningDisable = true>, distribute = <disable = true, followupAll = #outer>, pipeline = <disable = false, initiationinterval = 1 : i64>, peeled = <count = 8 : i64>, unswitch = <partialDisable = false>, mustProgress = true, isVectorized = false>
"test.attrs"() {a = #all, b = #llvm.loop_vectorize<>, c = #llvm.loop_interleave<count = 4 : i32>, d = #llvm.loop_licm<>, e = #llvm.loop_peeled<>, f = #llvm.loop_pipeline<>, g = #llvm.loop_unroll_and_jam<>, h = #llvm.loop_unswitch<>, i = #llvm.loop_distribute<>, j = #llvm.loop_unroll<>} : () -> ()
// -----
#root = #llvm.tbaa_root<id = "root">
#char = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#pair = #llvm.tbaa_type_desc<id = "pair", members = {<#char, 0>, <#char, 1>}>
#tag = #llvm.tbaa_tag<base_type = #pair, access_type = #char, offset = 1, constant = true>
"test.attrs"() {a = #tag, b = #llvm.tbaa_root<>} : () -> ()
// -----
%p = "test.value"() : () -> !llvm.ptr
%v = "test.value"() : () -> i32
llvm.store %v, %p atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr
%r = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
llvm.store %v, %p atomic seq_cst {alignment = 4 : i64} : i32, !llvm.ptr
%q = llvm.load volatile %p invariant dereferenceable<bytes = 4, mayBeNull = true> : !llvm.ptr -> !llvm.ptr
// -----
llvm.func @g(i32) -> f32
llvm.func @h(i32)
llvm.func @personality(...) -> i32
llvm.func @f(%c: i1, %a: i32, %callee: !llvm.ptr) attributes {personality = @personality} {
  %0 = llvm.call @g(%a) ["tag"(%a, %c : i32, i1), "other"()] : (i32) -> f32
  llvm.call %callee(%a) : !llvm.ptr, (i32) -> ()
  llvm.cond_br %c, ^one(%a : i32), ^two(%0 : f32)
^one(%x: i32):
  llvm.cond_br %c weights([1, 2]), ^three, ^four
^two(%y: f32):
  %1 = llvm.invoke @g(%a) to ^three unwind ^five(%a : i32) ["tag"(%a : i32)] : (i32) -> f32
^three:
  llvm.invoke %callee(%a) to ^four unwind ^five(%a : i32) : !llvm.ptr, (i32) -> ()
^four:
  llvm.switch %a : i32, ^one(%a : i32) [
    1: ^three,
    2: ^two(%0 : f32)
  ]
^five(%z: i32):
  %2 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
}
// -----
%c = "test.value"() : () -> i1
%p = "test.value"() : () -> !llvm.ptr
llvm.intr.assume %c : i1
llvm.intr.assume %c ["align"(%p, %p : !llvm.ptr, !llvm.ptr)] : i1
llvm.intr.assume %c ["one"(), "two"(%c : i1)] : i1
%r = llvm.call_intrinsic "llvm.x"(%c) ["tag"(%c : i1)] : (i1) -> i1
llvm.call_intrinsic "llvm.y"(%c) : (i1) -> ()
llvm.inline_asm has_side_effects "nop", "" : () -> ()
// -----
llvm.func @f() attributes {no_inline, optimize_none, vec_type_hint = #llvm.vec_type_hint<hint = vector<4xf32>>} {
  llvm.return
}
llvm.mlir.ifunc external unnamed_addr @i : !llvm.func<void ()>, !llvm.ptr<3> @resolver {address_space = 3 : i32}
llvm.mlir.ifunc external @j : !llvm.func<void ()>, !llvm.ptr @resolver
llvm.func @resolver() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// -----
#file = #llvm.di_file<"f.c" in "/src">
#int = #llvm.di_basic_type<name = "int">
#global = #llvm.di_global_variable<file = #file, line = 2, type = #int>
llvm.mlir.global external @g() {addr_space = 1 : i32, dbg_exprs = [#llvm.di_global_variable_expression<var = #global, expr = <>>]} : i32
// -----
#file = #llvm.di_file<"f.c" in "/src">
#variable = #llvm.di_local_variable<scope = #file, name = "x">
llvm.func @f(%a: i32, %p: !llvm.ptr) {
  llvm.intr.dbg.value #variable #llvm.di_expression<[DW_OP_LLVM_fragment(0, 32), DW_OP_deref]> = %a : i32
  llvm.intr.dbg.declare #variable #llvm.di_expression<[DW_OP_LLVM_fragment(0, 32)]> = %p : !llvm.ptr
  llvm.return
}

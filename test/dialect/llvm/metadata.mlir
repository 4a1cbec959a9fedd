// Attributes that carry metadata mean the same to upstream, before and after we printed them.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s > %t.upstream.mlir
// RUN: mlir-opt %t.mlir | diff -b - %t.upstream.mlir
// RUN: tern-opt %t.upstream.mlir | mlir-opt | diff -b - %t.upstream.mlir

#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "kernel">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
#root = #llvm.tbaa_root<id = "root">
#int = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
#group = #llvm.access_group<id = distinct[2]<>>
llvm.func @metadata(%p: !llvm.ptr, %a: i32) {
  llvm.intr.experimental.noalias.scope.decl #scope
  %0 = llvm.load %p {access_groups = [#group], alias_scopes = [#scope], tbaa = [#tag]} : !llvm.ptr -> i32
  llvm.store %a, %p {noalias_scopes = [#scope]} : i32, !llvm.ptr
  llvm.return
}

#file = #llvm.di_file<"f.c" in "/src">
#unit = #llvm.di_compile_unit<id = distinct[3]<>, sourceLanguage = DW_LANG_C17, file = #file, producer = "tern", isOptimized = true, emissionKind = Full>
#i32 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#signature = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #i32, #i32>
#subprogram = #llvm.di_subprogram<id = distinct[4]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #signature>
#variable = #llvm.di_local_variable<scope = #subprogram, name = "x", file = #file, line = 4, type = #i32>
llvm.func @debug(%a: i32) {
  llvm.intr.dbg.value #variable = %a : i32
  llvm.intr.dbg.value #variable #llvm.di_expression<[DW_OP_plus_uconst(4), DW_OP_stack_value]> = %a : i32
  llvm.return
}

llvm.func @caller()
llvm.func @pointers() attributes {frame_pointer = #llvm.framePointerKind<"non-leaf">}
llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", [#llvm.cgprofile_entry<from = @caller, count = 2>,
  #llvm.cgprofile_entry<from = @caller, to = @pointers, count = 0>]>,
  #llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = InstrProf, total_count = 3,
    max_count = 2, max_internal_count = 1, max_function_count = 4, num_counts = 5, num_functions = 6,
    is_partial_profile = 0, partial_profile_ratio = 0.5 : f64, detailed_summary =
    <cut_off = 1, min_count = 2, num_counts = 3>, <cut_off = 4, min_count = 5, num_counts = 6>>>]

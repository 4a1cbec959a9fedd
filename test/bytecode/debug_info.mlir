// Debug information of LLVM has an encoding of its own: each kind is read as upstream writes it, and the other way round.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode %s -o %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode %s -o %t.theirs
// RUN: tern-opt --allow-unregistered-dialect %t.ours | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect %t.theirs | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.ours | diff %t.mlir -
// RUN: tail -c +11 %t.ours > %t.ours.rest
// RUN: tail -c +17 %t.theirs > %t.theirs.rest
// RUN: cmp %t.ours.rest %t.theirs.rest
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-local-scope %t.theirs | FileCheck %s

#file = #llvm.di_file<"wheel.c" in "/cart">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C_plus_plus_14, file = #file, producer = "smith", isOptimized = true, emissionKind = LineTablesOnly, nameTableKind = GNU>
#plain_unit = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = None>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#void = #llvm.di_basic_type<name = "void">
#pointer = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #int, sizeInBits = 64, alignInBits = 32, offsetInBits = 8, dwarfAddressSpace = 0>
#member = #llvm.di_derived_type<tag = DW_TAG_member, name = "spoke", baseType = #pointer, extraData = #int>
#range = #llvm.di_subrange<count = 4 : i64, lowerBound = #llvm.di_expression<[DW_OP_constu(3)]>, stride = 2 : i64>
#array = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "rim", file = #file, line = 3, scope = #file, baseType = #int, flags = "Public|Vector|VirtualInheritance", sizeInBits = 128, alignInBits = 64, dataLocation = <[DW_OP_deref]>, rank = <[DW_OP_plus_uconst(8), DW_OP_deref]>, elements = #range>
#struct = #llvm.di_composite_type<recId = distinct[2]<>, isRecSelf = true, tag = DW_TAG_structure_type>
#signature = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #llvm.di_null_type, #int, #struct>
#no_signature = #llvm.di_subroutine_type<>
#space = #llvm.di_namespace<name = "yard", scope = #file, exportSymbols = true>
#entity = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #file, entity = #space, file = #file, line = 7, name = "y", elements = #int>
#subprogram = #llvm.di_subprogram<recId = distinct[3]<>, id = distinct[4]<>, compileUnit = #unit, scope = #space, name = "turn", linkageName = "_turn", file = #file, line = 10, scopeLine = 11, subprogramFlags = "Definition|Optimized", type = #signature, annotations = #llvm.di_annotation<name = "kind", value = "round">>
#kept = #llvm.di_subprogram<name = "kept", scopeLine = 1, retainedNodes = #entity, #space>
#block = #llvm.di_lexical_block<scope = #subprogram, file = #file, line = 12, column = 4>
#block_file = #llvm.di_lexical_block_file<scope = #block, file = #file, discriminator = 2>
#variable = #llvm.di_local_variable<scope = #block_file, name = "angle", file = #file, line = 13, arg = 1, alignInBits = 32, type = #int, flags = Artificial>
#label = #llvm.di_label<scope = #block, name = "again", file = #file, line = 14>
#global = #llvm.di_global_variable<scope = #unit, name = "axle", linkageName = "_axle", file = #file, line = 15, type = #array, isLocalToUnit = true, isDefined = true, alignInBits = 8>
#global_expression = #llvm.di_global_variable_expression<var = #global, expr = <[DW_OP_LLVM_convert(32, DW_ATE_unsigned), DW_OP_LLVM_fragment(0, 16), DW_OP_stack_value]>>

// CHECK: sourceLanguage = DW_LANG_C_plus_plus_14
// CHECK-SAME: emissionKind = LineTablesOnly, nameTableKind = GNU
// CHECK: flags = "Public|Vector|SingleInheritance|MultipleInheritance|VirtualInheritance"
"test.use"() {units = [#unit, #plain_unit], types = [#int, #void, #pointer, #member, #array, #struct, #signature, #no_signature], subprograms = [#subprogram, #kept], label = #label, variable = #variable, expression = #llvm.di_expression<>} : () -> ()
llvm.mlir.global external @axle() {addr_space = 0 : i32, dbg_exprs = [#global_expression]} : i32

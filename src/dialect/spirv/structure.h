// The hooks of spirv's structural rows (spirv_structure.def). Private to src/dialect/spirv.

#ifndef TERN_DIALECT_SPIRV_STRUCTURE_H_
#define TERN_DIALECT_SPIRV_STRUCTURE_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "rewrite/rewriter.h"

// A pair of syntax hooks.
#define SYNTAX(name)                                                         \
  bool tern_spirv_parse_##name(tern_parser_t *parser, tern_parsed_op_t *op); \
  void tern_spirv_print_##name(tern_printer_t *printer, const tern_op_t *op);
SYNTAX(module)
SYNTAX(func)
SYNTAX(global_variable)
SYNTAX(entry_point)
SYNTAX(execution_mode)
SYNTAX(constant)
SYNTAX(spec_constant)
SYNTAX(spec_constant_composite)
SYNTAX(spec_constant_composite_replicate)
SYNTAX(spec_constant_operation)
SYNTAX(variable)
SYNTAX(load)
SYNTAX(store)
SYNTAX(copy_memory)
SYNTAX(branch_conditional)
SYNTAX(switch)
SYNTAX(structured)
#undef SYNTAX

#define VERIFIER(name) bool tern_spirv_verify_##name(const tern_op_t *op);
VERIFIER(module)
VERIFIER(func)
VERIFIER(func_body)
VERIFIER(global_variable)
VERIFIER(global_variable_uses)
VERIFIER(constant)
VERIFIER(spec_constant)
VERIFIER(spec_constant_composite)
VERIFIER(spec_constant_composite_uses)
VERIFIER(spec_constant_composite_replicate_uses)
VERIFIER(spec_constant_operation)
VERIFIER(constant_composite_replicate)
VERIFIER(address_of)
VERIFIER(reference_of_uses)
VERIFIER(variable)
VERIFIER(load_store)
VERIFIER(copy_memory)
VERIFIER(access_chain)
VERIFIER(ptr_access_chain)
VERIFIER(branch_conditional)
VERIFIER(switch)
VERIFIER(loop)
VERIFIER(selection)
VERIFIER(merge)
VERIFIER(unreachable)
VERIFIER(function_call_uses)
VERIFIER(select)
VERIFIER(in_function)  // InFunctionScope: inside of a function-like op
VERIFIER(in_module)    // InModuleScope: right inside of a symbol table
#undef VERIFIER

tern_fold_status_t tern_spirv_fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results);
tern_fold_status_t tern_spirv_fold_select(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results);
bool tern_spirv_name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size);
bool tern_spirv_name_address_of(const tern_op_t *op, size_t index, char *out_name, size_t size);
tern_traits_t tern_spirv_memory_effects(const tern_op_t *op);
bool tern_spirv_canonicalize_access_chain(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_spirv_canonicalize_selection(tern_op_t *op, tern_rewriter_t *rewriter);
// The op that holds a constant of spirv's folds.
tern_op_t *tern_spirv_materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                           const tern_attr_t *loc);

#endif  // TERN_DIALECT_SPIRV_STRUCTURE_H_

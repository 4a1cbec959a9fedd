// The hooks of flow's op table. Private to src/dialect/flow.

#ifndef TERN_DIALECT_FLOW_HOOKS_H_
#define TERN_DIALECT_FLOW_HOOKS_H_

#include "dialect/flow/flow.h"

// syntax.c
bool tern_flow_parse_region(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_flow_print_region(tern_printer_t *printer, const tern_op_t *op);
bool tern_flow_parse_constant(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_flow_parse_dynamic_constant(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_flow_print_constant(tern_printer_t *printer, const tern_op_t *op);
bool tern_flow_name_workgroup_info(const tern_op_t *op, size_t index, char *out_name, size_t size);
bool tern_flow_name_channel(const tern_op_t *op, size_t index, char *out_name, size_t size);

// attrs.c
const tern_attr_t *tern_flow_parse_parameter(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type);
void tern_flow_print_parameter(tern_printer_t *printer, const tern_attr_t *attr);

// verify.c
bool tern_flow_verify_region(const tern_op_t *op);
bool tern_flow_verify_region_body(const tern_op_t *op);
bool tern_flow_verify_workgroups(const tern_op_t *op);
bool tern_flow_verify_workgroup_info(const tern_op_t *op);
bool tern_flow_verify_executable(const tern_op_t *op);
bool tern_flow_verify_export(const tern_op_t *op);
bool tern_flow_verify_dispatch(const tern_op_t *op);
bool tern_flow_verify_dispatch_uses(const tern_op_t *op);
bool tern_flow_verify_func(const tern_op_t *op);
bool tern_flow_verify_call(const tern_op_t *op);
bool tern_flow_verify_call_uses(const tern_op_t *op);
bool tern_flow_verify_constant(const tern_op_t *op);
// Every group of dimensions has as many as the types it belongs to.
bool tern_flow_verify_dims(const tern_op_t *op);
bool tern_flow_verify_reshape(const tern_op_t *op);
bool tern_flow_verify_bitcast(const tern_op_t *op);
bool tern_flow_verify_load(const tern_op_t *op);
bool tern_flow_verify_store(const tern_op_t *op);
bool tern_flow_verify_encode(const tern_op_t *op);
bool tern_flow_verify_slice(const tern_op_t *op);
bool tern_flow_verify_update(const tern_op_t *op);
bool tern_flow_verify_trace(const tern_op_t *op);

// fold.c
#define FOLD(NAME)                                                                            \
  tern_fold_status_t tern_flow_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                           tern_fold_result_t *out_results);
FOLD(constant)
FOLD(tie_shape)
FOLD(dispatch_tie_shape)
FOLD(reshape)
FOLD(load)
FOLD(store)
FOLD(clone)
FOLD(transfer)
FOLD(slice)
FOLD(update)
#undef FOLD

// canonicalize.c
bool tern_flow_canonicalize_region(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_flow_canonicalize_workgroups(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_flow_canonicalize_dynamic_constant(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_flow_canonicalize_reshape(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_flow_canonicalize_load(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_flow_canonicalize_splat(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_flow_canonicalize_clone(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_FLOW_HOOKS_H_

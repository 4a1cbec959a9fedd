// The hooks of flow's op table. Private to src/dialect/flow.

#ifndef TERN_DIALECT_FLOW_HOOKS_H_
#define TERN_DIALECT_FLOW_HOOKS_H_

#include "dialect/flow/flow.h"

// syntax.c
tern_parse_hook_t tern_flow_parse_region, tern_flow_parse_constant, tern_flow_parse_dynamic_constant;
tern_print_hook_t tern_flow_print_region, tern_flow_print_constant;
tern_result_name_hook_t tern_flow_name_workgroup_info, tern_flow_name_channel;

// attrs.c
const tern_attr_t *tern_flow_parse_parameter(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type);
void tern_flow_print_parameter(tern_printer_t *printer, const tern_attr_t *attr);

// verify.c
tern_verify_hook_t tern_flow_verify_region, tern_flow_verify_region_body, tern_flow_verify_workgroups,
    tern_flow_verify_workgroup_info, tern_flow_verify_executable, tern_flow_verify_export, tern_flow_verify_dispatch,
    tern_flow_verify_dispatch_uses, tern_flow_verify_func, tern_flow_verify_call, tern_flow_verify_call_uses,
    tern_flow_verify_constant;
// Every group of dimensions has as many as the types it belongs to.
bool tern_flow_verify_dims(const tern_op_t *op);
tern_verify_hook_t tern_flow_verify_reshape, tern_flow_verify_bitcast, tern_flow_verify_load, tern_flow_verify_store,
    tern_flow_verify_encode, tern_flow_verify_slice, tern_flow_verify_update, tern_flow_verify_trace;

// fold.c
tern_fold_hook_t tern_flow_fold_constant, tern_flow_fold_tie_shape, tern_flow_fold_dispatch_tie_shape,
    tern_flow_fold_reshape, tern_flow_fold_load, tern_flow_fold_store, tern_flow_fold_clone, tern_flow_fold_transfer,
    tern_flow_fold_slice, tern_flow_fold_update;

// canonicalize.c
tern_canonicalize_hook_t tern_flow_canonicalize_region, tern_flow_canonicalize_workgroups,
    tern_flow_canonicalize_dynamic_constant, tern_flow_canonicalize_reshape, tern_flow_canonicalize_load,
    tern_flow_canonicalize_splat, tern_flow_canonicalize_clone;

#endif  // TERN_DIALECT_FLOW_HOOKS_H_

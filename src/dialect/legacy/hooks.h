// The hooks of the upgrade table. Private to src/dialect/legacy.

#ifndef TERN_DIALECT_LEGACY_HOOKS_H_
#define TERN_DIALECT_LEGACY_HOOKS_H_

#include "asm/legacy.h"
#include "rewrite/builder.h"

// A builder for ops that must come before the one that is parsed.
tern_builder_t tern_legacy_builder(const tern_parsed_op_t *op);
// Renames `operand_segment_sizes`, a vector then, to today's operandSegmentSizes.
bool tern_legacy_upgrade_segments(tern_parser_t *parser, tern_parsed_op_t *op);

// standard.c
bool tern_legacy_upgrade_func(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_constant;
bool tern_legacy_upgrade_constant(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_dim;
bool tern_legacy_upgrade_dim(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_rank;
bool tern_legacy_upgrade_rank(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_extract_element;
bool tern_legacy_upgrade_extract_element(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_splat;
bool tern_legacy_upgrade_splat(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_tensor_load, tern_legacy_parse_tensor_store, tern_legacy_parse_buffer_cast;
bool tern_legacy_upgrade_tensor_store(tern_parser_t *parser, tern_parsed_op_t *op);

// loops.c
tern_parse_hook_t tern_legacy_parse_reduce, tern_legacy_parse_parallel;
bool tern_legacy_upgrade_parallel(tern_parser_t *parser, tern_parsed_op_t *op);

// shapes.c
tern_parse_hook_t tern_legacy_parse_subview, tern_legacy_parse_slice;
bool tern_legacy_upgrade_slice(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_reshape, tern_legacy_parse_expand_shape, tern_legacy_parse_transpose,
    tern_legacy_parse_init_tensor, tern_legacy_parse_pad_tensor, tern_legacy_parse_tensor_constant;

// structured.c
tern_parse_hook_t tern_legacy_parse_generic;
bool tern_legacy_upgrade_generic(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_indexed_generic;
bool tern_legacy_upgrade_indexed_generic(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_named;
bool tern_legacy_upgrade_named(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_conv;

// device.c
tern_parse_hook_t tern_legacy_parse_barrier;
bool tern_legacy_upgrade_dimension(tern_parser_t *parser, tern_parsed_op_t *op);
const tern_attr_t *tern_legacy_upgrade_entry_point_abi(tern_parser_t *parser, tern_source_pos_t pos,
                                                       const tern_attr_t *value);
const tern_attr_t *tern_legacy_upgrade_interface_var_abi(tern_parser_t *parser, tern_source_pos_t pos,
                                                         const tern_attr_t *value);

// triton.c
bool tern_legacy_parse_conversion(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_legacy_parse_dot_async, tern_legacy_parse_dot, tern_legacy_parse_program,
    tern_legacy_parse_reshape_flag, tern_legacy_parse_narrowing, tern_legacy_parse_print, tern_legacy_parse_broadcast;
bool tern_legacy_upgrade_dot_async(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_dot(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_reshape_flag(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_narrowing(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_scan(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_print(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_broadcast(tern_parser_t *parser, tern_parsed_op_t *op);
const tern_attr_t *tern_legacy_upgrade_capability(tern_parser_t *parser, tern_source_pos_t pos,
                                                  const tern_attr_t *value);

// triton_access.c
tern_parse_hook_t tern_legacy_parse_load, tern_legacy_parse_store;

// triton_memory.c
const tern_type_t *tern_legacy_upgrade_tensor(const tern_type_t *tensor);
tern_parse_hook_t tern_legacy_parse_convert_layout, tern_legacy_parse_tensor_splat, tern_legacy_parse_trans,
    tern_legacy_parse_alloc_tensor, tern_legacy_parse_insert_slice_async, tern_legacy_parse_insert_slice_sync,
    tern_legacy_parse_extract_slice;
bool tern_legacy_upgrade_convert_layout(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_tensor_splat(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_trans(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_alloc_tensor(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_insert_slice_async(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_insert_slice_sync(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_extract_slice(tern_parser_t *parser, tern_parsed_op_t *op);

// triton_nvidia.c
tern_parse_hook_t tern_legacy_parse_typed, tern_legacy_parse_alloc_mbarrier, tern_legacy_parse_mbarrier_wait,
    tern_legacy_parse_mbarrier_arrive, tern_legacy_parse_insert_slice_tma, tern_legacy_parse_store_async,
    tern_legacy_parse_bulk_wait, tern_legacy_parse_bar_wait, tern_legacy_parse_reg_alloc, tern_legacy_parse_reg_dealloc;

#endif  // TERN_DIALECT_LEGACY_HOOKS_H_

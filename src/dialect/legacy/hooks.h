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
bool tern_legacy_parse_constant(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_constant(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_dim(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_dim(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_rank(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_rank(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_extract_element(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_extract_element(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_splat(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_splat(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_tensor_load(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_tensor_store(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_buffer_cast(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_tensor_store(tern_parser_t *parser, tern_parsed_op_t *op);

// loops.c
bool tern_legacy_parse_reduce(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_parallel(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_parallel(tern_parser_t *parser, tern_parsed_op_t *op);

// shapes.c
bool tern_legacy_parse_subview(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_slice(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_slice(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_reshape(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_expand_shape(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_transpose(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_init_tensor(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_pad_tensor(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_tensor_constant(tern_parser_t *parser, tern_parsed_op_t *op);

// structured.c
bool tern_legacy_parse_generic(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_generic(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_indexed_generic(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_indexed_generic(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_named(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_named(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_parse_conv(tern_parser_t *parser, tern_parsed_op_t *op);

// device.c
bool tern_legacy_parse_barrier(tern_parser_t *parser, tern_parsed_op_t *op);
bool tern_legacy_upgrade_dimension(tern_parser_t *parser, tern_parsed_op_t *op);
const tern_attr_t *tern_legacy_upgrade_entry_point_abi(tern_parser_t *parser, tern_source_pos_t pos,
                                                       const tern_attr_t *value);
const tern_attr_t *tern_legacy_upgrade_interface_var_abi(tern_parser_t *parser, tern_source_pos_t pos,
                                                         const tern_attr_t *value);

// triton.c
bool tern_legacy_parse_conversion(tern_parser_t *parser, tern_parsed_op_t *op);

#endif  // TERN_DIALECT_LEGACY_HOOKS_H_

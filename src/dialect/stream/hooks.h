// The hooks of stream's rows. Private to src/dialect/stream.

#ifndef TERN_DIALECT_STREAM_HOOKS_H_
#define TERN_DIALECT_STREAM_HOOKS_H_

#include "asm/format/format.h"

// attrs.c
const tern_attr_t *tern_stream_parse_timepoint_attr(tern_parser_t *parser, const tern_attr_row_t *row,
                                                    const tern_type_t *type);
void tern_stream_print_timepoint_attr(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_stream_parse_resource_config(tern_parser_t *parser, const tern_attr_row_t *row,
                                                     const tern_type_t *type);
void tern_stream_print_resource_config(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_stream_parse_parameter(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type);
void tern_stream_print_parameter(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_stream_parse_partitioning_config(tern_parser_t *parser, const tern_attr_row_t *row,
                                                         const tern_type_t *type);
void tern_stream_print_partitioning_config(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_stream_parse_collective(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type);
void tern_stream_print_collective(tern_printer_t *printer, const tern_attr_t *attr);
// Name of the operand that a kind of collective takes besides its buffers (`source`, `target` ...); NULL: none.
const char *tern_stream_collective_param_name(const tern_attr_t *attr);

// syntax*.c: custom directives.
extern const tern_custom_directive_t tern_stream_directives[];
enum { TERN_STREAM_DIRECTIVE_COUNT = 26 };
#define TERN_STREAM_DECLARE_DIRECTIVE(name)                                                                          \
  bool tern_stream_parse_##name(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count); \
  void tern_stream_print_##name(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,         \
                                size_t count)
TERN_STREAM_DECLARE_DIRECTIVE(resource_region);
TERN_STREAM_DECLARE_DIRECTIVE(explicit_resource_region);
TERN_STREAM_DECLARE_DIRECTIVE(dispatch_operands);
TERN_STREAM_DECLARE_DIRECTIVE(dispatch_resources);
TERN_STREAM_DECLARE_DIRECTIVE(call_operands);
TERN_STREAM_DECLARE_DIRECTIVE(pack_slice_ranges);
TERN_STREAM_DECLARE_DIRECTIVE(constant_value_list);
TERN_STREAM_DECLARE_DIRECTIVE(encoded_operands);
TERN_STREAM_DECLARE_DIRECTIVE(encoded_function_type);
TERN_STREAM_DECLARE_DIRECTIVE(collective_param);
TERN_STREAM_DECLARE_DIRECTIVE(async_signature);
TERN_STREAM_DECLARE_DIRECTIVE(cmd_signature);
TERN_STREAM_DECLARE_DIRECTIVE(parameter_reference);
TERN_STREAM_DECLARE_DIRECTIVE(parameter_loads);
TERN_STREAM_DECLARE_DIRECTIVE(async_gathers);
TERN_STREAM_DECLARE_DIRECTIVE(async_scatters);
TERN_STREAM_DECLARE_DIRECTIVE(cmd_gathers);
TERN_STREAM_DECLARE_DIRECTIVE(cmd_scatters);

// verify.c
tern_verify_hook_t tern_stream_verify_encodings, tern_stream_verify_slice, tern_stream_verify_encoded_dispatch,
    tern_stream_verify_trace, tern_stream_verify_pack, tern_stream_verify_constants, tern_stream_verify_sizes,
    tern_stream_verify_region, tern_stream_verify_await, tern_stream_verify_collective,
    tern_stream_verify_binding_subspan, tern_stream_verify_export, tern_stream_verify_cmd_dispatch,
    tern_stream_verify_dimension, tern_stream_verify_dispatch_symbols, tern_stream_verify_call_symbol;

// stream.c
tern_result_name_hook_t tern_stream_name_result, tern_stream_name_dimension;

// fold.c
// The size operand that a result of stream's own ops has; NULL if its op says none, or for block arguments.
tern_value_t *tern_stream_stated_size(const tern_value_t *value);
tern_fold_hook_t tern_stream_fold_size, tern_stream_fold_immediate, tern_stream_fold_join, tern_stream_fold_await,
    tern_stream_fold_transfer, tern_stream_fold_subview, tern_stream_fold_slice, tern_stream_fold_update,
    tern_stream_fold_import;
tern_canonicalize_hook_t tern_stream_canonicalize_subview, tern_stream_canonicalize_memory,
    tern_stream_canonicalize_commands, tern_stream_canonicalize_update, tern_stream_canonicalize_transfer,
    tern_stream_canonicalize_join, tern_stream_canonicalize_barrier, tern_stream_canonicalize_await;
tern_op_t *tern_stream_materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                            const tern_attr_t *loc);

#endif  // TERN_DIALECT_STREAM_HOOKS_H_

// The hooks of hal's rows. Private to src/dialect/hal.

#ifndef TERN_DIALECT_HAL_HOOKS_H_
#define TERN_DIALECT_HAL_HOOKS_H_

#include "asm/format/format.h"

// attrs.c: the parse and print hooks of the attributes' rows, by what their texts look like.
#define TERN_HAL_ATTR_HOOKS(name)                                                             \
  const tern_attr_t *tern_hal_parse_##name(tern_parser_t *parser, const tern_attr_row_t *row, \
                                           const tern_type_t *type);                          \
  void tern_hal_print_##name(tern_printer_t *printer, const tern_attr_t *attr);
TERN_HAL_ATTR_HOOKS(executable_target)
TERN_HAL_ATTR_HOOKS(executable_object)
TERN_HAL_ATTR_HOOKS(executable_objects)
TERN_HAL_ATTR_HOOKS(pipeline_binding)
TERN_HAL_ATTR_HOOKS(pipeline_layout)
TERN_HAL_ATTR_HOOKS(collective)
// device_attrs.c
TERN_HAL_ATTR_HOOKS(device_target)
TERN_HAL_ATTR_HOOKS(device_alias)
TERN_HAL_ATTR_HOOKS(device_ordinal)
TERN_HAL_ATTR_HOOKS(device_fallback)
TERN_HAL_ATTR_HOOKS(device_select)
TERN_HAL_ATTR_HOOKS(device_affinity)
TERN_HAL_ATTR_HOOKS(device_promise)
TERN_HAL_ATTR_HOOKS(device_optimal)
TERN_HAL_ATTR_HOOKS(device_topology)
#undef TERN_HAL_ATTR_HOOKS

// names.c
tern_result_name_hook_t tern_hal_name_result;

// directives.c
enum { TERN_HAL_DIRECTIVE_COUNT = 6 };
extern const tern_custom_directive_t tern_hal_directives[];
// `(%a: !hal.device) -> (index, index, index) { ... }` or `... -> i1 { ... }`; adds the region.
bool tern_hal_parse_count_region(tern_parser_t *parser, tern_parsed_op_t *op);
tern_parse_hook_t tern_hal_parse_condition_region;
void tern_hal_print_count_region(tern_printer_t *printer, const tern_region_t *region);
void tern_hal_print_condition_region(tern_printer_t *printer, const tern_region_t *region);

// executable_syntax.c
tern_parse_hook_t tern_hal_parse_variant;
tern_print_hook_t tern_hal_print_variant;
bool tern_hal_is_legacy_variant(const tern_op_t *op);  // its target is a pattern of names
tern_parse_hook_t tern_hal_parse_export, tern_hal_parse_condition, tern_hal_parse_constant_block, tern_hal_parse_binary;
tern_print_hook_t tern_hal_print_export, tern_hal_print_condition, tern_hal_print_constant_block, tern_hal_print_binary;

// verify.c
tern_verify_hook_t tern_hal_verify_return, tern_hal_verify_tensor_import, tern_hal_verify_tensor_export,
    tern_hal_verify_source_dims, tern_hal_verify_element_type, tern_hal_verify_encoding_type, tern_hal_verify_bindings,
    tern_hal_verify_device_query, tern_hal_verify_queue_fences, tern_hal_verify_constant_load,
    tern_hal_verify_binding_subspan;
// verify_executable.c
tern_verify_hook_t tern_hal_verify_conditions, tern_hal_verify_variant, tern_hal_verify_export,
    tern_hal_verify_condition, tern_hal_verify_constant_block, tern_hal_verify_dispatch_extern;

// fold.c
#define TERN_HAL_FOLD(name)                                                                  \
  tern_fold_status_t tern_hal_fold_##name(tern_op_t *op, const tern_attr_t *const *operands, \
                                          tern_fold_result_t *out_results);
TERN_HAL_FOLD(tensor_import)
TERN_HAL_FOLD(tensor_export)
TERN_HAL_FOLD(buffer_subspan)
TERN_HAL_FOLD(buffer_length)
TERN_HAL_FOLD(buffer_view_query)
TERN_HAL_FOLD(command_buffer_device)
TERN_HAL_FOLD(fence_join)
#undef TERN_HAL_FOLD

// canonicalize.c
tern_canonicalize_hook_t tern_hal_canonicalize_allocator_select, tern_hal_canonicalize_memory_properties,
    tern_hal_canonicalize_buffer_subspan, tern_hal_canonicalize_buffer_view_create,
    tern_hal_canonicalize_buffer_view_buffer, tern_hal_canonicalize_subspan_operands,
    tern_hal_canonicalize_binding_subspans, tern_hal_canonicalize_queue_barrier, tern_hal_canonicalize_fence_create,
    tern_hal_canonicalize_fence_operands, tern_hal_canonicalize_fence_signal, tern_hal_canonicalize_fence_await;

#endif  // TERN_DIALECT_HAL_HOOKS_H_

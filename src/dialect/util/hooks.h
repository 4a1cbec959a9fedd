// The hooks of util's op table. Private to src/dialect/util.

#ifndef TERN_DIALECT_UTIL_HOOKS_H_
#define TERN_DIALECT_UTIL_HOOKS_H_

#include "dialect/util/util.h"

// types.c
const tern_attr_t *tern_util_parse_assumption_body(tern_parser_t *parser);
void tern_util_print_assumption_body(tern_printer_t *printer, const tern_attr_t *attr);

// syntax.c
tern_parse_hook_t tern_util_parse_switch, tern_util_parse_assume_int, tern_util_parse_barrier,
    tern_util_parse_unfoldable, tern_util_parse_initializer, tern_util_parse_list_construct;
tern_print_hook_t tern_util_print_switch, tern_util_print_assume_int, tern_util_print_barrier,
    tern_util_print_unfoldable, tern_util_print_initializer, tern_util_print_list_construct;
tern_result_name_hook_t tern_util_name_global, tern_util_name_buffer;

// verify.c
tern_verify_hook_t tern_util_verify_switch, tern_util_verify_assume_int, tern_util_verify_barrier,
    tern_util_verify_func, tern_util_verify_call, tern_util_verify_call_uses, tern_util_verify_return,
    tern_util_verify_global, tern_util_verify_global_address, tern_util_verify_global_load,
    tern_util_verify_global_store, tern_util_verify_global_load_indirect, tern_util_verify_global_store_indirect,
    tern_util_verify_list_get, tern_util_verify_list_set, tern_util_verify_buffer_constant;
tern_effects_hook_t tern_util_global_load_effects;

// fold.c
tern_fold_hook_t tern_util_fold_cast, tern_util_fold_cmp_eq, tern_util_fold_cmp_ne, tern_util_fold_switch,
    tern_util_fold_range_min, tern_util_fold_range_max, tern_util_fold_align, tern_util_fold_sizeof,
    tern_util_fold_assume_int, tern_util_fold_buffer_subspan, tern_util_fold_buffer_size;

// canonicalize.c
tern_canonicalize_hook_t tern_util_canonicalize_range, tern_util_canonicalize_extents,
    tern_util_canonicalize_unfoldable, tern_util_canonicalize_initializer, tern_util_canonicalize_global_store,
    tern_util_canonicalize_global_load_indirect, tern_util_canonicalize_global_store_indirect,
    tern_util_canonicalize_buffer_subspan;

#endif  // TERN_DIALECT_UTIL_HOOKS_H_

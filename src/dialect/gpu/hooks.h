// The hooks of gpu's rows. Private to src/dialect/gpu.

#ifndef TERN_DIALECT_GPU_HOOKS_H_
#define TERN_DIALECT_GPU_HOOKS_H_

#include "asm/format/format.h"

// syntax.c
tern_parse_hook_t tern_gpu_parse_func, tern_gpu_parse_launch;
tern_print_hook_t tern_gpu_print_func, tern_gpu_print_launch;
enum { TERN_GPU_DIRECTIVE_COUNT = 5 };
extern const tern_custom_directive_t tern_gpu_directives[];

// attrs.c
const tern_attr_t *tern_gpu_parse_mask(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_gpu_print_mask(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_gpu_parse_loop_dim_map(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type);
void tern_gpu_print_loop_dim_map(tern_printer_t *printer, const tern_attr_t *attr);

// objects.c
const tern_attr_t *tern_gpu_parse_kernel_metadata(tern_parser_t *parser, const tern_attr_row_t *row,
                                                  const tern_type_t *type);
void tern_gpu_print_kernel_metadata(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_gpu_parse_kernel_table(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type);
void tern_gpu_print_kernel_table(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_gpu_parse_object(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_gpu_print_object(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_gpu_parse_select_object(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type);
void tern_gpu_print_select_object(tern_printer_t *printer, const tern_attr_t *attr);
tern_verify_hook_t tern_gpu_verify_module, tern_gpu_verify_binary;
bool tern_gpu_parse_offloading_handler(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t arg_count);
void tern_gpu_print_offloading_handler(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t arg_count);

// matrix.c
const tern_type_t *tern_gpu_parse_matrix(tern_parser_t *parser, const tern_type_row_t *row);
void tern_gpu_print_matrix(tern_printer_t *printer, const tern_type_t *type);
tern_verify_hook_t tern_gpu_verify_matrix_load, tern_gpu_verify_matrix_store, tern_gpu_verify_matrix_compute;
bool tern_gpu_verify_matrix_extract(const tern_op_t *op);  // and of the insertion

// warp.c
tern_parse_hook_t tern_gpu_parse_warp_execute;
tern_print_hook_t tern_gpu_print_warp_execute;
tern_verify_hook_t tern_gpu_verify_warp_execute;

// canonicalize.c
tern_fold_hook_t tern_gpu_fold_all_reduce, tern_gpu_fold_subgroup_reduce, tern_gpu_fold_subgroup_broadcast,
    tern_gpu_fold_memory_access;
tern_canonicalize_hook_t tern_gpu_canonicalize_barrier, tern_gpu_canonicalize_launch, tern_gpu_canonicalize_memcpy,
    tern_gpu_canonicalize_wait, tern_gpu_canonicalize_alloc;

// verify.c
tern_verify_hook_t tern_gpu_verify_func, tern_gpu_verify_return, tern_gpu_verify_launch, tern_gpu_verify_launch_func,
    tern_gpu_verify_all_reduce, tern_gpu_verify_subgroup_reduce, tern_gpu_verify_rotate,
    tern_gpu_verify_subgroup_broadcast, tern_gpu_verify_dynamic_shared_memory, tern_gpu_verify_alloc,
    tern_gpu_verify_memcpy, tern_gpu_verify_memset;
bool tern_gpu_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);

#endif  // TERN_DIALECT_GPU_HOOKS_H_

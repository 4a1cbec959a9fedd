// The hooks of gpu's rows. Private to src/dialect/gpu.

#ifndef TERN_DIALECT_GPU_HOOKS_H_
#define TERN_DIALECT_GPU_HOOKS_H_

#include "asm/format.h"

// syntax.c
bool tern_gpu_parse_func(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_gpu_print_func(tern_printer_t *printer, const tern_op_t *op);
bool tern_gpu_parse_launch(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_gpu_print_launch(tern_printer_t *printer, const tern_op_t *op);
enum { TERN_GPU_DIRECTIVE_COUNT = 4 };
extern const tern_custom_directive_t tern_gpu_directives[];

// attrs.c
const tern_attr_t *tern_gpu_parse_mask(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_gpu_print_mask(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_gpu_parse_loop_dim_map(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type);
void tern_gpu_print_loop_dim_map(tern_printer_t *printer, const tern_attr_t *attr);

// matrix.c
const tern_type_t *tern_gpu_parse_matrix(tern_parser_t *parser, const tern_type_row_t *row);
void tern_gpu_print_matrix(tern_printer_t *printer, const tern_type_t *type);
bool tern_gpu_verify_matrix_load(const tern_op_t *op);
bool tern_gpu_verify_matrix_store(const tern_op_t *op);
bool tern_gpu_verify_matrix_compute(const tern_op_t *op);
bool tern_gpu_verify_matrix_extract(const tern_op_t *op);  // and of the insertion

// verify.c
bool tern_gpu_verify_func(const tern_op_t *op);
bool tern_gpu_verify_return(const tern_op_t *op);
bool tern_gpu_verify_launch(const tern_op_t *op);
bool tern_gpu_verify_launch_func(const tern_op_t *op);
bool tern_gpu_verify_all_reduce(const tern_op_t *op);
bool tern_gpu_verify_subgroup_reduce(const tern_op_t *op);
bool tern_gpu_verify_rotate(const tern_op_t *op);
bool tern_gpu_verify_subgroup_broadcast(const tern_op_t *op);
bool tern_gpu_verify_dynamic_shared_memory(const tern_op_t *op);
bool tern_gpu_verify_alloc(const tern_op_t *op);
bool tern_gpu_verify_memcpy(const tern_op_t *op);
bool tern_gpu_verify_memset(const tern_op_t *op);
bool tern_gpu_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);

#endif  // TERN_DIALECT_GPU_HOOKS_H_

// The hooks of ttg's rows. Private to src/dialect/ttg.

#ifndef TERN_DIALECT_TTG_HOOKS_H_
#define TERN_DIALECT_TTG_HOOKS_H_

#include "asm/format/format.h"
#include "dialect/ttg/ttg.h"

// encoding.c
typedef enum tern_ttg_kind {
  TERN_TTG_KIND_NUMBER,
  TERN_TTG_KIND_FLAG,
  TERN_TTG_KIND_NUMBERS,
  TERN_TTG_KIND_BASES,
  TERN_TTG_KIND_ENCODING
} tern_ttg_kind_t;

typedef struct tern_ttg_field_row {
  const char *name;
  tern_ttg_kind_t kind;
  const char *noun;
} tern_ttg_field_row_t;
extern const tern_ttg_field_row_t tern_ttg_fields[];

typedef struct tern_ttg_encoding_row {
  const tern_ttg_field_t *fields;
  size_t count;
} tern_ttg_encoding_row_t;
extern const tern_ttg_encoding_row_t tern_ttg_encodings[];

bool tern_ttg_is_list(tern_ttg_field_t field);
// The value of a field that is not written.
uint64_t tern_ttg_default(tern_context_t *context, tern_ttg_attr_t id, tern_ttg_field_t field);

// encoding_syntax.c
enum { TERN_TTG_MAX_NUMBERS = 256 };
const tern_attr_t *tern_ttg_parse_encoding(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_ttg_print_encoding(tern_printer_t *printer, const tern_attr_t *attr);
const tern_attr_t *tern_ttg_parse_shared_memory(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type);
void tern_ttg_print_shared_memory(tern_printer_t *printer, const tern_attr_t *attr);
// `{...}` as a dictionary; NULL after an error.
const tern_attr_t *tern_ttg_parse_dictionary(tern_parser_t *parser);
// The numbers of an array, behind the `*inout_count` that are there; false after an error.
bool tern_ttg_read_numbers(tern_parser_t *parser, const tern_attr_t *array, const char *noun, int64_t *out_values,
                           size_t *inout_count);
void tern_ttg_print_bases(tern_printer_t *printer, const tern_attr_t *attr, tern_ttg_field_t field);

// linear_syntax.c
const tern_attr_t *tern_ttg_parse_linear(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_ttg_print_linear(tern_printer_t *printer, const tern_attr_t *attr);

// encoding_verify.c. NULL, or what is wrong with the encoding; valid as long as texts of attributes are.
const char *tern_ttg_check_encoding(const tern_attr_t *attr);

// type.c
const tern_type_t *tern_ttg_parse_type(tern_parser_t *parser, const tern_type_row_t *row);
void tern_ttg_print_type(tern_printer_t *printer, const tern_type_t *type);
const tern_type_t *tern_ttg_type_element(const tern_type_t *type);

// syntax.c
bool tern_ttg_parse_warp_specialize(tern_parser_t *parser, tern_parsed_op_t *op);
void tern_ttg_print_warp_specialize(tern_printer_t *printer, const tern_op_t *op);
enum { TERN_TTG_DIRECTIVE_COUNT = 1 };
extern const tern_custom_directive_t tern_ttg_directives[];

// verify.c
bool tern_ttg_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);
bool tern_ttg_verify_local_alloc(const tern_op_t *op);
bool tern_ttg_verify_local_load(const tern_op_t *op);
bool tern_ttg_verify_local_store(const tern_op_t *op);
bool tern_ttg_verify_async_copy(const tern_op_t *op);
bool tern_ttg_verify_fp4_to_fp(const tern_op_t *op);
bool tern_ttg_verify_warp_specialize(const tern_op_t *op);
bool tern_ttg_verify_warp_yield(const tern_op_t *op);

// verify_views.c
bool tern_ttg_verify_memdesc_index(const tern_op_t *op);
bool tern_ttg_verify_memdesc_subslice(const tern_op_t *op);
bool tern_ttg_verify_memdesc_trans(const tern_op_t *op);
bool tern_ttg_verify_memdesc_reshape(const tern_op_t *op);

// fold.c
#define FOLD(NAME)                                                                           \
  tern_fold_status_t tern_ttg_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                          tern_fold_result_t *out_results)
FOLD(local_alloc);
FOLD(memdesc_trans);
FOLD(memdesc_reinterpret);
#undef FOLD
tern_traits_t tern_ttg_local_alloc_effects(const tern_op_t *op);

// canonicalize.c
bool tern_ttg_canonicalize_convert(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_ttg_canonicalize_local_alloc(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_ttg_canonicalize_local_store(tern_op_t *op, tern_rewriter_t *rewriter);
bool tern_ttg_canonicalize_warp_specialize(tern_op_t *op, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_TTG_HOOKS_H_

// The hooks of llvm's op rows, and what the files of the dialect share.

#ifndef TERN_DIALECT_LLVM_LLVM_HOOKS_H_
#define TERN_DIALECT_LLVM_LLVM_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/llvm/llvm.h"

// Syntax: syntax_value.c, syntax_branch.c, syntax_call.c, syntax_global.c.
tern_parse_hook_t tern_llvm_parse_cmp, tern_llvm_parse_alloca, tern_llvm_parse_gep, tern_llvm_parse_call,
    tern_llvm_parse_invoke, tern_llvm_parse_call_intrinsic, tern_llvm_parse_assume, tern_llvm_parse_landingpad,
    tern_llvm_parse_extractvalue, tern_llvm_parse_insertvalue, tern_llvm_parse_shufflevector, tern_llvm_parse_switch,
    tern_llvm_parse_indirectbr, tern_llvm_parse_global, tern_llvm_parse_alias, tern_llvm_parse_ifunc,
    tern_llvm_parse_func, tern_llvm_parse_invariant_end;
tern_print_hook_t tern_llvm_print_icmp, tern_llvm_print_fcmp, tern_llvm_print_alloca, tern_llvm_print_gep,
    tern_llvm_print_call, tern_llvm_print_invoke, tern_llvm_print_call_intrinsic, tern_llvm_print_assume,
    tern_llvm_print_landingpad, tern_llvm_print_extractvalue, tern_llvm_print_insertvalue,
    tern_llvm_print_shufflevector, tern_llvm_print_switch, tern_llvm_print_indirectbr, tern_llvm_print_global,
    tern_llvm_print_alias, tern_llvm_print_ifunc, tern_llvm_print_func, tern_llvm_print_invariant_end;

// What is said of `!llvm.name` that is no type; types.c.
const char *tern_llvm_unknown_type_message(tern_str_t name);

// Rules: verify.c, verify_global.c, verify_params.c.
bool tern_llvm_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr);
bool tern_llvm_verify_result_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr);
tern_verify_hook_t tern_llvm_verify_alloca, tern_llvm_verify_gep, tern_llvm_verify_dereferenceable,
    tern_llvm_verify_module_flags, tern_llvm_verify_load, tern_llvm_verify_store, tern_llvm_verify_call,
    tern_llvm_verify_invoke, tern_llvm_verify_op_bundles, tern_llvm_verify_call_intrinsic, tern_llvm_verify_landingpad,
    tern_llvm_verify_extractvalue, tern_llvm_verify_insertvalue, tern_llvm_verify_shufflevector,
    tern_llvm_verify_switch, tern_llvm_verify_cmpxchg, tern_llvm_verify_atomicrmw, tern_llvm_verify_fence,
    tern_llvm_verify_bitcast, tern_llvm_verify_extension, tern_llvm_verify_truncation, tern_llvm_verify_return,
    tern_llvm_verify_inline_asm, tern_llvm_verify_constant, tern_llvm_verify_zero, tern_llvm_verify_sincos,
    tern_llvm_verify_vector_insert, tern_llvm_verify_vector_extract, tern_llvm_verify_vector_interleave2,
    tern_llvm_verify_alias, tern_llvm_verify_ifunc, tern_llvm_verify_blockaddress_uses;
bool tern_llvm_verify_comdat(const tern_op_t *op);  // that `comdat`, if it is there, names a selector
bool tern_llvm_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);
tern_verify_hook_t tern_llvm_verify_global, tern_llvm_verify_xtors, tern_llvm_verify_func,
    tern_llvm_verify_global_regions, tern_llvm_verify_alias_regions, tern_llvm_verify_func_regions,
    tern_llvm_verify_comdat_regions, tern_llvm_verify_call_uses, tern_llvm_verify_addressof_uses,
    tern_llvm_verify_ifunc_uses, tern_llvm_verify_dso_local_equivalent_uses, tern_llvm_verify_xtor_uses;
tern_infer_hook_t tern_llvm_infer_shufflevector, tern_llvm_infer_cmpxchg, tern_llvm_infer_pointer;
tern_effects_hook_t tern_llvm_load_effects, tern_llvm_store_effects;

// Folds: fold.c.
tern_fold_hook_t tern_llvm_fold_icmp, tern_llvm_fold_gep, tern_llvm_fold_extractvalue, tern_llvm_fold_shufflevector,
    tern_llvm_fold_cast, tern_llvm_fold_zext, tern_llvm_fold_or, tern_llvm_fold_shl, tern_llvm_fold_constant,
    tern_llvm_fold_marker, tern_llvm_fold_dso_local_equivalent, tern_llvm_fold_blockaddress, tern_llvm_fold_addressof;
tern_effects_hook_t tern_llvm_inline_asm_effects;

// The type of the member at `position`, or NULL after an error about `op` (`op` NULL: no error).
const tern_type_t *tern_llvm_member_type(const tern_op_t *op, const tern_type_t *aggregate, const int64_t *position,
                                         size_t depth);
// A case of the enum as keyword, or `otherwise` if none stands there. Adds it as attribute `name`.
void tern_llvm_parse_keyword(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_enum_row_t *row,
                             int64_t otherwise);
// The keyword of attribute `name` and a space, unless it has the value `otherwise`.
void tern_llvm_print_keyword(tern_printer_t *printer, const tern_op_t *op, const char *name, const tern_enum_row_t *row,
                             int64_t otherwise);
// Value of an enum attribute, or `otherwise` if it is absent.
int64_t tern_llvm_enum_value(const tern_op_t *op, const char *name, int64_t otherwise);

// Whether parameter `index` of an attribute may be `value` (NULL: absent). Attributes without named parameters take any.
bool tern_llvm_attr_takes(const char *attr_name, size_t index, const tern_attr_t *value);

// Attributes: attrs.c, attrs_syntax.c.
enum { TERN_LLVM_MAX_PARAMS = 16 };  // of an attribute
// An i64.
const tern_attr_t *tern_llvm_make_number(tern_context_t *context, int64_t value);
// The row of an attribute of the dialect, or NULL.
const tern_attr_row_t *tern_llvm_attr_row(const char *name);
// An array of the values; NULL if they were wrong.
const tern_attr_t *tern_llvm_finish_array(tern_context_t *context, const tern_attr_t *const *values, size_t count,
                                          bool is_right);
// `<name = value, ...>` in any order.
const tern_attr_t *tern_llvm_parse_params(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_llvm_print_params(tern_printer_t *printer, const tern_attr_t *attr);

// Bytecode of attributes (encoding_attrs.c): loop annotations and debug information.
struct tern_decoder;
struct tern_encoder;
const tern_attr_t *tern_llvm_read_attr(struct tern_decoder *decoder);
bool tern_llvm_write_attr(struct tern_encoder *encoder, const tern_attr_t *attr);

// Bytecode (encoding.c).
extern const struct tern_dialect_encoding tern_llvm_encoding;

#endif  // TERN_DIALECT_LLVM_LLVM_HOOKS_H_

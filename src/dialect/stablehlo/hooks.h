// Private to src/dialect/stablehlo: hooks that the table names, and what the files of this folder share.

#ifndef TERN_DIALECT_STABLEHLO_HOOKS_H_
#define TERN_DIALECT_STABLEHLO_HOOKS_H_

#include "asm/format/format.h"
#include "asm/legacy.h"
#include "base/vec.h"
#include "dialect/stablehlo/stablehlo.h"

// Tensors of more dimensions are refused by the verifier.
#define TERN_HLO_MAX_RANK 64

// --- what a rule is asked about: an op to verify, or the parts of one whose result types are wanted ---
typedef struct tern_hlo_subject {
  tern_context_t *context;
  const tern_attr_t *loc;
  const tern_op_def_t *def;
  const tern_op_t *op;           // NULL while types are inferred
  const tern_op_state_t *state;  // NULL while an op is verified
} tern_hlo_subject_t;

// Checks operands and attributes; writes the result types as far as they follow from these (NULL where they do not).
typedef bool (*tern_hlo_rule_t)(const tern_hlo_subject_t *subject, const tern_type_t **out_types);

bool tern_hlo_error(const tern_hlo_subject_t *subject, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t tern_hlo_operand_count(const tern_hlo_subject_t *subject);
const tern_type_t *tern_hlo_operand_type(const tern_hlo_subject_t *subject, size_t index);
const tern_attr_t *tern_hlo_attr(const tern_hlo_subject_t *subject, const char *name);
// A list attribute: `*out_count` entries, at most 2 * TERN_HLO_MAX_RANK; absent is empty. False after an error.
bool tern_hlo_list(const tern_hlo_subject_t *subject, const char *name, int64_t *out_values, size_t *out_count);
int64_t tern_hlo_int(const tern_hlo_subject_t *subject, const char *name, int64_t otherwise);
bool tern_hlo_infer(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types,
                    tern_hlo_rule_t rule);
bool tern_hlo_verify(const tern_op_t *op, tern_hlo_rule_t rule);
bool tern_hlo_is_dim_compatible(int64_t a, int64_t b);
// Same element type, and shapes that agree where both are known.
bool tern_hlo_are_compatible(const tern_type_t *a, const tern_type_t *b);
bool tern_hlo_have_compatible_shapes(const tern_type_t *a, const tern_type_t *b);
// The same element type, or quantized ones that differ in scales and zero points only.
bool tern_hlo_have_compatible_elements(const tern_type_t *a, const tern_type_t *b);
// What may not be seen from the types of one operand alone (rules_quantized.c, rules_bounds.c); errors are emitted.
bool tern_hlo_check_quantized(const tern_op_t *op);
bool tern_hlo_check_bounds(const tern_op_t *op);
// The size of a dimension, or where that is dynamic, what it is bounded by (TERN_DYNAMIC: nothing).
int64_t tern_hlo_bound(const tern_type_t *type, size_t dim);
// No size of one type is above the bound that the other has for it.
bool tern_hlo_fit_bounds(const tern_type_t *a, const tern_type_t *b);
// Sizes of the result are known, or bounded: mhlo has ops of this name whose sizes are whatever the context says.
bool tern_hlo_check_static_result(const tern_hlo_subject_t *subject);
// A tensor type like another one, with bounds for those of `dims` that are dynamic; `dims` again are none.
const tern_type_t *tern_hlo_bounded_type(const tern_hlo_subject_t *subject, const tern_type_t *like,
                                         const int64_t *dims, const int64_t *bounds, size_t rank);
const tern_type_t *tern_hlo_tensor(const tern_type_t *element, const int64_t *dims, size_t rank);
// All of `values` are in [0, bound) and none comes twice; `what` is for the message.
bool tern_hlo_check_dims(const tern_hlo_subject_t *subject, const char *what, const int64_t *values, size_t count,
                         int64_t bound);

// --- operands that are constants (rules_constant.c) ---
// The numbers of an operand; false if it is no constant list of them.
bool tern_hlo_constant_list(const tern_hlo_subject_t *subject, size_t operand, int64_t *out_values, size_t *out_count);
// These pass where it is none.
bool tern_hlo_check_output_shape(const tern_hlo_subject_t *subject, size_t operand);
bool tern_hlo_check_output_elements(const tern_hlo_subject_t *subject, size_t operand);
bool tern_hlo_check_broadcast_sizes(const tern_hlo_subject_t *subject, size_t operand, const int64_t *dims);
bool tern_hlo_check_padding_sizes(const tern_hlo_subject_t *subject, size_t first);
// Size of a dimension with padding before, after and between; false if it overflows.
bool tern_hlo_pad_dim(int64_t size, int64_t low, int64_t high, int64_t interior, int64_t *out_size);

// --- windows (rules_dot.c) ---
typedef struct tern_hlo_window {
  int64_t strides[TERN_HLO_MAX_RANK], base_dilations[TERN_HLO_MAX_RANK], window_dilations[TERN_HLO_MAX_RANK];
  int64_t low[TERN_HLO_MAX_RANK], high[TERN_HLO_MAX_RANK];
} tern_hlo_window_t;
// Reads strides, base dilations and window dilations by these names, and `padding`; what is absent is 1 or 0.
bool tern_hlo_read_window(const tern_hlo_subject_t *subject, size_t rank, const char *const names[3],
                          tern_hlo_window_t *out_window);
// How many windows of `window_size` there are along a dimension of `size`.
bool tern_hlo_window_size(const tern_hlo_subject_t *subject, const tern_hlo_window_t *window, size_t dim, int64_t size,
                          int64_t window_size, int64_t *out_size);

// --- attributes (attrs.c) ---
enum { TERN_HLO_ATTR_COUNT = 15, TERN_HLO_DIRECTIVE_COUNT = 17 };
extern const tern_attr_row_t tern_stablehlo_attrs[];
extern const tern_attr_row_t tern_mhlo_attrs[];
// Today's attribute for a dictionary of old; NULL if it does not fit.
const tern_attr_t *tern_hlo_attr_of_dictionary(tern_context_t *context, const tern_attr_row_t *row,
                                               const tern_attr_t *dictionary);
// `[b, 0, f]x[0, i, o]->[b, 0, f]`
const tern_attr_t *tern_hlo_parse_conv(tern_parser_t *parser, const tern_attr_row_t *row);
void tern_hlo_print_conv(tern_printer_t *printer, const tern_attr_t *attr);
// `<...>` of an attribute with named fields.
const tern_attr_t *tern_hlo_parse_fields(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type);
void tern_hlo_print_fields(tern_printer_t *printer, const tern_attr_t *attr);

// --- meshes of devices (mesh.c) ---
// Their rows stand next to each other in this order.
typedef enum tern_hlo_mesh_row {
  TERN_HLO_SUB_AXIS_INFO,
  TERN_HLO_AXIS_REF,
  TERN_HLO_MESH_AXIS,
  TERN_HLO_MESH,
  TERN_HLO_MESH_GROUPS,
} tern_hlo_mesh_row_t;
#define TERN_HLO_DECLARE_ATTR(NAME)                                                           \
  const tern_attr_t *tern_hlo_parse_##NAME(tern_parser_t *parser, const tern_attr_row_t *row, \
                                           const tern_type_t *type);                          \
  void tern_hlo_print_##NAME(tern_printer_t *printer, const tern_attr_t *attr);
TERN_HLO_DECLARE_ATTR(sub_axis_info)
TERN_HLO_DECLARE_ATTR(axis_ref)
TERN_HLO_DECLARE_ATTR(mesh_axis)
TERN_HLO_DECLARE_ATTR(mesh)
TERN_HLO_DECLARE_ATTR(mesh_groups)
#undef TERN_HLO_DECLARE_ATTR

// --- !stablehlo.future<tensor<4xf32>> (future.c) ---
const tern_type_t *tern_hlo_parse_future(tern_parser_t *parser, const tern_type_row_t *row);
void tern_hlo_print_future(tern_printer_t *printer, const tern_type_t *type);

// --- bytecode (encoding.c) ---
extern const struct tern_dialect_encoding tern_stablehlo_encoding;
extern const struct tern_dialect_encoding tern_mhlo_encoding;

// --- syntax (syntax.c, syntax_dot.c, syntax_region.c, attrs_conv.c) ---
typedef TERN_VEC(int64_t) tern_hlo_values_t;  // integers as they are parsed
extern const tern_custom_directive_t tern_hlo_directives[];
tern_parse_hook_t tern_hlo_parse_constant, tern_hlo_parse_reduce, tern_hlo_parse_while;
tern_print_hook_t tern_hlo_print_constant, tern_hlo_print_reduce, tern_hlo_print_while;
bool tern_hlo_name_iter_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);
// `[1, 2]` as an array of i64; NULL after an error.
const tern_attr_t *tern_hlo_parse_list(tern_parser_t *parser);
void tern_hlo_print_list(tern_printer_t *printer, const tern_attr_t *list);
// Adds an attribute in the form that the op's row wants.
void tern_hlo_add_attr(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_attr_t *attr);
tern_print_hook_t tern_hlo_print_function_type;

// `[1, 2]`, added to `values`.
bool tern_hlo_parse_bracketed(tern_parser_t *parser, tern_hlo_values_t *values);
bool tern_hlo_parse_dot_dimensions(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                   size_t arg_count);
void tern_hlo_print_dot_dimensions(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                   size_t arg_count);
bool tern_hlo_parse_precision(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count);
void tern_hlo_print_precision(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t arg_count);
bool tern_hlo_parse_conv_dimensions(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                    size_t arg_count);
void tern_hlo_print_conv_dimensions(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                    size_t arg_count);
// `stride = [1, 1], pad = [[0, 0], [0, 0]], ...`: each at most once, in any order; possibly nothing.
bool tern_hlo_parse_window(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count);
void tern_hlo_print_window(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                           size_t arg_count);

// Can all positions be written as brackets, each position having one entry?
bool tern_hlo_conv_is_bracketable(int64_t first, int64_t second, tern_hlo_dims_t spatial);

// --- folds (fold.c) ---
tern_fold_hook_t tern_hlo_fold_constant, tern_hlo_fold_same_type, tern_hlo_fold_reshape, tern_hlo_fold_splat,
    tern_hlo_fold_transpose, tern_hlo_fold_binary, tern_hlo_fold_select, tern_hlo_fold_get_tuple_element;
tern_result_name_hook_t tern_hlo_name_constant;

// --- rules: each gives a row's `infer` and `verify` ---
// clang-format off
#define TERN_HLO_RULES(X) \
  X(constant) X(same_type) X(accurate) X(abs) X(is_finite) X(real_part) X(complex) X(compare) X(select) X(clamp) \
  X(bitcast_convert) X(reduce_precision) X(uniform_quantize) X(uniform_dequantize) X(iota) X(dynamic_iota) X(broadcast) X(broadcast_in_dim) \
  X(dynamic_broadcast_in_dim) X(reshape) X(dynamic_reshape) X(transpose) X(slice) X(dynamic_slice) \
  X(dynamic_update_slice) X(real_dynamic_slice) X(concatenate) X(pad) X(dynamic_pad) X(reverse) \
  X(get_dimension_size) X(set_dimension_size) X(dot) X(dot_general) X(convolution) X(dynamic_conv) X(reduce) \
  X(reduce_window) X(select_and_scatter) X(sort) X(map) X(scatter) X(gather) X(dynamic_gather) X(while) X(if) \
  X(case) X(all_gather) X(all_reduce) X(reduce_scatter) X(all_to_all) X(collective) X(collective_permute) X(rooted) \
  X(batch_norm_grad) X(batch_norm_inference) X(batch_norm_training) X(fft) X(cholesky) X(triangular_solve) \
  X(rng) X(rng_bit_generator) X(tuple) X(get_tuple_element) X(optimization_barrier) X(torch_index_select) X(id) \
  X(token) X(topk) X(einsum) X(custom_call) X(composite) X(infeed) X(send) X(recv) X(async_start) X(async_done)
// clang-format on
#define TERN_HLO_DECLARE(NAME)                                                                                      \
  bool tern_hlo_infer_##NAME(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types); \
  bool tern_hlo_verify_##NAME(const tern_op_t *op);
TERN_HLO_RULES(TERN_HLO_DECLARE)
#undef TERN_HLO_DECLARE
// Defines both from `static bool NAME(const tern_hlo_subject_t *, const tern_type_t **)`.
#define TERN_HLO_RULE(NAME)                                                                                          \
  bool tern_hlo_infer_##NAME(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) { \
    return tern_hlo_infer(context, state, out_types, rule_##NAME);                                                   \
  }                                                                                                                  \
  bool tern_hlo_verify_##NAME(const tern_op_t *op) { return tern_hlo_verify(op, rule_##NAME); }
// Defines `verify` only: the result types do not follow from the operands, or are any number.
#define TERN_HLO_CHECK(NAME) \
  bool tern_hlo_verify_##NAME(const tern_op_t *op) { return tern_hlo_verify(op, rule_##NAME); }

// Regions, checked when their ops are known to be right.
bool tern_hlo_verify_reduce_body(const tern_op_t *op);
tern_verify_hook_t tern_hlo_verify_sort_body, tern_hlo_verify_map_body, tern_hlo_verify_scatter_body,
    tern_hlo_verify_select_and_scatter_body, tern_hlo_verify_while_body, tern_hlo_verify_branches,
    tern_hlo_verify_all_reduce_body;

// Symbols.
bool tern_hlo_verify_mesh_uses(const tern_op_t *op);
tern_verify_hook_t tern_hlo_verify_composite_uses;

#endif  // TERN_DIALECT_STABLEHLO_HOOKS_H_

// What ops on tensors mean: promotion of types, broadcasting, and which ops of the IR are made, in the order in which Triton makes them.
// Functions take tensors or, where they say so, numbers; they give NULL after an error.

#ifndef TERN_FRONTEND_TRITON_SEMANTIC_SEMANTIC_H_
#define TERN_FRONTEND_TRITON_SEMANTIC_SEMANTIC_H_

#include "frontend/triton/evaluate/generator.h"

typedef const tl_value_t *tl_v;  // short, for it stands in every line

// --- making ops ---

static inline const tl_type_t *tl_type_of(tl_v tensor) { return tensor->tensor.type; }
static inline const tl_type_t *tl_scalar(tl_v tensor) { return tl_scalar_of(tensor->tensor.type); }
static inline tern_value_t *tl_handle(tl_v tensor) { return tensor->tensor.handle; }
// An op with one result of a type.
tl_v tl_emit(tl_generator_t *g, const tern_op_row_t *row, const tl_type_t *type, tern_values_t operands,
             tern_named_attrs_t attrs);
tl_v tl_emit1(tl_generator_t *g, const tern_op_row_t *row, const tl_type_t *type, tl_v operand);
tl_v tl_emit2(tl_generator_t *g, const tern_op_row_t *row, const tl_type_t *type, tl_v a, tl_v b);
// The same, folded where the op's row knows how.
tl_v tl_emit_folded(tl_generator_t *g, const tern_op_row_t *row, const tl_type_t *type, tl_v operand);
const tern_attr_t *tl_i32_attr(tl_generator_t *g, int64_t value);

// --- numbers to tensors ---

tl_v tl_to_tensor(tl_generator_t *g, tl_v value);  // of constants and tensors
tl_v tl_scalar_constant(tl_generator_t *g, tl_v number, const tl_type_t *type);
tl_v tl_make_scalar(tl_generator_t *g, tl_v value, const tl_type_t *type);
tl_v tl_null(tl_generator_t *g, const tl_type_t *type);
tl_v tl_all_ones(tl_generator_t *g, const tl_type_t *type);
tl_v tl_integer_of(tl_generator_t *g, int64_t value, tl_dtype_t dtype);  // a constant op

// --- types ---

const tl_type_t *tl_promote_integers(const tl_type_t *a, const tl_type_t *b);
// What binary operators do to their operands, which may be numbers: promotion and broadcasting.
typedef struct tl_check {
  bool allows_left_pointer, allows_right_pointer, keeps_types, divides;
} tl_check_t;
bool tl_check_binary(tl_generator_t *g, tl_v *a, tl_v *b, tl_check_t check);
tl_v tl_cast(tl_generator_t *g, tl_v input, const tl_type_t *type,
             int rounding);  // rounding: TERN_TT_ROUND_..., or negative
tl_v tl_bitcast(tl_generator_t *g, tl_v input, const tl_type_t *type);
tl_v tl_promote_bf16(tl_generator_t *g, tl_v input);

// --- arithmetic ---

tl_v tl_tensor_binary(tl_generator_t *g, tl_operator_t op, tl_v a, tl_v b);
tl_v tl_tensor_unary(tl_generator_t *g, tl_operator_t op, tl_v operand);
tl_v tl_tensor_subscript(tl_generator_t *g, tl_v tensor, tl_v index);
tl_v tl_add(tl_generator_t *g, tl_v a, tl_v b, bool checks_overflow);
tl_v tl_sub(tl_generator_t *g, tl_v a, tl_v b, bool checks_overflow);
tl_v tl_mul(tl_generator_t *g, tl_v a, tl_v b, bool checks_overflow);
tl_v tl_fdiv(tl_generator_t *g, tl_v a, tl_v b);
tl_v tl_bits_of(tl_generator_t *g, tl_operator_t op, tl_v a, tl_v b);  // & | ^ << >> with a sign; lshr by tl_lshr
tl_v tl_lshr(tl_generator_t *g, tl_v a, tl_v b);
tl_v tl_not(tl_generator_t *g, tl_v a);
tl_v tl_compare(tl_generator_t *g, tl_operator_t op, tl_v a, tl_v b);
tl_v tl_min_max(tl_generator_t *g, bool is_max, tl_v a, tl_v b, bool propagates_nan);
tl_v tl_where(tl_generator_t *g, tl_v condition, tl_v x, tl_v y);

// --- shapes ---

bool tl_broadcast_values(tl_generator_t *g, tl_v *a, tl_v *b);
bool tl_broadcast_tensors(tl_generator_t *g, tl_v *tensors, size_t count);
tl_v tl_broadcast_to(tl_generator_t *g, tl_v input, const int64_t *dims, size_t rank);
tl_v tl_splat(tl_generator_t *g, tl_v value, const int64_t *dims, size_t rank);
tl_v tl_unsplat(tl_generator_t *g, tl_v value);
tl_v tl_expand_dims(tl_generator_t *g, tl_v input, size_t axis);
tl_v tl_reshape(tl_generator_t *g, tl_v input, const int64_t *dims, size_t rank, bool may_reorder);
tl_v tl_permute(tl_generator_t *g, tl_v input, const int64_t *order, size_t count);
tl_v tl_join(tl_generator_t *g, tl_v a, tl_v b);
bool tl_split(tl_generator_t *g, tl_v a, tl_v out_halves[2]);
tl_v tl_arange(tl_generator_t *g, int64_t start, int64_t end);
tl_v tl_full(tl_generator_t *g, const int64_t *dims, size_t rank, tl_v value, const tl_type_t *type);
// A list of constants as dimensions, each a power of two. The list is in the arena.
bool tl_read_shape(tl_generator_t *g, tl_v value, const int64_t **out_dims, size_t *out_rank);
// A list of constant integers, or a single one.
bool tl_read_integers(tl_generator_t *g, tl_v value, const char *what, const int64_t **out_values, size_t *out_count);
// A dimension from the end on if it is negative; false after an error.
bool tl_wrap_axis(tl_generator_t *g, int64_t axis, size_t rank, size_t *out_axis);
tl_v tl_shape_tuple(tl_generator_t *g, const tl_type_t *type);
int64_t tl_element_count(const tl_type_t *type);

// --- memory ---

// A name such as ".ca" as a case of an enum; false after an error.
typedef struct tl_choice {
  const char *text;
  int64_t value;
} tl_choice_t;
bool tl_choose(tl_generator_t *g, tl_v text, const char *what, const tl_choice_t *choices, size_t count, int64_t absent,
               int64_t *out_value);
bool tl_to_index_values(tl_generator_t *g, tl_v list, bool wants_i64, tern_value_t ***out_values, size_t *out_count);
extern const tl_choice_t tl_load_modifiers[3], tl_eviction_policies[2], tl_padding_options[2];
tl_v tl_descriptor_method(tl_generator_t *g, tl_v descriptor, tern_str_t name);

// --- regions ---

// A region of scalars, in which a function is called on two sets of them: reductions and scans.
bool tl_combine_region(tl_generator_t *g, tern_region_t *region, const tl_value_t *const *inputs, size_t count,
                       tl_v combine, const tern_op_row_t *terminator);
tl_v tl_device_assert(tl_generator_t *g, tl_v condition, tern_str_t message, tl_v mask);

#endif  // TERN_FRONTEND_TRITON_SEMANTIC_SEMANTIC_H_

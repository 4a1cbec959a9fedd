// Functions of triton.language on blocks: the grid, shapes, arithmetic by name.

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/builtins.h"
#include "ir/attr.h"

static bool read_tensor(tl_generator_t *g, const tl_builtin_t *self, tl_v value) {
  if (tl_is_tensor(value)) return true;
  return tl_error(g, "%s() takes a tensor, not '%s'", self->name, tl_kind_name(value)), false;
}

static bool read_integer(tl_generator_t *g, const char *what, tl_v value, int64_t *out_value) {
  bool is_right = tl_is_integer(value) && value->integer >= INT64_MIN && value->integer <= INT64_MAX;
  if (!is_right) return tl_error(g, "%s has to be a constant integer, not '%s'", what, tl_kind_name(value)), false;
  *out_value = (int64_t)value->integer;
  return true;
}

static bool read_type(tl_generator_t *g, tl_v value, const tl_type_t **out_type) {
  if (value->kind != TL_DTYPE) return tl_error(g, "expected a type, not '%s'", tl_kind_name(value)), false;
  *out_type = value->type;
  return true;
}

// --- the grid, blocks ---

tl_v tl_builtin_program_id(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  int64_t axis;
  if (!read_integer(g, "the axis", args[0], &axis)) return NULL;
  if (axis < 0 || axis > 2) return tl_error(g, "%s axis must be 0, 1, or 2 but got %lld", self->name, (long long)axis);
  return tl_emit(g, self->value ? TERN_TT(GET_NUM_PROGRAMS) : TERN_TT(GET_PROGRAM_ID), tl_scalar_type(TL_DTYPE_INT32),
                 (tern_values_t){0},
                 TERN_ATTRS({"axis", tern_enum_attr_get(g->program->context, TERN_TT_ENUM(PROGRAM_DIM), axis)}));
}

tl_v tl_builtin_arange(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  if (!tl_is_integer(args[0]) || !tl_is_integer(args[1]))
    return tl_error(g, "arange's arguments must be of type tl.constexpr");
  int64_t start, end;
  bool is_right = read_integer(g, "start", args[0], &start) && read_integer(g, "end", args[1], &end);
  return is_right ? tl_arange(g, start, end) : NULL;
}

tl_v tl_builtin_full(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  const int64_t *dims;
  size_t rank;
  const tl_type_t *type;
  return tl_read_shape(g, args[0], &dims, &rank) && read_type(g, args[2], &type) ? tl_full(g, dims, rank, args[1], type)
                                                                                 : NULL;
}

tl_v tl_builtin_to_tensor(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  return tl_to_tensor(g, args[0]);
}

// --- shapes ---

tl_v tl_builtin_broadcast(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tl_v pair[2] = {args[0], args[1]};
  if (!read_tensor(g, self, args[0]) || !read_tensor(g, self, args[1]) || !tl_broadcast_values(g, &pair[0], &pair[1]))
    return NULL;
  return tl_tuple(g->program->arena, pair, 2, NULL);
}

tl_v tl_builtin_broadcast_to(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  const int64_t *dims;
  size_t rank;
  return read_tensor(g, self, args[0]) && tl_read_shape(g, args[1], &dims, &rank)
             ? tl_broadcast_to(g, args[0], dims, rank)
             : NULL;
}

tl_v tl_builtin_permute(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  const int64_t *order;
  size_t count;
  tl_v list = args[1];
  if (list->tuple.items.count == 1 && tl_is_tuple(list->tuple.items.values[0])) list = list->tuple.items.values[0];
  if (!read_tensor(g, self, args[0]) || !tl_read_integers(g, list, "dimension", &order, &count)) return NULL;
  if (count > 0 || !self->value) return tl_permute(g, args[0], order, count);
  size_t rank = tl_type_of(args[0])->rank;
  if (rank < 2) return tl_error(g, "tl.trans invoked with a 0- or 1-dimensional tensor");
  int64_t *last = tern_arena_alloc_array(g->program->arena, rank, sizeof *last);
  for (size_t i = 0; i < rank; ++i) last[i] = (int64_t)(i + 2 < rank ? i : i + 2 == rank ? rank - 1 : rank - 2);
  return tl_permute(g, args[0], last, rank);
}

tl_v tl_builtin_cat(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!read_tensor(g, self, args[0]) || !read_tensor(g, self, args[1])) return NULL;
  const tl_type_t *a = tl_type_of(args[0]), *b = tl_type_of(args[1]);
  if (!tl_is_true(args[2])) return tl_error(g, "current implementation of `cat` always may reorder elements");
  if (a->rank != 1 || b->rank != 1 || !tl_same_type(a->element, b->element))
    return tl_error(g, "cat() takes two vectors of one type");
  const tl_type_t *type = tl_block_type(g->program->arena, a->element, (int64_t[]){a->dims[0] + b->dims[0]}, 1);
  return tl_emit2(g, TERN_TT(CAT), type, args[0], args[1]);
}

tl_v tl_builtin_join(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  return read_tensor(g, self, args[0]) && read_tensor(g, self, args[1]) ? tl_join(g, args[0], args[1]) : NULL;
}

tl_v tl_builtin_split(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tl_v halves[2];
  return read_tensor(g, self, args[0]) && tl_split(g, args[0], halves) ? tl_tuple(g->program->arena, halves, 2, NULL)
                                                                       : NULL;
}

static tl_v reshape(tl_generator_t *g, const tl_builtin_t *self, tl_v input, tl_v shape, bool may_reorder) {
  const int64_t *dims;
  size_t rank;
  if (!read_tensor(g, self, input) || !tl_read_shape(g, shape, &dims, &rank)) return NULL;
  return rank == 0 ? tl_unsplat(g, input) : tl_reshape(g, input, dims, rank, may_reorder);
}

tl_v tl_builtin_view(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  return reshape(g, self, args[0], args[1], true);
}

tl_v tl_builtin_reshape(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  return reshape(g, self, args[0], args[1], tl_is_true(args[2]));
}

tl_v tl_builtin_item(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  return read_tensor(g, self, args[0]) ? tl_unsplat(g, args[0]) : NULL;
}

tl_v tl_builtin_expand_dims(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  const int64_t *axes;
  size_t count, axis;
  tl_v result = tl_to_tensor(g, args[0]);
  if (!result || !tl_read_integers(g, args[1], "axis", &axes, &count)) return NULL;
  size_t rank = tl_type_of(result)->rank + count;
  uint64_t wanted = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!tl_wrap_axis(g, axes[i], rank, &axis)) return NULL;
    if (wanted >> axis & 1) return tl_error(g, "expand_dims received duplicate axes");
    wanted |= (uint64_t)1 << axis;
  }
  for (size_t i = 0; result && i < rank; ++i) {
    if (wanted >> i & 1) result = tl_expand_dims(g, result, i);
  }
  return result;
}

tl_v tl_builtin_cast(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  static const tl_choice_t roundings[] = {{"rtne", TERN_TT_ROUND_TO_NEAREST}, {"rtz", TERN_TT_ROUND_TO_ZERO}};
  const tl_type_t *type;
  int64_t rounding;
  tl_v input = tl_to_tensor(g, args[0]);
  if (!input || !read_type(g, args[1], &type) || !tl_choose(g, args[2], "rounding mode", roundings, 2, -1, &rounding))
    return NULL;
  return tl_is_true(args[3]) ? tl_bitcast(g, input, type) : tl_cast(g, input, type, (int)rounding);
}

tl_v tl_builtin_gather(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  int64_t number;
  size_t axis;
  if (!read_tensor(g, self, args[0]) || !read_tensor(g, self, args[1]) ||
      !read_integer(g, "the axis", args[2], &number))
    return NULL;
  const tl_type_t *source = tl_type_of(args[0]), *index = tl_type_of(args[1]);
  if (!tl_is_int(tl_scalar_of(index))) return tl_error(g, "index must be an integer tensor");
  if (source->rank != index->rank || source->rank == 0)
    return tl_error(g, "source and index tensors must have the same rank");
  if (!tl_wrap_axis(g, number, source->rank, &axis)) return NULL;
  for (size_t i = 0; i < source->rank; ++i) {
    if (i != axis && source->dims[i] != index->dims[i])
      return tl_error(g, "index dim %zu must match the corresponding source dim", i);
  }
  return tl_emit(g, TERN_TT(GATHER), tl_with_element(g->program->arena, index, source->element),
                 TERN_VALUES(tl_handle(args[0]), tl_handle(args[1])),
                 TERN_ATTRS({"axis", tl_i32_attr(g, (int64_t)axis)}));
}

tl_v tl_builtin_histogram(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  int64_t bins;
  if (!read_tensor(g, self, args[0]) || !read_integer(g, "num_bins", args[1], &bins)) return NULL;
  const tl_type_t *type = tl_type_of(args[0]);
  if (type->rank != 1 || !tl_is_int(type->element)) return tl_error(g, "histogram only supports 1D input of integers");
  tl_v mask = NULL;
  if (!tl_is_none(args[2])) {
    mask = tl_to_tensor(g, args[2]);
    mask = mask ? tl_broadcast_to(g, mask, type->dims, 1) : NULL;
    if (!mask) return NULL;
    if (!tl_is_dtype(tl_scalar(mask), TL_DTYPE_INT1)) return tl_error(g, "mask must have boolean scalar type");
  }
  tern_value_t *operands[] = {tl_handle(args[0]), mask ? tl_handle(mask) : NULL};
  const tl_type_t *result = tl_block_type(g->program->arena, tl_scalar_type(TL_DTYPE_INT32), &bins, 1);
  return tl_emit(g, TERN_TT(HISTOGRAM), result, (tern_values_t){operands, (size_t)1 + (mask != NULL)},
                 (tern_named_attrs_t){0});
}

// --- arithmetic ---

tl_v tl_builtin_where(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_v condition = tl_to_tensor(g, args[0]);
  return condition ? tl_where(g, condition, args[1], args[2]) : NULL;
}

tl_v tl_builtin_add(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  bool checks = tl_is_true(args[2]);
  if (self->value == TL_OP_ADD) return tl_add(g, args[0], args[1], checks);
  return self->value == TL_OP_SUB ? tl_sub(g, args[0], args[1], checks) : tl_mul(g, args[0], args[1], checks);
}

tl_v tl_builtin_logical(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  return tl_tensor_binary(g, (tl_operator_t)self->value, args[0], args[1]);
}

// Arguments as tensors, first all of them, then bf16 as f32.
static bool read_operands(tl_generator_t *g, tl_v const *args, size_t count, tl_v *out_values) {
  for (size_t i = 0; i < count; ++i) {
    if (!(out_values[i] = tl_to_tensor(g, args[i]))) return false;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!(out_values[i] = tl_promote_bf16(g, out_values[i]))) return false;
  }
  return true;
}

tl_v tl_builtin_min_max(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tl_v values[2];
  return read_operands(g, args, 2, values) ? tl_min_max(g, self->value, values[0], values[1], tl_is_true(args[2]))
                                           : NULL;
}

tl_v tl_builtin_clamp(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_v v[3];
  tl_check_t check = {0};
  if (!read_operands(g, args, 3, v)) return NULL;
  if (!tl_check_binary(g, &v[1], &v[2], check) || !tl_check_binary(g, &v[0], &v[1], check) ||
      !tl_check_binary(g, &v[0], &v[2], check))
    return NULL;
  if (!tl_is_float(tl_scalar(v[0])))
    return tl_error(g, "unexpected dtype %s. Only floating point clamp is supported", tl_type_text(g, tl_scalar(v[0])));
  int64_t nan = tl_is_true(args[3]) ? 0xFFFF : 0;
  return tl_emit(
      g, TERN_TT(CLAMPF), tl_type_of(v[0]), TERN_VALUES(tl_handle(v[0]), tl_handle(v[1]), tl_handle(v[2])),
      TERN_ATTRS({"propagateNan", tern_enum_attr_get(g->program->context, TERN_TT_ENUM(PROPAGATE_NAN), nan)}));
}

tl_v tl_builtin_fdiv(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_v a = tl_to_tensor(g, args[0]), b = a ? tl_to_tensor(g, args[1]) : NULL;
  return b ? tl_fdiv(g, a, b) : NULL;
}

tl_v tl_builtin_fma(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_v v[3];
  tl_check_t check = {0};
  for (size_t i = 0; i < 3; ++i) {
    if (!(v[i] = tl_to_tensor(g, args[i]))) return NULL;
  }
  if (!tl_check_binary(g, &v[0], &v[1], check) || !tl_check_binary(g, &v[2], &v[0], check) ||
      !tl_check_binary(g, &v[2], &v[1], check))
    return NULL;
  return tl_emit(g, TERN_MATH(FMA), tl_type_of(v[0]), TERN_VALUES(tl_handle(v[0]), tl_handle(v[1]), tl_handle(v[2])),
                 (tern_named_attrs_t){0});
}

// Functions of one number, of the types that Triton has them for.
tl_v tl_builtin_math(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tl_v x = args[0];
  bool is_exact = self->row == TERN_TT(PRECISE_SQRT);
  if (tl_is_tensor(x)) {
    const tl_type_t *type = tl_scalar(x);
    bool fits = tl_is_dtype(type, TL_DTYPE_FP32) || (!is_exact && tl_is_dtype(type, TL_DTYPE_FP64));
    if (!fits)
      return tl_error(g, "expected dtype ['fp32'%s] but got %s", is_exact ? "" : ", 'fp64'", tl_type_text(g, type));
  }
  return (x = tl_to_tensor(g, x)) ? tl_emit1(g, self->row, tl_type_of(x), x) : NULL;
}

tl_v tl_builtin_math2(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  bool is_integer = self->row == TERN_TT(MULHIUI);
  tl_v v[2];
  for (size_t i = 0; i < 2; ++i) {
    const tl_type_t *type = tl_is_tensor(args[i]) ? tl_scalar(args[i]) : NULL;
    bool fits = !type || (is_integer ? tl_is_int(type) && tl_bits(type) >= 32 : tl_is_dtype(type, TL_DTYPE_FP32));
    if (!fits)
      return tl_error(g, "expected %s but got %s", is_integer ? "integers of 32 or 64 bits" : "dtype ['fp32']",
                      tl_type_text(g, type));
    if (!(v[i] = tl_to_tensor(g, args[i]))) return NULL;
  }
  return tl_check_binary(g, &v[0], &v[1], (tl_check_t){0}) ? tl_emit2(g, self->row, tl_type_of(v[0]), v[0], v[1])
                                                           : NULL;
}

tl_v tl_builtin_abs(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_v x = tl_to_tensor(g, args[0]);
  if (!x) return NULL;
  const tl_type_t *type = tl_scalar(x);
  if (tl_is_float(type)) return tl_emit1(g, TERN_MATH(ABSF), tl_type_of(x), x);
  if (tl_is_signed(type)) return tl_emit1(g, TERN_MATH(ABSI), tl_type_of(x), x);
  return tl_is_unsigned(type) ? x : tl_error(g, "unexpected dtype %s", tl_type_text(g, type));
}

tl_v tl_builtin_promote_bf16(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  return read_tensor(g, self, args[0]) ? tl_promote_bf16(g, args[0]) : NULL;
}

// Atomic ops.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/builtins.h"
#include "ir/attr.h"

enum { SEM_RELAXED = 1, SEM_ACQUIRE, SEM_RELEASE, SEM_ACQ_REL };
static const tl_choice_t semantics[] = {
    {"acquire", SEM_ACQUIRE}, {"release", SEM_RELEASE}, {"acq_rel", SEM_ACQ_REL}, {"relaxed", SEM_RELAXED}};
static const tl_choice_t scopes[] = {{"gpu", 1}, {"cta", 2}, {"sys", 3}};
enum { RMW_AND = 1, RMW_OR, RMW_XOR, RMW_ADD, RMW_FADD, RMW_MAX, RMW_MIN, RMW_UMAX, RMW_UMIN, RMW_XCHG };

typedef struct order {
  int64_t semantic, scope;
} order_t;

static bool read_order(tl_generator_t *g, tl_v sem, tl_v scope, order_t *out_order) {
  return tl_choose(g, sem, "memory semantic", semantics, 4, SEM_ACQ_REL, &out_order->semantic) &&
         tl_choose(g, scope, "memory scope", scopes, 3, 1, &out_order->scope);
}

static tl_v emit_rmw(tl_generator_t *g, int64_t op, tl_v pointer, tl_v value, tl_v mask, order_t order) {
  tern_context_t *context = g->program->context;
  return tl_emit(g, TERN_TT(ATOMIC_RMW), tl_type_of(value),
                 TERN_VALUES(tl_handle(pointer), tl_handle(value), tl_handle(mask)),
                 TERN_ATTRS({"atomic_rmw_op", tern_enum_attr_get(context, TERN_TT_ENUM(RMW_OP), op)},
                            {"sem", tern_enum_attr_get(context, TERN_TT_ENUM(MEM_SEMANTIC), order.semantic)},
                            {"scope", tern_enum_attr_get(context, TERN_TT_ENUM(MEM_SYNC_SCOPE), order.scope)}));
}

// Operands in the pointer's shape; a mask that is left out is true.
static bool check_operands(tl_generator_t *g, const char *name, bool is_add, tl_v pointer, tl_v *value, tl_v *mask) {
  if (!tl_is_tensor(pointer) || tl_scalar(pointer)->kind != TL_POINTER) {
    return tl_error(g, "pointer argument of %s is %s", name, tl_text(g, pointer)), false;
  }
  const tl_type_t *type = tl_type_of(pointer), *element = tl_scalar(pointer)->element;
  if (tl_scalar(pointer)->is_const) return tl_error(g, "cannot store to a constant pointer"), false;
  bool is_half = tl_is_dtype(element, TL_DTYPE_FP16) || tl_is_dtype(element, TL_DTYPE_BF16);
  bool is_wrong = element->kind == TL_SCALAR &&
                  ((is_half && !is_add) || tl_bits(element) < 16 || (tl_bits(element) == 16 && tl_is_int(element)));
  if (is_wrong) return tl_error(g, "%s does not support %s", name, tl_type_text(g, element)), false;
  if (type->kind == TL_BLOCK) {
    if (*mask && !(*mask = tl_broadcast_to(g, *mask, type->dims, type->rank))) return false;
    if (!(*value = tl_broadcast_to(g, *value, type->dims, type->rank))) return false;
  }
  if (!(*value = tl_cast(g, *value, element, -1))) return false;
  if (*mask) return true;
  *mask = tl_integer_of(g, 1, TL_DTYPE_INT1);
  if (type->kind == TL_BLOCK) *mask = tl_splat(g, *mask, type->dims, type->rank);
  return *mask != NULL;
}

static tl_v sign_bit(tl_generator_t *g, tl_v value) {
  int bits = tl_bits(tl_scalar(value));
  tl_v number = tl_bitcast(g, value, tl_scalar_type(bits == 64 ? TL_DTYPE_UINT64 : TL_DTYPE_UINT32));
  tl_v sign = number ? tl_lshr(g, number, tl_int(g->program->arena, bits - 1)) : NULL;
  return sign ? tl_cast(g, sign, tl_scalar_type(TL_DTYPE_INT1), -1) : NULL;
}

// Floats are ordered as integers with a sign if they are positive, and the other way round as those without if they are negative.
static tl_v min_max_of_floats(tl_generator_t *g, bool is_max, tl_v pointer, tl_v value, tl_v mask, order_t order) {
  const tl_type_t *type = tl_scalar(value);
  bool is_wide = tl_is_dtype(type, TL_DTYPE_FP64);
  if (!is_wide && !tl_is_dtype(type, TL_DTYPE_FP32)) {
    return tl_error(g, "atomic_%s not supported for dtype %s", is_max ? "max" : "min", tl_type_text(g, type));
  }
  const tl_type_t *types[] = {tl_scalar_type(is_wide ? TL_DTYPE_INT64 : TL_DTYPE_INT32),
                              tl_scalar_type(is_wide ? TL_DTYPE_UINT64 : TL_DTYPE_UINT32)};
  tl_v values[2], pointers[2];
  for (size_t i = 0; i < 2; ++i) {
    values[i] = tl_bitcast(g, value, types[i]);
    pointers[i] = values[i] ? tl_bitcast(g, pointer, tl_pointer_type(g->program->arena, types[i], false)) : NULL;
    if (!pointers[i]) return NULL;
  }
  tl_v is_negative = sign_bit(g, value), is_positive = is_negative ? tl_not(g, is_negative) : NULL;
  tl_v first = is_positive ? tl_bits_of(g, TL_OP_BIT_AND, mask, is_positive) : NULL;
  tl_v upper = first ? emit_rmw(g, is_max ? RMW_MAX : RMW_MIN, pointers[0], values[0], first, order) : NULL;
  tl_v second = upper ? tl_bits_of(g, TL_OP_BIT_AND, mask, is_negative) : NULL;
  tl_v lower = second ? emit_rmw(g, is_max ? RMW_UMIN : RMW_UMAX, pointers[1], values[1], second, order) : NULL;
  tl_v result = lower ? tl_where(g, is_positive, upper, lower) : NULL;
  return result ? tl_bitcast(g, result, type) : NULL;
}

// atomic_OP(pointer, val, mask, sem, scope)
tl_v tl_builtin_atomic(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  static const int64_t ops[][2] = {
      // with and without a sign
      [TL_ATOMIC_XCHG] = {RMW_XCHG, RMW_XCHG}, [TL_ATOMIC_ADD] = {RMW_ADD, RMW_ADD},
      [TL_ATOMIC_MAX] = {RMW_MAX, RMW_UMAX},   [TL_ATOMIC_MIN] = {RMW_MIN, RMW_UMIN},
      [TL_ATOMIC_AND] = {RMW_AND, RMW_AND},    [TL_ATOMIC_OR] = {RMW_OR, RMW_OR},
      [TL_ATOMIC_XOR] = {RMW_XOR, RMW_XOR},
  };
  order_t order;
  tl_v value = tl_to_tensor(g, args[1]), mask = NULL;
  if (!value || (!tl_is_none(args[2]) && !(mask = tl_to_tensor(g, args[2])))) return NULL;
  if (!check_operands(g, self->name, self->value == TL_ATOMIC_ADD, args[0], &value, &mask) ||
      !read_order(g, args[3], args[4], &order))
    return NULL;
  const tl_type_t *type = tl_scalar(value);
  bool orders = self->value == TL_ATOMIC_MAX || self->value == TL_ATOMIC_MIN;
  if (orders && !tl_is_int(type))
    return min_max_of_floats(g, self->value == TL_ATOMIC_MAX, args[0], value, mask, order);
  int64_t op = ops[self->value][tl_is_unsigned(type)];
  if (self->value == TL_ATOMIC_ADD && tl_is_float(type)) op = RMW_FADD;
  return emit_rmw(g, op, args[0], value, mask, order);
}

// atomic_cas(pointer, cmp, val, sem, scope)
tl_v tl_builtin_atomic_cas(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  order_t order;
  tl_v expected = tl_to_tensor(g, args[1]), value = expected ? tl_to_tensor(g, args[2]) : NULL;
  if (!value || !read_order(g, args[3], args[4], &order)) return NULL;
  if (!tl_is_tensor(args[0]) || tl_scalar(args[0])->kind != TL_POINTER) {
    return tl_error(g, "pointer argument of %s is %s", self->name, tl_text(g, args[0]));
  }
  const tl_type_t *element = tl_scalar(args[0])->element;
  if (tl_bits(element) < 16) return tl_error(g, "atomic_cas only supports elements with width {16, 32, 64}");
  tern_context_t *context = g->program->context;
  return tl_emit(g, TERN_TT(ATOMIC_CAS), tl_with_element(g->program->arena, tl_type_of(value), element),
                 TERN_VALUES(tl_handle(args[0]), tl_handle(expected), tl_handle(value)),
                 TERN_ATTRS({"sem", tern_enum_attr_get(context, TERN_TT_ENUM(MEM_SEMANTIC), order.semantic)},
                            {"scope", tern_enum_attr_get(context, TERN_TT_ENUM(MEM_SYNC_SCOPE), order.scope)}));
}

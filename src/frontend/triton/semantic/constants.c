// Functions that are computed while a kernel is compiled: Python's, questions to types and the target, ranges of loops.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/triton/semantic/builtins.h"
#include "ir/attr.h"
#include "ir/diagnostic.h"

static tl_v integer(tl_generator_t *g, __int128 value) { return tl_int(g->program->arena, value); }

static tl_v needs_constant(tl_generator_t *g, const tl_builtin_t *self, tl_v value) {
  return tl_error(g, "%s() is computed while compiling, and takes no '%s'", self->name, tl_kind_name(value));
}

// --- loops ---

tl_v tl_builtin_range(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  bool has_end = !tl_is_none(args[1]);
  tl_value_t *range = tl_new_value(g->program->arena, TL_ITERATOR);
  range->iterator.is_static = self->value == 1;
  range->iterator.start = has_end ? args[0] : integer(g, 0);
  range->iterator.stop = has_end ? args[1] : args[0];
  range->iterator.step = tl_is_none(args[2]) ? integer(g, 1) : args[2];
  if (!range->iterator.is_static)
    range->iterator.options = (tl_items_t){tern_arena_copy(g->program->arena, args + 3, 6 * sizeof *args), 6};
  tl_v bounds[] = {range->iterator.start, range->iterator.stop, range->iterator.step};
  static const char *const names[] = {"start", "end", "step"};
  for (size_t i = 0; range->iterator.is_static && i < 3; ++i) {
    if (!tl_is_integer(bounds[i]))
      return tl_error(g, "%s used as tl.static_range %s value is not a constexpr", tl_text(g, bounds[i]), names[i]);
  }
  return range;
}

tl_v tl_builtin_condition(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_value_t *condition = tl_new_value(g->program->arena, TL_ITERATOR);
  condition->iterator.is_condition = true;
  condition->iterator.start = args[0];
  condition->iterator.options = (tl_items_t){tern_arena_copy(g->program->arena, args + 1, sizeof *args), 1};
  return condition;
}

enum { LIST_MAX = 1 << 16 };

// range(start, stop, step) as a list: in kernels loops read its arguments themselves.
tl_v tl_builtin_host_range(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  bool has_stop = !tl_is_none(args[1]);
  tl_v zero = integer(g, 0), one = integer(g, 1),
       bounds[] = {has_stop ? args[0] : zero, has_stop ? args[1] : args[0], tl_is_none(args[2]) ? one : args[2]};
  for (size_t i = 0; i < 3; ++i) {
    if (!tl_is_integer(bounds[i])) return needs_constant(g, self, bounds[i]);
  }
  __int128 start = bounds[0]->integer, stop = bounds[1]->integer, step = bounds[2]->integer;
  if (step == 0) return tl_error(g, "range() has a step of zero");
  __int128 count = step > 0 ? (stop - start + step - 1) / step : (start - stop - step - 1) / -step;
  if (count < 0) count = 0;
  if (count > LIST_MAX) return tl_error(g, "a list of more than %d items is not supported", LIST_MAX);
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, (size_t)count, sizeof *values);
  for (__int128 i = 0; i < count; ++i) values[i] = integer(g, start + i * step);
  return tl_tuple(g->program->arena, values, (size_t)count, NULL);
}

// --- asserts and prints while compiling ---

tl_v tl_builtin_static_assert(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  if (args[0]->kind != TL_BOOL) {
    tl_error(g, "assertion condition could not be determined at compile-time");
    tl_note(g, "make sure that it depends only on `constexpr` values");
    return NULL;
  }
  return args[0]->integer
             ? tl_none()
             : tl_error(g, "static assertion failed%s%s", args[1]->text.size ? ": " : "", tl_text(g, args[1]));
}

// Standard error is the user's: the text becomes a remark at its place.
tl_v tl_builtin_static_print(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < args[0]->tuple.items.count; ++i) {
    if (i > 0) tl_print(args[1], &text);
    tl_print(args[0]->tuple.items.values[i], &text);
  }
  const tl_node_t *node = g->node;
  if (!g->program->quiet)
    tern_emit_remark(tern_tl_place(&g->module->source, node->line, node->column), "%s", text.data ? text.data : "");
  tern_string_builder_deinitialize(&text);
  return tl_none();
}

// --- values and types ---

tl_v tl_builtin_constexpr(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  if (args[0]->kind == TL_TENSOR) return tl_error(g, "a tensor is no constant");
  tl_value_t *value = tl_new_value(g->program->arena, args[0]->kind);
  *value = *args[0];
  value->is_constexpr = true;
  return value;
}

tl_v tl_builtin_tuple(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (tl_is_tuple(args[0])) return args[0];
  return args[0]->kind == TL_DICT_VALUE
             ? tl_tuple(g->program->arena, args[0]->dict.keys.values, args[0]->dict.keys.count, NULL)
             : needs_constant(g, self, args[0]);
}

tl_v tl_builtin_pointer_type(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (args[0]->kind != TL_DTYPE) return needs_constant(g, self, args[0]);
  return tl_type_value(g->program->arena, tl_pointer_type(g->program->arena, args[0]->type, tl_is_true(args[2])));
}

tl_v tl_builtin_block_type(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  const int64_t *dims;
  size_t rank;
  if (args[0]->kind != TL_DTYPE) return needs_constant(g, self, args[0]);
  if (!tl_read_shape(g, args[1], &dims, &rank)) return NULL;
  return tl_type_value(g->program->arena, tl_block_type(g->program->arena, args[0]->type, dims, rank));
}

tl_v tl_builtin_dtype(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (args[0]->kind != TL_STRING) return needs_constant(g, self, args[0]);
  tl_dtype_t dtype = tl_find_dtype(args[0]->text, false);
  return dtype < TL_DTYPE_COUNT ? tl_type_value(g->program->arena, tl_scalar_type(dtype))
                                : tl_error(g, "there is no type '%s'", tl_text(g, args[0]));
}

tl_v tl_builtin_int_dtype(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!tl_is_integer(args[0])) return needs_constant(g, self, args[0]);
  bool is_signed = tl_is_true(args[1]);
  for (tl_dtype_t dtype = TL_DTYPE_INT1; dtype <= TL_DTYPE_UINT64; ++dtype) {
    const tl_dtype_row_t *row = &tl_dtypes[dtype];
    if (row->bits == args[0]->integer && (row->bits == 1 || (row->kind == TL_KIND_SIGNED) == is_signed)) {
      return tl_type_value(g->program->arena, tl_scalar_type(dtype));
    }
  }
  return tl_error(g, "unsupported bitwidth %s", tl_text(g, args[0]));
}

tl_v tl_builtin_no_call(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)args;
  return tl_error(g, "'%s' is a type of values, and is not called", self->name);
}

static const tl_type_t *asked_type(tl_v value) {
  return value->kind == TL_DTYPE ? value->type : tl_scalar_type(TL_DTYPE_VOID);
}

tl_v tl_builtin_is_float(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)g;
  const tl_type_t *type = asked_type(args[0]);
  return tl_bool(self->value == 0   ? tl_is_float(type)
                 : self->value == 1 ? tl_is_standard_float(type)
                                    : tl_is_fp8(type));
}

tl_v tl_builtin_is_int(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)g;
  const tl_type_t *type = asked_type(args[0]);
  return tl_bool(self->value == 0 ? tl_is_int(type) : self->value == 1 ? tl_is_signed(type) : tl_is_unsigned(type));
}

tl_v tl_builtin_is_kind(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)g;
  return tl_bool(asked_type(args[0])->kind == (tl_type_kind_t)self->value);
}

tl_v tl_builtin_is_const(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)g, (void)self;
  return tl_bool(asked_type(args[0])->is_const);
}

tl_v tl_builtin_is_dtype(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)g;
  return tl_bool(tl_is_dtype(asked_type(args[0]), (tl_dtype_t)self->value));
}

// --- the target ---

tl_v tl_builtin_is_backend(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)args;
  const tern_triton_target_t *target = &g->program->target;
  bool is_hip = strcmp(target->backend, "hip") == 0;
  static const char *const archs[] = {"", "", "gfx942", "gfx950"};
  if (self->value == 0) return tl_bool(strcmp(target->backend, "cuda") == 0);
  return tl_bool(is_hip && (self->value == 1 || (target->arch && strcmp(target->arch, archs[self->value]) == 0)));
}

tl_v tl_builtin_capability(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!tl_is_integer(args[0]) || !tl_is_integer(args[1])) return needs_constant(g, self, args[0]);
  const tern_triton_target_t *target = &g->program->target;
  return tl_bool(strcmp(target->backend, "cuda") == 0 &&
                 target->capability >= args[0]->integer * 10 + args[1]->integer);
}

// --- triton ---

tl_v tl_builtin_host_cdiv(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!tl_is_integer(args[0]) || !tl_is_integer(args[1]) || args[1]->integer == 0)
    return needs_constant(g, self, args[0]);
  tl_v sum = integer(g, args[0]->integer + args[1]->integer - 1);
  return tl_constant_binary(g, TL_OP_FLOOR_DIV, sum, args[1]);
}

tl_v tl_builtin_next_power(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!tl_is_integer(args[0]) || args[0]->integer > INT64_MAX) return needs_constant(g, self, args[0]);
  __int128 power = 1;
  while (power < args[0]->integer) power *= 2;
  return integer(g, power);
}

// triton.Config(kwargs, num_warps, num_stages, num_ctas, maxnreg, ...): a tuple that keeps them.
tl_v tl_builtin_config(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (args[0]->kind != TL_DICT_VALUE) return needs_constant(g, self, args[0]);
  tl_value_t *config = tl_new_value(g->program->arena, TL_CONFIG);
  config->tuple.items =
      (tl_items_t){tern_arena_copy(g->program->arena, args, TL_CONFIG_PARTS * sizeof *args), TL_CONFIG_PARTS};
  return config;
}

// What a file asks of the machine that it runs on is answered for the target.
tl_v tl_builtin_target(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)args;
  const tern_triton_target_t *target = &g->program->target;
  bool is_cuda = strcmp(target->backend, "cuda") == 0;
  if (self->value == 2) return tl_bool(strcmp(target->backend, "cpu") != 0);
  if (self->value == 1) {
    if (!is_cuda) return tl_error(g, "the capability of the target %s is not known", target->backend);
    tl_v parts[] = {integer(g, target->capability / 10), integer(g, target->capability % 10)};
    return tl_tuple(g->program->arena, parts, 2, NULL);
  }
  tl_value_t *space = tl_new_value(g->program->arena, TL_NAMESPACE);
  space->text = TERN_STR(TL_TARGET_SPACE);
  return space;
}

// --- Python ---

tl_v tl_builtin_len(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  switch (args[0]->kind) {
    case TL_TUPLE_VALUE: return integer(g, (__int128)args[0]->tuple.items.count);
    case TL_DICT_VALUE: return integer(g, (__int128)args[0]->dict.keys.count);
    case TL_STRING: return integer(g, (__int128)args[0]->text.size);
    default: return needs_constant(g, self, args[0]);
  }
}

tl_v tl_builtin_float(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (tl_is_number(args[0])) return tl_number_real(g->program->arena, tl_real(args[0]));
  if (args[0]->kind != TL_STRING) return needs_constant(g, self, args[0]);
  char text[64], *rest;
  snprintf(text, sizeof text, "%.*s", (int)args[0]->text.size, args[0]->text.data);
  double value = strtod(text, &rest);
  return *rest || !*text ? tl_error(g, "could not convert string to float: '%s'", text)
                         : tl_number_real(g->program->arena, value);
}

tl_v tl_builtin_int(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  int64_t value;
  if (tl_is_integer(args[0])) return integer(g, args[0]->integer);
  if (args[0]->kind == TL_REAL && fabs(args[0]->real) < 0x1p126) return integer(g, (__int128)args[0]->real);
  if (args[0]->kind == TL_STRING && tern_str_to_int64(args[0]->text, &value)) return integer(g, value);
  return needs_constant(g, self, args[0]);
}

tl_v tl_builtin_bool(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  return tl_is_carried(args[0]) && !tl_is_tuple(args[0]) ? needs_constant(g, self, args[0])
                                                         : tl_bool(tl_is_true(args[0]));
}

tl_v tl_builtin_str(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  return tl_string(g->program->arena, tern_str_from_cstr(tl_text(g, args[0])));
}

// Is a value one of what a class names? Of Triton's classes those are known that kernels ask for.
static bool is_instance(tl_v value, tl_v cls) {
  static const struct {
    const char *name;
    tl_value_kind_t kinds[3];
  } rows[] = {{"tensor", {TL_TENSOR, TL_TENSOR, TL_TENSOR}},
              {"constexpr", {TL_BOOL, TL_INT, TL_REAL}},
              {"tuple", {TL_TUPLE_VALUE, TL_TUPLE_VALUE, TL_TUPLE_VALUE}},
              {"list", {TL_TUPLE_VALUE, TL_TUPLE_VALUE, TL_TUPLE_VALUE}},
              {"int", {TL_INT, TL_BOOL, TL_INT}},
              {"float", {TL_REAL, TL_REAL, TL_REAL}},
              {"bool", {TL_BOOL, TL_BOOL, TL_BOOL}},
              {"str", {TL_STRING, TL_STRING, TL_STRING}},
              {"dtype", {TL_DTYPE, TL_DTYPE, TL_DTYPE}},
              {"tensor_descriptor", {TL_DESCRIPTOR, TL_DESCRIPTOR, TL_DESCRIPTOR}},
              {"tensor_descriptor_base", {TL_DESCRIPTOR, TL_DESCRIPTOR, TL_DESCRIPTOR}}};
  if (cls->kind == TL_CLASS) return value->kind == TL_OBJECT && value->object.cls->node == cls->cls->node;
  for (size_t i = 0; cls->kind == TL_BUILTIN && i < sizeof rows / sizeof rows[0]; ++i) {
    if (strcmp(rows[i].name, cls->builtin->name) != 0) continue;
    for (size_t j = 0; j < 3; ++j) {
      if (value->kind == rows[i].kinds[j]) return true;
    }
  }
  return false;
}

tl_v tl_builtin_isinstance(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)g, (void)self;
  tl_items_t classes = tl_is_tuple(args[1]) ? args[1]->tuple.items : (tl_items_t){&args[1], 1};
  for (size_t i = 0; i < classes.count; ++i) {
    if (is_instance(args[0], classes.values[i])) return tl_bool(true);
  }
  return tl_bool(false);
}

// getattr(x, name, default) and hasattr(x, name)
tl_v tl_builtin_getattr(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (args[1]->kind != TL_STRING) return needs_constant(g, self, args[1]);
  bool has_default = self->value == 1 || args[2]->tuple.items.count > 0;
  g->program->quiet += has_default;
  tl_v value = tl_attribute(g, args[0], args[1]->text);
  g->program->quiet -= has_default;
  if (self->value == 1) return tl_bool(value != NULL);
  return value || !has_default ? value : args[2]->tuple.items.values[0];
}

tl_v tl_builtin_python_min_max(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tl_items_t items = args[0]->tuple.items;
  if (items.count == 1 && tl_is_tuple(items.values[0])) items = items.values[0]->tuple.items;
  if (items.count == 0) return tl_error(g, "%s() needs values", self->name);
  bool are_constant = true;
  for (size_t i = 0; i < items.count; ++i) are_constant &= tl_is_number(items.values[i]);
  tl_v best = items.values[0];
  for (size_t i = 1; best && i < items.count; ++i) {
    if (are_constant) {
      tl_v is_better = tl_constant_binary(g, self->value ? TL_OP_GT : TL_OP_LT, items.values[i], best);
      if (is_better && tl_is_true(is_better)) best = items.values[i];
    } else {
      tl_v values[] = {best, items.values[i], tl_int(g->program->arena, 0)};
      best = tl_builtin_min_max(g, self, values);
    }
  }
  return best;
}

tl_v tl_builtin_host_abs(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (tl_is_integer(args[0])) return integer(g, args[0]->integer < 0 ? -args[0]->integer : args[0]->integer);
  return args[0]->kind == TL_REAL ? tl_number_real(g->program->arena, fabs(args[0]->real))
                                  : needs_constant(g, self, args[0]);
}

tl_v tl_builtin_host_sum(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!tl_is_tuple(args[0])) return needs_constant(g, self, args[0]);
  tl_v sum = integer(g, 0);
  for (size_t i = 0; sum && i < args[0]->tuple.items.count; ++i)
    sum = tl_constant_binary(g, TL_OP_ADD, sum, args[0]->tuple.items.values[i]);
  return sum;
}

tl_v tl_builtin_host_math(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  static double (*const functions[])(double) = {log2, log, sqrt, exp, ceil, floor};
  if (!tl_is_number(args[0])) return needs_constant(g, self, args[0]);
  double value = functions[self->value](tl_real(args[0]));
  bool is_whole = self->value >= 4;
  return is_whole && fabs(value) < 0x1p126 ? integer(g, (__int128)value) : tl_number_real(g->program->arena, value);
}

// The environment is that of who runs the program, not of who compiles it: variables have their defaults.
tl_v tl_builtin_getenv(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)g, (void)self;
  return args[1];
}

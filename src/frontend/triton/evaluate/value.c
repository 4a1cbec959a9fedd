// Values: making, comparing and printing them, and the values of the IR in them.

#include "frontend/triton/evaluate/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

// --- making ---

tl_value_t *tl_new_value(tern_arena_t *arena, tl_value_kind_t kind) {
  tl_value_t *value = tern_arena_alloc_zeroed(arena, sizeof *value);
  value->kind = kind;
  return value;
}

const tl_value_t *tl_none(void) {
  static const tl_value_t none = {.kind = TL_NONE};
  return &none;
}

const tl_value_t *tl_bool(bool value) {
  static const tl_value_t values[] = {{.kind = TL_BOOL, .integer = 0}, {.kind = TL_BOOL, .integer = 1}};
  return &values[value];
}

const tl_value_t *tl_int(tern_arena_t *arena, __int128 number) {
  tl_value_t *value = tl_new_value(arena, TL_INT);
  value->integer = number;
  return value;
}

const tl_value_t *tl_number_real(tern_arena_t *arena, double number) {
  tl_value_t *value = tl_new_value(arena, TL_REAL);
  value->real = number;
  return value;
}

const tl_value_t *tl_string(tern_arena_t *arena, tern_str_t text) {
  tl_value_t *value = tl_new_value(arena, TL_STRING);
  value->text = tern_str_make(tern_arena_copy(arena, text.data, text.size), text.size);
  return value;
}

const tl_value_t *tl_type_value(tern_arena_t *arena, const tl_type_t *type) {
  tl_value_t *value = tl_new_value(arena, TL_DTYPE);
  value->type = type;
  return value;
}

const tl_value_t *tl_tuple(tern_arena_t *arena, const tl_value_t *const *values, size_t count,
                           const tern_str_t *names) {
  tl_value_t *value = tl_new_value(arena, TL_TUPLE_VALUE);
  value->tuple.items = (tl_items_t){tern_arena_copy(arena, values, count * sizeof *values), count};
  value->tuple.names = names;
  return value;
}

// --- asking ---

bool tl_is_constant(const tl_value_t *value) {
  switch (value->kind) {
    case TL_NONE:
    case TL_BOOL:
    case TL_INT:
    case TL_REAL:
    case TL_STRING:
    case TL_DTYPE:
    case TL_FUNCTION:
    case TL_BUILTIN:
    case TL_DICT_VALUE:
    case TL_CLASS: return true;
    default: return false;
  }
}

static tl_items_t items_of(const tl_value_t *value) {
  if (value->kind == TL_TUPLE_VALUE) return value->tuple.items;
  if (value->kind == TL_OBJECT) return value->object.fields;
  return (tl_items_t){0};
}

bool tl_is_carried(const tl_value_t *value) {
  return value->kind == TL_TENSOR || value->kind == TL_DESCRIPTOR || value->kind == TL_OBJECT ||
         value->kind == TL_TUPLE_VALUE;
}

bool tl_is_true(const tl_value_t *value) {
  switch (value->kind) {
    case TL_NONE: return false;
    case TL_BOOL:
    case TL_INT: return value->integer != 0;
    case TL_REAL: return value->real != 0;
    case TL_STRING: return value->text.size > 0;
    case TL_TUPLE_VALUE: return value->tuple.items.count > 0;
    case TL_DICT_VALUE: return value->dict.keys.count > 0;
    default: return true;
  }
}

double tl_real(const tl_value_t *number) { return number->kind == TL_REAL ? number->real : (double)number->integer; }

static bool equal_items(tl_items_t a, tl_items_t b, bool (*is_equal)(const tl_value_t *, const tl_value_t *)) {
  if (a.count != b.count) return false;
  for (size_t i = 0; i < a.count; ++i) {
    if (!is_equal(a.values[i], b.values[i])) return false;
  }
  return true;
}

bool tl_equal(const tl_value_t *a, const tl_value_t *b) {
  if (a == b) return true;
  if (tl_is_integer(a) && tl_is_integer(b)) return a->integer == b->integer;
  if (tl_is_number(a) && tl_is_number(b)) return tl_real(a) == tl_real(b);
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case TL_NONE: return true;
    case TL_STRING:
    case TL_NAMESPACE: return tern_str_equal(a->text, b->text);
    case TL_DTYPE: return tl_same_type(a->type, b->type);
    case TL_TUPLE_VALUE: return equal_items(a->tuple.items, b->tuple.items, tl_equal);
    case TL_TENSOR: return a->tensor.handle == b->tensor.handle;
    case TL_FUNCTION: return a->function->node == b->function->node;
    case TL_BUILTIN: return a->builtin == b->builtin;
    case TL_CLASS: return a->cls->node == b->cls->node;
    default: return false;
  }
}

bool tl_same_kind(const tl_value_t *a, const tl_value_t *b) {
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case TL_TENSOR: return tl_same_type(a->tensor.type, b->tensor.type);
    case TL_DESCRIPTOR: return tl_same_type(a->descriptor.block, b->descriptor.block);
    case TL_TUPLE_VALUE:
    case TL_OBJECT: return equal_items(items_of(a), items_of(b), tl_same_kind);
    default: return tl_equal(a, b);
  }
}

// --- printing ---

void tl_print_integer(__int128 number, tern_string_builder_t *out) {
  char digits[48];
  size_t at = sizeof digits;
  unsigned __int128 rest = number < 0 ? -(unsigned __int128)number : (unsigned __int128)number;
  do digits[--at] = (char)('0' + (int)(rest % 10));
  while (rest /= 10);
  if (number < 0) digits[--at] = '-';
  tern_string_builder_append(out, tern_str_make(digits + at, sizeof digits - at));
}

// The shortest digits that read back as the number, with an exponent where Python writes one.
void tl_print_real(double number, tern_string_builder_t *out) {
  if (isnan(number) || isinf(number)) {
    tern_string_builder_append_cstr(out, isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
    return;
  }
  char text[40];
  int precision = 1;
  do snprintf(text, sizeof text, "%.*e", precision - 1, number);
  while (strtod(text, NULL) != number && ++precision <= 17);
  int exponent = atoi(strchr(text, 'e') + 1);
  if (exponent < -4 || exponent >= 16) {
    tern_string_builder_append_cstr(out, text);
    return;
  }
  int digits = precision - 1 - exponent;
  tern_string_builder_append_format(out, "%.*f", digits > 0 ? digits : 1, number);
}

static void print_items(tl_items_t items, tern_string_builder_t *out) {
  tern_string_builder_append_char(out, '(');
  for (size_t i = 0; i < items.count; ++i) {
    if (i > 0) tern_string_builder_append_cstr(out, ", ");
    tl_print_repr(items.values[i], out);
  }
  tern_string_builder_append_cstr(out, items.count == 1 ? ",)" : ")");
}

static void print_tensor(const tl_type_t *type, tern_string_builder_t *out) {
  tl_print_type(tl_scalar_of(type), out);
  tern_string_builder_append_char(out, '[');
  for (size_t i = 0; i < type->rank; ++i)
    tern_string_builder_append_format(out, "%s%lld", i ? ", " : "", (long long)type->dims[i]);
  tern_string_builder_append_char(out, ']');
}

void tl_print(const tl_value_t *value, tern_string_builder_t *out) {
  switch (value->kind) {
    case TL_NONE: tern_string_builder_append_cstr(out, "None"); return;
    case TL_BOOL: tern_string_builder_append_cstr(out, value->integer ? "True" : "False"); return;
    case TL_INT: tl_print_integer(value->integer, out); return;
    case TL_REAL: tl_print_real(value->real, out); return;
    case TL_STRING:
    case TL_NAMESPACE: tern_string_builder_append(out, value->text); return;
    case TL_DTYPE: tl_print_type(value->type, out); return;
    case TL_TUPLE_VALUE: print_items(value->tuple.items, out); return;
    case TL_TENSOR: print_tensor(value->tensor.type, out); return;
    case TL_FUNCTION: tern_string_builder_append(out, value->function->name); return;
    default: tern_string_builder_append_format(out, "<%s>", tl_kind_name(value)); return;
  }
}

void tl_print_repr(const tl_value_t *value, tern_string_builder_t *out) {
  if (value->kind != TL_STRING) {
    tl_print(value, out);
    return;
  }
  tern_string_builder_append_char(out, '\'');
  tern_string_builder_append(out, value->text);
  tern_string_builder_append_char(out, '\'');
}

const char *tl_kind_name(const tl_value_t *value) {
  static const char *const names[] = {"None",
                                      "bool",
                                      "int",
                                      "float",
                                      "str",
                                      "dtype",
                                      "tuple",
                                      "dict",
                                      "tensor",
                                      "tensor descriptor",
                                      "slice",
                                      "function",
                                      "built-in function",
                                      "method",
                                      "module",
                                      "module",
                                      "class",
                                      "object",
                                      "iterator",
                                      "triton.Config",
                                      "value that is known when the kernel is launched",
                                      "value that only running the file would tell"};
  return names[value->kind];
}

// --- values of the IR ---

void tl_flatten(const tl_value_t *value, tl_handles_t *handles) {
  if (value->kind == TL_TENSOR) tern_vec_push(handles, value->tensor.handle);
  if (value->kind == TL_DESCRIPTOR) {
    tern_vec_push(handles, value->descriptor.handle);
    if (value->descriptor.shape) tl_flatten(value->descriptor.shape, handles);
    if (value->descriptor.strides) tl_flatten(value->descriptor.strides, handles);
  }
  tl_items_t items = items_of(value);
  for (size_t i = 0; i < items.count; ++i) tl_flatten(items.values[i], handles);
}

static tl_items_t unflatten_items(tern_arena_t *arena, tl_items_t items, tern_value_t *const *handles, size_t *cursor) {
  const tl_value_t **values = tern_arena_alloc_array(arena, items.count, sizeof *values);
  for (size_t i = 0; i < items.count; ++i) values[i] = tl_unflatten(arena, items.values[i], handles, cursor);
  return (tl_items_t){values, items.count};
}

const tl_value_t *tl_unflatten(tern_arena_t *arena, const tl_value_t *pattern, tern_value_t *const *handles,
                               size_t *cursor) {
  if (!tl_is_carried(pattern)) return pattern;
  tl_value_t *value = tl_new_value(arena, pattern->kind);
  *value = *pattern;
  if (pattern->kind == TL_TENSOR) value->tensor.handle = handles[(*cursor)++];
  if (pattern->kind == TL_DESCRIPTOR) {
    value->descriptor.handle = handles[(*cursor)++];
    if (pattern->descriptor.shape)
      value->descriptor.shape = tl_unflatten(arena, pattern->descriptor.shape, handles, cursor);
    if (pattern->descriptor.strides)
      value->descriptor.strides = tl_unflatten(arena, pattern->descriptor.strides, handles, cursor);
  }
  if (pattern->kind == TL_TUPLE_VALUE)
    value->tuple.items = unflatten_items(arena, pattern->tuple.items, handles, cursor);
  if (pattern->kind == TL_OBJECT)
    value->object.fields = unflatten_items(arena, pattern->object.fields, handles, cursor);
  return value;
}

// Hints, prints and asserts, and code of others: assembly and functions of libraries.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/builtins.h"
#include "ir/attr.h"

enum { OPERANDS_MAX = 64 };

static const tern_attr_t *string_attr(tl_generator_t *g, tern_str_t text) {
  return tern_string_attr_get(g->program->context, text);
}

// --- hints ---

tl_v tl_builtin_barrier(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self, (void)args;
  tern_build(&g->b, TERN_GPU(BARRIER), .operands = {0});
  return tl_none();
}

tl_v tl_builtin_hint(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  static const char *const names[] = {"tt.divisibility", "tt.contiguity", "tt.constancy"};
  const int64_t *values;
  size_t count;
  if (!tl_is_tensor(args[0])) return tl_error(g, "%s() takes a tensor, not '%s'", self->name, tl_kind_name(args[0]));
  if (!tl_read_integers(g, args[1], "values element", &values, &count)) return NULL;
  size_t rank = tl_type_of(args[0])->rank;
  if (count != (self->value == 0 && rank == 0 ? 1 : rank))
    return tl_error(g, "shape of input to %s does not match the length of values", self->name);
  tern_value_t *handle = tl_handle(args[0]);
  int32_t *narrow = tern_arena_alloc_array(g->program->arena, count, sizeof *narrow);
  for (size_t i = 0; i < count; ++i) narrow[i] = (int32_t)values[i];
  const tern_type_t *i32 = tern_i_type_get(g->program->context, 32);
  int64_t dim = (int64_t)count;
  const tern_attr_t *attr = tern_dense_elements_attr_get(tern_tensor_type_get(i32, &dim, 1, NULL), narrow, false);
  if (!handle->is_block_argument) {
    tern_op_set_attr(tern_value_defining_op(handle), names[self->value], attr);
    return args[0];
  }
  // An argument of a loop's body: the loop has the hint. Those of functions have what the launch says.
  tern_block_t *block = tern_value_arg_block(handle);
  tern_op_t *op = tern_block_parent_op(block);
  char name[64];
  snprintf(name, sizeof name, "%s_arg%u", names[self->value], handle->index);
  if (op && tern_block_is_entry(block) && !tern_op_is(op, TERN_TT(FUNC))) tern_op_set_attr(op, name, attr);
  return args[0];
}

tl_v tl_builtin_assume(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_v condition = tl_to_tensor(g, args[0]);
  if (!condition) return NULL;
  tern_build(&g->b, TERN_LLVM(INTR_ASSUME), .operands = TERN_VALUES(tl_handle(condition)),
             .attrs = TERN_ATTRS({"op_bundle_sizes", tern_dense_i32_array_attr_get(g->program->context, NULL, 0)}));
  return tl_none();
}

// --- prints, asserts ---

// The text begins with a blank and ends in ": " where values follow.
static tern_str_t complete_prefix(tl_generator_t *g, tern_str_t prefix, bool has_values) {
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, prefix);
  if (has_values && !tern_str_ends_with(tern_string_builder_view(&text), TERN_STR(" ")))
    tern_string_builder_append_char(&text, ' ');
  if (has_values && !tern_str_ends_with(tern_string_builder_view(&text), TERN_STR(": "))) {
    --text.size;
    tern_string_builder_append_cstr(&text, ": ");
  }
  tern_str_t view = tern_string_builder_view(&text);
  bool needs_blank = view.size > 2 && view.data[0] != ' ';
  char *copy = tern_arena_alloc(g->program->arena, view.size + 1);
  copy[0] = ' ';
  memcpy(copy + needs_blank, view.data, view.size);
  size_t size = view.size + needs_blank;
  tern_string_builder_deinitialize(&text);
  return tern_str_make(copy, size);
}

// device_print(prefix, *args, hex)
tl_v tl_builtin_device_print(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  if (args[0]->kind != TL_STRING) return tl_error(g, "%s is not string", tl_text(g, args[0]));
  for (size_t i = 0; i < args[0]->text.size; ++i) {
    if (!isascii((unsigned char)args[0]->text.data[i]))
      return tl_error(g, "%s is not an ascii string", tl_text(g, args[0]));
  }
  tl_items_t items = args[1]->tuple.items;
  tern_value_t *operands[OPERANDS_MAX];
  int32_t are_signed[OPERANDS_MAX];
  if (items.count > OPERANDS_MAX) return tl_error(g, "more than %d values to print", OPERANDS_MAX);
  for (size_t i = 0; i < items.count; ++i) {
    tl_v value = tl_to_tensor(g, items.values[i]);
    if (!value) return NULL;
    operands[i] = tl_handle(value);
    are_signed[i] = tl_is_signed(tl_scalar(value));
  }
  tern_str_t prefix = complete_prefix(g, args[0]->text, items.count > 0);
  tern_build(
      &g->b, TERN_TT(PRINT), .operands = {operands, items.count},
      .attrs = TERN_ATTRS({"prefix", string_attr(g, prefix)},
                          {"hex", tern_bool_attr_get(g->program->context, tl_is_true(args[2]))},
                          {"isSigned", tern_dense_i32_array_attr_get(g->program->context, are_signed, items.count)}));
  return tl_none();
}

tl_v tl_device_assert(tl_generator_t *g, tl_v condition, tern_str_t message, tl_v mask) {
  if (!g->program->target.debug) return tl_none();
  if (mask) {
    tl_v outside = tl_not(g, mask);
    if (!outside || !(condition = tl_bits_of(g, TL_OP_BIT_OR, condition, outside))) return NULL;
  }
  tern_build(&g->b, TERN_TT(ASSERT), .operands = TERN_VALUES(tl_handle(condition)),
             .attrs = TERN_ATTRS({"message", string_attr(g, message)}));
  return tl_none();
}

// device_assert(cond, msg, mask)
tl_v tl_builtin_device_assert(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tl_v mask = tl_is_none(args[2]) ? NULL : tl_to_tensor(g, args[2]);
  tl_v condition = mask || tl_is_none(args[2]) ? tl_to_tensor(g, args[0]) : NULL;
  if (!condition) return NULL;
  if (args[1]->kind != TL_STRING)
    return tl_error(g, "the message of an assert has to be a text, not '%s'", tl_kind_name(args[1]));
  return tl_device_assert(g, condition, args[1]->text, mask);
}

// --- code of others ---

// All operands in one shape: each is broadcast with the last result of doing so. `*out_shape`: a tensor of that shape.
static bool broadcast_all(tl_generator_t *g, tl_v *values, size_t count, bool keeps_types, tl_v *out_shape) {
  tl_check_t check = {.allows_left_pointer = true, .allows_right_pointer = true, .keeps_types = keeps_types};
  tl_v shape = values[0];
  for (size_t i = 0; i < count; ++i) {
    tl_v item = values[i];
    if (!tl_check_binary(g, &item, &shape, check)) return false;
  }
  *out_shape = shape;
  if (keeps_types && !tl_is_block(shape)) return true;
  for (size_t i = 0; i < count; ++i) {
    tl_v other = shape;
    if (!tl_check_binary(g, &values[i], &other, check)) return false;
  }
  return true;
}

// inline_asm_elementwise(asm, constraints, args, dtype, is_pure, pack)
tl_v tl_builtin_inline_asm(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  if (args[0]->kind != TL_STRING || args[1]->kind != TL_STRING)
    return tl_error(g, "assembly and its constraints have to be texts");
  if (!tl_is_tuple(args[2]) || !tl_is_integer(args[5]))
    return tl_error(g, "expected a list of arguments, and a constant for pack");
  tl_items_t inputs = args[2]->tuple.items,
             types = tl_is_tuple(args[3]) ? args[3]->tuple.items : (tl_items_t){&args[3], 1};
  if (inputs.count > OPERANDS_MAX || types.count > OPERANDS_MAX || types.count == 0)
    return tl_error(g, "too many arguments or results");
  tl_v values[OPERANDS_MAX], shape = NULL, results[OPERANDS_MAX];
  tern_value_t *operands[OPERANDS_MAX];
  const tl_type_t *result_types[OPERANDS_MAX];
  const tern_type_t *ir_types[OPERANDS_MAX];
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!(values[i] = tl_to_tensor(g, inputs.values[i]))) return NULL;
  }
  if (inputs.count > 0 && !broadcast_all(g, values, inputs.count, true, &shape)) return NULL;
  for (size_t i = 0; i < types.count; ++i) {
    if (types.values[i]->kind != TL_DTYPE)
      return tl_error(g, "expected types of results, not '%s'", tl_kind_name(types.values[i]));
    result_types[i] =
        shape ? tl_with_element(g->program->arena, tl_type_of(shape), types.values[i]->type) : types.values[i]->type;
    if (!(ir_types[i] = tl_ir_type(g, result_types[i]))) return NULL;
  }
  for (size_t i = 0; i < inputs.count; ++i) operands[i] = tl_handle(values[i]);
  tern_op_t *op = tern_build(
      &g->b, TERN_TT(ELEMENTWISE_INLINE_ASM), .operands = {operands, inputs.count}, .types = {ir_types, types.count},
      .attrs = TERN_ATTRS({"asm_string", string_attr(g, args[0]->text)}, {"constraints", string_attr(g, args[1]->text)},
                          {"pure", tern_bool_attr_get(g->program->context, tl_is_true(args[4]))},
                          {"packed_element", tl_i32_attr(g, (int64_t)args[5]->integer)}));
  for (size_t i = 0; i < types.count; ++i) results[i] = tl_tensor(g, tern_op_result(op, i), result_types[i]);
  return tl_is_tuple(args[3]) ? tl_tuple(g->program->arena, results, types.count, NULL) : results[0];
}

static tl_v emit_extern(tl_generator_t *g, tern_str_t library, tern_str_t path, tern_str_t symbol, tl_v *values,
                        size_t count, const tl_type_t *result, bool is_pure) {
  tl_v shape = NULL;
  bool are_scalars = true;
  for (size_t i = 0; i < count; ++i) are_scalars &= !tl_is_block(values[i]);
  if (count > 0 && !broadcast_all(g, values, count, true, &shape)) return NULL;
  tern_value_t *operands[OPERANDS_MAX];
  for (size_t i = 0; i < count; ++i) operands[i] = tl_handle(values[i]);
  if (!are_scalars) result = tl_with_element(g->program->arena, tl_type_of(shape), result);
  return tl_emit(
      g, TERN_TT(EXTERN_ELEMENTWISE), result, (tern_values_t){operands, count},
      TERN_ATTRS({"libname", string_attr(g, library)}, {"libpath", string_attr(g, path)},
                 {"symbol", string_attr(g, symbol)}, {"pure", tern_bool_attr_get(g->program->context, is_pure)}));
}

// extern_elementwise(lib_name, lib_path, args, arg_type_symbol_dict, is_pure)
tl_v tl_builtin_extern(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  bool is_right = args[0]->kind == TL_STRING && args[1]->kind == TL_STRING && tl_is_tuple(args[2]) &&
                  args[3]->kind == TL_DICT_VALUE;
  if (!is_right || args[2]->tuple.items.count > OPERANDS_MAX)
    return tl_error(g, "expected texts, a list of arguments and a dictionary of symbols by types");
  tl_items_t inputs = args[2]->tuple.items;
  tl_v values[OPERANDS_MAX];
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!(values[i] = tl_to_tensor(g, inputs.values[i]))) return NULL;
  }
  for (size_t i = 0; i < args[3]->dict.keys.count; ++i) {
    tl_v key = args[3]->dict.keys.values[i], entry = args[3]->dict.values.values[i];
    bool fits = tl_is_tuple(key) && key->tuple.items.count == inputs.count && tl_is_tuple(entry) &&
                entry->tuple.items.count == 2;
    for (size_t j = 0; fits && j < inputs.count; ++j) {
      tl_v type = key->tuple.items.values[j];
      fits = type->kind == TL_DTYPE && tl_same_type(type->type, tl_scalar(values[j]));
    }
    if (!fits) continue;
    tl_v symbol = entry->tuple.items.values[0], type = entry->tuple.items.values[1];
    if (symbol->kind != TL_STRING || type->kind != TL_DTYPE)
      return tl_error(g, "an entry of the dictionary is a symbol and a type");
    return emit_extern(g, args[0]->text, args[1]->text, symbol->text, values, inputs.count, type->type,
                       tl_is_true(args[4]));
  }
  return tl_error(g, "input arg type does not match any of those that the symbols have");
}

// --- functions of libdevice ---

// "ff>f:__nv_name" lists: letters of the arguments and the result, and the symbol.
typedef struct libdevice_row {
  const char *name, *variants;
} libdevice_row_t;

static const libdevice_row_t libdevice[] = {
#define LIBDEVICE(NAME, VARIANTS) {NAME, VARIANTS},
#include "frontend/triton/semantic/libdevice.def"
#undef LIBDEVICE
};

static const char *find_libdevice(tern_str_t name) {
  for (size_t i = 0; i < sizeof libdevice / sizeof libdevice[0]; ++i) {
    if (tern_str_equal_cstr(name, libdevice[i].name)) return libdevice[i].variants;
  }
  return NULL;
}

bool tl_has_libdevice(tern_str_t name) { return find_libdevice(name) != NULL; }

static tl_dtype_t letter_dtype(char letter) {
  static const char letters[] = "fdilULhb";
  static const tl_dtype_t types[] = {TL_DTYPE_FP32,   TL_DTYPE_FP64,   TL_DTYPE_INT32, TL_DTYPE_INT64,
                                     TL_DTYPE_UINT32, TL_DTYPE_UINT64, TL_DTYPE_FP16,  TL_DTYPE_INT1};
  const char *at = strchr(letters, letter);
  return at ? types[at - letters] : TL_DTYPE_VOID;
}

tl_v tl_call_libdevice(tl_generator_t *g, tern_str_t name, tl_items_t args) {
  tl_v values[OPERANDS_MAX];
  if (args.count > OPERANDS_MAX) return tl_error(g, "too many arguments");
  for (size_t i = 0; i < args.count; ++i) {
    if (!(values[i] = tl_to_tensor(g, args.values[i]))) return NULL;
  }
  for (tern_str_t rest = tern_str_from_cstr(find_libdevice(name)); rest.size > 0;) {
    tern_str_t variant = tern_str_split(&rest, ' '), symbol = variant, types = tern_str_split(&symbol, ':');
    bool fits = types.size == args.count + 2;
    for (size_t i = 0; fits && i < args.count; ++i)
      fits = tl_is_dtype(tl_scalar(values[i]), letter_dtype(types.data[i]));
    if (!fits) continue;
    bool is_question = types.data[types.size - 1] == 'q';
    tl_dtype_t result = is_question ? TL_DTYPE_INT32 : letter_dtype(types.data[types.size - 1]);
    tl_v value = emit_extern(g, TERN_STR(""), TERN_STR(""), symbol, values, args.count, tl_scalar_type(result), true);
    return value && is_question ? tl_cast(g, value, tl_scalar_type(TL_DTYPE_INT1), -1) : value;
  }
  tl_error(g, "libdevice has no '%.*s' for these types", (int)name.size, name.data);
  for (size_t i = 0; i < args.count; ++i) tl_note(g, "argument %zu is %s", i, tl_type_text(g, tl_type_of(values[i])));
  return NULL;
}

// --- CUDA's own ---

tl_v tl_builtin_cuda_assembly(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  static const struct {
    const char *text, *constraints;
    tl_dtype_t type;
  } rows[] = {
      {"mov.u64 $0, %globaltimer;", "=l", TL_DTYPE_INT64},
      {"mov.u32 $0, %smid;", "=r", TL_DTYPE_INT32},
      {"griddepcontrol.wait; // dummy $0", "=r", TL_DTYPE_INT32},
      {"griddepcontrol.launch_dependents; // dummy $0", "=r", TL_DTYPE_INT32},
  };
  (void)args;
  const tl_type_t *type = tl_scalar_type(rows[self->value].type);
  return tl_emit(
      g, TERN_TT(ELEMENTWISE_INLINE_ASM), type, (tern_values_t){0},
      TERN_ATTRS({"asm_string", string_attr(g, tern_str_from_cstr(rows[self->value].text))},
                 {"constraints", string_attr(g, tern_str_from_cstr(rows[self->value].constraints))},
                 {"pure", tern_bool_attr_get(g->program->context, false)}, {"packed_element", tl_i32_attr(g, 1)}));
}

tl_v tl_builtin_unknown_launch(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)args;
  return tl_error(g, "%s() is known when a kernel is launched; it is not supported", self->name);
}

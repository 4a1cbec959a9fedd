// --iree-stream-pack-dispatch-operands: operands of dispatches as 32-bit words, which is how they travel to devices.
//
//   stream.cmd.dispatch @exe::@f(%n, %x : index, f64)      ->   stream.cmd.dispatch @exe::@f(%a, %b, %c : i32, i32, i32)
//   func.func @f(%n: index, %x: f64, %b: !stream.binding)  ->   func.func @f(%a: i32, %b: i32, %c: i32, %b: ...) { ... }
//
// Source: upstream's pass of the same name. A value is split on the host and put together in the function: complex ->
// its parts; float -> bits; index -> integer of the target's index width; integers -> words, the low one first, the last
// one padded with zeros. Upstream extends an index with zeros in the function, so that a negative one, such as a position
// before the start, becomes a large one where an index has more bits. Here its sign is kept, unless it is known to be
// none: sizes may take all bits.

#include "analysis/sign.h"
#include "analysis/stream/device_code.h"
#include "dialect/arith/arith.h"
#include "dialect/complex/complex.h"
#include "pass/pass.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

static bool is_packable(const tern_type_t *type) {
  return tern_type_is_int_or_index(type) || tern_type_is_float(type) ||
         (type->kind == TERN_TYPE_COMPLEX && tern_type_is_float(tern_type_element(type)));
}

// The integer that holds the bits of an integer, float or index.
static const tern_type_t *bits_type(const tern_type_t *type, int64_t index_bits) {
  uint32_t width = tern_type_is_index(type) ? (uint32_t)index_bits : tern_type_bit_width(type);
  return tern_i_type_get(type->context, width);
}

static uint32_t word_count(const tern_type_t *bits) { return (tern_integer_type_width(bits) + 31) / 32; }

static tern_value_t *build_cast(tern_builder_t *builder, const tern_op_row_t *row, tern_value_t *value,
                                const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(builder, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static tern_value_t *build_shift(tern_builder_t *builder, const tern_op_row_t *row, tern_value_t *value,
                                 uint32_t bits) {
  if (bits == 0) return value;
  tern_value_t *amount = tern_arith_constant_int(builder, value->type, bits);
  return tern_build_value(builder, row, .operands = TERN_VALUES(value, amount));
}

// --- the host's side ---

// A constant needs no arithmetic.
static bool split_constant(tern_builder_t *builder, const tern_value_t *value, uint32_t count, value_vec_t *words) {
  int64_t constant;
  if (count > 2 || !tern_type_is_int_or_index(value->type) || !tern_value_constant_int(value, &constant)) return false;
  uint32_t width = tern_type_bit_width(value->type);
  uint64_t bits = (uint64_t)constant;
  if (width < 64) bits &= (UINT64_C(1) << width) - 1;
  for (uint32_t i = 0; i < count; ++i) {
    int64_t word = (int32_t)(uint32_t)(bits >> (32 * i));
    tern_vec_push(words, tern_arith_constant_int(builder, tern_i_type_get(builder->context, 32), word));
  }
  return true;
}

static void split(tern_builder_t *builder, tern_value_t *value, int64_t index_bits, value_vec_t *words) {
  const tern_type_t *type = value->type, *i32 = tern_i_type_get(builder->context, 32);
  if (type->kind == TERN_TYPE_COMPLEX) {
    const tern_type_t *part = tern_type_element(type);
    split(builder, build_cast(builder, TERN_COMPLEX(RE), value, part), index_bits, words);
    split(builder, build_cast(builder, TERN_COMPLEX(IM), value, part), index_bits, words);
    return;
  }
  const tern_type_t *bits = bits_type(type, index_bits);
  uint32_t count = word_count(bits);
  if (split_constant(builder, value, count, words)) return;
  if (tern_type_is_index(type)) {
    value = build_cast(builder, TERN_ARITH(INDEX_CASTUI), value, bits);
  } else {
    value = build_cast(builder, TERN_ARITH(BITCAST), value, bits);
  }
  value = build_cast(builder, TERN_ARITH(EXTUI), value, tern_i_type_get(builder->context, 32 * count));
  for (uint32_t i = 0; i < count; ++i) {
    tern_value_t *shifted = build_shift(builder, TERN_ARITH(SHRUI), value, 32 * i);
    tern_vec_push(words, build_cast(builder, TERN_ARITH(TRUNCI), shifted, i32));
  }
}

// The region's op outside of which a dispatch's operands are computed.
static tern_op_t *execution_around(tern_op_t *dispatch) {
  tern_op_t *op = tern_op_parent_of(dispatch, TERN_STREAM(CMD_EXECUTE));
  return op ? op : dispatch;
}

static void pack_dispatch(tern_op_t *dispatch, int64_t index_bits) {
  size_t start, count;
  tern_op_operands_named(dispatch, "uniform_operands", &start, &count);
  if (count == 0) return;
  tern_builder_t builder = tern_builder_before(execution_around(dispatch));
  builder.loc = dispatch->loc;
  value_vec_t words = {0};
  for (size_t i = 0; i < count; ++i) split(&builder, tern_op_operand(dispatch, start + i), index_bits, &words);
  tern_stream_set_operand_group(dispatch, "uniform_operands", words.values, words.count);
  tern_vec_deinitialize(&words);
}

// --- the device's side ---

// Can the operand be negative in a dispatch? Without dispatches it is taken for a size.
static bool may_be_negative(const tern_stream_entry_t *entry, size_t operand) {
  for (size_t i = 0; i < entry->dispatches.count; ++i) {
    const tern_op_t *dispatch = entry->dispatches.values[i];
    size_t start, count;
    tern_op_operands_named(dispatch, "uniform_operands", &start, &count);
    if (operand < count && !tern_value_is_never_negative(tern_op_operand(dispatch, start + operand))) return true;
  }
  return false;
}

// The value that words are the parts of; takes them from `*inout_words`.
static tern_value_t *join(tern_builder_t *builder, const tern_type_t *type, int64_t index_bits, bool is_signed,
                          tern_value_t ***inout_words) {
  if (type->kind == TERN_TYPE_COMPLEX) {
    const tern_type_t *part = tern_type_element(type);
    tern_value_t *re = join(builder, part, index_bits, false, inout_words);
    tern_value_t *im = join(builder, part, index_bits, false, inout_words);
    return tern_build_value(builder, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(re, im), .types = TERN_TYPES(type));
  }
  const tern_type_t *bits = bits_type(type, index_bits);
  uint32_t count = word_count(bits);
  const tern_type_t *whole = tern_i_type_get(builder->context, 32 * count);
  tern_value_t *value = build_cast(builder, TERN_ARITH(EXTUI), *(*inout_words)++, whole);
  for (uint32_t i = 1; i < count; ++i) {
    tern_value_t *word = build_cast(builder, TERN_ARITH(EXTUI), *(*inout_words)++, whole);
    word = build_shift(builder, TERN_ARITH(SHLI), word, 32 * i);
    value = tern_build_value(builder, TERN_ARITH(ORI), .operands = TERN_VALUES(value, word));
  }
  value = build_cast(builder, TERN_ARITH(TRUNCI), value, bits);
  if (!tern_type_is_index(type)) return build_cast(builder, TERN_ARITH(BITCAST), value, type);
  return build_cast(builder, is_signed ? TERN_ARITH(INDEX_CAST) : TERN_ARITH(INDEX_CASTUI), value, type);
}

static uint32_t words_of(const tern_type_t *type, int64_t index_bits) {
  if (type->kind == TERN_TYPE_COMPLEX) return 2 * words_of(tern_type_element(type), index_bits);
  return word_count(bits_type(type, index_bits));
}

// What was known of the argument is said of the value that stands for it.
static void move_annotations(const tern_attr_t *attrs, tern_value_t *value) {
  static const char *const names[] = {"stream.alignment", "stream.values"};
  tern_op_t *op = tern_value_defining_op(value);
  for (size_t i = 0; i < 2 && op; ++i) {
    const tern_attr_t *attr = attrs ? tern_dictionary_attr_lookup(attrs, tern_str_from_cstr(names[i])) : NULL;
    if (attr) tern_op_set_attr(op, names[i], attr);
  }
}

static void pack_function(const tern_stream_entry_t *of, int64_t index_bits) {
  tern_op_t *function = of->function;
  tern_block_t *entry = tern_op_body(function, 0);
  tern_builder_t builder = tern_builder_at_start(entry, function->loc);
  const tern_type_t *i32 = tern_i_type_get(builder.context, 32);
  TERN_VEC(const tern_attr_t *) attrs = {0};
  size_t old_index = 0, operand = 0;
  for (size_t i = 0; i < entry->arg_count; ++old_index) {
    tern_value_t *arg = entry->args[i];
    const tern_attr_t *arg_attrs = tern_stream_arg_attrs(function, old_index);
    if (!is_packable(arg->type) || arg->type == i32) {
      tern_vec_push(&attrs, arg_attrs);
      operand += is_packable(arg->type);
      ++i;
      continue;
    }
    uint32_t count = words_of(arg->type, index_bits);
    value_vec_t words = {0};
    for (uint32_t k = 0; k < count; ++k) {
      tern_vec_push(&words, tern_block_insert_arg(entry, i + k, i32, arg->arg_loc));
      tern_vec_push(&attrs, NULL);
    }
    tern_value_t **next = words.values;
    bool is_signed = tern_type_is_index(arg->type) && may_be_negative(of, operand);
    ++operand;
    tern_value_t *value = join(&builder, arg->type, index_bits, is_signed, &next);
    move_annotations(arg_attrs, value);
    tern_value_replace_all_uses(arg, value);
    tern_block_erase_arg(entry, i + count);
    tern_vec_deinitialize(&words);
    i += count;
  }
  tern_stream_update_signature(function, attrs.values);
  tern_vec_deinitialize(&attrs);
}

// --- the pass ---

static bool check_operands(const tern_op_t *function) {
  const tern_block_t *entry = tern_op_body(function, 0);
  for (size_t i = 0; i < entry->arg_count; ++i) {
    const tern_type_t *type = entry->args[i]->type;
    if (is_packable(type) || tern_type_is_stream_binding(type)) continue;
    return tern_op_error(function, "argument %zu cannot be passed to a device: %s", i, tern_type_text(type));
  }
  return true;
}

// Of code that somebody else wrote there is no function, but it is handed words, too.
static tern_walk_result_t pack_external(tern_op_t *op, void *user) {
  tern_map_t *packed = user;
  if (!tern_op_is(op, TERN_STREAM(CMD_DISPATCH)) || !tern_map_set(packed, op, op)) return TERN_WALK_ADVANCE;
  size_t start, count;
  tern_op_operands_named(op, "uniform_operands", &start, &count);
  for (size_t i = 0; i < count; ++i) {
    if (!is_packable(tern_op_operand(op, start + i)->type)) return TERN_WALK_ADVANCE;
  }
  const tern_attr_t *refs = tern_op_attr(op, "entry_points");
  bool is_external = tern_array_attr_count(refs) && tern_symbol_ref_attr_count(tern_array_attr_at(refs, 0)) == 3;
  if (count && is_external) pack_dispatch(op, tern_stream_resource_config_lookup(op).index_bits);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_stream_entries_t entries;
  tern_stream_entries_find(module, &entries);
  bool is_ok = true;
  for (size_t i = 0; i < entries.list.count && is_ok; ++i) is_ok = check_operands(entries.list.values[i].function);
  // Functions first: they ask what the operands of dispatches are computed of.
  for (size_t i = 0; i < entries.list.count && is_ok; ++i) {
    tern_stream_entry_t *entry = &entries.list.values[i];
    pack_function(entry, tern_stream_resource_config_lookup(entry->exported).index_bits);
  }
  tern_map_t packed = {0};  // a dispatch with several entry points is met with each
  for (size_t i = 0; i < entries.list.count && is_ok; ++i) {
    tern_stream_entry_t *entry = &entries.list.values[i];
    int64_t index_bits = tern_stream_resource_config_lookup(entry->exported).index_bits;
    for (size_t k = 0; k < entry->dispatches.count; ++k) {
      if (tern_map_set(&packed, entry->dispatches.values[k], entry)) {
        pack_dispatch(entry->dispatches.values[k], index_bits);
      }
    }
    tern_pass_count(pass, 0, 1);
  }
  if (is_ok) tern_op_walk_post(module, pack_external, &packed);
  tern_map_deinitialize(&packed);
  tern_stream_entries_deinitialize(&entries);
  return is_ok;
}

const tern_pass_def_t tern_stream_pack_dispatch_operands_pass = {
    .flag = "iree-stream-pack-dispatch-operands",
    .name = "PackDispatchOperandsPass",
    .anchor = "builtin.module",
    .summary = "Hand the operands of dispatches over in words of 32 bits",
    .description =
        "Operands of stream.cmd.dispatch become 32-bit words, and so do the arguments of the functions that "
        "they run, which put the values together again. An index has as many bits as the closest "
        "stream.resources attribute says, 32 without one.",
    .statistics = (const char *const[]){"num-functions - Number of functions changed", NULL},
    .run = run,
};

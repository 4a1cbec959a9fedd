// --iree-codegen-convert-bf16-to-uint16-buffers and --convert-narrow-floats-to-integers: numbers of formats that the target
// does not even load or store become integers of their width, everywhere: buffers, arguments, results, constants, block
// arguments. The conversions to and from wider floats become integer arithmetic.
//
//   %0 = memref.load %m[%i] : memref<8xbf16>      ->   %0 = memref.load %m[%i] : memref<8xi16>
//   %1 = arith.extf %0 : bf16 to f32                   %1 = arith.extui %0 : i16 to i32
//                                                      %2 = arith.shli %1, %c16 : i32
//                                                      %3 = arith.bitcast %2 : i32 to f32
//
// Upstream is IREE's pass of the first name; the second one does the same for any narrow format. Arithmetic on them must be
// gone (--arith-emulate-unsupported-floats): an op that would compute with the integers is refused before anything changes.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "pass/pass.h"
#include "rewrite/rewriter.h"
#include "transform/arith/narrow_float_bits.h"

typedef struct storage {
  bool is_source[TERN_TYPE_F128 + 1];
} storage_t;

static bool is_source(const tern_type_t *element, const storage_t *storage) {
  return tern_type_is_float(element) && storage->is_source[element->kind];
}

static const tern_type_t *convert_type(const tern_type_t *type, const storage_t *storage);

static const tern_type_t *convert_function_type(const tern_type_t *type, const storage_t *storage) {
  TERN_VEC(const tern_type_t *) types = {0};
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count; ++i) tern_vec_push(&types, convert_type(inputs.values[i], storage));
  for (size_t i = 0; i < results.count; ++i) tern_vec_push(&types, convert_type(results.values[i], storage));
  const tern_type_t *converted = tern_function_type_get(type->context, (tern_types_t){types.values, inputs.count},
                                                        (tern_types_t){types.values + inputs.count, results.count});
  tern_vec_deinitialize(&types);
  return converted;
}

// A scalar, or a shape (or a function) of it.
static const tern_type_t *convert_type(const tern_type_t *type, const storage_t *storage) {
  if (type->kind == TERN_TYPE_FUNCTION) return convert_function_type(type, storage);
  const tern_type_t *element = tern_type_element(type);
  if (type->kind == TERN_TYPE_COMPLEX) return type;
  if (tern_type_is_shaped(type) && element->kind == TERN_TYPE_VECTOR) {
    const tern_type_t *converted = convert_type(element, storage);
    return converted == element ? type : tern_type_with_element(type, converted);
  }
  if (!is_source(element, storage)) return type;
  const tern_type_t *integer = tern_i_type_get(type->context, tern_type_bit_width(element));
  return tern_type_is_shaped(type) ? tern_type_with_element(type, integer) : integer;
}

static const tern_attr_t *convert_attr(const tern_attr_t *attr, const storage_t *storage) {
  if (attr->kind == TERN_ATTR_TYPE) {
    return tern_type_attr_get(convert_type(tern_type_attr_value(attr), storage));
  }
  if (tern_attr_is_float(attr) && is_source(tern_attr_type(attr), storage)) {
    return tern_integer_attr_get(convert_type(tern_attr_type(attr), storage), (int64_t)attr->params[1]);
  }
  if (attr->kind == TERN_ATTR_DENSE_ELEMENTS && is_source(tern_type_element(tern_attr_type(attr)), storage)) {
    return tern_dense_elements_attr_retype(attr, convert_type(tern_attr_type(attr), storage));
  }
  return attr;
}

static bool touches_source(const tern_op_t *op, const storage_t *storage) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (convert_type(type, storage) != type) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (convert_type(type, storage) != type) return true;
  }
  return false;
}

// True if the op only moves numbers. Dialects whose ops compute have the list of those that do not.
static bool only_moves(const tern_op_t *op) {
  static const char *const moving_dialects[] = {"memref.", "scf.",     "cf.", "func.",         "iree.",
                                                "hal.",    "builtin.", "ub.", "bufferization."};
  static const char *const moving[] = {
      "arith.constant",   "arith.select", "arith.extf",     "arith.truncf", "arith.bitcast",
      "linalg.copy",      "linalg.fill",  "linalg.generic", "linalg.yield", "linalg.transpose",
      "linalg.broadcast", "linalg.index", "gpu.shuffle",    "gpu.memcpy",   "gpu.subgroup_broadcast",
  };
  static const char *const computing[] = {"memref.atomic_rmw", "vector.fma",          "vector.reduction",
                                          "vector.contract",   "vector.outerproduct", "vector.multi_reduction",
                                          "vector.scan"};
  tern_str_t name = tern_op_name(op);
  for (size_t i = 0; i < sizeof computing / sizeof computing[0]; ++i) {
    if (tern_str_equal_cstr(name, computing[i])) return false;
  }
  for (size_t i = 0; i < sizeof moving / sizeof moving[0]; ++i) {
    if (tern_str_equal_cstr(name, moving[i])) return true;
  }
  for (size_t i = 0; i < sizeof moving_dialects / sizeof moving_dialects[0]; ++i) {
    if (tern_str_starts_with(name, tern_str_from_cstr(moving_dialects[i]))) return true;
  }
  return tern_str_starts_with(name, TERN_STR("vector."));
}

static bool rounds_to_even(const tern_op_t *op) {
  const tern_attr_t *rounding = tern_op_attr(op, "roundingmode");
  return !rounding || tern_enum_attr_value(rounding) == 0;
}

// Conversions are to or from f32 and f64 only.
static bool check_cast(const tern_op_t *op) {
  const tern_type_t *from = tern_type_element(tern_op_operand(op, 0)->type);
  const tern_type_t *to = tern_type_element(tern_op_result(op, 0)->type);
  const tern_type_t *wide = tern_op_is(op, TERN_ARITH(EXTF)) ? to : from;
  if (!rounds_to_even(op)) {
    return tern_op_error(op, "cannot be done on integers: expected rounding to nearest even");
  }
  if (wide->kind == TERN_TYPE_F32 || wide->kind == TERN_TYPE_F64) return true;
  return tern_op_error(op, "cannot be done on integers: expected f32 or f64 as the wider type but got %s",
                       tern_type_text(wide));
}

typedef struct check {
  const storage_t *storage;
  bool is_valid;
} check_t;

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  check_t *check = user;
  if (!touches_source(op, check->storage)) return TERN_WALK_ADVANCE;
  if (tern_op_is(op, TERN_ARITH(EXTF)) || tern_op_is(op, TERN_ARITH(TRUNCF))) {
    check->is_valid = check_cast(op) && check->is_valid;
  } else if (!only_moves(op)) {
    check->is_valid = tern_op_error(op, "computes with a float type that is to become an integer type");
    tern_emit_note(op->loc, "run arith-emulate-unsupported-floats before");
  }
  return TERN_WALK_ADVANCE;
}

// A conversion to or from a source type, by bits. The operand or result of the narrow type already is an integer.
static void expand_cast(tern_op_t *op, const tern_type_t *narrow, const tern_type_t *to) {
  tern_rewriter_t rewriter = {.builder = tern_builder_before(op)};
  tern_value_t *operand = tern_op_operand(op, 0);
  bool is_extension = tern_op_is(op, TERN_ARITH(EXTF));
  tern_value_t *result = is_extension ? tern_narrow_float_decode(&rewriter.builder, operand, narrow, to)
                                      : tern_narrow_float_encode(&rewriter.builder, operand, narrow, to);
  tern_rewriter_replace(&rewriter, op, TERN_VALUES(result));
}

static void convert_attrs(tern_op_t *op, const storage_t *storage) {
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (op->slots[i]) op->slots[i] = convert_attr(op->slots[i], storage);
  }
}

static void convert_block_args(tern_op_t *op, const storage_t *storage) {
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) block->args[i]->type = convert_type(block->args[i]->type, storage);
    }
  }
}

// Post-order, so that what an op defines is converted after its region, and operands (defined before) are already.
static void convert_op(tern_op_t *op, const storage_t *storage);

static void convert_region(tern_region_t *region, const storage_t *storage) {
  tern_region_for_each_block(region, block) { tern_block_for_each_op_safe(block, op) convert_op(op, storage); }
}

static void convert_op(tern_op_t *op, const storage_t *storage) {
  bool is_cast = tern_op_is(op, TERN_ARITH(EXTF)) || tern_op_is(op, TERN_ARITH(TRUNCF));
  if (is_cast) {
    // The operand's type may have been converted: what the op was is in the types it still has.
    bool is_extension = tern_op_is(op, TERN_ARITH(EXTF));
    const tern_type_t *result = tern_op_result(op, 0)->type, *operand = tern_op_operand(op, 0)->type;
    if (is_extension && is_source(tern_type_element(operand), storage)) {
      tern_value_t *value = tern_op_operand(op, 0);
      const tern_type_t *narrow = tern_type_element(operand);
      tern_builder_t b = tern_builder_before(op);
      tern_value_t *bits = tern_build_value(&b, TERN_ARITH(BITCAST), .operands = TERN_VALUES(value),
                                            .types = TERN_TYPES(convert_type(operand, storage)));
      tern_op_set_operand(op, 0, bits);
      expand_cast(op, narrow, result);
    } else if (!is_extension && is_source(tern_type_element(result), storage)) {
      tern_builder_t b = tern_builder_after(op);
      const tern_type_t *bits = convert_type(result, storage), *narrow = tern_type_element(result);
      tern_value_t *back = tern_build_value(&b, TERN_ARITH(BITCAST), .operands = TERN_VALUES(tern_op_result(op, 0)),
                                            .types = TERN_TYPES(result));
      // The bits take the place of the op in front of the cast back, which disappears when types are changed.
      tern_value_replace_all_uses(tern_op_result(op, 0), back);
      tern_builder_set_before(&b, op);
      tern_value_t *encoded = tern_narrow_float_encode(&b, tern_op_operand(op, 0), narrow, bits);
      tern_op_set_operand(tern_value_defining_op(back), 0, encoded);
      tern_rewriter_t rewriter = {.builder = b};
      tern_rewriter_erase(&rewriter, op);
    }
    return;
  }
  for (size_t r = 0; r < op->region_count; ++r) convert_region(&op->regions[r], storage);
}

// Second step, when the casts are by bits: all types and attributes at once.
static tern_walk_result_t retype_op(tern_op_t *op, void *user) {
  const storage_t *storage = user;
  convert_attrs(op, storage);
  convert_block_args(op, storage);
  for (size_t i = 0; i < op->result_count; ++i) op->results[i].type = convert_type(op->results[i].type, storage);
  return TERN_WALK_ADVANCE;
}

// Bitcasts of a type to itself.
static tern_walk_result_t erase_idle_cast(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_ARITH(BITCAST)) || tern_op_operand(op, 0)->type != tern_op_result(op, 0)->type) {
    return TERN_WALK_ADVANCE;
  }
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
  tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static tern_value_t *build_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, const tern_type_t *to) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(to));
}

// A conversion between two narrow formats goes over f32, which holds the numbers of both.
static tern_walk_result_t split_cast(tern_op_t *op, void *user) {
  bool is_cast = tern_op_is(op, TERN_ARITH(EXTF)) || tern_op_is(op, TERN_ARITH(TRUNCF));
  if (!is_cast || !touches_source(op, user) || !rounds_to_even(op)) return TERN_WALK_ADVANCE;
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  if (tern_type_bit_width(tern_type_element(from)) >= 32 || tern_type_bit_width(tern_type_element(to)) >= 32) {
    return TERN_WALK_ADVANCE;
  }
  const tern_type_t *f32 = tern_float_type_get(tern_op_context(op), TERN_TYPE_F32);
  const tern_type_t *between = tern_type_is_shaped(from) ? tern_type_with_element(from, f32) : f32;
  tern_rewriter_t rewriter = {.builder = tern_builder_before(op)};
  tern_value_t *wide = build_cast(&rewriter.builder, TERN_ARITH(EXTF), tern_op_operand(op, 0), between);
  tern_rewriter_replace(&rewriter, op, TERN_VALUES(build_cast(&rewriter.builder, TERN_ARITH(TRUNCF), wide, to)));
  return TERN_WALK_SKIP;
}

static bool run_with(tern_op_t *op, storage_t *storage) {
  check_t check = {storage, true};
  tern_op_walk_post(op, split_cast, storage);
  tern_op_walk_pre(op, check_op, &check);
  if (!check.is_valid) return false;
  for (size_t r = 0; r < op->region_count; ++r) convert_region(&op->regions[r], storage);
  tern_op_walk_pre(op, retype_op, storage);
  tern_op_walk_post(op, erase_idle_cast, NULL);
  return true;
}

static bool run_bf16(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  storage_t storage = {0};
  storage.is_source[TERN_TYPE_BF16] = true;
  return run_with(op, &storage);
}

static bool run_listed(tern_op_t *op, tern_pass_t *pass) {
  storage_t storage = {0};
  const tern_str_t *names;
  size_t count = tern_pass_string_list(pass, "source-types", &names);
  for (size_t i = 0; i < count; ++i) {
    bool is_known = false;
    for (int kind = TERN_TYPE_F4E2M1FN; kind <= TERN_TYPE_F16; ++kind) {
      const tern_type_t *type = tern_float_type_get(tern_op_context(op), (tern_type_kind_t)kind);
      if (!tern_str_equal_cstr(names[i], tern_type_text(type)) || !tern_narrow_float_is_supported(type)) continue;
      storage.is_source[kind] = is_known = true;
    }
    if (!is_known) {
      return tern_emit_error(op->loc, "expected a float type of at most 16 bits but got '%.*s'", (int)names[i].size,
                             names[i].data);
    }
  }
  return run_with(op, &storage);
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_math_dialect, NULL};

const tern_pass_def_t tern_convert_bf16_to_uint16_buffers_pass = {
    .flag = "iree-codegen-convert-bf16-to-uint16-buffers",
    .name = "ConvertBf16ToUInt16Buffers",
    .anchor = "builtin.module",
    .summary = "Convert bf16 buffers and values to integers of 16 bits",
    .dialects = dialects,
    .run = run_bf16,
};

static const tern_option_def_t listed_options[] = {
    {"source-types", TERN_OPTION_STRING_LIST, "bf16", "Float types of at most 16 bits that become integers", NULL},
};

const tern_pass_def_t tern_convert_narrow_floats_to_integers_pass = {
    .flag = "convert-narrow-floats-to-integers",
    .name = "ConvertNarrowFloatsToIntegers",
    .anchor = "builtin.module",
    .summary = "Convert buffers and values of narrow floats to integers of their width",
    .options = listed_options,
    .option_count = 1,
    .dialects = dialects,
    .run = run_listed,
};

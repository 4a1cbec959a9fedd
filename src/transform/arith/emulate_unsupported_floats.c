// --arith-emulate-unsupported-floats: arithmetic on float types that the target does not have is done in a wider one, with
// conversions around each op (upstream's pass of the name).
//
//   %r = arith.addf %a, %b : bf16   ->   %x = arith.extf %a fastmath<contract> : bf16 to f32
//                                        %y = arith.extf %b fastmath<contract> : bf16 to f32
//                                        %s = arith.addf %x, %y : f32
//                                        %r = arith.truncf %s fastmath<contract> : f32 to bf16
//
// A value is widened once, where it is made. The flag on the conversions allows to drop those that undo each other.
//
// Constants, select, bitcast and the conversions between floats stay. Beyond upstream, ops of math and the vector ops fma,
// reduction, multi_reduction, outerproduct and contract are done so too.

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/arith/float_names.h"

enum { MAX_SOURCES = TERN_TYPE_F128 + 1, MAX_VALUES = 4 };

typedef struct emulation {
  bool is_source[MAX_SOURCES];
  const tern_type_t *target;
} emulation_t;

static bool is_emulated(const tern_type_t *type, const emulation_t *emulation) {
  const tern_type_t *element = tern_type_element(type);
  return tern_type_is_float(element) && emulation->is_source[element->kind];
}

static bool is_arithmetic(const tern_op_t *op) {
  static const tern_op_row_t *const kept[] = {
      TERN_ARITH(CONSTANT), TERN_ARITH(SELECT),       TERN_ARITH(BITCAST),        TERN_ARITH(EXTF),
      TERN_ARITH(TRUNCF),   TERN_ARITH(SCALING_EXTF), TERN_ARITH(SCALING_TRUNCF),
  };
  static const tern_op_row_t *const of_vectors[] = {
      TERN_VECTOR(FMA),          TERN_VECTOR(REDUCTION), TERN_VECTOR(MULTI_REDUCTION),
      TERN_VECTOR(OUTERPRODUCT), TERN_VECTOR(CONTRACT),
  };
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; ++i) {
    if (tern_op_is(op, kept[i])) return false;
  }
  for (size_t i = 0; i < sizeof of_vectors / sizeof of_vectors[0]; ++i) {
    if (tern_op_is(op, of_vectors[i])) return true;
  }
  return tern_str_starts_with(tern_op_name(op), TERN_STR("arith.")) ||
         tern_str_starts_with(tern_op_name(op), TERN_STR("math."));
}

static const tern_attr_t *contract_flag(tern_context_t *context) {
  return tern_enum_attr_get(context, TERN_ARITH_ENUM(FASTMATH), TERN_FASTMATH_CONTRACT);
}

// The value in the target's type, from the conversions that stand right behind what makes it.
static tern_value_t *widen(tern_value_t *value, const emulation_t *emulation, tern_builder_t *b) {
  tern_op_t *maker = tern_value_defining_op(value);
  const tern_type_t *type = tern_type_with_element(value->type, emulation->target);
  const tern_attr_t *flag = contract_flag(b->context);
  for (tern_op_t *op = maker ? maker->next : tern_value_block(value)->first_op; op; op = op->next) {
    if (!tern_op_is(op, TERN_ARITH(EXTF)) || tern_op_attr(op, "fastmath") != flag) break;
    if (tern_op_operand(op, 0) == value && tern_op_result(op, 0)->type == type) return tern_op_result(op, 0);
  }
  if (maker) {
    tern_builder_set_after(b, maker);
  } else {
    tern_builder_set_start(b, tern_value_block(value));
  }
  return tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"fastmath", flag}));
}

static bool emulate(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const emulation_t *emulation = user;
  if (!is_arithmetic(op) || op->operand_count > MAX_VALUES || op->result_count > MAX_VALUES) return false;
  bool has_source = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    has_source = has_source || is_emulated(tern_op_operand(op, i)->type, emulation);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    has_source = has_source || is_emulated(tern_op_result(op, i)->type, emulation);
  }
  if (!has_source) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *operands[MAX_VALUES], *results[MAX_VALUES];
  const tern_type_t *types[MAX_VALUES];
  for (size_t i = 0; i < op->operand_count; ++i) {
    operands[i] = tern_op_operand(op, i);
    if (is_emulated(operands[i]->type, emulation)) operands[i] = widen(operands[i], emulation, b);
  }
  tern_builder_set_before(b, op);
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    types[i] = is_emulated(type, emulation) ? tern_type_with_element(type, emulation->target) : type;
  }
  tern_op_t *wide = tern_build(b, op->def->row, .operands = {operands, op->operand_count},
                               .types = {types, op->result_count}, .dictionary = tern_op_attr_dictionary(op));
  for (size_t i = 0; i < op->result_count; ++i) {
    results[i] = tern_op_result(wide, i);
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (results[i]->type == type) continue;
    results[i] = tern_build_value(b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(results[i]), .types = TERN_TYPES(type),
                                  .attrs = TERN_ATTRS({"fastmath", contract_flag(b->context)}));
  }
  tern_rewriter_replace(rewriter, op, (tern_values_t){results, op->result_count});
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(op);
  emulation_t emulation = {0};
  tern_str_t target = tern_pass_string(pass, "target-type");
  emulation.target = tern_float_type_named(context, target);
  if (!emulation.target) {
    return tern_emit_error(op->loc, "could not map target type '%.*s' to a known floating-point type", (int)target.size,
                           target.data);
  }
  const tern_str_t *names;
  size_t count = tern_pass_string_list(pass, "source-types", &names);
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *source = tern_float_type_named(context, names[i]);
    if (!source) {
      return tern_emit_error(op->loc, "could not map source type '%.*s' to a known floating-point type",
                             (int)names[i].size, names[i].data);
    }
    if (tern_type_bit_width(source) >= tern_type_bit_width(emulation.target)) {
      return tern_emit_error(op->loc, "expected source type '%.*s' to be narrower than target type '%.*s'",
                             (int)names[i].size, names[i].data, (int)target.size, target.data);
    }
    emulation.is_source[source->kind] = true;
  }
  static const tern_pattern_t patterns[] = {{"emulate", NULL, 1, emulate}};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.region_simplify = false;
  options.fold = false;
  tern_apply_patterns_greedily(op, patterns, 1, &emulation, &options, NULL);
  return true;
}

static const tern_option_def_t options[] = {
    {"source-types", TERN_OPTION_STRING_LIST, NULL, "Types that the target does not compute on", NULL},
    {"target-type", TERN_OPTION_STRING, "f32", "The type to compute on instead", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, NULL};

const tern_pass_def_t tern_arith_emulate_unsupported_floats_pass = {
    .flag = "arith-emulate-unsupported-floats",
    .name = "ArithEmulateUnsupportedFloats",
    .summary = "Compute on floats that the target lacks by wider ones",
    .description = "Arithmetic on the source types is done in the target type, and each result is rounded back.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};

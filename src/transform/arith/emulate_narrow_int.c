// --arith-emulate-narrow-int: arithmetic on integers of up to 16 bits, where the target has none of the width, is done
// on 32 bits. Results are cut to their width after each op, so that they wrap as before.
//
//   %r = arith.divsi %a, %b : i8   ->   %x = arith.extsi %a : i8 to i32
//                                       %y = arith.extsi %b : i8 to i32
//                                       %q = arith.divsi %x, %y : i32
//                                       %r = arith.trunci %q : i32 to i8
//
// What only moves or resizes the numbers stays: constants, select, memory, the extensions and truncations. Bitcasts
// stay too: they are of the storage of narrow floats. Upstream has no such pass; it widens the types themselves, in
// --convert-arith-to-spirv and its like, and leaves the bits above open.

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

enum { WIDE = 32, MAX_VALUES = 2 };

typedef struct emulation {
  bool is_source[WIDE];  // by width
} emulation_t;

typedef tern_value_t *value_t;

// One op on numbers that were extended: gives its results, of 32 bits or of their own type.
typedef struct widening {
  tern_builder_t *b;
  const tern_op_t *op;
  uint32_t width;          // of the narrow operand or result
  const tern_type_t *i32;  // of the shape of the first narrow value
} widening_t;

typedef struct rule {
  const tern_op_row_t *row;
  bool is_signed;                                                               // how operands are extended
  void (*build)(const widening_t *w, value_t *operands, value_t *out_results);  // NULL: the same op on 32 bits
} rule_t;

static value_t build2(const widening_t *w, const tern_op_row_t *row, value_t x, value_t y) {
  return tern_build_value(w->b, row, .operands = TERN_VALUES(x, y));
}
static value_t constant(const widening_t *w, int64_t value) { return tern_arith_constant_int(w->b, w->i32, value); }

static void build_add_extended(const widening_t *w, value_t *operands, value_t *out_results) {
  out_results[0] = build2(w, TERN_ARITH(ADDI), operands[0], operands[1]);
  value_t carry = build2(w, TERN_ARITH(SHRUI), out_results[0], constant(w, w->width));
  out_results[1] = tern_arith_cmpi(w->b, TERN_CMPI_NE, carry, constant(w, 0));
}

// A product of 16 bits each fits into 32.
static void build_mul_extended(const widening_t *w, value_t *operands, value_t *out_results) {
  out_results[0] = build2(w, TERN_ARITH(MULI), operands[0], operands[1]);
  out_results[1] = build2(w, TERN_ARITH(SHRUI), out_results[0], constant(w, w->width));
}

static void build_leading_zeros(const widening_t *w, value_t *operands, value_t *out_results) {
  value_t count = tern_build_value(w->b, TERN_MATH(CTLZ), .operands = TERN_VALUES(operands[0]));
  out_results[0] = build2(w, TERN_ARITH(SUBI), count, constant(w, WIDE - w->width));
}

// A bit above the number ends the count for 0.
static void build_trailing_zeros(const widening_t *w, value_t *operands, value_t *out_results) {
  value_t bounded = build2(w, TERN_ARITH(ORI), operands[0], constant(w, INT64_C(1) << w->width));
  out_results[0] = tern_build_value(w->b, TERN_MATH(CTTZ), .operands = TERN_VALUES(bounded));
}

static const rule_t rules[] = {
    {TERN_ARITH(ADDI), true, NULL},
    {TERN_ARITH(ADDUI_EXTENDED), false, build_add_extended},
    {TERN_ARITH(SUBI), true, NULL},
    {TERN_ARITH(MULI), true, NULL},
    {TERN_ARITH(MULSI_EXTENDED), true, build_mul_extended},
    {TERN_ARITH(MULUI_EXTENDED), false, build_mul_extended},
    {TERN_ARITH(DIVSI), true, NULL},
    {TERN_ARITH(DIVUI), false, NULL},
    {TERN_ARITH(CEILDIVSI), true, NULL},
    {TERN_ARITH(CEILDIVUI), false, NULL},
    {TERN_ARITH(FLOORDIVSI), true, NULL},
    {TERN_ARITH(REMSI), true, NULL},
    {TERN_ARITH(REMUI), false, NULL},
    {TERN_ARITH(ANDI), false, NULL},
    {TERN_ARITH(ORI), false, NULL},
    {TERN_ARITH(XORI), false, NULL},
    {TERN_ARITH(SHLI), false, NULL},
    {TERN_ARITH(SHRUI), false, NULL},
    {TERN_ARITH(SHRSI), true, NULL},
    {TERN_ARITH(MAXSI), true, NULL},
    {TERN_ARITH(MAXUI), false, NULL},
    {TERN_ARITH(MINSI), true, NULL},
    {TERN_ARITH(MINUI), false, NULL},
    {TERN_ARITH(SITOFP), true, NULL},
    {TERN_ARITH(UITOFP), false, NULL},
    {TERN_ARITH(FPTOSI), true, NULL},
    {TERN_ARITH(FPTOUI), false, NULL},
    {TERN_MATH(ABSI), true, NULL},
    {TERN_MATH(CTLZ), false, build_leading_zeros},
    {TERN_MATH(CTPOP), false, NULL},
    {TERN_MATH(CTTZ), false, build_trailing_zeros},
    {TERN_MATH(IPOWI), true, NULL},
    {TERN_MATH(FPOWI), true, NULL},
};

static const rule_t *find_rule(const tern_op_t *op, rule_t *comparison) {
  if (tern_op_is(op, TERN_ARITH(CMPI))) {
    *comparison = (rule_t){.row = TERN_ARITH(CMPI)};
    comparison->is_signed = tern_enum_attr_value(tern_op_attr(op, "predicate")) < TERN_CMPI_ULT;
    return comparison;
  }
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (tern_op_is(op, rules[i].row)) return &rules[i];
  }
  return NULL;
}

static bool is_narrow(const tern_type_t *type, const emulation_t *emulation) {
  const tern_type_t *element = tern_type_element(type);
  if (!tern_type_is_integer(element) || tern_integer_type_signedness(element) != TERN_SIGNLESS) return false;
  uint32_t width = tern_type_bit_width(element);
  return width < WIDE && emulation->is_source[width];
}

static const tern_type_t *widen(const tern_type_t *type) {
  return tern_type_with_element(type, tern_i_type_get(type->context, WIDE));
}

// Flags of overflow are those of the narrow type: all attributes are left behind but the predicate.
static void build_same(const widening_t *w, value_t *operands, value_t *out_results) {
  const tern_type_t *type = tern_op_result(w->op, 0)->type;
  bool is_integer = tern_type_is_integer(tern_type_element(type)) && tern_type_bit_width(tern_type_element(type)) > 1;
  if (is_integer) type = w->i32;
  const tern_attr_t *predicate = tern_op_attr(w->op, "predicate");
  out_results[0] =
      tern_build_value(w->b, w->op->def->row, .operands = {operands, w->op->operand_count}, .types = TERN_TYPES(type),
                       .attrs = {&(tern_named_attr_t){"predicate", predicate}, predicate ? 1 : 0});
}

static bool emulate(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const emulation_t *emulation = user;
  rule_t comparison;
  const rule_t *rule = find_rule(op, &comparison);
  if (!rule || op->operand_count > MAX_VALUES || op->result_count > MAX_VALUES) return false;
  const tern_type_t *narrow = NULL;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_narrow(tern_op_result(op, i)->type, emulation)) narrow = tern_op_result(op, i)->type;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_narrow(tern_op_operand(op, i)->type, emulation)) narrow = tern_op_operand(op, i)->type;
  }
  if (!narrow) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, op);
  widening_t w = {b, op, tern_type_bit_width(tern_type_element(narrow)), widen(narrow)};
  value_t operands[MAX_VALUES], results[MAX_VALUES];
  const tern_op_row_t *extension = rule->is_signed ? TERN_ARITH(EXTSI) : TERN_ARITH(EXTUI);
  for (size_t i = 0; i < op->operand_count; ++i) {
    operands[i] = tern_op_operand(op, i);
    if (!is_narrow(operands[i]->type, emulation)) continue;
    operands[i] = tern_build_value(b, extension, .operands = TERN_VALUES(operands[i]),
                                   .types = TERN_TYPES(widen(operands[i]->type)));
  }
  (rule->build ? rule->build : build_same)(&w, operands, results);
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (results[i]->type == type) continue;
    results[i] =
        tern_build_value(b, TERN_ARITH(TRUNCI), .operands = TERN_VALUES(results[i]), .types = TERN_TYPES(type));
  }
  tern_rewriter_replace(rewriter, op, (tern_values_t){results, op->result_count});
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  emulation_t emulation = {0};
  const int64_t *widths;
  size_t count = tern_pass_int_list(pass, "source-widths", &widths);
  for (size_t i = 0; i < count; ++i) {
    if (widths[i] < 2 || widths[i] > 16) {
      return tern_emit_error(op->loc, "expected 2 to 16 as the width of a narrow integer but got %lld",
                             (long long)widths[i]);
    }
    emulation.is_source[widths[i]] = true;
  }
  static const tern_pattern_t patterns[] = {{"emulate", NULL, 1, emulate}};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.region_simplify = false;
  options.fold = false;
  tern_apply_patterns_greedily(op, patterns, 1, &emulation, &options, NULL);
  return true;
}

static const tern_option_def_t options[] = {
    {"source-widths", TERN_OPTION_INT_LIST, "8,16", "Widths of integers that the target has no arithmetic for", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, NULL};

const tern_pass_def_t tern_arith_emulate_narrow_int_pass = {
    .flag = "arith-emulate-narrow-int",
    .name = "ArithEmulateNarrowInt",
    .summary = "Emulate operations on integers of up to 16 bits with operations of 32 bits",
    .description = "Operands are extended, and each result is cut to its width; what only moves numbers stays.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};

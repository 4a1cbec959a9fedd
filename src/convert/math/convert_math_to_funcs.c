// --convert-math-to-funcs: integer powers, powers of floats to integers and leading zeros as calls of functions that are
// written out in the module, one for each type (upstream: MathToFuncs).

#include "base/vec.h"
#include "convert/math/functions.h"
#include "convert/math/math_functions.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "dialect/llvm/llvm.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/symbol.h"
#include "pass/pass.h"

// A function that was written for ops of a row on these types.
typedef struct written {
  const tern_op_row_t *row;
  const tern_type_t *base, *exponent;  // `exponent` NULL: there is one type only
  tern_op_t *function;
} written_t;

typedef struct functions {
  tern_op_t *module;
  TERN_VEC(written_t) list;
  int64_t least_exponent_width;  // of fpowi that are converted
  bool converts_ctlz;
} functions_t;

static const tern_type_t *element_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
}

static bool is_convertible_fpowi(const tern_op_t *op, const functions_t *functions) {
  const tern_type_t *type = element_of(tern_op_operand(op, 1)->type);
  return tern_type_is_integer(type) && tern_integer_type_width(type) >= functions->least_exponent_width;
}

// Is there to be a function for the op?
static bool is_wanted(const tern_op_t *op, const functions_t *functions, written_t *out) {
  bool is_ctlz = tern_op_is(op, TERN_MATH(CTLZ)), is_fpowi = tern_op_is(op, TERN_MATH(FPOWI));
  if (!is_ctlz && !is_fpowi && !tern_op_is(op, TERN_MATH(IPOWI))) return false;
  if (is_ctlz && !functions->converts_ctlz) return false;
  if (is_fpowi && !is_convertible_fpowi(op, functions)) return false;
  *out = (written_t){.row = op->def->row, .base = element_of(tern_op_operand(op, 0)->type)};
  if (is_fpowi) out->exponent = element_of(tern_op_operand(op, 1)->type);
  return is_fpowi ? tern_type_is_float(out->base) : tern_type_is_integer(out->base);
}

static tern_op_t *find_function(const functions_t *functions, const written_t *wanted) {
  for (size_t i = 0; i < functions->list.count; ++i) {
    const written_t *written = &functions->list.values[i];
    bool is_same =
        written->row == wanted->row && written->base == wanted->base && written->exponent == wanted->exponent;
    if (is_same) return written->function;
  }
  return NULL;
}

static tern_walk_result_t write_function(tern_op_t *op, void *user) {
  functions_t *functions = user;
  written_t wanted;
  if (!is_wanted(op, functions, &wanted) || find_function(functions, &wanted)) return TERN_WALK_ADVANCE;
  if (wanted.exponent) {
    wanted.function = tern_math_make_fpowi(functions->module, wanted.base, wanted.exponent);
  } else if (tern_op_is(op, TERN_MATH(CTLZ))) {
    wanted.function = tern_math_make_ctlz(functions->module, wanted.base);
  } else {
    wanted.function = tern_math_make_ipowi(functions->module, wanted.base);
  }
  tern_vec_push(&functions->list, wanted);
  return TERN_WALK_ADVANCE;
}

// --- patterns ---

static bool take_apart(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return tern_math_replace_by_elements(conversion, op);
}

static bool call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const functions_t *functions = conversion->user;
  written_t wanted;
  (void)operands;
  if (tern_op_result(op, 0)->type->kind == TERN_TYPE_VECTOR || !is_wanted(op, functions, &wanted)) return false;
  tern_op_t *function = find_function(functions, &wanted);
  if (!function) return false;
  tern_value_t *values[2];
  for (size_t i = 0; i < op->operand_count; ++i) values[i] = tern_op_operand(op, i);
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(tern_op_context(op), tern_symbol_name(function));
  tern_value_t *value =
      tern_build_value(&conversion->rewriter.builder, TERN_FUNC(CALL), .operands = {values, op->operand_count},
                       .types = TERN_TYPES(tern_op_result(op, 0)->type), .attrs = TERN_ATTRS({"callee", callee}));
  return tern_conversion_replace_value(conversion, op, value);
}

static const tern_conversion_pattern_t patterns[] = {
    {"ipowi-on-vectors", TERN_MATH(IPOWI), TERN_PLAIN_PATTERN + 1, take_apart},
    {"fpowi-on-vectors", TERN_MATH(FPOWI), TERN_PLAIN_PATTERN + 1, take_apart},
    {"ctlz-on-vectors", TERN_MATH(CTLZ), TERN_PLAIN_PATTERN + 1, take_apart},
    {"ipowi", TERN_MATH(IPOWI), TERN_PLAIN_PATTERN + 1, call},
    {"fpowi", TERN_MATH(FPOWI), TERN_PLAIN_PATTERN + 1, call},
    {"ctlz", TERN_MATH(CTLZ), TERN_PLAIN_PATTERN + 1, call},
};

// How wide an index is nobody knows yet: it stays.
static bool is_of_indices(const tern_op_t *op, void *user) {
  (void)user;
  const tern_type_t *type = op->results[0].type;
  return tern_type_is_index(tern_type_is_shaped(type) ? tern_type_element(type) : type);
}

static bool ctlz_is_legal(const tern_op_t *op, void *user) {
  return !((const functions_t *)user)->converts_ctlz || is_of_indices(op, NULL);
}

static bool fpowi_is_legal(const tern_op_t *op, void *user) { return !is_convertible_fpowi(op, user); }

static bool run(tern_op_t *op, tern_pass_t *pass) {
  functions_t functions = {.module = op,
                           .least_exponent_width = tern_pass_int(pass, "min-width-of-fpowi-exponent"),
                           .converts_ctlz = tern_pass_bool(pass, "convert-ctlz")};
  tern_op_walk_post(op, write_function, &functions);
  const tern_legality_entry_t entries[] = {
      {.dialect = "arith", .legality = TERN_LEGAL},
      {.dialect = "cf", .legality = TERN_LEGAL},
      {.dialect = "func", .legality = TERN_LEGAL},
      {.dialect = "scf", .legality = TERN_LEGAL},
      {.dialect = "vector", .legality = TERN_LEGAL},
      {.row = TERN_MATH(IPOWI), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = is_of_indices},
      {.row = TERN_MATH(FPOWI), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = fpowi_is_legal},
      {.row = TERN_MATH(CTLZ), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = ctlz_is_legal},
  };
  tern_conversion_target_t target = {.entries = entries,
                                     .entry_count = sizeof entries / sizeof entries[0],
                                     .replaces_at_end = true,
                                     .user = &functions};
  bool is_done =
      tern_apply_partial_conversion(op, &target, patterns, sizeof patterns / sizeof patterns[0], NULL, &functions);
  tern_vec_deinitialize(&functions.list);
  return is_done;
}

static const tern_option_def_t options[] = {
    {.name = "min-width-of-fpowi-exponent",
     .kind = TERN_OPTION_INT,
     .default_text = "1",
     .help = "Least width of exponents whose powers of floats become calls"},
    {.name = "convert-ctlz",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Count leading zeros by a function of the module's own"},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect,
                                                 &tern_cf_dialect,
                                                 &tern_func_dialect,
                                                 &tern_vector_dialect,
                                                 &tern_scf_dialect,
                                                 &tern_llvm_dialect,
                                                 NULL};

const tern_pass_def_t tern_convert_math_to_funcs_pass = {
    .flag = "convert-math-to-funcs",
    .name = "ConvertMathToFuncs",
    .anchor = "builtin.module",
    .summary = "Make calls of functions, which are written into the module, of math ops",
    .description =
        "math.ipowi and math.fpowi, and with an option math.ctlz, become calls of functions that are made at the end "
        "of the module. Vectors are taken apart.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};

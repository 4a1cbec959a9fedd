// --convert-complex-to-libm: complex ops as calls of the C library's functions (upstream: ComplexToLibm).

#include "convert/math/functions.h"
#include "dialect/complex/complex.h"
#include "dialect/func/func.h"
#include "pass/pass.h"

static const struct libm_function {
  const tern_op_row_t *row;
  const char *of_f32, *of_f64;
} libm_functions[] = {
    {TERN_COMPLEX(ABS), "cabsf", "cabs"},  {TERN_COMPLEX(ANGLE), "cargf", "carg"},
    {TERN_COMPLEX(CONJ), "conjf", "conj"}, {TERN_COMPLEX(COS), "ccosf", "ccos"},
    {TERN_COMPLEX(LOG), "clogf", "clog"},  {TERN_COMPLEX(POW), "cpowf", "cpow"},
    {TERN_COMPLEX(SIN), "csinf", "csin"},  {TERN_COMPLEX(SQRT), "csqrtf", "csqrt"},
    {TERN_COMPLEX(TAN), "ctanf", "ctan"},  {TERN_COMPLEX(TANH), "ctanhf", "ctanh"},
};

enum { FUNCTION_COUNT = sizeof libm_functions / sizeof libm_functions[0] };

static bool call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  for (size_t i = 0; i < FUNCTION_COUNT; ++i) {
    if (!tern_op_is(op, libm_functions[i].row)) continue;
    const tern_type_t *type = tern_op_result(op, 0)->type;
    if (type->kind == TERN_TYPE_COMPLEX) type = tern_type_element(type);
    if (type->kind == TERN_TYPE_F32) return tern_math_replace_by_call(conversion, op, libm_functions[i].of_f32, false);
    return type->kind == TERN_TYPE_F64 && tern_math_replace_by_call(conversion, op, libm_functions[i].of_f64, false);
  }
  return false;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_conversion_pattern_t patterns[FUNCTION_COUNT];
  tern_legality_entry_t entries[FUNCTION_COUNT + 1] = {{.dialect = "func", .legality = TERN_LEGAL}};
  for (size_t i = 0; i < FUNCTION_COUNT; ++i) {
    const tern_op_row_t *row = libm_functions[i].row;
    patterns[i] = (tern_conversion_pattern_t){libm_functions[i].of_f64, row, TERN_PLAIN_PATTERN + 1, call};
    entries[i + 1] = (tern_legality_entry_t){.row = row, .legality = TERN_ILLEGAL};
  }
  tern_conversion_target_t target = {.entries = entries, .entry_count = FUNCTION_COUNT + 1, .replaces_at_end = true};
  return tern_apply_partial_conversion(op, &target, patterns, FUNCTION_COUNT, NULL, NULL);
}

static const tern_dialect_t *const dialects[] = {&tern_func_dialect, NULL};

const tern_pass_def_t tern_convert_complex_to_libm_pass = {
    .flag = "convert-complex-to-libm",
    .name = "ConvertComplexToLibm",
    .anchor = "builtin.module",
    .summary = "Make calls of the C library of functions of complex numbers",
    .description =
        "Functions are declared private where they are not there yet. Of the ops that the library has functions for, "
        "those on other elements than f32 and f64 are refused; others stay.",
    .dialects = dialects,
    .run = run,
};

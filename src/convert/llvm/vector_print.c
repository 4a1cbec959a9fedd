// vector.print of scalars and text as calls of a small runtime library (upstream: VectorToLLVM's VectorPrintOpConversion).
// Vectors are taken apart by --convert-vector-to-scf.

#include "convert/llvm/vector_private.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"

typedef enum widening { AS_IT_IS, ZERO_EXTENDED, SIGN_EXTENDED, AS_BITS } widening_t;

// The function that prints a type, and what it takes.
typedef struct printer {
  const char *function;  // NULL: none
  uint32_t width;        // of the integer that it takes; 0: the type itself
  widening_t widening;
} printer_t;

static printer_t find_printer(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_F32: return (printer_t){"printF32", 0, AS_IT_IS};
    case TERN_TYPE_F64: return (printer_t){"printF64", 0, AS_IT_IS};
    case TERN_TYPE_F16: return (printer_t){"printF16", 16, AS_BITS};
    case TERN_TYPE_BF16: return (printer_t){"printBF16", 16, AS_BITS};
    case TERN_TYPE_INDEX: return (printer_t){"printU64", 0, AS_IT_IS};
    case TERN_TYPE_INTEGER: break;
    default: return (printer_t){0};
  }
  uint32_t width = tern_integer_type_width(type);
  bool is_unsigned = tern_integer_type_signedness(type) == TERN_UNSIGNED;
  if (width > 64) return (printer_t){0};
  // A bit prints as 1, not as -1.
  widening_t widening = width == 64 ? AS_IT_IS : is_unsigned || width == 1 ? ZERO_EXTENDED : SIGN_EXTENDED;
  return (printer_t){is_unsigned ? "printU64" : "printI64", 64, widening};
}

static const tern_op_row_t *widening_row(widening_t widening) {
  switch (widening) {
    case ZERO_EXTENDED: return TERN_ARITH(EXTUI);
    case SIGN_EXTENDED: return TERN_ARITH(EXTSI);
    default: return TERN_LLVM(BITCAST);
  }
}

// False after an error: a function of that name has another type.
static bool call_function(tern_builder_t *b, tern_op_t *module, const char *name, tern_values_t args) {
  const tern_type_t *type = args.count ? args.values[0]->type : NULL;
  tern_op_t *function = tern_llvm_runtime_function(b, module, name, tern_llvm_void_type(b->context),
                                                   (tern_types_t){&type, args.count}, false);
  if (function) tern_llvm_make_call(b, function, args);
  return function != NULL;
}

// By number of the enum.
static const char *const punctuation_functions[] = {NULL, "printNewline", "printComma", "printOpen", "printClose"};

static bool lower_print(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *module = tern_llvm_module_around(b);
  const tern_attr_t *text = tern_op_attr(op, "stringLiteral");
  int64_t punctuation = tern_enum_attr_value(tern_op_attr(op, "punctuation"));
  if (!module) return false;
  if (operands.count) {
    const tern_type_t *type = tern_op_operand(op, 0)->type;
    printer_t printer = find_printer(type);
    if (!printer.function || !tern_llvm_lower_type(tern_llvm_lowering_of(conversion), type)) return false;
    tern_value_t *value = operands.values[0];
    if (printer.widening != AS_IT_IS) {
      value = tern_build_value(b, widening_row(printer.widening), .operands = TERN_VALUES(value),
                               .types = TERN_TYPES(tern_i_type_get(b->context, printer.width)));
    }
    if (!call_function(b, module, printer.function, TERN_VALUES(value))) return false;
  }
  if (text) {
    tern_str_t literal = tern_string_attr_value(text);
    if (!tern_llvm_make_print_string(b, module, "vector_print_str", literal, false, "printString")) return false;
  } else if (punctuation_functions[punctuation]) {
    if (!call_function(b, module, punctuation_functions[punctuation], (tern_values_t){0})) return false;
  }
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_llvm_vector_print_patterns[] = {
    {"print", TERN_VECTOR(PRINT), 1, lower_print},
    {0},
};

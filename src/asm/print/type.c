// Types: `i32`, `tensor<4x?xf32>`, `memref<2xf32, strided<[1]>, 3>`, `!llvm.ptr<3>`.

#include "asm/printer_private.h"
#include "base/float.h"

static const tern_attr_t *attr_param(const tern_type_t *type, size_t index) {
  return (const tern_attr_t *)(uintptr_t)type->params[index];
}
static const tern_type_t *type_param(const tern_type_t *type, size_t index) {
  return (const tern_type_t *)(uintptr_t)type->params[index];
}

void tern_printer_dims(tern_printer_t *printer, const int64_t *dims, size_t rank) {
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] == TERN_DYNAMIC) {
      tern_printer_literal(printer, "?x");
    } else {
      tern_printer_int(printer, dims[i]);
      tern_printer_char(printer, 'x');
    }
  }
}

static void print_integer(tern_printer_t *printer, const tern_type_t *type) {
  static const char *const prefixes[] = {[TERN_SIGNLESS] = "i", [TERN_SIGNED] = "si", [TERN_UNSIGNED] = "ui"};
  tern_printer_text(printer, prefixes[tern_integer_type_signedness(type)]);
  tern_printer_int(printer, tern_integer_type_width(type));
}

static void print_vector(tern_printer_t *printer, const tern_type_t *type) {
  uint64_t scalable = tern_vector_type_scalable_mask(type);
  tern_printer_literal(printer, "vector<");
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    bool is_scalable = i < 64 && scalable >> i & 1;
    if (is_scalable) tern_printer_char(printer, '[');
    tern_printer_int(printer, tern_type_dim(type, i));
    if (is_scalable) tern_printer_char(printer, ']');
    tern_printer_char(printer, 'x');
  }
  tern_printer_type(printer, type_param(type, 0));
  tern_printer_char(printer, '>');
}

static void print_tensor(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_literal(printer, "tensor<");
  tern_printer_dims(printer, tern_type_dims(type), tern_type_rank(type));
  tern_printer_type(printer, type_param(type, 0));
  if (type->params[1]) {
    tern_printer_literal(printer, ", ");
    tern_printer_attr(printer, attr_param(type, 1));
  }
  tern_printer_char(printer, '>');
}

// `, attr`, if there is one.
static void print_memref_part(tern_printer_t *printer, const tern_attr_t *attr) {
  if (!attr) return;
  tern_printer_literal(printer, ", ");
  tern_printer_attr_elided(printer, attr, TERN_ELIDE_DEFAULT);
}

static void print_memref(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_literal(printer, "memref<");
  tern_printer_dims(printer, tern_type_dims(type), tern_type_rank(type));
  tern_printer_type(printer, type_param(type, 0));
  print_memref_part(printer, attr_param(type, 1));
  print_memref_part(printer, attr_param(type, 2));
  tern_printer_char(printer, '>');
}

static void print_unranked_memref(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_literal(printer, "memref<*x");
  tern_printer_type(printer, type_param(type, 0));
  print_memref_part(printer, attr_param(type, 1));
  tern_printer_char(printer, '>');
}

static void print_tuple(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_literal(printer, "tuple<");
  tern_printer_types(printer, tern_tuple_type_elements(type));
  tern_printer_char(printer, '>');
}

static void print_one_inside(tern_printer_t *printer, const char *name, const tern_type_t *type) {
  tern_printer_text(printer, name);
  tern_printer_char(printer, '<');
  tern_printer_type(printer, type_param(type, 0));
  tern_printer_char(printer, '>');
}

static void print_dialect_type(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '!');
  tern_printer_text(printer, type->row->name);
  if (type->row->print) type->row->print(printer, type);
}

void tern_printer_type_body(tern_printer_t *printer, const tern_type_t *type) {
  if (tern_type_is_float(type)) {
    tern_printer_text(printer, tern_float_formats[type->kind - TERN_TYPE_F4E2M1FN].name);
    return;
  }
  switch (type->kind) {
    case TERN_TYPE_NONE: tern_printer_literal(printer, "none"); return;
    case TERN_TYPE_INDEX: tern_printer_literal(printer, "index"); return;
    case TERN_TYPE_INTEGER: print_integer(printer, type); return;
    case TERN_TYPE_COMPLEX: print_one_inside(printer, "complex", type); return;
    case TERN_TYPE_VECTOR: print_vector(printer, type); return;
    case TERN_TYPE_TENSOR: print_tensor(printer, type); return;
    case TERN_TYPE_MEMREF: print_memref(printer, type); return;
    case TERN_TYPE_UNRANKED_TENSOR:
      tern_printer_literal(printer, "tensor<*x");
      tern_printer_type(printer, type_param(type, 0));
      tern_printer_char(printer, '>');
      return;
    case TERN_TYPE_UNRANKED_MEMREF: print_unranked_memref(printer, type); return;
    case TERN_TYPE_FUNCTION:
      tern_printer_function_type(printer, tern_function_type_inputs(type), tern_function_type_results(type));
      return;
    case TERN_TYPE_TUPLE: print_tuple(printer, type); return;
    case TERN_TYPE_OPAQUE:
      tern_printer_opaque_body(printer, '!', tern_ident_str((const tern_ident_t *)(uintptr_t)type->params[0]),
                               tern_ident_str((const tern_ident_t *)(uintptr_t)type->params[1]));
      return;
    case TERN_TYPE_DIALECT: print_dialect_type(printer, type); return;
    default: return;
  }
}

void tern_printer_type(tern_printer_t *printer, const tern_type_t *type) {
  if (printer->is_collecting) {
    tern_printer_visit_type(printer, type);
    return;
  }
  if (!type) {
    tern_printer_literal(printer, "<<NULL TYPE>>");
    return;
  }
  if (type->kind > TERN_TYPE_F128 && tern_printer_alias(printer, type)) return;
  tern_printer_type_body(printer, type);
}

void tern_printer_type_stripped(tern_printer_t *printer, const tern_type_t *type) {
  if (printer->is_collecting || type->kind != TERN_TYPE_DIALECT || !type->row->print) {
    tern_printer_type(printer, type);
    return;
  }
  if (tern_printer_alias(printer, type)) return;
  size_t before = printer->out->size;
  type->row->print(printer, type);
  if (printer->out->size == before) tern_printer_type_body(printer, type);
}

void tern_printer_types(tern_printer_t *printer, tern_types_t types) {
  for (size_t i = 0; i < types.count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_type(printer, types.values[i]);
  }
}

// One type stands alone, unless it is a function type; others stand in parentheses.
static void print_results(tern_printer_t *printer, tern_types_t types) {
  bool is_bare = types.count == 1 && types.values[0] && types.values[0]->kind != TERN_TYPE_FUNCTION;
  if (!is_bare) tern_printer_char(printer, '(');
  tern_printer_types(printer, types);
  if (!is_bare) tern_printer_char(printer, ')');
}

void tern_printer_optional_arrow_types(tern_printer_t *printer, tern_types_t types) {
  if (types.count == 0) return;
  tern_printer_literal(printer, " -> ");
  print_results(printer, types);
}

void tern_printer_function_type(tern_printer_t *printer, tern_types_t inputs, tern_types_t results) {
  tern_printer_char(printer, '(');
  tern_printer_types(printer, inputs);
  tern_printer_literal(printer, ") -> ");
  print_results(printer, results);
}

void tern_printer_operand_types(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_type(printer, tern_op_operand(op, start + i)->type);
  }
}

void tern_printer_result_types(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_type(printer, op->results[start + i].type);
  }
}

void tern_print_type(const tern_type_t *type, tern_string_builder_t *out) {
  if (!type) {
    tern_string_builder_append_cstr(out, "<<NULL TYPE>>");
    return;
  }
  tern_printer_t printer = {.context = type->context, .out = out, .options = TERN_PRINT_DEFAULT};
  tern_printer_type_body(&printer, type);
}

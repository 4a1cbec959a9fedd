// Diagnostics: making messages, counting and delivering them; texts of types and attributes in messages.

#include "ir/diagnostic.h"

#include <string.h>

#include "ir/context.h"
#include "ir/context_private.h"
#include "ir/op_notes.h"

const char tern_op_notes_key;

void tern_diagnostics_set_handler(tern_context_t *context, tern_diagnostic_handler_t handler, void *user) {
  context->diagnostics.handler = handler;
  context->diagnostics.user = user;
}

void tern_diagnostics_set_printers(tern_context_t *context, tern_type_printer_t print_type,
                                   tern_attr_printer_t print_attr) {
  context->diagnostics.print_type = print_type;
  context->diagnostics.print_attr = print_attr;
}

static void deliver(const tern_attr_t *loc, tern_severity_t severity, const char *message) {
  tern_diagnostics_t *diagnostics = tern_context_diagnostics(loc->context);
  diagnostics->error_count += severity == TERN_ERROR;
  diagnostics->warning_count += severity == TERN_WARNING;
  if (!diagnostics->handler) return;
  tern_diagnostic_t diagnostic = {severity, loc, message};
  diagnostics->handler(&diagnostic, diagnostics->user);
}

void tern_emit(const tern_attr_t *loc, tern_severity_t severity, const char *format, va_list args) {
  tern_string_builder_t sb = {0};
  tern_string_builder_append_vformat(&sb, format, args);
  deliver(loc, severity, sb.data ? sb.data : "");
  tern_string_builder_deinitialize(&sb);
}

bool tern_emit_error(const tern_attr_t *loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_emit(loc, TERN_ERROR, format, args);
  va_end(args);
  return false;
}

void tern_emit_warning(const tern_attr_t *loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_emit(loc, TERN_WARNING, format, args);
  va_end(args);
}

void tern_emit_remark(const tern_attr_t *loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_emit(loc, TERN_REMARK, format, args);
  va_end(args);
}

void tern_emit_note(const tern_attr_t *loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_emit(loc, TERN_NOTE, format, args);
  va_end(args);
}

static void emit_op_error(const tern_op_t *op, tern_string_builder_t *text, const char *format, va_list args) {
  tern_string_builder_append_vformat(text, format, args);
  deliver(op->loc, TERN_ERROR, text->data ? text->data : "");
  tern_string_builder_deinitialize(text);
  const tern_op_notes_t *notes = tern_context_extension(op->loc->context, &tern_op_notes_key);
  if (notes && notes->adds_notes) tern_emit_note(op->loc, "see current operation: %s", tern_op_text(op));
}

bool tern_op_error(const tern_op_t *op, const char *format, ...) {
  tern_string_builder_t text = {0};
  tern_str_t name = tern_op_name(op);
  tern_string_builder_append_format(&text, "'%.*s' op ", (int)name.size, name.data);
  va_list args;
  va_start(args, format);
  emit_op_error(op, &text, format, args);
  va_end(args);
  return false;
}

bool tern_op_error_unnamed(const tern_op_t *op, const char *format, ...) {
  tern_string_builder_t text = {0};
  va_list args;
  va_start(args, format);
  emit_op_error(op, &text, format, args);
  va_end(args);
  return false;
}

// --- texts ---

static tern_string_builder_t *next_text(tern_context_t *context) {
  tern_string_builder_t *text = &context->texts[context->next_text];
  context->next_text = (context->next_text + 1) % TERN_CONTEXT_TEXT_COUNT;
  text->size = 0;
  if (text->data) text->data[0] = '\0';
  return text;
}

static void append_type(tern_string_builder_t *out, const tern_type_t *type);

static void append_type_list(tern_string_builder_t *out, tern_types_t types) {
  tern_string_builder_append_char(out, '(');
  for (size_t i = 0; i < types.count; ++i) {
    if (i) tern_string_builder_append_cstr(out, ", ");
    append_type(out, types.values[i]);
  }
  tern_string_builder_append_char(out, ')');
}

static void append_shape(tern_string_builder_t *out, const tern_type_t *type) {
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    bool is_scalable = type->kind == TERN_TYPE_VECTOR && i < 64 && tern_vector_type_scalable_mask(type) >> i & 1;
    int64_t dim = tern_type_dim(type, i);
    if (is_scalable) {
      tern_string_builder_append_format(out, "[%lld]x", (long long)dim);
    } else if (dim == TERN_DYNAMIC) {
      tern_string_builder_append_cstr(out, "?x");
    } else {
      tern_string_builder_append_format(out, "%lldx", (long long)dim);
    }
  }
  append_type(out, tern_type_element(type));
}

static const char *float_name(tern_type_kind_t kind) {
  static const char *const names[] = {
      [TERN_TYPE_F4E2M1FN] = "f4E2M1FN",
      [TERN_TYPE_F6E2M3FN] = "f6E2M3FN",
      [TERN_TYPE_F6E3M2FN] = "f6E3M2FN",
      [TERN_TYPE_F8E5M2] = "f8E5M2",
      [TERN_TYPE_F8E4M3] = "f8E4M3",
      [TERN_TYPE_F8E4M3FN] = "f8E4M3FN",
      [TERN_TYPE_F8E5M2FNUZ] = "f8E5M2FNUZ",
      [TERN_TYPE_F8E4M3FNUZ] = "f8E4M3FNUZ",
      [TERN_TYPE_F8E4M3B11FNUZ] = "f8E4M3B11FNUZ",
      [TERN_TYPE_F8E3M4] = "f8E3M4",
      [TERN_TYPE_F8E8M0FNU] = "f8E8M0FNU",
      [TERN_TYPE_BF16] = "bf16",
      [TERN_TYPE_F16] = "f16",
      [TERN_TYPE_TF32] = "tf32",
      [TERN_TYPE_F32] = "f32",
      [TERN_TYPE_F64] = "f64",
      [TERN_TYPE_F80] = "f80",
      [TERN_TYPE_F128] = "f128",
  };
  return names[kind];
}

// The short form: builtin types without encodings and layouts.
static void append_type(tern_string_builder_t *out, const tern_type_t *type) {
  static const char *const sign_prefix[] = {"i", "si", "ui"};
  static const char *const heads[] = {
      [TERN_TYPE_VECTOR] = "vector<",
      [TERN_TYPE_TENSOR] = "tensor<",
      [TERN_TYPE_MEMREF] = "memref<",
      [TERN_TYPE_UNRANKED_TENSOR] = "tensor<*x",
      [TERN_TYPE_UNRANKED_MEMREF] = "memref<*x",
  };
  switch (type->kind) {
    case TERN_TYPE_NONE: tern_string_builder_append_cstr(out, "none"); return;
    case TERN_TYPE_INDEX: tern_string_builder_append_cstr(out, "index"); return;
    case TERN_TYPE_INTEGER:
      tern_string_builder_append_format(out, "%s%u", sign_prefix[tern_integer_type_signedness(type)],
                                        tern_integer_type_width(type));
      return;
    case TERN_TYPE_COMPLEX:
      tern_string_builder_append_cstr(out, "complex<");
      append_type(out, tern_type_element(type));
      tern_string_builder_append_char(out, '>');
      return;
    case TERN_TYPE_VECTOR:
    case TERN_TYPE_TENSOR:
    case TERN_TYPE_MEMREF:
      tern_string_builder_append_cstr(out, heads[type->kind]);
      append_shape(out, type);
      tern_string_builder_append_char(out, '>');
      return;
    case TERN_TYPE_UNRANKED_TENSOR:
    case TERN_TYPE_UNRANKED_MEMREF:
      tern_string_builder_append_cstr(out, heads[type->kind]);
      append_type(out, tern_type_element(type));
      tern_string_builder_append_char(out, '>');
      return;
    case TERN_TYPE_FUNCTION: {
      tern_types_t results = tern_function_type_results(type);
      append_type_list(out, tern_function_type_inputs(type));
      tern_string_builder_append_cstr(out, " -> ");
      if (results.count == 1 && results.values[0]->kind != TERN_TYPE_FUNCTION) {
        append_type(out, results.values[0]);
      } else {
        append_type_list(out, results);
      }
      return;
    }
    case TERN_TYPE_TUPLE:
      tern_string_builder_append_cstr(out, "tuple");
      append_type_list(out, tern_tuple_type_elements(type));
      return;
    case TERN_TYPE_OPAQUE:
      tern_string_builder_append_format(out, "!%s.%s", ((const tern_ident_t *)(uintptr_t)type->params[0])->data,
                                        ((const tern_ident_t *)(uintptr_t)type->params[1])->data);
      return;
    case TERN_TYPE_DIALECT: tern_string_builder_append_format(out, "!%s", type->row->name); return;
    default: tern_string_builder_append_cstr(out, float_name(type->kind));
  }
}

// The short form: values of the simple kinds, the kind of others.
static void append_attr(tern_string_builder_t *out, const tern_attr_t *attr) {
  tern_str_t text;
  switch (attr->kind) {
    case TERN_ATTR_INTEGER:
      if (tern_type_is_i(tern_attr_type(attr), 1)) {
        tern_string_builder_append_cstr(out, tern_integer_attr_value(attr) ? "true" : "false");
        return;
      }
      tern_string_builder_append_format(out, "%lld : ", (long long)tern_integer_attr_value(attr));
      append_type(out, tern_attr_type(attr));
      return;
    case TERN_ATTR_FLOAT:
      tern_string_builder_append_format(out, "%e : ", tern_float_attr_value(attr));
      append_type(out, tern_attr_type(attr));
      return;
    case TERN_ATTR_STRING:
      text = tern_string_attr_value(attr);
      tern_string_builder_append_format(out, "\"%.*s\"", (int)text.size, text.data);
      return;
    case TERN_ATTR_TYPE: append_type(out, tern_type_attr_value(attr)); return;
    case TERN_ATTR_UNIT: tern_string_builder_append_cstr(out, "unit"); return;
    case TERN_ATTR_SYMBOL_REF:
      for (size_t i = 0; i < tern_symbol_ref_attr_count(attr); ++i) {
        text = tern_symbol_ref_attr_at(attr, i);
        tern_string_builder_append_format(out, "%s@%.*s", i ? "::" : "", (int)text.size, text.data);
      }
      return;
    case TERN_ATTR_ARRAY:
      tern_string_builder_append_char(out, '[');
      for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
        if (i) tern_string_builder_append_cstr(out, ", ");
        append_attr(out, tern_array_attr_at(attr, i));
      }
      tern_string_builder_append_char(out, ']');
      return;
    case TERN_ATTR_DICTIONARY:
      tern_string_builder_append_char(out, '{');
      for (size_t i = 0; i < tern_dictionary_attr_count(attr); ++i) {
        tern_string_builder_append_format(out, "%s%s = ", i ? ", " : "", tern_dictionary_attr_name(attr, i)->data);
        append_attr(out, tern_dictionary_attr_at(attr, i));
      }
      tern_string_builder_append_char(out, '}');
      return;
    case TERN_ATTR_DIALECT:
      tern_string_builder_append_format(out, "#%s", ((const tern_attr_row_t *)attr->row)->name);
      return;
    case TERN_ATTR_ENUM: {
      const tern_enum_row_t *row = attr->row;
      const char *name = tern_enum_case_name(row, tern_enum_attr_value(attr));
      tern_string_builder_append_format(out, "#%s<%s>", row->attr_name ? row->attr_name : row->name, name ? name : "?");
      return;
    }
    default: tern_string_builder_append_cstr(out, "attribute");
  }
}

static void print_short_type(const tern_type_t *type, tern_string_builder_t *out) { append_type(out, type); }
static void print_short_attr(const tern_attr_t *attr, tern_string_builder_t *out) { append_attr(out, attr); }

const char *tern_type_text(const tern_type_t *type) {
  if (!type) return "<<NULL TYPE>>";
  tern_string_builder_t *text = next_text(type->context);
  tern_type_printer_t print = type->context->diagnostics.print_type;
  (print ? print : print_short_type)(type, text);
  return tern_string_builder_view(text).data;
}

const char *tern_attr_text(const tern_attr_t *attr) {
  if (!attr) return "<<NULL ATTRIBUTE>>";
  tern_string_builder_t *text = next_text(attr->context);
  tern_attr_printer_t print = attr->context->diagnostics.print_attr;
  (print ? print : print_short_attr)(attr, text);
  return tern_string_builder_view(text).data;
}

const char *tern_op_text(const tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  tern_string_builder_t *text = next_text(context), printed = {0};
  const tern_op_notes_t *notes = tern_context_extension(context, &tern_op_notes_key);
  if (!notes) {
    tern_string_builder_append_format(text, "'%s'", op->def->name->data);
    return text->data;
  }
  notes->print_op(op, &printed);
  bool is_long = memchr(printed.data, '\n', printed.size) != NULL;
  tern_string_builder_append_format(text, "%s%s", is_long ? "\n" : "", printed.data);
  tern_string_builder_deinitialize(&printed);
  return text->data;
}

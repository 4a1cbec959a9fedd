// Diagnostics: what is wrong with the user's program, with a place.
//
// Messages start lower case, have no full stop, quote the op and say found and expected; a note says what to do. A
// note hangs on an error, warning or remark, never alone.

#ifndef TERN_IR_DIAGNOSTIC_H_
#define TERN_IR_DIAGNOSTIC_H_

#include "ir/types_fwd.h"

typedef enum tern_severity { TERN_NOTE, TERN_REMARK, TERN_WARNING, TERN_ERROR } tern_severity_t;

typedef struct tern_diagnostic {
  tern_severity_t severity;
  const tern_attr_t *loc;  // a location attribute, never NULL
  const char *message;     // borrowed until the handler returns
} tern_diagnostic_t;

// Receives each diagnostic as it is made; notes come right after what they belong to.
typedef void (*tern_diagnostic_handler_t)(const tern_diagnostic_t *diagnostic, void *user);

// Write MLIR's text of a type or attribute; asm/printer.h has them (tern_print_type, tern_print_attr).
typedef void (*tern_type_printer_t)(const tern_type_t *type, tern_string_builder_t *out);
typedef void (*tern_attr_printer_t)(const tern_attr_t *attr, tern_string_builder_t *out);

typedef struct tern_diagnostics {
  tern_diagnostic_handler_t handler;  // NULL: diagnostics are only counted
  void *user;
  size_t error_count;
  size_t warning_count;
  tern_type_printer_t print_type;  // NULL: a short form is written that knows builtin types only
  tern_attr_printer_t print_attr;
} tern_diagnostics_t;

void tern_diagnostics_set_handler(tern_context_t *context, tern_diagnostic_handler_t handler, void *user);
// Says how messages write types and attributes. The parser and the printer of src/asm call this for their contexts, so
// that this room needs to know nothing of theirs.
void tern_diagnostics_set_printers(tern_context_t *context, tern_type_printer_t print_type,
                                   tern_attr_printer_t print_attr);

// Emits at a location. tern_emit_error returns false, so that `return tern_emit_error(...)` reads well.
bool tern_emit_error(const tern_attr_t *loc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tern_emit_warning(const tern_attr_t *loc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tern_emit_remark(const tern_attr_t *loc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tern_emit_note(const tern_attr_t *loc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tern_emit(const tern_attr_t *loc, tern_severity_t severity, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
// Emits `'dialect.op' op MESSAGE` at the op's location.
bool tern_op_error(const tern_op_t *op, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same without the op's name.
bool tern_op_error_unnamed(const tern_op_t *op, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Text of a type or attribute for messages: valid until the next dozen calls on the same thread.
const char *tern_type_text(const tern_type_t *type);
const char *tern_attr_text(const tern_attr_t *attr);
// Text of an op for messages, as long: its generic form, on lines of its own if these are several; without a printer
// (ir/op_notes.h) its name in quotes.
const char *tern_op_text(const tern_op_t *op);

#endif  // TERN_IR_DIAGNOSTIC_H_

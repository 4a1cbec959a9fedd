// Locations: `loc("file.mlir":3:7)`, names, call sites and fused ones; and their form for reading: `"f" at file.mlir:3:7`.

#include "asm/printer_private.h"

static tern_str_t ident_param(const tern_attr_t *attr, size_t index) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[index]);
}
static const tern_attr_t *attr_param(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

// `:line:column`, and ` to line:column` of a range, or ` to :column` on the same line.
static void print_position(tern_printer_t *printer, const tern_attr_t *loc) {
  int64_t line = (int64_t)loc->params[1], column = (int64_t)loc->params[2];
  tern_printer_char(printer, ':');
  tern_printer_int(printer, line);
  tern_printer_char(printer, ':');
  tern_printer_int(printer, column);
  int64_t end_line = loc->param_count > 4 ? (int64_t)loc->params[3] : 0;
  int64_t end_column = loc->param_count > 4 ? (int64_t)loc->params[4] : 0;
  if (end_line == 0 || (end_line == line && end_column == column)) return;
  tern_printer_literal(printer, " to ");
  if (end_line != line) tern_printer_int(printer, end_line);
  tern_printer_char(printer, ':');
  tern_printer_int(printer, end_column);
}

// What is called is followed by its caller, in the form for reading on a line of its own unless it is a name in a file.
static void print_call_site(tern_printer_t *printer, const tern_attr_t *loc, bool is_pretty) {
  const tern_attr_t *callee = attr_param(loc, 0), *caller = attr_param(loc, 1);
  if (!is_pretty) tern_printer_literal(printer, "callsite(");
  tern_printer_location_body(printer, callee, false);
  bool is_on_line = callee->kind == TERN_ATTR_LOC_NAME && caller->kind == TERN_ATTR_LOC_FILE;
  if (is_pretty && !is_on_line) tern_printer_char(printer, '\n');
  tern_printer_literal(printer, " at ");
  tern_printer_location_body(printer, caller, false);
  if (!is_pretty) tern_printer_char(printer, ')');
}

void tern_printer_location_body(tern_printer_t *printer, const tern_attr_t *loc, bool is_top_level) {
  if (!is_top_level && tern_printer_alias(printer, loc)) return;
  bool is_pretty = printer->options.pretty_debuginfo;
  switch (loc->kind) {
    case TERN_ATTR_LOC_FILE:
      if (is_pretty) {
        tern_printer_str(printer, ident_param(loc, 0));
      } else {
        tern_printer_quoted(printer, ident_param(loc, 0));
      }
      print_position(printer, loc);
      return;
    case TERN_ATTR_LOC_NAME:
      tern_printer_quoted(printer, ident_param(loc, 0));
      if (attr_param(loc, 1)->kind == TERN_ATTR_LOC_UNKNOWN) return;
      tern_printer_char(printer, '(');
      tern_printer_location_body(printer, attr_param(loc, 1), false);
      tern_printer_char(printer, ')');
      return;
    case TERN_ATTR_LOC_CALL_SITE: print_call_site(printer, loc, is_pretty); return;
    case TERN_ATTR_LOC_FUSED:
      if (!is_pretty) tern_printer_literal(printer, "fused");
      if (loc->params[0]) {
        tern_printer_char(printer, '<');
        tern_printer_attr(printer, attr_param(loc, 0));
        tern_printer_char(printer, '>');
      }
      tern_printer_char(printer, '[');
      for (size_t i = 1; i < loc->param_count; ++i) {
        if (i > 1) tern_printer_literal(printer, ", ");
        tern_printer_location_body(printer, attr_param(loc, i), false);
      }
      tern_printer_char(printer, ']');
      return;
    case TERN_ATTR_LOC_UNKNOWN: tern_printer_text(printer, is_pretty ? "[unknown]" : "unknown"); return;
    default: tern_printer_attr_body(printer, loc, TERN_ELIDE_NEVER);
  }
}

void tern_printer_location(tern_printer_t *printer, const tern_attr_t *loc, bool allow_alias) {
  if (printer->is_collecting) {
    tern_printer_visit_attr(printer, loc, printer->aliases->can_be_deferred);
    return;
  }
  if (printer->options.pretty_debuginfo) {
    tern_printer_location_body(printer, loc, true);
    return;
  }
  tern_printer_literal(printer, "loc(");
  if (!allow_alias || !tern_printer_alias(printer, loc)) tern_printer_location_body(printer, loc, true);
  tern_printer_char(printer, ')');
}

void tern_printer_trailing_location(tern_printer_t *printer, const tern_attr_t *loc, bool allow_alias) {
  if (!printer->options.debuginfo) return;
  if (!loc) loc = tern_unknown_loc_get(printer->context);
  if (printer->is_collecting) {
    // An op's location may be defined after its use, an argument's not.
    tern_printer_visit_attr(printer, loc, allow_alias);
    return;
  }
  tern_printer_char(printer, ' ');
  tern_printer_location(printer, loc, allow_alias);
}

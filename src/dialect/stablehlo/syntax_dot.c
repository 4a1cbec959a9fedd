// The directives of dot products and convolutions in stablehlo's assembly formats.

#include "dialect/stablehlo/hooks.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "ir/context.h"

// --- contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] ---

// `[1] x [0]`
static bool parse_dim_pair(tern_parser_t *parser, tern_hlo_values_t *lhs, tern_hlo_values_t *rhs) {
  return tern_parse_token(parser, "=") && tern_hlo_parse_bracketed(parser, lhs) && tern_parse_keyword(parser, "x") &&
         tern_hlo_parse_bracketed(parser, rhs);
}

bool tern_hlo_parse_dot_dimensions(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                   size_t arg_count) {
  (void)arg_count;
  tern_context_t *context = tern_parser_context(parser);
  tern_hlo_values_t values[4] = {0};
  bool is_right = true;
  if (tern_parse_optional_keyword(parser, "batching_dims") || tern_parse_optional_keyword(parser, "batch_dims")) {
    is_right = parse_dim_pair(parser, &values[0], &values[1]) && tern_parse_token(parser, ",");
  }
  is_right =
      is_right && tern_parse_keyword(parser, "contracting_dims") && parse_dim_pair(parser, &values[2], &values[3]);
  tern_hlo_dims_t lists[4];
  for (size_t i = 0; i < 4; ++i) lists[i] = (tern_hlo_dims_t){values[i].values, values[i].count};
  if (is_right) args[0].attr = tern_hlo_fields_attr_get(context, tern_hlo_attr_row(context, op->def, "dot"), lists);
  for (size_t i = 0; i < 4; ++i) tern_vec_deinitialize(&values[i]);
  return is_right;
}

static void print_dims(tern_printer_t *printer, tern_hlo_dims_t dims) {
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < dims.count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_int(printer, dims.values[i]);
  }
  tern_printer_char(printer, ']');
}

void tern_hlo_print_dot_dimensions(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                   size_t arg_count) {
  (void)op, (void)arg_count;
  tern_dot_dimension_numbers_t n;
  if (!tern_hlo_dot_dimension_numbers(args[0].attr, &n)) return;
  if (n.lhs_batching.count > 0 || n.rhs_batching.count > 0) {
    tern_printer_text(printer, "batching_dims = ");
    print_dims(printer, n.lhs_batching);
    tern_printer_text(printer, " x ");
    print_dims(printer, n.rhs_batching);
    tern_printer_text(printer, ", ");
  }
  tern_printer_text(printer, "contracting_dims = ");
  print_dims(printer, n.lhs_contracting);
  tern_printer_text(printer, " x ");
  print_dims(printer, n.rhs_contracting);
}

static const tern_enum_row_t *precision_row(tern_context_t *context, const tern_op_def_t *def) {
  bool is_mhlo = def->dialect == &tern_mhlo_dialect;
  return tern_context_find_enum(context, is_mhlo ? TERN_STR("mhlo.precision") : TERN_STR("stablehlo.precision"));
}

// `= [HIGHEST, HIGHEST]`
static const tern_attr_t *parse_precisions(tern_parser_t *parser, const tern_op_def_t *def) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_enum_row_t *row = precision_row(context, def);
  TERN_VEC(const tern_attr_t *) list = {0};
  bool is_right = tern_parse_token(parser, "=") && tern_parse_token(parser, "[");
  if (is_right && !tern_parser_at_token(parser, "]")) {
    do {
      int64_t value;
      is_right = tern_parse_enum(parser, row, &value);
      if (is_right) tern_vec_push(&list, tern_enum_attr_get(context, row, value));
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "]");
  const tern_attr_t *attr = is_right ? tern_array_attr_get(context, list.values, list.count) : NULL;
  tern_vec_deinitialize(&list);
  return attr;
}

bool tern_hlo_parse_precision(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  while (tern_parse_optional_token(parser, ",")) {
    if (arg_count > 1 && tern_parse_optional_keyword(parser, "algorithm")) {
      const tern_attr_row_t *row = tern_hlo_attr_row(tern_parser_context(parser), op->def, "dot_algorithm");
      if (!tern_parse_token(parser, "=")) return false;
      args[1].attr = tern_hlo_parse_fields(parser, row, NULL);
      return args[1].attr != NULL;
    }
    if (!tern_parse_keyword(parser, "precision")) return false;
    args[0].attr = parse_precisions(parser, op->def);
    if (!args[0].attr) return false;
  }
  return true;
}

void tern_hlo_print_precision(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t arg_count) {
  (void)op;
  if (args[0].attr) {
    tern_printer_text(printer, ", precision = [");
    for (size_t i = 0; i < tern_array_attr_count(args[0].attr); ++i) {
      const tern_attr_t *element = tern_array_attr_at(args[0].attr, i);
      if (i > 0) tern_printer_text(printer, ", ");
      tern_printer_enum(printer, element->row, tern_enum_attr_value(element));
    }
    tern_printer_char(printer, ']');
  }
  if (arg_count > 1 && args[1].attr) {
    tern_printer_text(printer, ", algorithm = ");
    tern_hlo_print_fields(printer, args[1].attr);
  }
}

// --- convolutions ---

bool tern_hlo_parse_conv_dimensions(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                    size_t arg_count) {
  (void)arg_count;
  args[0].attr = tern_hlo_parse_conv(parser, tern_hlo_attr_row(tern_parser_context(parser), op->def, "conv"));
  return args[0].attr != NULL;
}

void tern_hlo_print_conv_dimensions(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                    size_t arg_count) {
  (void)op, (void)arg_count;
  tern_hlo_print_conv(printer, args[0].attr);
}

static const char *const window_names[] = {"stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"};
enum { WINDOW_PAD = 1, WINDOW_REVERSE = 4, WINDOW_COUNT = 5 };

// `[[2, 2], [1, 1]]` as elements of tensor<nx2xi64>.
static const tern_attr_t *parse_pads(tern_parser_t *parser) {
  tern_hlo_values_t values = {0};
  bool is_right = tern_parse_token(parser, "[");
  if (is_right && !tern_parser_at_token(parser, "]")) {
    do {
      tern_source_pos_t pos = tern_parser_pos(parser);
      size_t before = values.count;
      is_right = tern_hlo_parse_bracketed(parser, &values);
      if (is_right && values.count != before + 2) {
        is_right = tern_parser_error_at(parser, pos, "expected two amounts of padding, before and after");
      }
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "]");
  const tern_attr_t *attr = NULL;
  if (is_right) {
    int64_t dims[2] = {(int64_t)values.count / 2, 2};
    const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(tern_parser_context(parser), 64), dims, 2, NULL);
    attr = tern_dense_elements_attr_get_i64(type, values.values, values.count);
  }
  tern_vec_deinitialize(&values);
  return attr;
}

// `[false, true]`; 0 and 1 stood for these once.
static const tern_attr_t *parse_flags(tern_parser_t *parser) {
  TERN_VEC(unsigned char) flags = {0};
  bool is_right = tern_parse_token(parser, "[");
  if (is_right && !tern_parser_at_token(parser, "]")) {
    do {
      int64_t value = tern_parse_optional_keyword(parser, "true");
      if (!value && !tern_parse_optional_keyword(parser, "false")) is_right = tern_parse_integer(parser, &value);
      tern_vec_push(&flags, value != 0);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "]");
  const tern_type_t *i1 = tern_i_type_get(tern_parser_context(parser), 1);
  const tern_attr_t *attr = is_right ? tern_dense_array_attr_get(i1, flags.values, flags.count) : NULL;
  tern_vec_deinitialize(&flags);
  return attr;
}

bool tern_hlo_parse_window(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)arg_count;
  if (tern_parser_at_token(parser, "}")) return true;
  do {
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_str_t name;
    if (!tern_parse_any_keyword(parser, &name)) return false;
    size_t which = 0;
    while (which < WINDOW_COUNT && !tern_str_equal_cstr(name, window_names[which])) ++which;
    if (which == WINDOW_COUNT) {
      return tern_parser_error_at(parser, pos, "unexpected window attribute '%.*s'", (int)name.size, name.data);
    }
    if (args[which].attr) {
      return tern_parser_error_at(parser, pos, "duplicate window attribute '%s'", window_names[which]);
    }
    if (!tern_parse_token(parser, "=")) return false;
    const tern_attr_t *attr = which == WINDOW_PAD       ? parse_pads(parser)
                              : which == WINDOW_REVERSE ? parse_flags(parser)
                                                        : tern_hlo_parse_list(parser);
    if (!attr) return false;
    args[which].attr = tern_hlo_normalize_attr(tern_parser_context(parser), op->def, args[which].name, attr);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_window_value(tern_printer_t *printer, const tern_attr_t *attr, size_t which) {
  size_t count = tern_int_list_attr_count(attr);
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < count; ++i) {
    int64_t value = tern_int_list_attr_at(attr, i);
    if (i > 0) tern_printer_text(printer, ", ");
    if (which == WINDOW_PAD && i % 2 == 0) tern_printer_char(printer, '[');
    if (which == WINDOW_REVERSE) {
      tern_printer_text(printer, value ? "true" : "false");
    } else {
      tern_printer_int(printer, value);
    }
    if (which == WINDOW_PAD && i % 2 == 1) tern_printer_char(printer, ']');
  }
  tern_printer_char(printer, ']');
}

void tern_hlo_print_window(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                           size_t arg_count) {
  (void)op;
  const char *separator = "";
  for (size_t i = 0; i < arg_count; ++i) {
    if (!args[i].attr) continue;
    tern_printer_text(printer, separator);
    tern_printer_text(printer, window_names[i]);
    tern_printer_text(printer, " = ");
    print_window_value(printer, args[i].attr, i);
    separator = ", ";
  }
}

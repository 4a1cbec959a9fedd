// Attributes with named fields: #stablehlo.dot, gather, scatter, conv and their like, by one table.
//
// An attribute's parameters are its fields in order: a list as its count and its values, anything else as one word.
// Fields are written by name in any order; lists that are empty and numbers that are zero are left out, but for those
// that are always there. #stablehlo.conv has a notation of its own: [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f].

#include <stdlib.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

enum { MAX_FIELDS = 9 };

typedef enum field_kind {
  LIST,    // [1, 2]
  BOUNDS,  // [1, ?]
  NUMBER,
  REAL,  // the bits of a double
  FLAG,
  TYPE,
  ATTR,
} field_kind_t;

typedef struct field {
  const char *name;
  field_kind_t kind;
  bool is_always_there;
} field_t;

typedef struct fields {
  const char *mnemonic;
  field_t fields[MAX_FIELDS];
} fields_t;

static const fields_t fields_table[] = {
    {"dot",
     {{"lhs_batching_dimensions", LIST, false},
      {"rhs_batching_dimensions", LIST, false},
      {"lhs_contracting_dimensions", LIST, false},
      {"rhs_contracting_dimensions", LIST, false}}},
    {"ragged_dot",
     {{"lhs_batching_dimensions", LIST, false},
      {"rhs_batching_dimensions", LIST, false},
      {"lhs_contracting_dimensions", LIST, false},
      {"rhs_contracting_dimensions", LIST, false},
      {"lhs_ragged_dimensions", LIST, false},
      {"rhs_group_dimensions", LIST, false}}},
    {"gather",
     {{"offset_dims", LIST, false},
      {"collapsed_slice_dims", LIST, false},
      {"operand_batching_dims", LIST, false},
      {"start_indices_batching_dims", LIST, false},
      {"start_index_map", LIST, false},
      {"index_vector_dim", NUMBER, false}}},
    {"scatter",
     {{"update_window_dims", LIST, false},
      {"inserted_window_dims", LIST, false},
      {"input_batching_dims", LIST, false},
      {"scatter_indices_batching_dims", LIST, false},
      {"scatter_dims_to_operand_dims", LIST, false},
      {"index_vector_dim", NUMBER, false}}},
    {"conv",
     {{"input_batch_dimension", NUMBER, true},
      {"input_feature_dimension", NUMBER, true},
      {"input_spatial_dimensions", LIST, true},
      {"kernel_input_feature_dimension", NUMBER, true},
      {"kernel_output_feature_dimension", NUMBER, true},
      {"kernel_spatial_dimensions", LIST, true},
      {"output_batch_dimension", NUMBER, true},
      {"output_feature_dimension", NUMBER, true},
      {"output_spatial_dimensions", LIST, true}}},
    {"channel_handle", {{"handle", NUMBER, true}, {"type", NUMBER, true}}},
    {"output_operand_alias",
     {{"output_tuple_indices", LIST, true}, {"operand_index", NUMBER, true}, {"operand_tuple_indices", LIST, true}}},
    {"type_extensions", {{"bounds", BOUNDS, true}}},
    {"bounds", {{"bounds", BOUNDS, true}}},
    {"result_accuracy", {{"atol", REAL, false}, {"rtol", REAL, false}, {"ulps", NUMBER, false}, {"mode", ATTR, true}}},
    {"dot_algorithm",
     {{"lhs_precision_type", TYPE, true},
      {"rhs_precision_type", TYPE, true},
      {"accumulation_type", TYPE, true},
      {"lhs_component_count", NUMBER, true},
      {"rhs_component_count", NUMBER, true},
      {"num_primitive_operations", NUMBER, true},
      {"allow_imprecise_accumulation", FLAG, true}}},
};

static const char *mnemonic_of(const tern_attr_row_t *row) { return strchr(row->name, '.') + 1; }

static const fields_t *find_fields(const char *mnemonic) {
  for (size_t i = 0; i < sizeof(fields_table) / sizeof(fields_table[0]); ++i) {
    if (strcmp(fields_table[i].mnemonic, mnemonic) == 0) return &fields_table[i];
  }
  return NULL;
}

static bool is_list(const field_t *field) { return field->kind == LIST || field->kind == BOUNDS; }

// --- making and reading ---

const tern_attr_t *tern_hlo_fields_attr_get(tern_context_t *context, const tern_attr_row_t *row,
                                            const tern_hlo_dims_t *lists) {
  const fields_t *fields = find_fields(mnemonic_of(row));
  TERN_VEC(uint64_t) params = {0};
  for (size_t i = 0; i < MAX_FIELDS && fields->fields[i].name; ++i) {
    if (is_list(&fields->fields[i])) tern_vec_push(&params, lists[i].count);
    for (size_t j = 0; j < lists[i].count; ++j) tern_vec_push(&params, (uint64_t)lists[i].values[j]);
  }
  const tern_attr_t *attr = tern_dialect_attr_get(context, row, params.values, params.count);
  tern_vec_deinitialize(&params);
  return attr;
}

// The field's values in a dictionary of 2020: a number, or one-dimensional elements of i64.
static bool read_dictionary_entry(const tern_attr_t *entry, const field_t *field, tern_hlo_dims_t *out_list) {
  *out_list = (tern_hlo_dims_t){NULL, 0};
  if (!entry) return is_list(field);
  if (!is_list(field)) {
    if (entry->kind != TERN_ATTR_INTEGER) return false;
    *out_list = (tern_hlo_dims_t){(const int64_t *)&entry->params[1], 1};
    return true;
  }
  const tern_type_t *type = tern_attr_type(entry);
  if (entry->kind == TERN_ATTR_DENSE_ARRAY && tern_type_is_i(type, 64)) {
    *out_list = (tern_hlo_dims_t){tern_dense_array_attr_data(entry), tern_dense_array_attr_count(entry)};
    return true;
  }
  if (entry->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_type_is_i(tern_type_element(type), 64)) return false;
  size_t count = tern_dense_elements_attr_count(entry);
  if (count > 1 && tern_dense_elements_attr_is_splat(entry)) return false;
  *out_list = (tern_hlo_dims_t){tern_dense_elements_attr_data(entry), count};
  return true;
}

bool tern_hlo_attr_field(const tern_attr_t *attr, const char *mnemonic, const char *name, tern_hlo_dims_t *out_list) {
  const fields_t *fields = find_fields(mnemonic);
  if (!attr || !fields) return false;
  if (attr->kind == TERN_ATTR_DICTIONARY) {
    for (size_t i = 0; i < MAX_FIELDS && fields->fields[i].name; ++i) {
      if (strcmp(fields->fields[i].name, name) != 0) continue;
      return read_dictionary_entry(tern_dictionary_attr_lookup(attr, tern_str_from_cstr(name)), &fields->fields[i],
                                   out_list);
    }
    return false;
  }
  if (attr->kind != TERN_ATTR_DIALECT || strcmp(mnemonic_of(attr->row), mnemonic) != 0) return false;
  const uint64_t *param = attr->params;
  for (size_t i = 0; i < MAX_FIELDS && fields->fields[i].name; ++i) {
    size_t count = is_list(&fields->fields[i]) ? (size_t)*param++ : 1;
    *out_list = (tern_hlo_dims_t){(const int64_t *)param, count};
    if (strcmp(fields->fields[i].name, name) == 0) return true;
    param += count;
  }
  return false;
}

const tern_attr_t *tern_hlo_attr_of_dictionary(tern_context_t *context, const tern_attr_row_t *row,
                                               const tern_attr_t *dictionary) {
  const char *mnemonic = mnemonic_of(row);
  const fields_t *fields = find_fields(mnemonic);
  tern_hlo_dims_t lists[MAX_FIELDS];
  for (size_t i = 0; i < MAX_FIELDS && fields->fields[i].name; ++i) {
    if (!tern_hlo_attr_field(dictionary, mnemonic, fields->fields[i].name, &lists[i])) return NULL;
  }
  return tern_hlo_fields_attr_get(context, row, lists);
}

const tern_attr_row_t *tern_hlo_attr_row(tern_context_t *context, const tern_op_def_t *def, const char *mnemonic) {
  tern_string_builder_t name = {0};
  tern_string_builder_append_format(&name, "%s.%s", def->dialect->name, mnemonic);
  const tern_attr_row_t *row = tern_context_find_attr(context, tern_string_builder_view(&name));
  tern_string_builder_deinitialize(&name);
  return row;
}

// --- parsing ---

static bool parse_bounds(tern_parser_t *parser, bool allows_dynamic, tern_hlo_values_t *values) {
  if (!tern_parse_token(parser, "[")) return false;
  if (tern_parse_optional_token(parser, "]")) return true;
  do {
    int64_t value = TERN_DYNAMIC;
    bool is_dynamic = allows_dynamic && tern_parse_optional_token(parser, "?");
    if (!is_dynamic && !tern_parse_integer(parser, &value)) return false;
    tern_vec_push(values, value);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

static bool parse_flag(tern_parser_t *parser, int64_t *out_value) {
  *out_value = tern_parse_optional_keyword(parser, "true");
  return *out_value || tern_parse_optional_keyword(parser, "false") ||
         tern_parser_error(parser, "expected 'true' or 'false'");
}

static bool parse_field_value(tern_parser_t *parser, const field_t *field, tern_hlo_values_t *values) {
  int64_t value = 0;
  if (is_list(field)) return parse_bounds(parser, field->kind == BOUNDS, values);
  if (field->kind == NUMBER) {
    if (!tern_parse_integer(parser, &value)) return false;
  } else if (field->kind == FLAG) {
    if (!parse_flag(parser, &value)) return false;
  } else if (field->kind == REAL) {
    double real;
    if (!tern_parse_float(parser, &real)) return false;
    memcpy(&value, &real, sizeof(value));
  } else if (field->kind == TYPE) {
    value = (int64_t)(uintptr_t)tern_parse_type(parser);
    if (value == 0) return false;
  } else {
    value = (int64_t)(uintptr_t)tern_parse_attr(parser, NULL);
    if (value == 0) return false;
  }
  tern_vec_push(values, value);
  return true;
}

// `name = value`, once each.
static bool parse_field(tern_parser_t *parser, const fields_t *fields, tern_hlo_values_t *values, bool *is_seen) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  if (!tern_parse_any_keyword(parser, &name)) return false;
  for (size_t i = 0; i < MAX_FIELDS && fields->fields[i].name; ++i) {
    if (!tern_str_equal_cstr(name, fields->fields[i].name)) continue;
    if (is_seen[i]) return tern_parser_error_at(parser, pos, "duplicate field '%s'", fields->fields[i].name);
    is_seen[i] = true;
    return tern_parse_token(parser, "=") && parse_field_value(parser, &fields->fields[i], &values[i]);
  }
  return tern_parser_error_at(parser, pos, "'%.*s' is not a field of '%s'", (int)name.size, name.data,
                              fields->mnemonic);
}

// The fields up to `>`; what was left out is empty or zero.
static const tern_attr_t *parse_field_list(tern_parser_t *parser, const tern_attr_row_t *row) {
  const fields_t *fields = find_fields(mnemonic_of(row));
  tern_hlo_values_t values[MAX_FIELDS] = {0};
  bool is_seen[MAX_FIELDS] = {false};
  bool is_right = true;
  // There may be a comma behind the last field, too.
  while (is_right && !tern_parser_at_token(parser, ">")) {
    is_right = parse_field(parser, fields, values, is_seen);
    if (is_right && !tern_parse_optional_token(parser, ",")) break;
  }
  tern_hlo_dims_t lists[MAX_FIELDS];
  for (size_t i = 0; is_right && i < MAX_FIELDS && fields->fields[i].name; ++i) {
    const field_t *field = &fields->fields[i];
    if (!is_seen[i] && field->is_always_there) {
      is_right = tern_parser_error(parser, "'%s' needs the field '%s'", row->name, field->name);
    }
    if (!is_seen[i] && !is_list(field)) tern_vec_push(&values[i], 0);
    lists[i] = (tern_hlo_dims_t){values[i].values, values[i].count};
  }
  is_right = is_right && tern_parse_token(parser, ">");
  const tern_attr_t *attr = is_right ? tern_hlo_fields_attr_get(tern_parser_context(parser), row, lists) : NULL;
  for (size_t i = 0; i < MAX_FIELDS; ++i) tern_vec_deinitialize(&values[i]);
  return attr;
}

const tern_attr_t *tern_hlo_parse_fields(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  return tern_parse_token(parser, "<") ? parse_field_list(parser, row) : NULL;
}

// --- printing ---

static void print_list(tern_printer_t *printer, const uint64_t *values, size_t count) {
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    if ((int64_t)values[i] == TERN_DYNAMIC) {
      tern_printer_char(printer, '?');
    } else {
      tern_printer_int(printer, (int64_t)values[i]);
    }
  }
  tern_printer_char(printer, ']');
}

static void print_value(tern_printer_t *printer, field_kind_t kind, uint64_t value) {
  const void *pointer = (const void *)(uintptr_t)value;
  if (kind == TYPE) {
    tern_printer_type(printer, pointer);
  } else if (kind == ATTR) {
    tern_printer_attr(printer, pointer);
  } else if (kind == FLAG) {
    tern_printer_text(printer, value ? "true" : "false");
  } else if (kind == REAL) {
    double real;
    memcpy(&real, &value, sizeof(real));
    const tern_type_t *type = tern_float_type_get(tern_printer_context(printer), TERN_TYPE_F64);
    tern_printer_attr_without_type(printer, tern_float_attr_get(type, real));
  } else {
    tern_printer_int(printer, (int64_t)value);
  }
}

void tern_hlo_print_fields(tern_printer_t *printer, const tern_attr_t *attr) {
  const fields_t *fields = find_fields(mnemonic_of(attr->row));
  const uint64_t *param = attr->params;
  const char *separator = "";
  tern_printer_char(printer, '<');
  for (size_t i = 0; i < MAX_FIELDS && fields->fields[i].name; ++i) {
    const field_t *field = &fields->fields[i];
    size_t count = is_list(field) ? (size_t)*param++ : 1;
    bool is_shown = field->is_always_there || (is_list(field) ? count > 0 : *param != 0);
    if (is_shown) {
      tern_printer_text(printer, separator);
      tern_printer_text(printer, field->name);
      tern_printer_text(printer, " = ");
      if (is_list(field)) {
        print_list(printer, param, count);
      } else {
        print_value(printer, field->kind, *param);
      }
      separator = ", ";
    }
    param += count;
  }
  tern_printer_char(printer, '>');
}

// --- #stablehlo.bounds<3, ?> ---

// #stablehlo.type_extensions<bounds = [3, ?]> is the same: its row is the one before.
static const tern_attr_t *parse_type_extensions(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  const tern_attr_t *attr = tern_hlo_parse_fields(parser, row, type);
  tern_hlo_dims_t bounds;
  if (!attr || !tern_hlo_attr_field(attr, "type_extensions", "bounds", &bounds)) return NULL;
  return tern_hlo_fields_attr_get(tern_parser_context(parser), row + 1, &bounds);
}

static const tern_attr_t *parse_bounds_attr(tern_parser_t *parser, const tern_attr_row_t *row,
                                            const tern_type_t *type) {
  (void)type;
  tern_hlo_values_t values = {0};
  bool is_right = tern_parse_token(parser, "<");
  if (is_right && !tern_parser_at_token(parser, ">")) {
    do {
      int64_t value = TERN_DYNAMIC;
      is_right = tern_parse_optional_token(parser, "?") || tern_parse_integer(parser, &value);
      tern_vec_push(&values, value);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, ">");
  tern_hlo_dims_t list = {values.values, values.count};
  const tern_attr_t *attr = is_right ? tern_hlo_fields_attr_get(tern_parser_context(parser), row, &list) : NULL;
  tern_vec_deinitialize(&values);
  return attr;
}

static void print_bounds_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  for (size_t i = 0; i < attr->params[0]; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    int64_t bound = (int64_t)attr->params[1 + i];
    if (bound == TERN_DYNAMIC) {
      tern_printer_char(printer, '?');
    } else {
      tern_printer_int(printer, bound);
    }
  }
  tern_printer_char(printer, '>');
}

// --- [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] ---

static const tern_attr_t *parse_conv_attr(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  if (!tern_parse_token(parser, "<")) return NULL;
  if (tern_parse_optional_keyword(parser, "raw")) return parse_field_list(parser, row);
  const tern_attr_t *attr = tern_hlo_parse_conv(parser, row);
  return attr && tern_parse_token(parser, ">") ? attr : NULL;
}

static void print_raw_conv(tern_printer_t *printer, const tern_attr_t *attr) {
  const fields_t *fields = find_fields("conv");
  tern_printer_text(printer, "<raw ");
  for (size_t i = 0; i < MAX_FIELDS; ++i) {
    tern_hlo_dims_t list;
    tern_hlo_attr_field(attr, "conv", fields->fields[i].name, &list);
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_text(printer, fields->fields[i].name);
    tern_printer_text(printer, " = ");
    if (is_list(&fields->fields[i])) {
      print_list(printer, (const uint64_t *)list.values, list.count);
    } else {
      tern_printer_int(printer, list.values[0]);
    }
  }
  tern_printer_char(printer, '>');
}

static void print_conv_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_conv_dimension_numbers_t n;
  if (!tern_hlo_conv_dimension_numbers(attr, &n)) return;
  if (!tern_hlo_conv_is_bracketable(n.input_batch, n.input_feature, n.input_spatial) ||
      !tern_hlo_conv_is_bracketable(n.kernel_input_feature, n.kernel_output_feature, n.kernel_spatial) ||
      !tern_hlo_conv_is_bracketable(n.output_batch, n.output_feature, n.output_spatial)) {
    print_raw_conv(printer, attr);
    return;
  }
  tern_printer_char(printer, '<');
  tern_hlo_print_conv(printer, attr);
  tern_printer_char(printer, '>');
}

// --- what others read ---

bool tern_hlo_dot_dimension_numbers(const tern_attr_t *attr, tern_dot_dimension_numbers_t *out_numbers) {
  return tern_hlo_attr_field(attr, "dot", "lhs_batching_dimensions", &out_numbers->lhs_batching) &&
         tern_hlo_attr_field(attr, "dot", "rhs_batching_dimensions", &out_numbers->rhs_batching) &&
         tern_hlo_attr_field(attr, "dot", "lhs_contracting_dimensions", &out_numbers->lhs_contracting) &&
         tern_hlo_attr_field(attr, "dot", "rhs_contracting_dimensions", &out_numbers->rhs_contracting);
}

static bool read_conv_side(const tern_attr_t *attr, size_t side, int64_t *out_first, int64_t *out_second,
                           tern_hlo_dims_t *out_spatial) {
  const field_t *fields = &find_fields("conv")->fields[3 * side];
  tern_hlo_dims_t first, second;
  if (!tern_hlo_attr_field(attr, "conv", fields[0].name, &first) ||
      !tern_hlo_attr_field(attr, "conv", fields[1].name, &second) ||
      !tern_hlo_attr_field(attr, "conv", fields[2].name, out_spatial)) {
    return false;
  }
  *out_first = first.values[0];
  *out_second = second.values[0];
  return true;
}

bool tern_hlo_conv_dimension_numbers(const tern_attr_t *attr, tern_conv_dimension_numbers_t *out_numbers) {
  tern_conv_dimension_numbers_t *n = out_numbers;
  return read_conv_side(attr, 0, &n->input_batch, &n->input_feature, &n->input_spatial) &&
         read_conv_side(attr, 1, &n->kernel_input_feature, &n->kernel_output_feature, &n->kernel_spatial) &&
         read_conv_side(attr, 2, &n->output_batch, &n->output_feature, &n->output_spatial);
}

#define ROW(NAME, SUMMARY) \
  {.name = NAME, .summary = SUMMARY, .parse = tern_hlo_parse_fields, .print = tern_hlo_print_fields}
#define MESH_ROW(NAME, HOOK, ATTR_PARAMS, SUMMARY) \
  {.name = NAME,                                   \
   .summary = SUMMARY,                             \
   .parse = tern_hlo_parse_##HOOK,                 \
   .print = tern_hlo_print_##HOOK,                 \
   .attr_params = ATTR_PARAMS}
#define ROWS(D)                                                                                    \
  ROW(D ".dot", "Batching and contracting dimensions of dot_general"),                             \
      ROW(D ".gather", "What the dimensions of a gather's operands and result mean"),              \
      ROW(D ".scatter", "What the dimensions of a scatter's operands mean"),                       \
      {.name = D ".conv",                                                                          \
       .summary = "What the dimensions of a convolution's operands and result mean",               \
       .parse = parse_conv_attr,                                                                   \
       .print = print_conv_attr},                                                                  \
      ROW(D ".channel_handle", "A channel between processes"),                                     \
      ROW(D ".output_operand_alias", "Aliasing attribute for outputs and operands of CustomCall"), \
      {.name = D ".type_extensions",                                                               \
       .summary = "Bounds of the dynamic dimensions of a tensor, spelled out",                     \
       .parse = parse_type_extensions,                                                             \
       .print = tern_hlo_print_fields},                                                            \
      {.name = D ".bounds",                                                                        \
       .summary = "Bounds of the dynamic dimensions of a tensor",                                  \
       .parse = parse_bounds_attr,                                                                 \
       .print = print_bounds_attr},                                                                \
      ROW(D ".result_accuracy", "How exact a result has to be"),                                   \
      ROW(D ".dot_algorithm", "How a dot product is computed"),                                    \
      MESH_ROW(D ".sub_axis_info", sub_axis_info, 0, "Part of an axis of a mesh"),                 \
      MESH_ROW(D ".axis_ref", axis_ref, 3, "Axis of a mesh, or part of one"),                      \
      MESH_ROW(D ".mesh_axis", mesh_axis, 1, "Axis of a mesh with its size"),                      \
      MESH_ROW(D ".mesh", mesh, 3, "Devices in axes"),                                             \
      MESH_ROW(D ".replica_group_mesh_axes", mesh_groups, 3, "mesh and axes based replica groups representation")

const tern_attr_row_t tern_stablehlo_attrs[] = {ROWS("stablehlo")};
const tern_attr_row_t tern_mhlo_attrs[] = {ROWS("mhlo")};
_Static_assert(sizeof(tern_stablehlo_attrs) / sizeof(tern_stablehlo_attrs[0]) == TERN_HLO_ATTR_COUNT, "attributes");

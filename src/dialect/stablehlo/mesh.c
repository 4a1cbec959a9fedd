// Devices in a mesh, and groups of them by its axes: #stablehlo.mesh_axis, mesh, sub_axis_info, axis_ref and
// replica_group_mesh_axes, which stand for replica_groups in numbers.
//
// Parameters: sub_axis_info [size before, size]; axis_ref [name, sub_axis_info or 0]; mesh_axis [name, size]; mesh
// [array of mesh_axis, device ids or 0]; replica_group_mesh_axes [mesh or symbol of one, array of axis_ref]. Names are
// string attributes. VHLO's attributes have the same parameters.

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static uint64_t param_of(const tern_attr_t *attr) { return (uint64_t)(uintptr_t)attr; }

static const tern_attr_t *attr_param(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

static const tern_attr_t *make(tern_parser_t *parser, const tern_attr_row_t *row, uint64_t first, uint64_t second) {
  const uint64_t params[2] = {first, second};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 2);
}

// The row next to this one: all five are of one dialect and stand in the order of tern_hlo_mesh_row_t.
static const tern_attr_row_t *sibling(const tern_attr_row_t *row, tern_hlo_mesh_row_t from, tern_hlo_mesh_row_t to) {
  return row + to - from;
}

bool tern_hlo_is_mesh_attr(const tern_attr_t *attr, const char *mnemonic) {
  if (!attr || attr->kind != TERN_ATTR_DIALECT) return false;
  const char *name = ((const tern_attr_row_t *)attr->row)->name;
  bool is_hlo = strncmp(name, "stablehlo.", 10) == 0 || strncmp(name, "mhlo.", 5) == 0;
  return is_hlo && strcmp(strchr(name, '.') + 1, mnemonic) == 0;
}

static bool parse_field_name(tern_parser_t *parser, const char *name) {
  return tern_parse_keyword(parser, name) && tern_parse_token(parser, "=");
}

static bool parse_name(tern_parser_t *parser, const tern_attr_t **out_name) {
  tern_str_t text;
  if (!parse_field_name(parser, "name") || !tern_parse_string(parser, &text)) return false;
  *out_name = tern_string_attr_get(tern_parser_context(parser), text);
  return true;
}

// --- (1)2 ---

static const tern_attr_t *parse_sub_axis(tern_parser_t *parser, const tern_attr_row_t *row) {
  int64_t before, size;
  if (!tern_parse_token(parser, "(") || !tern_parse_integer(parser, &before) || !tern_parse_token(parser, ")") ||
      !tern_parse_integer(parser, &size)) {
    return NULL;
  }
  return make(parser, row, (uint64_t)before, (uint64_t)size);
}

const tern_attr_t *tern_hlo_parse_sub_axis_info(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  (void)type;
  return parse_sub_axis(parser, row);
}

static void print_sub_axis(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "(%lld)%lld", (long long)attr->params[0], (long long)attr->params[1]);
}

void tern_hlo_print_sub_axis_info(tern_printer_t *printer, const tern_attr_t *attr) { print_sub_axis(printer, attr); }

// --- <name = "x", sub_axis_info = (1)2> ---

const tern_attr_t *tern_hlo_parse_axis_ref(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  const tern_attr_t *name, *part = NULL;
  if (!tern_parse_token(parser, "<") || !parse_name(parser, &name)) return NULL;
  if (tern_parse_optional_token(parser, ",")) {
    if (!parse_field_name(parser, "sub_axis_info")) return NULL;
    part = parse_sub_axis(parser, sibling(row, TERN_HLO_AXIS_REF, TERN_HLO_SUB_AXIS_INFO));
    if (!part) return NULL;
  }
  return tern_parse_token(parser, ">") ? make(parser, row, param_of(name), param_of(part)) : NULL;
}

void tern_hlo_print_axis_ref(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<name = ");
  tern_printer_attr(printer, attr_param(attr, 0));
  if (attr->params[1]) {
    tern_printer_text(printer, ", sub_axis_info = ");
    print_sub_axis(printer, attr_param(attr, 1));
  }
  tern_printer_char(printer, '>');
}

// --- <name = "x", size = 2> ---

const tern_attr_t *tern_hlo_parse_mesh_axis(tern_parser_t *parser, const tern_attr_row_t *row,
                                            const tern_type_t *type) {
  (void)type;
  const tern_attr_t *name = NULL;
  int64_t size = 0;
  if (!tern_parse_token(parser, "<")) return NULL;
  for (bool has_size = false; !name || !has_size;) {
    if ((name || has_size) && !tern_parse_token(parser, ",")) return NULL;
    if (!has_size && tern_parse_optional_keyword(parser, "size")) {
      has_size = true;
      if (!tern_parse_token(parser, "=") || !tern_parse_integer(parser, &size)) return NULL;
    } else if (!parse_name(parser, &name)) {
      return NULL;
    }
  }
  return tern_parse_token(parser, ">") ? make(parser, row, param_of(name), (uint64_t)size) : NULL;
}

void tern_hlo_print_mesh_axis(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<name = ");
  tern_printer_attr(printer, attr_param(attr, 0));
  tern_printer_format(printer, ", size = %lld>", (long long)attr->params[1]);
}

// --- <axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>> ---

typedef TERN_VEC(const tern_attr_t *) attr_list_t;

// An axis may be written with the dialect's name in front.
static bool parse_axis(tern_parser_t *parser, const tern_attr_row_t *row, attr_list_t *axes) {
  const tern_attr_t *axis = NULL;
  if (tern_parser_at_token(parser, "<")) {
    axis = tern_hlo_parse_mesh_axis(parser, row, NULL);
  } else {
    tern_source_pos_t pos = tern_parser_pos(parser);
    axis = tern_parse_attr(parser, NULL);
    if (axis && (axis->kind != TERN_ATTR_DIALECT || axis->row != row)) {
      return tern_parser_error_at(parser, pos, "expected '#%s', but got %s", row->name, tern_attr_text(axis));
    }
  }
  if (axis) tern_vec_push(axes, axis);
  return axis != NULL;
}

static bool are_device_ids(const tern_attr_t *ids) {
  return ids->kind == TERN_ATTR_DENSE_ELEMENTS && tern_type_is_integer(tern_type_element(tern_attr_type(ids)));
}

const tern_attr_t *tern_hlo_parse_mesh(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  attr_list_t axes = {0};
  const tern_attr_t *ids = NULL;
  bool is_right = tern_parse_token(parser, "<") && parse_field_name(parser, "axes") && tern_parse_token(parser, "[");
  if (is_right) {
    do {
      is_right = parse_axis(parser, sibling(row, TERN_HLO_MESH, TERN_HLO_MESH_AXIS), &axes);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "]");
  if (is_right && tern_parse_optional_token(parser, ",")) {
    is_right = parse_field_name(parser, "device_ids");
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (is_right) ids = tern_parse_attr(parser, NULL);
    is_right = ids != NULL;
    if (ids && !are_device_ids(ids)) {
      is_right = tern_parser_error_at(parser, pos, "expected the numbers of devices as elements, but got %s",
                                      tern_attr_text(ids));
    }
  }
  is_right = is_right && tern_parse_token(parser, ">");
  const tern_attr_t *list = tern_array_attr_get(tern_parser_context(parser), axes.values, axes.count);
  tern_vec_deinitialize(&axes);
  return is_right ? make(parser, row, param_of(list), param_of(ids)) : NULL;
}

void tern_hlo_print_mesh(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_t *axes = attr_param(attr, 0);
  tern_printer_text(printer, "<axes=[");
  for (size_t i = 0; i < tern_array_attr_count(axes); ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_hlo_print_mesh_axis(printer, tern_array_attr_at(axes, i));
  }
  tern_printer_char(printer, ']');
  if (attr->params[1]) {
    tern_printer_text(printer, ", device_ids=");
    tern_printer_attr(printer, attr_param(attr, 1));
  }
  tern_printer_char(printer, '>');
}

// --- <mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]> ---

static bool has_axis(const tern_attr_t *mesh, const tern_attr_t *name) {
  const tern_attr_t *axes = attr_param(mesh, 0);
  for (size_t i = 0; i < tern_array_attr_count(axes); ++i) {
    if (attr_param(tern_array_attr_at(axes, i), 0) == name) return true;
  }
  return false;
}

// What is wrong with groups, NULL if nothing; `%.*s` in it is for `out_name`. The axes of a mesh that is spelled out are
// known; those of a symbol are for whoever looks it up.
static const char *find_problem(const tern_attr_t *mesh, const tern_attr_t *axes, tern_str_t *out_name) {
  *out_name = TERN_STR("");
  bool is_mesh = tern_hlo_is_mesh_attr(mesh, "mesh");
  if (!is_mesh && (mesh->kind != TERN_ATTR_SYMBOL_REF || tern_symbol_ref_attr_count(mesh) != 1)) {
    return "mesh must be a FlatSymbolRefAttr or MeshAttr%.*s";
  }
  for (size_t i = 0; is_mesh && i < tern_array_attr_count(axes); ++i) {
    const tern_attr_t *axis = tern_array_attr_at(axes, i);
    if (!tern_hlo_is_mesh_attr(axis, "axis_ref")) return "expected AxisRefAttr in axes list%.*s";
    *out_name = tern_string_attr_value(attr_param(axis, 0));
    if (!has_axis(mesh, attr_param(axis, 0))) return "axis '%.*s' not found in mesh definition";
  }
  return NULL;
}

// `mesh` and `axes` in either order.
static bool parse_groups(tern_parser_t *parser, const tern_attr_t **out_fields) {
  for (size_t i = 0; i < 2; ++i) {
    if (i > 0 && !tern_parse_token(parser, ",")) return false;
    bool is_axes = !out_fields[1] && (out_fields[0] || tern_parse_optional_keyword(parser, "axes"));
    if (is_axes ? out_fields[0] && !tern_parse_keyword(parser, "axes") : !tern_parse_keyword(parser, "mesh")) {
      return false;
    }
    if (!tern_parse_token(parser, "=")) return false;
    tern_source_pos_t pos = tern_parser_pos(parser);
    out_fields[is_axes] = tern_parse_attr(parser, NULL);
    if (!out_fields[is_axes]) return false;
    if (is_axes && out_fields[1]->kind != TERN_ATTR_ARRAY) {
      return tern_parser_error_at(parser, pos, "expected an array of axes, but got %s", tern_attr_text(out_fields[1]));
    }
  }
  return true;
}

const tern_attr_t *tern_hlo_parse_mesh_groups(tern_parser_t *parser, const tern_attr_row_t *row,
                                              const tern_type_t *type) {
  (void)type;
  const tern_attr_t *fields[2] = {NULL, NULL};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<") || !parse_groups(parser, fields) || !tern_parse_token(parser, ">")) return NULL;
  tern_str_t name;
  const char *problem = find_problem(fields[0], fields[1], &name);
  if (!problem) return make(parser, row, param_of(fields[0]), param_of(fields[1]));
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, problem, (int)name.size, name.data);
  tern_parser_error_at(parser, pos, "%s", text.data);
  tern_string_builder_deinitialize(&text);
  return NULL;
}

void tern_hlo_print_mesh_groups(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<mesh = ");
  tern_printer_attr(printer, attr_param(attr, 0));
  tern_printer_text(printer, ", axes = ");
  tern_printer_attr(printer, attr_param(attr, 1));
  tern_printer_char(printer, '>');
}

// --- what comes from elsewhere ---

static bool is_name(const tern_attr_t *attr) { return attr && tern_attr_is_string(attr) && !tern_attr_type(attr); }

static bool are_axes(const tern_attr_t *axes) {
  if (!axes || axes->kind != TERN_ATTR_ARRAY) return false;
  for (size_t i = 0; i < tern_array_attr_count(axes); ++i) {
    if (!tern_hlo_is_mesh_attr(tern_array_attr_at(axes, i), "mesh_axis")) return false;
  }
  return true;
}

bool tern_hlo_are_mesh_params(const char *mnemonic, const uint64_t *params) {
  const tern_attr_t *first = (const tern_attr_t *)(uintptr_t)params[0];
  const tern_attr_t *second = (const tern_attr_t *)(uintptr_t)params[1];
  tern_str_t name;
  if (strcmp(mnemonic, "sub_axis_info") == 0) return true;
  if (strcmp(mnemonic, "mesh_axis") == 0) return is_name(first);
  if (strcmp(mnemonic, "axis_ref") == 0) {
    return is_name(first) && (!second || tern_hlo_is_mesh_attr(second, "sub_axis_info"));
  }
  if (strcmp(mnemonic, "mesh") == 0) return are_axes(first) && (!second || are_device_ids(second));
  return first && second && second->kind == TERN_ATTR_ARRAY && !find_problem(first, second, &name);
}

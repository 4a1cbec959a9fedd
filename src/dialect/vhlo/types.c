// Types of VHLO: the table and the syntax.

#include <string.h>

#include "base/vec.h"
#include "dialect/vhlo/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

typedef TERN_VEC(uint64_t) params_t;

static void push_type(params_t *params, const tern_type_t *type) { tern_vec_push(params, (uint64_t)(uintptr_t)type); }

static const tern_type_t *make_type(tern_parser_t *parser, const tern_type_row_t *row, params_t *params,
                                    bool is_right) {
  const tern_type_t *type =
      is_right ? tern_dialect_type_get(tern_parser_context(parser), row, params->values, params->count) : NULL;
  tern_vec_deinitialize(params);
  return type;
}

// A type that has to be VHLO's.
static const tern_type_t *parse_inner(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (type && !tern_vhlo_is_type(type)) {
    tern_parser_error_at(parser, pos, "expected VHLO type, found '%s'", tern_type_text(type));
    return NULL;
  }
  return type;
}

static bool parse_inner_into(tern_parser_t *parser, params_t *params) {
  const tern_type_t *type = parse_inner(parser);
  push_type(params, type);
  return type != NULL;
}

// --- <element> ---

static const tern_type_t *parse_element(tern_parser_t *parser, const tern_type_row_t *row) {
  params_t params = {0};
  bool is_right = tern_parse_token(parser, "<") && parse_inner_into(parser, &params) && tern_parse_token(parser, ">");
  return make_type(parser, row, &params, is_right);
}

static void print_element(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_type(printer, tern_vhlo_type_param(type, 0));
  tern_printer_char(printer, '>');
}

// --- <types...> ---

static tern_types_t types_from(const tern_type_t *type, size_t start, size_t count) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)&type->params[start], count};
}

// One or more, comma separated, up to the token `end`.
static bool parse_type_list(tern_parser_t *parser, const char *end, params_t *params) {
  if (tern_parser_at_token(parser, end)) return true;
  do {
    if (!parse_inner_into(parser, params)) return false;
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static const tern_type_t *parse_types(tern_parser_t *parser, const tern_type_row_t *row) {
  params_t params = {0};
  bool is_right =
      tern_parse_token(parser, "<") && parse_type_list(parser, ">", &params) && tern_parse_token(parser, ">");
  return make_type(parser, row, &params, is_right);
}

static void print_types(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_types(printer, types_from(type, 0, type->param_count));
  tern_printer_char(printer, '>');
}

// --- <(inputs) -> results> ---

// `()` for none, also within the parentheses of the inputs.
static bool parse_function_side(tern_parser_t *parser, const char *end, params_t *params) {
  if (tern_parse_optional_token(parser, "(")) return tern_parse_token(parser, ")");
  return parse_type_list(parser, end, params);
}

static const tern_type_t *parse_function(tern_parser_t *parser, const tern_type_row_t *row) {
  params_t params = {0};
  tern_vec_push(&params, 0);
  bool is_right = tern_parse_token(parser, "<") && tern_parse_token(parser, "(") &&
                  parse_function_side(parser, ")", &params) && tern_parse_token(parser, ")");
  params.values[0] = params.count - 1;
  is_right = is_right && tern_parse_token(parser, "->") && parse_function_side(parser, ">", &params) &&
             tern_parse_token(parser, ">");
  return make_type(parser, row, &params, is_right);
}

static void print_function_side(tern_printer_t *printer, tern_types_t types) {
  if (types.count == 0) tern_printer_text(printer, "()");
  tern_printer_types(printer, types);
}

static void print_function(tern_printer_t *printer, const tern_type_t *type) {
  size_t inputs = (size_t)type->params[0];
  tern_printer_text(printer, "<(");
  print_function_side(printer, types_from(type, 1, inputs));
  tern_printer_text(printer, ") -> ");
  print_function_side(printer, types_from(type, 1 + inputs, type->param_count - 1 - inputs));
  tern_printer_char(printer, '>');
}

// --- <2x?xelement>, <2x?xelement, encoding> ---

static bool parse_shaped(tern_parser_t *parser, bool has_encoding, params_t *params) {
  const int64_t *dims;
  size_t rank;
  if (!tern_parse_token(parser, "<") || !tern_parse_dimension_list(parser, true, true, &dims, &rank) ||
      !parse_inner_into(parser, params)) {
    return false;
  }
  if (has_encoding) {
    const tern_attr_t *encoding = NULL;
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (tern_parse_optional_token(parser, ",") && !(encoding = tern_parse_attr(parser, NULL))) return false;
    if (encoding && !tern_vhlo_is_attr(encoding)) {
      return tern_parser_error_at(parser, pos, "expected VHLO attribute, found %s", tern_attr_text(encoding));
    }
    tern_vec_push(params, (uint64_t)(uintptr_t)encoding);
  }
  for (size_t i = 0; i < rank; ++i) tern_vec_push(params, (uint64_t)dims[i]);
  return tern_parse_token(parser, ">");
}

static const tern_type_t *parse_tensor(tern_parser_t *parser, const tern_type_row_t *row) {
  params_t params = {0};
  bool is_right = parse_shaped(parser, true, &params);
  return make_type(parser, row, &params, is_right);
}

static const tern_type_t *parse_buffer(tern_parser_t *parser, const tern_type_row_t *row) {
  params_t params = {0};
  bool is_right = parse_shaped(parser, false, &params);
  return make_type(parser, row, &params, is_right);
}

static void print_shaped(tern_printer_t *printer, const tern_type_t *type, size_t dims) {
  tern_printer_char(printer, '<');
  tern_printer_dims(printer, (const int64_t *)&type->params[dims], type->param_count - dims);
  tern_printer_type(printer, tern_vhlo_type_param(type, 0));
}

static void print_tensor(tern_printer_t *printer, const tern_type_t *type) {
  print_shaped(printer, type, 2);
  if (type->params[1]) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)type->params[1]);
  }
  tern_printer_char(printer, '>');
}

static void print_buffer(tern_printer_t *printer, const tern_type_t *type) {
  print_shaped(printer, type, 1);
  tern_printer_char(printer, '>');
}

// --- quantized types ---
//
//   <storage:expressed, scale:zero point, min:max, flags>
//   <storage:expressed, dimension, [scales], [zero points], min:max, flags>

enum { QUANT_FIXED = 5 };

const tern_type_t *tern_vhlo_quant_type_get(tern_context_t *context, const tern_vhlo_quant_t *quant) {
  if (!tern_vhlo_is_type(quant->storage) || !tern_vhlo_is_type(quant->expressed)) return NULL;
  if (!quant->is_per_axis && quant->count != 1) return NULL;
  params_t params = {0};
  tern_vec_push(&params, quant->flags);
  push_type(&params, quant->storage);
  push_type(&params, quant->expressed);
  tern_vec_push(&params, (uint64_t)quant->storage_min);
  tern_vec_push(&params, (uint64_t)quant->storage_max);
  if (quant->is_per_axis) {
    tern_vec_push(&params, (uint64_t)quant->dimension);
    tern_vec_push(&params, quant->count);
  }
  for (size_t i = 0; i < quant->count; ++i) {
    uint64_t bits;
    memcpy(&bits, &quant->scales[i], sizeof(bits));
    tern_vec_push(&params, bits);
  }
  for (size_t i = 0; i < quant->count; ++i) tern_vec_push(&params, (uint64_t)quant->points[i]);
  const tern_type_row_t *row = quant->is_per_axis ? TERN_VHLO_TYPE(QUANT_PER_AXIS) : TERN_VHLO_TYPE(QUANT);
  const tern_type_t *type = tern_dialect_type_get(context, row, params.values, params.count);
  tern_vec_deinitialize(&params);
  return type;
}

void tern_vhlo_quant_type_read(const tern_type_t *type, tern_vhlo_quant_t *out_quant) {
  bool is_per_axis = type->row == TERN_VHLO_TYPE(QUANT_PER_AXIS);
  const uint64_t *rest = &type->params[is_per_axis ? QUANT_FIXED + 2 : QUANT_FIXED];
  size_t count = is_per_axis ? (size_t)type->params[QUANT_FIXED + 1] : 1;
  *out_quant = (tern_vhlo_quant_t){
      .flags = type->params[0],
      .storage = tern_vhlo_type_param(type, 1),
      .expressed = tern_vhlo_type_param(type, 2),
      .storage_min = (int64_t)type->params[3],
      .storage_max = (int64_t)type->params[4],
      .is_per_axis = is_per_axis,
      .dimension = is_per_axis ? (int64_t)type->params[QUANT_FIXED] : 0,
      .count = count,
      .scales = (const double *)(const void *)rest,
      .points = (const int64_t *)(const void *)(rest + count),
  };
}

typedef TERN_VEC(double) scales_t;
typedef TERN_VEC(int64_t) points_t;

static bool parse_scales(tern_parser_t *parser, scales_t *scales) {
  if (!tern_parse_token(parser, "[")) return false;
  if (tern_parse_optional_token(parser, "]")) return true;
  do {
    double scale;
    if (!tern_parse_float(parser, &scale)) return false;
    tern_vec_push(scales, scale);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

static bool parse_points(tern_parser_t *parser, points_t *points) {
  if (!tern_parse_token(parser, "[")) return false;
  if (tern_parse_optional_token(parser, "]")) return true;
  do {
    int64_t point;
    if (!tern_parse_integer(parser, &point)) return false;
    tern_vec_push(points, point);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

// What is quantized: of one scale, or of several.
static bool parse_scaling(tern_parser_t *parser, tern_vhlo_quant_t *quant, scales_t *scales, points_t *points) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!quant->is_per_axis) {
    double scale;
    int64_t point;
    if (!tern_parse_float(parser, &scale) || !tern_parse_token(parser, ":") || !tern_parse_integer(parser, &point)) {
      return false;
    }
    tern_vec_push(scales, scale);
    tern_vec_push(points, point);
    return true;
  }
  if (!tern_parse_integer(parser, &quant->dimension) || !tern_parse_token(parser, ",") ||
      !parse_scales(parser, scales) || !tern_parse_token(parser, ",") || !parse_points(parser, points)) {
    return false;
  }
  return scales->count == points->count ||
         tern_parser_error_at(parser, pos, "expected as many zero points as scales, found %zu and %zu", points->count,
                              scales->count);
}

static bool parse_quant_range(tern_parser_t *parser, tern_vhlo_quant_t *quant) {
  int64_t flags;
  if (!tern_parse_token(parser, ",") || !tern_parse_integer(parser, &quant->storage_min) ||
      !tern_parse_token(parser, ":") || !tern_parse_integer(parser, &quant->storage_max) ||
      !tern_parse_token(parser, ",") || !tern_parse_integer(parser, &flags)) {
    return false;
  }
  quant->flags = (uint64_t)flags;
  return tern_parse_token(parser, ">");
}

static const tern_type_t *parse_quant(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_vhlo_quant_t quant = {.is_per_axis = row == TERN_VHLO_TYPE(QUANT_PER_AXIS)};
  scales_t scales = {0};
  points_t points = {0};
  bool is_right = tern_parse_token(parser, "<") && (quant.storage = parse_inner(parser)) &&
                  tern_parse_token(parser, ":") && (quant.expressed = parse_inner(parser)) &&
                  tern_parse_token(parser, ",") && parse_scaling(parser, &quant, &scales, &points) &&
                  parse_quant_range(parser, &quant);
  quant.count = scales.count;
  quant.scales = scales.values;
  quant.points = points.values;
  const tern_type_t *type = is_right ? tern_vhlo_quant_type_get(tern_parser_context(parser), &quant) : NULL;
  tern_vec_deinitialize(&scales);
  tern_vec_deinitialize(&points);
  return type;
}

static void print_scale(tern_printer_t *printer, double scale) {
  const tern_type_t *type = tern_float_type_get(tern_printer_context(printer), TERN_TYPE_F64);
  tern_printer_attr_without_type(printer, tern_float_attr_get(type, scale));
}

static void print_scalings(tern_printer_t *printer, const tern_vhlo_quant_t *quant) {
  tern_printer_int(printer, quant->dimension);
  tern_printer_text(printer, ", [");
  for (size_t i = 0; i < quant->count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    print_scale(printer, quant->scales[i]);
  }
  tern_printer_text(printer, "], [");
  for (size_t i = 0; i < quant->count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_int(printer, quant->points[i]);
  }
  tern_printer_char(printer, ']');
}

static void print_quant(tern_printer_t *printer, const tern_type_t *type) {
  tern_vhlo_quant_t quant;
  tern_vhlo_quant_type_read(type, &quant);
  tern_printer_char(printer, '<');
  tern_printer_type(printer, quant.storage);
  tern_printer_char(printer, ':');
  tern_printer_type(printer, quant.expressed);
  tern_printer_text(printer, ", ");
  if (quant.is_per_axis) {
    print_scalings(printer, &quant);
  } else {
    print_scale(printer, quant.scales[0]);
    tern_printer_format(printer, ":%lld", (long long)quant.points[0]);
  }
  tern_printer_format(printer, ", %lld:%lld, %llu>", (long long)quant.storage_min, (long long)quant.storage_max,
                      (unsigned long long)quant.flags);
}

#define parse_quant_per_axis parse_quant
#define print_quant_per_axis print_quant

// --- the table ---

const tern_type_row_t tern_vhlo_types[] = {
#define TYPE(ID, NAME, FIRST, CODE, KIND, WIDTH, SIGNEDNESS, ...) \
  [TERN_VHLO_TYPE_##ID] = {.name = "vhlo." NAME, .summary = "Type of a portable artifact", __VA_ARGS__},
#include "dialect/vhlo/vhlo_types.def"
#undef TYPE
};

const tern_vhlo_type_info_t tern_vhlo_type_infos[] = {
#define TYPE(ID, NAME, FIRST, CODE, KIND, WIDTH, SIGNEDNESS, ...) \
  [TERN_VHLO_TYPE_##ID] = {FIRST, CODE, KIND, WIDTH, SIGNEDNESS},
#include "dialect/vhlo/vhlo_types.def"
#undef TYPE
};

bool tern_vhlo_is_type(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && type->row >= tern_vhlo_types &&
         type->row < tern_vhlo_types + TERN_VHLO_TYPE_COUNT;
}

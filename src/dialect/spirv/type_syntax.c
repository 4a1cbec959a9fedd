// spirv: how its types are read and written. Upstream: SPIRVDialect.cpp.

#include "dialect/spirv/type_syntax.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/vec.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"

// --- parts ---

// What is wrong with a type as part of others; NULL: nothing.
static bool check_part(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *type) {
  if (type->kind == TERN_TYPE_DIALECT && type->row >= tern_spirv_types &&
      type->row < tern_spirv_types + TERN_SPIRV_TYPE_COUNT) {
    return true;
  }
  if (tern_type_is_float(type)) return true;
  if (tern_type_is_integer(type)) {
    return tern_spirv_type_is_scalar(type) ||
           tern_parser_error_at(parser, pos, "only 1/8/16/32/64-bit integer type allowed but found '%s'",
                                tern_type_text(type));
  }
  if (type->kind != TERN_TYPE_VECTOR) {
    return tern_parser_error_at(parser, pos, "cannot use '%s' to compose SPIR-V types", tern_type_text(type));
  }
  if (tern_type_rank(type) != 1) {
    return tern_parser_error_at(parser, pos, "only 1-D vector allowed but found '%s'", tern_type_text(type));
  }
  return tern_type_dim(type, 0) <= 4 ||
         tern_parser_error_at(parser, pos, "vector length has to be less than or equal to 4 but found %" PRId64,
                              tern_type_dim(type, 0));
}

static const tern_type_t *parse_part(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  return type && check_part(parser, pos, type) ? type : NULL;
}

static bool parse_uint32(tern_parser_t *parser, uint32_t *out_value) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  int64_t value;
  if (!tern_parse_integer(parser, &value)) return false;
  if (value < 0 || value > UINT32_MAX) return tern_parser_error_at(parser, pos, "integer value too large");
  *out_value = (uint32_t)value;
  return true;
}

// A case of an enum; `what` stands in front of the word in the message about another one.
static bool parse_case(tern_parser_t *parser, tern_spirv_enum_t which, const char *what, const char *end,
                       uint32_t *out_value) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t word;
  int64_t value;
  if (!tern_parse_any_keyword(parser, &word)) return false;
  if (!tern_enum_case_value(&tern_spirv_enums[which], word, &value)) {
    return tern_parser_error_at(parser, pos, "%s%.*s%s", what, (int)word.size, word.data, end);
  }
  *out_value = (uint32_t)value;
  return true;
}

// `4x` or `4 x `: `count` numbers of the range of uint32.
static bool parse_counts(tern_parser_t *parser, size_t count, const char *message, uint32_t *out_counts) {
  const int64_t *dims;
  size_t rank;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_dimension_list(parser, false, true, &dims, &rank)) return false;
  if (rank != count) return tern_parser_error_at(parser, pos, "%s", message);
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] < 0 || dims[i] > UINT32_MAX) return tern_parser_error_at(parser, pos, "integer value too large");
    out_counts[i] = (uint32_t)dims[i];
  }
  return true;
}

// `, stride = N`, if there.
static bool parse_stride(tern_parser_t *parser, uint32_t *out_stride) {
  *out_stride = 0;
  if (!tern_parse_optional_token(parser, ",")) return true;
  if (!tern_parse_keyword(parser, "stride") || !tern_parse_token(parser, "=")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!parse_uint32(parser, out_stride)) return false;
  return *out_stride > 0 || tern_parser_error_at(parser, pos, "ArrayStride must be greater than zero");
}

// --- the simple ones ---

const tern_type_t *tern_spirv_parse_pointer(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_type_t *pointee = parse_part(parser);
  uint32_t storage_class;
  if (!pointee || !tern_parse_token(parser, ",") ||
      !parse_case(parser, TERN_SPIRV_ENUM_STORAGE_CLASS, "unknown storage class: ", "", &storage_class) ||
      !tern_parse_token(parser, ">")) {
    return NULL;
  }
  return tern_spirv_pointer_type_get(pointee, storage_class);
}

const tern_type_t *tern_spirv_parse_array(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  uint32_t count, stride;
  if (!parse_counts(parser, 1, "expected single integer for array element count", &count)) return NULL;
  if (count == 0) {
    tern_parser_error_at(parser, pos, "expected array length greater than 0");
    return NULL;
  }
  const tern_type_t *element = parse_part(parser);
  if (!element || !parse_stride(parser, &stride) || !tern_parse_token(parser, ">")) return NULL;
  return tern_spirv_array_type_get(element, count, stride);
}

const tern_type_t *tern_spirv_parse_runtime_array(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  uint32_t stride;
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_type_t *element = parse_part(parser);
  if (!element || !parse_stride(parser, &stride) || !tern_parse_token(parser, ">")) return NULL;
  return tern_spirv_runtime_array_type_get(element, stride);
}

static bool check_column(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *type) {
  if (type->kind != TERN_TYPE_VECTOR) {
    return tern_parser_error_at(parser, pos, "matrix must be composed using vector type, got '%s'",
                                tern_type_text(type));
  }
  if (tern_type_rank(type) != 1) {
    return tern_parser_error_at(parser, pos, "only 1-D vector allowed but found '%s'", tern_type_text(type));
  }
  int64_t count = tern_type_dim(type, 0);
  if (count < 2 || count > 4) {
    return tern_parser_error_at(
        parser, pos,
        "matrix columns size has to be less than or equal to 4 and greater than or equal 2, but found %" PRId64, count);
  }
  return tern_type_is_float(tern_type_element(type)) ||
         tern_parser_error_at(parser, pos, "matrix columns' elements must be of Float type, got '%s'",
                              tern_type_text(tern_type_element(type)));
}

const tern_type_t *tern_spirv_parse_matrix(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  uint32_t count;
  if (!parse_counts(parser, 1, "expected single unsigned integer for number of columns", &count)) return NULL;
  if (count < 2 || count > 4) {
    tern_parser_error_at(parser, pos, "matrix is expected to have 2, 3, or 4 columns");
    return NULL;
  }
  pos = tern_parser_pos(parser);
  const tern_type_t *column = tern_parse_type(parser);
  if (!column || !check_column(parser, pos, column) || !tern_parse_token(parser, ">")) return NULL;
  return tern_spirv_matrix_type_get(column, count);
}

static const tern_spirv_enum_t image_enums[] = {
    TERN_SPIRV_ENUM_DIM,
    TERN_SPIRV_ENUM_IMAGE_DEPTH_INFO,
    TERN_SPIRV_ENUM_IMAGE_ARRAYED_INFO,
    TERN_SPIRV_ENUM_IMAGE_SAMPLING_INFO,
    TERN_SPIRV_ENUM_IMAGE_SAMPLER_USE_INFO,
    TERN_SPIRV_ENUM_IMAGE_FORMAT,
};
enum { IMAGE_PROPERTIES = sizeof(image_enums) / sizeof(image_enums[0]) };

const tern_type_t *tern_spirv_parse_image(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  uint32_t values[IMAGE_PROPERTIES];
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_type_t *element = parse_part(parser);
  if (!element) return NULL;
  for (size_t i = 0; i < IMAGE_PROPERTIES; ++i) {
    if (!tern_parse_token(parser, ",") ||
        !parse_case(parser, image_enums[i], "unknown attribute: '", "'", &values[i])) {
      return NULL;
    }
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_spirv_image_type_get(element, values[0], values[1], values[2], values[3], values[4], values[5]);
}

const tern_type_t *tern_spirv_parse_sampled_image(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *image = tern_parse_type(parser);
  if (!image) return NULL;
  if (!tern_type_is_spirv(image, TERN_SPIRV_TYPE_IMAGE)) {
    tern_parser_error_at(parser, pos, "sampled image must be composed using image type, got '%s'",
                         tern_type_text(image));
    return NULL;
  }
  // Of these two no sampler takes anything (dims are the first property of an image).
  uint32_t dim = tern_spirv_image_property(image, 0);
  if (dim == TERN_SPIRV_DIM_BUFFER || dim == TERN_SPIRV_DIM_SUBPASSDATA) {
    tern_parser_error_at(parser, pos, "sampled image Dim must not be SubpassData or Buffer, got %s",
                         dim == TERN_SPIRV_DIM_BUFFER ? "Buffer" : "SubpassData");
    return NULL;
  }
  return tern_parse_token(parser, ">") ? tern_spirv_sampled_image_type_get(image) : NULL;
}

const tern_type_t *tern_spirv_parse_coop_matrix(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  uint32_t dims[2], scope, use;
  if (!tern_parse_token(parser, "<") || !parse_counts(parser, 2, "expected row and column count", dims)) return NULL;
  const tern_type_t *element = parse_part(parser);
  if (!element || !tern_parse_token(parser, ",") ||
      !parse_case(parser, TERN_SPIRV_ENUM_SCOPE, "invalid scope <id> attribute specification: ", "", &scope) ||
      !tern_parse_token(parser, ",") ||
      !parse_case(parser, TERN_SPIRV_ENUM_COOP_MATRIX_USE_KHR, "invalid use <id> attribute specification: ", "",
                  &use) ||
      !tern_parse_token(parser, ">")) {
    return NULL;
  }
  return tern_spirv_coop_matrix_type_get(element, dims[0], dims[1], scope, use);
}

static const char *arm_shape_error(const int64_t *dims, size_t rank) {
  size_t dynamic_count = 0;
  if (rank == 0) return "arm.tensors do not support rank zero";
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] == 0) return "arm.tensors do not support zero dimensions";
    dynamic_count += dims[i] == TERN_DYNAMIC;
  }
  return dynamic_count == 0 || dynamic_count == rank
             ? NULL
             : "arm.tensor shape dimensions must be either fully dynamic or completed shaped";
}

const tern_type_t *tern_spirv_parse_arm_tensor(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  const int64_t *dims = NULL;
  size_t rank = 0;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  bool is_unranked = tern_parse_optional_token(parser, "*");
  if (is_unranked ? !tern_parse_x(parser) : !tern_parse_dimension_list(parser, true, true, &dims, &rank)) return NULL;
  const char *message = is_unranked ? NULL : arm_shape_error(dims, rank);
  if (message) {
    tern_parser_error_at(parser, pos, "%s", message);
    return NULL;
  }
  const tern_type_t *element = parse_part(parser);
  if (!element || !tern_parse_token(parser, ">")) return NULL;
  return tern_spirv_arm_tensor_type_get(element, dims, rank);
}

// --- structs ---

// The parts of a struct as they are read.
typedef struct struct_parts {
  TERN_VEC(const tern_type_t *) members;
  TERN_VEC(uint32_t) offsets;
  TERN_VEC(tern_spirv_type_decoration_t) member_decorations;
  TERN_VEC(tern_spirv_type_decoration_t) decorations;
} struct_parts_t;

// The identified structs that are being read, innermost first: one may name itself inside.
typedef struct open_struct {
  const tern_type_t *type;
  struct open_struct *outer;
} open_struct_t;
static const char open_structs;

static bool is_open(tern_context_t *context, const tern_type_t *type) {
  for (open_struct_t *open = tern_context_extension(context, &open_structs); open; open = open->outer) {
    if (open->type == type) return true;
  }
  return false;
}

// `Decoration` or `Decoration=value`.
static bool parse_decoration(tern_parser_t *parser, uint32_t member, tern_spirv_type_decoration_t *out_decoration) {
  tern_context_t *context = tern_parser_context(parser);
  *out_decoration = (tern_spirv_type_decoration_t){.member = member};
  if (!parse_case(parser, TERN_SPIRV_ENUM_DECORATION, "unknown attribute: '", "'", &out_decoration->decoration)) {
    return false;
  }
  out_decoration->value = tern_unit_attr_get(context);
  if (!tern_parse_optional_token(parser, "=")) return true;
  out_decoration->value = tern_parse_attr(parser, tern_i_type_get(context, 32));
  return out_decoration->value != NULL;
}

// `[offset, decorations...]` behind a member, after the bracket.
static bool parse_member_info(tern_parser_t *parser, struct_parts_t *parts) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  int64_t offset;
  if (tern_parse_optional_integer(parser, &offset)) {
    if (offset < 0 || offset > UINT32_MAX) return tern_parser_error_at(parser, pos, "integer value too large");
    if (parts->offsets.count + 1 != parts->members.count) {
      return tern_parser_error_at(parser, pos, "offset specification must be given for all members");
    }
    tern_vec_push(&parts->offsets, (uint32_t)offset);
    if (tern_parse_optional_token(parser, "]")) return true;
    if (!tern_parse_token(parser, ",")) return false;
  } else if (tern_parse_optional_token(parser, "]")) {
    return true;
  }
  do {
    tern_spirv_type_decoration_t decoration;
    if (!parse_decoration(parser, (uint32_t)parts->members.count - 1, &decoration)) return false;
    tern_vec_push(&parts->member_decorations, decoration);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

// `(members...), decorations...>`
static bool parse_struct_parts(tern_parser_t *parser, tern_source_pos_t pos, struct_parts_t *parts) {
  if (!tern_parse_token(parser, "(")) return false;
  if (!tern_parse_optional_token(parser, ")")) {
    do {
      const tern_type_t *member = tern_parse_type(parser);
      if (!member) return false;
      tern_vec_push(&parts->members, member);
      if (tern_parse_optional_token(parser, "[") && !parse_member_info(parser, parts)) return false;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  if (parts->offsets.count > 0 && parts->offsets.count != parts->members.count) {
    return tern_parser_error_at(parser, pos, "offset specification must be given for all members");
  }
  while (tern_parse_optional_token(parser, ",")) {
    tern_spirv_type_decoration_t decoration;
    if (!parse_decoration(parser, 0, &decoration)) return false;
    tern_vec_push(&parts->decorations, decoration);
  }
  return tern_parse_token(parser, ">");
}

static const tern_type_t *make_struct(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *identified,
                                      const struct_parts_t *parts) {
  tern_spirv_struct_body_t body = {
      .members = {parts->members.values, parts->members.count},
      .offsets = parts->offsets.count ? parts->offsets.values : NULL,
      .member_decorations = parts->member_decorations.values,
      .member_decoration_count = parts->member_decorations.count,
      .decorations = parts->decorations.values,
      .decoration_count = parts->decorations.count,
  };
  if (!identified) return tern_spirv_struct_type_get(tern_parser_context(parser), &body);
  if (tern_spirv_struct_type_set_body(identified, &body)) return identified;
  tern_parser_error_at(parser, pos, "struct '%s' was given another body before",
                       tern_spirv_struct_identifier(identified)->data);
  return NULL;
}

static const tern_type_t *parse_struct_body(tern_parser_t *parser, tern_source_pos_t pos,
                                            const tern_type_t *identified) {
  struct_parts_t parts = {0};
  const tern_type_t *type = NULL;
  if (parse_struct_parts(parser, pos, &parts)) type = make_struct(parser, pos, identified, &parts);
  tern_vec_deinitialize(&parts.members);
  tern_vec_deinitialize(&parts.offsets);
  tern_vec_deinitialize(&parts.member_decorations);
  tern_vec_deinitialize(&parts.decorations);
  return type;
}

const tern_type_t *tern_spirv_parse_struct(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_any_keyword(parser, &name)) return parse_struct_body(parser, pos, NULL);
  const tern_type_t *identified = tern_spirv_identified_struct_type_get(context, name);
  bool is_inside = is_open(context, identified);
  if (tern_parse_optional_token(parser, ">")) {
    if (is_inside) return identified;
    tern_parser_error_at(parser, pos, "recursive struct reference not nested in struct definition");
    return NULL;
  }
  if (!tern_parse_token(parser, ",")) return NULL;
  if (is_inside) {
    tern_parser_error_at(parser, pos, "identifier already used for an enclosing struct");
    return NULL;
  }
  open_struct_t open = {identified, tern_context_extension(context, &open_structs)};
  tern_context_set_extension(context, &open_structs, &open, NULL);
  const tern_type_t *type = parse_struct_body(parser, pos, identified);
  tern_context_set_extension(context, &open_structs, open.outer, NULL);
  return type;
}

// --- printing ---

// The identified structs that are being written, innermost first.
typedef struct enclosing {
  const tern_type_t *type;
  const struct enclosing *outer;
} enclosing_t;

static void print_in(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing);

static void print_case(tern_printer_t *printer, tern_spirv_enum_t which, uint32_t value) {
  tern_printer_enum(printer, &tern_spirv_enums[which], value);
}

// A type inside of another.
static void print_part(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  if (type->kind != TERN_TYPE_DIALECT || type->row < tern_spirv_types ||
      type->row >= tern_spirv_types + TERN_SPIRV_TYPE_COUNT) {
    tern_printer_type(printer, type);
    return;
  }
  tern_printer_char(printer, '!');
  tern_printer_text(printer, type->row->name);
  print_in(printer, type, enclosing);
}

static void print_decoration(tern_printer_t *printer, tern_spirv_type_decoration_t decoration) {
  print_case(printer, TERN_SPIRV_ENUM_DECORATION, decoration.decoration);
  if (decoration.value->kind == TERN_ATTR_UNIT) return;
  tern_printer_char(printer, '=');
  tern_printer_attr_without_type(printer, decoration.value);
}

// ` [offset, decorations...]`; `*inout_decoration` is the first decoration of the member, then of the next.
static void print_member_info(tern_printer_t *printer, const tern_type_t *type, size_t member,
                              size_t *inout_decoration) {
  bool is_first = true;
  if (tern_spirv_struct_has_offsets(type)) {
    tern_printer_format(printer, " [%" PRIu32, tern_spirv_struct_offset(type, member));
    is_first = false;
  }
  for (; *inout_decoration < tern_spirv_struct_member_decoration_count(type); ++*inout_decoration) {
    tern_spirv_type_decoration_t decoration = tern_spirv_struct_member_decoration(type, *inout_decoration);
    if (decoration.member != member) break;
    tern_printer_text(printer, is_first ? " [" : ", ");
    print_decoration(printer, decoration);
    is_first = false;
  }
  if (!is_first) tern_printer_char(printer, ']');
}

static void print_struct(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  const tern_ident_t *identifier = tern_spirv_struct_identifier(type);
  enclosing_t inner = {type, enclosing};
  if (identifier) {
    tern_printer_text(printer, identifier->data);
    for (const enclosing_t *outer = enclosing; outer; outer = outer->outer) {
      if (outer->type == type) return;
    }
    if (!tern_spirv_struct_has_body(type)) return;
    tern_printer_text(printer, ", ");
  }
  tern_printer_char(printer, '(');
  size_t decoration = 0;
  for (size_t i = 0; i < tern_spirv_struct_member_count(type); ++i) {
    if (i) tern_printer_text(printer, ", ");
    print_part(printer, tern_spirv_struct_member(type, i), identifier ? &inner : enclosing);
    print_member_info(printer, type, i, &decoration);
  }
  tern_printer_char(printer, ')');
  for (size_t i = 0; i < tern_spirv_struct_decoration_count(type); ++i) {
    tern_printer_text(printer, ", ");
    print_decoration(printer, tern_spirv_struct_decoration(type, i));
  }
}

static void print_coop_matrix(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  tern_printer_format(printer, "%" PRIu32 "x%" PRIu32 "x", tern_spirv_coop_matrix_rows(type),
                      tern_spirv_coop_matrix_columns(type));
  print_part(printer, tern_spirv_element_type(type), enclosing);
  tern_printer_text(printer, ", ");
  print_case(printer, TERN_SPIRV_ENUM_SCOPE, tern_spirv_coop_matrix_scope(type));
  tern_printer_text(printer, ", ");
  print_case(printer, TERN_SPIRV_ENUM_COOP_MATRIX_USE_KHR, tern_spirv_coop_matrix_use(type));
}

static void print_counted(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  if (!tern_type_is_spirv_runtime_array(type)) tern_printer_format(printer, "%" PRIu64 " x ", type->params[1]);
  print_part(printer, tern_spirv_element_type(type), enclosing);
  if (tern_type_is_spirv(type, TERN_SPIRV_TYPE_MATRIX)) return;
  uint32_t stride = tern_spirv_array_stride(type);
  if (stride) tern_printer_format(printer, ", stride=%" PRIu32, stride);
}

static void print_pointer(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  print_part(printer, tern_spirv_pointer_pointee(type), enclosing);
  tern_printer_text(printer, ", ");
  print_case(printer, TERN_SPIRV_ENUM_STORAGE_CLASS, tern_spirv_pointer_storage_class(type));
}

static void print_image(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  print_part(printer, tern_spirv_element_type(type), enclosing);
  for (size_t i = 0; i < IMAGE_PROPERTIES; ++i) {
    tern_printer_text(printer, ", ");
    print_case(printer, image_enums[i], tern_spirv_image_property(type, i));
  }
}

static void print_sampled_image(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  print_part(printer, tern_spirv_sampled_image_image(type), enclosing);
}

static void print_arm_tensor(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  size_t rank = (size_t)type->params[1];
  if (rank == 0) {
    tern_printer_text(printer, "*x");
  } else {
    tern_printer_dims(printer, (const int64_t *)&type->params[2], rank);
  }
  print_part(printer, tern_spirv_element_type(type), enclosing);
}

static void (*const printers[])(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) = {
    [TERN_SPIRV_TYPE_PTR] = print_pointer,
    [TERN_SPIRV_TYPE_ARRAY] = print_counted,
    [TERN_SPIRV_TYPE_RTARRAY] = print_counted,
    [TERN_SPIRV_TYPE_STRUCT] = print_struct,
    [TERN_SPIRV_TYPE_MATRIX] = print_counted,
    [TERN_SPIRV_TYPE_IMAGE] = print_image,
    [TERN_SPIRV_TYPE_SAMPLED_IMAGE] = print_sampled_image,
    [TERN_SPIRV_TYPE_COOPMATRIX] = print_coop_matrix,
    [TERN_SPIRV_TYPE_ARM_TENSOR] = print_arm_tensor,
};

static void print_in(tern_printer_t *printer, const tern_type_t *type, const enclosing_t *enclosing) {
  tern_printer_char(printer, '<');
  printers[type->row - tern_spirv_types](printer, type, enclosing);
  tern_printer_char(printer, '>');
}

void tern_spirv_print_type(tern_printer_t *printer, const tern_type_t *type) { print_in(printer, type, NULL); }

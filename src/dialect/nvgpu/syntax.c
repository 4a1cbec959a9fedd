// nvgpu: syntax of the types, `<name = value, name = value>` in any order, all said but what has a default.

#include <inttypes.h>

#include "base/arena.h"
#include "dialect/nvgpu/hooks.h"
#include "ir/diagnostic.h"

enum { MAX_MEMBERS = 5 };

typedef struct member {
  const char *name;
  const char *what;  // upstream's name of the kind of value
  bool (*parse)(tern_parser_t *parser, const struct member *member, uint64_t *out_value);
  void (*print)(tern_printer_t *printer, const struct member *member, uint64_t value);
  tern_nvgpu_enum_t enum_id;
  bool has_default;
  uint64_t default_value;
} member_t;

// --- values ---

static bool parse_attr(tern_parser_t *parser, const member_t *member, uint64_t *out_value) {
  (void)member;
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  *out_value = (uint64_t)(uintptr_t)attr;
  return attr != NULL;
}

static void print_attr(tern_printer_t *printer, const member_t *member, uint64_t value) {
  (void)member;
  tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)value);
}

static bool parse_count(tern_parser_t *parser, const member_t *member, uint64_t *out_value) {
  (void)member;
  int64_t value;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_integer(parser, &value)) return false;
  // Negative numbers wrap around, as upstream's do.
  *out_value = (uint32_t)value;
  return (value >= INT32_MIN && value <= UINT32_MAX) || tern_parser_error_at(parser, pos, "integer value too large");
}

static void print_count(tern_printer_t *printer, const member_t *member, uint64_t value) {
  (void)member;
  tern_printer_int(printer, (int64_t)value);
}

static bool parse_type_of(tern_parser_t *parser, tern_type_kind_t kind, const char *what, uint64_t *out_value) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  *out_value = (uint64_t)(uintptr_t)type;
  return type && (type->kind == kind ||
                  tern_parser_error_at(parser, pos, "invalid kind of type specified: expected %s, but found '%s'", what,
                                       tern_type_text(type)));
}

static bool parse_memref(tern_parser_t *parser, const member_t *member, uint64_t *out_value) {
  (void)member;
  return parse_type_of(parser, TERN_TYPE_MEMREF, "builtin.memref", out_value);
}

static bool parse_vector(tern_parser_t *parser, const member_t *member, uint64_t *out_value) {
  (void)member;
  return parse_type_of(parser, TERN_TYPE_VECTOR, "builtin.vector", out_value);
}

static void print_type(tern_printer_t *printer, const member_t *member, uint64_t value) {
  (void)member;
  tern_printer_type(printer, (const tern_type_t *)(uintptr_t)value);
}

static bool parse_case(tern_parser_t *parser, const member_t *member, uint64_t *out_value) {
  const tern_enum_row_t *row = &tern_nvgpu_enums[member->enum_id];
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  int64_t value;
  if (!tern_parse_keyword_or_string(parser, &name)) return false;
  if (tern_enum_case_value(row, name, &value)) {
    *out_value = (uint64_t)value;
    return true;
  }
  tern_string_builder_t cases = {0};
  for (size_t i = 0; i < row->case_count; ++i) {
    tern_string_builder_append_format(&cases, "%s%s", i ? ", " : "", row->cases[i].name);
  }
  tern_str_t text = tern_string_builder_view(&cases);
  tern_parser_error_at(parser, pos, "expected %s to be one of: %.*s", member->what, (int)text.size, text.data);
  tern_string_builder_deinitialize(&cases);
  return false;
}

static void print_case(tern_printer_t *printer, const member_t *member, uint64_t value) {
  tern_printer_enum(printer, &tern_nvgpu_enums[member->enum_id], (int64_t)value);
}

// --- the types ---

static const struct form {
  const char *name;  // upstream's, in messages
  member_t members[MAX_MEMBERS];
  size_t count;
} forms[TERN_NVGPU_TYPE_COUNT] = {
    [TERN_NVGPU_TYPE_MBARRIER_GROUP] = {"NVGPU_MBarrierGroup",
                                        {{"memorySpace", "Attribute", parse_attr, print_attr, 0, false, 0},
                                         {"num_barriers", "unsigned", parse_count, print_count, 0, true, 1}},
                                        2},
    [TERN_NVGPU_TYPE_TENSORMAP_DESCRIPTOR] =
        {"NVGPU_TensorMapDescriptor",
         {{"tensor", "MemRefType", parse_memref, print_type, 0, false, 0},
          {"swizzle", "::mlir::nvgpu::TensorMapSwizzleKind", parse_case, print_case, TERN_NVGPU_ENUM_SWIZZLE, false, 0},
          {"l2promo", "::mlir::nvgpu::TensorMapL2PromoKind", parse_case, print_case, TERN_NVGPU_ENUM_L2PROMO, false, 0},
          {"oob", "::mlir::nvgpu::TensorMapOOBKind", parse_case, print_case, TERN_NVGPU_ENUM_OOB, false, 0},
          {"interleave", "::mlir::nvgpu::TensorMapInterleaveKind", parse_case, print_case, TERN_NVGPU_ENUM_INTERLEAVE,
           false, 0}},
         5},
    [TERN_NVGPU_TYPE_WARPGROUP_DESCRIPTOR] = {"NVGPU_WarpgroupMatrixDescriptor",
                                              {{"tensor", "MemRefType", parse_memref, print_type, 0, false, 0}},
                                              1},
    [TERN_NVGPU_TYPE_WARPGROUP_ACCUMULATOR] = {"NVGPU_WarpgroupAccumulator",
                                               {{"fragmented", "VectorType", parse_vector, print_type, 0, false, 0}},
                                               1},
};

static bool parse_member(tern_parser_t *parser, const struct form *form, bool *is_given, uint64_t *params) {
  tern_str_t key;
  if (!tern_parse_any_keyword(parser, &key)) return tern_parser_error(parser, "expected a parameter name in struct");
  if (!tern_parse_token(parser, "=")) return false;
  size_t index = 0;
  while (index < form->count && !tern_str_equal_cstr(key, form->members[index].name)) ++index;
  if (index == form->count || is_given[index]) {
    return tern_parser_error(parser, "duplicate or unknown struct parameter name: %.*s", (int)key.size, key.data);
  }
  is_given[index] = true;
  const member_t *member = &form->members[index];
  return member->parse(parser, member, &params[index]) ||
         tern_parser_error(parser, "failed to parse %s parameter '%s' which is to be a `%s`", form->name, member->name,
                           member->what);
}

const tern_type_t *tern_nvgpu_parse_type(tern_parser_t *parser, const tern_type_row_t *row) {
  const struct form *form = &forms[row - tern_nvgpu_types];
  uint64_t params[MAX_MEMBERS] = {0};
  bool is_given[MAX_MEMBERS] = {false}, has_defaults = false;
  for (size_t i = 0; i < form->count; ++i) has_defaults |= form->members[i].has_default;
  if (!tern_parse_token(parser, "<")) return NULL;
  for (size_t i = 0; has_defaults || i < form->count; ++i) {
    if (!parse_member(parser, form, is_given, params)) return NULL;
    if (has_defaults && !tern_parse_optional_token(parser, ",")) break;
    if (!has_defaults && i + 1 < form->count && !tern_parse_token(parser, ",")) return NULL;
  }
  for (size_t i = 0; i < form->count; ++i) {
    if (is_given[i]) continue;
    params[i] = form->members[i].default_value;
    if (form->members[i].has_default) continue;
    tern_parser_error(parser, "struct is missing required parameter: %s", form->members[i].name);
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_dialect_type_get(tern_parser_context(parser), row, params, form->count);
}

void tern_nvgpu_print_type(tern_printer_t *printer, const tern_type_t *type) {
  const struct form *form = &forms[type->row - tern_nvgpu_types];
  const char *separator = "<";
  for (size_t i = 0; i < form->count; ++i) {
    const member_t *member = &form->members[i];
    if (member->has_default && type->params[i] == member->default_value) continue;
    tern_printer_format(printer, "%s%s = ", separator, member->name);
    member->print(printer, member, type->params[i]);
    separator = ", ";
  }
  tern_printer_char(printer, '>');
}

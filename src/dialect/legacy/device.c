// Old spellings of gpu and spirv: words in quotes, and dictionaries that stood for attributes.

#include "dialect/legacy/hooks.h"
#include "dialect/spirv/spirv.h"

// --- gpu ---

// {dimension = "x"} of the generic form.
bool tern_legacy_upgrade_dimension(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *dimension = tern_op_parsed_attr(parser, op, "dimension");
  if (!tern_attr_is_string(dimension)) return true;
  tern_context_t *context = tern_parser_context(parser);
  const tern_enum_row_t *row = tern_context_find_enum_attr(context, TERN_STR("gpu.dim"));
  tern_str_t text = tern_string_attr_value(dimension);
  int64_t value;
  if (!row || !tern_enum_case_value(row, text, &value)) {
    return tern_parser_error_at(parser, op->pos, "expected dimension \"x\", \"y\" or \"z\" but got \"%.*s\"",
                                (int)text.size, text.data);
  }
  tern_op_add_attr(parser, op, "dimension", tern_enum_attr_get(context, row, value));
  return true;
}

// --- spirv ---

// A case as a bare word, or in quotes, where `|` joins cases; or the attribute in full.
static bool parse_case(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_enum_row_t *row) {
  int64_t value = 0;
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t text;
  if (tern_parse_optional_string(parser, &text)) {
    do {
      tern_str_t word = tern_str_trim(tern_str_split(&text, '|'));
      int64_t bits;
      if (!tern_enum_case_value(row, word, &bits)) {
        return tern_parser_error_at(parser, pos, "'%.*s' is no case of '%s'", (int)word.size, word.data, row->name);
      }
      value |= bits;
    } while (row->is_bit_enum && text.size > 0);
  } else if (*pos.pointer == '#') {
    const tern_attr_t *attr = tern_parse_attr(parser, NULL);
    if (!attr) return false;
    if (attr->kind != TERN_ATTR_ENUM || attr->row != row) {
      return tern_parser_error_at(parser, pos, "expected #%s<...>", row->name);
    }
    value = tern_enum_attr_value(attr);
  } else if (!tern_parse_enum(parser, row, &value)) {
    return false;
  }
  tern_op_add_attr(parser, op, name, tern_enum_attr_get(tern_parser_context(parser), row, value));
  return true;
}

// `"Workgroup", "Workgroup", "AcquireRelease"`; spirv.MemoryBarrier has no execution scope.
bool tern_legacy_parse_barrier(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_enum_row_t *scope = TERN_SPIRV_ENUM(SCOPE);
  // Today's cases stand in angles.
  if (*tern_parser_pos(parser).pointer == '<') return tern_legacy_parse_current(parser, op);
  if (op->def->row == TERN_SPIRV(CONTROLBARRIER) &&
      (!parse_case(parser, op, "execution_scope", scope) || !tern_parse_token(parser, ","))) {
    return false;
  }
  return parse_case(parser, op, "memory_scope", scope) && tern_parse_token(parser, ",") &&
         parse_case(parser, op, "memory_semantics", TERN_SPIRV_ENUM(MEMORY_SEMANTICS)) &&
         tern_op_parse_optional_attr_dict(parser, op);
}

static const tern_attr_t *upgrade_dictionary(tern_parser_t *parser, tern_source_pos_t pos, tern_spirv_attr_t which,
                                             const tern_attr_t *value) {
  if (value->kind != TERN_ATTR_DICTIONARY) return value;
  const char *entry = "";
  const tern_attr_t *attr = tern_spirv_attr_of_dictionary(tern_parser_context(parser), which, value, &entry);
  if (!attr) tern_parser_error_at(parser, pos, "entry '%s' does not fit #%s", entry, tern_spirv_attrs[which].name);
  return attr;
}

// {local_size = dense<[8, 8, 1]> : vector<3xi32>}
const tern_attr_t *tern_legacy_upgrade_entry_point_abi(tern_parser_t *parser, tern_source_pos_t pos,
                                                       const tern_attr_t *value) {
  return upgrade_dictionary(parser, pos, TERN_SPIRV_ATTR_ENTRY_POINT_ABI, value);
}

// {binding = 0 : i32, descriptor_set = 0 : i32, storage_class = 12 : i32}
const tern_attr_t *tern_legacy_upgrade_interface_var_abi(tern_parser_t *parser, tern_source_pos_t pos,
                                                         const tern_attr_t *value) {
  return upgrade_dictionary(parser, pos, TERN_SPIRV_ATTR_INTERFACE_VAR_ABI, value);
}

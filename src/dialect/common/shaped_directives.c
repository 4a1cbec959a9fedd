// Custom directives of assembly formats for shaped types, tied results and regions with a signature; see shaped_syntax.h.

#include "base/vec.h"
#include "dialect/common/shaped_syntax.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static void unused(const void *pointer, size_t count) {
  (void)pointer;
  (void)count;
}

// --- lists of types with sizes ---

// One entry of a result list: `type`, `%operand` or `%operand as type`.
static bool parse_tied_type(tern_parser_t *parser, const tern_operand_list_t *operands,
                            const tern_type_list_t *operand_types, const tern_type_t **out_type, int64_t *out_tied) {
  tern_unresolved_operand_t operand;
  bool is_tied = false;
  *out_type = NULL;
  *out_tied = -1;
  if (!tern_parse_optional_operand(parser, &operand, &is_tied)) return false;
  if (is_tied) {
    for (size_t i = 0; i < operands->count && *out_tied < 0; ++i) {
      const tern_unresolved_operand_t *other = &operands->values[i];
      if (other->number == operand.number && tern_str_equal(other->name, operand.name)) *out_tied = (int64_t)i;
    }
    if (*out_tied < 0) {
      return tern_parser_error_at(parser, operand.pos, "tied operand '%.*s' is no argument of the op",
                                  (int)operand.name.size, operand.name.data);
    }
    if ((size_t)*out_tied < operand_types->count) *out_type = operand_types->values[*out_tied];
  }
  if (!is_tied || tern_parse_optional_keyword(parser, "as")) *out_type = tern_parse_type(parser);
  return *out_type != NULL;
}

typedef TERN_VEC(int64_t) tied_list_t;

static bool parse_result(tern_parser_t *parser, tern_format_arg_t *operands, tern_format_arg_t *operand_types,
                         tern_format_arg_t *results, tern_format_arg_t *sizes, tied_list_t *tied) {
  const tern_type_t *type;
  int64_t index;
  if (!parse_tied_type(parser, &operands->operands, &operand_types->types, &type, &index)) return false;
  if (sizes && !tern_shaped_parse_sizes(parser, type, &sizes->operands)) return false;
  tern_type_list_push(parser, &results->types, type);
  tern_vec_push(tied, index);
  return true;
}

static bool parse_result_list(tern_parser_t *parser, tern_format_arg_t *operands, tern_format_arg_t *operand_types,
                              tern_format_arg_t *results, tern_format_arg_t *sizes, tern_format_arg_t *tied_attr) {
  tied_list_t tied = {0};
  bool is_right = true;
  if (!tern_parse_optional_token(parser, "(")) {
    is_right = parse_result(parser, operands, operand_types, results, sizes, &tied);
  } else if (!tern_parse_optional_token(parser, ")")) {
    do {
      is_right = parse_result(parser, operands, operand_types, results, sizes, &tied);
    } while (is_right && tern_parse_optional_token(parser, ","));
    is_right = is_right && tern_parse_token(parser, ")");
  }
  if (is_right) tied_attr->attr = tern_tied_attr_get(tern_parser_context(parser), tied.values, tied.count);
  tern_vec_deinitialize(&tied);
  return is_right;
}

static void print_result_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *operands,
                              const tern_format_arg_t *results, const tern_format_arg_t *sizes) {
  bool is_bare = results->count == 1 && op->results[results->start].type->kind != TERN_TYPE_FUNCTION;
  size_t next = sizes ? sizes->start : 0, end = sizes ? sizes->start + sizes->count : 0;
  if (!is_bare) tern_printer_char(printer, '(');
  for (size_t i = 0; i < results->count; ++i) {
    const tern_type_t *type = op->results[results->start + i].type;
    int64_t tied = tern_tied_operand(op, i);
    bool is_tied = tied >= 0 && (size_t)tied < operands->count;
    bool is_same = is_tied && tern_op_operand(op, operands->start + (size_t)tied)->type == type;
    if (i) tern_printer_text(printer, ", ");
    if (is_tied) tern_printer_value(printer, tern_op_operand(op, operands->start + (size_t)tied));
    if (is_tied && !is_same) tern_printer_text(printer, " as ");
    if (!is_same) tern_printer_type(printer, type);
    if (sizes) tern_shaped_print_sizes(printer, op, type, &next, end);
  }
  if (!is_bare) tern_printer_char(printer, ')');
}

// The directive:   ShapedFunctionType(ref($arguments), type($arguments), $argument_dims, type($results), $result_dims, $tied_operands)
static bool parse_function_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  if (!tern_parse_token(parser, "(")) return false;
  if (!tern_parse_optional_token(parser, ")")) {
    do {
      const tern_type_t *type = tern_parse_type(parser);
      if (!type || !tern_shaped_parse_sizes(parser, type, &args[2].operands)) return false;
      tern_type_list_push(parser, &args[1].types, type);
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  return tern_parse_token(parser, "->") && parse_result_list(parser, &args[0], &args[1], &args[3], &args[4], &args[5]);
}

static void print_function_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                size_t count) {
  unused(op, count);
  size_t next = args[2].start, end = args[2].start + args[2].count;
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < args[1].count; ++i) {
    const tern_type_t *type = tern_op_operand(op, args[1].start + i)->type;
    if (i) tern_printer_text(printer, ", ");
    tern_printer_type(printer, type);
    tern_shaped_print_sizes(printer, op, type, &next, end);
  }
  tern_printer_text(printer, ") -> ");
  print_result_list(printer, op, &args[0], &args[3], &args[4]);
}

// The directive:   TiedFunctionResultList(ref($operands), ref(type($operands)), type($results), $tied_operands)
static bool parse_tied_results(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  return parse_result_list(parser, &args[0], &args[1], &args[2], NULL, &args[3]);
}

static void print_tied_results(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t count) {
  unused(op, count);
  print_result_list(printer, op, &args[0], &args[2], NULL);
}

// OperandTypeList(type($operands))
static bool parse_operand_types(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  if (!tern_parse_token(parser, "(")) return false;
  if (tern_parse_optional_token(parser, ")")) return true;
  return tern_parse_type_list(parser, &args[0].types) && tern_parse_token(parser, ")");
}

static void print_operand_types(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                size_t count) {
  unused(op, count);
  tern_printer_char(printer, '(');
  tern_printer_operand_types(printer, op, args[0].start, args[0].count);
  tern_printer_char(printer, ')');
}

// ShapedTiedResult(type($result), $result_dims[, $tied_operands]): `%target as type{sizes}`, where the operand named before
// `as` is the one that the op says (or the first one).
static bool parse_tied_result(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  tern_unresolved_operand_t operand;
  bool is_tied = false;
  if (!tern_parse_optional_operand(parser, &operand, &is_tied)) return false;
  if (is_tied && !tern_parse_keyword(parser, "as")) return false;
  const tern_type_t *type = tern_parse_type(parser);
  if (!type || !tern_shaped_parse_sizes(parser, type, &args[1].operands)) return false;
  tern_type_list_push(parser, &args[0].types, type);
  if (count > 2 && is_tied) {
    int64_t first = 0;
    args[2].attr = tern_tied_attr_get(tern_parser_context(parser), &first, 1);
  }
  return true;
}

// The operand that result 0 of an op is in the memory of: that of the group "target", or the first.
static const tern_value_t *tied_value(const tern_op_t *op) {
  for (size_t group = 0; group < op->def->operand_count; ++group) {
    if (!tern_str_equal_cstr(tern_ident_str(op->def->operands[group].name), "target")) continue;
    size_t start, count;
    tern_op_operand_group(op, group, &start, &count);
    if (count) return tern_op_operand(op, start);
  }
  return tern_op_operand(op, 0);
}

static void print_tied_result(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t count) {
  size_t next = args[1].start;
  if (op->operand_count && (count < 3 || args[2].attr)) {
    tern_printer_value(printer, tied_value(op));
    tern_printer_text(printer, " as ");
  }
  const tern_type_t *type = op->results[args[0].start].type;
  tern_printer_type(printer, type);
  tern_shaped_print_sizes(printer, op, type, &next, args[1].start + args[1].count);
}

// ShapedTypeList(type($values), $sizes)
static bool parse_type_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  do {
    const tern_type_t *type = tern_parse_type(parser);
    if (!type || !tern_shaped_parse_sizes(parser, type, &args[1].operands)) return false;
    tern_type_list_push(parser, &args[0].types, type);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_type_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  unused(op, count);
  size_t next = args[1].start, end = args[1].start + args[1].count;
  for (size_t i = 0; i < args[0].count; ++i) {
    size_t at = args[0].start + i;
    const tern_type_t *type = args[0].is_result_types ? op->results[at].type : tern_op_operand(op, at)->type;
    if (i) tern_printer_text(printer, ", ");
    tern_printer_type(printer, type);
    tern_shaped_print_sizes(printer, op, type, &next, end);
  }
}

// ShapedOperandList($values, type($values), $sizes): `%a : type{sizes}, %b : type`
static bool parse_operand_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  do {
    tern_unresolved_operand_t operand;
    const tern_type_t *type;
    if (!tern_parse_operand(parser, &operand) || !tern_parse_colon_type(parser, &type)) return false;
    tern_operand_list_push(parser, &args[0].operands, operand);
    tern_type_list_push(parser, &args[1].types, type);
    if (!tern_shaped_parse_sizes(parser, type, &args[2].operands)) return false;
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_operand_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t count) {
  unused(op, count);
  size_t next = args[2].start, end = args[2].start + args[2].count;
  for (size_t i = 0; i < args[0].count; ++i) {
    const tern_value_t *value = tern_op_operand(op, args[0].start + i);
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, value);
    tern_printer_text(printer, " : ");
    tern_printer_type(printer, value->type);
    tern_shaped_print_sizes(printer, op, value->type, &next, end);
  }
}

// --- symbols ---

// SymbolAlias($sym_name, $function_ref): `@f`, or `@f as("name")`.
static bool parse_symbol_alias(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t function, name;
  if (!tern_parse_symbol_name(parser, &function)) return false;
  name = function;
  if (tern_parse_optional_keyword(parser, "as") &&
      (!tern_parse_token(parser, "(") || !tern_parse_string(parser, &name) || !tern_parse_token(parser, ")"))) {
    return false;
  }
  args[0].attr = tern_string_attr_get(context, name);
  args[1].attr = tern_flat_symbol_ref_attr_get(context, function);
  return true;
}

static void print_symbol_alias(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t count) {
  unused(op, count);
  tern_printer_attr(printer, args[1].attr);
  tern_str_t name = tern_string_attr_value(args[0].attr);
  if (tern_str_equal(name, tern_symbol_ref_attr_at(args[1].attr, 0))) return;
  tern_printer_text(printer, " as(");
  tern_printer_quoted(printer, name);
  tern_printer_char(printer, ')');
}

// DispatchEntryPoints($entry_points): `@exe::@entry`, or `{@exe::@entry, @other::@entry}`.
static bool parse_entry_points(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  TERN_VEC(const tern_attr_t *) refs = {0};
  bool is_list = tern_parse_optional_token(parser, "{"), is_right = true;
  do {
    tern_source_pos_t pos = tern_parser_pos(parser);
    const tern_attr_t *ref = tern_parse_attr(parser, NULL);
    is_right = ref != NULL;
    if (is_right && ref->kind != TERN_ATTR_SYMBOL_REF) {
      is_right = tern_parser_error_at(parser, pos, "expected the symbol of an entry point");
    }
    if (is_right) tern_vec_push(&refs, ref);
  } while (is_right && is_list && tern_parse_optional_token(parser, ","));
  if (is_right && is_list) is_right = tern_parse_token(parser, "}");
  if (is_right) args[0].attr = tern_array_attr_get(tern_parser_context(parser), refs.values, refs.count);
  tern_vec_deinitialize(&refs);
  return is_right;
}

static void print_entry_points(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t count) {
  unused(op, count);
  size_t ref_count = tern_array_attr_count(args[0].attr);
  if (ref_count != 1) tern_printer_char(printer, '{');
  for (size_t i = 0; i < ref_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_array_attr_at(args[0].attr, i));
  }
  if (ref_count != 1) tern_printer_char(printer, '}');
}

// --- regions with a signature ---

// `keyword(%a: type, ...) -> (types) {...}`, or nothing: then an empty region.
static bool parse_keyword_region(tern_parser_t *parser, tern_parsed_op_t *op, const char *keyword) {
  tern_arg_list_t args = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_optional_keyword(parser, keyword)) {
    tern_op_add_empty_region(parser, op);
    return true;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_argument_list(parser, "()", true, true, &args) ||
      !tern_parse_optional_arrow_type_list(parser, &types)) {
    return false;
  }
  if (types.count != 3 || !tern_type_is_index(types.values[0]) || !tern_type_is_index(types.values[1]) ||
      !tern_type_is_index(types.values[2])) {
    return tern_parser_error_at(parser, pos, "expected the workgroup count as (index, index, index)");
  }
  return tern_op_parse_region(parser, op, &args);
}

static void print_keyword_region(tern_printer_t *printer, const tern_region_t *region, const char *keyword) {
  const tern_block_t *body = region->first_block;
  if (!body) return;
  tern_printer_text(printer, keyword);
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, body->args[i], true);
  }
  tern_printer_text(printer, ") -> (index, index, index) ");
  tern_printer_region(printer, region, false, true);
}

static bool parse_workgroups_region(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                    size_t count) {
  unused(args, count);
  return parse_keyword_region(parser, op, "workgroups");
}

static void print_workgroups_region(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                    size_t count) {
  unused(args, count);
  print_keyword_region(printer, &op->regions[args[0].start], "workgroups");
}

static bool parse_count_region(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(args, count);
  return parse_keyword_region(parser, op, "count");
}

static void print_count_region(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t count) {
  unused(args, count);
  print_keyword_region(printer, &op->regions[args[0].start], " count");
}

// DispatchWorkgroupBody(ref(type($arguments)), ref(type($results)), $body): `(%a: type, ...) {...}`
static bool parse_workgroup_body(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(args, count);
  tern_arg_list_t region_args = {0};
  return tern_parse_argument_list(parser, "()", true, true, &region_args) &&
         tern_op_parse_region(parser, op, &region_args);
}

static void print_workgroup_body(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                 size_t count) {
  unused(args, count);
  const tern_region_t *region = &op->regions[args[2].start];
  const tern_block_t *body = region->first_block;
  tern_printer_char(printer, '(');
  for (size_t i = 0; body && i < body->arg_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, body->args[i], true);
  }
  tern_printer_text(printer, ") ");
  tern_printer_region(printer, region, false, true);
}

// --- ranges and lists ---

// RangeList($offsets, $lengths): `[%offset for %length], ...`
static bool parse_ranges(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  do {
    tern_unresolved_operand_t offset, length;
    if (!tern_parse_token(parser, "[") || !tern_parse_operand(parser, &offset) || !tern_parse_keyword(parser, "for") ||
        !tern_parse_operand(parser, &length) || !tern_parse_token(parser, "]")) {
      return false;
    }
    tern_operand_list_push(parser, &args[0].operands, offset);
    tern_operand_list_push(parser, &args[1].operands, length);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static void print_ranges(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  unused(op, count);
  for (size_t i = 0; i < args[0].count && i < args[1].count; ++i) {
    tern_printer_text(printer, i ? ", [" : "[");
    tern_printer_value(printer, tern_op_operand(op, args[0].start + i));
    tern_printer_text(printer, " for ");
    tern_printer_value(printer, tern_op_operand(op, args[1].start + i));
    tern_printer_char(printer, ']');
  }
}

// The element type of a list whose elements are of one type, else NULL.
static const tern_type_t *list_element(const tern_type_t *type) {
  const tern_type_t *element = type->row && type->row->element ? type->row->element(type) : NULL;
  return element && element->kind == TERN_TYPE_DIALECT && strcmp(element->row->name, "util.variant") == 0 ? NULL
                                                                                                          : element;
}

// ListTypeGet(type($list), type($result)): `!util.list<f32>`, or `!util.list<?> -> f32`.
static bool parse_list_get(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *list = tern_parse_type(parser), *element;
  if (!list) return false;
  element = list_element(list);
  if (tern_parse_optional_token(parser, "->"))
    element = tern_parse_type(parser);
  else if (!element)
    return tern_parser_error_at(parser, pos, "expected `-> type` behind %s", tern_type_text(list));
  if (!element) return false;
  tern_type_list_push(parser, &args[0].types, list);
  tern_type_list_push(parser, &args[1].types, element);
  return true;
}

static void print_list_get(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  unused(op, count);
  const tern_type_t *list = tern_op_operand(op, args[0].start)->type, *type = op->results[args[1].start].type;
  tern_printer_type(printer, list);
  if (list_element(list) == type) return;
  tern_printer_text(printer, " -> ");
  tern_printer_type(printer, type);
}

// ListTypeSet(type($list), type($value)): `!util.list<f32>`, or `f32 -> !util.list<?>`.
static bool parse_list_set(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  unused(op, count);
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *first = tern_parse_type(parser), *list = first, *element;
  if (!first) return false;
  element = list_element(first);
  if (tern_parse_optional_token(parser, "->")) {
    list = tern_parse_type(parser);
    element = first;
  } else if (!element) {
    return tern_parser_error_at(parser, pos, "expected `type -> ` before %s", tern_type_text(first));
  }
  if (!list) return false;
  tern_type_list_push(parser, &args[0].types, list);
  tern_type_list_push(parser, &args[1].types, element);
  return true;
}

static void print_list_set(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t count) {
  unused(op, count);
  const tern_type_t *list = tern_op_operand(op, args[0].start)->type, *type = tern_op_operand(op, args[1].start)->type;
  if (list_element(list) != type) {
    tern_printer_type(printer, type);
    tern_printer_text(printer, " -> ");
  }
  tern_printer_type(printer, list);
}

// --- inherent attributes in angles ---

// The type that an attribute's number has without saying so.
static const tern_type_t *implied_type(const tern_op_def_t *def, tern_str_t name) {
  int slot = tern_op_def_slot(def, name);
  return slot < 0 ? NULL : def->attrs[slot].constraint->value_type;
}

// Properties($a, $b, ...): ` <a = 4, b = "x">` of those that are there, or nothing. What older texts have in the op's
// dictionary is read there.
static bool parse_properties(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  if (!tern_parse_optional_token(parser, "<")) return true;
  do {
    size_t which = 0;
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_str_t name;
    if (!tern_parse_any_keyword(parser, &name)) return false;
    while (which < count && !tern_str_equal(args[which].name, name)) ++which;
    if (which == count) {
      return tern_parser_error_at(parser, pos, "'%.*s' is no property of the op", (int)name.size, name.data);
    }
    if (!tern_parse_token(parser, "=")) return false;
    args[which].attr = tern_parse_attr(parser, implied_type(op->def, name));
    if (!args[which].attr) return false;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ">");
}

static void print_properties(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t count) {
  const char *separator = " <";
  for (size_t i = 0; i < count; ++i) {
    if (!args[i].attr) continue;
    tern_printer_format(printer, "%s%.*s = ", separator, (int)args[i].name.size, args[i].name.data);
    if (implied_type(op->def, args[i].name)) {
      tern_printer_attr_without_type(printer, args[i].attr);
    } else {
      tern_printer_attr(printer, args[i].attr);
    }
    separator = ", ";
  }
  if (separator[0] == ',') tern_printer_char(printer, '>');
}

static const tern_custom_directive_t directives[] = {
    {"DispatchEntryPoints", parse_entry_points, print_entry_points},
    {"DispatchWorkgroupBody", parse_workgroup_body, print_workgroup_body},
    {"DispatchWorkgroupsCountRegion", parse_count_region, print_count_region},
    {"ListTypeGet", parse_list_get, print_list_get},
    {"ListTypeSet", parse_list_set, print_list_set},
    {"OperandTypeList", parse_operand_types, print_operand_types},
    {"Properties", parse_properties, print_properties},
    {"RangeList", parse_ranges, print_ranges},
    {"ShapedFunctionType", parse_function_type, print_function_type},
    {"ShapedOperandList", parse_operand_list, print_operand_list},
    {"ShapedTiedResult", parse_tied_result, print_tied_result},
    {"ShapedTypeList", parse_type_list, print_type_list},
    {"SymbolAlias", parse_symbol_alias, print_symbol_alias},
    {"TiedFunctionResultList", parse_tied_results, print_tied_results},
    {"WorkgroupCountRegion", parse_workgroups_region, print_workgroups_region},
};

void tern_register_shaped_directives(tern_context_t *context) {
  tern_format_register_custom(context, directives, sizeof directives / sizeof directives[0]);
}

// Hand-written syntax of memref ops.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/memref/hooks.h"
#include "dialect/memref/memref.h"

static const tern_type_t *index_type(tern_parser_t *parser) { return tern_index_type_get(tern_parser_context(parser)); }

// `%m[%i, ...]`
static bool parse_access(tern_parser_t *parser, tern_unresolved_operand_t *out_memref,
                         tern_operand_list_t *out_indices) {
  return tern_parse_operand(parser, out_memref) && tern_parse_operand_list(parser, "[]", out_indices);
}

static void print_access(tern_printer_t *printer, const tern_op_t *op, size_t memref, size_t index_count) {
  tern_printer_value(printer, tern_op_operand(op, memref));
  tern_printer_char(printer, '[');
  tern_printer_operands(printer, op, memref + 1, index_count);
  tern_printer_char(printer, ']');
}

// --- alloca_scope ---

bool tern_memref_parse_alloca_scope(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_type_list_t types = {0};
  if (!tern_parse_optional_arrow_type_list(parser, &types)) return false;
  for (size_t i = 0; i < types.count; i++) tern_op_add_result_type(parser, op, types.values[i]);
  if (!tern_op_parse_region(parser, op, NULL)) return false;
  tern_op_ensure_terminator(parser, op, 0);
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_memref_print_alloca_scope(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  if (op->result_count > 0) {
    tern_printer_text(printer, " -> (");
    tern_printer_result_types(printer, op, 0, op->result_count);
    tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, op->result_count > 0);
  tern_printer_attr_dict(printer, op, NULL, 0);
}

// --- generic_atomic_rmw ---

bool tern_memref_parse_generic_atomic_rmw(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t memref;
  tern_operand_list_t indices = {0};
  const tern_type_t *type;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!parse_access(parser, &memref, &indices) || !tern_parse_colon_type(parser, &type)) return false;
  if (type->kind != TERN_TYPE_MEMREF)
    return tern_parser_error_at(parser, pos, "custom op '%s' expects a ranked memref, but got '%s'",
                                op->def->name->data, tern_type_text(type));
  if (!tern_op_resolve_operand(parser, op, memref, type) ||
      !tern_op_resolve_operands(parser, op, &indices, index_type(parser)))
    return false;
  tern_op_add_result_type(parser, op, tern_type_element(type));
  return tern_op_parse_region(parser, op, NULL) && tern_op_parse_optional_attr_dict(parser, op);
}

void tern_memref_print_generic_atomic_rmw(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  print_access(printer, op, 0, op->operand_count - 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], true, true);
  tern_printer_attr_dict(printer, op, NULL, 0);
}

// --- distinct_objects ---

bool tern_memref_parse_distinct_objects(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, NULL, &operands) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_token(parser, ":"))
    return false;
  if (operands.count > 0 && !tern_parse_type_list(parser, &types)) return false;
  if (operands.count != types.count)
    return tern_parser_error_at(parser, pos, "custom op '%s' has %zu operands, but %zu types", op->def->name->data,
                                operands.count, types.count);
  for (size_t i = 0; i < types.count; i++) tern_op_add_result_type(parser, op, types.values[i]);
  return tern_op_resolve_operands_each(parser, op, &operands, &types);
}

void tern_memref_print_distinct_objects(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
}

// --- dma_start ---

bool tern_memref_parse_dma_start(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t memrefs[3];
  tern_operand_list_t indices[3] = {{0}}, count = {0}, strides = {0};
  tern_type_list_t types = {0};
  tern_unresolved_operand_t number;
  tern_source_pos_t pos = tern_parser_pos(parser);
  for (size_t i = 0; i < 3; i++) {
    if (i == 2) {
      if (!tern_parse_operand(parser, &number) || !tern_parse_token(parser, ",")) return false;
      tern_operand_list_push(parser, &count, number);
    }
    if (!parse_access(parser, &memrefs[i], &indices[i])) return false;
    if (i < 2 && !tern_parse_token(parser, ",")) return false;
  }
  while (tern_parse_optional_token(parser, ",")) {
    if (!tern_parse_operand(parser, &number)) return false;
    tern_operand_list_push(parser, &strides, number);
  }
  if (strides.count != 0 && strides.count != 2)
    return tern_parser_error_at(parser, pos, "custom op '%s' expected two stride related operands",
                                op->def->name->data);
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":") ||
      !tern_parse_type_list(parser, &types))
    return false;
  if (types.count != 3)
    return tern_parser_error_at(parser, pos, "custom op '%s' fewer/more types expected", op->def->name->data);
  const tern_type_t *index = index_type(parser);
  for (size_t i = 0; i < 3; i++) {
    if (i == 2 && !tern_op_resolve_operands(parser, op, &count, index)) return false;
    if (!tern_op_resolve_operand(parser, op, memrefs[i], types.values[i]) ||
        !tern_op_resolve_operands(parser, op, &indices[i], index))
      return false;
  }
  return tern_op_resolve_operands(parser, op, &strides, index);
}

static size_t rank_of_operand(const tern_op_t *op, size_t position) {
  const tern_type_t *type = position < op->operand_count ? tern_op_operand(op, position)->type : NULL;
  return type && type->kind == TERN_TYPE_MEMREF ? tern_type_rank(type) : 0;
}

void tern_memref_print_dma_start(tern_printer_t *printer, const tern_op_t *op) {
  size_t target = 1 + rank_of_operand(op, 0), count = target + 1 + rank_of_operand(op, target), tag = count + 1;
  size_t end = tag + 1 + rank_of_operand(op, tag);
  tern_printer_char(printer, ' ');
  print_access(printer, op, 0, target - 1);
  tern_printer_text(printer, ", ");
  print_access(printer, op, target, count - target - 1);
  tern_printer_text(printer, ", ");
  tern_printer_value(printer, tern_op_operand(op, count));
  tern_printer_text(printer, ", ");
  print_access(printer, op, tag, end - tag - 1);
  if (end < op->operand_count) {
    tern_printer_text(printer, ", ");
    tern_printer_operands(printer, op, end, op->operand_count - end);
  }
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  const tern_type_t *types[] = {tern_op_operand(op, 0)->type, tern_op_operand(op, target)->type,
                                tern_op_operand(op, tag)->type};
  tern_printer_types(printer, (tern_types_t){types, 3});
}

// --- prefetch ---

// One of two words as a bool attribute.
static bool parse_choice(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const char *yes, const char *no,
                         const char *message) {
  bool is_yes = tern_parse_optional_keyword(parser, yes);
  if (!is_yes && !tern_parse_optional_keyword(parser, no))
    return tern_parser_error_at(parser, op->pos, "custom op '%s' %s", op->def->name->data, message);
  tern_op_add_attr(parser, op, name, tern_bool_attr_get(tern_parser_context(parser), is_yes));
  return true;
}

bool tern_memref_parse_prefetch(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t memref;
  tern_operand_list_t indices = {0};
  const tern_type_t *type, *i32 = tern_i_type_get(tern_parser_context(parser), 32);
  int64_t locality;
  if (!parse_access(parser, &memref, &indices) || !tern_parse_token(parser, ",") ||
      !parse_choice(parser, op, "isWrite", "write", "read", "rw specifier has to be 'read' or 'write'") ||
      !tern_parse_token(parser, ",") || !tern_parse_keyword(parser, "locality") || !tern_parse_token(parser, "<") ||
      !tern_parse_integer(parser, &locality) || !tern_parse_token(parser, ">") || !tern_parse_token(parser, ",") ||
      !parse_choice(parser, op, "isDataCache", "data", "instr", "cache type has to be 'data' or 'instr'"))
    return false;
  tern_op_add_attr(parser, op, "localityHint", tern_integer_attr_get(i32, locality));
  return tern_op_parse_optional_attr_dict(parser, op) && tern_parse_colon_type(parser, &type) &&
         tern_op_resolve_operand(parser, op, memref, type) &&
         tern_op_resolve_operands(parser, op, &indices, index_type(parser));
}

void tern_memref_print_prefetch(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"localityHint", "isWrite", "isDataCache"};
  tern_printer_char(printer, ' ');
  print_access(printer, op, 0, op->operand_count - 1);
  tern_printer_text(printer, tern_integer_attr_value(tern_op_attr(op, "isWrite")) ? ", write" : ", read");
  tern_printer_text(printer, ", locality<");
  tern_printer_int(printer, tern_integer_attr_value(tern_op_attr(op, "localityHint")));
  tern_printer_text(printer, tern_integer_attr_value(tern_op_attr(op, "isDataCache")) ? ">, data" : ">, instr");
  tern_printer_attr_dict(printer, op, elided, 3);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
}

// --- transpose ---

bool tern_memref_parse_transpose(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t in;
  const tern_type_t *from, *to;
  if (!tern_parse_operand(parser, &in)) return false;
  const tern_affine_map_t *map = tern_parse_affine_map(parser);
  if (!map) return false;
  tern_op_add_attr(parser, op, "permutation", tern_affine_map_attr_get(map));
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &from) ||
      !tern_op_resolve_operand(parser, op, in, from) || !tern_parse_keyword(parser, "to"))
    return false;
  to = tern_parse_type(parser);
  if (!to) return false;
  tern_op_add_result_type(parser, op, to);
  return true;
}

void tern_memref_print_transpose(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"permutation"};
  tern_string_builder_t map = {0};
  tern_affine_map_print(tern_affine_map_attr_value(tern_op_attr(op, "permutation")), &map);
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_char(printer, ' ');
  tern_printer_str(printer, tern_string_builder_view(&map));
  tern_string_builder_deinitialize(&map);
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_text(printer, " to ");
  tern_printer_type(printer, op->results[0].type);
}

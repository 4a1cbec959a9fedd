// Syntax of affine's ops on maps and memory: apply, min, max, the accesses, and transfers.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/affine/hooks.h"

// --- shared ---

static const tern_type_t *index_type(tern_parser_t *parser) { return tern_index_type_get(tern_parser_context(parser)); }

static void add_map(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_affine_map_t *map) {
  tern_op_add_attr(parser, op, name, tern_affine_map_attr_get(map));
}

bool tern_affine_parse_dims_and_symbols(tern_parser_t *parser, tern_parsed_op_t *op, size_t *out_dims,
                                        size_t *out_count) {
  tern_operand_list_t operands = {0};
  if (!tern_parse_operand_list(parser, "()", &operands)) return false;
  *out_dims = operands.count;
  if (tern_parser_at_token(parser, "[") && !tern_parse_operand_list(parser, "[]", &operands)) return false;
  *out_count = operands.count;
  return tern_op_resolve_operands(parser, op, &operands, index_type(parser));
}

void tern_affine_print_dims_and_symbols(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t dim_count,
                                        size_t count) {
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, start, dim_count);
  tern_printer_char(printer, ')');
  if (count <= dim_count) return;
  tern_printer_char(printer, '[');
  tern_printer_operands(printer, op, start + dim_count, count - dim_count);
  tern_printer_char(printer, ']');
}

// --- apply, min, max ---

bool tern_affine_parse_map_op(tern_parser_t *parser, tern_parsed_op_t *op) {
  size_t dim_count, count;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *map = tern_parse_attr(parser, NULL);
  if (!map) return false;
  if (map->kind != TERN_ATTR_AFFINE_MAP)
    return tern_parser_error_at(parser, pos, "invalid kind of attribute specified: expected an affine map");
  tern_op_add_attr(parser, op, "map", map);
  if (!tern_affine_parse_dims_and_symbols(parser, op, &dim_count, &count) ||
      !tern_op_parse_optional_attr_dict(parser, op))
    return false;
  const tern_affine_map_t *value = tern_affine_map_attr_value(map);
  bool is_apply = op->def->row == TERN_AFFINE(APPLY);
  if (is_apply && (value->dim_count != dim_count || tern_affine_map_inputs(value) != count))
    return tern_parser_error_at(parser, op->pos, "custom op '%s' dimension or symbol index mismatch",
                                op->def->name->data);
  tern_op_add_result_type(parser, op, index_type(parser));
  return true;
}

void tern_affine_print_map_op(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, tern_op_attr(op, "map"));
  tern_affine_print_dims_and_symbols(printer, op, 0, tern_affine_map_at(op, "map")->dim_count, op->operand_count);
  tern_printer_attr_dict(printer, op, (const char *const[]){"map"}, 1);
}

// --- accesses ---

// A memref with subscripts, before the types are known.
typedef struct access {
  tern_unresolved_operand_t memref;
  tern_operand_list_t dims, symbols;
} access_t;

// `%m[%i + 1, symbol(%n)]`; the map becomes attribute `name`.
static bool parse_access(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, access_t *out_access) {
  const tern_affine_map_t *map;
  if (!tern_parse_operand(parser, &out_access->memref) ||
      !tern_parse_affine_map_of_values(parser, "[]", &out_access->dims, &out_access->symbols, &map))
    return false;
  add_map(parser, op, name, map);
  return true;
}

static bool resolve_access(tern_parser_t *parser, tern_parsed_op_t *op, const access_t *access,
                           const tern_type_t *type) {
  return tern_op_resolve_operand(parser, op, access->memref, type) &&
         tern_op_resolve_operands(parser, op, &access->dims, index_type(parser)) &&
         tern_op_resolve_operands(parser, op, &access->symbols, index_type(parser));
}

static void print_access(tern_printer_t *printer, const tern_op_t *op, size_t memref, const tern_affine_map_t *map) {
  tern_printer_value(printer, tern_op_operand(op, memref));
  tern_printer_char(printer, '[');
  tern_printer_affine_map_of_operands(printer, map, op, memref + 1);
  tern_printer_char(printer, ']');
}

static const tern_type_t *parse_type_of_kind(tern_parser_t *parser, tern_type_kind_t kind, const char *what) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type || type->kind == kind) return type;
  tern_parser_error_at(parser, pos, "invalid kind of type specified: expected %s, but found '%s'", what,
                       tern_type_text(type));
  return NULL;
}

static const tern_type_t *parse_colon_memref(tern_parser_t *parser) {
  return tern_parse_token(parser, ":") ? parse_type_of_kind(parser, TERN_TYPE_MEMREF, "a memref") : NULL;
}

static const tern_type_t *parse_comma_vector(tern_parser_t *parser) {
  return tern_parse_token(parser, ",") ? parse_type_of_kind(parser, TERN_TYPE_VECTOR, "a vector") : NULL;
}

static bool parse_any_load(tern_parser_t *parser, tern_parsed_op_t *op, bool is_vector) {
  access_t access = {0};
  const tern_type_t *type, *result;
  if (!parse_access(parser, op, "map", &access) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !(type = parse_colon_memref(parser)))
    return false;
  result = is_vector ? parse_comma_vector(parser) : tern_type_element(type);
  if (!result || !resolve_access(parser, op, &access, type)) return false;
  tern_op_add_result_type(parser, op, result);
  return true;
}

static bool parse_any_store(tern_parser_t *parser, tern_parsed_op_t *op, bool is_vector) {
  access_t access = {0};
  tern_unresolved_operand_t value;
  const tern_type_t *type, *stored;
  if (!tern_parse_operand(parser, &value) || !tern_parse_token(parser, ",") ||
      !parse_access(parser, op, "map", &access) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !(type = parse_colon_memref(parser)))
    return false;
  stored = is_vector ? parse_comma_vector(parser) : tern_type_element(type);
  return stored && tern_op_resolve_operand(parser, op, value, stored) && resolve_access(parser, op, &access, type);
}

bool tern_affine_parse_load(tern_parser_t *parser, tern_parsed_op_t *op) { return parse_any_load(parser, op, false); }
bool tern_affine_parse_vector_load(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_any_load(parser, op, true);
}
bool tern_affine_parse_store(tern_parser_t *parser, tern_parsed_op_t *op) { return parse_any_store(parser, op, false); }
bool tern_affine_parse_vector_store(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_any_store(parser, op, true);
}

// `%m[...] {attrs} : memref<..>`, with `, vector<..>` if there is a vector.
static void print_accessed(tern_printer_t *printer, const tern_op_t *op, size_t memref, const tern_type_t *vector) {
  print_access(printer, op, memref, tern_affine_map_at(op, "map"));
  tern_printer_attr_dict(printer, op, (const char *const[]){"map"}, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, memref)->type);
  if (!vector) return;
  tern_printer_text(printer, ", ");
  tern_printer_type(printer, vector);
}

static void print_stored(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *vector) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, ", ");
  print_accessed(printer, op, 1, vector);
}

void tern_affine_print_load(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  print_accessed(printer, op, 0, NULL);
}
void tern_affine_print_vector_load(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  print_accessed(printer, op, 0, op->results[0].type);
}
void tern_affine_print_store(tern_printer_t *printer, const tern_op_t *op) { print_stored(printer, op, NULL); }
void tern_affine_print_vector_store(tern_printer_t *printer, const tern_op_t *op) {
  print_stored(printer, op, tern_op_operand(op, 0)->type);
}

// --- prefetch: `%m[%i], read, locality<3>, data : memref<..>` ---

static bool parse_choice(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const char *yes, const char *no,
                         const char *message) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t word;
  if (!tern_parse_any_keyword(parser, &word)) return false;
  bool is_yes = tern_str_equal_cstr(word, yes);
  if (!is_yes && !tern_str_equal_cstr(word, no)) return tern_parser_error_at(parser, pos, "%s", message);
  tern_op_add_attr(parser, op, name, tern_bool_attr_get(tern_parser_context(parser), is_yes));
  return true;
}

bool tern_affine_parse_prefetch(tern_parser_t *parser, tern_parsed_op_t *op) {
  access_t access = {0};
  int64_t locality;
  const tern_type_t *type;
  if (!parse_access(parser, op, "map", &access) || !tern_parse_token(parser, ",") ||
      !parse_choice(parser, op, "isWrite", "write", "read", "rw specifier has to be 'read' or 'write'") ||
      !tern_parse_token(parser, ",") || !tern_parse_keyword(parser, "locality") || !tern_parse_token(parser, "<") ||
      !tern_parse_integer(parser, &locality) || !tern_parse_token(parser, ">") || !tern_parse_token(parser, ",") ||
      !parse_choice(parser, op, "isDataCache", "data", "instr", "cache type has to be 'data' or 'instr'") ||
      !tern_op_parse_optional_attr_dict(parser, op) || !(type = parse_colon_memref(parser)))
    return false;
  const tern_type_t *i32 = tern_i_type_get(tern_parser_context(parser), 32);
  tern_op_add_attr(parser, op, "localityHint", tern_integer_attr_get(i32, locality));
  return resolve_access(parser, op, &access, type);
}

void tern_affine_print_prefetch(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"map", "isWrite", "localityHint", "isDataCache"};
  tern_printer_char(printer, ' ');
  print_access(printer, op, 0, tern_affine_map_at(op, "map"));
  tern_printer_format(printer, ", %s, locality<%lld>, %s",
                      tern_integer_attr_value(tern_op_attr(op, "isWrite")) ? "write" : "read",
                      (long long)tern_integer_attr_value(tern_op_attr(op, "localityHint")),
                      tern_integer_attr_value(tern_op_attr(op, "isDataCache")) ? "data" : "instr");
  tern_printer_attr_dict(printer, op, elided, 4);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
}

// --- transfers ---

bool tern_affine_parse_dma_start(tern_parser_t *parser, tern_parsed_op_t *op) {
  static const char *const names[] = {"src_map", "dst_map", "tag_map"};
  access_t accesses[3] = {0};
  tern_operand_list_t numbers = {0};
  tern_type_list_t types = {0};
  for (size_t i = 0; i < 3; i++) {
    if (!parse_access(parser, op, names[i], &accesses[i]) || !tern_parse_token(parser, ",")) return false;
  }
  if (!tern_parse_operand_list(parser, NULL, &numbers)) return false;
  if (numbers.count != 1 && numbers.count != 3)
    return tern_parser_error_at(parser, op->pos, "expected two stride related operands");
  if (!tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types)) return false;
  if (types.count != 3) return tern_parser_error_at(parser, op->pos, "expected three types");
  for (size_t i = 0; i < 3; i++)
    if (!resolve_access(parser, op, &accesses[i], types.values[i])) return false;
  return tern_op_resolve_operands(parser, op, &numbers, index_type(parser));
}

void tern_affine_print_dma_start(tern_printer_t *printer, const tern_op_t *op) {
  tern_affine_dma_t dma;
  if (!tern_affine_dma_start_read(op, &dma)) return;
  tern_printer_char(printer, ' ');
  for (size_t i = 0; i < 3; i++) {
    print_access(printer, op, dma.memrefs[i], dma.maps[i]);
    tern_printer_text(printer, ", ");
  }
  tern_printer_operands(printer, op, dma.number, op->operand_count - dma.number);
  for (size_t i = 0; i < 3; i++) {
    tern_printer_text(printer, i ? ", " : " : ");
    tern_printer_type(printer, tern_op_operand(op, dma.memrefs[i])->type);
  }
}

bool tern_affine_parse_dma_wait(tern_parser_t *parser, tern_parsed_op_t *op) {
  access_t access = {0};
  tern_unresolved_operand_t number;
  const tern_type_t *type;
  if (!parse_access(parser, op, "tag_map", &access) || !tern_parse_token(parser, ",") ||
      !tern_parse_operand(parser, &number) || !(type = parse_colon_memref(parser)))
    return false;
  return resolve_access(parser, op, &access, type) && tern_op_resolve_operand(parser, op, number, index_type(parser));
}

void tern_affine_print_dma_wait(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  print_access(printer, op, 0, tern_affine_map_at(op, "tag_map"));
  tern_printer_text(printer, ", ");
  tern_printer_value(printer, tern_op_operand(op, op->operand_count - 1));
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
}

// --- custom<Disjoint>($disjoint): the word, or nothing ---

static bool parse_disjoint(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  if (tern_parse_optional_keyword(parser, "disjoint")) args[0].attr = tern_unit_attr_get(tern_parser_context(parser));
  return true;
}

static void print_disjoint(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                           size_t arg_count) {
  (void)op, (void)arg_count;
  const tern_attr_t *attr = args[0].attr;
  bool is_set = attr && (attr->kind == TERN_ATTR_UNIT || tern_integer_attr_value(attr));
  if (is_set) tern_printer_text(printer, "disjoint ");
}

const tern_custom_directive_t tern_affine_directives[] = {{"Disjoint", parse_disjoint, print_disjoint}};

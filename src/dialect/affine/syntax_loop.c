// Syntax of affine's ops with regions: for, if, parallel.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/affine/hooks.h"
#include "dialect/arith/arith.h"

static const tern_type_t *index_type(tern_parser_t *parser) { return tern_index_type_get(tern_parser_context(parser)); }

static void add_result_types(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_list_t *types) {
  for (size_t i = 0; i < types->count; i++) tern_op_add_result_type(parser, op, types->values[i]);
}

// --- for ---

// `max #map(%i)[%n]`, `%n` or `4`. `*out_count` is how many operands the bound has.
static bool parse_bound(tern_parser_t *parser, tern_parsed_op_t *op, bool is_lower, int32_t *out_count) {
  tern_context_t *context = tern_parser_context(parser);
  const char *name = is_lower ? "lowerBoundMap" : "upperBoundMap";
  bool has_word = tern_parse_optional_keyword(parser, is_lower ? "max" : "min"), has_operand = false;
  tern_unresolved_operand_t operand;
  *out_count = 0;
  if (!tern_parse_optional_operand(parser, &operand, &has_operand)) return false;
  if (has_operand) {
    const tern_affine_expr_t *symbol = tern_affine_symbol(context, 0);
    tern_op_add_attr(parser, op, name, tern_affine_map_attr_get(tern_affine_map_get(context, 0, 1, &symbol, 1)));
    *out_count = 1;
    return tern_op_resolve_operand(parser, op, operand, index_type(parser));
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *bound = tern_parse_attr(parser, index_type(parser));
  if (!bound) return false;
  if (tern_attr_is_integer(bound)) {
    const tern_affine_map_t *map = tern_affine_constant_map(context, tern_integer_attr_value(bound));
    tern_op_add_attr(parser, op, name, tern_affine_map_attr_get(map));
    return true;
  }
  if (bound->kind != TERN_ATTR_AFFINE_MAP)
    return tern_parser_error_at(parser, op->pos, "expected valid affine map representation for loop bounds");
  tern_op_add_attr(parser, op, name, bound);
  const tern_affine_map_t *map = tern_affine_map_attr_value(bound);
  size_t dim_count, count;
  if (!tern_affine_parse_dims_and_symbols(parser, op, &dim_count, &count)) return false;
  *out_count = (int32_t)count;
  if (map->dim_count != dim_count)
    return tern_parser_error_at(parser, op->pos, "dim operand count and affine map dim count must match");
  if (tern_affine_map_inputs(map) != count)
    return tern_parser_error_at(parser, op->pos, "symbol operand count and affine map symbol count must match");
  return map->result_count <= 1 || has_word ||
         tern_parser_error_at(parser, pos, "%s loop bound affine map with multiple results requires '%s' prefix",
                              is_lower ? "lower" : "upper", is_lower ? "max" : "min");
}

static bool parse_step(tern_parser_t *parser, tern_parsed_op_t *op) {
  int64_t step = 1;
  if (tern_parse_optional_keyword(parser, "step")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    const tern_attr_t *attr = tern_parse_attr(parser, index_type(parser));
    if (!attr) return false;
    if (!tern_attr_is_integer(attr))
      return tern_parser_error_at(parser, pos, "custom op 'affine.for' invalid kind of attribute specified");
    step = tern_integer_attr_value(attr);
    if (step < 0)
      return tern_parser_error_at(parser, pos, "expected step to be representable as a positive signed integer");
  }
  tern_op_add_attr(parser, op, "step", tern_integer_attr_get(index_type(parser), step));
  return true;
}

static bool parse_between_bounds(tern_parser_t *parser) {
  return tern_parse_optional_keyword(parser, "to") || tern_parser_error(parser, "expected 'to' between bounds");
}

bool tern_affine_parse_for(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t args = {0};
  tern_parsed_arg_t iv = {0};
  tern_operand_list_t inits = {0};
  tern_type_list_t types = {0};
  int32_t segments[3] = {0};
  if (!tern_parse_argument(parser, false, false, &iv) || !tern_parse_token(parser, "=") ||
      !parse_bound(parser, op, true, &segments[0]) || !parse_between_bounds(parser) ||
      !parse_bound(parser, op, false, &segments[1]) || !parse_step(parser, op))
    return false;
  iv.type = index_type(parser);
  tern_arg_list_push(parser, &args, iv);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parse_optional_keyword(parser, "iter_args")) {
    if (!tern_parse_assignment_list(parser, &args, &inits)) return false;
    if (!tern_parser_at_token(parser, "->")) return tern_parser_error(parser, "expected '->'");
    if (!tern_parse_optional_arrow_type_list(parser, &types)) return false;
  }
  if (inits.count != types.count)
    return tern_parser_error_at(parser, pos, "mismatch between the number of loop-carried values and results");
  if (!tern_op_resolve_operands_each(parser, op, &inits, &types)) return false;
  for (size_t i = 0; i < types.count; i++) args.values[1 + i].type = types.values[i];
  add_result_types(parser, op, &types);
  segments[2] = (int32_t)inits.count;
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), segments, 3));
  if (!tern_op_parse_region(parser, op, &args)) return false;
  tern_op_ensure_terminator(parser, op, 0);
  return tern_op_parse_optional_attr_dict(parser, op);
}

// Short forms for a constant and for a symbol are used only where reading them gives the same map.
static void print_bound(tern_printer_t *printer, const tern_op_t *op, bool is_lower) {
  const tern_affine_map_t *map = tern_affine_for_map(op, is_lower);
  size_t start = tern_affine_for_operands(op, is_lower);
  const tern_affine_expr_t *result = map->result_count == 1 ? map->results[0] : NULL;
  if (result && tern_affine_map_inputs(map) == 0 && tern_affine_expr_is_constant(result)) {
    tern_printer_int(printer, result->value);
    return;
  }
  if (result && map->dim_count == 0 && map->symbol_count == 1 && result->kind == TERN_AFFINE_SYMBOL) {
    tern_printer_value(printer, tern_op_operand(op, start));
    return;
  }
  if (!result) tern_printer_text(printer, is_lower ? "max " : "min ");
  tern_printer_attr(printer, tern_op_attr(op, is_lower ? "lowerBoundMap" : "upperBoundMap"));
  tern_affine_print_dims_and_symbols(printer, op, start, map->dim_count, tern_affine_map_inputs(map));
}

void tern_affine_print_for(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"};
  const tern_block_t *body = tern_op_body(op, 0);
  size_t first_init = tern_affine_for_inits(op), init_count = op->operand_count - first_init;
  tern_printer_char(printer, ' ');
  tern_printer_block_arg(printer, body->args[0], false);
  tern_printer_text(printer, " = ");
  print_bound(printer, op, true);
  tern_printer_text(printer, " to ");
  print_bound(printer, op, false);
  if (tern_affine_for_step(op) != 1) tern_printer_format(printer, " step %lld", (long long)tern_affine_for_step(op));
  for (size_t i = 0; i < init_count; i++) {
    tern_printer_text(printer, i ? ", " : " iter_args(");
    tern_printer_value(printer, body->args[1 + i]);
    tern_printer_text(printer, " = ");
    tern_printer_value(printer, tern_op_operand(op, first_init + i));
  }
  if (init_count) {
    tern_printer_text(printer, ") -> (");
    tern_printer_result_types(printer, op, 0, op->result_count);
    tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, init_count > 0);
  tern_printer_attr_dict(printer, op, elided, 4);
}

// --- if ---

bool tern_affine_parse_if(tern_parser_t *parser, tern_parsed_op_t *op) {
  size_t dim_count, count;
  tern_type_list_t types = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *condition = tern_parse_attr(parser, NULL);
  if (!condition) return false;
  if (condition->kind != TERN_ATTR_INTEGER_SET)
    return tern_parser_error_at(parser, pos, "invalid kind of attribute specified: expected an integer set");
  tern_op_add_attr(parser, op, "condition", condition);
  const tern_integer_set_t *set = tern_integer_set_attr_value(condition);
  if (!tern_affine_parse_dims_and_symbols(parser, op, &dim_count, &count)) return false;
  if (set->dim_count != dim_count)
    return tern_parser_error_at(parser, op->pos, "dim operand count and integer set dim count must match");
  if ((size_t)set->dim_count + set->symbol_count != count)
    return tern_parser_error_at(parser, op->pos, "symbol operand count and integer set symbol count must match");
  if (!tern_parse_optional_arrow_type_list(parser, &types) || !tern_op_parse_region(parser, op, NULL)) return false;
  add_result_types(parser, op, &types);
  tern_op_ensure_terminator(parser, op, 0);
  if (tern_parse_optional_keyword(parser, "else")) {
    if (!tern_op_parse_region(parser, op, NULL)) return false;
    tern_op_ensure_terminator(parser, op, 1);
  } else {
    tern_op_add_empty_region(parser, op);
  }
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_affine_print_if(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *condition = tern_op_attr(op, "condition");
  bool has_results = op->result_count > 0;
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, condition);
  tern_affine_print_dims_and_symbols(printer, op, 0, tern_integer_set_attr_value(condition)->dim_count,
                                     op->operand_count);
  if (has_results) {
    bool is_bare = op->result_count == 1 && op->results[0].type->kind != TERN_TYPE_FUNCTION;
    tern_printer_text(printer, is_bare ? " -> " : " -> (");
    tern_printer_result_types(printer, op, 0, op->result_count);
    if (!is_bare) tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, has_results);
  if (!tern_region_is_empty(&op->regions[1])) {
    tern_printer_text(printer, " else ");
    tern_printer_region(printer, &op->regions[1], false, has_results);
  }
  tern_printer_attr_dict(printer, op, (const char *const[]){"condition"}, 1);
}

// --- parallel ---

// Bounds being parsed: the expressions of all groups, over shared operands. Lists grow in the parser's memory.
typedef struct bounds {
  const tern_affine_expr_t **exprs;
  size_t expr_count, expr_capacity;
  int64_t *groups;
  size_t group_count, group_capacity;
  tern_operand_list_t dims, symbols;
} bounds_t;

static void *grow(tern_parser_t *parser, void *values, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return values;
  *capacity = *capacity ? 2 * *capacity : 8;
  void *more = tern_parser_alloc(parser, *capacity * size);
  if (count) memcpy(more, values, count * size);
  return more;
}

// Finds `operand` in the list, or adds it.
static size_t share_operand(tern_parser_t *parser, tern_operand_list_t *list, tern_unresolved_operand_t operand) {
  for (size_t i = 0; i < list->count; i++)
    if (list->values[i].number == operand.number && tern_str_equal(list->values[i].name, operand.name)) return i;
  tern_operand_list_push(parser, list, operand);
  return list->count - 1;
}

// Adds expressions over `dims` and `symbols` as one group.
static void add_group(tern_parser_t *parser, bounds_t *bounds, const tern_affine_expr_t *const *exprs, size_t count,
                      const tern_operand_list_t *dims, const tern_operand_list_t *symbols) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_affine_expr_t **new_dims = tern_parser_alloc(parser, (dims->count + 1) * sizeof(*new_dims));
  const tern_affine_expr_t **new_symbols = tern_parser_alloc(parser, (symbols->count + 1) * sizeof(*new_symbols));
  for (size_t i = 0; i < dims->count; i++)
    new_dims[i] = tern_affine_dim(context, share_operand(parser, &bounds->dims, dims->values[i]));
  for (size_t i = 0; i < symbols->count; i++)
    new_symbols[i] = tern_affine_symbol(context, share_operand(parser, &bounds->symbols, symbols->values[i]));
  for (size_t i = 0; i < count; i++) {
    bounds->exprs = grow(parser, bounds->exprs, bounds->expr_count, &bounds->expr_capacity, sizeof(bounds->exprs[0]));
    bounds->exprs[bounds->expr_count++] =
        tern_affine_expr_replace(exprs[i], new_dims, dims->count, new_symbols, symbols->count);
  }
  bounds->groups =
      grow(parser, bounds->groups, bounds->group_count, &bounds->group_capacity, sizeof(bounds->groups[0]));
  bounds->groups[bounds->group_count++] = (int64_t)count;
}

// `(0, max(%i, %n + 1))`.
static bool parse_bounds(tern_parser_t *parser, tern_parsed_op_t *op, bool is_lower) {
  tern_context_t *context = tern_parser_context(parser);
  bounds_t bounds = {0};
  if (!tern_parse_token(parser, "(")) return false;
  if (!tern_parse_optional_token(parser, ")")) {
    do {
      tern_operand_list_t dims = {0}, symbols = {0};
      if (tern_parse_optional_keyword(parser, is_lower ? "max" : "min")) {
        const tern_affine_map_t *map;
        if (!tern_parse_affine_map_of_values(parser, "()", &dims, &symbols, &map)) return false;
        add_group(parser, &bounds, map->results, map->result_count, &dims, &symbols);
      } else {
        const tern_affine_expr_t *expr;
        if (!tern_parse_affine_expr_of_values(parser, &dims, &symbols, &expr)) return false;
        add_group(parser, &bounds, &expr, 1, &dims, &symbols);
      }
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  const int64_t dim = (int64_t)bounds.group_count;
  const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(context, 32), &dim, 1, NULL);
  const tern_affine_map_t *map =
      tern_affine_map_get(context, bounds.dims.count, bounds.symbols.count, bounds.exprs, bounds.expr_count);
  tern_op_add_attr(parser, op, is_lower ? "lowerBoundsMap" : "upperBoundsMap", tern_affine_map_attr_get(map));
  tern_op_add_attr(parser, op, is_lower ? "lowerBoundsGroups" : "upperBoundsGroups",
                   tern_dense_elements_attr_get_i64(type, bounds.groups, bounds.group_count));
  return tern_op_resolve_operands(parser, op, &bounds.dims, index_type(parser)) &&
         tern_op_resolve_operands(parser, op, &bounds.symbols, index_type(parser));
}

static bool parse_steps(tern_parser_t *parser, tern_parsed_op_t *op, size_t count) {
  const tern_type_t *i64 = tern_i_type_get(tern_parser_context(parser), 64);
  const tern_affine_map_t *map = NULL;
  if (tern_parse_optional_keyword(parser, "step")) {
    tern_operand_list_t dims = {0}, symbols = {0};
    if (!tern_parse_affine_map_of_values(parser, "()", &dims, &symbols, &map)) return false;
    count = map->result_count;
  }
  const tern_attr_t **steps = tern_parser_alloc(parser, (count + 1) * sizeof(*steps));
  for (size_t i = 0; i < count; i++) {
    if (map && !tern_affine_expr_is_constant(map->results[i]))
      return tern_parser_error_at(parser, op->pos, "steps must be constant integers");
    steps[i] = tern_integer_attr_get(i64, map ? map->results[i]->value : 1);
  }
  tern_op_add_attr(parser, op, "steps", tern_array_attr_get(tern_parser_context(parser), steps, count));
  return true;
}

// `reduce ("addf", "mulf")`.
static bool parse_reductions(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t **kinds = NULL;
  size_t count = 0, capacity = 0;
  if (tern_parse_optional_keyword(parser, "reduce")) {
    if (!tern_parse_token(parser, "(")) return false;
    do {
      tern_source_pos_t pos = tern_parser_pos(parser);
      tern_str_t text;
      int64_t value;
      if (!tern_parse_string(parser, &text)) return false;
      if (!tern_enum_case_value(TERN_ARITH_ENUM(ATOMIC_RMW_KIND), text, &value))
        return tern_parser_error_at(parser, pos, "invalid reduction value: \"%.*s\"", (int)text.size, text.data);
      kinds = grow(parser, (void *)kinds, count, &capacity, sizeof(kinds[0]));
      kinds[count++] = tern_integer_attr_get(tern_i_type_get(context, 64), value);
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  tern_op_add_attr(parser, op, "reductions", tern_array_attr_get(context, kinds, count));
  return true;
}

bool tern_affine_parse_parallel(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t ivs = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_argument_list(parser, "()", false, false, &ivs) || !tern_parse_token(parser, "=") ||
      !parse_bounds(parser, op, true) || !tern_parse_keyword(parser, "to") || !parse_bounds(parser, op, false) ||
      !parse_steps(parser, op, ivs.count) || !parse_reductions(parser, op) ||
      !tern_parse_optional_arrow_type_list(parser, &types))
    return false;
  add_result_types(parser, op, &types);
  for (size_t i = 0; i < ivs.count; i++) ivs.values[i].type = index_type(parser);
  if (!tern_op_parse_region(parser, op, &ivs) || !tern_op_parse_optional_attr_dict(parser, op)) return false;
  tern_op_ensure_terminator(parser, op, 0);
  return true;
}

static void print_bounds(tern_printer_t *printer, const tern_op_t *op, bool is_lower) {
  const tern_attr_t *groups = tern_op_attr(op, is_lower ? "lowerBoundsGroups" : "upperBoundsGroups");
  size_t operands = tern_affine_parallel_operands(op, is_lower);
  for (size_t i = 0; i < tern_int_list_attr_count(groups); i++) {
    const tern_affine_map_t *map = tern_affine_parallel_map(op, is_lower, i);
    if (i) tern_printer_text(printer, ", ");
    if (map->result_count != 1) tern_printer_text(printer, is_lower ? "max(" : "min(");
    tern_printer_affine_map_of_operands(printer, map, op, operands);
    if (map->result_count != 1) tern_printer_char(printer, ')');
  }
}

static void print_steps(tern_printer_t *printer, const tern_op_t *op) {
  size_t count = tern_affine_parallel_rank(op);
  bool is_default = true;
  for (size_t i = 0; i < count; i++) is_default &= tern_affine_parallel_step(op, i) == 1;
  if (is_default) return;
  for (size_t i = 0; i < count; i++)
    tern_printer_format(printer, "%s%lld", i ? ", " : " step (", (long long)tern_affine_parallel_step(op, i));
  tern_printer_char(printer, ')');
}

void tern_affine_print_parallel(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"reductions",     "lowerBoundsMap",    "lowerBoundsGroups",
                                       "upperBoundsMap", "upperBoundsGroups", "steps"};
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_attr_t *reductions = tern_op_attr(op, "reductions");
  tern_printer_text(printer, " (");
  for (size_t i = 0; i < body->arg_count; i++) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, body->args[i]);
  }
  tern_printer_text(printer, ") = (");
  print_bounds(printer, op, true);
  tern_printer_text(printer, ") to (");
  print_bounds(printer, op, false);
  tern_printer_char(printer, ')');
  print_steps(printer, op);
  if (op->result_count) {
    for (size_t i = 0; i < tern_array_attr_count(reductions); i++) {
      int64_t kind = tern_integer_attr_value(tern_array_attr_at(reductions, i));
      tern_printer_format(printer, "%s\"%s\"", i ? ", " : " reduce (",
                          tern_enum_case_name(TERN_ARITH_ENUM(ATOMIC_RMW_KIND), kind));
    }
    tern_printer_text(printer, ") -> (");
    tern_printer_result_types(printer, op, 0, op->result_count);
    tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, op->result_count > 0);
  tern_printer_attr_dict(printer, op, elided, 6);
}

// Syntax of scf's loops: for, while, parallel with reduce, forall with in_parallel.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/scf/scf_hooks.h"

// --- shared ---

static const tern_type_t *index_type(tern_parser_t *parser) { return tern_index_type_get(tern_parser_context(parser)); }

static void add_result_types(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_list_t *types) {
  for (size_t i = 0; i < types->count; i++) tern_op_add_result_type(parser, op, types->values[i]);
}

// ` keyword(%arg = %init, ...)` of the block arguments from `first_arg` on; nothing without inits.
static void print_assignments(tern_printer_t *printer, const char *prefix, const tern_op_t *op,
                              const tern_block_t *body, size_t first_arg, size_t first_init, size_t count) {
  if (count == 0) return;
  tern_printer_text(printer, prefix);
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < count; i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_value(printer, body->args[first_arg + i]);
    tern_printer_text(printer, " = ");
    tern_printer_value(printer, tern_op_operand(op, first_init + i));
  }
  tern_printer_char(printer, ')');
}

static void print_args(tern_printer_t *printer, const tern_block_t *block, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_value(printer, block->args[i]);
  }
}

// --- for ---

bool tern_scf_parse_for(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  if (tern_parse_optional_keyword(parser, "unsigned"))
    tern_op_add_attr(parser, op, "unsignedCmp", tern_unit_attr_get(context));
  tern_arg_list_t args = {0};
  tern_parsed_arg_t iv = {0};
  tern_unresolved_operand_t bounds[3];
  tern_operand_list_t inits = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_argument(parser, false, false, &iv) || !tern_parse_token(parser, "=") ||
      !tern_parse_operand(parser, &bounds[0]) || !tern_parse_keyword(parser, "to") ||
      !tern_parse_operand(parser, &bounds[1]) || !tern_parse_keyword(parser, "step") ||
      !tern_parse_operand(parser, &bounds[2]))
    return false;
  tern_arg_list_push(parser, &args, iv);
  if (tern_parse_optional_keyword(parser, "iter_args")) {
    if (!tern_parse_assignment_list(parser, &args, &inits)) return false;
    if (!tern_parser_at_token(parser, "->")) return tern_parser_error(parser, "expected '->'");
    if (!tern_parse_optional_arrow_type_list(parser, &types)) return false;
  }
  if (inits.count != types.count)
    return tern_parser_error_at(parser, op->pos, "mismatch in number of loop-carried values and defined values");
  const tern_type_t *type = index_type(parser);
  if (tern_parse_optional_token(parser, ":") && !(type = tern_parse_type(parser))) return false;
  args.values[0].type = type;
  for (size_t i = 0; i < types.count; i++) args.values[1 + i].type = types.values[i];
  add_result_types(parser, op, &types);
  if (!tern_op_parse_region(parser, op, &args)) return false;
  // After the body, whose values are not there for the loop's operands.
  for (size_t i = 0; i < 3; i++)
    if (!tern_op_resolve_operand(parser, op, bounds[i], type)) return false;
  if (!tern_op_resolve_operands_each(parser, op, &inits, &types)) return false;
  tern_op_ensure_terminator(parser, op, 0);
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_scf_print_for(tern_printer_t *printer, const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  size_t init_count = op->operand_count - 3;
  if (tern_op_attr(op, "unsignedCmp")) tern_printer_text(printer, " unsigned");
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, body->args[0]);
  tern_printer_text(printer, " = ");
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, " to ");
  tern_printer_value(printer, tern_op_operand(op, 1));
  tern_printer_text(printer, " step ");
  tern_printer_value(printer, tern_op_operand(op, 2));
  print_assignments(printer, " iter_args", op, body, 1, 3, init_count);
  if (init_count) {
    tern_printer_text(printer, " -> (");
    tern_printer_operand_types(printer, op, 3, init_count);
    tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  if (!tern_type_is_index(body->args[0]->type)) {
    tern_printer_text(printer, " : ");
    tern_printer_type(printer, body->args[0]->type);
    tern_printer_char(printer, ' ');
  }
  tern_printer_region(printer, &op->regions[0], false, init_count > 0);
  tern_printer_attr_dict(printer, op, (const char *const[]){"unsignedCmp"}, 1);
}

// --- while ---

bool tern_scf_parse_while(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t args = {0};
  tern_operand_list_t inits = {0};
  if (tern_parser_at_token(parser, "(") && !tern_parse_assignment_list(parser, &args, &inits)) return false;
  if (!tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_FUNCTION) return tern_parser_error_at(parser, pos, "expected a function type");
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (inputs.count != inits.count)
    return tern_parser_error_at(parser, pos, "expected as many input types as operands (expected %zu got %zu)",
                                inits.count, inputs.count);
  for (size_t i = 0; i < inits.count; i++) {
    if (!tern_op_resolve_operand(parser, op, inits.values[i], inputs.values[i])) return false;
    args.values[i].type = inputs.values[i];
  }
  for (size_t i = 0; i < results.count; i++) tern_op_add_result_type(parser, op, results.values[i]);
  return tern_op_parse_region(parser, op, &args) && tern_parse_keyword(parser, "do") &&
         tern_op_parse_region(parser, op, NULL) && tern_op_parse_optional_attr_dict_with_keyword(parser, op);
}

void tern_scf_print_while(tern_printer_t *printer, const tern_op_t *op) {
  print_assignments(printer, " ", op, tern_op_body(op, 0), 0, 0, op->operand_count);
  tern_printer_text(printer, " : (");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_text(printer, ") -> ");
  bool is_bare = op->result_count == 1 && op->results[0].type->kind != TERN_TYPE_FUNCTION;
  if (!is_bare) tern_printer_char(printer, '(');
  tern_printer_result_types(printer, op, 0, op->result_count);
  if (!is_bare) tern_printer_char(printer, ')');
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_text(printer, " do ");
  tern_printer_region(printer, &op->regions[1], true, true);
  tern_printer_attr_dict_with_keyword(printer, op, NULL, 0);
}

// --- parallel ---

// `(%a, %b)`, as many as there are induction variables.
static bool parse_bounds(tern_parser_t *parser, tern_parsed_op_t *op, size_t count) {
  tern_operand_list_t operands = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, "()", &operands)) return false;
  if (operands.count != count)
    return tern_parser_error_at(parser, pos, "custom op 'scf.parallel' expected %zu operands", count);
  return tern_op_resolve_operands(parser, op, &operands, index_type(parser));
}

bool tern_scf_parse_parallel(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t ivs = {0};
  tern_operand_list_t inits = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_argument_list(parser, "()", false, false, &ivs) || !tern_parse_token(parser, "=") ||
      !parse_bounds(parser, op, ivs.count) || !tern_parse_keyword(parser, "to") ||
      !parse_bounds(parser, op, ivs.count) || !tern_parse_keyword(parser, "step") ||
      !parse_bounds(parser, op, ivs.count))
    return false;
  if (tern_parse_optional_keyword(parser, "init") && !tern_parse_operand_list(parser, "()", &inits)) return false;
  if (!tern_parse_optional_arrow_type_list(parser, &types)) return false;
  add_result_types(parser, op, &types);
  for (size_t i = 0; i < ivs.count; i++) ivs.values[i].type = index_type(parser);
  if (!tern_op_resolve_operands_each(parser, op, &inits, &types) || !tern_op_parse_region(parser, op, &ivs))
    return false;
  int32_t count = (int32_t)ivs.count;
  int32_t segments[] = {count, count, count, (int32_t)inits.count};
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), segments, 4));
  tern_op_ensure_terminator(parser, op, 0);
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_scf_print_parallel(tern_printer_t *printer, const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  static const char *const words[] = {" = (", " to (", " step ("};
  size_t start, count;
  tern_printer_text(printer, " (");
  print_args(printer, body, body->arg_count);
  tern_printer_char(printer, ')');
  for (size_t i = 0; i < 3; i++) {
    tern_op_operand_group(op, i, &start, &count);
    tern_printer_text(printer, words[i]);
    tern_printer_operands(printer, op, start, count);
    tern_printer_char(printer, ')');
  }
  tern_op_operand_group(op, 3, &start, &count);
  if (count) {
    tern_printer_text(printer, " init (");
    tern_printer_operands(printer, op, start, count);
    tern_printer_char(printer, ')');
  }
  if (op->result_count) {
    bool is_bare = op->result_count == 1 && op->results[0].type->kind != TERN_TYPE_FUNCTION;
    tern_printer_text(printer, is_bare ? " -> " : " -> (");
    tern_printer_result_types(printer, op, 0, op->result_count);
    if (!is_bare) tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_attr_dict(printer, op, (const char *const[]){"operandSegmentSizes"}, 1);
}

// `(%a, %b : t, u) { ... }, { ... }`
bool tern_scf_parse_reduce(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (tern_parse_optional_token(parser, "(")) {
    tern_operand_list_t operands = {0};
    tern_type_list_t types = {0};
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (!tern_parse_operand_list(parser, NULL, &operands) || !tern_parse_token(parser, ":") ||
        !tern_parse_type_list(parser, &types) || !tern_parse_token(parser, ")"))
      return false;
    if (operands.count != types.count)
      return tern_parser_error_at(
          parser, pos, "custom op '%s' number of operands and types do not match: got %zu operands and %zu types",
          op->def->name->data, operands.count, types.count);
    if (!tern_op_resolve_operands_each(parser, op, &operands, &types)) return false;
  }
  bool has_region;
  // A region or the attributes may follow: both start with a brace, but only regions may come here first.
  if (tern_op_parsed_region_count(parser, op) == 0 && tern_parser_at_token(parser, "{")) {
    do {
      if (!tern_op_parse_optional_region(parser, op, NULL, &has_region)) return false;
    } while (tern_parse_optional_token(parser, ","));
  }
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_scf_print_reduce(tern_printer_t *printer, const tern_op_t *op) {
  if (op->operand_count) {
    tern_printer_char(printer, '(');
    tern_printer_operands(printer, op, 0, op->operand_count);
    tern_printer_text(printer, " : ");
    tern_printer_operand_types(printer, op, 0, op->operand_count);
    tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  for (size_t i = 0; i < op->region_count; i++) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_region(printer, &op->regions[i], true, true);
  }
  tern_printer_attr_dict(printer, op, NULL, 0);
}

// --- forall ---

// Integers and index values in one list: `(%a, 4)`. Operands are resolved at once; values in a growing array.
typedef struct index_list {
  int64_t *values;  // TERN_DYNAMIC for operands
  size_t count, capacity;
  int32_t dynamic_count;
} index_list_t;

static void push_index(tern_parser_t *parser, index_list_t *list, int64_t value) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    int64_t *values = tern_parser_alloc(parser, capacity * sizeof(*values));
    if (list->count) memcpy(values, list->values, list->count * sizeof(*values));
    list->values = values;
    list->capacity = capacity;
  }
  list->values[list->count++] = value;
}

static bool parse_index_list(tern_parser_t *parser, tern_parsed_op_t *op, index_list_t *list) {
  if (!tern_parse_token(parser, "(")) return false;
  if (tern_parse_optional_token(parser, ")")) return true;
  do {
    tern_unresolved_operand_t operand;
    bool is_operand;
    int64_t value = TERN_DYNAMIC;
    if (!tern_parse_optional_operand(parser, &operand, &is_operand)) return false;
    if (is_operand) {
      if (!tern_op_resolve_operand(parser, op, operand, index_type(parser))) return false;
      list->dynamic_count++;
    } else {
      if (!tern_parse_optional_integer(parser, &value))
        return tern_parser_error(parser, "expected SSA value or integer");
    }
    push_index(parser, list, value);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ")");
}

// `in (...)`, or `= (...) to (...) step (...)`.
static bool parse_forall_bounds(tern_parser_t *parser, tern_parsed_op_t *op, size_t rank, index_list_t lists[3]) {
  if (tern_parse_optional_keyword(parser, "in")) {
    for (size_t i = 0; i < rank; i++) {
      push_index(parser, &lists[0], 0);
      push_index(parser, &lists[2], 1);
    }
    return parse_index_list(parser, op, &lists[1]);
  }
  return tern_parse_token(parser, "=") && parse_index_list(parser, op, &lists[0]) && tern_parse_keyword(parser, "to") &&
         parse_index_list(parser, op, &lists[1]) && tern_parse_keyword(parser, "step") &&
         parse_index_list(parser, op, &lists[2]);
}

bool tern_scf_parse_forall(tern_parser_t *parser, tern_parsed_op_t *op) {
  static const char *const names[] = {"staticLowerBound", "staticUpperBound", "staticStep"};
  tern_context_t *context = tern_parser_context(parser);
  tern_arg_list_t args = {0};
  index_list_t lists[3] = {{0}};
  tern_operand_list_t outputs = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_argument_list(parser, "()", false, false, &args)) return false;
  size_t rank = args.count;
  if (!parse_forall_bounds(parser, op, rank, lists)) return false;
  if (tern_parse_optional_keyword(parser, "shared_outs") &&
      (!tern_parse_assignment_list(parser, &args, &outputs) || !tern_parse_optional_arrow_type_list(parser, &types)))
    return false;
  if (!tern_op_resolve_operands_each(parser, op, &outputs, &types)) return false;
  add_result_types(parser, op, &types);
  for (size_t i = 0; i < args.count; i++) args.values[i].type = i < rank ? index_type(parser) : types.values[i - rank];
  int32_t segments[4] = {0, 0, 0, (int32_t)outputs.count};
  for (size_t i = 0; i < 3; i++) {
    segments[i] = lists[i].dynamic_count;
    tern_op_add_attr(parser, op, names[i], tern_dense_i64_array_attr_get(context, lists[i].values, lists[i].count));
  }
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, segments, 4));
  if (!tern_op_parse_region(parser, op, &args)) return false;
  tern_op_ensure_terminator(parser, op, 0);
  return tern_op_parse_optional_attr_dict(parser, op);
}

static void print_index_list(tern_printer_t *printer, const tern_op_t *op, size_t group, const tern_attr_t *values) {
  size_t start, count;
  tern_op_operand_group(op, group, &start, &count);
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < tern_int_list_attr_count(values); i++) {
    int64_t value = tern_int_list_attr_at(values, i);
    if (i > 0) tern_printer_text(printer, ", ");
    if (value == TERN_DYNAMIC) {
      tern_printer_value(printer, tern_op_operand(op, start++));
    } else {
      tern_printer_int(printer, value);
    }
  }
  tern_printer_char(printer, ')');
}

static bool is_all(const tern_attr_t *values, int64_t expected) {
  for (size_t i = 0; i < tern_int_list_attr_count(values); i++)
    if (tern_int_list_attr_at(values, i) != expected) return false;
  return true;
}

void tern_scf_print_forall(tern_printer_t *printer, const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_attr_t *lower = tern_op_attr(op, "staticLowerBound"), *upper = tern_op_attr(op, "staticUpperBound");
  const tern_attr_t *step = tern_op_attr(op, "staticStep");
  size_t rank = tern_int_list_attr_count(lower), start, count;
  tern_printer_text(printer, " (");
  print_args(printer, body, rank);
  if (is_all(lower, 0) && is_all(step, 1)) {
    tern_printer_text(printer, ") in ");
    print_index_list(printer, op, 1, upper);
  } else {
    tern_printer_text(printer, ") = ");
    print_index_list(printer, op, 0, lower);
    tern_printer_text(printer, " to ");
    print_index_list(printer, op, 1, upper);
    tern_printer_text(printer, " step ");
    print_index_list(printer, op, 2, step);
  }
  tern_op_operand_group(op, 3, &start, &count);
  print_assignments(printer, " shared_outs", op, body, rank, start, count);
  tern_printer_char(printer, ' ');
  if (body->arg_count > rank) {
    tern_printer_text(printer, "-> (");
    tern_printer_result_types(printer, op, 0, op->result_count);
    tern_printer_text(printer, ") ");
  }
  tern_printer_region(printer, &op->regions[0], false, op->result_count > 0);
  static const char *const elided[] = {"operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep"};
  tern_printer_attr_dict(printer, op, elided, 4);
}

bool tern_scf_parse_in_parallel(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_op_parse_region(parser, op, NULL)) return false;
  tern_region_t *region = tern_op_parsed_region(parser, op, 0);
  if (tern_region_is_empty(region)) tern_block_insert(tern_block_create(tern_parser_context(parser)), region, NULL);
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_scf_print_in_parallel(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, false);
  tern_printer_attr_dict(printer, op, NULL, 0);
}

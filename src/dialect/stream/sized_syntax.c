#include "dialect/stream/sized_syntax.h"

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "ir/context.h"

// --- sizes ---

static bool is_type_of_row(const tern_type_t *type, const char *name) {
  return type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, name) == 0;
}

size_t tern_size_operand_count(const tern_type_t *type) {
  if (is_type_of_row(type, "stream.resource") || is_type_of_row(type, "util.buffer")) return 1;
  if (tern_type_is_dispatch_tensor(type)) type = tern_dispatch_tensor_type_as_tensor(type);
  return tern_type_is_ranked(type) ? tern_type_dynamic_dim_count(type) : 0;
}

bool tern_parse_sizes(tern_parser_t *parser, tern_operand_list_t *inout_sizes) {
  if (!tern_parser_at_token(parser, "{")) return true;
  return tern_parse_operand_list(parser, "{}", inout_sizes);
}

bool tern_parse_sized_type(tern_parser_t *parser, const tern_type_t **out_type, tern_operand_list_t *inout_sizes) {
  *out_type = tern_parse_type(parser);
  if (!*out_type) return false;
  if (!tern_size_operand_count(*out_type)) return true;
  return tern_parse_sizes(parser, inout_sizes);
}

void tern_print_sizes(tern_printer_t *printer, const tern_op_t *op, size_t count, size_t *inout_size) {
  if (!count || *inout_size + count > op->operand_count) return;
  tern_printer_char(printer, '{');
  tern_printer_operands(printer, op, *inout_size, count);
  tern_printer_char(printer, '}');
  *inout_size += count;
}

void tern_print_sized_type(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *type, size_t *inout_size) {
  tern_printer_type(printer, type);
  tern_print_sizes(printer, op, tern_size_operand_count(type), inout_size);
}

const tern_attr_t *tern_index_array_attr_get(tern_context_t *context, const int64_t *values, size_t count) {
  TERN_VEC(const tern_attr_t *) attrs = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&attrs, tern_integer_attr_get(tern_index_type_get(context), values[i]));
  }
  const tern_attr_t *array = tern_array_attr_get(context, attrs.values, count);
  tern_vec_deinitialize(&attrs);
  return array;
}

// --- results that may be tied ---

// The position of `operand` in `operands`; -1 if it is not there.
static int64_t find_operand(const tern_operand_list_t *operands, tern_unresolved_operand_t operand) {
  for (size_t i = 0; i < operands->count; ++i) {
    if (tern_str_equal(operands->values[i].name, operand.name) && operands->values[i].number == operand.number) {
      return (int64_t)i;
    }
  }
  return -1;
}

static bool parse_sized_result(tern_parser_t *parser, const tern_operand_list_t *operands,
                               const tern_type_list_t *operand_types, const tern_type_t **out_type,
                               tern_operand_list_t *inout_sizes, int64_t *out_tied) {
  tern_unresolved_operand_t operand;
  bool is_tied = false;
  *out_tied = -1;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_operand(parser, &operand, &is_tied)) return false;
  if (is_tied) {
    *out_tied = find_operand(operands, operand);
    if (*out_tied < 0) return tern_parser_error_at(parser, pos, "tied operand not found for result reference");
    if (!tern_parse_optional_keyword(parser, "as")) {
      if ((size_t)*out_tied >= operand_types->count) {
        return tern_parser_error_at(parser, pos, "the type of the tied operand is not known here");
      }
      *out_type = operand_types->values[*out_tied];
      return !tern_size_operand_count(*out_type) || tern_parse_sizes(parser, inout_sizes);
    }
  }
  return tern_parse_sized_type(parser, out_type, inout_sizes);
}

bool tern_parse_sized_results(tern_parser_t *parser, const tern_operand_list_t *operands,
                              const tern_type_list_t *operand_types, tern_type_list_t *inout_types,
                              tern_operand_list_t *inout_sizes, const tern_attr_t **out_tied) {
  TERN_VEC(int64_t) tied = {0};
  bool is_ok = true;
  do {
    const tern_type_t *type = NULL;
    int64_t index;
    is_ok = parse_sized_result(parser, operands, operand_types, &type, inout_sizes, &index);
    if (!is_ok) break;
    tern_type_list_push(parser, inout_types, type);
    tern_vec_push(&tied, index);
  } while (tern_parse_optional_token(parser, ","));
  if (is_ok) *out_tied = tern_index_array_attr_get(tern_parser_context(parser), tied.values, tied.count);
  tern_vec_deinitialize(&tied);
  return is_ok;
}

bool tern_parse_sized_result(tern_parser_t *parser, const tern_operand_list_t *operands,
                             const tern_type_list_t *operand_types, tern_type_list_t *inout_types,
                             tern_operand_list_t *inout_sizes, const tern_attr_t **out_tied) {
  const tern_type_t *type = NULL;
  int64_t index;
  if (!parse_sized_result(parser, operands, operand_types, &type, inout_sizes, &index)) return false;
  tern_type_list_push(parser, inout_types, type);
  *out_tied = tern_index_array_attr_get(tern_parser_context(parser), &index, 1);
  return true;
}

void tern_print_sized_result(tern_printer_t *printer, const tern_op_t *op, size_t operand_start, size_t result,
                             int64_t tied, size_t *inout_size) {
  const tern_type_t *type = op->results[result].type;
  const tern_value_t *operand = NULL;
  if (tied >= 0 && operand_start + (size_t)tied < op->operand_count) {
    operand = tern_op_operand(op, operand_start + (size_t)tied);
  }
  if (operand) tern_printer_value(printer, operand);
  if (operand && operand->type != type) tern_printer_text(printer, " as ");
  if (!operand || operand->type != type) tern_printer_type(printer, type);
  tern_print_sizes(printer, op, tern_size_operand_count(type), inout_size);
}

void tern_print_sized_results(tern_printer_t *printer, const tern_op_t *op, size_t operand_start, size_t start,
                              size_t count, const tern_attr_t *tied, size_t size_start) {
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    int64_t index = i < tern_int_list_attr_count(tied) ? tern_int_list_attr_at(tied, i) : -1;
    tern_print_sized_result(printer, op, operand_start, start + i, index, &size_start);
  }
}

// --- directives of formats ---

static tern_format_arg_t *arg_of_kind(tern_format_arg_t *args, size_t count, int kind) {
  for (size_t i = 0; i < count; ++i) {
    if ((int)args[i].kind == kind) return &args[i];
  }
  return NULL;
}

bool tern_parse_shaped_tied_result(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  tern_unresolved_operand_t operand;
  bool is_tied = false;
  const tern_type_t *type;
  if (!tern_parse_optional_operand(parser, &operand, &is_tied)) return false;
  if (is_tied && !tern_parse_keyword(parser, "as")) return false;
  if (!tern_parse_sized_type(parser, &type, &args[1].operands)) return false;
  tern_type_list_push(parser, &args[0].types, type);
  tern_format_arg_t *tied = arg_of_kind(args, count, TERN_FORMAT_ATTR);
  int64_t zero = 0;
  if (tied && is_tied) tied->attr = tern_index_array_attr_get(tern_parser_context(parser), &zero, 1);
  return true;
}

void tern_print_shaped_tied_result(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                   size_t count) {
  const tern_attr_t *tied = count > 2 ? args[2].attr : NULL;
  int64_t index = count > 2 && tern_int_list_attr_count(tied) == 0 ? -1 : 0;
  if (tern_int_list_attr_count(tied)) index = tern_int_list_attr_at(tied, 0);
  size_t size = args[1].start;
  if (!args[0].is_result_types && count <= 2) {
    tern_printer_value(printer, tern_op_operand(op, args[0].start));
    tern_printer_text(printer, " as ");
  } else if (index >= 0 && (size_t)index < op->operand_count) {
    tern_printer_value(printer, tern_op_operand(op, (size_t)index));
    tern_printer_text(printer, " as ");
  }
  const tern_type_t *type =
      args[0].is_result_types ? op->results[args[0].start].type : tern_op_operand(op, args[0].start)->type;
  tern_print_sized_type(printer, op, type, &size);
}

bool tern_parse_shaped_type_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  tern_format_arg_t *sizes = arg_of_kind(args, count, TERN_FORMAT_OPERANDS);
  do {
    const tern_type_t *type;
    if (!tern_parse_sized_type(parser, &type, &sizes->operands)) return false;
    for (size_t i = 0; i < count; ++i) {
      if (args[i].kind == TERN_FORMAT_TYPES) tern_type_list_push(parser, &args[i].types, type);
    }
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static const tern_type_t *type_of_arg(const tern_op_t *op, const tern_format_arg_t *arg, size_t index) {
  return arg->is_result_types ? op->results[arg->start + index].type : tern_op_operand(op, arg->start + index)->type;
}

void tern_print_shaped_type_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                 size_t count) {
  size_t size = args[count - 1].start;
  for (size_t i = 0; i < args[0].count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_print_sized_type(printer, op, type_of_arg(op, &args[0], i), &size);
  }
}

bool tern_parse_shaped_function_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t count) {
  (void)op;
  (void)count;
  if (!tern_parse_token(parser, "(")) return false;
  if (!tern_parse_optional_token(parser, ")")) {
    do {
      const tern_type_t *type;
      if (!tern_parse_sized_type(parser, &type, &args[2].operands)) return false;
      tern_type_list_push(parser, &args[1].types, type);
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  if (!tern_parse_token(parser, "->")) return false;
  bool has_parentheses = tern_parse_optional_token(parser, "(");
  if (has_parentheses && tern_parse_optional_token(parser, ")")) return true;
  if (!tern_parse_sized_results(parser, &args[0].operands, &args[1].types, &args[3].types, &args[4].operands,
                                &args[5].attr)) {
    return false;
  }
  return !has_parentheses || tern_parse_token(parser, ")");
}

void tern_print_shaped_function_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                     size_t count) {
  (void)count;
  size_t size = args[2].start;
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < args[1].count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_print_sized_type(printer, op, tern_op_operand(op, args[1].start + i)->type, &size);
  }
  tern_printer_text(printer, ") -> ");
  if (args[3].count != 1) tern_printer_char(printer, '(');
  tern_print_sized_results(printer, op, args[1].start, args[3].start, args[3].count, args[5].attr, args[4].start);
  if (args[3].count != 1) tern_printer_char(printer, ')');
}

// --- symbols ---

bool tern_parse_symbol_alias(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *target = tern_parse_attr(parser, NULL);
  if (!target) return false;
  if (target->kind != TERN_ATTR_SYMBOL_REF) return tern_parser_error_at(parser, pos, "expected a symbol name");
  name = tern_symbol_ref_attr_at(target, tern_symbol_ref_attr_count(target) - 1);
  if (tern_symbol_ref_attr_count(target) == 1 && tern_parse_optional_token(parser, "=")) {
    pos = tern_parser_pos(parser);
    target = tern_parse_attr(parser, NULL);
    if (!target) return false;
    if (target->kind != TERN_ATTR_SYMBOL_REF) return tern_parser_error_at(parser, pos, "expected a symbol name");
  }
  args[0].attr = tern_string_attr_get(context, name);
  args[1].attr = target;
  return true;
}

void tern_print_symbol_alias(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t count) {
  (void)op;
  (void)count;
  tern_str_t name = tern_string_attr_value(args[0].attr);
  const tern_attr_t *target = args[1].attr;
  if (!tern_str_equal(name, tern_symbol_ref_attr_at(target, tern_symbol_ref_attr_count(target) - 1))) {
    tern_printer_symbol_name(printer, name);
    tern_printer_text(printer, " = ");
  }
  tern_printer_attr(printer, target);
}

static bool parse_entry_point(tern_parser_t *parser, const tern_attr_t **out_ref) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  *out_ref = tern_parse_attr(parser, NULL);
  if (!*out_ref) return false;
  return (*out_ref)->kind == TERN_ATTR_SYMBOL_REF || tern_parser_error_at(parser, pos, "expected a symbol name");
}

bool tern_parse_entry_points(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  TERN_VEC(const tern_attr_t *) refs = {0};
  bool has_braces = tern_parse_optional_token(parser, "{"), is_ok = true;
  do {
    const tern_attr_t *ref;
    is_ok = parse_entry_point(parser, &ref);
    if (is_ok) tern_vec_push(&refs, ref);
  } while (is_ok && has_braces && tern_parse_optional_token(parser, ","));
  if (is_ok && has_braces) is_ok = tern_parse_token(parser, "}");
  if (is_ok) args[0].attr = tern_array_attr_get(tern_parser_context(parser), refs.values, refs.count);
  tern_vec_deinitialize(&refs);
  return is_ok;
}

void tern_print_entry_points(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t count) {
  (void)op;
  (void)count;
  size_t ref_count = tern_array_attr_count(args[0].attr);
  if (ref_count != 1) tern_printer_char(printer, '{');
  for (size_t i = 0; i < ref_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_array_attr_at(args[0].attr, i));
  }
  if (ref_count != 1) tern_printer_char(printer, '}');
}

// --- workgroup counts ---

bool tern_parse_workgroup_count_region(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t count) {
  (void)args;
  (void)count;
  if (!tern_parse_optional_keyword(parser, "workgroups")) {
    tern_op_add_empty_region(parser, op);
    return true;
  }
  tern_arg_list_t arguments = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_argument_list(parser, "()", true, true, &arguments)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_arrow_type_list(parser, &types)) return false;
  bool is_grid = types.count == 3;
  for (size_t i = 0; i < types.count; ++i) is_grid = is_grid && tern_type_is_index(types.values[i]);
  if (!is_grid) {
    return tern_parser_error_at(parser, pos, "workgroup count region must return the XYZ dimension counts");
  }
  return tern_op_parse_region(parser, op, &arguments);
}

void tern_print_workgroup_count_region(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t count) {
  (void)count;
  if (!args[0].count || tern_region_is_empty(&op->regions[args[0].start])) return;
  const tern_region_t *region = &op->regions[args[0].start];
  tern_printer_text(printer, "workgroups(");
  for (size_t i = 0; i < region->first_block->arg_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, region->first_block->args[i], true);
  }
  tern_printer_text(printer, ") -> (index, index, index) ");
  tern_printer_region(printer, region, false, true);
}

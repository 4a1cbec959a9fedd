// test: names of results, arguments and blocks, by which tests see what the printer makes of them.

#include <stdio.h>

#include "base/vec.h"
#include "test/dialect/hooks.h"

// The name that a type suggests for its values, or NULL.
static const char *name_of_type(const tern_type_t *type) {
  bool has_name = type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, "test.op_asm_type_interface") == 0;
  return has_name ? "op_asm_type_interface" : NULL;
}

static bool write_name(const char *name, char *out_name, size_t size) {
  if (!name) return false;
  snprintf(out_name, size, "%s", name);
  return true;
}

// Only if every result's type has a name.
bool tern_test_result_name_of_type(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!name_of_type(op->results[i].type)) return false;
  }
  return write_name(name_of_type(op->results[index].type), out_name, size);
}

bool tern_test_arg_name_of_type(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size) {
  return write_name(name_of_type(op->regions[region].first_block->args[index]->type), out_name, size);
}

bool tern_test_numbered_block_name(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size) {
  (void)op, (void)region;
  snprintf(out_name, size, "foo%zu", index);
  return true;
}

// The string at `index` of a list, if there is one that is not empty.
static bool write_listed_name(const tern_attr_t *names, size_t index, char *out_name, size_t size) {
  if (!names || names->kind != TERN_ATTR_ARRAY || index >= tern_array_attr_count(names)) return false;
  const tern_attr_t *name = tern_array_attr_at(names, index);
  if (name->kind != TERN_ATTR_STRING || !tern_string_attr_value(name).size) return false;
  tern_str_t text = tern_string_attr_value(name);
  snprintf(out_name, size, "%.*s", (int)text.size, text.data);
  return true;
}

bool tern_test_listed_result_name(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  return write_listed_name(tern_op_attr(op, "names"), index, out_name, size);
}

bool tern_test_listed_arg_name(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size) {
  (void)region;
  return write_listed_name(tern_op_attr(op, "arg_names"), index, out_name, size);
}

// --- test.string_attr_pretty_name, whose results' names in the text are its attribute ---

bool tern_test_parse_pretty_name(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  for (size_t i = 0; i < op->declared_result_count; ++i) {
    tern_op_add_result_type(parser, op, tern_i_type_get(context, 32));
  }
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op)) return false;
  if (op->declared_result_count == 0 || tern_op_parsed_attr(parser, op, "names")) return true;
  TERN_VEC(const tern_attr_t *) names = {0};
  for (size_t i = 0; i < op->declared_result_count; ++i) {
    tern_str_t name = tern_op_result_name(op, i);
    if (name.size && name.data[0] >= '0' && name.data[0] <= '9') name.size = 0;  // a number is no name
    tern_vec_push(&names, tern_string_attr_get(context, name));
  }
  tern_op_add_attr(parser, op, "names", tern_array_attr_get(context, names.values, names.count));
  tern_vec_deinitialize(&names);
  return true;
}

// The attribute is printed only if the names of the results do not say it.
void tern_test_print_pretty_name(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *names = tern_op_attr(op, "names");
  bool are_same = tern_array_attr_count(names) == op->result_count;
  for (size_t i = 0; are_same && i < op->result_count; ++i) {
    const tern_attr_t *name = tern_array_attr_at(names, i);
    are_same = tern_printer_is_named(printer, &op->results[i], tern_string_attr_value(name));
  }
  tern_printer_attr_dict_with_keyword(printer, op, (const char *const[]){"names"}, are_same);
}

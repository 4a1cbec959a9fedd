// test: names of results, arguments and blocks, by which tests see what the printer makes of them.

#include <stdio.h>

#include "dialect/test/hooks.h"

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

// Spellings of earlier years: what the generic form gives is brought up to date while it is read.
//
// Lists of integers were elements (dense<[0, 1]> : tensor<2xi64>) before stablehlo made them arrays, enums were strings
// ("EQ"), and dimension numbers were dictionaries. Some ops had other names. Every op of the two tables has a row here
// that wins over the op itself, so that nothing after the parser sees an old attribute.

#include "base/vec.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

typedef TERN_VEC(int64_t) values_t;

// Any list of integers as numbers; false for what is none.
static bool read_list(const tern_attr_t *attr, values_t *values) {
  bool is_list = attr->kind == TERN_ATTR_ARRAY;
  if (attr->kind == TERN_ATTR_DENSE_ARRAY) is_list = tern_type_is_integer(tern_attr_type(attr));
  if (attr->kind == TERN_ATTR_DENSE_ELEMENTS) {
    is_list = tern_type_is_int_or_index(tern_type_element(tern_attr_type(attr)));
  }
  for (size_t i = 0; attr->kind == TERN_ATTR_ARRAY && i < tern_array_attr_count(attr); ++i) {
    is_list = is_list && tern_attr_is_integer(tern_array_attr_at(attr, i));
  }
  if (!is_list) return false;
  size_t count = tern_int_list_attr_count(attr);
  for (size_t i = 0; i < count; ++i) tern_vec_push(values, tern_int_list_attr_at(attr, i));
  return true;
}

static bool is_one_dimensional(const tern_attr_t *attr) {
  return attr->kind != TERN_ATTR_DENSE_ELEMENTS || tern_type_rank(tern_attr_type(attr)) == 1;
}

static const tern_attr_t *make_flags(tern_context_t *context, const values_t *values) {
  TERN_VEC(unsigned char) flags = {0};
  for (size_t i = 0; i < values->count; ++i) tern_vec_push(&flags, values->values[i] != 0);
  const tern_attr_t *attr = tern_dense_array_attr_get(tern_i_type_get(context, 1), flags.values, flags.count);
  tern_vec_deinitialize(&flags);
  return attr;
}

// Elements of this type, of the shape that `attr` has, or one-dimensional.
static const tern_attr_t *make_elements(const tern_type_t *element, const tern_attr_t *attr, const values_t *values) {
  if (attr->kind == TERN_ATTR_DENSE_ELEMENTS) {
    const tern_type_t *type = tern_type_with_element(tern_attr_type(attr), element);
    return tern_dense_elements_attr_get_i64(type, values->values, values->count);
  }
  int64_t count = (int64_t)values->count;
  return tern_dense_elements_attr_get_i64(tern_tensor_type_get(element, &count, 1, NULL), values->values,
                                          values->count);
}

static const tern_attr_t *convert_list(tern_context_t *context, const char *constraint, const tern_attr_t *attr) {
  values_t values = {0};
  const tern_attr_t *result = attr;
  if (read_list(attr, &values)) {
    if (strcmp(constraint, "DenseI64ArrayAttr") == 0 && is_one_dimensional(attr)) {
      result = tern_dense_i64_array_attr_get(context, values.values, values.count);
    } else if (strcmp(constraint, "DenseBoolArrayAttr") == 0 && is_one_dimensional(attr)) {
      result = make_flags(context, &values);
    } else if (strcmp(constraint, "I64ElementsAttr") == 0) {
      result = make_elements(tern_i_type_get(context, 64), attr, &values);
    } else if (strcmp(constraint, "AnyIntElementsAttr") == 0) {
      result = make_elements(tern_i_type_get(context, 1), attr, &values);
    }
  }
  tern_vec_deinitialize(&values);
  return result;
}

// A case by its name or number.
static const tern_attr_t *convert_enum(tern_context_t *context, const tern_enum_row_t *row, const tern_attr_t *attr) {
  int64_t value;
  if (tern_attr_is_string(attr) && tern_enum_case_value(row, tern_string_attr_value(attr), &value)) {
    return tern_enum_attr_get(context, row, value);
  }
  bool is_number = row->attr_name && tern_attr_is_integer(attr);
  if (is_number && tern_enum_case_name(row, tern_integer_attr_value(attr))) {
    return tern_enum_attr_get(context, row, tern_integer_attr_value(attr));
  }
  return attr;
}

static const tern_attr_t *convert_enums(tern_context_t *context, const tern_enum_row_t *row, const tern_attr_t *attr) {
  if (attr->kind != TERN_ATTR_ARRAY) return attr;
  TERN_VEC(const tern_attr_t *) list = {0};
  for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
    tern_vec_push(&list, convert_enum(context, row, tern_array_attr_at(attr, i)));
  }
  const tern_attr_t *result = tern_array_attr_get(context, list.values, list.count);
  tern_vec_deinitialize(&list);
  return result;
}

const tern_attr_t *tern_hlo_normalize_attr(tern_context_t *context, const tern_op_def_t *def, tern_str_t name,
                                           const tern_attr_t *attr) {
  int slot = tern_op_def_slot(def, name);
  const tern_attr_constraint_t *constraint = slot >= 0 ? def->attrs[slot].constraint : NULL;
  if (!constraint || constraint->is_satisfied(attr, constraint)) return attr;
  if (constraint->element && constraint->element->enum_row) {
    return convert_enums(context, constraint->element->enum_row, attr);
  }
  if (constraint->enum_row && !constraint->attr_row) return convert_enum(context, constraint->enum_row, attr);
  if (constraint->attr_row && attr->kind == TERN_ATTR_DICTIONARY) {
    const tern_attr_t *result = tern_hlo_attr_of_dictionary(context, constraint->attr_row, attr);
    return result ? result : attr;
  }
  if (tern_attr_is_integer(attr) && constraint->value_type && tern_type_is_integer(constraint->value_type) &&
      constraint->shape && strcmp(constraint->shape, "int") == 0) {
    const tern_attr_t *number = tern_integer_attr_get(constraint->value_type, tern_integer_attr_value(attr));
    return tern_integer_attr_value(number) == tern_integer_attr_value(attr) ? number : attr;
  }
  // Groups in numbers come first among the forms that groups have.
  bool has_forms = constraint->arg_count > 0 && strncmp(constraint->name, "AnyAttrOf<", 10) == 0;
  return convert_list(context, has_forms ? constraint->args[0]->name : constraint->name, attr);
}

// --- rows ---

static bool upgrade(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    const char *name = op->def->attrs[i].name->data;
    const tern_attr_t *attr = tern_op_parsed_attr(parser, op, name);
    const tern_attr_t *today = attr ? tern_hlo_normalize_attr(context, op->def, tern_str_from_cstr(name), attr) : NULL;
    if (today != attr) tern_op_add_attr(parser, op, name, today);
  }
  return true;
}

// rng_uniform and rng_normal said the distribution by the op's name.
static bool upgrade_rng(tern_parser_t *parser, tern_parsed_op_t *op, const char *distribution) {
  const tern_attr_t *text = tern_string_attr_get(tern_parser_context(parser), tern_str_from_cstr(distribution));
  tern_op_add_attr(parser, op, "rng_distribution", text);
  return upgrade(parser, op);
}
static bool upgrade_rng_uniform(tern_parser_t *parser, tern_parsed_op_t *op) {
  return upgrade_rng(parser, op, "UNIFORM");
}
static bool upgrade_rng_normal(tern_parser_t *parser, tern_parsed_op_t *op) {
  return upgrade_rng(parser, op, "NORMAL");
}

#define OP(ID, MNEMONIC, ...)                                                                                    \
  {.old_name = "stablehlo." MNEMONIC, .new_name = "stablehlo." MNEMONIC, .upgrade = upgrade, .overrides = true}, \
      {.old_name = "mhlo." MNEMONIC, .new_name = "mhlo." MNEMONIC, .upgrade = upgrade, .overrides = true},
static const tern_legacy_row_t rows[] = {
#include "dialect/stablehlo/stablehlo_ops.def"
    {.old_name = "mhlo.conv", .new_name = "mhlo.convolution", .upgrade = upgrade},
    {.old_name = "mhlo.dynamic-slice", .new_name = "mhlo.dynamic_slice", .upgrade = upgrade},
    {.old_name = "mhlo.dynamic-update-slice", .new_name = "mhlo.dynamic_update_slice", .upgrade = upgrade},
    {.old_name = "mhlo.rng_uniform", .new_name = "mhlo.rng", .upgrade = upgrade_rng_uniform},
    {.old_name = "mhlo.rng_normal", .new_name = "mhlo.rng", .upgrade = upgrade_rng_normal},
    {.old_name = "stablehlo.rng_uniform", .new_name = "stablehlo.rng", .upgrade = upgrade_rng_uniform},
    {.old_name = "stablehlo.rng_normal", .new_name = "stablehlo.rng", .upgrade = upgrade_rng_normal},
};
#undef OP

void tern_hlo_register_legacy(tern_context_t *context) {
  tern_legacy_register(context, rows, sizeof(rows) / sizeof(rows[0]));
}

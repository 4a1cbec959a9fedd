// tosa: the spelling of 2023-24, brought up to date while it is read.
//
// Then, shapes, paddings, multiples and zero points were attributes (or constant tensors) where today they are operands.
// One table says for each op what became of what; a step that finds nothing to do does nothing, so that ops of today pass
// through.

#include <stdlib.h>
#include <string.h>

#include "asm/legacy.h"
#include "dialect/builtin/builtin.h"
#include "dialect/quant/quant.h"
#include "dialect/tosa/hooks.h"
#include "ir/context.h"

enum { MAX_LIST = 64 };

typedef struct site {
  tern_parser_t *parser;
  tern_parsed_op_t *op;
  tern_context_t *context;
} site_t;

static size_t operand_count(const site_t *s) { return tern_legacy_operands(s->op).count; }
static tern_value_t *operand(const site_t *s, size_t index) { return tern_legacy_operands(s->op).values[index]; }

static const tern_attr_t *take_attr(const site_t *s, const char *name) {
  const tern_attr_t *attr = tern_op_parsed_attr(s->parser, s->op, name);
  if (attr) tern_legacy_remove_attr(s->op, name);
  return attr;
}

static void set_operand(const site_t *s, size_t index, tern_value_t *value) {
  tern_values_t old = tern_legacy_operands(s->op);
  size_t count = index < old.count ? old.count : index + 1;
  tern_value_t **values = tern_malloc((count + 1) * sizeof(*values));
  for (size_t i = 0; i < old.count; ++i) values[i] = old.values[i];
  values[index] = value;
  tern_legacy_set_operands(s->op, (tern_values_t){values, count});
  free(values);
}

static void drop_operands_from(const site_t *s, size_t index) {
  tern_values_t old = tern_legacy_operands(s->op);
  tern_value_t **values = tern_malloc((old.count + 1) * sizeof(*values));
  for (size_t i = 0; i < index; ++i) values[i] = old.values[i];
  tern_legacy_set_operands(s->op, (tern_values_t){values, index});
  free(values);
}

// --- making operands ---

static tern_value_t *build_constant(const site_t *s, const tern_op_row_t *row, const tern_attr_t *values,
                                    const tern_type_t *type) {
  tern_op_t *op = tern_op_create(s->context, &(tern_op_state_t){
                                                 .def = tern_op_def_of(s->context, row),
                                                 .loc = tern_parser_loc_at(s->parser, s->op->pos),
                                                 .result_types = TERN_TYPES(type),
                                                 .attrs = TERN_ATTRS({"values", values}),
                                             });
  tern_op_insert(op, s->op->block, NULL);
  return tern_op_result(op, 0);
}

static tern_value_t *build_shape(const site_t *s, const int64_t *values, size_t count) {
  int64_t rank = (int64_t)count;
  const tern_type_t *list = tern_tensor_type_get(tern_index_type_get(s->context), &rank, 1, NULL);
  return build_constant(s, TERN_TOSA(CONST_SHAPE), tern_dense_elements_attr_get_i64(list, values, count),
                        tern_tosa_shape_type_get(s->context, rank));
}

// tensor<1xT> of one number.
static tern_value_t *build_number(const site_t *s, const tern_type_t *element, double value) {
  int64_t one = 1;
  const tern_type_t *type = tern_tensor_type_get(element, &one, 1, NULL);
  const tern_attr_t *number = tern_type_is_float(element) ? tern_float_attr_get(element, value)
                                                          : tern_integer_attr_get(element, (int64_t)value);
  return build_constant(s, TERN_TOSA(CONST), tern_dense_elements_attr_get_splat(type, number), type);
}

static const tern_type_t *element_of(const site_t *s, size_t index) {
  const tern_type_t *type = tern_quant_storage_type(operand(s, index)->type);
  return tern_type_is_shaped(type) ? tern_type_element(type) : type;
}

static bool stores_unsigned(const tern_type_t *type) {
  tern_quant_params_t params;
  return tern_quant_read(type, &params) && !params.is_signed;
}

static bool read_list(const tern_attr_t *attr, int64_t *values, size_t *out_count) {
  if (!attr) return false;
  if (attr->kind == TERN_ATTR_DENSE_ELEMENTS) {
    if (!tern_type_is_int_or_index(tern_type_element(tern_attr_type(attr)))) return false;
  } else if (attr->kind == TERN_ATTR_ARRAY) {
    for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
      if (!tern_attr_is_integer(tern_array_attr_at(attr, i))) return false;
    }
  } else if (attr->kind != TERN_ATTR_DENSE_ARRAY || !tern_type_is_integer(tern_attr_type(attr))) {
    return false;
  }
  size_t count = tern_int_list_attr_count(attr);
  if (count > MAX_LIST) return false;
  for (size_t i = 0; i < count; ++i) values[i] = tern_int_list_attr_at(attr, i);
  *out_count = count;
  return true;
}

// --- steps ---

static const tern_attr_t *narrow_list(const site_t *s, const int64_t *values, size_t count) {
  int32_t narrow[MAX_LIST];
  for (size_t i = 0; i < count; ++i) narrow[i] = (int32_t)values[i];
  return tern_dense_i32_array_attr_get(s->context, narrow, count);
}

// The list attribute `name` becomes the shape operand at `index`.
static bool attr_to_shape(const site_t *s, const char *name, size_t index) {
  int64_t values[MAX_LIST];
  size_t count;
  if (operand_count(s) != index || !read_list(tern_op_parsed_attr(s->parser, s->op, name), values, &count)) return true;
  tern_legacy_remove_attr(s->op, name);
  set_operand(s, index, build_shape(s, values, count));
  return true;
}

// A tensor that is not constant as a shape; the lowering reads its elements.
static tern_value_t *build_shape_of_tensor(const site_t *s, tern_value_t *tensor, int64_t rank) {
  const tern_type_t *type = tern_tosa_shape_type_get(s->context, rank);
  tern_op_t *op =
      tern_op_create(s->context, &(tern_op_state_t){
                                     .def = tern_op_def_of(s->context, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)),
                                     .loc = tern_parser_loc_at(s->parser, s->op->pos),
                                     .operands = TERN_VALUES(tensor),
                                     .result_types = TERN_TYPES(type),
                                 });
  tern_op_insert(op, s->op->block, NULL);
  return tern_op_result(op, 0);
}

// How many elements the tensor has, or -1.
static int64_t count_elements(const tern_type_t *type) {
  int64_t count = 1;
  if (!tern_type_is_ranked(type) || !tern_type_is_integer(tern_type_element(type))) return -1;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) == TERN_DYNAMIC) return -1;
    count *= tern_type_dim(type, i);
  }
  return count;
}

// A tensor at operand `index` becomes a shape.
static bool tensor_to_shape(const site_t *s, size_t index) {
  int64_t values[MAX_LIST];
  size_t count;
  if (operand_count(s) <= index || tern_tosa_is_shape_type(operand(s, index)->type)) return true;
  if (!tern_type_is_shaped(operand(s, index)->type)) return true;
  if (!read_list(tern_value_constant(operand(s, index)), values, &count)) {
    const tern_type_t *type = operand(s, index)->type, *image = operand(s, 0)->type;
    int64_t size = count_elements(type);
    bool is_pairs = size >= 0 && tern_type_is_ranked(image) && size == (int64_t)(2 * tern_type_rank(image)) &&
                    tern_type_rank(type) <= 2;
    if (!is_pairs) {
      return tern_parser_error_at(s->parser, s->op->pos, "operand #%zu of '%s' has to be a constant", index,
                                  s->op->def->name->data);
    }
    set_operand(s, index, build_shape_of_tensor(s, operand(s, index), size));
    return true;
  }
  set_operand(s, index, build_shape(s, values, count));
  return true;
}

// The zero points at operands `index` and `index` + 1 (`second` NULL: only one), from `quantization_info` or attributes of
// their own; `types` say whose element types they have.
static void add_zero_points(const site_t *s, size_t index, const char *first, const char *second,
                            const tern_type_t *first_type, const tern_type_t *second_type) {
  if (operand_count(s) != index) return;
  const tern_attr_t *info = take_attr(s, "quantization_info");
  int64_t values[2] = {0};
  if (info && info->kind == TERN_ATTR_DIALECT && info->param_count == 2) {
    for (size_t i = 0; i < 2; ++i) values[i] = (int64_t)info->params[i];
  }
  const tern_attr_t *attrs[2] = {take_attr(s, first), second ? take_attr(s, second) : NULL};
  for (size_t i = 0; i < 2; ++i) {
    if (tern_attr_is_integer(attrs[i])) values[i] = tern_integer_attr_value(attrs[i]);
  }
  set_operand(s, index, build_number(s, first_type, (double)values[0]));
  if (second) set_operand(s, index + 1, build_number(s, second_type, (double)values[1]));
}

static const tern_type_t *result_element(const site_t *s) {
  tern_types_t types = tern_legacy_result_types(s->op);
  return types.count && tern_type_is_shaped(types.values[0])
             ? tern_type_element(tern_quant_storage_type(types.values[0]))
             : tern_i_type_get(s->context, 32);
}

static void add_acc_type(const site_t *s) {
  if (tern_op_parsed_attr(s->parser, s->op, "acc_type")) return;
  const tern_type_t *element = element_of(s, 0), *acc = tern_float_type_get(s->context, TERN_TYPE_F32);
  if (tern_type_is_integer(element))
    acc = tern_i_type_get(s->context, tern_integer_type_width(element) == 16 ? 48 : 32);
  tern_op_add_attr(s->parser, s->op, "acc_type", tern_type_attr_get(acc));
}

static void rename_attr(const site_t *s, const char *old_name, const char *name) {
  const tern_attr_t *attr = take_attr(s, old_name);
  if (attr && !tern_op_parsed_attr(s->parser, s->op, name)) tern_op_add_attr(s->parser, s->op, name, attr);
}

static void default_flag(const site_t *s, const char *name, bool value) {
  if (!tern_op_parsed_attr(s->parser, s->op, name)) {
    tern_op_add_attr(s->parser, s->op, name, tern_bool_attr_get(s->context, value));
  }
}

static void round_by_flag(const site_t *s) {
  const tern_attr_t *flag = take_attr(s, "double_round");
  if (tern_op_parsed_attr(s->parser, s->op, "rounding_mode")) return;
  bool is_double = tern_attr_is_integer(flag) && tern_integer_attr_value(flag) != 0;
  const int64_t mode = is_double ? TERN_TOSA_DOUBLE_ROUND : TERN_TOSA_SINGLE_ROUND;
  tern_op_add_attr(s->parser, s->op, "rounding_mode",
                   tern_enum_attr_get(s->context, TERN_TOSA_ENUM(ROUNDING_MODE), mode));
}

// --- ops ---

static bool upgrade_constant(const site_t *s) {
  rename_attr(s, "value", "values");
  return true;
}

static bool upgrade_convolution(const site_t *s) {
  if (operand_count(s) == 3) take_attr(s, "out_shape");
  add_zero_points(s, 3, "input_zp", "weight_zp", element_of(s, 0), element_of(s, 1));
  add_acc_type(s);
  return true;
}

static bool upgrade_matmul(const site_t *s) {
  add_zero_points(s, 2, "a_zp", "b_zp", element_of(s, 0), element_of(s, 1));
  return true;
}

static bool upgrade_fully_connected(const site_t *s) {
  add_zero_points(s, 3, "input_zp", "weight_zp", element_of(s, 0), element_of(s, 1));
  return true;
}

static bool upgrade_avg_pool(const site_t *s) {
  add_zero_points(s, 1, "input_zp", "output_zp", element_of(s, 0), result_element(s));
  add_acc_type(s);
  return true;
}

static bool upgrade_negate(const site_t *s) {
  rename_attr(s, "input_zp", "input1_zp");
  add_zero_points(s, 1, "input1_zp", "output_zp", element_of(s, 0), result_element(s));
  return true;
}

// min_int and max_int, or min_fp and max_fp, by the element type.
static bool upgrade_clamp(const site_t *s) {
  const tern_type_t *element = element_of(s, 0);
  bool is_float = tern_type_is_float(element);
  static const char *const names[2][3] = {{"min_int", "min_fp", "min_val"}, {"max_int", "max_fp", "max_val"}};
  for (size_t i = 0; i < 2; ++i) {
    const tern_attr_t *integer = take_attr(s, names[i][0]), *number = take_attr(s, names[i][1]);
    if (tern_op_parsed_attr(s->parser, s->op, names[i][2])) continue;
    const tern_attr_t *value = NULL;
    if (is_float && tern_attr_is_float(number)) {
      value = tern_float_attr_get(element, tern_float_attr_value(number));
    } else if (!is_float && tern_attr_is_integer(integer)) {
      // Limits beyond the type's do not limit.
      int64_t limit = tern_integer_attr_value(integer);
      uint32_t width = tern_integer_type_width(element);
      bool is_unsigned = tern_integer_type_signedness(element) == TERN_UNSIGNED || stores_unsigned(operand(s, 0)->type);
      if (width < 64) {
        int64_t low = is_unsigned ? 0 : -(INT64_C(1) << (width - 1));
        int64_t high = is_unsigned ? (INT64_C(1) << width) - 1 : (INT64_C(1) << (width - 1)) - 1;
        limit = limit < low ? low : limit > high ? high : limit;
      }
      value = tern_integer_attr_get(element, limit);
    }
    if (value) tern_op_add_attr(s->parser, s->op, names[i][2], value);
  }
  return true;
}

// tosa.reluN (until 2022): a clamp from 0.
static bool upgrade_relu(tern_parser_t *parser, tern_parsed_op_t *op) {
  const site_t site = {parser, op, tern_parser_context(parser)};
  tern_op_add_attr(parser, op, "min_int", tern_integer_attr_get(tern_i_type_get(site.context, 64), 0));
  tern_op_add_attr(parser, op, "min_fp", tern_float_attr_get(tern_float_type_get(site.context, TERN_TYPE_F32), 0));
  return tern_tosa_upgrade(parser, op);
}

static bool upgrade_mul(const site_t *s) {
  const tern_attr_t *shift = operand_count(s) == 2 ? take_attr(s, "shift") : NULL;
  if (operand_count(s) != 2) return true;
  double value = tern_attr_is_integer(shift) ? (double)tern_integer_attr_value(shift) : 0;
  set_operand(s, 2, build_number(s, tern_i_type_get(s->context, 8), value));
  return true;
}

static bool upgrade_rescale(const site_t *s) {
  round_by_flag(s);
  default_flag(s, "scale32", true);
  default_flag(s, "per_channel", false);
  default_flag(s, "input_unsigned", false);
  default_flag(s, "output_unsigned", false);
  if (operand_count(s) != 1) return true;
  const tern_attr_t *wide = tern_op_parsed_attr(s->parser, s->op, "scale32");
  bool is_wide = !tern_attr_is_integer(wide) || tern_integer_attr_value(wide) != 0;
  static const char *const names[] = {"multiplier", "shift"};
  for (size_t i = 0; i < 2; ++i) {
    int64_t values[MAX_LIST], *list = values;
    const tern_attr_t *attr = take_attr(s, names[i]);
    size_t count = tern_int_list_attr_count(attr);
    if (!attr || (attr->kind != TERN_ATTR_DENSE_ARRAY && attr->kind != TERN_ATTR_ARRAY)) return true;
    if (count > MAX_LIST) list = tern_malloc(count * sizeof(*list));
    for (size_t e = 0; e < count; ++e) list[e] = tern_int_list_attr_at(attr, e);
    int64_t size = (int64_t)count;
    const tern_type_t *element = tern_i_type_get(s->context, i ? 8 : is_wide ? 32 : 16);
    const tern_type_t *type = tern_tensor_type_get(element, &size, 1, NULL);
    set_operand(s, 1 + i,
                build_constant(s, TERN_TOSA(CONST), tern_dense_elements_attr_get_i64(type, list, count), type));
    if (list != values) free(list);
  }
  const tern_type_t *input = element_of(s, 0), *output = result_element(s);
  tern_types_t results = tern_legacy_result_types(s->op);
  if (stores_unsigned(operand(s, 0)->type)) {
    tern_op_add_attr(s->parser, s->op, "input_unsigned", tern_bool_attr_get(s->context, true));
  }
  if (results.count && stores_unsigned(results.values[0])) {
    tern_op_add_attr(s->parser, s->op, "output_unsigned", tern_bool_attr_get(s->context, true));
  }
  // What was ui8 by its type is said by flags today, but the types may stay.
  if (tern_type_is_integer(input) && tern_integer_type_signedness(input) == TERN_UNSIGNED) {
    tern_op_add_attr(s->parser, s->op, "input_unsigned", tern_bool_attr_get(s->context, true));
    input = tern_i_type_get(s->context, tern_integer_type_width(input));
  }
  if (tern_type_is_integer(output) && tern_integer_type_signedness(output) == TERN_UNSIGNED) {
    tern_op_add_attr(s->parser, s->op, "output_unsigned", tern_bool_attr_get(s->context, true));
    output = tern_i_type_get(s->context, tern_integer_type_width(output));
  }
  add_zero_points(s, 3, "input_zp", "output_zp", input, output);
  return true;
}

static bool upgrade_pad(const site_t *s) {
  if (!attr_to_shape(s, "padding", 1)) return false;
  if (operand_count(s) > 1 && !tensor_to_shape(s, 1)) return false;
  if (operand_count(s) == 2) {
    const tern_attr_t *info = take_attr(s, "quantization_info"), *zero_point = take_attr(s, "input_zp");
    double value = info && info->kind == TERN_ATTR_DIALECT && info->param_count ? (double)(int64_t)info->params[0] : 0;
    if (tern_attr_is_integer(zero_point)) value = (double)tern_integer_attr_value(zero_point);
    set_operand(s, 2, build_number(s, element_of(s, 0), value));
  }
  return true;
}

static bool upgrade_reshape(const site_t *s) { return attr_to_shape(s, "new_shape", 1); }
static bool upgrade_slice(const site_t *s) { return attr_to_shape(s, "start", 1) && attr_to_shape(s, "size", 2); }
static bool upgrade_tile(const site_t *s) { return attr_to_shape(s, "multiples", 1); }

static bool upgrade_resize(const site_t *s) {
  return attr_to_shape(s, "scale", 1) && attr_to_shape(s, "offset", 2) && attr_to_shape(s, "border", 3);
}

// The permutation was a constant tensor.
static bool upgrade_transpose(const site_t *s) {
  int64_t values[MAX_LIST];
  size_t count;
  if (operand_count(s) != 2) return true;
  if (!read_list(tern_value_constant(operand(s, 1)), values, &count)) {
    return tern_parser_error_at(s->parser, s->op->pos, "the permutation of 'tosa.transpose' has to be a constant");
  }
  drop_operands_from(s, 1);
  tern_op_add_attr(s->parser, s->op, "perms", narrow_list(s, values, count));
  return true;
}

static bool upgrade_apply_scale(const site_t *s) {
  round_by_flag(s);
  return true;
}

static const struct {
  const tern_op_row_t *row;
  bool (*upgrade)(const site_t *site);
} upgrades[] = {
    {TERN_TOSA(CONST), upgrade_constant},
    {TERN_TOSA(CONST_SHAPE), upgrade_constant},
    {TERN_TOSA(CONV2D), upgrade_convolution},
    {TERN_TOSA(CONV3D), upgrade_convolution},
    {TERN_TOSA(DEPTHWISE_CONV2D), upgrade_convolution},
    {TERN_TOSA(TRANSPOSE_CONV2D), upgrade_convolution},
    {TERN_TOSA(MATMUL), upgrade_matmul},
    {TERN_TOSA(FULLY_CONNECTED), upgrade_fully_connected},
    {TERN_TOSA(AVG_POOL2D), upgrade_avg_pool},
    {TERN_TOSA(NEGATE), upgrade_negate},
    {TERN_TOSA(CLAMP), upgrade_clamp},
    {TERN_TOSA(MUL), upgrade_mul},
    {TERN_TOSA(RESCALE), upgrade_rescale},
    {TERN_TOSA(PAD), upgrade_pad},
    {TERN_TOSA(RESHAPE), upgrade_reshape},
    {TERN_TOSA(SLICE), upgrade_slice},
    {TERN_TOSA(TILE), upgrade_tile},
    {TERN_TOSA(RESIZE), upgrade_resize},
    {TERN_TOSA(TRANSPOSE), upgrade_transpose},
    {TERN_TOSA(APPLY_SCALE), upgrade_apply_scale},
};

// --- attributes of every op ---

// Enums were strings, lists were array attributes, axes were i64; flags without a value are true.
static void upgrade_attrs(const site_t *s) {
  const tern_op_def_t *def = s->op->def;
  for (size_t i = 0; i < def->attr_count; ++i) {
    const char *name = def->attrs[i].name->data;
    const tern_attr_t *attr = tern_op_parsed_attr(s->parser, s->op, name);
    const tern_attr_constraint_t *constraint = def->attrs[i].constraint;
    if (!attr || constraint->is_satisfied(attr, constraint)) continue;
    const tern_enum_row_t *row = tern_tosa_enum_of_attr(tern_str_from_cstr(name));
    int64_t value, values[MAX_LIST];
    size_t count;
    if (row && tern_attr_is_string(attr) && tern_enum_case_value(row, tern_string_attr_value(attr), &value)) {
      tern_op_add_attr(s->parser, s->op, name, tern_enum_attr_get(s->context, row, value));
    } else if (tern_attr_is_integer(attr) && constraint->value_type && tern_type_is_integer(constraint->value_type)) {
      value = tern_integer_attr_value(attr);
      tern_op_add_attr(s->parser, s->op, name, tern_integer_attr_get(constraint->value_type, value));
    } else if (attr->kind == TERN_ATTR_UNIT && constraint->value_type) {
      tern_op_add_attr(s->parser, s->op, name, tern_integer_attr_get(constraint->value_type, -1));
    } else if (read_list(attr, values, &count)) {
      const tern_attr_t *list = tern_dense_i64_array_attr_get(s->context, values, count);
      if (!constraint->is_satisfied(list, constraint)) list = narrow_list(s, values, count);
      tern_op_add_attr(s->parser, s->op, name, list);
    }
  }
}

bool tern_tosa_upgrade(tern_parser_t *parser, tern_parsed_op_t *op) {
  const site_t site = {parser, op, tern_parser_context(parser)};
  for (size_t i = 0; i < sizeof upgrades / sizeof upgrades[0]; ++i) {
    if (op->def->row == upgrades[i].row && !upgrades[i].upgrade(&site)) return false;
  }
  upgrade_attrs(&site);
  return true;
}

// Every op has a row, so that its generic form passes through too.
#define OP(ID, NAME, ...) {.old_name = NAME, .new_name = NAME, .upgrade = tern_tosa_upgrade, .overrides = true},
static const tern_legacy_row_t rows[] = {
#include "dialect/tosa/tosa_ops.def"
    {.old_name = "tosa.div", .new_name = "tosa.intdiv", .upgrade = tern_tosa_upgrade},
    {.old_name = "tosa.int_div", .new_name = "tosa.intdiv", .upgrade = tern_tosa_upgrade},
    {.old_name = "tosa.arg_max", .new_name = "tosa.argmax", .upgrade = tern_tosa_upgrade},
    {.old_name = "tosa.reluN", .new_name = "tosa.clamp", .upgrade = upgrade_relu},
    {.old_name = "tosa.reduce_prod", .new_name = "tosa.reduce_product", .upgrade = tern_tosa_upgrade},
    {.old_name = "tosa.div_shape", .new_name = "tosa.div_floor_shape"},
    {.old_name = "tosa.variable.read", .new_name = "tosa.variable_read"},
    {.old_name = "tosa.variable.write", .new_name = "tosa.variable_write"},
};
#undef OP

void tern_tosa_register_legacy(tern_context_t *context) {
  tern_legacy_register(context, rows, sizeof rows / sizeof rows[0]);
}

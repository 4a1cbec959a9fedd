// tosa: tables, types and attributes, and the folding of shapes.

#include "dialect/tosa/tosa.h"

#include <inttypes.h>

#include "bytecode/dialect_encoding.h"
#include "dialect/tosa/hooks.h"
#include "ir/context.h"

enum { MAX_RANK = 32 };

// --- attributes ---

int64_t tern_tosa_int(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : otherwise;
}

int64_t tern_tosa_enum_value(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && attr->kind == TERN_ATTR_ENUM ? tern_enum_attr_value(attr) : otherwise;
}

bool tern_tosa_ignores_nan(const tern_op_t *op) {
  return tern_tosa_enum_value(op, "nan_mode", TERN_TOSA_NAN_PROPAGATE) == TERN_TOSA_NAN_IGNORE;
}

bool tern_tosa_constant_list(const tern_value_t *value, int64_t *out_values, size_t capacity, size_t *out_count) {
  const tern_attr_t *attr = tern_value_constant(value);
  if (!attr || attr->kind != TERN_ATTR_DENSE_ELEMENTS) return false;
  if (!tern_type_is_int_or_index(tern_type_element(tern_attr_type(attr)))) return false;
  size_t count = tern_int_list_attr_count(attr);
  if (count > capacity) return false;
  for (size_t i = 0; i < count; ++i) out_values[i] = tern_int_list_attr_at(attr, i);
  *out_count = count;
  return true;
}

// --- types ---

static const tern_type_t *parse_shape(tern_parser_t *parser, const tern_type_row_t *row) {
  int64_t rank;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_integer(parser, &rank) || !tern_parse_token(parser, ">")) return NULL;
  if (rank < 0) {
    tern_parser_error_at(parser, pos, "invalid rank (must be >= 0): %lld", (long long)rank);
    return NULL;
  }
  const uint64_t params[] = {(uint64_t)rank};
  return tern_dialect_type_get(tern_parser_context(parser), row, params, 1);
}

static void print_shape(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_format(printer, "<%" PRId64 ">", tern_tosa_shape_type_rank(type));
}

static const tern_type_row_t types[] = {
    {.name = "tosa.shape", .summary = "Dimensions of a tensor", .parse = parse_shape, .print = print_shape},
    {.name = "tosa.mxint8", .summary = "8-bit integer with an implicit scale of 1/64"},
};

const tern_type_t *tern_tosa_shape_type_get(tern_context_t *context, int64_t rank) {
  const uint64_t params[] = {(uint64_t)rank};
  return tern_dialect_type_get(context, &types[0], params, 1);
}

bool tern_tosa_is_shape_type(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &types[0];
}

// --- enums ---

static const tern_enum_case_t nan_modes[] = {{"PROPAGATE", 1}, {"IGNORE", 2}};
static const tern_enum_case_t resize_modes[] = {{"NEAREST_NEIGHBOR", 1}, {"BILINEAR", 2}};
static const tern_enum_case_t rounding_modes[] = {{"SINGLE_ROUND", 1}, {"INEXACT_ROUND", 2}, {"DOUBLE_ROUND", 3}};
static const tern_enum_case_t block_sizes[] = {{"BLOCK_SIZE_32", 32}};
#define NAMED(NAME, CASES)    \
  {.name = "tosa." NAME,      \
   .attr_name = "tosa." NAME, \
   .storage_width = 32,       \
   .cases = (CASES),          \
   .case_count = sizeof(CASES) / sizeof((CASES)[0])}
const tern_enum_row_t tern_tosa_enums[] = {
    [TERN_TOSA_ENUM_NAN_MODE] = NAMED("nan_mode", nan_modes),
    [TERN_TOSA_ENUM_RESIZE_MODE] = NAMED("resize_mode", resize_modes),
    [TERN_TOSA_ENUM_ROUNDING_MODE] = NAMED("rounding_mode", rounding_modes),
    [TERN_TOSA_ENUM_BLOCK_SIZE] = NAMED("block_size", block_sizes),
};

// --- quantization attributes of 2023-24: `<input_zp = 1, weight_zp = 2>` ---

static const char *const quantization_fields[][2] = {
    {"input_zp", "output_zp"}, {"input_zp", "weight_zp"}, {"a_zp", "b_zp"}, {"input_zp", NULL}};
extern const tern_attr_row_t tern_tosa_attrs[];

static const tern_attr_t *parse_quantization(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type) {
  (void)type;
  const char *const *fields = quantization_fields[row - tern_tosa_attrs];
  uint64_t params[2] = {0};
  if (!tern_parse_token(parser, "<")) return NULL;
  do {
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_str_t name;
    int64_t value;
    if (!tern_parse_any_keyword(parser, &name)) return NULL;
    size_t i = 0;
    while (i < 2 && !(fields[i] && tern_str_equal_cstr(name, fields[i]))) ++i;
    if (i == 2) {
      tern_parser_error_at(parser, pos, "expected a zero point of #%s", row->name);
      return NULL;
    }
    if (!tern_parse_token(parser, "=") || !tern_parse_integer(parser, &value)) return NULL;
    params[i] = (uint64_t)value;
  } while (tern_parse_optional_token(parser, ","));
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 2);
}

static void print_quantization(tern_printer_t *printer, const tern_attr_t *attr) {
  const char *const *fields = quantization_fields[(const tern_attr_row_t *)attr->row - tern_tosa_attrs];
  tern_printer_format(printer, "<%s = %" PRId64, fields[0], (int64_t)attr->params[0]);
  if (fields[1]) tern_printer_format(printer, ", %s = %" PRId64, fields[1], (int64_t)attr->params[1]);
  tern_printer_char(printer, '>');
}

#define QUANTIZATION(NAME, SUMMARY) \
  {.name = "tosa." NAME, .summary = SUMMARY, .parse = parse_quantization, .print = print_quantization}
const tern_attr_row_t tern_tosa_attrs[] = {
    QUANTIZATION("unary_quant", "Zero points of ops with one operand"),
    QUANTIZATION("conv_quant", "Zero points of convolutions"),
    QUANTIZATION("matmul_quant", "Zero points of products"),
    QUANTIZATION("pad_quant", "Zero point that pads"),
};

// --- folding ---

static tern_fold_status_t fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  (void)operands;
  out_results[0] = (tern_fold_result_t){.attr = tern_op_attr(op, "values")};
  return TERN_FOLD_REPLACED;
}

static const tern_attr_t *shape_attr(tern_context_t *context, const int64_t *dims, size_t count) {
  int64_t rank = (int64_t)count;
  return tern_dense_elements_attr_get_i64(tern_tensor_type_get(tern_index_type_get(context), &rank, 1, NULL), dims,
                                          count);
}

static int64_t log2_of(int64_t x, bool rounds_up) {
  int64_t log = 0;
  while (log < 62 && (INT64_C(1) << (log + 1)) <= x) ++log;
  return rounds_up && (INT64_C(1) << log) < x ? log + 1 : log;
}

// False where the op means nothing.
static bool evaluate(int id, int64_t x, int64_t y, int64_t *out_value) {
  switch (id) {
    case TERN_TOSA_ADD_SHAPE: return !__builtin_add_overflow(x, y, out_value);
    case TERN_TOSA_SUB_SHAPE: return !__builtin_sub_overflow(x, y, out_value);
    case TERN_TOSA_MUL_SHAPE: return !__builtin_mul_overflow(x, y, out_value);
    case TERN_TOSA_DIV_FLOOR_SHAPE: return y > 0 && x >= 0 && (*out_value = x / y, true);
    case TERN_TOSA_DIV_CEIL_SHAPE: return y > 0 && x >= 0 && (*out_value = x / y + (x % y != 0), true);
    case TERN_TOSA_MOD_SHAPE: return y > 0 && x >= 0 && (*out_value = x % y, true);
    case TERN_TOSA_MAX_SHAPE: return *out_value = x > y ? x : y, true;
    case TERN_TOSA_MIN_SHAPE: return *out_value = x < y ? x : y, true;
    case TERN_TOSA_EXP2_SHAPE: return x >= 0 && x < 63 && (*out_value = INT64_C(1) << x, true);
    case TERN_TOSA_LOG2_CEIL_SHAPE: return x > 0 && (*out_value = log2_of(x, true), true);
    case TERN_TOSA_LOG2_FLOOR_SHAPE: return x > 0 && (*out_value = log2_of(x, false), true);
    default: return false;
  }
}

static tern_fold_status_t fold_shapes(tern_op_t *op, const tern_attr_t *const *operands,
                                      tern_fold_result_t *out_results) {
  int64_t dims[MAX_RANK];
  size_t count = 0;
  int id = tern_tosa_id(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!operands[i] || operands[i]->kind != TERN_ATTR_DENSE_ELEMENTS) return TERN_FOLD_FAILED;
    if (tern_int_list_attr_count(operands[i]) > MAX_RANK) return TERN_FOLD_FAILED;
  }
  if (op->operand_count == 0) return TERN_FOLD_FAILED;
  size_t first_count = tern_int_list_attr_count(operands[0]);
  if (id == TERN_TOSA_CONCAT_SHAPE) {
    for (size_t i = 0; i < op->operand_count; ++i) {
      for (size_t d = 0; d < tern_int_list_attr_count(operands[i]); ++d) {
        if (count == MAX_RANK) return TERN_FOLD_FAILED;
        dims[count++] = tern_int_list_attr_at(operands[i], d);
      }
    }
  } else if (id == TERN_TOSA_SLICE_SHAPE) {
    int64_t start = tern_int_list_attr_at(operands[1], 0), size = tern_int_list_attr_at(operands[2], 0);
    if (start < 0 || size < 0 || start > (int64_t)first_count || size > (int64_t)first_count - start) {
      return TERN_FOLD_FAILED;
    }
    for (int64_t i = 0; i < size; ++i) dims[count++] = tern_int_list_attr_at(operands[0], (size_t)(start + i));
  } else {
    bool has_pair = op->operand_count > 1;
    if (has_pair && tern_int_list_attr_count(operands[1]) != first_count) return TERN_FOLD_FAILED;
    for (; count < first_count; ++count) {
      int64_t x = tern_int_list_attr_at(operands[0], count),
              y = has_pair ? tern_int_list_attr_at(operands[1], count) : 0;
      if (!evaluate(id, x, y, &dims[count])) return TERN_FOLD_FAILED;
    }
  }
  out_results[0] = (tern_fold_result_t){.attr = shape_attr(tern_op_context(op), dims, count)};
  return TERN_FOLD_REPLACED;
}

static tern_fold_status_t fold_dim(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out_results) {
  (void)operands;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  int64_t axis = tern_tosa_int(op, "axis", 0);
  if (!tern_type_is_ranked(type) || axis < 0 || (uint64_t)axis >= tern_type_rank(type)) return TERN_FOLD_FAILED;
  int64_t dim = tern_type_dim(type, (size_t)axis);
  if (dim == TERN_DYNAMIC) return TERN_FOLD_FAILED;
  out_results[0] = (tern_fold_result_t){.attr = shape_attr(tern_op_context(op), &dim, 1)};
  return TERN_FOLD_REPLACED;
}

// --- tables ---

const tern_op_row_t tern_tosa_ops[] = {
#define OP(ID, NAME, ...) [TERN_TOSA_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/tosa/tosa_ops.def"
#undef OP
};

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  bool is_shape = tern_tosa_is_shape_type(type);
  if (value->kind != TERN_ATTR_DENSE_ELEMENTS || (!is_shape && tern_attr_type(value) != type)) return NULL;
  const tern_op_row_t *row = is_shape ? TERN_TOSA(CONST_SHAPE) : TERN_TOSA(CONST);
  return tern_op_create(context, &(tern_op_state_t){
                                     .def = tern_op_def_of(context, row),
                                     .loc = loc,
                                     .result_types = TERN_TYPES(type),
                                     .attrs = TERN_ATTRS({"values", value}),
                                 });
}

// Attributes that MLIR 22 does not have.
static const tern_property_encoding_t properties[] = {{"tosa.cast", "input_unsigned", TERN_PROPERTY_NONE, NULL, NULL}};
static const tern_dialect_encoding_t encoding = {.properties = properties, .property_count = 1};

const tern_dialect_t tern_tosa_dialect = {
    .name = "tosa",
    .summary = "Tensor Operator Set Architecture 1.0",
    .ops = tern_tosa_ops,
    .op_count = TERN_TOSA_OP_COUNT,
    .types = types,
    .type_count = sizeof types / sizeof types[0],
    .attrs = tern_tosa_attrs,
    .attr_count = sizeof tern_tosa_attrs / sizeof tern_tosa_attrs[0],
    .enums = tern_tosa_enums,
    .enum_count = TERN_TOSA_ENUM_COUNT,
    .materialize_constant = materialize_constant,
    .encoding = &encoding,
};

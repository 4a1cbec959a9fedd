// quant: the notation of its types.
//
//   !quant.uniform<u8<1:255>:f32, 0.5:128>                     one scale (and zero point) for the tensor
//   !quant.uniform<i8:f32:1, {0.5, 0.25:3}>                    one for each index along axis 1
//   !quant.uniform<i8:f32:{0:1, 1:4}, {{0.5, 0.25}, {2.0:1}}>  one for each block of 1x4
//   !quant.any<i8<-8:7>:f32>                                   parameters to come
//   !quant.calibrated<f32<-0.998:1.2321>>                      the range of the floats that were seen

#include <math.h>
#include <stdlib.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/float.h"
#include "base/vec.h"
#include "dialect/quant/hooks.h"
#include "ir/context.h"

// --- what is stored, and what is expressed ---

// `i8`, `u8`, or an integer type with a sign.
static bool parse_storage_type(tern_parser_t *parser, tern_quant_params_t *params) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type;
  int64_t width = 0;
  if (!tern_parse_optional_type(parser, &type)) return false;
  if (type) {
    if (!tern_type_is_integer(type)) return tern_parser_error_at(parser, pos, "illegal quantized storage type alias");
    width = tern_integer_type_width(type);
    params->is_signed = tern_integer_type_signedness(type) != TERN_UNSIGNED;
  } else {
    tern_str_t word;
    if (!tern_parse_any_keyword(parser, &word)) return false;
    if (word.size == 0 || word.data[0] != 'u') {
      return tern_parser_error_at(parser, pos, "illegal quantized storage type alias");
    }
    for (size_t i = 1; i < word.size && width < 1000; ++i) {
      if (word.data[i] < '0' || word.data[i] > '9') width = 1000;
      width = 10 * width + (word.data[i] - '0');
    }
    if (word.size == 1 || width >= 1000) return tern_parser_error_at(parser, pos, "expected storage type width");
    params->is_signed = false;
  }
  if (width == 0 || width > TERN_QUANT_MAX_STORAGE_BITS) {
    return tern_parser_error_at(parser, pos, "illegal storage type size: %lld", (long long)width);
  }
  params->storage = tern_i_type_get(tern_parser_context(parser), (uint32_t)width);
  return true;
}

// `<min:max>`, if there.
static bool parse_storage_range(tern_parser_t *parser, tern_source_pos_t type_pos, tern_quant_params_t *params) {
  uint32_t width = tern_integer_type_width(params->storage);
  int64_t least = tern_quant_default_min(params->is_signed, width);
  int64_t most = tern_quant_default_max(params->is_signed, width);
  params->storage_min = least;
  params->storage_max = most;
  if (!tern_parse_optional_token(parser, "<")) return true;
  tern_source_pos_t min_pos = tern_parser_pos(parser);
  if (!tern_parse_integer(parser, &params->storage_min) || !tern_parse_token(parser, ":")) return false;
  tern_source_pos_t max_pos = tern_parser_pos(parser);
  if (!tern_parse_integer(parser, &params->storage_max) || !tern_parse_token(parser, ">")) return false;
  if (params->storage_min < least) {
    return tern_parser_error_at(parser, min_pos, "illegal storage type minimum: %lld", (long long)params->storage_min);
  }
  if (params->storage_max > most) {
    return tern_parser_error_at(parser, max_pos, "illegal storage type maximum: %lld", (long long)params->storage_max);
  }
  return params->storage_min < params->storage_max ||
         tern_parser_error_at(parser, type_pos, "illegal storage min and storage max: (%lld:%lld)",
                              (long long)params->storage_min, (long long)params->storage_max);
}

static bool parse_expressed_type(tern_parser_t *parser, const tern_type_t **out_type) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  *out_type = tern_parse_type(parser);
  if (!*out_type) return false;
  return tern_type_is_float(*out_type) ||
         tern_parser_error_at(parser, pos, "expressed type must be floating point, but got '%s'",
                              tern_type_text(*out_type));
}

// --- scales and zero points ---

typedef struct numbers {
  TERN_VEC(double) scales;
  TERN_VEC(int64_t) zero_points;
  TERN_VEC(int64_t) dims;
  TERN_VEC(tern_quant_block_t) blocks;
} numbers_t;

static void free_numbers(numbers_t *numbers) {
  tern_vec_deinitialize(&numbers->scales);
  tern_vec_deinitialize(&numbers->zero_points);
  tern_vec_deinitialize(&numbers->dims);
  tern_vec_deinitialize(&numbers->blocks);
}

// The smallest and the largest positive number of a float type; those of f64 for wider types.
static void float_range(const tern_type_t *type, double *out_least, double *out_most) {
  const tern_float_format_t *format = &tern_float_formats[type->kind - TERN_TYPE_F4E2M1FN];
  *out_least = 0x1p-1074;
  *out_most = 0x1.fffffffffffffp1023;
  if (format->width > 64 || type->kind == TERN_TYPE_F64) return;
  int exponent = (1 << format->exponent_width) - 1 - format->bias;
  bool is_top_special = format->has_infinity || format->nan_mode == TERN_FLOAT_NAN_IEEE;
  bool is_last_nan = format->nan_mode == TERN_FLOAT_NAN_ALL_ONES;
  double last = is_last_nan ? 2 - 2 * ldexp(1, -format->mantissa_width) : 2 - ldexp(1, -format->mantissa_width);
  if (is_last_nan && format->mantissa_width == 0) {
    --exponent;
    last = 1;
  }
  *out_most = ldexp(is_top_special ? 2 - ldexp(1, -format->mantissa_width) : last, exponent - is_top_special);
  *out_least = ldexp(1, (format->is_signed ? 1 : 0) - format->bias - format->mantissa_width);
}

// `scale` or `scale:zero-point`.
static bool parse_number(tern_parser_t *parser, const tern_type_t *expressed, numbers_t *numbers) {
  double scale, least, most;
  int64_t zero_point = 0;
  if (!tern_parse_float(parser, &scale)) return false;
  float_range(expressed, &least, &most);
  if (!(scale >= least && scale <= most)) {
    return tern_parser_error(parser, "scale %e out of expressed type range [%e, %e]", scale, least, most);
  }
  if (tern_parse_optional_token(parser, ":") && !tern_parse_integer(parser, &zero_point)) return false;
  tern_vec_push(&numbers->scales, scale);
  tern_vec_push(&numbers->zero_points, zero_point);
  return true;
}

enum { MAX_DEPTH = 32 };

// `{...}` of numbers or of more lists. The first list at a depth says how long the others at that depth are.
static bool parse_numbers(tern_parser_t *parser, const tern_type_t *expressed, size_t depth, numbers_t *numbers) {
  if (depth == MAX_DEPTH) return tern_parser_error(parser, "scales are nested more than %d deep", MAX_DEPTH);
  if (!tern_parse_token(parser, "{")) return false;
  bool is_first = numbers->dims.count == depth, is_right = true;
  if (is_first) tern_vec_push(&numbers->dims, 0);
  int64_t count = 0;
  do {
    bool is_list = tern_parser_at_token(parser, "{");
    bool is_leaf = numbers->scales.count > 0 && numbers->dims.count == depth + 1;
    bool is_inner = numbers->scales.count > 0 && numbers->dims.count > depth + 1;
    if ((is_list && is_leaf) || (!is_list && is_inner)) {
      return tern_parser_error(parser, "tensor literal is invalid; ranks are not consistent between elements");
    }
    is_right =
        is_list ? parse_numbers(parser, expressed, depth + 1, numbers) : parse_number(parser, expressed, numbers);
    ++count;
  } while (is_right && tern_parse_optional_token(parser, ","));
  if (!is_right || !tern_parse_token(parser, "}")) return false;
  if (is_first) numbers->dims.values[depth] = count;
  return count == numbers->dims.values[depth] ||
         tern_parser_error(parser, "tensor literal is invalid; ranks are not consistent between elements");
}

// `{0:1, 1:2}`
static bool parse_blocks(tern_parser_t *parser, tern_source_pos_t type_pos, numbers_t *numbers) {
  if (tern_parse_optional_token(parser, "}")) return true;
  do {
    tern_quant_block_t block;
    if (!tern_parse_integer(parser, &block.axis) || !tern_parse_token(parser, ":") ||
        !tern_parse_integer(parser, &block.size)) {
      return false;
    }
    if (block.axis < 0 || block.axis > INT32_MAX) {
      return tern_parser_error_at(parser, type_pos, "illegal quantized dimension: %lld", (long long)block.axis);
    }
    if (block.size <= 0) {
      return tern_parser_error_at(parser, type_pos, "illegal block size: %lld", (long long)block.size);
    }
    tern_vec_push(&numbers->blocks, block);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "}");
}

// What follows `expressed` in the head: nothing, `:axis` or `:{blocks}`.
static bool parse_kind(tern_parser_t *parser, tern_source_pos_t type_pos, tern_quant_params_t *params,
                       numbers_t *numbers) {
  params->kind = TERN_QUANT_PER_TENSOR;
  if (!tern_parse_optional_token(parser, ":")) return true;
  if (tern_parse_optional_token(parser, "{")) {
    params->kind = TERN_QUANT_SUB_CHANNEL;
    return parse_blocks(parser, type_pos, numbers);
  }
  params->kind = TERN_QUANT_PER_AXIS;
  tern_quant_block_t block = {.size = 1};
  if (!tern_parse_integer(parser, &block.axis)) return false;
  if (block.axis < 0 || block.axis > INT32_MAX) {
    return tern_parser_error_at(parser, type_pos, "illegal quantized dimension: %lld", (long long)block.axis);
  }
  tern_vec_push(&numbers->blocks, block);
  return true;
}

// Numbers of blocks are elements of tensors, so they have the types of those.
static void round_numbers(const tern_quant_params_t *params, numbers_t *numbers) {
  uint32_t shift = 64 - tern_integer_type_width(params->storage);
  for (size_t i = 0; i < numbers->scales.count; ++i) {
    double *scale = &numbers->scales.values[i];
    int64_t *zero_point = &numbers->zero_points.values[i];
    *scale = tern_float_attr_value(tern_float_attr_get(params->expressed, *scale));
    uint64_t high = (uint64_t)*zero_point << shift;
    *zero_point = params->is_signed ? (int64_t)high >> shift : (int64_t)(high >> shift);
  }
}

static const tern_type_t *parse_uniform_body(tern_parser_t *parser, tern_source_pos_t pos, tern_quant_params_t *params,
                                             numbers_t *numbers) {
  if (!tern_parse_token(parser, "<") || !parse_storage_type(parser, params) ||
      !parse_storage_range(parser, pos, params) || !tern_parse_token(parser, ":") ||
      !parse_expressed_type(parser, &params->expressed) || !parse_kind(parser, pos, params, numbers) ||
      !tern_parse_token(parser, ",")) {
    return NULL;
  }
  bool is_right = params->kind == TERN_QUANT_PER_TENSOR ? parse_number(parser, params->expressed, numbers)
                                                        : parse_numbers(parser, params->expressed, 0, numbers);
  if (!is_right || !tern_parse_token(parser, ">")) return NULL;
  if (params->kind == TERN_QUANT_SUB_CHANNEL) round_numbers(params, numbers);
  int64_t count = (int64_t)numbers->scales.count;
  params->blocks = numbers->blocks.values;
  params->block_count = numbers->blocks.count;
  // Lists along an axis may be nested: they are read as one.
  params->scale_dims = params->kind == TERN_QUANT_SUB_CHANNEL ? numbers->dims.values : &count;
  params->scale_rank = params->kind == TERN_QUANT_SUB_CHANNEL ? numbers->dims.count
                       : params->kind == TERN_QUANT_PER_AXIS  ? 1
                                                              : 0;
  params->scales = numbers->scales.values;
  params->zero_points = numbers->zero_points.values;
  params->count = numbers->scales.count;
  return tern_quant_uniform_type_get(params);
}

static const tern_type_t *parse_uniform(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  tern_quant_params_t params = {0};
  numbers_t numbers = {0};
  const tern_type_t *type = parse_uniform_body(parser, tern_parser_pos(parser), &params, &numbers);
  free_numbers(&numbers);
  return type;
}

static const tern_type_t *parse_any(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_quant_params_t params = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<") || !parse_storage_type(parser, &params) ||
      !parse_storage_range(parser, pos, &params)) {
    return NULL;
  }
  if (tern_parse_optional_token(parser, ":") && !parse_expressed_type(parser, &params.expressed)) return NULL;
  if (!tern_parse_token(parser, ">")) return NULL;
  const uint64_t words[] = {(uint64_t)(uintptr_t)params.storage, (uint64_t)(uintptr_t)params.expressed,
                            params.is_signed, (uint64_t)params.storage_min, (uint64_t)params.storage_max};
  return tern_dialect_type_get(tern_parser_context(parser), row, words, sizeof(words) / sizeof(words[0]));
}

static const tern_type_t *parse_calibrated(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *expressed;
  double range[2];
  if (!tern_parse_token(parser, "<") || !parse_expressed_type(parser, &expressed) || !tern_parse_token(parser, "<") ||
      !tern_parse_float(parser, &range[0]) || !tern_parse_token(parser, ":") || !tern_parse_float(parser, &range[1]) ||
      !tern_parse_token(parser, ">") || !tern_parse_token(parser, ">")) {
    return NULL;
  }
  if (range[1] <= range[0]) {
    tern_parser_error_at(parser, pos, "illegal min and max: (%e:%e)", range[0], range[1]);
    return NULL;
  }
  uint64_t words[3] = {(uint64_t)(uintptr_t)expressed};
  memcpy(&words[1], range, sizeof(range));
  return tern_dialect_type_get(tern_parser_context(parser), row, words, sizeof(words) / sizeof(words[0]));
}

// --- printing ---

static void print_real(tern_printer_t *printer, const tern_type_t *type, double value) {
  tern_printer_attr_without_type(printer, tern_float_attr_get(type, value));
}

static void print_f64(tern_printer_t *printer, double value) {
  print_real(printer, tern_float_type_get(tern_printer_context(printer), TERN_TYPE_F64), value);
}

static void print_storage(tern_printer_t *printer, const tern_quant_params_t *params) {
  tern_printer_format(printer, "<%c%u", params->is_signed ? 'i' : 'u', tern_integer_type_width(params->storage));
  if (!tern_quant_has_bounds(params)) return;
  tern_printer_format(printer, "<%lld:%lld>", (long long)params->storage_min, (long long)params->storage_max);
}

static void print_zero_point(tern_printer_t *printer, int64_t value) {
  if (value != 0) tern_printer_format(printer, ":%lld", (long long)value);
}

// The part of the scales from `*next` on that lies below dimension `depth`.
static void print_numbers(tern_printer_t *printer, const tern_quant_params_t *params, size_t depth, size_t *next) {
  if (depth == params->scale_rank) {
    print_real(printer, params->expressed, params->scales[*next]);
    print_zero_point(printer, params->zero_points[(*next)++]);
    return;
  }
  tern_printer_char(printer, '{');
  for (int64_t i = 0; i < params->scale_dims[depth]; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    print_numbers(printer, params, depth + 1, next);
  }
  tern_printer_char(printer, '}');
}

static void print_blocks(tern_printer_t *printer, const tern_quant_params_t *params) {
  tern_printer_text(printer, ":{");
  for (size_t i = 0; i < params->block_count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_format(printer, "%lld:%lld", (long long)params->blocks[i].axis, (long long)params->blocks[i].size);
  }
  tern_printer_text(printer, "}, ");
}

static void print_uniform(tern_printer_t *printer, const tern_type_t *type) {
  tern_quant_params_t params;
  tern_quant_read(type, &params);
  print_storage(printer, &params);
  tern_printer_char(printer, ':');
  tern_printer_type(printer, params.expressed);
  size_t next = 0;
  switch (params.kind) {
    case TERN_QUANT_PER_TENSOR:
      tern_printer_text(printer, ", ");
      print_f64(printer, params.scales[0]);
      print_zero_point(printer, params.zero_points[0]);
      break;
    case TERN_QUANT_PER_AXIS:
      tern_printer_format(printer, ":%lld, {", (long long)params.blocks[0].axis);
      for (size_t i = 0; i < params.count; ++i) {
        if (i > 0) tern_printer_char(printer, ',');
        print_f64(printer, params.scales[i]);
        print_zero_point(printer, params.zero_points[i]);
      }
      tern_printer_char(printer, '}');
      break;
    case TERN_QUANT_SUB_CHANNEL:
      print_blocks(printer, &params);
      print_numbers(printer, &params, 0, &next);
      break;
  }
  tern_printer_char(printer, '>');
}

static void print_any(tern_printer_t *printer, const tern_type_t *type) {
  tern_quant_params_t params = {.storage = (const tern_type_t *)(uintptr_t)type->params[0],
                                .expressed = (const tern_type_t *)(uintptr_t)type->params[1],
                                .is_signed = type->params[2] != 0,
                                .storage_min = (int64_t)type->params[3],
                                .storage_max = (int64_t)type->params[4]};
  print_storage(printer, &params);
  if (params.expressed) {
    tern_printer_char(printer, ':');
    tern_printer_type(printer, params.expressed);
  }
  tern_printer_char(printer, '>');
}

static void print_calibrated(tern_printer_t *printer, const tern_type_t *type) {
  double range[2];
  memcpy(range, &type->params[1], sizeof(range));
  tern_printer_char(printer, '<');
  tern_printer_type(printer, (const tern_type_t *)(uintptr_t)type->params[0]);
  tern_printer_char(printer, '<');
  print_f64(printer, range[0]);
  tern_printer_char(printer, ':');
  print_f64(printer, range[1]);
  tern_printer_text(printer, ">>");
}

const tern_type_row_t tern_quant_types[TERN_QUANT_TYPE_COUNT] = {
    [TERN_QUANT_ANY_TYPE] = {.name = "quant.any",
                             .summary = "quantized number without a scale",
                             .parse = parse_any,
                             .print = print_any},
    [TERN_QUANT_CALIBRATED_TYPE] = {.name = "quant.calibrated",
                                    .summary = "float with the range that was seen",
                                    .parse = parse_calibrated,
                                    .print = print_calibrated},
    [TERN_QUANT_UNIFORM_TYPE] = {.name = "quant.uniform",
                                 .summary = "integer quantized",
                                 .parse = parse_uniform,
                                 .print = print_uniform},
};

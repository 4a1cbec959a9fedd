// Quantized types in bytecode: codes and layouts are those of upstream's QuantDialectBytecode.td. They are read only: in
// what we write quantized types are text, since some readers (JAX's, for one) know no other form.

#include <inttypes.h>
#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "bytecode/dialect_encoding.h"
#include "dialect/quant/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

typedef enum type_code {
  CODE_ANY = 1,
  CODE_ANY_WITH_EXPRESSED,
  CODE_CALIBRATED,
  CODE_PER_TENSOR,
  CODE_PER_AXIS,
  CODE_SUB_CHANNEL,
} type_code_t;

enum { FLAG_SIGNED = 1 };

// --- reading ---

static bool read_double(tern_decoder_t *decoder, double *out_value) {
  uint64_t word;
  if (!tern_decode_words(decoder, 64, &word)) return false;
  memcpy(out_value, &word, sizeof *out_value);
  return true;
}

static bool read_flags(tern_decoder_t *decoder, bool *out_is_signed) {
  uint64_t flags;
  if (!tern_decode_varint(decoder, &flags)) return false;
  if (flags & ~(uint64_t)FLAG_SIGNED) {
    return tern_decoder_error(decoder, "unknown flags of a quantized type: %" PRIu64, flags);
  }
  *out_is_signed = flags & FLAG_SIGNED;
  return true;
}

static bool read_storage(tern_decoder_t *decoder, const tern_type_t **out_type) {
  if (!tern_decode_type(decoder, out_type)) return false;
  // Upstream has the sign in the type too.
  uint32_t width = tern_type_is_integer(*out_type) ? tern_integer_type_width(*out_type) : 0;
  if (width && width <= TERN_QUANT_MAX_STORAGE_BITS) {
    *out_type = tern_i_type_get(tern_decoder_context(decoder), width);
    return true;
  }
  return tern_decoder_error(decoder, "illegal storage type of a quantized type: '%s'", tern_type_text(*out_type));
}

static bool read_expressed(tern_decoder_t *decoder, const tern_type_t **out_type) {
  if (!tern_decode_type(decoder, out_type)) return false;
  if (tern_type_is_float(*out_type)) return true;
  return tern_decoder_error(decoder, "expressed type must be floating point, but is '%s'", tern_type_text(*out_type));
}

static bool read_range(tern_decoder_t *decoder, tern_quant_params_t *params) {
  return tern_decode_signed_varint(decoder, &params->storage_min) &&
         tern_decode_signed_varint(decoder, &params->storage_max);
}

// What the types are right for is checked where they are parsed: so they are written and parsed.
static const tern_type_t *parse_text(tern_decoder_t *decoder, tern_string_builder_t *text) {
  const tern_type_t *type = tern_parse_type_text(tern_decoder_context(decoder), tern_string_builder_view(text));
  tern_string_builder_deinitialize(text);
  return type;
}

static const tern_type_t *check(tern_decoder_t *decoder, const tern_quant_params_t *params) {
  tern_string_builder_t text = {0};
  const tern_type_t *type = tern_quant_uniform_type_get(params);
  tern_print_type(type, &text);
  return parse_text(decoder, &text) ? type : NULL;
}

static const tern_type_t *read_any(tern_decoder_t *decoder, bool has_expressed) {
  tern_quant_params_t params = {.count = 0};
  if (!read_flags(decoder, &params.is_signed) || !read_storage(decoder, &params.storage) ||
      (has_expressed && !read_expressed(decoder, &params.expressed)) || !read_range(decoder, &params)) {
    return NULL;
  }
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "!quant.any<%c%u<%" PRId64 ":%" PRId64 ">", params.is_signed ? 'i' : 'u',
                                    tern_integer_type_width(params.storage), params.storage_min, params.storage_max);
  if (has_expressed) tern_string_builder_append_format(&text, ":%s", tern_type_text(params.expressed));
  tern_string_builder_append_char(&text, '>');
  return parse_text(decoder, &text);
}

static const tern_type_t *read_calibrated(tern_decoder_t *decoder) {
  const tern_type_t *expressed;
  double min, max;
  if (!read_expressed(decoder, &expressed) || !read_double(decoder, &min) || !read_double(decoder, &max)) return NULL;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "!quant.calibrated<%s<%.17e:%.17e>>", tern_type_text(expressed), min, max);
  return parse_text(decoder, &text);
}

static const tern_type_t *read_per_tensor(tern_decoder_t *decoder) {
  tern_quant_params_t params = {.kind = TERN_QUANT_PER_TENSOR, .count = 1};
  double scale;
  int64_t zero_point;
  if (!read_flags(decoder, &params.is_signed) || !read_storage(decoder, &params.storage) ||
      !read_expressed(decoder, &params.expressed) || !read_double(decoder, &scale) ||
      !tern_decode_signed_varint(decoder, &zero_point) || !read_range(decoder, &params)) {
    return NULL;
  }
  params.scales = &scale;
  params.zero_points = &zero_point;
  return check(decoder, &params);
}

static bool read_scales(tern_decoder_t *decoder, tern_quant_params_t *params) {
  size_t point_count;
  if (!tern_decode_count(decoder, &params->count)) return false;
  double *scales = tern_decoder_alloc(decoder, params->count * sizeof *scales);
  for (size_t i = 0; i < params->count; ++i) {
    if (!read_double(decoder, &scales[i])) return false;
  }
  params->scales = scales;
  if (!tern_decode_signed_varints(decoder, &params->zero_points, &point_count)) return false;
  return point_count == params->count ||
         tern_decoder_error(decoder, "illegal number of scales and zero points: %zu, %zu", params->count, point_count);
}

static const tern_type_t *read_per_axis(tern_decoder_t *decoder) {
  tern_quant_params_t params = {.kind = TERN_QUANT_PER_AXIS, .block_count = 1, .scale_rank = 1};
  uint64_t axis;
  if (!read_flags(decoder, &params.is_signed) || !read_storage(decoder, &params.storage) ||
      !read_expressed(decoder, &params.expressed) || !tern_decode_varint(decoder, &axis) ||
      !read_range(decoder, &params) || !read_scales(decoder, &params)) {
    return NULL;
  }
  if (axis > INT32_MAX) return tern_decoder_error(decoder, "illegal quantized dimension: %" PRIu64, axis), NULL;
  const tern_quant_block_t block = {(int64_t)axis, 1};
  const int64_t dim = (int64_t)params.count;
  params.blocks = &block;
  params.scale_dims = &dim;
  return check(decoder, &params);
}

// Dense elements of a type, as many as the scales; the values are attributes' words.
static bool read_elements(tern_decoder_t *decoder, const tern_type_t *element, const tern_attr_t **out_attr) {
  if (!tern_decode_attr_of_kind(decoder, TERN_ATTR_DENSE_ELEMENTS, out_attr)) return false;
  const tern_type_t *type = tern_attr_type(*out_attr);
  // A splat may have more elements than a file could.
  const tern_type_t *found = tern_type_element(type);
  bool is_same = found == element || (tern_type_is_integer(found) && tern_type_is_integer(element) &&
                                      tern_integer_type_width(found) == tern_integer_type_width(element));
  bool is_right = is_same && tern_type_element_count(type) <= UINT16_MAX;
  return is_right || tern_decoder_error(decoder, "scales or zero points cannot be of type '%s'", tern_type_text(type));
}

static bool read_blocks(tern_decoder_t *decoder, tern_quant_params_t *params) {
  const int64_t *axes, *sizes;
  size_t size_count;
  if (!tern_decode_signed_varints(decoder, &axes, &params->block_count)) return false;
  if (!tern_decode_signed_varints(decoder, &sizes, &size_count)) return false;
  if (size_count != params->block_count) {
    return tern_decoder_error(decoder, "there are %zu quantized dimensions, but %zu block sizes", params->block_count,
                              size_count);
  }
  tern_quant_block_t *blocks = tern_decoder_alloc(decoder, size_count * sizeof *blocks);
  for (size_t i = 0; i < size_count; ++i) blocks[i] = (tern_quant_block_t){axes[i], sizes[i]};
  params->blocks = blocks;
  return true;
}

static const tern_type_t *read_sub_channel(tern_decoder_t *decoder) {
  tern_quant_params_t params = {.kind = TERN_QUANT_SUB_CHANNEL};
  const tern_attr_t *scale_attr, *point_attr;
  if (!read_flags(decoder, &params.is_signed) || !read_storage(decoder, &params.storage) ||
      !read_expressed(decoder, &params.expressed) || !read_range(decoder, &params) || !read_blocks(decoder, &params) ||
      !read_elements(decoder, params.expressed, &scale_attr) || !read_elements(decoder, params.storage, &point_attr)) {
    return NULL;
  }
  const tern_type_t *shape = tern_attr_type(scale_attr);
  params.count = tern_dense_elements_attr_count(scale_attr);
  params.scale_dims = tern_type_dims(shape);
  params.scale_rank = tern_type_rank(shape);
  if (tern_dense_elements_attr_count(point_attr) != params.count) {
    return tern_decoder_error(decoder, "scales and zero points are not of one shape"), NULL;
  }
  double *scales = tern_decoder_alloc(decoder, params.count * sizeof *scales);
  int64_t *points = tern_decoder_alloc(decoder, params.count * sizeof *points);
  for (size_t i = 0; i < params.count; ++i) {
    scales[i] = tern_float_attr_value(tern_dense_elements_attr_at(scale_attr, i));
    points[i] = tern_integer_attr_value(tern_dense_elements_attr_at(point_attr, i));
  }
  params.scales = scales;
  params.zero_points = points;
  return check(decoder, &params);
}

static const tern_type_t *read_type(tern_decoder_t *decoder) {
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  switch (code) {
    case CODE_ANY:
    case CODE_ANY_WITH_EXPRESSED: return read_any(decoder, code == CODE_ANY_WITH_EXPRESSED);
    case CODE_CALIBRATED: return read_calibrated(decoder);
    case CODE_PER_TENSOR: return read_per_tensor(decoder);
    case CODE_PER_AXIS: return read_per_axis(decoder);
    case CODE_SUB_CHANNEL: return read_sub_channel(decoder);
    default: return tern_decoder_error(decoder, "unknown quant type code: %" PRIu64, code), NULL;
  }
}

const tern_dialect_encoding_t tern_quant_encoding = {.read_type = read_type};

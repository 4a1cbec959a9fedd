// Encodings of builtin's types (upstream's BuiltinDialectBytecode.td): a code, then the parameters.
//
// The narrow floats and tf32 got codes in MLIR 23: they are read, but written as text, which older readers take too.

#include <inttypes.h>

#include "bytecode/reader.h"

// Codes, in upstream's order.
typedef enum type_code {
  CODE_INTEGER,
  CODE_INDEX,
  CODE_FUNCTION,
  CODE_BF16,
  CODE_F16,
  CODE_F32,
  CODE_F64,
  CODE_F80,
  CODE_F128,
  CODE_COMPLEX,
  CODE_MEMREF,
  CODE_MEMREF_WITH_SPACE,
  CODE_NONE,
  CODE_TENSOR,
  CODE_TENSOR_WITH_ENCODING,
  CODE_TUPLE,
  CODE_UNRANKED_MEMREF,
  CODE_UNRANKED_MEMREF_WITH_SPACE,
  CODE_UNRANKED_TENSOR,
  CODE_VECTOR,
  CODE_VECTOR_WITH_SCALABLE_DIMS,
  CODE_TF32,
  CODE_F8E5M2,
  CODE_F8E4M3,
  CODE_F8E4M3FN,
  CODE_F8E5M2FNUZ,
  CODE_F8E4M3FNUZ,
  CODE_F8E4M3B11FNUZ,
  CODE_F8E3M4,
  CODE_F4E2M1FN,
  CODE_F6E2M3FN,
  CODE_F6E3M2FN,
  CODE_F8E8M0FNU,
  CODE_COUNT,
} type_code_t;

enum {
  MAX_INTEGER_WIDTH = (1 << 24) - 1,
  MAX_SCALABLE_RANK = 64,
};

// --- checks of what was read ---

static bool is_dialect_type(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT || type->kind == TERN_TYPE_OPAQUE;
}
static bool is_number(const tern_type_t *type) { return tern_type_is_int_or_index(type) || tern_type_is_float(type); }
static bool is_complex_element(const tern_type_t *type) {
  return tern_type_is_integer(type) || tern_type_is_float(type);
}
static bool is_vector_element(const tern_type_t *type) { return is_number(type) || is_dialect_type(type); }
static bool is_tensor_element(const tern_type_t *type) {
  return is_vector_element(type) || type->kind == TERN_TYPE_COMPLEX || type->kind == TERN_TYPE_VECTOR;
}
static bool is_memref_element(const tern_type_t *type) {
  return is_tensor_element(type) || type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
}

static bool read_element(tern_decoder_t *decoder, bool (*is_valid)(const tern_type_t *type), const char *what,
                         const tern_type_t **out_type) {
  if (!tern_decode_type(decoder, out_type)) return false;
  return is_valid(*out_type) ||
         tern_decoder_error(decoder, "invalid element type of a %s: '%s'", what, tern_type_text(*out_type));
}

typedef struct shape {
  const int64_t *dims;
  size_t rank;
} shape_t;

static bool read_shape(tern_decoder_t *decoder, shape_t *out_shape) {
  if (!tern_decode_signed_varints(decoder, &out_shape->dims, &out_shape->rank)) return false;
  for (size_t i = 0; i < out_shape->rank; ++i) {
    int64_t dim = out_shape->dims[i];
    if (dim < 0 && dim != TERN_DYNAMIC) return tern_decoder_error(decoder, "invalid dimension %" PRId64, dim);
  }
  return true;
}

// --- reading ---

static const tern_type_t *read_integer(tern_decoder_t *decoder, type_code_t code) {
  (void)code;
  uint64_t bits;
  if (!tern_decode_varint(decoder, &bits)) return NULL;
  uint64_t width = bits >> 2, signedness = bits & 3;
  if (width > MAX_INTEGER_WIDTH || signedness > TERN_UNSIGNED) {
    tern_decoder_error(decoder, "invalid integer type of %" PRIu64 " bits and signedness %" PRIu64, width, signedness);
    return NULL;
  }
  return tern_integer_type_get(tern_decoder_context(decoder), (uint32_t)width, (tern_signedness_t)signedness);
}

static const tern_type_t *read_index(tern_decoder_t *decoder, type_code_t code) {
  (void)code;
  return tern_index_type_get(tern_decoder_context(decoder));
}

static const tern_type_t *read_none(tern_decoder_t *decoder, type_code_t code) {
  (void)code;
  return tern_none_type_get(tern_decoder_context(decoder));
}

static const tern_type_t *read_function(tern_decoder_t *decoder, type_code_t code) {
  (void)code;
  tern_types_t inputs, results;
  if (!tern_decode_types(decoder, &inputs) || !tern_decode_types(decoder, &results)) return NULL;
  return tern_function_type_get(tern_decoder_context(decoder), inputs, results);
}

static const tern_type_t *read_float(tern_decoder_t *decoder, type_code_t code) {
  static const tern_type_kind_t kinds[] = {
      [CODE_BF16] = TERN_TYPE_BF16,
      [CODE_F16] = TERN_TYPE_F16,
      [CODE_F32] = TERN_TYPE_F32,
      [CODE_F64] = TERN_TYPE_F64,
      [CODE_F80] = TERN_TYPE_F80,
      [CODE_F128] = TERN_TYPE_F128,
      [CODE_TF32] = TERN_TYPE_TF32,
      [CODE_F8E5M2] = TERN_TYPE_F8E5M2,
      [CODE_F8E4M3] = TERN_TYPE_F8E4M3,
      [CODE_F8E4M3FN] = TERN_TYPE_F8E4M3FN,
      [CODE_F8E5M2FNUZ] = TERN_TYPE_F8E5M2FNUZ,
      [CODE_F8E4M3FNUZ] = TERN_TYPE_F8E4M3FNUZ,
      [CODE_F8E4M3B11FNUZ] = TERN_TYPE_F8E4M3B11FNUZ,
      [CODE_F8E3M4] = TERN_TYPE_F8E3M4,
      [CODE_F4E2M1FN] = TERN_TYPE_F4E2M1FN,
      [CODE_F6E2M3FN] = TERN_TYPE_F6E2M3FN,
      [CODE_F6E3M2FN] = TERN_TYPE_F6E3M2FN,
      [CODE_F8E8M0FNU] = TERN_TYPE_F8E8M0FNU,
  };
  return tern_float_type_get(tern_decoder_context(decoder), kinds[code]);
}

static const tern_type_t *read_complex(tern_decoder_t *decoder, type_code_t code) {
  (void)code;
  const tern_type_t *element;
  return read_element(decoder, is_complex_element, "complex", &element) ? tern_complex_type_get(element) : NULL;
}

static const tern_type_t *read_tuple(tern_decoder_t *decoder, type_code_t code) {
  (void)code;
  tern_types_t elements;
  return tern_decode_types(decoder, &elements) ? tern_tuple_type_get(tern_decoder_context(decoder), elements) : NULL;
}

static bool check_layout(tern_decoder_t *decoder, const tern_attr_t *layout, size_t rank) {
  if (layout->kind == TERN_ATTR_AFFINE_MAP) {
    uint32_t dim_count = tern_affine_map_attr_value(layout)->dim_count;
    return dim_count == rank ||
           tern_decoder_error(decoder, "memref layout mismatch between rank and affine map: %zu != %u", rank,
                              dim_count);
  }
  if (layout->kind != TERN_ATTR_STRIDED_LAYOUT) {
    return tern_decoder_error(decoder, "expected a layout of a memref, but found %s", tern_attr_text(layout));
  }
  size_t stride_count = layout->param_count - 1;
  return stride_count == rank ||
         tern_decoder_error(decoder, "expected the number of strides to match the rank: %zu != %zu", stride_count,
                            rank);
}

static bool read_memory_space(tern_decoder_t *decoder, const tern_attr_t **out_space) {
  if (!tern_decode_attr(decoder, out_space)) return false;
  switch ((*out_space)->kind) {
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_STRING:
    case TERN_ATTR_DICTIONARY:
    case TERN_ATTR_ENUM:
    case TERN_ATTR_DIALECT:
    case TERN_ATTR_OPAQUE: return true;
    default: return tern_decoder_error(decoder, "unsupported memory space %s", tern_attr_text(*out_space));
  }
}

static const tern_type_t *read_memref(tern_decoder_t *decoder, type_code_t code) {
  const tern_attr_t *space = NULL, *layout;
  shape_t shape;
  const tern_type_t *element;
  if (code == CODE_MEMREF_WITH_SPACE && !read_memory_space(decoder, &space)) return NULL;
  if (!read_shape(decoder, &shape) || !read_element(decoder, is_memref_element, "memref", &element) ||
      !tern_decode_attr(decoder, &layout) || !check_layout(decoder, layout, shape.rank)) {
    return NULL;
  }
  return tern_memref_type_get(element, shape.dims, shape.rank, layout, space);
}

static const tern_type_t *read_unranked_memref(tern_decoder_t *decoder, type_code_t code) {
  const tern_attr_t *space = NULL;
  const tern_type_t *element;
  if (code == CODE_UNRANKED_MEMREF_WITH_SPACE && !read_memory_space(decoder, &space)) return NULL;
  if (!read_element(decoder, is_memref_element, "memref", &element)) return NULL;
  return tern_unranked_memref_type_get(element, space);
}

static const tern_type_t *read_tensor(tern_decoder_t *decoder, type_code_t code) {
  const tern_attr_t *encoding = NULL;
  shape_t shape;
  const tern_type_t *element;
  if (code == CODE_TENSOR_WITH_ENCODING && !tern_decode_attr(decoder, &encoding)) return NULL;
  if (!read_shape(decoder, &shape) || !read_element(decoder, is_tensor_element, "tensor", &element)) return NULL;
  return tern_tensor_type_get(element, shape.dims, shape.rank, encoding);
}

static const tern_type_t *read_unranked_tensor(tern_decoder_t *decoder, type_code_t code) {
  (void)code;
  const tern_type_t *element;
  return read_element(decoder, is_tensor_element, "tensor", &element) ? tern_unranked_tensor_type_get(element) : NULL;
}

// One boolean for each dimension.
static bool read_scalable_dims(tern_decoder_t *decoder, size_t *out_rank, uint64_t *out_mask) {
  if (!tern_decode_count(decoder, out_rank)) return false;
  for (size_t i = 0; i < *out_rank; ++i) {
    bool is_scalable;
    if (!tern_decode_bool(decoder, &is_scalable)) return false;
    if (is_scalable && i >= MAX_SCALABLE_RANK) {
      return tern_decoder_error(decoder, "only the first %d dimensions of a vector may be scalable", MAX_SCALABLE_RANK);
    }
    if (is_scalable) *out_mask |= UINT64_C(1) << i;
  }
  return true;
}

static const tern_type_t *read_vector(tern_decoder_t *decoder, type_code_t code) {
  uint64_t mask = 0;
  size_t flag_count = 0;
  shape_t shape;
  const tern_type_t *element;
  bool has_flags = code == CODE_VECTOR_WITH_SCALABLE_DIMS;
  if (has_flags && !read_scalable_dims(decoder, &flag_count, &mask)) return NULL;
  if (!read_shape(decoder, &shape) || !read_element(decoder, is_vector_element, "vector", &element)) return NULL;
  if (has_flags && flag_count != shape.rank) {
    tern_decoder_error(decoder, "a vector of rank %zu has %zu flags for scalable dimensions", shape.rank, flag_count);
    return NULL;
  }
  for (size_t i = 0; i < shape.rank; ++i) {
    if (shape.dims[i] > 0) continue;
    tern_decoder_error(decoder, "vector types must have positive constant sizes but got %" PRId64, shape.dims[i]);
    return NULL;
  }
  return tern_vector_type_get(element, shape.dims, shape.rank, mask);
}

const tern_type_t *tern_builtin_read_type(tern_decoder_t *decoder) {
  static const tern_type_t *(*const readers[])(tern_decoder_t *decoder, type_code_t code) = {
      [CODE_INTEGER] = read_integer,
      [CODE_INDEX] = read_index,
      [CODE_FUNCTION] = read_function,
      [CODE_BF16] = read_float,
      [CODE_F16] = read_float,
      [CODE_F32] = read_float,
      [CODE_F64] = read_float,
      [CODE_F80] = read_float,
      [CODE_F128] = read_float,
      [CODE_COMPLEX] = read_complex,
      [CODE_MEMREF] = read_memref,
      [CODE_MEMREF_WITH_SPACE] = read_memref,
      [CODE_NONE] = read_none,
      [CODE_TENSOR] = read_tensor,
      [CODE_TENSOR_WITH_ENCODING] = read_tensor,
      [CODE_TUPLE] = read_tuple,
      [CODE_UNRANKED_MEMREF] = read_unranked_memref,
      [CODE_UNRANKED_MEMREF_WITH_SPACE] = read_unranked_memref,
      [CODE_UNRANKED_TENSOR] = read_unranked_tensor,
      [CODE_VECTOR] = read_vector,
      [CODE_VECTOR_WITH_SCALABLE_DIMS] = read_vector,
  };
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code >= CODE_COUNT) return tern_decoder_error(decoder, "unknown builtin type code: %" PRIu64, code), NULL;
  if (code >= CODE_TF32) return read_float(decoder, (type_code_t)code);
  return readers[code](decoder, (type_code_t)code);
}

// --- writing ---

static void write_shape(tern_encoder_t *encoder, const tern_type_t *type) {
  tern_encode_signed_varints(encoder, tern_type_dims(type), tern_type_rank(type));
  tern_encode_type(encoder, tern_type_element(type));
}

static void write_memref(tern_encoder_t *encoder, const tern_type_t *type) {
  const tern_attr_t *space = tern_memref_type_memory_space(type), *layout = tern_memref_type_layout(type);
  tern_encode_varint(encoder, space ? CODE_MEMREF_WITH_SPACE : CODE_MEMREF);
  if (space) tern_encode_attr(encoder, space);
  write_shape(encoder, type);
  tern_context_t *context = tern_encoder_context(encoder);
  // The layout that is not written in text is an identity map.
  if (!layout) layout = tern_affine_map_attr_get(tern_affine_map_identity(context, tern_type_rank(type)));
  tern_encode_attr(encoder, layout);
}

static void write_unranked_memref(tern_encoder_t *encoder, const tern_type_t *type) {
  const tern_attr_t *space = tern_memref_type_memory_space(type);
  tern_encode_varint(encoder, space ? CODE_UNRANKED_MEMREF_WITH_SPACE : CODE_UNRANKED_MEMREF);
  if (space) tern_encode_attr(encoder, space);
  tern_encode_type(encoder, tern_type_element(type));
}

static void write_tensor(tern_encoder_t *encoder, const tern_type_t *type) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  tern_encode_varint(encoder, encoding ? CODE_TENSOR_WITH_ENCODING : CODE_TENSOR);
  if (encoding) tern_encode_attr(encoder, encoding);
  write_shape(encoder, type);
}

static void write_vector(tern_encoder_t *encoder, const tern_type_t *type) {
  uint64_t mask = tern_vector_type_scalable_mask(type);
  size_t rank = tern_type_rank(type);
  tern_encode_varint(encoder, mask ? CODE_VECTOR_WITH_SCALABLE_DIMS : CODE_VECTOR);
  if (mask) tern_encode_varint(encoder, rank);
  for (size_t i = 0; mask && i < rank; ++i) {
    tern_encode_byte(encoder, i < MAX_SCALABLE_RANK ? (uint8_t)(mask >> i & 1) : 0);
  }
  write_shape(encoder, type);
}

static void write_function(tern_encoder_t *encoder, const tern_type_t *type) {
  tern_encode_varint(encoder, CODE_FUNCTION);
  tern_encode_types(encoder, tern_function_type_inputs(type));
  tern_encode_types(encoder, tern_function_type_results(type));
}

static void write_element(tern_encoder_t *encoder, type_code_t code, const tern_type_t *type) {
  tern_encode_varint(encoder, code);
  tern_encode_type(encoder, tern_type_element(type));
}

bool tern_builtin_write_type(tern_encoder_t *encoder, const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_INTEGER:
      tern_encode_varint(encoder, CODE_INTEGER);
      tern_encode_varint(encoder, (uint64_t)tern_integer_type_width(type) << 2 | tern_integer_type_signedness(type));
      return true;
    case TERN_TYPE_INDEX: tern_encode_varint(encoder, CODE_INDEX); return true;
    case TERN_TYPE_NONE: tern_encode_varint(encoder, CODE_NONE); return true;
    case TERN_TYPE_BF16: tern_encode_varint(encoder, CODE_BF16); return true;
    case TERN_TYPE_F16: tern_encode_varint(encoder, CODE_F16); return true;
    case TERN_TYPE_F32: tern_encode_varint(encoder, CODE_F32); return true;
    case TERN_TYPE_F64: tern_encode_varint(encoder, CODE_F64); return true;
    case TERN_TYPE_F80: tern_encode_varint(encoder, CODE_F80); return true;
    case TERN_TYPE_F128: tern_encode_varint(encoder, CODE_F128); return true;
    case TERN_TYPE_FUNCTION: write_function(encoder, type); return true;
    case TERN_TYPE_COMPLEX: write_element(encoder, CODE_COMPLEX, type); return true;
    case TERN_TYPE_UNRANKED_TENSOR: write_element(encoder, CODE_UNRANKED_TENSOR, type); return true;
    case TERN_TYPE_TUPLE:
      tern_encode_varint(encoder, CODE_TUPLE);
      tern_encode_types(encoder, tern_tuple_type_elements(type));
      return true;
    case TERN_TYPE_MEMREF: write_memref(encoder, type); return true;
    case TERN_TYPE_UNRANKED_MEMREF: write_unranked_memref(encoder, type); return true;
    case TERN_TYPE_TENSOR: write_tensor(encoder, type); return true;
    case TERN_TYPE_VECTOR: write_vector(encoder, type); return true;
    default: return false;
  }
}

#include "transform/stream/encoding.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "ir/diagnostic.h"

int64_t tern_stream_element_size(const tern_type_t *element) {
  if (element->kind == TERN_TYPE_COMPLEX) {
    int64_t part = tern_stream_element_size(tern_type_element(element));
    return part == 4 || part == 8 ? 2 * part : 0;
  }
  if (tern_type_is_index(element)) return 8;
  uint32_t bits = tern_type_bit_width(element);
  if (!bits || bits > 128 || !(tern_type_is_integer(element) || tern_type_is_float(element))) return 0;
  int64_t bytes = 1;
  while (bytes * 8 < bits) bytes *= 2;
  return bytes;
}

static int64_t checked_element_size(const tern_op_t *op, const tern_type_t *type) {
  if (!tern_type_is_ranked(type) || type->kind != TERN_TYPE_TENSOR) {
    tern_op_error(op, "has a value of type %s, whose size in memory is not known", tern_type_text(type));
    return 0;
  }
  if (tern_tensor_type_encoding(type)) {
    tern_op_error(op, "has a value with the encoding %s, which no target lays out",
                  tern_attr_text(tern_tensor_type_encoding(type)));
    return 0;
  }
  int64_t size = tern_stream_element_size(tern_type_element(type));
  if (!size) {
    tern_op_error(op, "has elements of type %s, which have no layout in memory",
                  tern_type_text(tern_type_element(type)));
  }
  return size;
}

// Each dimension as a value.
static tern_value_t *dim_value(tern_builder_t *builder, const tern_type_t *type, tern_values_t dims, size_t index) {
  size_t dynamic = 0;
  if (tern_type_dim(type, index) != TERN_DYNAMIC) return tern_build_index(builder, tern_type_dim(type, index));
  for (size_t i = 0; i < index; ++i) dynamic += tern_type_dim(type, i) == TERN_DYNAMIC;
  return dynamic < dims.count ? dims.values[dynamic] : tern_build_index(builder, 0);
}

tern_value_t *tern_stream_build_storage_size(tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                                             tern_values_t dims) {
  int64_t size = checked_element_size(op, type);
  size_t next = 0;
  if (!size) return NULL;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    int64_t dim = tern_type_dim(type, i);
    if (dim != TERN_DYNAMIC && __builtin_mul_overflow(size, dim, &size)) {
      tern_op_error(op, "has a value of type %s, which does not fit in 64 bits of address", tern_type_text(type));
      return NULL;
    }
  }
  tern_value_t *bytes = tern_build_index(builder, size);
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) != TERN_DYNAMIC || next >= dims.count) continue;
    bytes = tern_build_index_mul(builder, dims.values[next++], bytes);
  }
  return bytes;
}

tern_value_t *tern_stream_build_element_offset(tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                                               tern_values_t dims, tern_values_t indices) {
  int64_t size = checked_element_size(op, type);
  if (!size) return NULL;
  tern_value_t *offset = NULL;
  for (size_t i = 0; i < tern_type_rank(type) && i < indices.count; ++i) {
    if (offset) offset = tern_build_index_mul(builder, offset, dim_value(builder, type, dims, i));
    offset = offset ? tern_build_index_add(builder, offset, indices.values[i]) : indices.values[i];
  }
  if (!offset) return tern_build_index(builder, 0);
  return tern_build_index_mul(builder, offset, tern_build_index(builder, size));
}

bool tern_stream_is_scattered(const tern_type_t *type, tern_values_t lengths) {
  // From the inside out: whole dimensions, then at most one that is cut, then ones.
  bool is_cut = false;
  for (size_t i = lengths.count; i-- > 0;) {
    int64_t length, dim = tern_type_dim(type, i);
    if (!tern_index_constant(lengths.values[i], &length)) return false;
    if (length == 0) return false;
    if (is_cut && length != 1) return true;
    if (dim == TERN_DYNAMIC) return false;
    is_cut = is_cut || length != dim;
  }
  return false;
}

// --- numbers as bits ---

static tern_value_t *build_cast(tern_builder_t *builder, const tern_op_row_t *row, tern_value_t *value,
                                const tern_type_t *type) {
  return value->type == type
             ? value
             : tern_build_value(builder, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// A number as the integer of its bits.
static tern_value_t *build_bits(tern_builder_t *builder, tern_value_t *value) {
  tern_context_t *context = builder->context;
  if (tern_type_is_index(value->type)) {
    return build_cast(builder, TERN_ARITH(INDEX_CAST), value, tern_i_type_get(context, 64));
  }
  if (tern_type_is_float(value->type)) {
    const tern_type_t *bits = tern_i_type_get(context, tern_type_bit_width(value->type));
    return build_cast(builder, TERN_ARITH(BITCAST), value, bits);
  }
  return value;
}

tern_value_t *tern_stream_to_storage(tern_builder_t *builder, tern_value_t *value) {
  int64_t size = tern_stream_element_size(value->type);
  tern_value_t *bits = build_bits(builder, value);
  if (size <= 0 || !tern_type_is_integer(bits->type)) return value;
  const tern_type_t *type = tern_i_type_get(builder->context, (uint32_t)size * 8);
  return tern_integer_type_width(bits->type) < (uint32_t)size * 8 ? build_cast(builder, TERN_ARITH(EXTUI), bits, type)
                                                                  : bits;
}

const tern_type_t *tern_stream_storage_type(const tern_type_t *type) {
  int64_t size = tern_stream_element_size(type);
  if (size <= 0 || size > 8 || type->kind == TERN_TYPE_COMPLEX) return type;
  bool is_plain = type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64;
  return is_plain ? type : tern_i_type_get(type->context, (uint32_t)size * 8);
}

tern_value_t *tern_stream_from_storage(tern_builder_t *builder, tern_value_t *stored, const tern_type_t *type) {
  if (stored->type == type) return stored;
  if (tern_type_is_index(type)) return build_cast(builder, TERN_ARITH(INDEX_CAST), stored, type);
  const tern_type_t *bits = tern_i_type_get(type->context, tern_type_bit_width(type));
  stored = build_cast(builder, TERN_ARITH(TRUNCI), stored, bits);
  return tern_type_is_float(type) ? build_cast(builder, TERN_ARITH(BITCAST), stored, type) : stored;
}

// Real part in the low half.
static tern_value_t *build_complex_pattern(tern_builder_t *builder, tern_value_t *value) {
  const tern_type_t *part = tern_type_element(value->type), *i64 = tern_i_type_get(builder->context, 64);
  tern_value_t *halves[2];
  const tern_op_row_t *rows[2] = {TERN_COMPLEX(RE), TERN_COMPLEX(IM)};
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *half = tern_build_value(builder, rows[i], .operands = TERN_VALUES(value), .types = TERN_TYPES(part));
    halves[i] = build_cast(builder, TERN_ARITH(EXTUI), build_bits(builder, half), i64);
  }
  tern_value_t *shift = tern_build_constant(builder, tern_integer_attr_get(i64, 32));
  tern_value_t *high =
      tern_build_value(builder, TERN_ARITH(SHLI), .operands = TERN_VALUES(halves[1], shift), .types = TERN_TYPES(i64));
  return tern_build_value(builder, TERN_ARITH(ORI), .operands = TERN_VALUES(halves[0], high), .types = TERN_TYPES(i64));
}

tern_value_t *tern_stream_build_pattern(tern_builder_t *builder, const tern_op_t *op, tern_value_t *value) {
  int64_t size = tern_stream_element_size(value->type);
  if (size <= 0 || size > 8) {
    tern_op_error(op, "fills memory with a value of type %s, which has more than 64 bits or no layout in memory",
                  tern_type_text(value->type));
    return NULL;
  }
  if (value->type->kind == TERN_TYPE_COMPLEX) return build_complex_pattern(builder, value);
  return tern_stream_to_storage(builder, value);
}

const tern_attr_t *tern_stream_splat_pattern(const tern_attr_t *value) {
  if (!value || value->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(value)) return NULL;
  size_t size = tern_dense_element_size(tern_type_element(tern_attr_type(value)));
  if (size > 8 || (int64_t)size != tern_stream_element_size(tern_type_element(tern_attr_type(value)))) return NULL;
  uint64_t bits = 0;
  memcpy(&bits, tern_dense_elements_attr_data(value), size);
  // i1 and i4 are held in the low bits with the rest zero.
  const tern_type_t *element = tern_type_element(tern_attr_type(value));
  uint32_t width = tern_type_is_integer(element) ? tern_integer_type_width(element) : 64;
  if (width < 8) bits &= (UINT64_C(1) << width) - 1;
  // Halves that are equal say the same as one of them.
  while (size > 1) {
    uint64_t mask = (UINT64_C(1) << (size * 4)) - 1;
    if ((bits & mask) != (bits >> (size * 4) & mask)) break;
    bits &= mask;
    size /= 2;
  }
  return tern_integer_attr_get(tern_i_type_get(value->context, (uint32_t)size * 8), (int64_t)bits);
}

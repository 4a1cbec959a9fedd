// VHLO in bytecode: codes and layouts are those of upstream's VhloBytecode.cpp and never change.

#include <string.h>

#include "base/vec.h"
#include "dialect/vhlo/hooks.h"
#include "ir/context.h"

enum { CODE_TENSOR_WITH_ENCODING = 21 };

typedef TERN_VEC(uint64_t) params_t;

static uint64_t param_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

// --- reading types ---

static bool decode_inner_type(tern_decoder_t *decoder, const tern_type_t **out_type) {
  if (!tern_decode_type(decoder, out_type)) return false;
  return tern_vhlo_is_type(*out_type) || tern_decoder_error(decoder, "expected VHLO type");
}

static bool decode_types_into(tern_decoder_t *decoder, params_t *params) {
  tern_types_t types;
  if (!tern_decode_types(decoder, &types)) return false;
  for (size_t i = 0; i < types.count; ++i) {
    if (!tern_vhlo_is_type(types.values[i])) return tern_decoder_error(decoder, "expected VHLO types");
    tern_vec_push(params, param_of(types.values[i]));
  }
  return true;
}

// [dims], element; the parameters have the element first.
static bool decode_shape_into(tern_decoder_t *decoder, bool has_encoding_slot, const tern_attr_t *encoding,
                              params_t *params) {
  const int64_t *dims;
  size_t rank;
  const tern_type_t *element;
  if (!tern_decode_signed_varints(decoder, &dims, &rank) || !decode_inner_type(decoder, &element)) return false;
  tern_vec_push(params, param_of(element));
  if (has_encoding_slot) tern_vec_push(params, param_of(encoding));
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] < 0 && dims[i] != TERN_DYNAMIC) return tern_decoder_error(decoder, "a dimension is negative");
    tern_vec_push(params, (uint64_t)dims[i]);
  }
  return true;
}

static bool decode_double(tern_decoder_t *decoder, double *out_value) {
  uint64_t word;
  if (!tern_decode_words(decoder, 64, &word)) return false;
  memcpy(out_value, &word, sizeof(*out_value));
  return true;
}

static bool decode_quant_lists(tern_decoder_t *decoder, tern_vhlo_quant_t *quant) {
  size_t point_count;
  if (!tern_decode_count(decoder, &quant->count)) return false;
  double *scales = tern_decoder_alloc(decoder, (quant->count + 1) * sizeof(*scales));
  for (size_t i = 0; i < quant->count; ++i) {
    if (!decode_double(decoder, &scales[i])) return false;
  }
  if (!tern_decode_signed_varints(decoder, &quant->points, &point_count)) return false;
  quant->scales = scales;
  return point_count == quant->count || tern_decoder_error(decoder, "expected as many zero points as scales");
}

static const tern_type_t *read_quant(tern_decoder_t *decoder, bool is_per_axis) {
  tern_vhlo_quant_t quant = {.is_per_axis = is_per_axis, .count = 1};
  uint64_t dimension;
  double scale;
  int64_t point;
  if (!tern_decode_varint(decoder, &quant.flags) || !decode_inner_type(decoder, &quant.storage) ||
      !decode_inner_type(decoder, &quant.expressed)) {
    return NULL;
  }
  if (is_per_axis) {
    if (!tern_decode_varint(decoder, &dimension) || !tern_decode_signed_varint(decoder, &quant.storage_min) ||
        !tern_decode_signed_varint(decoder, &quant.storage_max) || !decode_quant_lists(decoder, &quant)) {
      return NULL;
    }
    quant.dimension = (int64_t)dimension;
  } else {
    if (!decode_double(decoder, &scale) || !tern_decode_signed_varint(decoder, &point) ||
        !tern_decode_signed_varint(decoder, &quant.storage_min) ||
        !tern_decode_signed_varint(decoder, &quant.storage_max)) {
      return NULL;
    }
    quant.scales = &scale;
    quant.points = &point;
  }
  return tern_vhlo_quant_type_get(tern_decoder_context(decoder), &quant);
}

static bool decode_type_params(tern_decoder_t *decoder, tern_vhlo_type_id_t id, bool has_encoding, params_t *params) {
  const tern_type_t *element;
  const tern_attr_t *encoding = NULL;
  switch (id) {
    case TERN_VHLO_TYPE_COMPLEX:
    case TERN_VHLO_TYPE_UNRANKED_TENSOR:
      if (!decode_inner_type(decoder, &element)) return false;
      tern_vec_push(params, param_of(element));
      return true;
    case TERN_VHLO_TYPE_FUNC:
      tern_vec_push(params, 0);
      if (!decode_types_into(decoder, params)) return false;
      params->values[0] = params->count - 1;
      return decode_types_into(decoder, params);
    case TERN_VHLO_TYPE_TUPLE:
    case TERN_VHLO_TYPE_FUTURE: return decode_types_into(decoder, params);
    case TERN_VHLO_TYPE_TENSOR:
      if (has_encoding && !tern_decode_attr(decoder, &encoding)) return false;
      if (encoding && !tern_vhlo_is_attr(encoding)) return tern_decoder_error(decoder, "expected VHLO attribute");
      return decode_shape_into(decoder, true, encoding, params);
    case TERN_VHLO_TYPE_BUFFER: return decode_shape_into(decoder, false, NULL, params);
    default: return true;
  }
}

static const tern_type_t *read_type(tern_decoder_t *decoder) {
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  bool has_encoding = code == CODE_TENSOR_WITH_ENCODING;
  size_t id = 0;
  while (id < TERN_VHLO_TYPE_COUNT && tern_vhlo_type_infos[id].code != code) ++id;
  if (has_encoding) id = TERN_VHLO_TYPE_TENSOR;
  if (id == TERN_VHLO_TYPE_COUNT) {
    tern_decoder_error(decoder, "unknown vhlo type code: %llu", (unsigned long long)code);
    return NULL;
  }
  if (id == TERN_VHLO_TYPE_QUANT || id == TERN_VHLO_TYPE_QUANT_PER_AXIS) {
    return read_quant(decoder, id == TERN_VHLO_TYPE_QUANT_PER_AXIS);
  }
  params_t params = {0};
  const tern_type_t *type = NULL;
  if (decode_type_params(decoder, (tern_vhlo_type_id_t)id, has_encoding, &params)) {
    type = tern_dialect_type_get(tern_decoder_context(decoder), &tern_vhlo_types[id], params.values, params.count);
  }
  tern_vec_deinitialize(&params);
  return type;
}

// --- writing types ---

static tern_types_t types_from(const tern_type_t *type, size_t start, size_t count) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)&type->params[start], count};
}

static void encode_double(tern_encoder_t *encoder, double value) {
  uint64_t word;
  memcpy(&word, &value, sizeof(word));
  tern_encode_words(encoder, 64, &word);
}

static void write_quant(tern_encoder_t *encoder, const tern_type_t *type) {
  tern_vhlo_quant_t quant;
  tern_vhlo_quant_type_read(type, &quant);
  tern_encode_varint(encoder, quant.flags);
  tern_encode_type(encoder, quant.storage);
  tern_encode_type(encoder, quant.expressed);
  if (!quant.is_per_axis) {
    encode_double(encoder, quant.scales[0]);
    tern_encode_signed_varint(encoder, quant.points[0]);
  } else {
    tern_encode_varint(encoder, (uint64_t)quant.dimension);
  }
  tern_encode_signed_varint(encoder, quant.storage_min);
  tern_encode_signed_varint(encoder, quant.storage_max);
  if (!quant.is_per_axis) return;
  tern_encode_varint(encoder, quant.count);
  for (size_t i = 0; i < quant.count; ++i) encode_double(encoder, quant.scales[i]);
  tern_encode_signed_varints(encoder, quant.points, quant.count);
}

static void encode_shape(tern_encoder_t *encoder, const tern_type_t *type, size_t dims) {
  tern_encode_signed_varints(encoder, (const int64_t *)&type->params[dims], type->param_count - dims);
  tern_encode_type(encoder, tern_vhlo_type_param(type, 0));
}

static bool write_type(tern_encoder_t *encoder, const tern_type_t *type) {
  tern_vhlo_type_id_t id = tern_vhlo_type_id(type);
  const tern_attr_t *encoding = NULL;
  if (id == TERN_VHLO_TYPE_TENSOR) encoding = (const tern_attr_t *)(uintptr_t)type->params[1];
  tern_encode_varint(encoder, encoding ? CODE_TENSOR_WITH_ENCODING : tern_vhlo_type_infos[id].code);
  switch (id) {
    case TERN_VHLO_TYPE_COMPLEX:
    case TERN_VHLO_TYPE_UNRANKED_TENSOR: tern_encode_type(encoder, tern_vhlo_type_param(type, 0)); break;
    case TERN_VHLO_TYPE_FUNC:
      tern_encode_types(encoder, types_from(type, 1, (size_t)type->params[0]));
      tern_encode_types(encoder,
                        types_from(type, 1 + (size_t)type->params[0], type->param_count - 1 - (size_t)type->params[0]));
      break;
    case TERN_VHLO_TYPE_TUPLE:
    case TERN_VHLO_TYPE_FUTURE: tern_encode_types(encoder, types_from(type, 0, type->param_count)); break;
    case TERN_VHLO_TYPE_TENSOR:
      if (encoding) tern_encode_attr(encoder, encoding);
      encode_shape(encoder, type, 2);
      break;
    case TERN_VHLO_TYPE_BUFFER: encode_shape(encoder, type, 1); break;
    case TERN_VHLO_TYPE_QUANT:
    case TERN_VHLO_TYPE_QUANT_PER_AXIS: write_quant(encoder, type); break;
    default: break;
  }
  return true;
}

// --- tensors ---
//
// Elements as they lie in memory; i1 is packed, eight in a byte, a splat of ones being one byte of ones. There was a
// time when it was not packed: such files are read too.

static bool is_bool_tensor(const tern_type_t *type) { return tern_type_is_i(tern_type_element(type), 1); }

static const tern_attr_t *unpack_bools(tern_decoder_t *decoder, const tern_type_t *type, tern_str_t blob,
                                       size_t count) {
  const uint8_t *bytes = (const uint8_t *)blob.data;
  uint8_t one = 1;
  if (blob.size == 1 && bytes[0] == 0xff && count > 0) return tern_dense_elements_attr_get(type, &one, true);
  if (blob.size == 1 && count > 8) {
    one = bytes[0] != 0;
    return tern_dense_elements_attr_get(type, &one, true);
  }
  bool is_packed = blob.size == (count + 7) / 8 && blob.size != count;
  if (!is_packed && blob.size != count) {
    tern_decoder_error(decoder, "a tensor of %zu elements has %zu bytes", count, blob.size);
    return NULL;
  }
  uint8_t *values = tern_decoder_alloc(decoder, count + 1);
  for (size_t i = 0; i < count; ++i) values[i] = is_packed ? bytes[i / 8] >> (i % 8) & 1 : bytes[i] != 0;
  return tern_dense_elements_attr_get(type, values, false);
}

// Elements of less than a byte are kept sign- or zero-extended.
static const tern_attr_t *extend_elements(tern_decoder_t *decoder, const tern_type_t *type, tern_str_t blob,
                                          bool is_splat) {
  int8_t *values = tern_decoder_alloc(decoder, blob.size + 1);
  for (size_t i = 0; i < blob.size; ++i) {
    values[i] = (int8_t)tern_integer_attr_value(tern_integer_attr_get(tern_type_element(type), (int8_t)blob.data[i]));
  }
  return tern_dense_elements_attr_get(type, values, is_splat);
}

static const tern_attr_t *make_elements(tern_decoder_t *decoder, const tern_type_t *type, tern_str_t blob) {
  const tern_type_t *element = tern_type_element(type);
  int64_t count = tern_type_has_static_shape(type) ? tern_type_element_count(type) : -1;
  bool is_number =
      tern_type_is_int_or_index(element) || tern_type_is_float(element) || element->kind == TERN_TYPE_COMPLEX;
  if (count < 0 || !is_number) {
    tern_decoder_error(decoder, "a tensor attribute has a type without elements");
    return NULL;
  }
  size_t size = tern_dense_element_size(element), whole;
  // A splat of an empty tensor has its value all the same.
  if (count == 0 && blob.size == size) blob.size = 0;
  if (is_bool_tensor(type)) return unpack_bools(decoder, type, blob, (size_t)count);
  bool is_splat = blob.size == size && count != 1;
  if (__builtin_mul_overflow((size_t)count, size, &whole) || (blob.size != whole && !is_splat)) {
    tern_decoder_error(decoder, "a tensor of %lld elements has %zu bytes", (long long)count, blob.size);
    return NULL;
  }
  bool is_narrow = tern_type_is_integer(element) && tern_integer_type_width(element) < 8;
  if (is_narrow) return extend_elements(decoder, type, blob, is_splat);
  return tern_dense_elements_attr_get(type, blob.data, is_splat);
}

static const tern_attr_t *read_tensor(tern_decoder_t *decoder) {
  const tern_type_t *vhlo;
  tern_str_t blob;
  if (!decode_inner_type(decoder, &vhlo) || !tern_decode_blob(decoder, &blob)) return NULL;
  const tern_type_t *type = tern_vhlo_type_to_builtin(vhlo, false);
  if (!type || type->kind != TERN_TYPE_TENSOR) {
    tern_decoder_error(decoder, "a tensor attribute has a type without elements");
    return NULL;
  }
  const tern_attr_t *elements = make_elements(decoder, type, blob);
  return elements ? tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_TENSOR, elements) : NULL;
}

static void write_bools(tern_encoder_t *encoder, const tern_attr_t *elements) {
  const uint8_t *data = tern_dense_elements_attr_data(elements);
  size_t count = tern_dense_elements_attr_count(elements);
  bool is_splat = tern_dense_elements_attr_is_splat(elements);
  if (is_splat && count > 1) {
    uint8_t byte = data[0] ? 0xff : 0;
    tern_encode_blob(encoder, &byte, 1);
    return;
  }
  TERN_VEC(uint8_t) bytes = {0};
  for (size_t i = 0; i < count; ++i) {
    if (i % 8 == 0) tern_vec_push(&bytes, 0);
    if (data[is_splat ? 0 : i]) bytes.values[i / 8] |= (uint8_t)(1u << (i % 8));
  }
  tern_encode_blob(encoder, bytes.values, bytes.count);
  tern_vec_deinitialize(&bytes);
}

static void write_tensor(tern_encoder_t *encoder, const tern_attr_t *elements) {
  const tern_type_t *type = tern_attr_type(elements);
  tern_encode_type(encoder, tern_vhlo_type_of(type, false));
  if (is_bool_tensor(type)) {
    write_bools(encoder, elements);
    return;
  }
  size_t count = tern_dense_elements_attr_is_splat(elements) ? 1 : tern_dense_elements_attr_count(elements);
  tern_encode_blob(encoder, tern_dense_elements_attr_data(elements),
                   count * tern_dense_element_size(tern_type_element(type)));
}

// --- numbers ---

static const tern_attr_t *read_number(tern_decoder_t *decoder, tern_vhlo_attr_id_t id) {
  const tern_type_t *vhlo;
  uint64_t words[2] = {0};
  if (!decode_inner_type(decoder, &vhlo)) return NULL;
  const tern_type_t *type = tern_vhlo_type_to_builtin(vhlo, false);
  bool is_right = type && (id == TERN_VHLO_ATTR_FLOAT ? tern_type_is_float(type) : tern_type_is_int_or_index(type));
  if (!is_right) {
    tern_decoder_error(decoder, "a number has a type that is none of numbers");
    return NULL;
  }
  if (!tern_decode_words(decoder, tern_type_bit_width(type), words)) return NULL;
  return tern_vhlo_wrapper_attr_get(
      id, id == TERN_VHLO_ATTR_FLOAT ? tern_float_attr_get_bits(type, words) : tern_wide_integer_attr_get(type, words));
}

static void write_number(tern_encoder_t *encoder, const tern_attr_t *number) {
  const tern_type_t *type = tern_attr_type(number);
  tern_encode_type(encoder, tern_vhlo_type_of(type, false));
  tern_encode_words(encoder, tern_type_bit_width(type), &number->params[1]);
}

// --- attributes with named fields ---

static bool decode_field(tern_decoder_t *decoder, tern_vhlo_field_kind_t kind, bool has_flag, params_t *params) {
  const tern_attr_t *attr = NULL;
  const int64_t *list;
  size_t count;
  int64_t number;
  double real;
  uint64_t word;
  switch (kind) {
    case TERN_VHLO_FIELD_LIST:
      if (!tern_decode_signed_varints(decoder, &list, &count)) return false;
      tern_vec_push(params, count);
      for (size_t i = 0; i < count; ++i) tern_vec_push(params, (uint64_t)list[i]);
      return true;
    case TERN_VHLO_FIELD_NUMBER:
      if (!tern_decode_signed_varint(decoder, &number)) return false;
      tern_vec_push(params, (uint64_t)number);
      return true;
    case TERN_VHLO_FIELD_REAL:
      if (!decode_double(decoder, &real)) return false;
      memcpy(&word, &real, sizeof(word));
      tern_vec_push(params, word);
      return true;
    default: break;
  }
  bool is_there = true;
  if (has_flag) {
    if (!tern_decode_varint(decoder, &word)) return false;
    is_there = word != 0;
  }
  bool is_right = true;
  if (kind == TERN_VHLO_FIELD_OPTIONAL_ATTR && !has_flag) {
    is_right = tern_decode_optional_attr(decoder, &attr);
  } else if (is_there) {
    is_right = tern_decode_attr(decoder, &attr);
  }
  if (!is_right) return false;
  if (attr && !tern_vhlo_is_attr(attr)) return tern_decoder_error(decoder, "expected VHLO attribute");
  tern_vec_push(params, param_of(attr));
  return true;
}

// The optional field of axis_ref has a number in front that says whether it is there, where others have a flag in the
// reference.
static bool has_flag(tern_vhlo_attr_id_t id, tern_vhlo_field_kind_t kind) {
  return id == TERN_VHLO_ATTR_AXIS_REF && kind == TERN_VHLO_FIELD_OPTIONAL_ATTR;
}

static bool decode_fields(tern_decoder_t *decoder, tern_vhlo_attr_id_t id, params_t *params) {
  const tern_vhlo_field_t *fields = tern_vhlo_attr_infos[id].fields;
  for (size_t i = 0; i < TERN_VHLO_MAX_FIELDS && fields[i].name; ++i) {
    if (!decode_field(decoder, fields[i].kind, has_flag(id, fields[i].kind), params)) return false;
  }
  return true;
}

static void write_fields(tern_encoder_t *encoder, tern_vhlo_attr_id_t id, const tern_attr_t *attr) {
  const tern_vhlo_field_t *fields = tern_vhlo_attr_infos[id].fields;
  const uint64_t *param = attr->params;
  for (size_t i = 0; i < TERN_VHLO_MAX_FIELDS && fields[i].name; ++i) {
    const tern_attr_t *inner = (const tern_attr_t *)(uintptr_t)*param;
    if (fields[i].kind == TERN_VHLO_FIELD_LIST) {
      tern_encode_signed_varints(encoder, (const int64_t *)(param + 1), (size_t)*param);
      param += *param;
    } else if (fields[i].kind == TERN_VHLO_FIELD_NUMBER) {
      tern_encode_signed_varint(encoder, (int64_t)*param);
    } else if (fields[i].kind == TERN_VHLO_FIELD_REAL) {
      tern_encode_words(encoder, 64, param);
    } else if (has_flag(id, fields[i].kind)) {
      tern_encode_varint(encoder, inner != NULL);
      if (inner) tern_encode_attr(encoder, inner);
    } else if (fields[i].kind == TERN_VHLO_FIELD_OPTIONAL_ATTR) {
      tern_encode_optional_attr(encoder, inner);
    } else {
      tern_encode_attr(encoder, inner);
    }
    ++param;
  }
}

// --- attributes ---

static bool decode_dict(tern_decoder_t *decoder, params_t *params) {
  size_t count;
  if (!tern_decode_count(decoder, &count)) return false;
  for (size_t i = 0; i < 2 * count; ++i) {
    const tern_attr_t *attr;
    if (!tern_decode_attr(decoder, &attr)) return false;
    if (i % 2 == 0 && !tern_vhlo_is_attr(attr)) return tern_decoder_error(decoder, "expected VHLO attribute as key");
    tern_vec_push(params, param_of(attr));
  }
  return true;
}

static bool decode_attr_params(tern_decoder_t *decoder, tern_vhlo_attr_id_t id, params_t *params) {
  const tern_attr_t *const *elements;
  const tern_type_t *type;
  size_t count;
  uint64_t word;
  switch (id) {
    case TERN_VHLO_ATTR_ARRAY:
      if (!tern_decode_attrs(decoder, &elements, &count)) return false;
      for (size_t i = 0; i < count; ++i) tern_vec_push(params, param_of(elements[i]));
      return true;
    case TERN_VHLO_ATTR_BOOL:
      if (!tern_decode_varint(decoder, &word)) return false;
      if (word > 1) return tern_decoder_error(decoder, "a boolean is neither 0 nor 1");
      tern_vec_push(params, word);
      return true;
    case TERN_VHLO_ATTR_DICT: return decode_dict(decoder, params);
    case TERN_VHLO_ATTR_TYPE:
      if (!decode_inner_type(decoder, &type)) return false;
      tern_vec_push(params, param_of(type));
      return true;
    default: return decode_fields(decoder, id, params);
  }
}

static const tern_attr_t *read_enum(tern_decoder_t *decoder, tern_vhlo_enum_id_t id) {
  uint64_t value;
  if (!tern_decode_varint(decoder, &value)) return NULL;
  if (value > INT32_MAX || !tern_enum_case_name(&tern_vhlo_enums[id], (int64_t)value)) {
    tern_decoder_error(decoder, "'%s' has no case %llu", tern_vhlo_enums[id].name, (unsigned long long)value);
    return NULL;
  }
  return tern_vhlo_enum_attr_get(tern_decoder_context(decoder), id, (int64_t)value);
}

static const tern_attr_t *read_row(tern_decoder_t *decoder, tern_vhlo_attr_id_t id) {
  tern_context_t *context = tern_decoder_context(decoder);
  tern_str_t text;
  if (id == TERN_VHLO_ATTR_TENSOR) return read_tensor(decoder);
  if (id == TERN_VHLO_ATTR_FLOAT || id == TERN_VHLO_ATTR_INTEGER) return read_number(decoder, id);
  if (id == TERN_VHLO_ATTR_STRING) {
    return tern_decode_string(decoder, &text) ? tern_vhlo_string_attr_get(context, text) : NULL;
  }
  params_t params = {0};
  const tern_attr_t *attr = NULL;
  if (decode_attr_params(decoder, id, &params)) {
    attr = tern_dialect_attr_get(context, &tern_vhlo_attrs[id], params.values, params.count);
  }
  tern_vec_deinitialize(&params);
  return attr;
}

static const tern_attr_t *read_attr(tern_decoder_t *decoder) {
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  for (size_t i = 0; i < TERN_VHLO_ENUM_COUNT; ++i) {
    if (tern_vhlo_enum_infos[i].code == code) return read_enum(decoder, (tern_vhlo_enum_id_t)i);
  }
  for (size_t i = 0; i < TERN_VHLO_ATTR_COUNT; ++i) {
    if (tern_vhlo_attr_infos[i].code == code) return read_row(decoder, (tern_vhlo_attr_id_t)i);
  }
  tern_decoder_error(decoder, "unknown vhlo attribute code: %llu", (unsigned long long)code);
  return NULL;
}

static void write_row(tern_encoder_t *encoder, tern_vhlo_attr_id_t id, const tern_attr_t *attr) {
  const tern_attr_t *const *inner = (const tern_attr_t *const *)(const void *)attr->params;
  switch (id) {
    case TERN_VHLO_ATTR_ARRAY: tern_encode_attrs(encoder, inner, attr->param_count); break;
    case TERN_VHLO_ATTR_BOOL: tern_encode_varint(encoder, attr->params[0]); break;
    case TERN_VHLO_ATTR_DICT:
      tern_encode_varint(encoder, attr->param_count / 2);
      for (size_t i = 0; i < attr->param_count; ++i) tern_encode_attr(encoder, inner[i]);
      break;
    case TERN_VHLO_ATTR_FLOAT:
    case TERN_VHLO_ATTR_INTEGER: write_number(encoder, inner[0]); break;
    case TERN_VHLO_ATTR_STRING: tern_encode_string(encoder, tern_string_attr_value(inner[0])); break;
    case TERN_VHLO_ATTR_TENSOR: write_tensor(encoder, inner[0]); break;
    case TERN_VHLO_ATTR_TYPE: tern_encode_type(encoder, (const tern_type_t *)(uintptr_t)attr->params[0]); break;
    default: write_fields(encoder, id, attr); break;
  }
}

static bool write_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  if (!tern_vhlo_is_attr(attr)) return false;
  if (attr->kind == TERN_ATTR_ENUM) {
    size_t id = (size_t)((const tern_enum_row_t *)attr->row - tern_vhlo_enums);
    tern_encode_varint(encoder, tern_vhlo_enum_infos[id].code);
    tern_encode_varint(encoder, (uint64_t)tern_enum_attr_value(attr));
    return true;
  }
  size_t id = (size_t)((const tern_attr_row_t *)attr->row - tern_vhlo_attrs);
  tern_encode_varint(encoder, tern_vhlo_attr_infos[id].code);
  write_row(encoder, (tern_vhlo_attr_id_t)id, attr);
  return true;
}

const tern_dialect_encoding_t tern_vhlo_encoding = {
    .read_attr = read_attr,
    .read_type = read_type,
    .write_attr = write_attr,
    .write_type = write_type,
};

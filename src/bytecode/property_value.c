// Properties that are plain values, by their constraint: numbers, strings, flags, lists and what may be absent
// (upstream: writeToMlirBytecode of Properties.td and EnumAttr.td).

#include "base/vec.h"
#include "bytecode/reader.h"
#include "bytecode/writer.h"
#include "ir/constraint/constraint.h"

typedef const tern_attr_constraint_t constraint_t;

static bool has_shape(constraint_t *constraint, const char *shape) { return strcmp(constraint->shape, shape) == 0; }

void tern_encode_property_value(tern_encoder_t *encoder, constraint_t *constraint, const tern_attr_t *attr) {
  if (has_shape(constraint, "unit prop")) {
    tern_encode_byte(encoder, attr && (attr->kind == TERN_ATTR_UNIT || tern_integer_attr_value(attr)));
  } else if (has_shape(constraint, "string prop")) {
    tern_encode_string(encoder, tern_string_attr_value(attr));
  } else if (has_shape(constraint, "array prop")) {
    tern_encode_varint(encoder, tern_array_attr_count(attr));
    for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
      tern_encode_property_value(encoder, constraint->element, tern_array_attr_at(attr, i));
    }
  } else if (has_shape(constraint, "optional prop")) {
    bool is_there = attr && tern_array_attr_count(attr);
    tern_encode_byte(encoder, is_there);
    if (is_there) tern_encode_property_value(encoder, constraint->element, tern_array_attr_at(attr, 0));
  } else {
    uint64_t value = (uint64_t)tern_integer_attr_value(attr);
    uint32_t width = tern_integer_type_width(constraint->value_type);
    if (has_shape(constraint, "unsigned prop")) value &= (UINT64_C(1) << width) - 1;
    tern_encode_varint(encoder, value);
  }
}

static const tern_attr_t *read_elements(tern_decoder_t *decoder, constraint_t *constraint, uint64_t count) {
  TERN_VEC(const tern_attr_t *) elements = {0};
  bool is_ok = true;
  for (uint64_t i = 0; i < count && is_ok; ++i) {
    const tern_attr_t *element = NULL;
    is_ok = tern_decode_property_value(decoder, constraint, &element);
    tern_vec_push(&elements, element);
  }
  const tern_attr_t *list =
      is_ok ? tern_array_attr_get(tern_decoder_context(decoder), elements.values, elements.count) : NULL;
  tern_vec_deinitialize(&elements);
  return list;
}

bool tern_decode_property_value(tern_decoder_t *decoder, constraint_t *constraint, const tern_attr_t **out_attr) {
  tern_context_t *context = tern_decoder_context(decoder);
  uint64_t number;
  size_t count;
  tern_str_t text;
  bool is_there;
  if (has_shape(constraint, "unit prop")) {
    if (!tern_decode_bool(decoder, &is_there)) return false;
    *out_attr = is_there ? tern_unit_attr_get(context) : tern_bool_attr_get(context, false);
  } else if (has_shape(constraint, "string prop")) {
    if (!tern_decode_string(decoder, &text)) return false;
    *out_attr = tern_string_attr_get(context, text);
  } else if (has_shape(constraint, "array prop")) {
    if (!tern_decode_count(decoder, &count)) return false;
    *out_attr = read_elements(decoder, constraint->element, count);
  } else if (has_shape(constraint, "optional prop")) {
    if (!tern_decode_bool(decoder, &is_there)) return false;
    *out_attr = read_elements(decoder, constraint->element, is_there);
  } else {
    if (!tern_decode_varint(decoder, &number)) return false;
    *out_attr = tern_integer_attr_get(constraint->value_type, (int64_t)number);
  }
  return *out_attr != NULL;
}

// affine in bytecode: the one native property of its ops.

#include "bytecode/dialect_encoding.h"
#include "dialect/affine/hooks.h"
#include "ir/attr.h"

// Upstream has a boolean where we have a unit or nothing.
static void write_disjoint(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_byte(encoder, attr && (attr->kind == TERN_ATTR_UNIT || tern_integer_attr_value(attr)));
}

static bool read_disjoint(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  bool is_disjoint;
  if (!tern_decode_bool(decoder, &is_disjoint)) return false;
  *out_attr = is_disjoint ? tern_unit_attr_get(tern_decoder_context(decoder)) : NULL;
  return true;
}

static const tern_property_encoding_t properties[] = {
    {"affine.linearize_index", "disjoint", TERN_PROPERTY_VALUE, write_disjoint, read_disjoint},
};

const tern_dialect_encoding_t tern_affine_encoding = {
    .properties = properties,
    .property_count = sizeof(properties) / sizeof(properties[0]),
};

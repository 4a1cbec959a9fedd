// Serializes constants: scalars by their bits, composites by their parts.

#include "ir/diagnostic.h"
#include "target/spirv/serialize_private.h"

static uint32_t refuse_constant(const tern_op_t *op, const tern_type_t *type, const tern_attr_t *attr) {
  tern_op_error(op, "has a constant %s that is no value of %s", tern_attr_text(attr), tern_type_text(type));
  return 0;
}

// The bits of a scalar; false if `attr` is none.
static bool scalar_bits(const tern_type_t *type, const tern_attr_t *attr, uint64_t *out_bits) {
  uint32_t width = tern_type_bit_width(type);
  if (tern_attr_is_integer(attr) && tern_type_is_integer(type)) {
    *out_bits = (uint64_t)tern_integer_attr_value(attr);
    // High bits follow the sign of a signed type, and are 0 otherwise.
    bool is_signed = tern_integer_type_signedness(type) == TERN_SIGNED;
    if (width < 64 && !is_signed) *out_bits &= (UINT64_C(1) << width) - 1;
    return true;
  }
  if (!tern_attr_is_float(attr) || !tern_type_is_float(type)) return false;
  *out_bits = attr->params[1];
  return true;
}

uint32_t tern_spirv_emit_scalar(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                                const tern_attr_t *attr, bool is_spec, uint32_t spec_id) {
  uint64_t bits;
  if (!scalar_bits(type, attr, &bits)) return refuse_constant(op, type, attr);
  uint32_t words[4] = {tern_spirv_type_id(s, op, type), (uint32_t)bits, (uint32_t)(bits >> 32)};
  if (!words[0]) return 0;
  bool is_bool = tern_type_is_i(type, 1);
  uint32_t opcode =
      is_bool ? (bits ? TERN_SPIRV_OPCODE_CONSTANTTRUE : TERN_SPIRV_OPCODE_CONSTANTFALSE) : TERN_SPIRV_OPCODE_CONSTANT;
  size_t count = is_bool ? 1 : tern_type_bit_width(type) > 32 ? 3 : 2;
  if (!is_spec) return tern_spirv_emit_unique(s, op, opcode, words, count, 1);
  opcode = is_bool ? (bits ? TERN_SPIRV_OPCODE_SPECCONSTANTTRUE : TERN_SPIRV_OPCODE_SPECCONSTANTFALSE)
                   : TERN_SPIRV_OPCODE_SPECCONSTANT;
  memmove(&words[2], &words[1], 2 * sizeof(words[0]));
  words[1] = spec_id;
  return tern_spirv_emit(op, &s->globals, opcode, words, count + 1) ? spec_id : 0;
}

uint32_t tern_spirv_i32_constant_id(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t value) {
  const tern_type_t *type = tern_i_type_get(s->context, 32);
  return tern_spirv_emit_scalar(s, op, type, tern_integer_attr_get(type, (int32_t)value), false, 0);
}

// --- composites ---

// Parts of a constant's type.
static size_t part_count(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) != 1) return 0;
  if (tern_type_is_spirv_coop_matrix(type)) return 1;
  return tern_spirv_composite_count(type);
}

static const tern_type_t *part_type(const tern_type_t *type, size_t index) {
  return tern_type_is_spirv_coop_matrix(type) ? tern_spirv_element_type(type) : tern_spirv_composite_part(type, index);
}

// Scalars in a type that is made of one kind of them; 0 if it is not.
static size_t scalar_count(const tern_type_t *type) {
  size_t parts = part_count(type);
  if (!parts) return tern_spirv_type_is_scalar(type) ? 1 : 0;
  if (tern_type_is_spirv_struct(type)) return 0;
  size_t inner = scalar_count(part_type(type, 0));
  return inner > SIZE_MAX / parts ? 0 : parts * inner;
}

static uint32_t emit_composite(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                               const tern_attr_t *attr, size_t *inout_position);

static const tern_attr_t *dense_at(const tern_attr_t *attr, size_t position) {
  return tern_dense_elements_attr_at(attr, tern_dense_elements_attr_is_splat(attr) ? 0 : position);
}

// A part whose scalars are those of dense elements from `*inout_position` on.
static uint32_t dense_part(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                           const tern_attr_t *attr, size_t *inout_position) {
  if (part_count(type)) return emit_composite(s, op, type, attr, inout_position);
  return tern_spirv_emit_scalar(s, op, type, dense_at(attr, (*inout_position)++), false, 0);
}

static uint32_t emit_composite(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                               const tern_attr_t *attr, size_t *inout_position) {
  size_t count = part_count(type);
  tern_spirv_words_t words = {0};
  uint32_t id = tern_spirv_type_id(s, op, type);
  tern_spirv_words_push(&words, id);
  bool is_dense = attr->kind == TERN_ATTR_DENSE_ELEMENTS;
  // What is the same in all places is asked for once.
  bool is_splat = is_dense && tern_dense_elements_attr_is_splat(attr) && !tern_type_is_spirv_struct(type);
  for (size_t i = 0; id && i < count; ++i) {
    const tern_type_t *part = part_type(type, i);
    if (!is_splat || i == 0) {
      id = is_dense ? dense_part(s, op, part, attr, inout_position)
                    : tern_spirv_constant_id(s, op, part, tern_array_attr_at(attr, i));
    }
    tern_spirv_words_push(&words, id);
    if (words.count > TERN_SPIRV_MAX_INSTRUCTION_WORDS) {
      tern_op_error(op, "has a constant of %zu parts, but a SPIR-V instruction has room for %d", count,
                    TERN_SPIRV_MAX_INSTRUCTION_WORDS - 3);
      id = 0;
    }
  }
  if (id) id = tern_spirv_emit_unique(s, op, TERN_SPIRV_OPCODE_CONSTANTCOMPOSITE, words.values, words.count, 1);
  tern_spirv_words_deinitialize(&words);
  return id;
}

static bool is_zero_splat(const tern_attr_t *attr) {
  if (attr->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(attr)) return false;
  const tern_attr_t *value = tern_dense_elements_attr_at(attr, 0);
  return (tern_attr_is_integer(value) || tern_attr_is_float(value)) && value->params[1] == 0;
}

uint32_t tern_spirv_constant_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                                const tern_attr_t *attr) {
  enum { MAX_LISTED_ZEROS = 1024 };
  size_t count = part_count(type);
  if (!count) return tern_spirv_emit_scalar(s, op, type, attr, false, 0);
  if (attr->kind == TERN_ATTR_ARRAY) {
    if (tern_array_attr_count(attr) != count) return refuse_constant(op, type, attr);
  } else if (attr->kind == TERN_ATTR_DENSE_ELEMENTS) {
    bool is_splat = tern_dense_elements_attr_is_splat(attr);
    size_t scalars = scalar_count(type);
    if (!scalars || (!is_splat && tern_dense_elements_attr_count(attr) != scalars)) {
      return refuse_constant(op, type, attr);
    }
    if (scalars > MAX_LISTED_ZEROS && is_zero_splat(attr)) {
      uint32_t id = tern_spirv_type_id(s, op, type);
      return id ? tern_spirv_emit_unique(s, op, TERN_SPIRV_OPCODE_CONSTANTNULL, &id, 1, 1) : 0;
    }
  } else {
    return refuse_constant(op, type, attr);
  }
  size_t position = 0;
  return emit_composite(s, op, type, attr, &position);
}

// A composite of equal parts: `value` is that of a part, or of the parts of these.
static uint32_t emit_replicated(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                                const tern_attr_t *value) {
  if (!part_count(type)) return refuse_constant(op, type, value);
  const tern_type_t *part = part_type(type, 0);
  bool is_deeper = part_count(part) && tern_attr_type(value) != part && scalar_count(part) > 1 &&
                   (tern_attr_is_integer(value) || tern_attr_is_float(value));
  uint32_t words[2] = {tern_spirv_type_id(s, op, type)};
  if (words[0]) words[1] = is_deeper ? emit_replicated(s, op, part, value) : tern_spirv_constant_id(s, op, part, value);
  if (!words[1]) return 0;
  return tern_spirv_emit_unique(s, op, TERN_SPIRV_OPCODE_CONSTANTCOMPOSITEREPLICATEEXT, words, 2, 1);
}

uint32_t tern_spirv_replicated_id(tern_spirv_serializer_t *s, const tern_op_t *op) {
  return emit_replicated(s, op, op->results[0].type, tern_op_attr(op, "value"));
}

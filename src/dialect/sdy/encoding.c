// Attributes of sdy in bytecode: codes and layouts are those of upstream's bytecode.td. They are read only, to the text that they are
// kept as; what we write is text, too.

#include <inttypes.h>

#include "dialect/sdy/hooks.h"
#include "ir/context.h"

typedef enum attr_code {
  CODE_MANUAL_AXES,
  CODE_MESH_AXIS,
  CODE_MESH,
  CODE_SUB_AXIS,
  CODE_AXIS_REF,
  CODE_DIMENSION,
  CODE_SHARDING,
  CODE_PER_VALUE,
  CODE_DIM_MAPPING,
  CODE_TENSOR_MAPPING,
  CODE_RULE,
  CODE_UNREDUCED_SHARDING = 15,
  CODE_UNREDUCED_PER_VALUE,
  CODE_REDUCED_SHARDING,  // by another operation than a sum
} attr_code_t;

typedef struct reader {
  tern_decoder_t *decoder;
  tern_string_builder_t text;
} reader_t;

static void append(reader_t *reader, tern_str_t text) { tern_string_builder_append(&reader->text, text); }
static void append_text(reader_t *reader, const char *text) { append(reader, tern_str_from_cstr(text)); }

static void append_number(reader_t *reader, int64_t value) {
  tern_string_builder_append_format(&reader->text, "%" PRId64, value);
}

// ---- parts of attributes ----

// An attribute of a kind that the text of another one holds.
static bool append_part(reader_t *reader, const tern_attr_t *attr, tern_sdy_attr_t kind) {
  tern_str_t text = tern_sdy_attr_text(attr, kind);
  if (text.size == 0) return tern_decoder_error(reader->decoder, "expected another attribute of sdy as a part of one");
  append(reader, text);
  return true;
}

static bool append_parts(reader_t *reader, const tern_attr_t *const *attrs, size_t count, tern_sdy_attr_t kind) {
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) append_text(reader, ", ");
    if (!append_part(reader, attrs[i], kind)) return false;
  }
  return true;
}

// A list of parts in brackets.
static bool read_parts(reader_t *reader, const char *open, tern_sdy_attr_t kind, const char *close) {
  const tern_attr_t *const *attrs;
  size_t count;
  if (!tern_decode_attrs(reader->decoder, &attrs, &count)) return false;
  append_text(reader, open);
  if (!append_parts(reader, attrs, count, kind)) return false;
  append_text(reader, close);
  return true;
}

// The same, where an empty list is left out.
static bool read_optional_parts(reader_t *reader, const char *open, tern_sdy_attr_t kind, const char *close) {
  const tern_attr_t *const *attrs;
  size_t count;
  if (!tern_decode_attrs(reader->decoder, &attrs, &count)) return false;
  if (count == 0) return true;
  append_text(reader, open);
  if (!append_parts(reader, attrs, count, kind)) return false;
  append_text(reader, close);
  return true;
}

static bool read_quoted(reader_t *reader) {
  tern_str_t name;
  if (!tern_decode_string(reader->decoder, &name)) return false;
  tern_string_builder_append_format(&reader->text, "\"%.*s\"", (int)name.size, name.data);
  return true;
}

// ---- attributes ----

static bool read_manual_axes(reader_t *reader) {
  const tern_attr_t *const *attrs;
  size_t count;
  if (!tern_decode_attrs(reader->decoder, &attrs, &count)) return false;
  append_text(reader, "{");
  for (size_t i = 0; i < count; ++i) {
    if (attrs[i]->kind != TERN_ATTR_STRING) return tern_decoder_error(reader->decoder, "an axis of sdy has a name");
    tern_str_t name = tern_string_attr_value(attrs[i]);
    tern_string_builder_append_format(&reader->text, "%s\"%.*s\"", i ? ", " : "", (int)name.size, name.data);
  }
  append_text(reader, "}");
  return true;
}

static bool read_mesh_axis(reader_t *reader) {
  int64_t size;
  if (!read_quoted(reader) || !tern_decode_signed_varint(reader->decoder, &size)) return false;
  append_text(reader, "=");
  append_number(reader, size);
  return true;
}

static bool append_numbers(reader_t *reader, const char *open, const int64_t *values, size_t count, const char *close) {
  append_text(reader, open);
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) append_text(reader, ", ");
    append_number(reader, values[i]);
  }
  append_text(reader, close);
  return true;
}

static bool read_mesh(reader_t *reader) {
  const int64_t *ids;
  size_t count;
  if (!read_parts(reader, "<[", TERN_SDY_MESH_AXIS_ATTR, "]") ||
      !tern_decode_signed_varints(reader->decoder, &ids, &count)) {
    return false;
  }
  if (count > 0) append_numbers(reader, ", device_ids=[", ids, count, "]");
  append_text(reader, ">");
  return true;
}

static bool read_sub_axis(reader_t *reader) {
  int64_t before, size;
  if (!tern_decode_signed_varint(reader->decoder, &before) || !tern_decode_signed_varint(reader->decoder, &size)) {
    return false;
  }
  tern_string_builder_append_format(&reader->text, ":(%" PRId64 ")%" PRId64, before, size);
  return true;
}

static bool read_axis_ref(reader_t *reader) {
  const tern_attr_t *part;
  if (!read_quoted(reader) || !tern_decode_optional_attr(reader->decoder, &part)) return false;
  return !part || append_part(reader, part, TERN_SDY_SUB_AXIS_ATTR);
}

static bool read_dimension(reader_t *reader) {
  const tern_attr_t *const *axes;
  size_t count;
  bool is_closed, has_priority;
  uint64_t priority;
  if (!tern_decode_attrs(reader->decoder, &axes, &count) || !tern_decode_bool(reader->decoder, &is_closed) ||
      !tern_decode_varint_with_flag(reader->decoder, &priority, &has_priority)) {
    return false;
  }
  append_text(reader, "{");
  if (!append_parts(reader, axes, count, TERN_SDY_AXIS_REF_ATTR)) return false;
  append_text(reader, is_closed ? "}" : count ? ", ?}" : "?}");
  if (has_priority) tern_string_builder_append_format(&reader->text, "p%" PRIu64, priority);
  return true;
}

static bool read_sharding(reader_t *reader, attr_code_t code) {
  const tern_attr_t *mesh;
  int64_t operation;
  if (!tern_decode_attr(reader->decoder, &mesh)) return false;
  append_text(reader, "<");
  if (mesh->kind == TERN_ATTR_SYMBOL_REF) {
    append_text(reader, "@");
    append(reader, tern_symbol_ref_attr_at(mesh, 0));
  } else {
    append_text(reader, "mesh");
    if (!append_part(reader, mesh, TERN_SDY_MESH_ATTR)) return false;
  }
  if (!read_parts(reader, ", [", TERN_SDY_DIMENSION_ATTR, "]") ||
      !read_optional_parts(reader, ", replicated={", TERN_SDY_AXIS_REF_ATTR, "}") ||
      (code != CODE_SHARDING && !read_optional_parts(reader, ", unreduced={", TERN_SDY_AXIS_REF_ATTR, "}")) ||
      (code == CODE_REDUCED_SHARDING && !tern_decode_signed_varint(reader->decoder, &operation))) {
    return false;
  }
  if (code == CODE_REDUCED_SHARDING) {
    append_text(reader, ", reduction=");
    append_number(reader, operation);
  }
  append_text(reader, ">");
  return true;
}

// ---- rules ----

// Factors are called i to z, then z_1 and so on.
static void append_factor(reader_t *reader, int64_t factor) {
  enum { LETTERS = 'z' - 'i' + 1 };
  bool has_letter = factor >= 0 && factor < LETTERS;
  if (has_letter) tern_string_builder_append_char(&reader->text, (char)('i' + factor));
  if (!has_letter) tern_string_builder_append_format(&reader->text, "z_%" PRId64, factor - LETTERS + 1);
}

static bool read_dim_mapping(reader_t *reader) {
  const int64_t *factors;
  size_t count;
  if (!tern_decode_signed_varints(reader->decoder, &factors, &count)) return false;
  for (size_t i = 0; i < count; ++i) append_factor(reader, factors[i]);
  if (count == 0) append_text(reader, " ");  // a scalar's, which is not empty
  return true;
}

static bool read_factors(reader_t *reader, const char *name) {
  const int64_t *factors;
  size_t count;
  if (!tern_decode_signed_varints(reader->decoder, &factors, &count)) return false;
  for (size_t i = 0; i < count; ++i) {
    append_text(reader, i ? ", " : name);
    append_factor(reader, factors[i]);
  }
  if (count > 0) append_text(reader, "}");
  return true;
}

static bool read_rule(reader_t *reader) {
  const int64_t *sizes;
  size_t count;
  bool is_custom;
  append_text(reader, "<");
  if (!tern_decode_signed_varints(reader->decoder, &sizes, &count) ||
      !read_parts(reader, "(", TERN_SDY_TENSOR_MAPPING_ATTR, ")") ||
      !read_parts(reader, "->(", TERN_SDY_TENSOR_MAPPING_ATTR, ")")) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    append_text(reader, i ? ", " : " {");
    append_factor(reader, (int64_t)i);
    append_text(reader, "=");
    append_number(reader, sizes[i]);
  }
  if (count > 0) append_text(reader, "}");
  if (!read_factors(reader, " reduction={") || !read_factors(reader, " need_replication={") ||
      !read_factors(reader, " permutation={") || !read_factors(reader, " blocked_propagation={") ||
      !tern_decode_bool(reader->decoder, &is_custom)) {
    return false;
  }
  append_text(reader, is_custom ? ", custom>" : ">");
  return true;
}

// ---- the dialect ----

static bool read_by_code(reader_t *reader, attr_code_t code, tern_sdy_attr_t *out_kind) {
  static const tern_sdy_attr_t kinds[] = {
      [CODE_MANUAL_AXES] = TERN_SDY_MANUAL_AXES_ATTR,
      [CODE_MESH_AXIS] = TERN_SDY_MESH_AXIS_ATTR,
      [CODE_MESH] = TERN_SDY_MESH_ATTR,
      [CODE_SUB_AXIS] = TERN_SDY_SUB_AXIS_ATTR,
      [CODE_AXIS_REF] = TERN_SDY_AXIS_REF_ATTR,
      [CODE_DIMENSION] = TERN_SDY_DIMENSION_ATTR,
      [CODE_SHARDING] = TERN_SDY_SHARDING_ATTR,
      [CODE_PER_VALUE] = TERN_SDY_PER_VALUE_ATTR,
      [CODE_DIM_MAPPING] = TERN_SDY_DIM_MAPPING_ATTR,
      [CODE_TENSOR_MAPPING] = TERN_SDY_TENSOR_MAPPING_ATTR,
      [CODE_RULE] = TERN_SDY_RULE_ATTR,
      [CODE_UNREDUCED_SHARDING] = TERN_SDY_SHARDING_ATTR,
      [CODE_UNREDUCED_PER_VALUE] = TERN_SDY_PER_VALUE_ATTR,
      [CODE_REDUCED_SHARDING] = TERN_SDY_SHARDING_ATTR,
  };
  *out_kind = (size_t)code < sizeof kinds / sizeof kinds[0] ? kinds[code] : TERN_SDY_MESH_ATTR;
  switch (code) {
    case CODE_MANUAL_AXES: return read_manual_axes(reader);
    case CODE_MESH_AXIS: return read_mesh_axis(reader);
    case CODE_MESH: return read_mesh(reader);
    case CODE_SUB_AXIS: return read_sub_axis(reader);
    case CODE_AXIS_REF: return read_axis_ref(reader);
    case CODE_DIMENSION: return read_dimension(reader);
    case CODE_SHARDING:
    case CODE_UNREDUCED_SHARDING:
    case CODE_REDUCED_SHARDING: return read_sharding(reader, code);
    case CODE_PER_VALUE:
    case CODE_UNREDUCED_PER_VALUE: return read_parts(reader, "<[", TERN_SDY_SHARDING_ATTR, "]>");
    case CODE_DIM_MAPPING: return read_dim_mapping(reader);
    case CODE_TENSOR_MAPPING: return read_parts(reader, "[", TERN_SDY_DIM_MAPPING_ATTR, "]");
    case CODE_RULE: return read_rule(reader);
    default: return tern_decoder_error(reader->decoder, "unknown sdy attribute code: %d", (int)code);
  }
}

static const tern_attr_t *read_attr(tern_decoder_t *decoder) {
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code > CODE_REDUCED_SHARDING) {
    return tern_decoder_error(decoder, "unknown sdy attribute code: %" PRIu64, code), NULL;
  }
  reader_t reader = {.decoder = decoder};
  tern_sdy_attr_t kind;
  bool is_read = read_by_code(&reader, (attr_code_t)code, &kind);
  tern_context_t *context = tern_decoder_context(decoder);
  const tern_attr_t *attr = is_read ? tern_sdy_attr_get(context, kind, tern_string_builder_view(&reader.text)) : NULL;
  tern_string_builder_deinitialize(&reader.text);
  return attr;
}

// Versions so far differ in which codes they write.
static bool read_version(tern_decoder_t *decoder, tern_dialect_version_t *out_version) {
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_decode_varint(decoder, &out_version->numbers[i])) return false;
  }
  return true;
}

const tern_dialect_encoding_t tern_sdy_encoding = {.read_attr = read_attr, .read_version = read_version};

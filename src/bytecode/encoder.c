// Writing primitives: bytes, numbers, sections, and what dialects' encodings call.

#include "bytecode/writer.h"

// --- bytes and sections ---

void tern_emitter_deinitialize(tern_emitter_t *emitter) { tern_vec_deinitialize(&emitter->bytes); }

void tern_emit_byte(tern_emitter_t *out, uint8_t value) { tern_vec_push(&out->bytes, value); }

void tern_emit_bytes(tern_emitter_t *out, const void *data, size_t size) {
  if (!size) return;
  tern_vec_reserve(&out->bytes, out->bytes.count + size);
  memcpy(out->bytes.values + out->bytes.count, data, size);
  out->bytes.count += size;
}

// The low bits of the first byte are as many zeros as bytes follow, then a one; nine bytes have a first one of zero.
void tern_emit_varint(tern_emitter_t *out, uint64_t value) {
  for (unsigned size = 1; size <= 8; ++size) {
    if (value >> (7 * size)) continue;
    uint64_t encoded = (value << 1 | 1) << (size - 1);
    tern_emit_bytes(out, &encoded, size);  // little-endian
    return;
  }
  tern_emit_byte(out, 0);
  tern_emit_bytes(out, &value, sizeof value);
}

void tern_emit_padding(tern_emitter_t *out, uint32_t alignment) {
  if (alignment < 2) return;
  while (out->bytes.count & (alignment - 1)) tern_emit_byte(out, TERN_BYTECODE_PADDING);
  if (out->alignment < alignment) out->alignment = alignment;
}

void tern_emit_section(tern_emitter_t *out, tern_bytecode_section_t id, tern_emitter_t *section) {
  size_t id_place = out->bytes.count;
  tern_emit_byte(out, (uint8_t)id);
  tern_emit_varint(out, section->bytes.count);
  uint32_t alignment = section->alignment;
  if (alignment > 1 && (out->bytes.count & (alignment - 1))) {
    tern_emit_varint(out, alignment);
    tern_emit_padding(out, alignment);
    out->bytes.values[id_place] |= TERN_BYTECODE_SECTION_ALIGNED;
  } else if (out->alignment < alignment) {
    out->alignment = alignment;
  }
  tern_emit_bytes(out, section->bytes.values, section->bytes.count);
  tern_emitter_deinitialize(section);
}

size_t tern_writer_string(tern_bytecode_writer_t *writer, tern_str_t text) {
  const tern_ident_t *ident = tern_ident_get(writer->context, text);
  uintptr_t index = (uintptr_t)tern_map_get(&writer->string_indices, ident);
  if (index) return index - 1;
  tern_vec_push(&writer->strings, tern_ident_str(ident));
  tern_map_set(&writer->string_indices, ident, (void *)(uintptr_t)writer->strings.count);
  return writer->strings.count - 1;
}

// --- for dialects ---

tern_context_t *tern_encoder_context(const tern_encoder_t *encoder) { return encoder->writer->context; }

uint64_t tern_encoder_bytecode_version(const tern_encoder_t *encoder) { return encoder->writer->version; }

void tern_encode_byte(tern_encoder_t *encoder, uint8_t value) {
  if (encoder->out) tern_emit_byte(encoder->out, value);
}

void tern_encode_varint(tern_encoder_t *encoder, uint64_t value) {
  if (encoder->out) tern_emit_varint(encoder->out, value);
}

void tern_encode_signed_varint(tern_encoder_t *encoder, int64_t value) {
  tern_encode_varint(encoder, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

void tern_encode_varint_with_flag(tern_encoder_t *encoder, uint64_t value, bool flag) {
  tern_encode_varint(encoder, value << 1 | flag);
}

void tern_encode_string(tern_encoder_t *encoder, tern_str_t text) {
  if (encoder->out) tern_emit_varint(encoder->out, tern_writer_string(encoder->writer, text));
}

void tern_encode_blob(tern_encoder_t *encoder, const void *data, size_t size) {
  if (!encoder->out) return;
  tern_emit_varint(encoder->out, size);
  tern_emit_bytes(encoder->out, data, size);
}

static uint64_t mask_word(uint32_t width, size_t index, uint64_t word) {
  uint32_t bits = width - (uint32_t)index * 64;
  return bits >= 64 ? word : word & ((UINT64_C(1) << bits) - 1);
}

// The bits above the width are zero, whatever the words have there.
void tern_encode_words(tern_encoder_t *encoder, uint32_t width, const uint64_t *words) {
  if (width <= 8) {
    tern_encode_byte(encoder, width ? (uint8_t)mask_word(width, 0, words[0]) : 0);
    return;
  }
  if (width <= 64) {
    tern_encode_signed_varint(encoder, (int64_t)mask_word(width, 0, words[0]));
    return;
  }
  size_t count = ((size_t)width + 63) / 64;
  while (count > 1 && !mask_word(width, count - 1, words[count - 1])) --count;
  tern_encode_varint(encoder, count);
  for (size_t i = 0; i < count; ++i) tern_encode_signed_varint(encoder, (int64_t)mask_word(width, i, words[i]));
}

void tern_encode_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  if (encoder->out) {
    tern_emit_varint(encoder->out, tern_writer_attr_number(encoder->writer, attr));
  } else {
    tern_writer_number_attr(encoder->writer, attr);
  }
}

void tern_encode_optional_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  if (!attr) {
    tern_encode_varint(encoder, 0);
  } else if (encoder->out) {
    tern_encode_varint_with_flag(encoder, tern_writer_attr_number(encoder->writer, attr), true);
  } else {
    tern_writer_number_attr(encoder->writer, attr);
  }
}

void tern_encode_type(tern_encoder_t *encoder, const tern_type_t *type) {
  if (encoder->out) {
    tern_emit_varint(encoder->out, tern_writer_type_number(encoder->writer, type));
  } else {
    tern_writer_number_type(encoder->writer, type);
  }
}

void tern_encode_resource(tern_encoder_t *encoder, const char *dialect, tern_str_t key) {
  if (encoder->out) {
    tern_emit_varint(encoder->out, tern_writer_resource_number(encoder->writer, dialect, key));
  } else {
    tern_writer_number_resource(encoder->writer, dialect, key);
  }
}

void tern_encode_attrs(tern_encoder_t *encoder, const tern_attr_t *const *attrs, size_t count) {
  tern_encode_varint(encoder, count);
  for (size_t i = 0; i < count; ++i) tern_encode_attr(encoder, attrs[i]);
}

void tern_encode_types(tern_encoder_t *encoder, tern_types_t types) {
  tern_encode_varint(encoder, types.count);
  for (size_t i = 0; i < types.count; ++i) tern_encode_type(encoder, types.values[i]);
}

void tern_encode_signed_varints(tern_encoder_t *encoder, const int64_t *values, size_t count) {
  tern_encode_varint(encoder, count);
  for (size_t i = 0; i < count; ++i) tern_encode_signed_varint(encoder, values[i]);
}

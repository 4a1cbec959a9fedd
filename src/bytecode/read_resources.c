// Resources of a file. Their contents go to the context (asm/resource.h), as those of a text's `{-# ... #-}` do.

#include "asm/resource.h"

#include "bytecode/reader.h"

// A group that is being read.
typedef struct group {
  bool is_external;
  tern_str_t name;
} group_t;

// The three values that an entry can have.
static bool read_value(tern_decoder_t *decoder, uint8_t kind, tern_resource_t *out_resource) {
  switch (kind) {
    case TERN_ENTRY_BLOB: {
      uint64_t alignment, size;
      if (!tern_decode_varint(decoder, &alignment) || !tern_decode_varint(decoder, &size)) return false;
      if (alignment > UINT32_MAX) return tern_decoder_error(decoder, "the alignment of a blob is out of range");
      if (!tern_decode_padding(decoder, alignment)) return false;
      out_resource->kind = TERN_RESOURCE_BLOB;
      out_resource->alignment = (uint32_t)alignment;
      tern_str_t bytes;
      if (!tern_decode_bytes(decoder, size, &bytes)) return false;
      out_resource->blob = tern_blob_get(decoder->file->context, bytes.data, bytes.size);
      return true;
    }
    case TERN_ENTRY_BOOL:
      out_resource->kind = TERN_RESOURCE_BOOL;
      return tern_decode_bool(decoder, &out_resource->value);
    case TERN_ENTRY_STRING:
      out_resource->kind = TERN_RESOURCE_STRING;
      return tern_decode_string(decoder, &out_resource->data);
    default: return tern_decoder_error(decoder, "unknown kind of resource entry: %u", kind);
  }
}

static bool read_entry(tern_decoder_t *offsets, tern_decoder_t *data, const group_t *group) {
  tern_bytecode_file_t *file = offsets->file;
  tern_str_t key, bytes;
  uint64_t size;
  uint8_t kind;
  if (!tern_decode_string(offsets, &key) || !tern_decode_varint(offsets, &size) || !tern_decode_byte(offsets, &kind) ||
      !tern_decode_bytes(data, size, &bytes)) {
    return false;
  }
  if (!group->is_external) tern_vec_push(&file->resources, key);
  // One without data is only named.
  if (!bytes.size) return true;
  tern_resource_t resource = {
      .is_external = group->is_external,
      .group = tern_ident_get(file->context, group->name),
      .key = tern_ident_get(file->context, key),
  };
  tern_decoder_t entry = tern_decoder_of(file, bytes);
  if (!read_value(&entry, kind, &resource)) return false;
  if (tern_decoder_remaining(&entry)) {
    return tern_decoder_error(&entry, "unexpected trailing bytes in resource entry '%.*s'", (int)key.size, key.data);
  }
  if (!group->is_external && resource.kind != TERN_RESOURCE_BLOB) {
    return tern_decoder_error(&entry, "expected a blob resource entry for key '%.*s'", (int)key.size, key.data);
  }
  tern_resource_set(file->context, &resource);
  return true;
}

static bool read_group(tern_decoder_t *offsets, tern_decoder_t *data, const group_t *group) {
  size_t count;
  // Each has a key, a size and a kind.
  if (!tern_decode_count_of(offsets, "resources", 3, &count)) return false;
  for (size_t i = 0; i < count; ++i) {
    if (!read_entry(offsets, data, group)) return false;
  }
  return true;
}

bool tern_file_read_resources(tern_bytecode_file_t *file, tern_str_t bytes, tern_str_t offset_bytes) {
  tern_decoder_t offsets = tern_decoder_of(file, offset_bytes), data = tern_decoder_of(file, bytes);
  size_t external_count;
  if (!tern_decode_count_of(&offsets, "groups of resources", 2, &external_count)) return false;
  for (size_t i = 0; i < external_count; ++i) {
    group_t group = {.is_external = true};
    if (!tern_decode_string(&offsets, &group.name) || !read_group(&offsets, &data, &group)) return false;
  }
  while (tern_decoder_remaining(&offsets)) {
    size_t index;
    if (!tern_decode_index(&offsets, file->dialect_count, "dialect", &index)) return false;
    if (!tern_file_dialect_load(&offsets, &file->dialects[index])) return false;
    group_t group = {.name = file->dialects[index].name};
    if (!read_group(&offsets, &data, &group)) return false;
  }
  return true;
}

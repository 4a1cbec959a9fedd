// The file's metadata after the op: `{-# dialect_resources: ..., external_resources: ... #-}`.
//
// As upstream, of the dialects' resources only those that the op refers to are printed, in the order of the references;
// external ones are printed all.

#include "asm/resource.h"
#include "asm/printer_private.h"

// What has been opened so far.
typedef struct resource_writer {
  tern_printer_t *printer;
  bool is_open;               // `{-#`, even if nothing is short enough to follow
  bool has_any;               // a section
  bool has_section;           // `dialect_resources: {`
  const tern_ident_t *group;  // the group that is open, or NULL
} resource_writer_t;

static void print_hex(tern_printer_t *printer, const unsigned char *data, size_t size) {
  static const char digits[] = "0123456789ABCDEF";
  for (size_t i = 0; i < size; ++i) {
    char byte[2] = {digits[data[i] >> 4], digits[data[i] & 15]};
    tern_printer_write(printer, byte, sizeof byte);
  }
}

static void print_value(tern_printer_t *printer, const tern_resource_t *resource) {
  switch (resource->kind) {
    case TERN_RESOURCE_BOOL: tern_printer_text(printer, resource->value ? "true" : "false"); return;
    case TERN_RESOURCE_STRING: tern_printer_quoted(printer, resource->data); return;
    case TERN_RESOURCE_BLOB: {
      // The alignment comes first, as four little-endian bytes.
      unsigned char alignment[4];
      for (size_t i = 0; i < 4; ++i) alignment[i] = (unsigned char)(resource->alignment >> 8 * i);
      tern_printer_literal(printer, "\"0x");
      print_hex(printer, alignment, sizeof alignment);
      print_hex(printer, (const unsigned char *)tern_blob_data(printer->context, resource->blob), resource->blob->size);
      tern_printer_char(printer, '"');
      return;
    }
  }
}

// Whether the value would take more characters than it may.
static bool is_too_long(const tern_printer_t *printer, const tern_resource_t *resource) {
  if (!printer->options.has_resource_limit) return false;
  size_t size = resource->data.size + 2;
  if (resource->kind == TERN_RESOURCE_BOOL) {
    size = resource->value ? strlen("true") : strlen("false");
  } else if (resource->kind == TERN_RESOURCE_BLOB) {
    size = 2 * (resource->blob->size + 4) + 4;
  } else {
    // Escapes take three characters for one.
    for (size_t i = 0; i < resource->data.size; ++i) {
      unsigned char c = (unsigned char)resource->data.data[i];
      if (c == '"' || c < 32 || c > 126) size += 2;
      if (c == '\\') ++size;
    }
  }
  return size > (size_t)printer->options.resource_limit;
}

static void close_group(resource_writer_t *writer) {
  if (writer->group) tern_printer_literal(writer->printer, "\n    }");
  writer->group = NULL;
}

static void close_section(resource_writer_t *writer) {
  close_group(writer);
  if (writer->has_section) tern_printer_literal(writer->printer, "\n  }");
}

static void print_entry(resource_writer_t *writer, const char *section, const tern_resource_t *resource) {
  tern_printer_t *printer = writer->printer;
  if (!writer->is_open) tern_printer_literal(printer, "\n{-#\n");
  writer->is_open = true;
  if (is_too_long(printer, resource)) return;
  if (!writer->has_section) {
    tern_printer_text(printer, writer->has_any ? ",\n  " : "  ");
    tern_printer_text(printer, section);
    tern_printer_literal(printer, ": {\n");
    writer->has_any = true;
  }
  if (writer->group != resource->group) {
    bool is_first = !writer->has_section;
    close_group(writer);
    if (!is_first) tern_printer_literal(printer, ",\n");
    tern_printer_literal(printer, "    ");
    tern_printer_keyword_or_string(printer, tern_ident_str(resource->group));
    tern_printer_literal(printer, ": {\n");
    writer->group = resource->group;
  } else {
    tern_printer_literal(printer, ",\n");
  }
  writer->has_section = true;
  tern_printer_literal(printer, "      ");
  tern_printer_keyword_or_string(printer, tern_ident_str(resource->key));
  tern_printer_literal(printer, ": ");
  print_value(printer, resource);
}

void tern_printer_resource_key(tern_printer_t *printer, const char *dialect, tern_str_t key) {
  tern_printer_keyword_or_string(printer, key);
  if (printer->is_collecting || !printer->resources) return;
  const tern_resource_t *resource = tern_resource_find(printer->context, false, tern_str_from_cstr(dialect), key);
  if (resource) tern_map_set(printer->resources, resource, NULL);
}

// The dialects' resources that were referred to, one group after the other, each where its first reference is.
static void print_referred(resource_writer_t *writer) {
  const tern_map_t *resources = writer->printer->resources;
  size_t count = resources ? resources->entry_count : 0;
  tern_map_t done = {0};
  for (size_t i = 0; i < count; ++i) {
    const tern_ident_t *group = ((const tern_resource_t *)resources->entries[i].key)->group;
    if (!tern_map_set(&done, group, NULL)) continue;
    for (size_t k = i; k < count; ++k) {
      const tern_resource_t *resource = resources->entries[k].key;
      if (resource->group == group) print_entry(writer, "dialect_resources", resource);
    }
  }
  tern_map_deinitialize(&done);
}

void tern_printer_resources(tern_printer_t *printer) {
  resource_writer_t writer = {.printer = printer};
  tern_context_t *context = printer->context;
  print_referred(&writer);
  close_section(&writer);
  writer.has_section = false;
  // One group after the other, each where its first entry is.
  size_t count = tern_resource_count(context);
  for (size_t i = 0; i < count; ++i) {
    const tern_resource_t *first = tern_resource_at(context, i);
    bool is_new = first->is_external;
    for (size_t k = 0; k < i && is_new; ++k) {
      const tern_resource_t *other = tern_resource_at(context, k);
      is_new = !other->is_external || other->group != first->group;
    }
    for (size_t k = i; k < count && is_new; ++k) {
      const tern_resource_t *other = tern_resource_at(context, k);
      if (other->is_external && other->group == first->group) print_entry(&writer, "external_resources", other);
    }
  }
  close_section(&writer);
  if (writer.is_open) tern_printer_literal(printer, "\n#-}\n");
}

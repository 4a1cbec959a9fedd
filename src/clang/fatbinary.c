// The format of fatbinaries, as NVIDIA's tools and driver read it: a header of 16 bytes, and for each image a header of 64 and its
// bytes, filled up to a multiple of 8. The header of PTX goes on with the options of its assembler: where they are, and their text. All numbers are little endian.

#include "clang/fatbinary.h"

#include <stdlib.h>

enum {
  MAGIC = 0xBA55ED50,
  VERSION = 1,
  HEADER_SIZE = 16,
  IMAGE_VERSION = 0x0101,
  IMAGE_HEADER_SIZE = 64,
  ALIGNMENT = 8,
  // What an image's code is versioned by, where it is machine code: cubins have no version of their own in the file.
  ELF_MAJOR = 1,
  ELF_MINOR = 8,
  // Flags of an image.
  IS_64_BIT = 0x1,
  IS_FOR_LINUX = 0x10,
  IS_COMPRESSED = 0x2000,
  IS_ARCHITECTURE_SPECIFIC = 0x100000,
  IS_FAMILY_SPECIFIC = 0x200000,
};

typedef struct header {
  uint32_t magic;
  uint16_t version, header_size;
  uint64_t size;  // of all that follows
} header_t;

typedef struct image_header {
  uint16_t kind, version;
  uint32_t header_size;
  uint64_t size;  // with what fills it up
  uint32_t compressed_size;
  uint32_t options_offset;
  uint16_t minor, major;
  uint32_t architecture;
  uint32_t name_offset, name_size;
  uint64_t flags;
  uint64_t reserved;
  uint64_t plain_size;  // of what is compressed
} image_header_t;

// Behind the header of PTX: the options for ptxas, of which there are none.
typedef struct options {
  uint32_t offset, size;  // of the text, from the image's header
  char text[8];
} options_t;

_Static_assert(sizeof(header_t) == HEADER_SIZE, "as in the file");
_Static_assert(sizeof(image_header_t) == IMAGE_HEADER_SIZE, "as in the file");

static size_t fill(size_t size) { return (ALIGNMENT - size % ALIGNMENT) % ALIGNMENT; }

// The numbers behind ".version" in PTX.
static void read_ptx_version(tern_str_t text, image_header_t *header) {
  static const char directive[] = ".version ";
  const char *at = memmem(text.data, text.size, directive, sizeof directive - 1);
  if (!at) return;
  char number[16] = "", *end;
  size_t left = text.size - (size_t)(at - text.data) - (sizeof directive - 1);
  memcpy(number, at + sizeof directive - 1, left < sizeof number - 1 ? left : sizeof number - 1);
  header->major = (uint16_t)strtoul(number, &end, 10);
  if (*end == '.') header->minor = (uint16_t)strtoul(end + 1, NULL, 10);
}

static uint64_t flags_of(const tern_fatbinary_image_t *image) {
  uint64_t flags = IS_64_BIT | IS_FOR_LINUX;
  if (image->suffix == 'a') flags |= IS_ARCHITECTURE_SPECIFIC;
  if (image->suffix == 'f') flags |= IS_FAMILY_SPECIFIC;
  return flags;
}

static void write_image(const tern_fatbinary_image_t *image, tern_string_builder_t *out) {
  // PTX ends with a NUL.
  size_t size = image->code.size + (image->kind == TERN_FATBINARY_PTX);
  size_t filling = size - image->code.size + fill(size);
  image_header_t header = {
      .kind = (uint16_t)image->kind,
      .version = IMAGE_VERSION,
      .header_size = IMAGE_HEADER_SIZE,
      .size = image->code.size + filling,
      .major = ELF_MAJOR,
      .minor = ELF_MINOR,
      .architecture = image->architecture,
      .flags = flags_of(image),
  };
  const options_t options = {.offset = sizeof header + offsetof(options_t, text)};
  bool is_ptx = image->kind == TERN_FATBINARY_PTX;
  if (is_ptx) {
    read_ptx_version(image->code, &header);
    header.header_size += sizeof options;
    header.options_offset = sizeof header;
  }
  tern_string_builder_append(out, tern_str_make((const char *)&header, sizeof header));
  if (is_ptx) tern_string_builder_append(out, tern_str_make((const char *)&options, sizeof options));
  tern_string_builder_append(out, image->code);
  for (size_t i = 0; i < filling; ++i) tern_string_builder_append_char(out, '\0');
}

void tern_fatbinary_write(const tern_fatbinary_image_t *images, size_t count, tern_string_builder_t *out) {
  header_t header = {.magic = MAGIC, .version = VERSION, .header_size = HEADER_SIZE};
  tern_string_builder_append(out, tern_str_make((const char *)&header, sizeof header));
  for (size_t i = 0; i < count; ++i) write_image(&images[i], out);
  header.size = out->size - sizeof header;
  memcpy(out->data, &header, sizeof header);
}

// --- reading ---

static tern_status_t refuse(const char *why) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "not a fatbinary: %s", why);
}

static tern_status_t check_header(tern_str_t data) {
  header_t header;
  if (data.size < sizeof header) return refuse("it is too short");
  memcpy(&header, data.data, sizeof header);
  if (header.magic != MAGIC) return refuse("it begins with other bytes");
  if (header.version != VERSION || header.header_size != HEADER_SIZE) return refuse("its version is not known");
  if (header.size > data.size - sizeof header) return refuse("it is cut off");
  return tern_ok();
}

tern_status_t tern_fatbinary_next(tern_str_t data, size_t *inout_offset, tern_fatbinary_image_t *out_image) {
  header_t header;
  image_header_t image;
  *out_image = (tern_fatbinary_image_t){0};
  TERN_RETURN_IF_ERROR(check_header(data));
  memcpy(&header, data.data, sizeof header);
  size_t end = sizeof header + header.size, at = *inout_offset ? *inout_offset : sizeof header;
  if (at >= end) return tern_status_make(TERN_OUT_OF_RANGE, "there is no other image");
  if (end - at < sizeof image) return refuse("an image is cut off");
  memcpy(&image, data.data + at, sizeof image);
  if (image.header_size < sizeof image || image.header_size > end - at || image.size > end - at - image.header_size) {
    return refuse("an image is cut off");
  }
  if (image.flags & IS_COMPRESSED || image.compressed_size) return refuse("it is compressed");
  const char *code = data.data + at + image.header_size;
  size_t size = image.kind == TERN_FATBINARY_PTX ? strnlen(code, image.size) : image.size;
  *out_image = (tern_fatbinary_image_t){
      .kind = image.kind,
      .architecture = image.architecture,
      .suffix = image.flags & IS_ARCHITECTURE_SPECIFIC ? 'a'
                : image.flags & IS_FAMILY_SPECIFIC     ? 'f'
                                                       : '\0',
      .code = tern_str_make(code, size),
  };
  *inout_offset = at + image.header_size + image.size;
  return tern_ok();
}

size_t tern_fatbinary_find(tern_str_t data) {
  static const char magic[] = {(char)(MAGIC & 0xFF), (char)(MAGIC >> 8 & 0xFF), (char)(MAGIC >> 16 & 0xFF),
                               (char)(MAGIC >> 24 & 0xFF)};
  for (size_t at = 0; at < data.size;) {
    const char *found = memmem(data.data + at, data.size - at, magic, sizeof magic);
    if (!found) break;
    at = (size_t)(found - data.data);
    if (tern_status_is_ok(check_header(tern_str_drop(data, at)))) return at;
    ++at;
  }
  return data.size;
}

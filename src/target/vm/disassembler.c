#include "target/vm/disassembler.h"

#include <inttypes.h>
#include <string.h>

#include "base/bytecode_format.h"
#include "base/checksum.h"
#include "base/module_format.h"
#include "target/vm/listing.h"
#include "tern/dispatch.h"

// --- words of EXECUTABLE sections ---

typedef struct word_reader {
  tern_str_t data;
  size_t at;
  bool is_broken;
} word_reader_t;

static uint32_t read_u32(word_reader_t *r) {
  uint32_t value = 0;
  if (r->is_broken || r->data.size - r->at < sizeof value) {
    r->is_broken = true;
    return 0;
  }
  memcpy(&value, r->data.data + r->at, sizeof value);
  r->at += sizeof value;
  return value;
}

static int64_t read_i64(word_reader_t *r) {
  uint32_t low = read_u32(r);
  return (int64_t)((uint64_t)read_u32(r) << 32 | low);
}

static tern_str_t read_bytes(word_reader_t *r) {
  size_t size = read_u32(r);
  if (r->is_broken || r->data.size - r->at < size) {
    r->is_broken = true;
    return TERN_STR("");
  }
  tern_str_t bytes = tern_str_make(r->data.data + r->at, size);
  r->at += size;
  while (r->at % 4 != 0 && r->at < r->data.size) ++r->at;
  return bytes;
}

static void list_binding(word_reader_t *r, tern_string_builder_t *out) {
  uint32_t set = read_u32(r), binding = read_u32(r), access = read_u32(r), element = read_u32(r);
  tern_str_t name = read_bytes(r);
  uint32_t rank = read_u32(r), alignment = read_u32(r);
  tern_string_builder_append_format(
      out, "    binding %" PRIu32 ".%" PRIu32 " \"%.*s\" %s%s%s element %" PRIu32 " [", set, binding, (int)name.size,
      name.data, access & TERN_BINDING_ACCESS_READ ? "read" : "", access & TERN_BINDING_ACCESS_WRITE ? "write" : "",
      access & TERN_BINDING_ACCESS_DISCARD ? "discard" : "", element);
  for (uint32_t i = 0; i < rank && !r->is_broken; ++i) {
    int64_t dim = read_i64(r);
    tern_string_builder_append_cstr(out, i ? ", " : "");
    if (dim == TERN_DIM_DYNAMIC) {
      tern_string_builder_append_char(out, '?');
    } else {
      tern_string_builder_append_int64(out, dim);
    }
  }
  for (uint32_t i = 0; i < rank && !r->is_broken; ++i) read_u32(r);
  tern_string_builder_append_format(out, "] alignment %" PRIu32 "\n", alignment);
}

static void list_kernel(word_reader_t *r, tern_string_builder_t *out) {
  tern_str_t name = read_bytes(r);
  uint32_t x = read_u32(r), y = read_u32(r), z = read_u32(r);
  uint32_t subgroup = read_u32(r), flags = read_u32(r), grid = read_u32(r);
  for (uint32_t i = 0; i < grid && !r->is_broken; ++i) read_u32(r);
  tern_string_builder_append_format(out,
                                    "    kernel \"%.*s\" workgroup [%" PRIu32 ", %" PRIu32 ", %" PRIu32
                                    "] subgroup %" PRIu32 " flags %" PRIu32 " grid program of %" PRIu32 " words\n",
                                    (int)name.size, name.data, x, y, z, subgroup, flags, grid);
}

static tern_status_t fail_at(uint64_t offset, const char *what) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "byte %" PRIu64 " of the module: %s", offset, what);
}

// `offset` is the place of `data` in the file.
static tern_status_t list_executable(tern_str_t data, uint64_t offset, size_t index, tern_string_builder_t *out) {
  word_reader_t r = {.data = data};
  tern_str_t target = read_bytes(&r), format = read_bytes(&r);
  uint32_t entry_count = read_u32(&r);
  tern_string_builder_append_format(out, "executable %zu: target \"%.*s\" format \"%.*s\" entry points %" PRIu32 "\n",
                                    index, (int)target.size, target.data, (int)format.size, format.data, entry_count);
  for (uint32_t i = 0; i < entry_count && !r.is_broken; ++i) {
    tern_str_t name = read_bytes(&r);
    uint32_t constants = read_u32(&r), bindings = read_u32(&r);
    tern_string_builder_append_format(out, "  entry point %" PRIu32 " \"%.*s\" constants %" PRIu32 "\n", i,
                                      (int)name.size, name.data, constants);
    for (uint32_t b = 0; b < bindings && !r.is_broken; ++b) list_binding(&r, out);
    uint32_t kernels = read_u32(&r);
    for (uint32_t k = 0; k < kernels && !r.is_broken; ++k) list_kernel(&r, out);
  }
  tern_str_t code = read_bytes(&r);
  if (r.is_broken) return fail_at(offset + r.at, "an executable ends early");
  tern_string_builder_append_format(out, "  code: %zu bytes\n", code.size);
  return tern_ok();
}

// --- the file ---

static uint64_t load_u64(tern_str_t file, size_t offset) {
  uint64_t value;
  memcpy(&value, file.data + offset, sizeof value);
  return value;
}
static uint32_t load_u32(tern_str_t file, size_t offset) {
  uint32_t value;
  memcpy(&value, file.data + offset, sizeof value);
  return value;
}

static tern_status_t list_section(tern_str_t file, size_t row, size_t *inout_executables, tern_string_builder_t *out) {
  uint32_t kind = load_u32(file, row);
  uint64_t offset = load_u64(file, row + 8), size = load_u64(file, row + 16);
  if (offset > file.size || size > file.size - offset) return fail_at(row, "a section lies outside of the file");
  tern_str_t data = tern_str_make(file.data + offset, (size_t)size);
  const char *problem;
  switch (kind) {
    case TERN_MODULE_SECTION_EXECUTABLE: return list_executable(data, offset, (*inout_executables)++, out);
    case TERN_MODULE_SECTION_BYTECODE:
      problem = tern_vm_list_bytecode(data, out);
      return problem ? fail_at(offset, problem) : tern_ok();
    case TERN_MODULE_SECTION_RODATA:
      tern_string_builder_append_format(out, "constants: %" PRIu64 " bytes\n", size);
      return tern_ok();
    default:
      tern_string_builder_append_format(out, "section of unknown kind %" PRIu32 ": %" PRIu64 " bytes\n", kind, size);
      return tern_ok();
  }
}

tern_status_t tern_module_disassemble(tern_str_t file, tern_string_builder_t *out) {
  if (file.size < TERN_MODULE_HEADER_SIZE || load_u32(file, 0) != TERN_MODULE_MAGIC) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 0 of the module: this is no module file");
  }
  uint32_t version = load_u32(file, 4), count = load_u32(file, 24);
  if (version < TERN_MODULE_VERSION_MIN || version > TERN_MODULE_VERSION) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "byte 4 of the module: this is version %" PRIu32 ", expected %u to %u", version,
                            TERN_MODULE_VERSION_MIN, TERN_MODULE_VERSION);
  }
  if (count > (file.size - TERN_MODULE_HEADER_SIZE) / TERN_MODULE_SECTION_SIZE) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 24 of the module: the table of sections ends behind the file");
  }
  if (load_u64(file, 8) != file.size) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "byte 8 of the module: %" PRIu64 " bytes are announced, %zu are here", load_u64(file, 8),
                            file.size);
  }
  tern_str_t rest = tern_str_drop(file, TERN_MODULE_HEADER_SIZE);
  if (load_u64(file, 16) != tern_module_checksum(version, rest.data, rest.size)) {
    return fail_at(16, "the checksum is wrong, the file is damaged");
  }
  tern_string_builder_append_format(out, "module file version %" PRIu32 ", %" PRIu32 " sections\n", version, count);
  size_t executables = 0;
  for (uint32_t i = 0; i < count; ++i) {
    TERN_RETURN_IF_ERROR(list_section(file, TERN_MODULE_HEADER_SIZE + i * TERN_MODULE_SECTION_SIZE, &executables, out));
  }
  return tern_ok();
}

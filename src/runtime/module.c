// Reading module files: every length and offset is checked before it is used, and nothing points into the file.

#include "tern/module.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/module_format.h"
#include "runtime/grid.h"

typedef struct executable_entry {
  const char *target;
  tern_executable_params_t params;
} executable_entry_t;

struct tern_module_t {
  tern_arena_t arena;  // holds all that follows
  executable_entry_t *executables;
  size_t executable_count;
};

// A section that is being read. After the first error nothing is read any more.
typedef struct reader {
  tern_arena_t *arena;
  const unsigned char *data;
  size_t cursor, end;  // offsets in the file
  tern_status_t status;
} reader_t;

static bool refuse(reader_t *r, const char *what) {
  if (tern_status_is_ok(r->status)) {
    r->status = tern_status_make(TERN_INVALID_ARGUMENT, "byte %zu of the module: %s", r->cursor, what);
  }
  return false;
}

static uint32_t load_u32(const unsigned char *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}
static uint64_t load_u64(const unsigned char *bytes) { return load_u32(bytes) | (uint64_t)load_u32(bytes + 4) << 32; }

static uint32_t read_u32(reader_t *r) {
  if (!tern_status_is_ok(r->status)) return 0;
  if (r->end - r->cursor < 4) return refuse(r, "the section ends too early");
  r->cursor += 4;
  return load_u32(r->data + r->cursor - 4);
}

static uint64_t read_u64(reader_t *r) {
  uint64_t low = read_u32(r);
  return low | (uint64_t)read_u32(r) << 32;
}

// A number of things that take at least `least` bytes each.
static uint32_t read_count(reader_t *r, size_t least) {
  uint32_t count = read_u32(r);
  if (tern_status_is_ok(r->status) && count > (r->end - r->cursor) / least)
    refuse(r, "a count goes beyond the section");
  return tern_status_is_ok(r->status) ? count : 0;
}

static void *read_bytes(reader_t *r, uint32_t *out_size) {
  uint32_t size = read_count(r, 1);
  size_t padded = ((size_t)size + 3) / 4 * 4;
  *out_size = 0;
  if (!tern_status_is_ok(r->status) ||
      (padded > r->end - r->cursor && !refuse(r, "a string goes beyond the section"))) {
    return tern_arena_alloc_zeroed(r->arena, 1);
  }
  char *copy = tern_arena_alloc(r->arena, (size_t)size + 1);
  if (size) memcpy(copy, r->data + r->cursor, size);
  copy[size] = 0;
  r->cursor += padded;
  *out_size = size;
  return copy;
}

static const char *read_string(reader_t *r) {
  uint32_t size;
  char *text = read_bytes(r, &size);
  if (strlen(text) != size) refuse(r, "a name holds a zero byte");
  return text;
}

static void read_binding(reader_t *r, tern_binding_info_t *out) {
  out->set = read_u32(r);
  out->binding = read_u32(r);
  out->access = read_u32(r);
  out->element_type = read_u32(r);
  out->name = read_string(r);
  out->rank = read_count(r, 12);
  out->alignment = read_u32(r);
  int64_t *dims = tern_arena_alloc_array(r->arena, out->rank + 1, sizeof *dims);
  int32_t *words = tern_arena_alloc_array(r->arena, out->rank + 1, sizeof *words);
  for (uint32_t i = 0; i < out->rank; ++i) dims[i] = (int64_t)read_u64(r);
  for (uint32_t i = 0; i < out->rank; ++i) words[i] = (int32_t)read_u32(r);
  out->dims = dims;
  out->dim_push_constants = words;
}

static void read_kernel(reader_t *r, uint32_t push_constant_count, tern_kernel_info_t *out) {
  out->name = read_string(r);
  for (size_t d = 0; d < 3; ++d) out->workgroup_size[d] = read_u32(r);
  out->subgroup_size = read_u32(r);
  out->flags = read_u32(r);
  out->grid_program_size = read_count(r, 4);
  uint32_t *program = tern_arena_alloc_array(r->arena, (size_t)out->grid_program_size + 1, sizeof *program);
  for (uint32_t i = 0; i < out->grid_program_size; ++i) program[i] = read_u32(r);
  out->grid_program = program;
  if (tern_status_is_ok(r->status)) r->status = tern_grid_check(program, out->grid_program_size, push_constant_count);
}

static void read_entry_point(reader_t *r, tern_entry_point_t *out) {
  out->name = read_string(r);
  out->push_constant_count = read_u32(r);
  out->binding_count = read_count(r, 28);
  tern_binding_info_t *bindings =
      tern_arena_alloc_zeroed(r->arena, ((size_t)out->binding_count + 1) * sizeof *bindings);
  for (uint32_t i = 0; i < out->binding_count; ++i) read_binding(r, &bindings[i]);
  out->bindings = bindings;
  out->kernel_count = read_count(r, 28);
  tern_kernel_info_t *kernels = tern_arena_alloc_zeroed(r->arena, ((size_t)out->kernel_count + 1) * sizeof *kernels);
  for (uint32_t i = 0; i < out->kernel_count; ++i) read_kernel(r, out->push_constant_count, &kernels[i]);
  out->kernels = kernels;
}

static void read_executable(reader_t *r, executable_entry_t *out) {
  out->target = read_string(r);
  out->params.format = read_string(r);
  uint32_t count = read_count(r, 16), size;
  tern_entry_point_t *entries = tern_arena_alloc_zeroed(r->arena, ((size_t)count + 1) * sizeof *entries);
  for (uint32_t i = 0; i < count; ++i) read_entry_point(r, &entries[i]);
  out->params.entry_points = entries;
  out->params.entry_point_count = count;
  out->params.data = read_bytes(r, &size);
  out->params.data_size = size;
  if (r->cursor != r->end) refuse(r, "the section is longer than what is in it");
}

static tern_status_t check_header(const unsigned char *data, size_t size) {
  if (size < TERN_MODULE_HEADER_SIZE || load_u32(data) != TERN_MODULE_MAGIC) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 0 of the module: this is no module file");
  }
  if (load_u32(data + 4) != TERN_MODULE_VERSION) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 4 of the module: version %u, this runtime reads version %u",
                            load_u32(data + 4), TERN_MODULE_VERSION);
  }
  if (load_u64(data + 8) != size) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 8 of the module: %llu bytes are announced, %zu are here",
                            (unsigned long long)load_u64(data + 8), size);
  }
  if (load_u64(data + 16) != tern_checksum(data + TERN_MODULE_HEADER_SIZE, size - TERN_MODULE_HEADER_SIZE)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 16 of the module: the checksum is wrong, the file is damaged");
  }
  uint64_t count = load_u32(data + 24);
  if (count > (size - TERN_MODULE_HEADER_SIZE) / TERN_MODULE_SECTION_SIZE) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 24 of the module: more sections than fit");
  }
  return tern_ok();
}

static tern_status_t read_sections(tern_module_t *module, const unsigned char *data, size_t size) {
  uint32_t count = load_u32(data + 24);
  module->executables = tern_arena_alloc_zeroed(&module->arena, ((size_t)count + 1) * sizeof *module->executables);
  for (uint32_t i = 0; i < count; ++i) {
    size_t row = TERN_MODULE_HEADER_SIZE + (size_t)i * TERN_MODULE_SECTION_SIZE;
    uint64_t offset = load_u64(data + row + 8), length = load_u64(data + row + 16);
    if (load_u32(data + row) != TERN_MODULE_SECTION_EXECUTABLE) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "byte %zu of the module: unknown kind of section", row);
    }
    if (offset % 8 != 0 || offset > size || length > size - offset) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "byte %zu of the module: a section outside the file", row + 8);
    }
    reader_t reader = {&module->arena, data, (size_t)offset, (size_t)(offset + length), tern_ok()};
    read_executable(&reader, &module->executables[module->executable_count++]);
    TERN_RETURN_IF_ERROR(reader.status);
  }
  return tern_ok();
}

tern_status_t tern_module_load(const void *data, size_t size, tern_module_t **out_module) {
  *out_module = NULL;
  TERN_RETURN_IF_ERROR(check_header(data, size));
  tern_module_t *module = calloc(1, sizeof *module);
  if (!module) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a module");
  tern_arena_initialize(&module->arena);
  tern_status_t status = read_sections(module, data, size);
  if (tern_status_is_ok(status)) {
    *out_module = module;
  } else {
    tern_module_destroy(module);
  }
  return status;
}

tern_status_t tern_module_load_file(const char *path, tern_module_t **out_module) {
  char *data;
  size_t size;
  *out_module = NULL;
  TERN_RETURN_IF_ERROR(tern_file_read(path, &data, &size));
  tern_status_t status = tern_module_load(data, size, out_module);
  free(data);
  return status;
}

void tern_module_destroy(tern_module_t *module) {
  if (!module) return;
  tern_arena_deinitialize(&module->arena);
  free(module);
}

size_t tern_module_executable_count(const tern_module_t *module) { return module->executable_count; }

const char *tern_module_executable_target(const tern_module_t *module, size_t index) {
  return index < module->executable_count ? module->executables[index].target : NULL;
}

tern_status_t tern_module_executable_for(const tern_module_t *module, const char *target,
                                         tern_executable_params_t *out_params) {
  for (size_t i = 0; i < module->executable_count; ++i) {
    if (strcmp(module->executables[i].target, target) != 0) continue;
    *out_params = module->executables[i].params;
    return tern_ok();
  }
  return tern_status_make(TERN_NOT_FOUND, "the module holds no executable for '%s'", target);
}

// Module files: the header, the table of sections, and what is in them. Nothing is fixed up: tables of functions are used
// where they lie, in memory that the file is mapped to.

#include "tern/module.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/module_format.h"
#include "base/no_memory.h"
#include "base/small.h"
#include "base/string.h"
#include "runtime/module/executable_section.h"
#include "runtime/module/module_reflection.h"

typedef struct executable_entry {
  const char *target;
  tern_executable_params_t params;
} executable_entry_t;

// A row of the table of sections, checked.
typedef struct section {
  uint32_t kind;
  tern_bytecode_bytes_t bytes;
} section_t;

struct tern_module_t {
  tern_resource_t resource;
  const unsigned char *data;
  size_t size;
  tern_module_release_fn_t release;  // of the bytes; may be NULL
  void *user_data;
  tern_arena_t arena;  // holds all that follows
  executable_entry_t *executables;
  size_t executable_count;
  bool has_program;
  tern_bytecode_image_t image;
  tern_function_info_t *functions;  // one for each export
};

static uint32_t load_u32(const unsigned char *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}
static uint64_t load_u64(const unsigned char *bytes) { return load_u32(bytes) | (uint64_t)load_u32(bytes + 4) << 32; }

//---- Sections ----

static tern_status_t check_header(const unsigned char *data, size_t size) {
  if (size < TERN_MODULE_HEADER_SIZE || load_u32(data) != TERN_MODULE_MAGIC) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 0 of the module: this is no module file");
  }
  uint32_t version = load_u32(data + 4);
  if (version < TERN_MODULE_VERSION_MIN || version > TERN_MODULE_VERSION) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "byte 4 of the module: version %u, this runtime reads version %u to %u", version,
                            TERN_MODULE_VERSION_MIN, TERN_MODULE_VERSION);
  }
  if (load_u64(data + 8) != size) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 8 of the module: %llu bytes are announced, %zu are here",
                            (unsigned long long)load_u64(data + 8), size);
  }
  if (load_u64(data + 16) !=
      tern_module_checksum(version, data + TERN_MODULE_HEADER_SIZE, size - TERN_MODULE_HEADER_SIZE)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 16 of the module: the checksum is wrong, the file is damaged");
  }
  uint64_t count = load_u32(data + 24);
  if (count > (size - TERN_MODULE_HEADER_SIZE) / TERN_MODULE_SECTION_SIZE || load_u32(data + 28)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "byte 24 of the module: more sections than fit");
  }
  return tern_ok();
}

// Sections lie in the order of their rows, and the last one ends where the file does: so a row more or less, which the
// checksum does not see, is found.
static tern_status_t read_sections(const tern_module_t *module, section_t *out_sections, uint32_t count) {
  uint64_t end = TERN_MODULE_HEADER_SIZE + (uint64_t)count * TERN_MODULE_SECTION_SIZE;
  for (uint32_t i = 0; i < count; ++i) {
    size_t row = TERN_MODULE_HEADER_SIZE + (size_t)i * TERN_MODULE_SECTION_SIZE;
    uint64_t offset = load_u64(module->data + row + 8), size = load_u64(module->data + row + 16);
    if (offset % 8 != 0 || offset < end || offset > module->size || size > module->size - offset) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "byte %zu of the module: a section outside the file", row + 8);
    }
    uint32_t kind = load_u32(module->data + row);
    if (kind < TERN_MODULE_SECTION_EXECUTABLE || kind > TERN_MODULE_SECTION_RODATA) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "byte %zu of the module: unknown kind of section", row);
    }
    for (uint32_t j = 0; j < i; ++j) {
      if (kind == TERN_MODULE_SECTION_EXECUTABLE || out_sections[j].kind != kind) continue;
      return tern_status_make(TERN_INVALID_ARGUMENT, "byte %zu of the module: a second section of its kind", row);
    }
    out_sections[i] = (section_t){kind, {module->data + offset, (size_t)size}};
    end = offset + size;
  }
  if (module->size - end < 8) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "byte %llu of the module: bytes behind the last section",
                          (unsigned long long)end);
}

static tern_status_t read_executables(tern_module_t *module, const section_t *sections, uint32_t count,
                                      tern_bytecode_bytes_t *out_bytes) {
  module->executables = tern_arena_try_alloc_zeroed(&module->arena, (size_t)count + 1, sizeof *module->executables);
  if (!module->executables) return tern_no_memory("a module");
  for (uint32_t i = 0; i < count; ++i) {
    if (sections[i].kind != TERN_MODULE_SECTION_EXECUTABLE) continue;
    tern_bytecode_bytes_t bytes = sections[i].bytes;
    executable_entry_t *entry = &module->executables[module->executable_count];
    tern_status_t status =
        tern_executable_section_read(&module->arena, bytes.data, bytes.size, &entry->target, &entry->params);
    if (!tern_status_is_ok(status)) {
      return tern_status_make(status.code, "byte %zu of the module: executable %zu: %s",
                              (size_t)(bytes.data - module->data), module->executable_count, status.message);
    }
    out_bytes[module->executable_count++] = bytes;
  }
  return tern_ok();
}

static tern_status_t read_program(tern_module_t *module, const section_t *sections, uint32_t count,
                                  const tern_bytecode_bytes_t *executables) {
  const section_t *bytecode = NULL;
  tern_bytecode_sources_t sources = {.executables = executables, .executable_count = module->executable_count};
  for (uint32_t i = 0; i < count; ++i) {
    if (sections[i].kind == TERN_MODULE_SECTION_BYTECODE) bytecode = &sections[i];
    if (sections[i].kind == TERN_MODULE_SECTION_RODATA) sources.rodata = sections[i].bytes;
  }
  if (!bytecode) return tern_ok();
  tern_status_t status =
      tern_bytecode_image_open(&module->arena, bytecode->bytes.data, bytecode->bytes.size, &sources, &module->image);
  if (!tern_status_is_ok(status)) {
    return tern_status_make(status.code, "byte %zu of the module: %s", (size_t)(bytecode->bytes.data - module->data),
                            status.message);
  }
  module->has_program = true;
  module->functions = tern_module_reflect(&module->arena, &module->image);
  return module->functions ? tern_ok() : tern_no_memory("a module");
}

static tern_status_t read_module(tern_module_t *module) {
  TERN_RETURN_IF_ERROR(check_header(module->data, module->size));
  uint32_t count = load_u32(module->data + 24);
  section_t *sections = tern_arena_try_alloc_zeroed(&module->arena, (size_t)count + 1, sizeof *sections);
  tern_bytecode_bytes_t *executables =
      tern_arena_try_alloc_zeroed(&module->arena, (size_t)count + 1, sizeof *executables);
  if (!sections || !executables) return tern_no_memory("a module");
  TERN_RETURN_IF_ERROR(read_sections(module, sections, count));
  TERN_RETURN_IF_ERROR(read_executables(module, sections, count, executables));
  return read_program(module, sections, count, executables);
}

//---- Loading ----

static void release_copy(void *user_data, const void *data, size_t size) {
  (void)data;
  (void)size;
  free(user_data);
}

static void release_mapping(void *user_data, const void *data, size_t size) {
  (void)data;
  munmap(user_data, size);
}

tern_status_t tern_module_load_borrowed(const void *data, size_t size, tern_module_release_fn_t release,
                                        void *user_data, tern_module_t **out_module) {
  *out_module = NULL;
  if ((uintptr_t)data % 8 != 0) {
    TERN_RETURN_IF_ERROR(tern_module_load(data, size, out_module));
    if (release) release(user_data, data, size);
    return tern_ok();
  }
  tern_module_t *module = calloc(1, sizeof *module);
  if (!module) return tern_no_memory("a module");
  tern_resource_initialize(&module->resource);
  tern_arena_initialize(&module->arena);
  module->data = data;
  module->size = size;
  tern_status_t status = read_module(module);
  if (tern_status_is_ok(status)) {
    module->release = release;
    module->user_data = user_data;
    *out_module = module;
  } else {
    tern_module_release(module);
  }
  return status;
}

tern_status_t tern_module_load(const void *data, size_t size, tern_module_t **out_module) {
  *out_module = NULL;
  // The checks that need no copy come first: most of what is no module ends here.
  TERN_RETURN_IF_ERROR(check_header(data, size));
  size_t capacity = (size + TERN_MODULE_RODATA_ALIGNMENT) / TERN_MODULE_RODATA_ALIGNMENT * TERN_MODULE_RODATA_ALIGNMENT;
  void *copy = aligned_alloc(TERN_MODULE_RODATA_ALIGNMENT, capacity);
  if (!copy) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a module of %zu bytes", size);
  memcpy(copy, data, size);
  tern_status_t status = tern_module_load_borrowed(copy, size, release_copy, copy, out_module);
  if (!tern_status_is_ok(status)) free(copy);
  return status;
}

// Maps the file at `path`; files that cannot be mapped, such as pipes, are read, but not by the small runtime.
tern_status_t tern_module_load_file(const char *path, tern_module_t **out_module) {
  enum { SMALL_FILE_SIZE = 1 << 20 };
  *out_module = NULL;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat info;
  void *mapping = MAP_FAILED;
  size_t size = 0;
  if (file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
    size = (size_t)info.st_size;
    // Small files are read at once: cheaper than a fault for each page. A faulty program that writes into its constants
    // changes a copy of a page, and neither the file nor what other processes see.
    mapping = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_NORESERVE | (size <= SMALL_FILE_SIZE ? MAP_POPULATE : 0), file, 0);
  }
  if (file >= 0) close(file);
  tern_status_t status;
  if (mapping != MAP_FAILED) {
    status = tern_module_load_borrowed(mapping, size, release_mapping, mapping, out_module);
    if (!tern_status_is_ok(status)) munmap(mapping, size);
  } else if (TERN_SMALL) {
    return tern_status_make(TERN_IO_ERROR, "cannot map '%s'", path);
  } else {
    char *data;
    TERN_RETURN_IF_ERROR(tern_file_read(path, &data, &size));
    status = tern_module_load(data, size, out_module);
    free(data);
  }
  return tern_status_is_ok(status) ? status : tern_status_make(status.code, "%s: %s", path, status.message);
}

void tern_module_retain(tern_module_t *module) {
  if (module) tern_resource_retain(&module->resource);
}

void tern_module_release(tern_module_t *module) {
  if (!module || !tern_resource_release(&module->resource)) return;
  tern_arena_deinitialize(&module->arena);
  if (module->release) module->release(module->user_data, module->data, module->size);
  free(module);
}

void tern_module_destroy(tern_module_t *module) { tern_module_release(module); }

//---- Access ----

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

const tern_executable_params_t *tern_module_executable_params(const tern_module_t *module, size_t index) {
  return index < module->executable_count ? &module->executables[index].params : NULL;
}

const tern_bytecode_image_t *tern_module_image(const tern_module_t *module) {
  return module->has_program ? &module->image : NULL;
}

const char *tern_module_name(const tern_module_t *module) {
  return module->has_program ? tern_bytecode_text(&module->image, module->image.header->name) : "";
}

size_t tern_module_function_count(const tern_module_t *module) {
  return module->has_program ? module->image.counts[TERN_BYTECODE_EXPORTS] : 0;
}

const tern_function_info_t *tern_module_function_at(const tern_module_t *module, size_t index) {
  return index < tern_module_function_count(module) ? &module->functions[index] : NULL;
}

bool tern_module_has_function(const tern_module_t *module, const char *name, size_t *out_index) {
  const char *module_name = tern_module_name(module);
  size_t size = strlen(module_name), count = tern_module_function_count(module);
  const char *rest = strncmp(name, module_name, size) == 0 && name[size] == '.' ? name + size + 1 : NULL;
  for (*out_index = 0; *out_index < count; ++*out_index) {
    const char *candidate = module->functions[*out_index].name;
    if (strcmp(candidate, name) == 0 || (rest && strcmp(candidate, rest) == 0)) return true;
  }
  *out_index = 0;
  return false;
}

tern_status_t tern_module_find_function(const tern_module_t *module, const char *name, size_t *out_index) {
  enum { LISTED_MAX = 8 };
  size_t count = tern_module_function_count(module);
  if (tern_module_has_function(module, name, out_index)) return tern_ok();
  tern_string_builder_t known = {0};
  for (size_t i = 0; i < count && i < LISTED_MAX && !TERN_SMALL; ++i) {
    tern_string_builder_append_format(&known, "%s'%s'", i ? ", " : "", module->functions[i].name);
  }
  tern_status_t status =
      tern_status_make(TERN_NOT_FOUND, "module '%.60s' has no function '%.100s', only %s%s", tern_module_name(module),
                       name, count ? known.data : "none", count > LISTED_MAX ? ", .." : "");
  tern_string_builder_deinitialize(&known);
  return status;
}

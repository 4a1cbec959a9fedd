// Writing module files.

#include "target/module/module_writer.h"

#include <string.h>

#include "base/checksum.h"
#include "base/module_format.h"
#include "base/vec.h"

static void write_u32(tern_string_builder_t *out, uint32_t value) {
  const char bytes[4] = {(char)value, (char)(value >> 8), (char)(value >> 16), (char)(value >> 24)};
  tern_string_builder_append(out, (tern_str_t){bytes, sizeof bytes});
}

static void write_u64(tern_string_builder_t *out, uint64_t value) {
  write_u32(out, (uint32_t)value);
  write_u32(out, (uint32_t)(value >> 32));
}

static void pad(tern_string_builder_t *out, size_t alignment) {
  while (tern_string_builder_view(out).size % alignment != 0) tern_string_builder_append_char(out, 0);
}

static void write_bytes(tern_string_builder_t *out, const void *data, size_t size) {
  write_u32(out, (uint32_t)size);
  tern_string_builder_append(out, (tern_str_t){data, size});
  pad(out, 4);
}

static void write_string(tern_string_builder_t *out, const char *text) { write_bytes(out, text, strlen(text)); }

static void write_binding(tern_string_builder_t *out, const tern_binding_info_t *info) {
  write_u32(out, info->set);
  write_u32(out, info->binding);
  write_u32(out, info->access);
  write_u32(out, info->element_type);
  write_string(out, info->name);
  write_u32(out, info->rank);
  write_u32(out, info->alignment);
  for (uint32_t i = 0; i < info->rank; ++i) write_u64(out, (uint64_t)info->dims[i]);
  for (uint32_t i = 0; i < info->rank; ++i) {
    write_u32(out, info->dim_push_constants ? (uint32_t)info->dim_push_constants[i] : UINT32_MAX);
  }
}

static void write_kernel(tern_string_builder_t *out, const tern_kernel_info_t *kernel) {
  write_string(out, kernel->name);
  for (size_t d = 0; d < 3; ++d) write_u32(out, kernel->workgroup_size[d]);
  write_u32(out, kernel->subgroup_size);
  write_u32(out, kernel->flags);
  write_u32(out, kernel->grid_program_size);
  for (uint32_t i = 0; i < kernel->grid_program_size; ++i) write_u32(out, kernel->grid_program[i]);
}

static void write_entry_point(tern_string_builder_t *out, const tern_entry_point_t *entry) {
  write_string(out, entry->name);
  write_u32(out, entry->push_constant_count);
  write_u32(out, entry->binding_count);
  for (uint32_t i = 0; i < entry->binding_count; ++i) write_binding(out, &entry->bindings[i]);
  write_u32(out, entry->kernel_count);
  for (uint32_t i = 0; i < entry->kernel_count; ++i) write_kernel(out, &entry->kernels[i]);
}

void tern_module_write_executable(const tern_module_executable_t *executable, tern_string_builder_t *out) {
  write_string(out, executable->target);
  write_string(out, executable->format);
  write_u32(out, (uint32_t)executable->entry_point_count);
  for (size_t i = 0; i < executable->entry_point_count; ++i) write_entry_point(out, &executable->entry_points[i]);
  write_bytes(out, executable->code, executable->code_size);
}

void tern_module_write_sections(const tern_module_section_t *sections, size_t count, tern_string_builder_t *out) {
  tern_string_builder_t table = {0}, bytes = {0}, body = {0};
  size_t start = TERN_MODULE_HEADER_SIZE + count * TERN_MODULE_SECTION_SIZE;
  for (size_t i = 0; i < count; ++i) {
    while ((start + bytes.size) % sections[i].alignment != 0) tern_string_builder_append_char(&bytes, 0);
    write_u32(&table, sections[i].kind);
    write_u32(&table, 0);
    write_u64(&table, start + bytes.size);
    write_u64(&table, sections[i].data.size);
    tern_string_builder_append(&bytes, sections[i].data);
    pad(&bytes, 8);
  }
  tern_string_builder_append(&body, tern_string_builder_view(&table));
  tern_string_builder_append(&body, tern_string_builder_view(&bytes));
  tern_str_t rest = tern_string_builder_view(&body);
  write_u32(out, TERN_MODULE_MAGIC);
  write_u32(out, TERN_MODULE_VERSION);
  write_u64(out, TERN_MODULE_HEADER_SIZE + rest.size);
  write_u64(out, tern_checksum(rest.data, rest.size));
  write_u32(out, (uint32_t)count);
  write_u32(out, 0);
  tern_string_builder_append(out, rest);
  tern_string_builder_deinitialize(&table);
  tern_string_builder_deinitialize(&bytes);
  tern_string_builder_deinitialize(&body);
}

void tern_module_write(const tern_module_executable_t *executables, size_t count, tern_string_builder_t *out) {
  TERN_VEC(tern_module_section_t) sections = {0};
  TERN_VEC(tern_string_builder_t) data = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&data, (tern_string_builder_t){0});
    tern_module_write_executable(&executables[i], &data.values[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&sections, ((tern_module_section_t){.kind = TERN_MODULE_SECTION_EXECUTABLE,
                                                      .alignment = 8,
                                                      .data = tern_string_builder_view(&data.values[i])}));
  }
  tern_module_write_sections(sections.values, count, out);
  for (size_t i = 0; i < count; ++i) tern_string_builder_deinitialize(&data.values[i]);
  tern_vec_deinitialize(&data);
  tern_vec_deinitialize(&sections);
}

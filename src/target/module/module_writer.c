// Writing module files.

#include "target/module/module_writer.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/module_format.h"
#include "base/vec.h"
#include "tern/kernel.h"

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

static void write_costs(tern_string_builder_t *out, const tern_cost_info_t *costs, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; ++i) size += 3 + costs[i].program_size;
  write_u32(out, TERN_MODULE_EXTENSION_COSTS);
  write_u32(out, (uint32_t)size);
  for (size_t i = 0; i < count; ++i) {
    write_u32(out, costs[i].element_type);
    write_u32(out, costs[i].flags);
    write_u32(out, costs[i].program_size);
    for (uint32_t w = 0; w < costs[i].program_size; ++w) write_u32(out, costs[i].program[w]);
  }
}

static void write_argument(tern_string_builder_t *out, const tern_kernel_argument_t *argument) {
  write_u32(out, argument->kind);
  write_u32(out, argument->element_type);
  write_u32(out, argument->divisibility);
  write_u32(out, argument->rank);
  for (size_t d = 0; d < TERN_KERNEL_RANK_MAX; ++d) write_u32(out, argument->block[d]);
  write_u32(out, argument->swizzle);
}

static void write_signatures(tern_string_builder_t *out, const tern_kernel_signature_t *signatures, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; ++i) {
    size += TERN_MODULE_SIGNATURE_WORDS + TERN_MODULE_ARGUMENT_WORDS * signatures[i].argument_count;
  }
  write_u32(out, TERN_MODULE_EXTENSION_SIGNATURES);
  write_u32(out, (uint32_t)size);
  for (size_t i = 0; i < count; ++i) {
    write_u32(out, signatures[i].argument_count);
    write_u32(out, signatures[i].scratch_size);
    write_u32(out, signatures[i].scratch_alignment);
    for (uint32_t a = 0; a < signatures[i].argument_count; ++a) write_argument(out, &signatures[i].arguments[a]);
  }
}

void tern_module_write_executable(const tern_module_executable_t *executable, tern_string_builder_t *out) {
  write_string(out, executable->target);
  write_string(out, executable->format);
  write_u32(out, (uint32_t)executable->entry_point_count);
  for (size_t i = 0; i < executable->entry_point_count; ++i) write_entry_point(out, &executable->entry_points[i]);
  write_bytes(out, executable->code, executable->code_size);
  if (executable->costs) write_costs(out, executable->costs, executable->entry_point_count);
  if (executable->signatures) write_signatures(out, executable->signatures, executable->entry_point_count);
}

// All behind the header: the table of sections, and the sections, whose places in the file are `offsets`.
static void write_body(const tern_module_section_t *sections, const uint64_t *offsets, size_t count, uint64_t size,
                       tern_sink_t *sink) {
  tern_string_builder_t table = {0};
  for (size_t i = 0; i < count; ++i) {
    write_u32(&table, sections[i].kind);
    write_u32(&table, 0);
    write_u64(&table, offsets[i]);
    write_u64(&table, sections[i].data.size);
  }
  uint64_t start = sink->size - TERN_MODULE_HEADER_SIZE;  // of the file
  tern_sink_append(sink, tern_string_builder_view(&table));
  tern_string_builder_deinitialize(&table);
  for (size_t i = 0; i < count; ++i) {
    tern_sink_append_fill(sink, 0, offsets[i] - (sink->size - start));
    if (sections[i].stream) {
      sections[i].stream(sections[i].user, sink);
    } else {
      tern_sink_append(sink, sections[i].data);
    }
  }
  tern_sink_append_fill(sink, 0, size - (sink->size - start));
}

static void write_header(uint64_t size, uint64_t checksum, size_t section_count, tern_sink_t *sink) {
  tern_string_builder_t header = {0};
  write_u32(&header, TERN_MODULE_MAGIC);
  write_u32(&header, TERN_MODULE_VERSION);
  write_u64(&header, size);
  write_u64(&header, checksum);
  write_u32(&header, (uint32_t)section_count);
  write_u32(&header, 0);
  tern_sink_append(sink, tern_string_builder_view(&header));
  tern_string_builder_deinitialize(&header);
}

void tern_module_write_sections(const tern_module_section_t *sections, size_t count, tern_sink_t *sink) {
  uint64_t *offsets = tern_realloc_array(NULL, count + 1, sizeof(*offsets));
  uint64_t size = TERN_MODULE_HEADER_SIZE + count * TERN_MODULE_SECTION_SIZE;
  for (size_t i = 0; i < count; ++i) {
    offsets[i] = (size + sections[i].alignment - 1) / sections[i].alignment * sections[i].alignment;
    size = (offsets[i] + sections[i].data.size + 7) / 8 * 8;
  }
  if (sink->expect) sink->expect(sink, size);
  // The sum stands in front of what it is of: where nothing can be written there later, the sections are made twice.
  tern_checksum_sink_t sum = tern_checksum_sink(NULL), rest = tern_checksum_sink(sink);
  if (!sink->patch) write_body(sections, offsets, count, size, &sum.sink);
  write_header(size, tern_module_checksum_of(TERN_MODULE_VERSION, tern_checksum_finish(&sum.sum)), count, sink);
  write_body(sections, offsets, count, size, &rest.sink);
  if (sink->patch && tern_status_is_ok(sink->status)) {
    tern_string_builder_t checksum = {0};
    write_u64(&checksum, tern_module_checksum_of(TERN_MODULE_VERSION, tern_checksum_finish(&rest.sum)));
    sink->status = sink->patch(sink, size - TERN_MODULE_CHECKSUM_OFFSET, tern_string_builder_view(&checksum));
    tern_string_builder_deinitialize(&checksum);
  }
  free(offsets);
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
  tern_string_sink_t sink = tern_string_sink(out);
  tern_module_write_sections(sections.values, count, &sink.sink);
  for (size_t i = 0; i < count; ++i) tern_string_builder_deinitialize(&data.values[i]);
  tern_vec_deinitialize(&data);
  tern_vec_deinitialize(&sections);
}

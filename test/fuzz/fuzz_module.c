// Reads any bytes as a module file. Strategies:
//
//   1. The bytes as they are: header, sizes and checksum are hostile.
//   2. With a right header put around them (size, checksum, one section), so that the reader of sections is reached.
//   3. What loads is used: every grid program runs, and every table is read to its end.

#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/module_format.h"
#include "runtime/grid.h"
#include "tern/module.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile size_t sink;

static void use_entry_point(const tern_entry_point_t *entry) {
  static const uint32_t words[64];
  for (uint32_t b = 0; b < entry->binding_count; ++b) {
    const tern_binding_info_t *info = &entry->bindings[b];
    sink += strlen(info->name);
    for (uint32_t d = 0; d < info->rank; ++d) sink += (size_t)info->dims[d] + (size_t)info->dim_push_constants[d];
  }
  for (uint32_t k = 0; k < entry->kernel_count; ++k) {
    const tern_kernel_info_t *kernel = &entry->kernels[k];
    uint32_t grid[3];
    size_t count = entry->push_constant_count < 64 ? entry->push_constant_count : 64;
    tern_status_t status = tern_grid_evaluate(kernel->grid_program, kernel->grid_program_size, words, count, grid);
    sink += strlen(kernel->name) + (tern_status_is_ok(status) ? grid[0] : 0);
  }
}

static void load(const void *data, size_t size) {
  tern_module_t *module;
  tern_executable_params_t params;
  if (!tern_status_is_ok(tern_module_load(data, size, &module))) return;
  for (size_t i = 0; i < tern_module_executable_count(module); ++i) {
    tern_status_t status = tern_module_executable_for(module, tern_module_executable_target(module, i), &params);
    if (!tern_status_is_ok(status)) abort();
    for (size_t e = 0; e < params.entry_point_count; ++e) use_entry_point(&params.entry_points[e]);
  }
  tern_module_destroy(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  load(data, size);
  size_t start = TERN_MODULE_HEADER_SIZE + TERN_MODULE_SECTION_SIZE;
  uint8_t *file = calloc(1, start + size + 1);
  if (!file) return 0;
  const uint32_t header[] = {TERN_MODULE_MAGIC, TERN_MODULE_VERSION};
  const uint64_t section[] = {TERN_MODULE_SECTION_EXECUTABLE, start, size}, total = start + size;
  const uint32_t count = 1;
  memcpy(file, header, sizeof header);
  memcpy(file + 8, &total, sizeof total);
  memcpy(file + 24, &count, sizeof count);
  memcpy(file + TERN_MODULE_HEADER_SIZE, section, sizeof section);
  if (size) memcpy(file + start, data, size);
  uint64_t sum = tern_module_checksum(TERN_MODULE_VERSION, file + TERN_MODULE_HEADER_SIZE,
                                      (size_t)total - TERN_MODULE_HEADER_SIZE);
  memcpy(file + 16, &sum, sizeof sum);
  load(file, (size_t)total);
  free(file);
  return 0;
}

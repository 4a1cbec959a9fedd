// Module files: what the writer writes the reader reads, and a damaged file is refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/checksum.h"
#include "base/module_format.h"
#include "target/module/module_writer.h"
#include "tern/module.h"

static const uint32_t code[] = {0x07230203, 1, 2, 3, 4};
static const uint32_t grid[] = {
    TERN_GRID_PUSH_CONSTANT, 1, 0, TERN_GRID_CONSTANT, 64, 0, TERN_GRID_CEIL_DIV, 0, 1, 2, 1, 1};
static const int64_t dims[] = {TERN_DIM_DYNAMIC, 5};
static const int32_t words[] = {1, -1};
static const tern_binding_info_t bindings[] = {
    {0, 3, TERN_BINDING_ACCESS_READ, TERN_ELEMENT_TYPE_F32, "arg0", 2, 4, dims, words},
    {1, 0, TERN_BINDING_ACCESS_WRITE | TERN_BINDING_ACCESS_DISCARD, TERN_ELEMENT_TYPE_BF16, "ret0", 0, 2, NULL, NULL},
};
static const tern_kernel_info_t kernels[] = {
    {.name = "main_0", .workgroup_size = {8, 8, 1}, .grid_program_size = 12, .grid_program = grid},
    {.name = "main_1",
     .workgroup_size = {64, 1, 1},
     .grid_program_size = 12,
     .grid_program = grid,
     .subgroup_size = 32,
     .flags = TERN_KERNEL_FLAG_CYCLIC},
};
static const tern_entry_point_t entry_points[] = {
    {.name = "main",
     .push_constant_count = 2,
     .binding_count = 2,
     .bindings = bindings,
     .kernel_count = 2,
     .kernels = kernels},
    {.name = "other", .push_constant_count = 2},
};

static const uint32_t cost_program[] = {TERN_GRID_PUSH_CONSTANT, 1, 0, 0, 0, 0, 0};
static const tern_cost_info_t costs[] = {{TERN_ELEMENT_TYPE_F32, TERN_COST_FLAG_ESTIMATED, 7, cost_program}, {0}};

static tern_str_t write_example(tern_string_builder_t *out) {
  const tern_module_executable_t executable = {"vulkan", "spirv", entry_points, 2, code, sizeof code, costs, NULL};
  const tern_module_executable_t empty = {"opencl", "source", NULL, 0, "", 0, NULL, NULL};
  tern_module_write((const tern_module_executable_t[]){executable, empty}, 2, out);
  return tern_string_builder_view(out);
}

static void test_round_trip(void **state) {
  (void)state;
  tern_string_builder_t text = {0};
  tern_str_t file = write_example(&text);
  tern_module_t *module;
  tern_executable_params_t params;
  assert_int_equal(tern_module_load(file.data, file.size, &module).code, TERN_OK);
  tern_string_builder_deinitialize(&text);
  assert_int_equal(tern_module_executable_count(module), 2);
  assert_string_equal(tern_module_executable_target(module, 1), "opencl");
  assert_null(tern_module_executable_target(module, 2));
  assert_int_equal(tern_module_executable_for(module, "cuda", &params).code, TERN_NOT_FOUND);
  assert_int_equal(tern_module_executable_for(module, "vulkan", &params).code, TERN_OK);
  assert_string_equal(params.format, "spirv");
  assert_int_equal(params.data_size, sizeof code);
  assert_memory_equal(params.data, code, sizeof code);
  assert_int_equal(params.entry_point_count, 2);
  const tern_entry_point_t *entry = &params.entry_points[0];
  assert_string_equal(entry->name, "main");
  assert_int_equal(entry->push_constant_count, 2);
  assert_int_equal(entry->binding_count, 2);
  assert_string_equal(entry->bindings[0].name, "arg0");
  assert_int_equal(entry->bindings[0].binding, 3);
  assert_int_equal(entry->bindings[0].dims[0], TERN_DIM_DYNAMIC);
  assert_int_equal(entry->bindings[0].dims[1], 5);
  assert_int_equal(entry->bindings[0].dim_push_constants[0], 1);
  assert_int_equal(entry->bindings[1].rank, 0);
  assert_int_equal(entry->bindings[1].element_type, TERN_ELEMENT_TYPE_BF16);
  assert_int_equal(entry->kernel_count, 2);
  assert_string_equal(entry->kernels[1].name, "main_1");
  assert_int_equal(entry->kernels[0].workgroup_size[1], 8);
  assert_int_equal(entry->kernels[1].subgroup_size, 32);
  assert_int_equal(entry->kernels[1].flags, TERN_KERNEL_FLAG_CYCLIC);
  assert_memory_equal(entry->kernels[1].grid_program, grid, sizeof grid);
  assert_int_equal(params.entry_points[1].binding_count, 0);
  assert_int_equal(params.costs[0].element_type, TERN_ELEMENT_TYPE_F32);
  assert_int_equal(params.costs[0].flags, TERN_COST_FLAG_ESTIMATED);
  assert_int_equal(params.costs[0].program_size, 7);
  assert_memory_equal(params.costs[0].program, cost_program, sizeof cost_program);
  assert_int_equal(params.costs[1].program_size, 0);
  assert_int_equal(tern_module_executable_for(module, "opencl", &params).code, TERN_OK);
  assert_null(params.costs);
  tern_module_destroy(module);
}

// Loads `file` after the word `from` in it became `to`.
static tern_status_t load_changed(tern_str_t file, size_t offset, uint32_t from, uint32_t to,
                                  tern_module_t **out_module) {
  char *copy = malloc(file.size);
  memcpy(copy, file.data, file.size);
  assert_memory_equal(copy + offset, &from, sizeof from);
  memcpy(copy + offset, &to, sizeof to);
  uint32_t version;
  memcpy(&version, copy + 4, sizeof version);
  uint64_t sum = tern_module_checksum(version, copy + TERN_MODULE_HEADER_SIZE, file.size - TERN_MODULE_HEADER_SIZE);
  memcpy(copy + 16, &sum, sizeof sum);
  tern_status_t status = tern_module_load(copy, file.size, out_module);
  free(copy);
  return status;
}

static size_t find_extension(tern_str_t file) {
  const uint32_t first[] = {TERN_MODULE_EXTENSION_COSTS, 13, TERN_ELEMENT_TYPE_F32, TERN_COST_FLAG_ESTIMATED, 7};
  for (size_t i = 0; i + sizeof first <= file.size; i += 4) {
    if (memcmp(file.data + i, first, sizeof first) == 0) return i;
  }
  fail_msg("there is no extension");
  return 0;
}

// Readers know what is behind the code, or not; of that which they know they believe nothing.
static void test_extensions(void **state) {
  (void)state;
  tern_string_builder_t text = {0};
  tern_str_t file = write_example(&text);
  tern_module_t *module;
  tern_executable_params_t params;
  size_t offset = find_extension(file);
  assert_int_equal(load_changed(file, offset, TERN_MODULE_EXTENSION_COSTS, 77, &module).code, TERN_OK);
  assert_int_equal(tern_module_executable_for(module, "vulkan", &params).code, TERN_OK);
  assert_null(params.costs);
  tern_module_destroy(module);
  assert_int_equal(load_changed(file, offset + 4, 13, 12, &module).code, TERN_INVALID_ARGUMENT);
  assert_int_equal(load_changed(file, offset + 4, 13, 1000, &module).code, TERN_INVALID_ARGUMENT);
  // A push constant that the entry point does not have.
  assert_int_equal(load_changed(file, offset + 24, 1, 2, &module).code, TERN_INVALID_ARGUMENT);
  tern_string_builder_deinitialize(&text);
}

// Modules of the version before have no extensions.
static void test_versions(void **state) {
  (void)state;
  const tern_module_executable_t executable = {"vulkan", "spirv", entry_points, 2, code, sizeof code, NULL, NULL};
  tern_string_builder_t text = {0};
  tern_module_t *module;
  tern_module_write(&executable, 1, &text);
  tern_str_t file = tern_string_builder_view(&text);
  assert_int_equal(load_changed(file, 4, TERN_MODULE_VERSION, TERN_MODULE_VERSION_MIN, &module).code, TERN_OK);
  tern_module_destroy(module);
  static const uint32_t others[] = {TERN_MODULE_VERSION_MIN - 1, TERN_MODULE_VERSION + 1};
  for (size_t i = 0; i < 2; ++i) {
    tern_status_t status = load_changed(file, 4, TERN_MODULE_VERSION, others[i], &module);
    assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
    assert_non_null(strstr(status.message, "this runtime reads version 2 to 3"));
  }
  tern_string_builder_deinitialize(&text);
}

// Every byte, changed in turn, and every length.
static void test_damage_is_refused(void **state) {
  (void)state;
  tern_string_builder_t text = {0};
  tern_str_t file = write_example(&text);
  tern_module_t *module;
  for (size_t i = 0; i < file.size; ++i) {
    if (i >= 28 && i < TERN_MODULE_HEADER_SIZE) continue;  // says nothing
    text.data[i] ^= 0x41;
    assert_int_equal(tern_module_load(file.data, file.size, &module).code, TERN_INVALID_ARGUMENT);
    assert_null(module);
    text.data[i] ^= 0x41;
  }
  for (size_t size = 0; size < file.size; ++size) {
    assert_int_equal(tern_module_load(file.data, size, &module).code, TERN_INVALID_ARGUMENT);
  }
  tern_string_builder_deinitialize(&text);
}

// With the checksum made right again, the reader itself must find what is wrong, or the change is harmless.
static void test_reader_trusts_nothing(void **state) {
  (void)state;
  static const char values[] = {0, 1, 4, 0x7f, (char)0x80, (char)0xff};
  tern_string_builder_t text = {0};
  tern_str_t file = write_example(&text);
  for (size_t i = TERN_MODULE_HEADER_SIZE - 8; i < file.size; ++i) {
    for (size_t v = 0; v < sizeof values; ++v) {
      char *copy = malloc(file.size);
      tern_module_t *module;
      memcpy(copy, file.data, file.size);
      copy[i] = values[v];
      uint64_t sum = tern_module_checksum(TERN_MODULE_VERSION, copy + TERN_MODULE_HEADER_SIZE,
                                          file.size - TERN_MODULE_HEADER_SIZE);
      memcpy(copy + 16, &sum, sizeof sum);
      tern_status_t status = tern_module_load(copy, file.size, &module);
      if (!tern_status_is_ok(status)) assert_non_null(status.message);
      tern_module_destroy(module);
      free(copy);
    }
  }
  tern_string_builder_deinitialize(&text);
}

static void test_files(void **state) {
  (void)state;
  tern_module_t *module;
  assert_int_equal(tern_module_load_file("/nonexistent/a.tern", &module).code, TERN_NOT_FOUND);
  assert_null(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_extensions),
      cmocka_unit_test(test_versions),
      cmocka_unit_test(test_damage_is_refused),
      cmocka_unit_test(test_reader_trusts_nothing),
      cmocka_unit_test(test_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

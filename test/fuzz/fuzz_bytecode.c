// Reads any bytes as the BYTECODE section of a module, and runs what the verifier lets through. Strategies:
//
//   1. The bytes as they are, and as libFuzzer changes them: headers, tables and spans are hostile.
//   2. A unit of the code, or a word of a table, is replaced by a small number or by another one of the section, so that
//      the section stays right but for one operand.
//   3. What loads is bound without devices, and every function is called with numbers and null references: under a limit
//      of instructions, and of the memory that it may take.
//
// Without devices there are no buffers of devices, no kernels and no fences that nobody signals: code that was made up
// does not run on the processor, and no call waits for ever.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytecode_format.h"
#include "base/checksum.h"
#include "base/module_format.h"
#include "tern/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

enum {
  MEMORY_MAX = 16 << 20,
  RODATA_SIZE = 4096,
  INSTRUCTION_MAX = 20000,
  ARGUMENT_MAX = 32,
};

typedef struct budget {
  size_t used;
} budget_t;

static void *allocate(void *user_data, size_t size) {
  budget_t *budget = user_data;
  if (size > MEMORY_MAX - budget->used) return NULL;
  budget->used += size;
  return malloc(size);
}

static void release(void *user_data, void *block, size_t size) {
  ((budget_t *)user_data)->used -= size;
  free(block);
}

static tern_status_t add_numbers(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                                 size_t argument_count, tern_variant_t *results, size_t result_count) {
  (void)user_data;
  (void)device;
  // Gives back what it was given, as far as the kinds agree with what the program declares.
  for (size_t i = 0; i < result_count && i < argument_count; ++i) {
    if (arguments[i].kind >= TERN_VARIANT_I32 && arguments[i].kind <= TERN_VARIANT_F64) results[i] = arguments[i];
  }
  return tern_ok();
}

static void call_function(tern_session_t *session, const tern_function_info_t *info) {
  tern_variant_t arguments[ARGUMENT_MAX], results[ARGUMENT_MAX];
  if (info->argument_count > ARGUMENT_MAX || info->result_count > ARGUMENT_MAX) return;
  for (uint32_t i = 0; i < info->argument_count; ++i) {
    arguments[i] = (tern_variant_t){TERN_VARIANT_NONE, {0}};
    tern_variant_kind_t kind = info->arguments[i].kind;
    if (kind == TERN_VARIANT_I32) arguments[i] = tern_variant_i32((int32_t)i + 3);
    if (kind == TERN_VARIANT_I64) arguments[i] = tern_variant_i64((int64_t)i + 3);
    if (kind == TERN_VARIANT_F32) arguments[i] = tern_variant_f32(1.5f);
    if (kind == TERN_VARIANT_F64) arguments[i] = tern_variant_f64(-2.5);
  }
  tern_status_t status =
      tern_session_call(session, info->name, arguments, info->argument_count, results, info->result_count);
  if (!tern_status_is_ok(status)) {
    if (!status.message) abort();
    return;
  }
  for (uint32_t i = 0; i < info->result_count; ++i) tern_variant_reset(&results[i]);
}

static void run(tern_module_t *module) {
  budget_t budget = {0};
  tern_instance_options_t options = {.allocator = {allocate, release, &budget}};
  tern_instance_t *instance;
  tern_session_t *session;
  if (!tern_status_is_ok(tern_instance_create(&options, &instance))) abort();
  if (!tern_status_is_ok(tern_instance_register(instance, "custom.same", add_numbers, NULL))) abort();
  tern_session_params_t params = {.modules = &module, .module_count = 1, .instruction_limit = INSTRUCTION_MAX};
  tern_status_t status = tern_session_create(instance, &params, &session);
  if (tern_status_is_ok(status)) {
    for (size_t i = 0; i < tern_module_function_count(module) && i < 16; ++i) {
      call_function(session, tern_module_function_at(module, i));
    }
  }
  tern_session_release(session);
  tern_instance_release(instance);
}

static void put_section(uint8_t *row, uint64_t kind, uint64_t offset, uint64_t size) {
  const uint64_t words[] = {kind, offset, size};
  memcpy(row, words, sizeof words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t start = (TERN_MODULE_HEADER_SIZE + 2 * TERN_MODULE_SECTION_SIZE + 7) & ~(size_t)7;
  size_t rodata =
      (start + size + TERN_MODULE_RODATA_ALIGNMENT - 1) / TERN_MODULE_RODATA_ALIGNMENT * TERN_MODULE_RODATA_ALIGNMENT;
  uint64_t total = rodata + RODATA_SIZE;
  uint8_t *file = aligned_alloc(TERN_MODULE_RODATA_ALIGNMENT, (size_t)total);
  if (!file) return 0;
  memset(file, 0, (size_t)total);
  const uint32_t words[] = {TERN_MODULE_MAGIC, TERN_MODULE_VERSION}, count = 2;
  memcpy(file, words, sizeof words);
  memcpy(file + 8, &total, sizeof total);
  memcpy(file + 24, &count, sizeof count);
  put_section(file + TERN_MODULE_HEADER_SIZE, TERN_MODULE_SECTION_BYTECODE, start, size);
  put_section(file + TERN_MODULE_HEADER_SIZE + TERN_MODULE_SECTION_SIZE, TERN_MODULE_SECTION_RODATA, rodata,
              RODATA_SIZE);
  if (size) memcpy(file + start, data, size);
  uint64_t sum = tern_module_checksum(TERN_MODULE_VERSION, file + TERN_MODULE_HEADER_SIZE,
                                      (size_t)total - TERN_MODULE_HEADER_SIZE);
  memcpy(file + 16, &sum, sizeof sum);
  tern_module_t *module;
  tern_status_t status = tern_module_load_borrowed(file, (size_t)total, NULL, NULL, &module);
  if (tern_status_is_ok(status)) {
    run(module);
    tern_module_release(module);
  } else if (!status.message) {
    abort();
  }
  free(file);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
  tern_bytecode_header_t header;
  static const uint8_t element_sizes[] = TERN_BYTECODE_ELEMENT_SIZES;
  if (seed % 4 == 0 || size < sizeof header) return LLVMFuzzerMutate(data, size, max_size);
  memcpy(&header, data, sizeof header);
  seed = seed / 4 * 2654435761u + 1;
  // Most often the code, else any table.
  size_t table = seed % 3 ? TERN_BYTECODE_CODE : (seed >> 8) % TERN_BYTECODE_TABLE_COUNT;
  size_t width = table == TERN_BYTECODE_CODE ? 2 : table == TERN_BYTECODE_STRINGS ? 1 : 4;
  size_t count = (size_t)header.tables[table].count * element_sizes[table] / width;
  size_t start = header.tables[table].offset;
  if (!count || start > size || count > (size - start) / width) return LLVMFuzzerMutate(data, size, max_size);
  uint8_t *place = data + start + (seed >> 12) % count * width;
  uint32_t value = (seed >> 4) % 24;
  if (seed % 5 == 0) memcpy(&value, data + start + (seed >> 7) % count * width, width);  // another one of the table
  if (seed % 7 == 0) value = (seed >> 5) % TERN_BYTECODE_OP_COUNT;
  if (seed % 11 == 0) value |= width == 2 ? TERN_BYTECODE_MOVE : TERN_BYTECODE_SEGMENT;
  memcpy(place, &value, width);
  return size;
}

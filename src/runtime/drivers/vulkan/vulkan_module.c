// Walking over the instructions of a SPIR-V module. Source: the SPIR-V specification, section 2.3.

#include "runtime/drivers/vulkan/vulkan_module.h"

enum {
  MAGIC = 0x07230203,
  HEADER_WORD_COUNT = 5,
  OP_ENTRY_POINT = 15,
  OP_EXECUTION_MODE = 16,
  OP_CAPABILITY = 17,
  OP_FUNCTION_END = 56,
  EXECUTION_MODEL_GL_COMPUTE = 5,
  EXECUTION_MODE_LOCAL_SIZE = 17,
};

static uint32_t opcode_at(const uint32_t *instruction) { return instruction[0] & 0xFFFF; }
static uint32_t word_count_at(const uint32_t *instruction) { return instruction[0] >> 16; }

static tern_status_t check_header(const tern_vulkan_profile_t *profile, const void *data, size_t size) {
  if (!data || size < HEADER_WORD_COUNT * sizeof(uint32_t) || size % sizeof(uint32_t)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "%zu bytes are no SPIR-V module", size);
  }
  if ((uintptr_t)data % sizeof(uint32_t)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected a SPIR-V module at an address that is a multiple of 4");
  }
  const uint32_t *words = data;
  if (words[0] != MAGIC) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected the magic number of SPIR-V, 0x%08x, but got 0x%08x", MAGIC,
                            words[0]);
  }
  uint32_t major = words[1] >> 16, minor = words[1] >> 8 & 0xFF;
  if (major != 1 || minor > tern_vulkan_profile_spirv_minor(profile)) {
    return tern_status_make(TERN_UNSUPPORTED, "the device takes SPIR-V up to 1.%u but got %u.%u",
                            tern_vulkan_profile_spirv_minor(profile), major, minor);
  }
  return tern_ok();
}

tern_status_t tern_vulkan_module_check(const tern_vulkan_profile_t *profile, const void *data, size_t size,
                                       tern_vulkan_module_t *out_module) {
  TERN_RETURN_IF_ERROR(check_header(profile, data, size));
  *out_module = (tern_vulkan_module_t){data, size / sizeof(uint32_t)};
  uint32_t last_opcode = 0;
  for (size_t i = HEADER_WORD_COUNT; i < out_module->count;) {
    const uint32_t *instruction = out_module->words + i;
    uint32_t word_count = word_count_at(instruction);
    if (!word_count || word_count > out_module->count - i) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "the SPIR-V module is cut short or damaged at word %zu", i);
    }
    i += word_count;
    last_opcode = opcode_at(instruction);
    if (last_opcode != OP_CAPABILITY || word_count < 2) continue;
    const char *name;
    if (tern_vulkan_profile_has_capability(profile, instruction[1], &name)) continue;
    return tern_status_make(TERN_UNSUPPORTED, "the code needs capability %u%s%s%s, which the device does not have",
                            instruction[1], name ? " (" : "", name ? name : "", name ? ")" : "");
  }
  // The functions come last.
  if (last_opcode == OP_FUNCTION_END) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "the SPIR-V module ends within a function, after %zu words",
                          out_module->count);
}

// Compares a literal string of at most `word_count` words.
static bool is_name(const uint32_t *literal, uint32_t word_count, const char *name) {
  size_t capacity = (size_t)word_count * sizeof(uint32_t), size = strlen(name);
  return size < capacity && memcmp(literal, name, size + 1) == 0;
}

static void find_workgroup_size(const tern_vulkan_module_t *module, uint32_t function, bool *out_has_size,
                                uint32_t out_workgroup_size[3]) {
  for (size_t i = HEADER_WORD_COUNT; i < module->count; i += word_count_at(module->words + i)) {
    const uint32_t *instruction = module->words + i;
    if (opcode_at(instruction) != OP_EXECUTION_MODE || word_count_at(instruction) < 6) continue;
    if (instruction[1] != function || instruction[2] != EXECUTION_MODE_LOCAL_SIZE) continue;
    *out_has_size = true;
    memcpy(out_workgroup_size, instruction + 3, 3 * sizeof(uint32_t));
  }
}

tern_status_t tern_vulkan_module_find(const tern_vulkan_module_t *module, const char *name, bool *out_has_size,
                                      uint32_t out_workgroup_size[3]) {
  *out_has_size = false;
  for (size_t i = HEADER_WORD_COUNT; i < module->count; i += word_count_at(module->words + i)) {
    const uint32_t *instruction = module->words + i;
    uint32_t word_count = word_count_at(instruction);
    if (opcode_at(instruction) != OP_ENTRY_POINT || word_count < 4) continue;
    if (instruction[1] != EXECUTION_MODEL_GL_COMPUTE || !is_name(instruction + 3, word_count - 3, name)) continue;
    find_workgroup_size(module, instruction[2], out_has_size, out_workgroup_size);
    return tern_ok();
  }
  return tern_status_make(TERN_NOT_FOUND, "the SPIR-V module has no compute entry point '%s'", name);
}

// Lookups in the tables of SPIR-V's grammar.

#include "dialect/spirv/grammar.h"

#include <string.h>

typedef struct extension_row {
  const char *name;
  uint8_t core_version;
} extension_row_t;

#include "dialect/spirv/grammar_tables.inc"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { MAX_IMPLIED = 64 };

typedef struct ext_set {
  const char *name;
  const tern_spirv_ext_instruction_t *instructions;
  const uint16_t *by_name;
  size_t count;
} ext_set_t;

static const ext_set_t ext_sets[] = {
    [TERN_SPIRV_EXT_SET_GLSL] = {"GLSL.std.450", glsl_instructions, glsl_by_name, COUNT(glsl_instructions)},
    [TERN_SPIRV_EXT_SET_OPENCL] = {"OpenCL.std", opencl_instructions, opencl_by_name, COUNT(opencl_instructions)},
};

// The position of `name` in a table whose rows begin with a name, through its order of names; `count` if it is not
// there.
static size_t find_name(const void *rows, size_t row_size, const uint16_t *by_name, size_t count, tern_str_t name) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *candidate;
    memcpy(&candidate, (const char *)rows + by_name[middle] * row_size, sizeof(candidate));
    int order = strncmp(candidate, name.data, name.size);
    if (order == 0 && candidate[name.size] == '\0') return by_name[middle];
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return count;
}
#define FIND_NAME(rows, by_name, count, name) find_name(rows, sizeof((rows)[0]), by_name, count, name)

const tern_spirv_instruction_t *tern_spirv_instruction_of_opcode(uint32_t opcode) {
  size_t low = 0, high = COUNT(instructions);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (instructions[middle].opcode < opcode) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < COUNT(instructions) && instructions[low].opcode == opcode ? &instructions[low] : NULL;
}

const tern_spirv_instruction_t *tern_spirv_instruction_named(tern_str_t name) {
  size_t index = FIND_NAME(instructions, instructions_by_name, COUNT(instructions), name);
  if (index < COUNT(instructions)) return &instructions[index];
  // Without the "Op".
  char full[96] = "Op";
  if (name.size > sizeof(full) - 3) return NULL;
  memcpy(full + 2, name.data, name.size);
  index = FIND_NAME(instructions, instructions_by_name, COUNT(instructions), tern_str_make(full, name.size + 2));
  return index < COUNT(instructions) ? &instructions[index] : NULL;
}

const tern_spirv_kind_def_t *tern_spirv_kind(tern_spirv_kind_t kind) {
  return kind < COUNT(kinds) ? &kinds[kind] : NULL;
}

const tern_spirv_kind_def_t *tern_spirv_kind_named(tern_str_t name) {
  size_t index = FIND_NAME(kinds, kinds_by_name, COUNT(kinds), name);
  return index < COUNT(kinds) ? &kinds[index] : NULL;
}

const tern_spirv_enumerant_t *tern_spirv_enumerant_of_value(tern_spirv_kind_t kind, uint32_t value) {
  if (kind >= COUNT(kinds)) return NULL;
  const tern_spirv_kind_def_t *def = &kinds[kind];
  size_t low = 0, high = def->enumerant_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (def->enumerants[middle].value < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < def->enumerant_count && def->enumerants[low].value == value ? &def->enumerants[low] : NULL;
}

const tern_spirv_enumerant_t *tern_spirv_enumerant_named(tern_spirv_kind_t kind, tern_str_t name) {
  if (kind >= COUNT(kinds)) return NULL;
  const tern_spirv_kind_def_t *def = &kinds[kind];
  size_t index = FIND_NAME(def->enumerants, def->by_name, def->enumerant_count, name);
  return index < def->enumerant_count ? &def->enumerants[index] : NULL;
}

const char *tern_spirv_ext_set_name(tern_spirv_ext_set_t set) { return ext_sets[set].name; }

bool tern_spirv_ext_set_named(tern_str_t name, tern_spirv_ext_set_t *out_set) {
  for (size_t i = 0; i < COUNT(ext_sets); ++i) {
    if (!tern_str_equal_cstr(name, ext_sets[i].name)) continue;
    *out_set = (tern_spirv_ext_set_t)i;
    return true;
  }
  return false;
}

const tern_spirv_ext_instruction_t *tern_spirv_ext_instruction_of_number(tern_spirv_ext_set_t set, uint32_t number) {
  size_t low = 0, high = ext_sets[set].count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (ext_sets[set].instructions[middle].number < number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const tern_spirv_ext_instruction_t *found = &ext_sets[set].instructions[low];
  return low < ext_sets[set].count && found->number == number ? found : NULL;
}

const tern_spirv_ext_instruction_t *tern_spirv_ext_instruction_named(tern_spirv_ext_set_t set, tern_str_t name) {
  size_t index = FIND_NAME(ext_sets[set].instructions, ext_sets[set].by_name, ext_sets[set].count, name);
  return index < ext_sets[set].count ? &ext_sets[set].instructions[index] : NULL;
}

size_t tern_spirv_extension_count(void) { return COUNT(extensions); }

const char *tern_spirv_extension_name(size_t index) {
  return index < COUNT(extensions) ? extensions[index].name : NULL;
}

bool tern_spirv_extension_named(tern_str_t name, uint32_t *out_index) {
  size_t index = FIND_NAME(extensions, extensions_by_name, COUNT(extensions), name);
  if (index == COUNT(extensions)) return false;
  *out_index = (uint32_t)index;
  return true;
}

size_t tern_spirv_capability_implied(uint32_t capability, uint32_t *out_capabilities, size_t size) {
  uint32_t found[MAX_IMPLIED] = {capability};
  size_t count = 1;
  // The list grows while it is walked.
  for (size_t i = 0; i < count; ++i) {
    const tern_spirv_enumerant_t *row = tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_CAPABILITY, found[i]);
    for (size_t j = 0; row && j < row->needs.capability_count; ++j) {
      size_t known = 0;
      while (known < count && found[known] != row->needs.capabilities[j]) ++known;
      if (known == count && count < MAX_IMPLIED) found[count++] = row->needs.capabilities[j];
    }
  }
  for (size_t i = 1; i < count && i <= size; ++i) out_capabilities[i - 1] = found[i];
  return count - 1;
}

bool tern_spirv_capability_implies(uint32_t capability, uint32_t wanted) {
  uint32_t implied[MAX_IMPLIED];
  size_t count = tern_spirv_capability_implied(capability, implied, MAX_IMPLIED);
  if (capability == wanted) return true;
  for (size_t i = 0; i < count; ++i) {
    if (implied[i] == wanted) return true;
  }
  return false;
}

uint8_t tern_spirv_extension_core_version(uint32_t extension) {
  return extension < COUNT(extensions) ? extensions[extension].core_version : TERN_SPIRV_NO_VERSION;
}

// PTX through ptxas and fatbinary (upstream: NVPTXSerializer::compileToBinary).

#include "target/gpu/cuda_tools.h"

#include <stdlib.h>

#include "ir/diagnostic.h"
#include "target/gpu/tools.h"
#include "target/programs.h"

// NULL after an error.
static char *find_tool(const char *name, const char *option, const tern_attr_t *loc) {
  char *path = tern_cuda_program_find(option, name);
  if (!path) {
    tern_emit_error(loc,
                    "Couldn't find the `%s` binary. Please specify the toolkit path, add the compiler to $PATH, or set "
                    "one of the environment variables CUDA_ROOT, CUDA_HOME and CUDA_PATH.",
                    name);
  }
  return path;
}

// `-32` is for fatbinary, all else for ptxas.
static bool is_32_bit(const tern_attr_t *words) {
  for (size_t i = 0; words && i < tern_array_attr_count(words); ++i) {
    if (tern_str_equal_cstr(tern_string_attr_value(tern_array_attr_at(words, i)), "-32")) return true;
  }
  return false;
}

static void add_options(tern_tool_command_t *command, const tern_attr_t *words) {
  for (size_t i = 0; words && i < tern_array_attr_count(words); ++i) {
    tern_str_t word = tern_string_attr_value(tern_array_attr_at(words, i));
    if (!tern_str_equal_cstr(word, "-32")) tern_tool_add(command, "%.*s", (int)word.size, word.data);
  }
}

// Everything one run of the programs holds.
typedef struct assembly {
  const tern_attr_t *loc;
  const tern_nvvm_target_t *target;
  const tern_gpu_serialization_t *how;
  tern_string_builder_t toolkit;
  tern_tool_file_t ptx, cubin, fatbin;
} assembly_t;

static bool run_ptxas(assembly_t *assembly) {
  const tern_nvvm_target_t *target = assembly->target;
  tern_tool_command_t command = {0};
  tern_string_builder_t log = {0};
  char *program = find_tool("ptxas", assembly->toolkit.data, assembly->loc);
  if (!program) return false;
  tern_tool_add(&command, "%s", program);
  tern_tool_add(&command, "-arch");
  tern_tool_add(&command, "%.*s", (int)target->chip.size, target->chip.data);
  tern_tool_add(&command, "%s", assembly->ptx.path);
  tern_tool_add(&command, "-o");
  tern_tool_add(&command, "%s", assembly->cubin.path);
  tern_tool_add(&command, "--opt-level");
  tern_tool_add(&command, "%d", (int)target->level);
  add_options(&command, assembly->how->words);
  if (target->flags) {
    const tern_attr_t *words = tern_dictionary_attr_lookup(target->flags, TERN_STR("ptxas-cmd-options"));
    if (words && words->kind == TERN_ATTR_ARRAY) tern_tool_add_words(&command, words);
  }
  bool is_right = tern_tool_run(&command, "ptxas", assembly->loc, &log);
  tern_string_builder_deinitialize(&log);
  tern_tool_deinitialize(&command);
  free(program);
  return is_right;
}

// The PTX is in it too, for chips that come later.
static bool run_fatbinary(assembly_t *assembly) {
  tern_tool_command_t command = {0};
  tern_string_builder_t log = {0};
  char *program = find_tool("fatbinary", assembly->toolkit.data, assembly->loc);
  if (!program) return false;
  tern_str_t chip = assembly->target->chip;
  if (tern_str_starts_with(chip, TERN_STR("sm_"))) chip = tern_str_drop(chip, strlen("sm_"));
  if (tern_str_starts_with(chip, TERN_STR("compute_"))) chip = tern_str_drop(chip, strlen("compute_"));
  tern_tool_add(&command, "%s", program);
  tern_tool_add(&command, is_32_bit(assembly->how->words) ? "-32" : "-64");
  tern_tool_add(&command, "--image3=kind=elf,sm=%.*s,file=%s", (int)chip.size, chip.data, assembly->cubin.path);
  tern_tool_add(&command, "--image3=kind=ptx,sm=%.*s,file=%s", (int)chip.size, chip.data, assembly->ptx.path);
  tern_tool_add(&command, "--create");
  tern_tool_add(&command, "%s", assembly->fatbin.path);
  bool is_right = tern_tool_run(&command, "fatbinary", assembly->loc, &log);
  tern_string_builder_deinitialize(&log);
  tern_tool_deinitialize(&command);
  free(program);
  return is_right;
}

static bool assemble(assembly_t *assembly, tern_str_t ptx, tern_string_builder_t *out) {
  const tern_attr_t *loc = assembly->loc;
  if (!tern_tool_file_create(".ptx", loc, &assembly->ptx) || !tern_tool_file_create(".cubin", loc, &assembly->cubin) ||
      !tern_tool_file_write(&assembly->ptx, ptx, loc) || !run_ptxas(assembly)) {
    return false;
  }
  if (assembly->how->format != TERN_GPU_OBJECT_FATBIN) return tern_tool_file_read(&assembly->cubin, loc, out);
  return tern_tool_file_create(".fatbin", loc, &assembly->fatbin) && run_fatbinary(assembly) &&
         tern_tool_file_read(&assembly->fatbin, loc, out);
}

bool tern_cuda_assemble(const tern_op_t *module, const tern_nvvm_target_t *target, const tern_gpu_serialization_t *how,
                        tern_str_t ptx, tern_string_builder_t *out) {
  assembly_t assembly = {.loc = module->loc, .target = target, .how = how};
  tern_string_builder_append(&assembly.toolkit, how->toolkit);
  tern_string_builder_append_char(&assembly.toolkit, '\0');
  bool is_right = assemble(&assembly, ptx, out);
  tern_tool_file_destroy(&assembly.ptx);
  tern_tool_file_destroy(&assembly.cubin);
  tern_tool_file_destroy(&assembly.fatbin);
  tern_string_builder_deinitialize(&assembly.toolkit);
  return is_right;
}

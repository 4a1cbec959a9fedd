// A gpu.module of the llvm dialect through LLVM (upstream: ModuleToObject::run).

#include "target/gpu/llvm_object.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/vec.h"
#include "ir/diagnostic.h"
#include "target/llvm_loader.h"

bool tern_gpu_check_module(const tern_op_t *module) {
  return tern_op_is(module, TERN_GPU(MODULE)) || tern_emit_error(module->loc, "Module must be a GPU module.");
}

const tern_attr_t *tern_gpu_common_properties(const tern_op_t *module, const tern_gpu_serialization_t *how,
                                              int64_t level) {
  tern_context_t *context = tern_op_context(module);
  tern_named_attr_t entries[2];
  size_t count = 0;
  if (how->format == TERN_GPU_OBJECT_ASSEMBLY) {
    entries[count++] = (tern_named_attr_t){"O", tern_integer_attr_get(tern_i_type_get(context, 32), level)};
  }
  if (how->section.size) {
    entries[count++] = (tern_named_attr_t){"section", tern_string_attr_get(context, how->section)};
  }
  return count ? tern_dictionary_attr_get(context, entries, count) : NULL;
}

static char *copy_text(tern_str_t text) {
  char *copy = tern_malloc(text.size + 1);
  if (text.size) memcpy(copy, text.data, text.size);
  copy[text.size] = '\0';
  return copy;
}

static char *copy_unless_empty(tern_str_t text) { return text.size ? copy_text(text) : NULL; }

typedef struct file_list {
  TERN_VEC(char *) paths;  // owned
} file_list_t;

static bool add_file(const tern_op_t *module, file_list_t *files, tern_str_t name) {
  struct stat info;
  char *path = copy_text(name);
  tern_vec_push(&files->paths, path);
  return (stat(path, &info) == 0 && S_ISREG(info.st_mode)) ||
         tern_emit_error(module->loc, "File path: \"%s\" does not exist or is not a file.", path);
}

static bool add_files(const tern_op_t *module, file_list_t *files, const tern_attr_t *names) {
  for (size_t i = 0; names && i < tern_array_attr_count(names); ++i) {
    if (!add_file(module, files, tern_string_attr_value(tern_array_attr_at(names, i)))) return false;
  }
  return true;
}

static bool emit(tern_op_t *module, const tern_llvm_options_t *options, tern_llvm_output_t output,
                 tern_string_builder_t *out) {
  const tern_llvm_backend_t *backend;
  tern_llvm_buffer_t buffer = {0};
  tern_status_t status = tern_llvm_load_for(module, options, &backend);
  if (tern_status_is_ok(status)) status = backend->compile(module, options, output, &buffer);
  if (tern_status_is_ok(status)) tern_string_builder_append(out, tern_str_make(buffer.data, buffer.size));
  free(buffer.data);
  // Diagnostics have said what is wrong with the module.
  if (status.code == TERN_INVALID_IR) return tern_emit_error(module->loc, "Failed creating the llvm::Module.");
  return tern_status_is_ok(status) || tern_emit_error(module->loc, "%s", status.message);
}

tern_llvm_output_t tern_gpu_llvm_output(tern_gpu_object_format_t format) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_GPU_OBJECT_OFFLOAD] = TERN_LLVM_BITCODE,
      [TERN_GPU_OBJECT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_GPU_OBJECT_BINARY] = TERN_LLVM_OBJECT,
      [TERN_GPU_OBJECT_FATBIN] = TERN_LLVM_OBJECT,
  };
  return outputs[format];
}

bool tern_gpu_llvm_emit(tern_op_t *module, const tern_gpu_llvm_target_t *target, const tern_gpu_serialization_t *how,
                        tern_llvm_output_t output, tern_string_builder_t *out) {
  static const char *const passes[] = {"default<O0>", "default<O1>", "default<O2>", "default<O3>"};
  file_list_t files = {0};
  char *triple = copy_unless_empty(target->triple), *chip = copy_unless_empty(target->chip);
  char *features = copy_unless_empty(target->features);
  bool is_right = add_files(module, &files, how->libraries) && add_files(module, &files, target->link);
  if (is_right && target->library) is_right = add_file(module, &files, tern_str_from_cstr(target->library));
  if (is_right) {
    const tern_llvm_options_t options = {.triple = triple,
                                         .cpu = chip,
                                         .features = features,
                                         .passes = passes[target->level],
                                         .level = (unsigned)target->level + 1,
                                         .flushes_subnormals = target->flushes_subnormals,
                                         .link_files = (const char *const *)files.paths.values,
                                         .link_count = files.paths.count};
    is_right = emit(module, &options, output, out);
  }
  for (size_t i = 0; i < files.paths.count; ++i) free(files.paths.values[i]);
  tern_vec_deinitialize(&files.paths);
  free(features);
  free(chip);
  free(triple);
  return is_right;
}

// gpu.modules for AMD's GPUs: bitcode, assembly, code objects (upstream: Target/LLVM/ROCDL/Target.cpp).

#include <stdlib.h>

#include "dialect/rocdl/rocdl.h"
#include "ir/diagnostic.h"
#include "target/gpu/link_rocdl.h"
#include "target/gpu/llvm_object.h"
#include "target/gpu/serializers.h"
#include "target/gpu/tools.h"
#include "target/programs.h"

// The linker of the toolkit that was asked for or that the environment names, else one in PATH. NULL after an error.
static char *find_linker(tern_str_t toolkit, const tern_attr_t *loc) {
  static const char *const variables[] = {"ROCM_PATH", "ROCM_ROOT", "ROCM_HOME"};
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, toolkit);
  tern_string_builder_append_char(&text, '\0');
  char *path = tern_program_in(text.data, "llvm/bin", "ld.lld");
  tern_string_builder_deinitialize(&text);
  for (size_t i = 0; !path && i < sizeof(variables) / sizeof(variables[0]); ++i) {
    path = tern_program_in(getenv(variables[i]), "llvm/bin", "ld.lld");
  }
  if (!path) path = tern_program_in_path("ld.lld");
  if (!path) {
    tern_emit_error(
        loc,
        "Couldn't find the `ld.lld` binary. Please specify the toolkit path, add it to $PATH, or set one of "
        "the environment variables ROCM_PATH, ROCM_ROOT and ROCM_HOME.");
  }
  return path;
}

static bool link_files(const tern_attr_t *loc, const char *linker, const tern_tool_file_t *object,
                       const tern_tool_file_t *shared) {
  tern_tool_command_t command = {0};
  tern_string_builder_t log = {0};
  tern_tool_add(&command, "%s", linker);
  tern_tool_add(&command, "-shared");
  tern_tool_add(&command, "%s", object->path);
  tern_tool_add(&command, "-o");
  tern_tool_add(&command, "%s", shared->path);
  bool is_right = tern_tool_run(&command, "ld.lld", loc, &log);
  tern_string_builder_deinitialize(&log);
  tern_tool_deinitialize(&command);
  return is_right;
}

bool tern_gpu_link_rocdl(const tern_attr_t *loc, tern_str_t toolkit, tern_string_builder_t *bytes) {
  tern_tool_file_t object = {0}, shared = {0};
  char *linker = find_linker(toolkit, loc);
  bool is_right =
      linker && tern_tool_file_create(".o", loc, &object) && tern_tool_file_create(".hsaco", loc, &shared) &&
      tern_tool_file_write(&object, tern_string_builder_view(bytes), loc) && link_files(loc, linker, &object, &shared);
  tern_string_builder_deinitialize(bytes);
  *bytes = (tern_string_builder_t){0};
  is_right = is_right && tern_tool_file_read(&shared, loc, bytes);
  tern_tool_file_destroy(&object);
  tern_tool_file_destroy(&shared);
  free(linker);
  return is_right;
}

void tern_gpu_lower_for_rocdl(const tern_attr_t *target, tern_string_builder_t *out) {
  tern_str_t chip = tern_gpu_target_of(target).chip;
  tern_string_builder_append_format(
      out,
      TERN_GPU_LOWER_CONTROL_FLOW
      "gpu.module(convert-gpu-to-rocdl{chipset=%.*s},convert-vector-to-llvm,reconcile-unrealized-casts)",
      (int)chip.size, chip.data);
}

bool tern_gpu_serialize_rocdl(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                              tern_gpu_compiled_t *out) {
  if (!tern_gpu_check_module(module)) return false;
  tern_gpu_target_t target = tern_gpu_target_of(attr);
  const tern_gpu_llvm_target_t llvm = {.level = target.level,
                                       .triple = target.triple,
                                       .chip = target.chip,
                                       .features = target.features,
                                       .link = target.link};
  if (!tern_gpu_llvm_emit(module, &llvm, how, tern_gpu_llvm_output(how->format), &out->bytes)) return false;
  return how->format < TERN_GPU_OBJECT_BINARY || tern_gpu_link_rocdl(module->loc, how->toolkit, &out->bytes);
}

// There are no fat binaries for these GPUs.
const tern_attr_t *tern_gpu_create_rocdl_object(const tern_op_t *module, const tern_attr_t *target,
                                                const tern_gpu_serialization_t *how,
                                                const tern_gpu_compiled_t *compiled) {
  (void)module;
  tern_gpu_object_format_t format = how->format > TERN_GPU_OBJECT_BINARY ? TERN_GPU_OBJECT_BINARY : how->format;
  return tern_gpu_object_get(target, format, tern_string_builder_view(&compiled->bytes), compiled->properties, NULL);
}

// The backends of whole programs' executables, and running passes by name, for the passes of transform/hal.

#include <string.h>

#include "ir/diagnostic.h"
#include "pass/pass_manager.h"
#include "pipeline/driver/translate_executable.h"
#include "pipeline/registry.h"
#include "target/object/object.h"
#include "transform/hal/translate.h"

static void *begin(tern_op_t *variant, const tern_hal_translation_options_t *options) {
  tern_translation_t *translation = NULL;
  tern_status_t status = tern_translation_begin(variant, options, &translation);
  if (!tern_status_is_ok(status)) tern_op_error(variant, "cannot be translated: %s", status.message);
  return translation;
}

static bool finish(void *translation, const tern_attr_t *loc, tern_string_builder_t *out_data,
                   tern_string_builder_t *out_note) {
  tern_status_t status = tern_translation_finish(translation, out_data, out_note);
  if (tern_status_is_ok(status)) return true;
  return loc && tern_emit_error(loc, "'hal.executable.variant' op cannot be translated: %s", status.message);
}

static bool is_for(tern_str_t code, const char *backend) {
  const tern_object_reader_t *reader = tern_object_reader_find(code);
  return reader && strcmp(reader->backend, backend) == 0;
}
static bool is_for_cpu(tern_str_t code) { return is_for(code, "llvm-cpu"); }
static bool is_for_vulkan(tern_str_t code) { return is_for(code, "vulkan-spirv"); }
static bool is_for_cuda(tern_str_t code) { return is_for(code, "cuda"); }

#define BACKEND(text, takes_code, links) \
  {.name = text,                         \
   .begin = begin,                       \
   .finish = finish,                     \
   .adopt = tern_translation_adopt,      \
   .takes = takes_code,                  \
   .can_link = links}
static const tern_hal_backend_t llvm_cpu = BACKEND("llvm-cpu", is_for_cpu, true);
// Kernels stay in modules of their own: validation counts the workgroup memory of all kernels of a module together.
static const tern_hal_backend_t vulkan_spirv = BACKEND("vulkan-spirv", is_for_vulkan, false);
static const tern_hal_backend_t cuda = BACKEND("cuda", is_for_cuda, true);

const tern_hal_backend_t *const tern_hal_backends[] = {&llvm_cpu, &vulkan_spirv, &cuda};
const size_t tern_hal_backend_count = sizeof tern_hal_backends / sizeof tern_hal_backends[0];

bool tern_hal_run_pipeline(tern_op_t *op, tern_str_t pipeline) {
  tern_context_t *context = tern_op_context(op);
  char anchor[64];
  tern_str_t name = tern_op_name(op);
  if (name.size >= sizeof anchor) return tern_op_error(op, "cannot be the anchor of a pass pipeline");
  memcpy(anchor, name.data, name.size);
  anchor[name.size] = 0;
  tern_pass_manager_t *manager = tern_pass_manager_create(context, &tern_all_passes, anchor);
  tern_pass_options_t options = {.verify_each = true};
  bool is_right = tern_pass_manager_parse(manager, pipeline) && tern_pass_manager_run(manager, op, &options);
  tern_pass_manager_destroy(manager);
  return is_right;
}

// Kernels in LLVM's bitcode to objects for the host (tern/device_code.h): the part that knows LLVM does it.

#include "tern/device_code.h"

#include "target/llvm_loader.h"

tern_status_t tern_device_code_compile(const tern_device_code_input_t *inputs, size_t input_count,
                                       const tern_device_code_options_t *options, void **out_object, size_t *out_size,
                                       char **out_notes) {
  static const tern_device_code_options_t defaults = {0};
  *out_object = NULL, *out_size = 0, *out_notes = NULL;
  if (input_count == 0) return tern_status_make(TERN_INVALID_ARGUMENT, "there is no device code to compile");
  const tern_llvm_backend_t *backend;
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  tern_llvm_buffer_t object;
  TERN_RETURN_IF_ERROR(backend->compile_device(inputs, input_count, options ? options : &defaults, &object, out_notes));
  *out_object = object.data, *out_size = object.size;
  return tern_ok();
}

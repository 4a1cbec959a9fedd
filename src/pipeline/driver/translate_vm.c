#include "pipeline/driver/translate_vm.h"

#include "target/vm/disassembler.h"
#include "target/vm/vm_module_writer.h"

tern_status_t tern_translate_to_vm_module(tern_op_t *module, const tern_translate_options_t *options,
                                          tern_string_builder_t *out) {
  (void)options;
  tern_string_sink_t sink = tern_string_sink(out);
  return tern_vm_module_write(module, &sink.sink);
}

tern_status_t tern_translate_from_module(tern_context_t *context, tern_str_t name, tern_str_t bytes,
                                         const tern_translate_options_t *options, tern_string_builder_t *out) {
  (void)context;
  (void)options;
  tern_status_t status = tern_module_disassemble(bytes, out);
  if (tern_status_is_ok(status)) return status;
  return tern_status_make(status.code, "%.*s: %s", (int)name.size, name.data, status.message);
}

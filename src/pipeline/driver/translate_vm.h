// Translations between the vm dialect and module files.

#ifndef TERN_PIPELINE_DRIVER_TRANSLATE_VM_H_
#define TERN_PIPELINE_DRIVER_TRANSLATE_VM_H_

#include "base/string.h"
#include "ir/op.h"
#include "tern/translate.h"

// --iree-vm-ir-to-bytecode-module
tern_status_t tern_translate_to_vm_module(tern_op_t *module, const tern_translate_options_t *options,
                                          tern_string_builder_t *out);
// --tern-disassemble
tern_status_t tern_translate_from_module(tern_context_t *context, tern_str_t name, tern_str_t bytes,
                                         const tern_translate_options_t *options, tern_string_builder_t *out);

#endif  // TERN_PIPELINE_DRIVER_TRANSLATE_VM_H_

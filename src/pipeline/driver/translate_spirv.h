// tern-translate's translations to and from SPIR-V binaries.

#ifndef TERN_PIPELINE_DRIVER_TRANSLATE_SPIRV_H_
#define TERN_PIPELINE_DRIVER_TRANSLATE_SPIRV_H_

#include "ir/op_def.h"
#include "tern/translate.h"

// The bytes of the only spirv.module of `module`.
tern_status_t tern_translate_to_spirv(tern_op_t *module, const tern_translate_options_t *options,
                                      tern_string_builder_t *out);
// The text of a binary.
tern_status_t tern_translate_from_spirv(tern_context_t *context, tern_str_t name, tern_str_t bytes,
                                        const tern_translate_options_t *options, tern_string_builder_t *out);
// The text of each spirv.module after it was a binary.
tern_status_t tern_translate_through_spirv(tern_op_t *module, const tern_translate_options_t *options,
                                           tern_string_builder_t *out);

#endif  // TERN_PIPELINE_DRIVER_TRANSLATE_SPIRV_H_

// Translations of tern-translate to code for NVIDIA's GPUs.

#ifndef TERN_PIPELINE_DRIVER_TRANSLATE_PTX_H_
#define TERN_PIPELINE_DRIVER_TRANSLATE_PTX_H_

#include "ir/op.h"
#include "tern/translate.h"

// The target is `options->target_version`, the #nvvm.target of the gpu.module if the input holds just one, or sm_80.
tern_status_t tern_translate_to_ptx(tern_op_t *module, const tern_translate_options_t *options,
                                    tern_string_builder_t *out);
// By the rows of src/target/llvm/ptx/, without passes; what they do not know is left to LLVM's code generator.
tern_status_t tern_translate_to_ptx_by_rows(tern_op_t *module, const tern_translate_options_t *options,
                                            tern_string_builder_t *out);
tern_status_t tern_translate_to_cubin(tern_op_t *module, const tern_translate_options_t *options,
                                      tern_string_builder_t *out);

#endif  // TERN_PIPELINE_DRIVER_TRANSLATE_PTX_H_

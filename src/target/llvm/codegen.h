// Machine code from a translated module. Private to src/target/llvm; the functions of the back end's table.

#ifndef TERN_TARGET_LLVM_CODEGEN_H_
#define TERN_TARGET_LLVM_CODEGEN_H_

#include "target/llvm/backend.h"

tern_status_t tern_llvm_translate_to_text(tern_op_t *module, tern_llvm_buffer_t *out_text);
tern_status_t tern_llvm_compile(tern_op_t *module, const tern_llvm_options_t *options, tern_llvm_output_t output,
                                tern_llvm_buffer_t *out_buffer);
tern_llvm_job_t *tern_llvm_compile_begin(tern_op_t *module, const tern_llvm_options_t *options,
                                         tern_llvm_output_t output);
tern_status_t tern_llvm_compile_finish(tern_llvm_job_t *job, tern_llvm_buffer_t *out_buffer);
void tern_llvm_warm_up(const tern_llvm_options_t *options, tern_llvm_output_t output);
char *tern_llvm_host_triple(void);
char *tern_llvm_host_cpu(void);
char *tern_llvm_host_features(void);

tern_status_t tern_llvm_jit_create(tern_llvm_jit_t **out_jit);
tern_status_t tern_llvm_jit_add_object(tern_llvm_jit_t *jit, const void *data, size_t size);
tern_status_t tern_llvm_jit_lookup(tern_llvm_jit_t *jit, const char *name, void **out_address);
void tern_llvm_jit_destroy(tern_llvm_jit_t *jit);

// Makes the host's target known to LLVM.
void tern_llvm_initialize_host(void);

#endif  // TERN_TARGET_LLVM_CODEGEN_H_

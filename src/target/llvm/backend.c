// The table of functions that libtern takes from this part when it has loaded it.

#include "target/llvm/backend.h"

#include "target/llvm/codegen.h"
#include "target/llvm/device/compile.h"

static const tern_llvm_backend_t backend = {
    .struct_size = sizeof(tern_llvm_backend_t),
    .translate_to_text = tern_llvm_translate_to_text,
    .compile = tern_llvm_compile,
    .compile_begin = tern_llvm_compile_begin,
    .compile_finish = tern_llvm_compile_finish,
    .warm_up = tern_llvm_warm_up,
    .jit_create = tern_llvm_jit_create,
    .jit_add_object = tern_llvm_jit_add_object,
    .jit_lookup = tern_llvm_jit_lookup,
    .jit_destroy = tern_llvm_jit_destroy,
    .compile_device = tern_llvm_compile_device,
    .host_triple = tern_llvm_host_triple,
    .host_cpu = tern_llvm_host_cpu,
    .host_features = tern_llvm_host_features,
};

const void *tern_llvm_backend(void) { return &backend; }

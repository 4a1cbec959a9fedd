// SPIR-V binaries: a spirv.module to words and back.
//
// Ops are encoded by the grammar of their instruction (dialect/spirv/grammar.h) and by their row; what has no instruction
// of its own (structured control flow, symbols, constants) has code of its own.

#ifndef TERN_TARGET_SPIRV_SPIRV_BINARY_H_
#define TERN_TARGET_SPIRV_SPIRV_BINARY_H_

#include "ir/op_def.h"

// The first word of a binary.
#define TERN_SPIRV_MAGIC UINT32_C(0x07230203)

// A growing list of words. Zero-initialise to start.
typedef struct tern_spirv_words {
  uint32_t *values;  // owned
  size_t count, capacity;
} tern_spirv_words_t;

void tern_spirv_words_deinitialize(tern_spirv_words_t *words);

typedef struct tern_spirv_serialize_options {
  bool emit_symbol_names;  // OpName for functions, variables, structs and values whose location is a name
  bool emit_debug_lines;   // OpSource, OpString and OpLine from file locations
} tern_spirv_serialize_options_t;
#define TERN_SPIRV_SERIALIZE_DEFAULT ((tern_spirv_serialize_options_t){.emit_symbol_names = true})

// Appends the binary of a verified spirv.module, in this machine's byte order, to `out_words`. False after errors at the
// ops that have no binary form; `out_words` is then as it was.
bool tern_spirv_serialize(tern_op_t *spirv_module, const tern_spirv_serialize_options_t *options,
                          tern_spirv_words_t *out_words);

typedef struct tern_spirv_deserialize_options {
  bool keep_unstructured;  // blocks and branches only, without spirv.mlir.loop and spirv.mlir.selection
  bool debug_info;         // names of values and lines become locations
} tern_spirv_deserialize_options_t;

// Reads a binary of either byte order: the spirv.module, detached and owned by the context. NULL after an error at the
// location `NAME` that says at which word it is wrong. The module is not verified: what breaks the rules of SPIR-V, but
// can be said in IR, is the verifier's to find.
tern_op_t *tern_spirv_deserialize(tern_context_t *context, const uint32_t *words, size_t word_count, const char *name,
                                  const tern_spirv_deserialize_options_t *options);

#endif  // TERN_TARGET_SPIRV_SPIRV_BINARY_H_

// MLIR's bytecode, versions 0 to 6: reading a file into a module, and writing one (upstream's BytecodeFormat.md).

#ifndef TERN_BYTECODE_BYTECODE_H_
#define TERN_BYTECODE_BYTECODE_H_

#include "ir/op.h"

enum { TERN_BYTECODE_VERSION = 6 };  // the newest that is read, and the one that is written by default

// True if `bytes` start with the magic number.
static inline bool tern_is_bytecode(tern_str_t bytes) { return tern_str_starts_with(bytes, TERN_STR("ML\xefR")); }

// Reads a file's bytes into a module, as tern_parse_module does with text: a file whose only op is a builtin.module
// gives that op, others are wrapped in one. NULL after an error; `name` is that of the file in messages. What is read
// is not verified.
tern_op_t *tern_bytecode_read(tern_context_t *context, tern_str_t name, tern_str_t bytes);

// Reads text or bytecode, whichever the bytes are.
tern_op_t *tern_read_module(tern_context_t *context, tern_str_t name, tern_str_t bytes);

// What diagnostics show of an input: the text, or nothing where it is bytecode.
static inline tern_str_t tern_source_text(tern_str_t bytes) { return tern_is_bytecode(bytes) ? TERN_STR("") : bytes; }

typedef struct tern_bytecode_options {
  int64_t version;       // of the format, 0 to TERN_BYTECODE_VERSION
  const char *producer;  // NULL: "tern"
  bool elide_resources;  // keys only, without their data
} tern_bytecode_options_t;

#define TERN_BYTECODE_DEFAULT ((tern_bytecode_options_t){.version = TERN_BYTECODE_VERSION})

// Appends the bytecode of `op` and all it holds. False after an error at the op.
bool tern_bytecode_write(tern_op_t *op, const tern_bytecode_options_t *options, tern_string_builder_t *out);

#endif  // TERN_BYTECODE_BYTECODE_H_

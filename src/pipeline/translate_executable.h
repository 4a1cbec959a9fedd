// Translation of the executables of a whole program: from the inner module of a hal.executable.variant to code and the tables
// that the runtime needs.

#ifndef TERN_PIPELINE_TRANSLATE_EXECUTABLE_H_
#define TERN_PIPELINE_TRANSLATE_EXECUTABLE_H_

#include "ir/op_def.h"
#include "tern/compile.h"

// What to compile for, kept as the discardable attribute `tern.compile_options` of the program's module. Entries of the same
// names in the configuration of a variant's #hal.executable.target go before it: `cpu`, `cpu_features`, `target_triple`,
// `llvm_passes`, `spirv.target_env` (an attribute, or as a string the name of a target).
void tern_translation_set_options(tern_op_t *module, const tern_compile_options_t *options);

// Translates `variant`, all exports and functions of it into one piece of code, and appends it to `out` as the bytes of an
// EXECUTABLE section (base/module_format.h): entry points in the order of the exports' ordinals. The functions are gone
// afterwards. `*out_format` is the runtime's name for the form of the code, static storage.
// Errors: TERN_INVALID_IR after diagnostics; TERN_UNSUPPORTED for a back end that this build has no code generator for;
// TERN_NOT_FOUND if the part that makes machine code is not installed.
tern_status_t tern_translate_variant(tern_op_t *variant, tern_string_builder_t *out, const char **out_format);

#endif  // TERN_PIPELINE_TRANSLATE_EXECUTABLE_H_

// Translation of the executables of a whole program: from the inner module of a hal.executable.variant to code and the tables
// that the runtime needs.

#ifndef TERN_PIPELINE_DRIVER_TRANSLATE_EXECUTABLE_H_
#define TERN_PIPELINE_DRIVER_TRANSLATE_EXECUTABLE_H_

#include "ir/op_def.h"
#include "tern/compile.h"
#include "transform/hal/translate.h"

// What to compile for, and whether remarks say what was decided, kept as the discardable attribute `tern.compile_options` of the
// program's module; and who sees the stages of executables, for which `options` must live until the program is compiled, or this
// is called again. Entries of the same names in the configuration of a variant's #hal.executable.target go before it: `cpu`, `cpu_features`, `target_triple`,
// `llvm_passes`, `tuning_file`, `spirv.target_env` (an attribute, or as a string the name of a target).
void tern_translation_set_options(tern_op_t *module, const tern_compile_options_t *options, bool explains);

typedef struct tern_translation tern_translation_t;

// Translates `variant`, all exports and functions of it into one piece of code. The functions are gone afterwards. Machine
// code may still be under way on other threads. With a cache (pipeline/dispatch/executable_cache.h) it may be there already.
// Errors: TERN_INVALID_IR after diagnostics; TERN_UNSUPPORTED for a back end that this build has no code generator for;
// TERN_NOT_FOUND if the part that makes machine code is not installed.
tern_status_t tern_translation_begin(tern_op_t *variant, const tern_hal_translation_options_t *options,
                                     tern_translation_t **out_translation);
// Waits for the code and appends it to `out` as the bytes of an EXECUTABLE section (base/module_format.h): entry points in
// the order of the exports' ordinals; what is to be said of it to `out_note`. Frees the translation. Errors: TERN_INVALID_IR after diagnostics, and what the back
// end reports.
tern_status_t tern_translation_finish(tern_translation_t *translation, tern_string_builder_t *out,
                                      tern_string_builder_t *out_note);

// Makes the bytes of an EXECUTABLE section of code that others wrote, the contents of the file `path`, for a variant without a
// module: the code is checked against the variant's target and exports (target/object/object.h). False after an error.
bool tern_translation_adopt(tern_op_t *variant, tern_str_t path, tern_str_t code, tern_string_builder_t *out);

#endif  // TERN_PIPELINE_DRIVER_TRANSLATE_EXECUTABLE_H_

// What the executable passes (iree-hal-configure-executables, iree-hal-translate-executables) need of whoever generates
// code: a table of backends, defined by the pipeline room, which is above this one.
//
// A backend sees hal.executable.variant ops whose target names it. A variant holds hal.executable.export ops, numbered by
// `ordinal`, and a builtin.module with a function of the name of each export.

#ifndef TERN_TRANSFORM_HAL_TRANSLATE_H_
#define TERN_TRANSFORM_HAL_TRANSLATE_H_

#include "base/string.h"
#include "ir/op.h"

// How to translate. Borrowed until the translation is finished.
typedef struct tern_hal_translation_options {
  tern_str_t cache_dir;  // folder of what was translated before; empty: none
  int64_t budget;        // milliseconds that code generation may take, about; 0: as long as it takes
} tern_hal_translation_options_t;

typedef struct tern_hal_backend {
  const char *name;  // "llvm-cpu", "vulkan-spirv": as in #hal.executable.target<"...">
  // Decides how the functions of a variant are lowered and notes it in attributes (lowering_config). NULL: nothing is
  // decided beforehand. False after an error.
  bool (*configure)(tern_op_t *variant);
  // Translates a variant, whose module is spent then; code may still be generated on other threads. NULL after an error.
  void *(*begin)(tern_op_t *variant, const tern_hal_translation_options_t *options);
  // Waits for the code and appends the bytes that hal.executable.create is given: one EXECUTABLE section
  // (base/module_format.h) with the entry points in the order of the exports' ordinals. What people may want to know of how
  // it went is appended to `out_note`. Frees the translation. False after an error, which is reported at `loc` if there is
  // one.
  bool (*finish)(void *translation, const tern_attr_t *loc, tern_string_builder_t *out_data,
                 tern_string_builder_t *out_note);
  // Appends such bytes for a variant without a module, made of `code`, the contents of the object file `path`. False after an
  // error, for which the code has been checked against the target and the exports.
  bool (*adopt)(tern_op_t *variant, tern_str_t path, tern_str_t code, tern_string_builder_t *out_data);
  // Is code in a form that adopt() takes?
  bool (*takes)(tern_str_t code);
  bool can_link;  // may executables be merged before they are translated (iree-hal-link-executables)?
} tern_hal_backend_t;

// Defined in src/pipeline.
extern const tern_hal_backend_t *const tern_hal_backends[];
extern const size_t tern_hal_backend_count;

// NULL if there is none of that name.
const tern_hal_backend_t *tern_hal_backend_find(tern_str_t name);
// The backend of a variant; NULL after an error at it.
const tern_hal_backend_t *tern_hal_backend_of(const tern_op_t *variant);

// The attribute of a translated variant that holds its bytes: dense elements of i8, or a promise of them (ir/promise.h).
#define TERN_HAL_BINARY_ATTR "hal.executable.binary_data"
// How long a variant took to translate, in microseconds (i64), if that was asked for.
#define TERN_HAL_TRANSLATION_TIME_ATTR "hal.executable.translation_time"
// What the backend has to say of it (string), likewise; absent if that is nothing.
#define TERN_HAL_TRANSLATION_NOTE_ATTR "hal.executable.translation_note"

// Runs a textual pass pipeline on an op: how a pass of this room runs others by name. Defined in src/pipeline. False after
// an error.
bool tern_hal_run_pipeline(tern_op_t *op, tern_str_t pipeline);

#endif  // TERN_TRANSFORM_HAL_TRANSLATE_H_

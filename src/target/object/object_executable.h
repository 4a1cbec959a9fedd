// Executables of object files: code that others wrote, with the tables that the runtime needs.

#ifndef TERN_TARGET_OBJECT_OBJECT_EXECUTABLE_H_
#define TERN_TARGET_OBJECT_OBJECT_EXECUTABLE_H_

#include "target/object/object.h"

typedef struct tern_object_options {
  const char *target, *format;  // as the runtime names them
  bool embeds_cubin;            // CUDA: put machine code beside PTX
} tern_object_options_t;

// Checks the file's code against each export of the variant and appends the bytes of an EXECUTABLE section
// (base/module_format.h). False after an error.
bool tern_object_executable_write(tern_op_t *variant, const tern_object_t *object, const tern_object_options_t *options,
                                  tern_string_builder_t *out);

#endif  // TERN_TARGET_OBJECT_OBJECT_EXECUTABLE_H_

// What transform.apply_conversion_patterns does, which takes patterns of rooms above.

#ifndef TERN_TRANSFORM_SCRIPT_CONVERSIONS_H_
#define TERN_TRANSFORM_SCRIPT_CONVERSIONS_H_

#include "ir/op_def.h"

// src/pipeline/script_conversions.c: converts `target` as `op`, a transform.apply_conversion_patterns, says.
typedef enum tern_script_conversion_result {
  TERN_SCRIPT_CONVERTED,
  TERN_SCRIPT_NOT_CONVERTED,  // an error was emitted, or the target is as it was
  TERN_SCRIPT_NO_CONVERSION,  // an error was emitted: it asks for patterns that there are not
} tern_script_conversion_result_t;
tern_script_conversion_result_t tern_script_convert(tern_op_t *op, tern_op_t *target);

#endif  // TERN_TRANSFORM_SCRIPT_CONVERSIONS_H_

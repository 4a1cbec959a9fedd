// Writes the images of base/cpu_image_format.h: objects for several processors, with what they need of them.

#ifndef TERN_TARGET_MODULE_CPU_IMAGE_H_
#define TERN_TARGET_MODULE_CPU_IMAGE_H_

#include "base/cpu_image_format.h"
#include "base/string.h"

// The fields are those of the format.
typedef struct tern_cpu_image_need {
  const char *name;
  uint32_t source, leaf, subleaf, word, mask, states;
} tern_cpu_image_need_t;

typedef struct tern_cpu_image_object {
  const char *name;
  const tern_cpu_image_need_t *needs;
  size_t need_count;
  tern_str_t code;
} tern_cpu_image_object_t;

// Appends an image of objects, the best first. `out` is empty before.
void tern_cpu_image_write(const tern_cpu_image_object_t *objects, size_t count, tern_string_builder_t *out);

#endif  // TERN_TARGET_MODULE_CPU_IMAGE_H_

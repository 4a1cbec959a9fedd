// Chooses the object of an image (base/cpu_image_format.h) that suits the processor. Nothing in an image is trusted.

#ifndef TERN_RUNTIME_DRIVERS_CPU_CPU_IMAGE_H_
#define TERN_RUNTIME_DRIVERS_CPU_CPU_IMAGE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/status.h"

// What a processor says of itself: the words of a source, leaf and subleaf. False if it says nothing there.
typedef struct tern_cpu_probe_t {
  bool (*read)(void *user, uint32_t source, uint32_t leaf, uint32_t subleaf, uint32_t out_words[4]);
  void *user;
} tern_cpu_probe_t;

// Finds the first object whose needs are met; with a `name` (may be NULL; libternrt-cpu does not look at it), the first of
// that name. Without a `probe` it is this processor that is asked. `*out_object` points into `data`, and is all of it if
// that is no image.
// Errors: TERN_INVALID_ARGUMENT for a malformed image; TERN_NOT_FOUND if there is no object of that name;
// TERN_UNSUPPORTED, with what is missing, if the processor runs none.
tern_status_t tern_cpu_image_choose(const void *data, size_t size, const char *name, const tern_cpu_probe_t *probe,
                                    const void **out_object, size_t *out_size);

#endif  // TERN_RUNTIME_DRIVERS_CPU_CPU_IMAGE_H_

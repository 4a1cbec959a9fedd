// Which results of a program share memory with its arguments or with each other.

#ifndef TERN_PJRT_PLACES_H_
#define TERN_PJRT_PLACES_H_

#include "pjrt/buffer/buffer.h"

// Marks storages whose memory more than one of them has as borrowed, so that none is written in place later: a program may give an
// argument, or a part of it, back as a result, and one array as two results. `values` are the results' views.
PJRT_Error *tern_pjrt_mark_shared(storage_t *const *arguments, size_t argument_count, storage_t *const *results,
                                  const tern_variant_t *values, size_t result_count);

#endif  // TERN_PJRT_PLACES_H_

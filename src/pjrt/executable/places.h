// Which results of a program share memory with its arguments or with each other.

#ifndef TERN_PJRT_PLACES_H_
#define TERN_PJRT_PLACES_H_

#include "pjrt/buffer/buffer.h"

// Gives each result memory of its own: a program may give an argument, or a part of it, back as a result, and one array as two
// results, but frameworks take results for new arrays, which may be donated. `values` are the results' views; those that share
// memory become copies in `memory`. Arguments that nobody else has any more may have given theirs away.
PJRT_Error *tern_pjrt_separate_results(memory_t *memory, storage_t *const *arguments, size_t argument_count,
                                       tern_variant_t *values, size_t result_count);

#endif  // TERN_PJRT_PLACES_H_

// Views of the runtime: new ones, and copies.

#ifndef TERN_PJRT_VIEW_H_
#define TERN_PJRT_VIEW_H_

#include "pjrt/buffer/buffer.h"

// A view of new memory whose elements are undefined.
PJRT_Error *tern_pjrt_view_allocate(memory_t *memory, PJRT_Buffer_Type type, const int64_t *dims, size_t rank,
                                    tern_buffer_view_t **out_view);
// The same with the elements of `source`, of the memory's device or of another one.
PJRT_Error *tern_pjrt_view_copy(memory_t *memory, bool is_same_device, tern_buffer_view_t *source,
                                tern_buffer_view_t **out_view);

#endif  // TERN_PJRT_VIEW_H_

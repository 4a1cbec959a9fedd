// Maps of buffers whose memory the host does not see: each is a copy until it is unmapped.

#ifndef TERN_RUNTIME_BUFFER_MAPS_H_
#define TERN_RUNTIME_BUFFER_MAPS_H_

#include <pthread.h>

#include "base/vec.h"
#include "tern/runtime.h"

typedef struct tern_buffer_map_t {
  size_t offset, size;
  tern_map_access_t access;
  void *copy;  // the driver's
} tern_buffer_map_t;

// Thread-safe.
typedef struct tern_buffer_maps_t {
  pthread_mutex_t mutex;
  TERN_VEC(tern_buffer_map_t) list;  // guarded by `mutex`
} tern_buffer_maps_t;

void tern_buffer_maps_initialize(tern_buffer_maps_t *maps);
// Gives what is still mapped to `give_back`, with `user`.
void tern_buffer_maps_deinitialize(tern_buffer_maps_t *maps, void (*give_back)(void *user, void *copy), void *user);
// Errors: TERN_OUT_OF_MEMORY; then the copy is still the caller's.
tern_status_t tern_buffer_maps_add(tern_buffer_maps_t *maps, tern_buffer_map_t map);
// Takes the copy of a map that was made with these arguments. Errors: TERN_FAILED_PRECONDITION if there is none.
tern_status_t tern_buffer_maps_take(tern_buffer_maps_t *maps, tern_map_access_t access, size_t offset, size_t size,
                                    void **out_copy);

#endif  // TERN_RUNTIME_BUFFER_MAPS_H_

// Buffers: arrays of a device, as callers hold them, and the storage behind them.
//
// A storage is there from the moment on when something is to make it; its view comes with its event. Several buffers and whatever
// runs may have one storage, which is written in place only where nobody else has it. A buffer that is deleted or donated is one
// without a storage.

#ifndef TERN_PJRT_BUFFER_H_
#define TERN_PJRT_BUFFER_H_

#include <pthread.h>

#include "pjrt/client.h"
#include "pjrt/support/event.h"

typedef struct storage_t {
  atomic_size_t references;
  PJRT_Event *ready;         // a reference
  tern_buffer_view_t *view;  // a reference; set before `ready` is, NULL if that fails
  struct storage_t *base;    // a reference: whose bytes these are; NULL: its own
  atomic_bool is_borrowed;   // memory of others, which is not written
} storage_t;

struct PJRT_Buffer {
  PJRT_Client *client;  // a reference
  memory_t *memory;
  PJRT_Buffer_Type type;
  size_t rank, size;  // bytes
  pthread_mutex_t mutex;
  storage_t *storage;  // a reference; NULL: deleted. Guarded
  size_t external_count;
  storage_t *external;      // a reference while somebody outside uses the memory
  int64_t *minor_to_major;  // behind `dims`
  int64_t dims[];
};

// Makes a storage with one reference; NULL without memory. Takes `ready` and `view` over, also on failure.
storage_t *tern_pjrt_storage_create(PJRT_Event *ready, tern_buffer_view_t *view);
storage_t *tern_pjrt_storage_retain(storage_t *storage);
void tern_pjrt_storage_release(storage_t *storage);
// Ends the waiting for a storage that was made without a view: takes `view` or `error` over.
void tern_pjrt_storage_set(storage_t *storage, tern_buffer_view_t *view, PJRT_Error *error);

// Makes a buffer of a storage, which it takes over, also on failure. Without memory there is an error.
PJRT_Error *tern_pjrt_buffer_create(memory_t *memory, PJRT_Buffer_Type type, const int64_t *dims, size_t rank,
                                    storage_t *storage, PJRT_Buffer **out_buffer);
void tern_pjrt_buffer_destroy(PJRT_Buffer *buffer);
// The storage with a reference for the caller. A deleted buffer is an error.
PJRT_Error *tern_pjrt_buffer_use(PJRT_Buffer *buffer, storage_t **out_storage);
// Deletes the buffer and gives its storage to the caller; NULL if it was deleted.
storage_t *tern_pjrt_buffer_take(PJRT_Buffer *buffer);
// Gives a storage that was taken back to its buffer, which gets a reference of its own.
void tern_pjrt_buffer_restore(PJRT_Buffer *buffer, storage_t *storage);
bool tern_pjrt_buffer_is_deleted(PJRT_Buffer *buffer);
// Waits until the storage is there; the address of its first byte. An error if it failed, or has no address.
PJRT_Error *tern_pjrt_storage_address(storage_t *storage, bool is_host, void **out_address);

// The device and the kind of memory that a caller means who may leave one open.
PJRT_Error *tern_pjrt_choose_memory(PJRT_Client *client, PJRT_Device *device, PJRT_Memory *memory,
                                    memory_t **out_memory);
// Refuses layouts other than dense ones with the last dimension innermost. NULL is that one.
PJRT_Error *tern_pjrt_check_layout(const PJRT_Buffer_MemoryLayout *layout, const int64_t *dims, size_t rank,
                                   PJRT_Buffer_Type type);

#endif  // TERN_PJRT_BUFFER_H_
